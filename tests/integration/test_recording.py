"""Applications and schemas of the libraries that people use, recorded while they serve."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import os
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

import ariadne
import flask
import pytest
import strawberry
import uvicorn
from ariadne.asgi import GraphQL
from ariadne.asgi.handlers import GraphQLHTTPHandler
from ariadne.wsgi import GraphQL as WsgiGraphQL
from graphql import GraphQLSchema, graphql_sync
from starlette.applications import Starlette
from starlette.responses import StreamingResponse
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.testclient import TestClient
from strawberry.asgi import GraphQL as StrawberryAsgi
from strawberry.flask.views import GraphQLView
from strawberry.schema.config import StrawberryConfig
from werkzeug.serving import make_server

from harvested import Kept, recorder_to
from querious.harvest.asgi import AsgiRecordingMiddleware
from querious.harvest.extensions import AriadneHooks, recorded, strawberry_extension
from querious.harvest.wsgi import WsgiRecordingMiddleware

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from querious.harvest import Recorder

SDL = "type Query { hello(name: String): String  broken: Int } type Mutation { login(email: String, password: String): String }"
LOGIN = {
    "query": "mutation Login($e: String, $p: String) { login(email: $e, password: $p) }",
    "variables": {"e": "cosmo@kramerica.example", "p": "hunter2"},
}
RECORDED = (
    "mutation Login($e:String$p:String){login(email:$e password:$p)}",
    {"e": "redacted-1@example.invalid", "p": "REDACTED-1"},
)


@pytest.fixture(autouse=True)
def _quiet() -> Iterator[None]:
    """The libraries log every exception of a resolver; here they are raised on purpose."""
    logging.disable(logging.ERROR)
    yield
    logging.disable(logging.NOTSET)


@pytest.fixture
def kept() -> Kept:
    return Kept()


@pytest.fixture
def recorder(kept: Kept) -> Iterator[Recorder]:
    made = recorder_to(kept)
    yield made
    made.close(5)


def say_hello(*_: object, name: str | None = None) -> str:
    return f"hello {name}"


def divide(*_: object) -> int:
    return 1 // 0


def log_in(*_: object, email: str, password: str) -> str:
    return f"{email}/{password}"


def schema() -> GraphQLSchema:
    query, mutation = ariadne.QueryType(), ariadne.MutationType()
    query.set_field("hello", say_hello)
    query.set_field("broken", divide)
    mutation.set_field("login", log_in)
    return ariadne.make_executable_schema(SDL, query, mutation)


@strawberry.type
class StrawberryQuery:
    @strawberry.field
    def hello(self, name: str | None = None) -> str:
        return f"hello {name}"

    @strawberry.field
    def broken(self) -> int | None:
        return 1 // 0


@strawberry.type
class StrawberryMutation:
    @strawberry.mutation
    def login(self, email: str | None, password: str | None) -> str | None:
        return f"{email}/{password}"


@contextlib.contextmanager
def uvicorn_serving(app: Any) -> Iterator[str]:
    listening = socket.socket()
    listening.bind(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(app, log_level="critical", lifespan="auto"))
    thread = threading.Thread(target=lambda: asyncio.run(server.serve([listening])), daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    yield f"http://127.0.0.1:{listening.getsockname()[1]}/graphql"
    server.should_exit = True
    thread.join(10)


@contextlib.contextmanager
def werkzeug_serving(app: Any) -> Iterator[str]:
    server = make_server("127.0.0.1", 0, app, threaded=True)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/graphql"
    server.shutdown()
    thread.join(10)


def ask(url: str, content: Any = None, body: bytes = b"", kind: str = "application/json") -> Any:
    data = body or (None if content is None else json.dumps(content).encode())
    request = urllib.request.Request(url, data, {"content-type": kind} if data else {})  # noqa: S310
    try:
        with urllib.request.urlopen(request, timeout=20) as answer:  # noqa: S310
            return json.load(answer)
    except urllib.error.HTTPError as error:
        return json.loads(error.read() or b"null")


def ask_in_every_way(url: str) -> None:
    """A query by GET, a mutation, errors, and what is no GraphQL."""
    query = urlencode({"query": "query H($n: String) { hello(name: $n) }", "variables": '{"n": "é"}'})
    assert ask(f"{url}?{query}")["data"] == {"hello": "hello é"}
    for _ in range(3):
        assert ask(url, LOGIN)["data"] == {"login": "cosmo@kramerica.example/hunter2"}
    assert ask(url, {"query": "{ broken }"})["errors"]


def check(kept: Kept, recorder: Recorder, codes: dict[str, int]) -> None:
    assert recorder.flush()
    hello, login, broken = kept.all
    assert (hello.document, hello.variables, hello.kind) == ("query H($n:String){hello(name:$n)}", {"n": "é"}, "query")
    assert (login.document, login.variables) == RECORDED
    assert (login.kind, login.operation_name, login.times_called, login.statuses) == (
        "mutation",
        "Login",
        3,
        {"200": 3},
    )
    assert login.latency.count == 3
    assert 0 < login.latency.mean <= login.latency.longest < 10
    assert (broken.document, broken.statuses) == ("{broken}", codes)
    assert recorder.failed == recorder.dropped == 0


def starlette_app(recorder: Recorder) -> Starlette:
    async def ticks(request: Any) -> StreamingResponse:
        async def make() -> Any:
            for number in range(3):
                yield f"{number}\n"
                await asyncio.sleep(0.01)

        return StreamingResponse(make(), media_type="text/event-stream")

    async def echo(websocket: Any) -> None:
        await websocket.accept()
        await websocket.send_text(await websocket.receive_text())
        await websocket.close()

    routes = [
        Route("/ticks", ticks, methods=["POST"]),
        WebSocketRoute("/echo", echo),
        Mount("/graphql", GraphQL(schema(), execute_get_queries=True)),
    ]
    app = Starlette(routes=routes)
    app.add_middleware(AsgiRecordingMiddleware, recorder=recorder)
    return app


def test_starlette_with_ariadne_behind_uvicorn(kept: Kept, recorder: Recorder) -> None:
    with uvicorn_serving(starlette_app(recorder)) as url:
        ask_in_every_way(f"{url}/")
    check(kept, recorder, {"errors": 1})


def test_streams_and_websockets_pass_through_starlette(recorder: Recorder) -> None:
    with TestClient(starlette_app(recorder)) as client:
        assert client.post("/ticks", json={"query": "no"}).text == "0\n1\n2\n"
        with client.websocket_connect("/echo") as websocket:
            websocket.send_text("hi")
            assert websocket.receive_text() == "hi"


def test_strawberry_with_batches_behind_uvicorn(kept: Kept, recorder: Recorder) -> None:
    config = StrawberryConfig(batching_config={"max_operations": 5})
    made = strawberry.Schema(StrawberryQuery, StrawberryMutation, config=config)
    with uvicorn_serving(AsgiRecordingMiddleware(StrawberryAsgi(made), recorder)) as url:
        ask_in_every_way(url)
        assert len(ask(url, [{"query": "{ hello }"}, LOGIN, {"query": "{ broken }"}])) == 3
    assert recorder.flush()
    assert {one.document: one.statuses for one in kept.all} == {
        "query H($n:String){hello(name:$n)}": {"200": 1},
        RECORDED[0]: {"200": 4},
        "{broken}": {"errors": 2},
        "{hello}": {"200": 1},
    }


def flask_app(recorder: Recorder) -> flask.Flask:
    app = flask.Flask("shop")
    made = strawberry.Schema(StrawberryQuery, StrawberryMutation)
    view = GraphQLView.as_view("graphql", schema=made, multipart_uploads_enabled=True)
    app.add_url_rule("/graphql", view_func=view)
    app.wsgi_app = WsgiRecordingMiddleware(app.wsgi_app, recorder)  # type: ignore[method-assign]
    return app


def test_flask_with_strawberry_behind_werkzeug(kept: Kept, recorder: Recorder) -> None:
    with werkzeug_serving(flask_app(recorder)) as url:
        ask_in_every_way(url)
    check(kept, recorder, {"errors": 1})


def test_an_upload_to_flask_is_recorded_without_its_file(kept: Kept, recorder: Recorder) -> None:
    operations = json.dumps({"query": '{ hello(name: "upload") }'})
    parts = (("operations", operations), ("map", '{"0": []}'), ("0", "x" * 3_000_000))
    head = '--b\r\nContent-Disposition: form-data; name="{}"{}\r\n\r\n{}\r\n'
    body = "".join(head.format(name, "; filename=f" if name == "0" else "", text) for name, text in parts)
    with werkzeug_serving(flask_app(recorder)) as url:
        answer = ask(url, body=f"{body}--b--\r\n".encode(), kind="multipart/form-data; boundary=b")
    assert answer["data"] == {"hello": "hello upload"}
    assert recorder.flush()
    assert (kept.only.document, kept.only.statuses) == ('{hello(name:"upload")}', {"200": 1})


def test_ariadne_as_wsgi_behind_werkzeug(kept: Kept, recorder: Recorder) -> None:
    with werkzeug_serving(WsgiRecordingMiddleware(WsgiGraphQL(schema(), execute_get_queries=True), recorder)) as url:
        ask_in_every_way(url)
    check(kept, recorder, {"errors": 1})


def test_many_requests_at_once_lose_nothing(kept: Kept, recorder: Recorder) -> None:
    def work(url: str, number: int) -> None:
        for turn in range(10):
            ask(url, {"query": "query ($n: String) { hello(name: $n) }", "variables": {"n": f"{number} {turn}"}})

    with werkzeug_serving(flask_app(recorder)) as url:
        threads = [threading.Thread(target=work, args=(url, number)) for number in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert recorder.flush()
    assert (len(kept.recordings), recorder.written) == (80, 80)


def check_hooks(kept: Kept, recorder: Recorder) -> None:
    assert recorder.flush()
    login, broken, invalid = kept.all
    assert (login.document, login.variables) == RECORDED
    assert (login.times_called, login.statuses) == (2, {"200": 2})
    assert [(one.document, one.statuses) for one in (broken, invalid)] == [
        ("{broken}", {"errors": 1}),
        ("{nonsense}", {"errors": 1}),
    ]


def use_hooks(run: Callable[[dict[str, Any]], Any]) -> None:
    for content in (LOGIN, LOGIN, {"query": "{ broken }"}, {"query": "{ nonsense }"}):
        run(content)


def test_graphql_core(kept: Kept, recorder: Recorder) -> None:
    made, function = schema(), recorded(graphql_sync, recorder)
    use_hooks(lambda content: function(made, content["query"], variable_values=content.get("variables")))
    check_hooks(kept, recorder)


@pytest.mark.parametrize("is_async", [True, False])
def test_strawberrys_extension(kept: Kept, recorder: Recorder, is_async: bool) -> None:
    made = strawberry.Schema(StrawberryQuery, StrawberryMutation, extensions=[strawberry_extension(recorder)])

    def run(content: dict[str, Any]) -> Any:
        given = (content["query"], content.get("variables"))
        return asyncio.run(made.execute(*given)) if is_async else made.execute_sync(*given)

    use_hooks(run)
    check_hooks(kept, recorder)


def test_ariadnes_hooks_in_its_asgi_and_wsgi_applications(kept: Kept, recorder: Recorder) -> None:
    hooks = AriadneHooks(recorder)
    handler = GraphQLHTTPHandler(extensions=[hooks.extension])
    client = TestClient(GraphQL(schema(), query_parser=hooks.parse, http_handler=handler))
    use_hooks(lambda content: client.post("/", json=content))
    check_hooks(kept, recorder)
    kept.recordings.clear()
    app = WsgiGraphQL(schema(), query_parser=hooks.parse, extensions=[hooks.extension])
    with werkzeug_serving(app) as url:
        use_hooks(lambda content: ask(url, content))
    check_hooks(kept, recorder)


_DJANGO = """
import asyncio, json, sys
sys.path[:0] = json.loads(sys.argv[1])
import django
from django.conf import settings
from django.http import HttpResponse, JsonResponse, StreamingHttpResponse
from django.test import AsyncClient, Client, RequestFactory
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import path
from querious import recorder as recording
from harvested import Kept
from querious.harvest import Recorder

