"""Testing the state of a service from end to end in process: limits, clean-up, dry runs, and who may be written to."""

from __future__ import annotations

import itertools
import json
from dataclasses import replace

import pytest
from starlette.applications import Starlette
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from dictionary import Dictionary
from querious import demo
from querious.demo.rest.describing import description
from querious.demo.rest.shop import opened_shop
from querious.errors import ConfigError, QueriousError
from querious.execute.bridge import open_bridge
from querious.model import Request, Settings, rest_case
from querious.model.state import Command, Delete, Ending, Outcome
from querious.model.state_settings import StateSettings
from querious.pipeline.state import use_case
from querious.state.journal import FileJournal, read_journal
from querious.state.sequence import Commands
from services.storage_room import COLLECTION, storage_room

SETTINGS = Settings(seed=1, requests=None, seconds=None)
QUICK = StateSettings(tests=2, steps=6, only=("authors",))
WRITING = {"POST", "PUT", "PATCH", "DELETE"}


def crud(target, settings, asked, observer=None, journal=None):
    return use_case.crud(target, replace(settings, state=asked), observer, journal)


def crud_dry(target, settings, asked):
    return use_case.crud_dry(target, replace(settings, state=asked))


def crud_clean_up(path, target, settings, asked):
    return use_case.crud_clean_up(path, target, replace(settings, state=asked))


class Seen:
    """An application, and what it is asked; ``before`` may stand in its way, ``after`` cut off its answer."""

    def __init__(self, app, before=lambda number, method, path: None, after=lambda number, method, path: None) -> None:
        self.app, self.asked, self.before, self.after = app, [], before, after

    async def __call__(self, scope, receive, send):
        if scope["type"] != "http":
            return await self.app(scope, receive, send)
        self.asked.append((scope["method"], scope["path"]))
        asked = (len(self.asked), scope["method"], scope["path"])
        answer = self.before(*asked)
        if answer is not None:
            return await answer(scope, receive, send)
        await self.app(scope, receive, send)
        self.after(*asked)
        return None

    @property
    def written(self):
        return [line for line in self.asked if line[0] in WRITING]


def notes(*, keep=()):
    """A service of one collection with its description; ``keep`` are methods of items that it refuses."""
    there, keys = {}, itertools.count(1000)

    def shown(key):
        return {"id": key, "text": there[key]}

    async def all_notes(request):
        if request.method == "GET":
            return JSONResponse([shown(key) for key in there])
        key = next(keys)
        there[key] = (await request.json())["text"]
        return JSONResponse(shown(key), 201)

    async def note(request):
        key = request.path_params["id"]
        if key not in there:
            return Response(status_code=404)
        if request.method in keep:
            return Response(status_code=403)
        if request.method == "DELETE":
            del there[key]
            return Response(status_code=204)
        return JSONResponse(shown(key))

    async def described(request):
        return JSONResponse(DESCRIPTION)

    routes = [
        Route("/openapi.json", described),
        Route("/notes", all_notes, methods=["GET", "POST"]),
        Route("/notes/{id:int}", note, methods=["GET", "DELETE"]),
    ]
    app = Starlette(routes=routes)
    app.state.there = there
    return app


NOTE = {"type": "object", "properties": {"text": {"type": "string", "maxLength": 5}}, "required": ["text"]}
BODY = {"content": {"application/json": {"schema": NOTE}}}
DESCRIPTION = {
    "openapi": "3.1.0",
    "info": {"title": "Notes", "version": "1"},
    "paths": {
        "/notes": {
            "get": {"responses": {"200": {"description": "all"}}},
            "post": {"requestBody": {**BODY, "required": True}, "responses": {"201": {"description": "made"}}},
        },
        "/notes/{id}": {
            "parameters": [{"name": "id", "in": "path", "required": True, "schema": {"type": "integer"}}],
            "get": {"responses": {"200": {"description": "one", **BODY}, "404": {"description": "none"}}},
            "delete": {"responses": {"204": {"description": "gone"}, "404": {"description": "none"}}},
        },
    },
}


def test_a_run_tells_what_was_done(tmp_path):
    run = crud(demo.create_rest_app(), SETTINGS, QUICK, None, tmp_path / "calm.jsonl")
    assert (run.seed, run.state.name, run.ended, run.interrupted, run.state.left) == (1, "calm", "", False, 0)
    assert not run.failed
    assert run.notes[0] == "collections were found by OpenAPI, /openapi.json"
    (tested,) = run.state.collections
    assert (tested.name, tested.delete) == ("authors", Delete.HARD)
    assert tested.tests >= 2
    assert run.requests > 20


