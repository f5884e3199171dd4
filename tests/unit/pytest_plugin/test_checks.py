"""Responses that people's own tests have asked for, of each client that they ask with."""

from __future__ import annotations

import io
import json

import httpx
import pytest
from graphql import build_schema, graphql_sync

import querious
from querious.pytest_plugin.surroundings import Surroundings

BOOK = {"id": 1, "title": "One", "price": 11}
SDL = "type Query { book(id: Int): Book, shelf: Int } type Book { title: String! price: Int }"


def rest_handler(request: httpx.Request) -> httpx.Response:
    """What a server answers: a price that is no number for book 3, and a trace for book 4."""
    if request.url.path.endswith("/books/3"):
        return httpx.Response(200, json={**BOOK, "price": "much"})
    if request.url.path.endswith("/books/4"):
        return httpx.Response(500, json={"error": "boom"})
    if request.url.path.endswith("/books/5"):
        return httpx.Response(200, text="<html></html>", headers={"content-type": "text/html"})
    if request.url.path.endswith("/books/6"):
        return httpx.Response(400, json={"error": f"who is {request.headers['authorization']}?"})
    if request.method == "POST":
        return httpx.Response(201, json=BOOK)
    return httpx.Response(200, json=BOOK)


@pytest.fixture
def described(shop_module, tmp_path):
    """The shop by its description alone."""
    (tmp_path / "shop.json").write_text(json.dumps(shop_module().DESCRIPTION), encoding="utf-8")

    def schema(**settings):
        return querious.from_file(tmp_path / "shop.json", **settings)

    return schema


@pytest.fixture
def client():
    with httpx.Client(transport=httpx.MockTransport(rest_handler), base_url="http://api.test/v1") as found:
        yield found


def test_an_answer_that_is_right_passes(described, client):
    described(url="http://api.test/v1").check(client.get("/books/1"))


def test_a_wrong_answer_fails_with_the_same_text_as_an_operation(described, client):
    headers = {"Authorization": "Bearer hush-hush", "X-Api-Key": "hush-hush"}
    with pytest.raises(AssertionError) as raised:
        described(url="http://api.test/v1").check(client.get("/books/3", headers=headers))
    told = str(raised.value)
    assert told.startswith("GET http://api.test/v1/books/3: 1 fault\n\nfault response_schema, GET /books/{id}\n")
    assert "\n  GET /books/3\n" in told
    assert "\n  curl -sSi -g http://api.test/v1/books/3" in told
    assert "hush" not in told


def test_an_error_that_repeats_credentials_gives_them_away_and_the_failure_does_not(described, client):
    api = described(url="http://api.test/v1")
    with pytest.raises(AssertionError, match="fault leak") as raised:
        api.check(client.get("/books/6?key=s3cr3t-w0rd", headers={"Authorization": "Bearer s3cr3t-t0ken"}))
    assert "s3cr3t" not in str(raised.value)


@pytest.mark.parametrize(("path", "oracle"), [("/books/4", "server_error"), ("/books/5", "content_type")])
def test_status_and_media_type_are_judged(described, client, path, oracle):
    with pytest.raises(AssertionError, match=f"fault {oracle}"):
        described(url="http://api.test/v1").check(client.get(path))


def test_what_the_description_does_not_have_cannot_be_told(described, client):
    with pytest.raises(querious.TargetError, match="could not tell: the description has no operation for GET /v1/nix"):
        described(url="http://api.test/v1").check(client.get("/nix"))


def test_a_request_that_the_description_rules_out_may_be_refused_but_not_taken(described, client):
    api, around = described(url="http://api.test/v1"), Surroundings()
    api.join(around, "tests")
    api.check(client.post("/books", json={"title": ""}))
    assert any("accepted_flaw" in remark for remark in around.remarks)


def test_paths_stand_below_the_server_that_the_description_names(shop_module, tmp_path, client):
    description = {**shop_module().DESCRIPTION, "servers": [{"url": "/v1"}]}
    (tmp_path / "shop.json").write_text(json.dumps(description), encoding="utf-8")
    with pytest.raises(AssertionError, match="response_schema"):
        querious.from_file(tmp_path / "shop.json").check(client.get("/books/3"))


def test_responses_of_requests(described):
    requests = pytest.importorskip("requests")

    class Adapter(requests.adapters.BaseAdapter):
        def send(self, request, **_):
            answer = rest_handler(httpx.Request(request.method, request.url, content=request.body))
            response = requests.Response()
            response.status_code, response.request, response.url = answer.status_code, request, request.url
            response.headers.update(answer.headers)
            response.raw = io.BytesIO(answer.content)
            return response

        def close(self):
            pass

    session = requests.Session()
    session.mount("http://api.test", Adapter())
    api = described(url="http://api.test/v1")
    api.check(session.get("http://api.test/v1/books/1"))
    api.check(session.post("http://api.test/v1/books", json={"title": "One"}))
    with pytest.raises(AssertionError, match="response_schema"):
        api.check(session.get("http://api.test/v1/books/3"))


def test_responses_of_starlettes_test_client(described):
    from starlette.applications import Starlette  # noqa: PLC0415
    from starlette.responses import JSONResponse  # noqa: PLC0415
    from starlette.routing import Route  # noqa: PLC0415
    from starlette.testclient import TestClient  # noqa: PLC0415

    async def book(request):
        return JSONResponse({**BOOK, "price": "much"} if request.path_params["id"] == 3 else BOOK)

    client = TestClient(Starlette(routes=[Route("/books/{id:int}", book)]))
    described().check(client.get("/books/1"))
    with pytest.raises(AssertionError, match="response_schema"):
        described().check(client.get("/books/3"))


