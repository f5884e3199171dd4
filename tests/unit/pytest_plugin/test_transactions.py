"""An application in process, inside the transaction of a fixture: what a run writes is rolled back."""

from __future__ import annotations

from pathlib import Path

import pytest

SHOP = """
import json

NOTE = {
    "type": "object",
    "required": ["id", "text"],
    "properties": {"id": {"type": "integer"}, "text": {"type": "string", "maxLength": 50}},
}


def answer(schema):
    return {"description": "fine", "content": {"application/json": {"schema": schema}}}


TAKEN = {"required": True, "content": {"application/json": {"schema": {
    "type": "object", "required": ["text"], "properties": {"text": {"type": "string", "maxLength": 50}},
}}}}
DESCRIPTION = {
    "openapi": "3.0.3",
    "info": {"title": "notes", "version": "1"},
    "paths": {"/notes": {
        "get": {"responses": {"200": answer({"type": "array", "items": NOTE})}},
        "post": {"requestBody": TAKEN, "responses": {"201": answer(NOTE), "400": {"description": "no"}}},
    }},
}


def taken(body):
    try:
        text = json.loads(body)["text"]
    except (ValueError, KeyError, TypeError):
        return None
    return text if isinstance(text, str) and len(text) <= 50 and "\\0" not in text and text.isprintable() else None
"""
DJANGO = """
import django
from django.conf import settings

settings.configure(
    ALLOWED_HOSTS=["*"], ROOT_URLCONF="notes_urls", SECRET_KEY="made up", INSTALLED_APPS=["notes_app"],
    DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:"}},
    DEFAULT_AUTO_FIELD="django.db.models.AutoField", USE_TZ=True, REST_FRAMEWORK={"UNAUTHENTICATED_USER": None},
)
django.setup()
"""
MODELS = """
from django.db import models


class Note(models.Model):
    text = models.TextField()
"""
URLS = """
from django.http import JsonResponse
from django.urls import path
from django.views.decorators.csrf import csrf_exempt
from notes_app.models import Note
from described import DESCRIPTION, taken


@csrf_exempt
def notes(request):
    if request.method == "POST":
        text = taken(request.body)
        if text is None:
            return JsonResponse({"error": "no"}, status=400)
        note = Note.objects.create(text=text)
        return JsonResponse({"id": note.pk, "text": text}, status=201)
    return JsonResponse(list(Note.objects.order_by("pk").values("id", "text")), safe=False)


urlpatterns = [path("notes", notes), path("openapi.json", lambda request: JsonResponse(DESCRIPTION))]
"""
REST_FRAMEWORK = """
from django.urls import path
from django.http import JsonResponse
from rest_framework import generics, serializers
from notes_app.models import Note
from described import DESCRIPTION


class NoteSerializer(serializers.ModelSerializer):
    text = serializers.CharField(max_length=50, trim_whitespace=False)

    class Meta:
        model = Note
        fields = ["id", "text"]


class Notes(generics.ListCreateAPIView):
    authentication_classes = permission_classes = ()
    queryset = Note.objects.order_by("pk")
    serializer_class = NoteSerializer


urlpatterns = [path("notes", Notes.as_view()), path("openapi.json", lambda request: JsonResponse(DESCRIPTION))]
"""
GRAPHQL = """
import strawberry
from django.urls import path
from notes_app.models import Note as Row


@strawberry.type
class Note:
    id: int
    text: str


@strawberry.type
class Query:
    @strawberry.field
    def notes(self) -> list[Note]:
        return [Note(id=row.pk, text=row.text) for row in Row.objects.order_by("pk")]

    @strawberry.field
    def note(self, id: int) -> Note | None:
        row = Row.objects.filter(pk=id).first() if abs(id) < 2**31 else None
        return Note(id=row.pk, text=row.text) if row else None


@strawberry.type
class Mutation:
    @strawberry.mutation
    def write(self, text: str) -> Note | None:
        if not text.isprintable():
            return None
        row = Row.objects.create(text=text)
        return Note(id=row.pk, text=row.text)


def context():
    return {"notes": Row.objects.count()}


schema = strawberry.Schema(Query, Mutation)
urlpatterns = []
"""
SCHEMA = "schema = querious.from_app(get_wsgi_application(), requests=80, mutations=True, skip_oracles=['state'])"
WRITTEN = "import pathlib\n\ndef note_written(number):\n    pathlib.Path('written').write_text(str(number))\n"


@pytest.fixture
def notes(pytester):
    pytester.makepyfile(described=SHOP, notes_urls=URLS, made_settings=DJANGO, written=WRITTEN)
    pytester.mkpydir("notes_app").joinpath("models.py").write_text(MODELS, encoding="utf-8")


def written():
    """How many notes the run has written, as its own test saw it."""
    return int(Path("written").read_text(encoding="utf-8"))


@pytest.mark.parametrize("fixture", ["db", "transactional_db"])
def test_pytest_django_leaves_nothing_behind(notes, run_pytest, pytester, fixture):
    pytest.importorskip("pytest_django")
    tests = f"""
import querious
from django.core.wsgi import get_wsgi_application
from notes_app.models import Note
from written import note_written

{SCHEMA}


@schema.parametrize()
def test_api(operation, {fixture}):
    assert not Note.objects.exists()
    Note.objects.create(text="of a fixture")
    operation.check()
    if operation.name == "GET /notes":
        note_written(Note.objects.count() - 1)


def test_nothing_is_left({fixture}):
    assert not Note.objects.exists()
"""
    pytester.makeconftest("import made_settings\n")
    result = run_pytest("-p", "pytest_django.plugin", "--no-migrations", tests=tests)
    result.assert_outcomes(passed=4)
    assert written() > 0