@pytest.mark.unmeasured
def test_the_same_seed_asks_the_same():
    asked = []
    for seed in (1, 1, 2):
        app = Seen(demo.create_rest_app())
        crud(app, replace(SETTINGS, seed=seed), StateSettings(tests=3, steps=6, parallel=0, only=("coupons",)))
        asked.append(app.asked)
    assert asked[0] == asked[1]
    assert asked[0] != asked[2]


def test_a_budget_of_requests_is_kept_but_for_cleaning_up_and_the_rest_is_not_begun():
    app = Seen(demo.create_rest_app())
    run = crud(app, replace(SETTINGS, requests=40), StateSettings())
    assert run.ended == "40 requests"
    assert run.requests < 60
    tested, *others = run.state.collections
    assert tested.tests
    assert [one.delete for one in others] == [None] * 5, "no other collection was probed"
    assert not {path.split("/")[1] for _, path in app.written} - {"authors"}


def test_time_is_kept():
    run = crud(demo.create_rest_app(), replace(SETTINGS, seconds=0.3), StateSettings())
    assert run.ended == "0.3 s"
    assert run.elapsed < 5


@pytest.mark.parametrize("meaning", Delete)
@pytest.mark.unmeasured
def test_what_deleting_is_promised_to_mean_is_held_to(meaning):
    run = crud(demo.create_rest_app(), SETTINGS, replace(QUICK, delete_means=meaning))
    assert run.state.collections[0].delete is meaning
    assert run.failed == (meaning is not Delete.HARD)


def test_a_shared_service_may_be_changed_by_others():
    def meddling(number, method, path):
        if method == "POST":
            app.app.state.there[number] = "by others"

    for shared in (False, True):
        app = Seen(notes(), before=meddling)
        run = crud(app, SETTINGS, StateSettings(tests=1, steps=5, shared=shared))
        assert run.failed is not shared


def test_parallel_programs_are_run_where_they_are_asked_for():
    found = []
    for parallel in (0, 2):
        app = Seen(notes())
        crud(app, SETTINGS, StateSettings(tests=1, steps=2, parallel=parallel))
        found.append(len(app.asked))
    assert found[0] < found[1]


# ------------------------------------------------------------------ what is refused


@pytest.mark.parametrize("step", [crud, lambda *given: list(crud_dry(*given))])
def test_a_collection_that_is_not_there_is_told_with_those_that_are(step):
    app = Seen(demo.create_rest_app())
    with pytest.raises(ConfigError) as error:
        step(app, SETTINGS, StateSettings(only=("pens",)))
    assert str(error.value).startswith("Unknown collection 'pens'. Available: authors, books, ")
    assert app.written == []


def test_no_collection_at_all(tmp_path):
    path = tmp_path / "openapi.json"
    path.write_text(json.dumps({"openapi": "3.1.0", "info": {}, "paths": {"/ping": {"get": {"responses": {}}}}}))
    with pytest.raises(QueriousError) as error:
        crud(str(path), SETTINGS, StateSettings(url="http://127.0.0.1:9"))
    assert "No collection was found at http://127.0.0.1:9" in str(error.value)


@pytest.fixture
def elsewhere(monkeypatch):
    """Whatever is tested is not this machine."""
    monkeypatch.setattr("querious.pipeline.state.service.is_this_machine", lambda service: False)


@pytest.mark.parametrize("make", [demo.create_rest_app, demo.create_app], ids=["OpenAPI", "GraphQL"])
def test_nothing_is_written_to_another_machine_unless_that_is_said(elsewhere, tmp_path, make):
    app = Seen(make())
    for step in (crud, lambda *given: crud_clean_up(_journal(tmp_path), *given)):
        app.asked.clear()
        with pytest.raises(
            ConfigError, match=r"is not this machine, and testing its state writes to it\. Allow that with --write"
        ):
            step(app, SETTINGS, StateSettings())
        assert {path for _, path in app.written} <= {"/", "/graphql"}
        assert len(app.asked) < 16, "only the description was looked for"
        assert {path for _, path in app.asked} & {"/books", "/authors"} == set()


def _journal(folder):
    path = folder / "left.jsonl"
    lines = [{"target": "x", "url": "", "template": ""}, {"posting": "authors", "given": {}, "entry": {"name": "a"}}]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path