kept, made = Kept(), []

def record_to(store, *, redaction, rest, described):
    assert (store, rest) == ("harvest.sqlite", True)
    made.append(Recorder(kept.open, redaction=redaction))
    return made[-1]

recording.record_to = record_to

def view(request):
    if request.content_type == "multipart/form-data":
        return JsonResponse({"data": request.POST["operations"], "files": len(request.FILES)})
    if request.method == "PUT":
        return JsonResponse({"id": 7, "title": json.loads(request.body)["title"]})
    if request.GET.get("crash") and request.body:
        raise LookupError("in the view")
    if request.GET.get("stream"):
        return StreamingHttpResponse(iter([b"1", request.body]))
    content = json.loads(request.body or b"{}")
    return JsonResponse({"errors": [1]} if "broken" in content.get("query", "") else {"data": 1})

async def async_view(request):
    return view(request)

def unread(request):
    return HttpResponse("no", status=401)

urlpatterns = [path("books/<int:key>", lambda request, key: view(request)), path("graphql", view), path("async", async_view), path("unread", unread)]
settings.configure(
    SECRET_KEY="x", ROOT_URLCONF=__name__, ALLOWED_HOSTS=["*"], LOGGING_CONFIG=None,
    MIDDLEWARE=["django.middleware.common.CommonMiddleware", "querious.recorder.django_middleware"],
    QUERIOUS_HARVEST={"store": "harvest.sqlite", "deny": ["$name"]},
)
django.setup()
client = Client(raise_request_exception=False)
login = json.loads(sys.argv[2])

