"""What the user points at: files, URLs, applications, templates and facades, and one line for each mistake."""

from __future__ import annotations

import json
import sys

import pytest
from graphql import build_schema

from querious import demo
from querious.demo.rest.describing import description
from querious.errors import QueriousError
from querious.execute.bridge import open_bridge
from querious.model import Settings
from querious.model.state import Command, Delete
from querious.model.state_settings import StateSettings
from querious.pipeline.state.sources import find_source
from services.google_tasks import google_tasks
from services.transport import send_to

SHOP = ["authors", "books", "books/comments", "tasks", "coupons", "shelves"]
NOWHERE = "http://127.0.0.1:9"
FACADES = """
from querious.rest.collection import RestCollection

class Books(RestCollection):
    def __init__(self, wire):
        super().__init__(wire, "/books", {"title": "nonempty_string()"})

def several(wire):
    return [Books(wire), RestCollection(wire, "/pens", {"ink": "bool()"})]

def one(wire, title="nonempty_string()"):
    return Books(wire)

def two(wire, title):
    return Books(wire)

number = 7
"""


@pytest.fixture
def here(tmp_path, monkeypatch):
    """An empty folder, from which modules are loaded."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "facades_of_mine", raising=False)
    return tmp_path


def found(target, **asked):
    return find_source(target, Settings(state=StateSettings(**asked)))


def made(source, wire=None):
    return source.make(wire or send_to(demo.create_rest_app()), None)


def names(source):
    return [collection.name for collection in made(source)[0]]


def wrong(target, **asked):
    with pytest.raises(QueriousError) as error:
        found(target, **asked)
    told = str(error.value)
    assert "\n" not in told
    return told


def written(here, **changed):
    path = here / "openapi.json"
    path.write_text(json.dumps({**description(), **changed}))
    return str(path)


def test_a_file_with_an_address(here):
    source = found(written(here), url=NOWHERE)
    assert (source.service, source.told) == (NOWHERE, f"OpenAPI, {here / 'openapi.json'}")
    assert names(source) == SHOP


def test_a_file_that_says_where_the_service_is(here):
    path = written(here, servers=[{"url": "/relative"}, {"url": "https://shop.example/api"}])
    assert found(path).service == "https://shop.example/api"
    assert found(path, url=NOWHERE).service == NOWHERE


def test_what_a_description_promises_is_with_the_collections(here):
    collections = {one.name: one for one in made(found(written(here), url=NOWHERE))[0]}
    assert collections["shelves"].put_creates
    assert not collections["books"].put_creates
    assert collections["authors"].promised.refuses_referred
    assert collections["books"].promised.versions
    assert Command.GET in collections["books"].promised.not_found


def test_an_application_that_serves_its_description():
    app = demo.create_rest_app()
    source = found(app)
    assert (source.service, source.told) == (app, "OpenAPI, /openapi.json")
    assert names(source) == SHOP


def test_an_application_by_its_name():
    source = found("querious.demo:create_rest_app")
    assert source.service == "querious.demo:create_rest_app"
    assert names(source) == SHOP


def test_addresses_of_services_that_describe_themselves():
    with demo.start_rest() as server:
        for target in (server.url, f"{server.url}/", f"{server.url}/openapi.json"):
            source = found(target)
            assert (source.service, source.told) == (server.url, f"OpenAPI, {server.url}/openapi.json")
        assert names(source) == SHOP
        assert found(f"{server.url}/openapi.json", url=NOWHERE).service == NOWHERE


def test_secrets_of_an_address_are_not_told():
    with demo.start_rest() as server:
        address = server.url.replace("://", "://bob:hunter2@")
        for target in (address, f"{address}/openapi.json?key=hunter2"):
            assert "hunter2" not in found(target).told


def test_the_address_of_a_graphql_api_and_nothing_is_written_without_a_journal():
    with demo.start() as server:
        source = found(server.url)
        assert (source.service, source.told) == (server.url, "a GraphQL schema")
        sent = []
        with open_bridge(server.url, Settings()) as send:
            collections, _ = source.make(lambda case: (sent.append(case), send(case))[1], None)
    assert "reviews" in [collection.name for collection in collections]
    assert not [case for case in sent if "mutation" in str(case.body)]


def test_a_graphql_application():
    assert found(demo.create_app()).told == "a GraphQL schema"


def test_the_endpoint_of_a_graphql_application_is_found():
    source = found(demo.create_app())
    with open_bridge(source.service, Settings(), graphql=source.graphql) as send:
        assert send.target.url == "/graphql"
        assert "reviews" in [collection.name for collection in made(source, send)[0]]


def test_a_schema_in_process():
    schema = build_schema(
        "type Query { book(id: ID!): Book books: [Book!]! } type Book { id: ID! title: String! } "
        "type Mutation { createBook(title: String!): Book! deleteBook(id: ID!): Boolean! }"
    )
    schema.query_type.fields["books"].resolve = lambda *_: [{"id": "1", "title": "War"}]
    source = found(schema)
    with open_bridge(source.service, Settings(), graphql=source.graphql) as send:
        assert [collection.name for collection in made(source, send)[0]] == ["books"]
        assert send.target.sent() > 0


def test_a_template(here):
    (here / "book.json").write_text('{"title": "nonempty_string()"}')
    source = found("http://127.0.0.1:9/api/books?v=2", template="book.json")
    assert (source.service, source.told) == (NOWHERE, "a template, book.json")
    (collection,), left_out = made(source)
    assert (collection.name, left_out) == ("books", ())


@pytest.mark.parametrize(
    ("name", "collections"), [("Books", ["books"]), ("one", ["books"]), ("several", ["books", "pens"])]
)
def test_facades_of_the_user(here, name, collections):
    (here / "facades_of_mine.py").write_text(FACADES)
    source = found(f"facades_of_mine:{name}", url=NOWHERE)
    assert (source.service, source.told) == (NOWHERE, f"a facade, facades_of_mine:{name}")
    assert names(source) == collections


def test_a_facade_without_an_address(here):
    (here / "facades_of_mine.py").write_text(FACADES)
    assert wrong("facades_of_mine:Books") == (
        "facades_of_mine:Books is a facade. Give the address of its service with --url."
    )


def test_what_is_neither_an_application_nor_a_facade(here):
    (here / "facades_of_mine.py").write_text(FACADES)
    assert "facades_of_mine:number is a int" in wrong("facades_of_mine:number", url=NOWHERE)
    assert "nothing" in wrong("facades_of_mine:nothing", url=NOWHERE)
    assert wrong("facades_of_mine:two", url=NOWHERE), "it wants more than a wire"


@pytest.mark.parametrize("target", ["openapi.json", "./api/openapi.yaml", "a" * 300, ""])
def test_a_file_that_is_not_there(here, target):
    assert wrong(target, url=NOWHERE)


def test_a_file_that_is_no_description(here):
    (here / "book.json").write_text('{"title": "Ada"}')
    assert "book.json" in wrong("book.json", url=NOWHERE)
    (here / "photo.json").write_bytes(b"\xff\xd8\xff")
    assert "photo.json" in wrong("photo.json", url=NOWHERE)


def test_a_file_that_does_not_say_where_the_service_is(here):
    assert wrong(written(here, servers=[])).endswith(
        "openapi.json does not say where the service is. Give its address with --url."
    )


def test_a_template_without_the_address_of_a_collection(here):
    (here / "book.json").write_text("{}")
    assert wrong("books", template="book.json").startswith("--template needs the URL of a collection as the target")
    assert wrong(google_tasks(), template="book.json").startswith("--template needs")


def test_a_template_that_is_not_there_or_wrong(here):
    assert wrong(f"{NOWHERE}/books", template="none.json").startswith("cannot read none.json")
    (here / "book.json").write_text('{"title": "nonempty()"}')
    assert "book.json" in wrong(f"{NOWHERE}/books", template="book.json")


def test_an_address_where_nothing_is():
    assert "no OpenAPI description was found there" in wrong(NOWHERE)


def test_an_application_that_is_neither_described_nor_graphql():
    assert "no OpenAPI description was found there" in wrong(google_tasks())


def test_what_the_owner_promises_counts():
    (collection, *_), _ = made(found(demo.create_rest_app()))
    assert collection.promising(None, put_merges=False).delete_means is None
    assert collection.put_replaces
    collection.promising(Delete.TOMBSTONE, put_merges=True)
    assert (collection.delete_means, collection.put_replaces) == (Delete.TOMBSTONE, False)