def opened_with(name, monkeypatch):
    """What the transport was opened with, again and again; there is no delay all the same."""
    seen = []

    def opened(service, settings, **how):
        seen.append(how[name])
        return open_bridge(service, settings, **{**how, "delay": 0.0})

    monkeypatch.setattr("querious.pipeline.state.service.open_bridge", opened)
    return seen


def test_with_the_word_of_the_user_it_is_written_to_slowly(elsewhere, monkeypatch):
    delays = opened_with("delay", monkeypatch)
    run = crud(notes(), SETTINGS, StateSettings(tests=1, steps=3, write=True))
    assert run.state.collections[0].tests
    crud(notes(), SETTINGS, StateSettings(tests=1, steps=3, write=True, delay=0.2))
    assert delays == [0.5, 0.2]


def test_on_this_machine_there_is_no_delay(monkeypatch):
    delays = opened_with("delay", monkeypatch)
    list(crud_dry(notes(), SETTINGS, StateSettings()))
    assert delays == [0.0]


# ------------------------------------------------------------------------ dry runs


@pytest.mark.parametrize(
    ("make", "name"),
    [(demo.create_rest_app, "books/comments"), (demo.create_app, "reviews")],
    ids=["OpenAPI", "GraphQL"],
)
def test_a_dry_run_shows_what_would_be_sent_and_writes_nothing(make, name):
    app = Seen(make())
    sent = []

    async def listening(scope, receive, send):
        async def heard():
            message = await receive()
            sent.append(message.get("body", b""))
            return message

        await app(scope, heard, send)

    lines = dict(crud_dry(listening, SETTINGS, StateSettings()))
    assert any(line.startswith(f"{name}: ") for line in lines)
    assert isinstance(lines[f"  post {name}"], dict)
    assert {path for _, path in app.written} <= {"/", "/graphql"}
    assert not [body for body in sent if b"mutation" in body.replace(b"mutationType", b"")]


def test_a_dry_run_of_one_collection_tells_its_commands_and_needs():
    lines = [line for line, _ in crud_dry(demo.create_rest_app(), SETTINGS, StateSettings(only=("books",)))]
    assert lines[0] == "books: delete, get, list, patch, post, put, needs authors"
    assert {line.split(" ")[-1] for line in lines[1:]} == {"books", "KEY"}


# ----------------------------------------------------------------------- clean-up


@pytest.fixture
def interrupted_after(monkeypatch):
    """Run, with a Ctrl-C after the request of this number was carried out and before its answer is read."""
    import querious.pipeline.state.service as pipeline  # noqa: PLC0415 - what is replaced in it

    def start(app, at, *given):
        seen = []

        def opened(service, settings, *, observe, **how):
            def interrupt(exchange):
                seen.append(exchange)
                observe(exchange)
                if len(seen) == at:
                    raise KeyboardInterrupt

            return open_bridge(service, settings, observe=interrupt, **how)

        monkeypatch.setattr(pipeline, "open_bridge", opened)
        return crud(app, *given)

    return start


@pytest.mark.parametrize("at", range(1, 40, 3))
def test_ctrl_c_at_any_request_leaves_nothing(interrupted_after, tmp_path, at):
    app = Seen(notes())
    run = interrupted_after(app, at, SETTINGS, StateSettings(tests=4, steps=6), None, tmp_path / "run.jsonl")
    assert (run.interrupted, run.ended, run.state.left) == (True, "interrupted", 0)
    assert app.app.state.there == {}


def test_ctrl_c_in_nested_collections_leaves_nothing(interrupted_after, tmp_path):
    fresh = demo.create_rest_app()
    for at in (5, 14, 38):
        app = Seen(demo.create_rest_app())
        asked = StateSettings(tests=2, steps=4, only=("books/comments",))
        run = interrupted_after(app, at, SETTINGS, asked, None, tmp_path / f"{at}.jsonl")
        assert (run.interrupted, run.state.left) == (True, 0)
        assert everything(app) == everything(fresh)


def everything(app):
    """All lists of the shop, but for what every change moves on."""

    from services.transport import send_to  # noqa: PLC0415 - httpx is slow to load

    wire = send_to(app)
    paths = ["/authors", "/books", "/books/1/comments", "/tasks", "/coupons", "/shelves"]
    return [wire(rest_case(Request("GET", path))).payload for path in paths]