def post(path, content):
    return client.post(path, json.dumps(content), "application/json")

assert post("/graphql", login).json() == {"data": 1}
assert post("/graphql", {"query": "{ broken }"}).json() == {"errors": [1]}
assert post("/graphql?crash=1", {"query": "{ crash }"}).status_code == 500
assert b"".join(post("/graphql?stream=1", {"query": "{ stream }"}).streaming_content).startswith(b"1{")
assert client.get("/graphql", {"query": "{ get }", "variables": '{"name": "Cosmo"}'}).status_code == 200
assert post("/unread", {"query": "{ unread }"}).status_code == 401
upload = {"operations": json.dumps({"query": "{ upload }"}), "map": "{}", "0": SimpleUploadedFile("f", b"x" * 5_000_000)}
assert client.post("/graphql", upload).json()["files"] == 1
assert client.get("/nothing").status_code == 404
assert client.put("/books/7", json.dumps({"title": "A"}), "application/json").json() == {"id": 7, "title": "A"}

async def later():
    answer = await AsyncClient().post("/async", json.dumps({"query": "{ later }"}), "application/json")
    assert answer.json() == {"data": 1}

asyncio.run(later())
assert all([one.flush() for one in made])
print(json.dumps([[one.document, one.variables, one.statuses] for one in kept.all]))
settings.QUERIOUS_HARVEST = {"stores": 1}
try:
    recording.read_settings(settings)
except ValueError as error:
    print(error)
"""


def test_django_sync_and_async() -> None:
    command = [sys.executable, "-c", _DJANGO, json.dumps(sys.path), json.dumps(LOGIN)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env={**os.environ, "PYTHONPATH": ""})
    assert done.returncode == 0, done.stderr
    recordings, complaint = done.stdout.splitlines()
    assert json.loads(recordings) == [
        [*RECORDED, {"200": 1}],
        ["{broken}", {}, {"errors": 1}],
        ["{crash}", {}, {"500": 1}],
        ["{stream}", {}, {"200": 1}],
        ["{get}", {"name": "REDACTED-1"}, {"200": 1}],
        ["{upload}", {}, {"200": 1}],
        ["PUT /books/{id}", {"path": "/books/7", "media": "application/json", "body": {"title": "A"}}, {"200": 1}],
        ["{later}", {}, {"200": 1}],
    ]
    assert complaint == "QUERIOUS_HARVEST has no 'stores': there are store, paths, allow, deny, rest, described"