DJANGO_TESTS = """
import querious
from notes_app.models import Note
from written import note_written

{schema}


@schema.parametrize()
def test_api(operation, {fixture}):
    assert not Note.objects.exists()
    Note.objects.create(text="of a fixture")
    operation.check()
    if Note.objects.count() > 1:
        note_written(Note.objects.count() - 1)


def test_nothing_is_left({fixture}):
    assert not Note.objects.exists()
"""


@pytest.mark.parametrize("fixture", ["db", "transactional_db"])
@pytest.mark.parametrize(
    "target",
    [
        pytest.param("from_app(schema, context=context, {})", id="a schema object"),
        pytest.param("from_app(get_wsgi_application(), {})", id="a view"),
    ],
)
def test_graphql_finds_the_database_of_the_fixture(notes, run_pytest, pytester, fixture, target):
    pytest.importorskip("pytest_django")
    view = """
from django.views.decorators.csrf import csrf_exempt
from strawberry.django.views import GraphQLView
urlpatterns = [path("graphql", csrf_exempt(GraphQLView.as_view(schema=schema)))]
"""
    pytester.makepyfile(notes_urls=GRAPHQL + view)
    pytester.makeconftest("import made_settings\n")
    made = target.format("requests=80, mutations=True, skip_oracles=['state']")
    imported = "from django.core.wsgi import get_wsgi_application\nfrom notes_urls import context, schema\n"
    schema = f"{imported}schema = querious.{made}"
    tests = DJANGO_TESTS.format(schema=schema, fixture=fixture)
    result = run_pytest("-p", "pytest_django.plugin", "--no-migrations", tests=tests)
    shown = result.stdout.str()
    assert "async" not in shown
    result.assert_outcomes(passed=5)
    assert written() > 0


def test_the_rest_framework_finds_the_database_of_the_fixture(notes, run_pytest, pytester):
    pytest.importorskip("pytest_django")
    pytester.makepyfile(notes_urls=REST_FRAMEWORK)
    pytester.makeconftest("import made_settings\n")
    schema = f"from django.core.wsgi import get_wsgi_application\n{SCHEMA}"
    tests = DJANGO_TESTS.format(schema=schema, fixture="db")
    result = run_pytest("-p", "pytest_django.plugin", "--no-migrations", tests=tests)
    assert "async" not in result.stdout.str()
    result.assert_outcomes(passed=4)
    assert written() > 0


def test_a_test_case_of_django_leaves_nothing_behind(notes, run_pytest):
    tests = f"""
import made_settings
import querious
from django.core.wsgi import get_wsgi_application
from django.db import connection
from django.test import TestCase
from notes_app.models import Note
from written import note_written

with connection.schema_editor() as editor:
    editor.create_model(Note)


class TestNotes(querious.ApiTests, TestCase):
    {SCHEMA}

    def tearDown(self):
        if Note.objects.exists():
            note_written(Note.objects.count())


def test_nothing_is_left():
    assert not Note.objects.exists()
"""
    run_pytest(tests=tests).assert_outcomes(passed=4)
    assert written() > 0


def test_a_session_of_sqlalchemy_that_is_rolled_back_leaves_nothing_behind(notes, run_pytest):
    tests = """
import json
import pytest
import querious
from sqlalchemy import Column, Integer, String, create_engine, event, func, select
from sqlalchemy.orm import Session, declarative_base
from sqlalchemy.pool import StaticPool
from starlette.applications import Starlette
from starlette.responses import JSONResponse
from starlette.routing import Route
from described import DESCRIPTION, taken
from written import note_written

engine = create_engine("sqlite://", poolclass=StaticPool, connect_args={"check_same_thread": False})
Base = declarative_base()


@event.listens_for(engine, "connect")
def connected(connection, _):
    connection.isolation_level = None  # SQLAlchemy begins transactions, and not Python's driver


@event.listens_for(engine, "begin")
def begun(connection):
    connection.exec_driver_sql("BEGIN")


class Note(Base):
    __tablename__ = "notes"
    id = Column(Integer, primary_key=True)
    text = Column(String)


Base.metadata.create_all(engine)


async def notes(request):
    session = app.state.session()
    if request.method == "POST":
        text = taken(await request.body())
        if text is None:
            return JSONResponse({"error": "no"}, 400)
        note = Note(text=text)
        session.add(note)
        session.commit()
        return JSONResponse({"id": note.id, "text": text}, 201)
    return JSONResponse([{"id": one.id, "text": one.text} for one in session.scalars(select(Note).order_by(Note.id))])


async def description(request):
    return JSONResponse(DESCRIPTION)


app = Starlette(routes=[Route("/notes", notes, methods=["GET", "POST"]), Route("/openapi.json", description)])
schema = querious.from_app(app, requests=80, mutations=True, skip_oracles=["state"])


@pytest.fixture
def session():
    with engine.connect() as connection:
        transaction = connection.begin()
        with Session(connection, join_transaction_mode="create_savepoint") as session:
            app.state.session = lambda: session
            yield session
        transaction.rollback()


@schema.parametrize()
def test_api(operation, session):
    operation.check()
    if operation.name == "GET /notes":
        note_written(session.scalar(select(func.count()).select_from(Note)))


def test_nothing_is_left():
    with Session(engine) as session:
        assert session.scalar(select(func.count()).select_from(Note)) == 0
"""
    run_pytest(tests=tests).assert_outcomes(passed=4)
    assert written() > 0