def test_ctrl_c_that_the_engine_hides_behind_an_error_of_its_own(monkeypatch, tmp_path):
    """Interrupted between two lines of its own, Hypothesis fails an assertion on the way out."""

    def hiding(*given):
        error = AssertionError()
        error.__context__ = KeyboardInterrupt()
        raise error

    monkeypatch.setattr("querious.state.collection_test.walk", hiding)
    run = crud(notes(), SETTINGS, StateSettings(), None, tmp_path / "run.jsonl")
    assert run.interrupted


def test_an_error_of_ours_leaves_nothing_either(monkeypatch, tmp_path):
    def failing(collection, entries, making, **more):
        making.post(entries[0])
        raise ZeroDivisionError

    monkeypatch.setattr("querious.state.collection_test.learn", failing)
    app = notes()
    run = crud(app, SETTINGS, StateSettings(), None, tmp_path / "run.jsonl")
    assert [(error.part, error.message) for error in run.errors] == [("collection", "ZeroDivisionError")]
    assert app.state.there == {}


@pytest.mark.parametrize("collection", ["tasks", "shelves", "books/comments"])
@pytest.mark.unmeasured
def test_the_journal_knows_at_any_request_what_a_kill_would_leave(monkeypatch, tmp_path, collection):
    shop, path = opened_shop(), tmp_path / "run.jsonl"
    monkeypatch.setattr("querious.demo.rest.app.opened_shop", lambda: shop)
    before = {name: set(table.entries) for name, table in shop.tables.items()}
    unknown = []

    def look(number, method, place):
        left = read_journal(path)[1] if path.exists() else []
        for name, table in shop.tables.items():
            known = [one for one in left if one.collection.endswith(name)]
            ours = {key for key, entry in table.entries.items() if not entry.trashed} - before[name]
            strangers = ours - {one.key for one in known}
            if len(strangers) > sum(not one.key for one in known):
                unknown.append((number, method, place, strangers))

    app = Seen(demo.create_rest_app(), after=look)
    run = crud(app, SETTINGS, StateSettings(tests=3, steps=8, only=(collection,)), None, path)
    assert run.state.left == 0
    assert unknown == []


def test_what_put_makes_is_written_down_before_it_is_sent(tmp_path):
    """Also what it makes anew after it was deleted: a kill would leave it."""
    journal = FileJournal(tmp_path / "run.jsonl", {"target": "x", "url": "", "template": ""})
    books = Dictionary(wrong={"put": lambda self, key, entry: Outcome(Ending.DONE, key)})
    commands = Commands(books, {}, journal)
    key = commands.do(Command.POST, "", {"title": "a"}).key
    commands.do(Command.DELETE, key)
    for written in (key, "new"):
        commands.do(Command.PUT, written, {"title": "b"})
        assert written in [one.key for one in read_journal(journal.path)[1]]


def test_what_is_needed_and_cannot_be_removed_is_not_made_either():
    """Comments need a book; books cannot be deleted."""
    described = description()
    del described["paths"]["/books/{book_id}"]["delete"]

    def answered(number, method, path):
        if path == "/openapi.json":
            return JSONResponse(described)
        return (
            Response(status_code=405)
            if method == "DELETE" and path.startswith("/books/") and path.count("/") == 2
            else None
        )

    app = Seen(demo.create_rest_app(), before=answered)
    run = crud(app, SETTINGS, StateSettings(tests=1, steps=2, only=("books/comments",)))
    assert app.asked.count(("POST", "/books")) == 0
    assert run.state.left == 0
    assert run.state.collections[0].left_out


def test_an_entry_of_others_with_the_same_values_is_not_taken_for_ours(interrupted_after, tmp_path):
    """Ctrl-C before the first post was carried out: what has its values was there before."""
    path = tmp_path / "run.jsonl"
    app = notes()
    crud(app, SETTINGS, StateSettings(tests=1, steps=2), None, path)
    texts = {json.loads(line)["entry"]["text"] for line in path.read_text().splitlines() if "posting" in line}
    app.state.there.update(enumerate(texts))
    before = dict(app.state.there)

    def refusing(number, method, path):
        return Response(status_code=503) if method == "POST" else None

    seen = Seen(app, before=refusing)
    path.unlink()
    first = 3  # the list that is written down, then the first post
    run = interrupted_after(seen, first, SETTINGS, StateSettings(tests=1, steps=2), None, path)
    assert run.interrupted
    assert app.state.there == before