def test_responses_of_flasks_test_client(described):
    flask = pytest.importorskip("flask")
    app = flask.Flask(__name__)

    @app.get("/books/<int:number>")
    def book(number):
        return {**BOOK, "price": "much"} if number == 3 else BOOK

    @app.post("/books")
    def sell():
        return (BOOK, 201) if flask.request.get_json() else ({}, 400)

    api, client = described(), app.test_client()
    api.check(client.get("/books/1"))
    with pytest.raises(AssertionError, match="response_schema"):
        api.check(client.get("/books/3"))
    around = Surroundings()
    judged = described()
    judged.join(around, "tests")
    judged.check(client.post("/books", json={"title": "One"}))
    assert around.remarks == []
    judged.check(client.post("/books", json={"title": ""}))  # its body is read again: the application has read it
    assert any("accepted_flaw" in remark for remark in around.remarks)


@pytest.fixture(scope="module")
def django_views():
    django = pytest.importorskip("django")
    from django.conf import settings  # noqa: PLC0415

    if not settings.configured:
        settings.configure(ALLOWED_HOSTS=["*"], ROOT_URLCONF=(), SECRET_KEY="made up", INSTALLED_APPS=[])
        django.setup()
    from django.http import JsonResponse  # noqa: PLC0415
    from django.urls import path  # noqa: PLC0415
    from rest_framework.decorators import api_view  # noqa: PLC0415
    from rest_framework.response import Response  # noqa: PLC0415

    def book(_request, number):
        return JsonResponse({**BOOK, "price": "much"} if number == 3 else BOOK)

    @api_view(["POST"])
    def books(request):
        return Response({**BOOK, "title": request.data["title"]} if request.data["title"] != "bad" else {}, 201)

    return [path("books/<int:number>", book), path("books", books)]


def test_responses_of_djangos_test_clients(described, django_views):
    from django.test import Client, override_settings  # noqa: PLC0415
    from rest_framework.test import APIClient  # noqa: PLC0415

    nobody = {"DEFAULT_AUTHENTICATION_CLASSES": [], "UNAUTHENTICATED_USER": None}
    with override_settings(ROOT_URLCONF=tuple(django_views), REST_FRAMEWORK=nobody):
        described().check(Client().get("/books/1"))
        with pytest.raises(AssertionError, match="response_schema"):
            described().check(Client().get("/books/3"))
        described().check(APIClient().post("/books", {"title": "One"}, format="json"))
        with pytest.raises(AssertionError, match="response_schema") as raised:
            described().check(APIClient().post("/books", {"title": "bad"}, format="json"))
        assert '{"title": "bad"}' in str(raised.value)


def graphql_client(answer=None):
    schema = build_schema(SDL)
    root = {"book": {"title": "One", "price": 3}, "shelf": 7}

    def handle(request):
        asked = json.loads(request.content) if request.content else dict(request.url.params)
        done = graphql_sync(schema, asked["query"], root, variable_values=asked.get("variables"))
        return httpx.Response(200, json=answer or done.formatted)

    return httpx.Client(transport=httpx.MockTransport(handle), base_url="http://api.test")


@pytest.fixture
def graphql_api(tmp_path):
    (tmp_path / "shop.graphql").write_text(SDL, encoding="utf-8")
    return querious.from_file(tmp_path / "shop.graphql", url="http://api.test/graphql")


def test_data_is_held_against_the_operation_that_was_sent(graphql_api):
    query = "query Q($id: Int) { book(id: $id) { title price } }"
    asked = {"query": query, "variables": {"id": 1}}
    graphql_api.check(graphql_client().post("/graphql", json=asked))
    graphql_api.check(graphql_client().get("/graphql", params={"query": "{ shelf }"}))
    wrong = graphql_client({"data": {"book": {"title": "One", "price": "much"}}})
    with pytest.raises(AssertionError) as raised:
        graphql_api.check(wrong.post("/graphql", json=asked))
    told = str(raised.value)
    assert "fault data, Book.price" in told
    assert "$id = 1" in told
    assert "curl -sSi http://api.test/graphql" in told


def test_a_graphql_operation_that_is_invalid_must_be_refused(graphql_api):
    graphql_api.check(graphql_client().post("/graphql", json={"query": "{ nothing }"}))
    with pytest.raises(AssertionError, match="accepted_invalid"):
        graphql_api.check(graphql_client({"data": {"nothing": 1}}).post("/graphql", json={"query": "{ nothing }"}))


@pytest.mark.parametrize(
    ("response", "words"),
    [
        ("text", "str is no response of httpx, requests"),
        (httpx.Response(200, json={}), "Response does not keep its request"),
    ],
)
def test_what_is_no_response_or_lacks_its_request_is_said(graphql_api, response, words):
    with pytest.raises(querious.ConfigError, match=words):
        graphql_api.check(response)


def test_a_batch_cannot_be_told(graphql_api):
    request = httpx.Request("POST", "http://api.test/graphql", json=[{"query": "{ shelf }"}])
    with pytest.raises(querious.TargetError, match="a batch of several"):
        graphql_api.check(httpx.Response(200, json=[{"data": {"shelf": 7}}], request=request))