def test_what_is_made_although_the_answer_is_a_failure_is_removed_all_the_same(tmp_path):
    """The service makes the entry, then it crashes."""

    def lost(number, method, path):
        if method == "POST" and number > 12 and not slow:
            slow.append(number)
            raise RuntimeError("after all was done")

    slow = []
    app = Seen(notes(), after=lost)
    crud(app, SETTINGS, StateSettings(tests=3, steps=6), None, tmp_path / "run.jsonl")
    assert slow
    assert app.app.state.there == {}


def test_what_cannot_be_removed_is_counted_and_can_be_removed_later(tmp_path):
    path = tmp_path / "run.jsonl"
    keep = ["DELETE"]
    app = notes(keep=keep)
    run = crud(app, SETTINGS, StateSettings(), None, path)
    assert run.state.collections[0].left_out == ("entries cannot be removed again: delete failed: refused")
    assert run.state.left == len(app.state.there) == 3
    removed, stays = crud_clean_up(path, app, SETTINGS, StateSettings())
    assert (removed, len(stays)) == (0, 3)
    keep.clear()
    assert crud_clean_up(path, app, SETTINGS, StateSettings()) == (3, [])
    assert app.state.there == {}
    assert read_journal(path)[1] == []
    assert crud_clean_up(path, app, SETTINGS, StateSettings()) == (0, ())


def test_a_collection_without_delete_is_never_written_to():
    app = Seen(notes())
    description = json.loads(json.dumps(DESCRIPTION))
    del description["paths"]["/notes/{id}"]["delete"]

    def described(number, method, path):
        return JSONResponse(description) if path == "/openapi.json" else None

    app.before = described
    try:
        run = crud(app, SETTINGS, StateSettings())
    except ConfigError as error:
        assert "delete" in str(error).lower()  # noqa: PT017 - either is right
    else:
        assert run.state.collections[0].left_out == "entries could not be removed again: there is no delete"
    assert app.written == []


def test_the_journal_says_how_to_come_back_without_secrets(tmp_path):
    (tmp_path / "entry.json").write_text('{"name": "nonempty_string()"}')
    path = tmp_path / "run.jsonl"
    with demo.start_rest() as server:
        target = f"{server.url.replace('://', '://bob:hunter2@')}/authors"
        asked = StateSettings(tests=1, steps=2, template=str(tmp_path / "entry.json"))
        run = crud(target, SETTINGS, asked, None, path)
    about, left = read_journal(path)
    assert about == {"target": f"{server.url}/authors", "url": "", "template": str(tmp_path / "entry.json")}
    assert left == []
    assert "hunter2" not in path.read_text() + str(run.notes) + run.target


# ------------------------------------------------------------- entries that are wrapped


def test_a_version_within_an_entry_is_the_service_s_own(tmp_path, monkeypatch):
    """Storage Room, by a template: what the service says of an entry stands beside its fields, one level down."""
    (tmp_path / "comment.json").write_text('{"entry": {"name": "nonempty_string()", "rating": "int(1, 5)"}}')
    app = storage_room(hard_delete=True)
    monkeypatch.setattr(
        "querious.pipeline.state.service.open_bridge",
        lambda service, settings, **how: open_bridge(app, settings, **how),
    )
    asked = StateSettings(template=str(tmp_path / "comment.json"), tests=4, steps=8)
    run = crud(f"http://storage.localhost{COLLECTION}/entries", SETTINGS, asked)
    assert [one.message for one in run.findings] == []
    assert run.state.collections[0].tests >= 4


@pytest.mark.parametrize("promise", [None, Delete.HARD])
@pytest.mark.unmeasured
def test_the_mutations_of_the_graphql_demo_are_tested_whatever_is_promised(promise):
    app = demo.create_app(())
    asked = StateSettings(tests=2, steps=4, parallel=1, delete_means=promise, put_merges=promise is not None)
    run = crud(app, SETTINGS, asked)
    assert [one.name for one in run.state.collections] == ["reviews", "orders", "suppliers"]
    assert [one.left_out for one in run.state.collections] == ["", "", ""]
    assert (run.findings, run.state.left) == ((), 0)


@pytest.mark.unmeasured
def test_a_fault_of_the_graphql_demo_is_found():
    run = crud(demo.create_app(("update-not-kept",)), SETTINGS, StateSettings(tests=2, only=("suppliers",)))
    assert run.failed
    steps = run.findings[0].sequence.steps
    documents = [exchange.case.document for step in steps for exchange in step.outcome.exchanges]
    assert all("website" not in text for text in documents), "no more is asked than what shows it"
    assert max(map(len, documents)) < 130
