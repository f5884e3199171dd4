"""Never a false green: everything that can hide an API, with every command that looks for faults that were there before.

Each cell of the table is a fault that was found, an API without that fault, and a trouble in front of it: nobody can
tell then whether the fault is gone, and that is what the user must be told, with exit status 2 or a red test.
"""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime

import pytest

from integration.test_export import FRAMEWORKS, Suite
from querious.export import FORMATS, Example, files_of
from querious.export.example import Wants
from querious.export.formats.rest_formats import REST_FORMATS
from querious.export.rest_example import RestExample
from querious.export.rest_suite import rest_suite
from querious.model.answer_shape import shape_of
from querious.model.recording import CALL, RecordedShape, Recording
from querious.pipeline.export.use_case import Wish
from querious.pipeline.export.use_case import export as export_suite
from querious.store import open_store
from troubled import DESCRIPTION, OF_GRAPHQL, OF_PLACES, SCHEMA, SDL, TROUBLES, Notes, nobody, serving

NOW = datetime(2026, 1, 1, tzinfo=UTC)
QUICK = ("--shrink", "0", "--requests", "60", "--no-save", "--quiet")
SLOW = {"429"}
"""Asked again several times, with pauses: tried with one command alone."""


@pytest.fixture(autouse=True)
def _files(tmp_path):
    (tmp_path / "openapi.json").write_text(json.dumps(DESCRIPTION), encoding="utf-8")
    (tmp_path / "schema.graphql").write_text(SDL, encoding="utf-8")


@pytest.fixture(scope="module")
def notes():
    with serving(Notes()) as notes:
        yield notes


@pytest.fixture
def hidden(notes):
    """What hides the API from each trouble on."""

    def hide(name: str) -> Notes:
        notes.trouble = {**TROUBLES, **OF_PLACES, **OF_GRAPHQL}[name]
        notes.mended = True
        return notes

    notes.trouble, notes.mended = None, False
    yield hide
    notes.trouble, notes.mended = None, False


def could_not_tell(result) -> None:
    told = result.stdout + result.stderr
    assert result.returncode == 2, told
    assert "gone" not in told
    assert "could not tell" in told.lower() or "nothing could be" in told or "nothing was" in told, told


@pytest.fixture
def found(called, notes, hidden, tmp_path):
    """A saved run with a finding, and how it is replayed."""
    del hidden

    def find(kind: str):
        served = {**DESCRIPTION, "servers": [{"url": notes.url}]}
        (tmp_path / "served.json").write_text(json.dumps(served), encoding="utf-8")
        line = {
            "rest": ("run", "openapi.json", "--url", notes.url, *QUICK),
            "graphql": ("run", f"{notes.url}/graphql", *QUICK),
            "state": ("crud", "served.json", "--tests", "1", "--parallel", "0", "--quiet"),
        }[kind]
        result = called(*line, "--json", f"{kind}.json")
        assert result.returncode == 1, result.stdout + result.stderr
        target = {
            "rest": ("--target", notes.url, "--schema", "openapi.json"),
            "graphql": ("--target", f"{notes.url}/graphql", "--schema", "schema.graphql"),
            "state": ("--target", "served.json"),
        }[kind]
        return lambda: called("replay", f"{kind}.json", *target, "--quiet")

    return find


@pytest.mark.parametrize("kind", ["rest", "graphql", "state"])
def test_a_replay_that_is_hidden_could_not_tell(found, hidden, notes, kind):
    replay = found(kind)
    troubles = {**TROUBLES, **OF_PLACES, **(OF_GRAPHQL if kind == "graphql" else {})}
    for name in troubles.keys() - (SLOW if kind == "state" else set()):
        hidden(name)
        could_not_tell(replay())
    notes.trouble = None
    result = replay()
    assert (result.returncode, "gone" in result.stdout) == (0, True), result.stdout + result.stderr


@pytest.mark.parametrize("name", ["401", "503 with a wait", "login page"])
def test_a_sequence_whose_end_is_hidden_could_not_tell(found, notes, name):
    replay = found("state")
    notes.mended = True

    def refuse_changes(handler, _):
        notes.trouble = TROUBLES[name] if handler.command == "PUT" else None

    notes.before = refuse_changes
    try:
        could_not_tell(replay())
    finally:
        notes.before = lambda *_: None


def recordings():
    note = {"id": "1", "text": "one", "rank": 1}
    for path, answer in (("/api/notes", [note]), ("/api/notes/1", note)):
        shapes = {"200": RecordedShape("application/json", shape_of(answer))}
        yield Recording(f"GET {path}", {"path": path}, NOW, NOW, path, CALL, statuses={"200": 1}, shapes=shapes)


@pytest.mark.parametrize("name", [*TROUBLES, *OF_GRAPHQL])
def test_recordings_that_are_hidden_could_not_tell(called, hidden, tmp_path, name):
    with open_store(str(tmp_path / "calls.sqlite")) as store:
        store.add(recordings())
    with open_store(str(tmp_path / "queries.sqlite")) as store:
        store.add([Recording("query A { notes { id text } }", {}, NOW, NOW, "A", "query", statuses={"200": 1})])
    url = nobody() if name == "closed" else hidden(name).url
    line = ("replay", "queries.sqlite", "--target", f"{url}/graphql", "--schema", "schema.graphql", "--quiet")
    could_not_tell(called(*line))
    if name in TROUBLES:
        could_not_tell(called("replay", "calls.sqlite", "--target", url, "--quiet"))


@pytest.mark.parametrize("name", [*(name for name in TROUBLES if name != "closed"), *OF_PLACES, *OF_GRAPHQL])
def test_a_run_that_is_hidden_stops_early_and_says_so(called, hidden, name):
    notes = hidden(name)
    lines = [("run", f"{notes.url}/graphql", "--schema", "schema.graphql")]
    if name not in OF_GRAPHQL:
        lines.append(("run", "openapi.json", "--url", notes.url))
    for line in lines:
        before = notes.asked
        could_not_tell(called(*line, "--requests", "5000", "--time", "5m", "--no-save", "--quiet"))
        assert notes.asked - before < 400


@pytest.mark.parametrize("name", ["401", "503", "login page", "unauthenticated"])
def test_what_compares_two_versions_tells_which_one_is_hidden(called, hidden, name):
    with serving(Notes()) as well:
        well.mended = True
        url = hidden(name).url
        diff = ("diff", f"{well.url}/graphql", f"{url}/graphql", "--schema", "schema.graphql", "--requests", "80")
        could_not_tell(called(*diff, "--quiet"))
        if name in TROUBLES:
            diff = ("diff", well.url, url, "--schema", "openapi.json", "--requests", "80", "--quiet")
            could_not_tell(called(*diff))
    learn = ("learn", f"{url}/graphql", "--schema", "schema.graphql", "--requests", "80", "--quiet")
    could_not_tell(called(*learn))


def names_of(troubles):
    """A name for each trouble that may stand in a query and in a document."""
    return {f"Hidden{number}": name for number, name in enumerate(troubles)}


def rest_tests(folder, framework):
    """Two tests for each trouble: one that looks for a fault of the server alone, and one that knows what to expect."""
    tests = []
    for name in names_of(TROUBLES):
        tests.append(RestExample("GET /api/size", f"/api/size?by={name}"))
        known = {"status": 200, "answer_media": ("application/json",), "answer": []}
        tests.append(RestExample("GET /api/notes", f"/api/notes?by={name}", **known))
    for name, text in files_of(rest_suite(tests), REST_FORMATS[framework], "querious export").items():
        (folder / name).write_text(text, encoding="utf-8")
    return len(tests)


def graphql_tests(folder, framework):
    """One test for each trouble that only looks for faults of the server."""
    names = names_of({**TROUBLES, **OF_GRAPHQL})
    tests = [Example(f"query {name} {{ size }}", {}, wants=Wants.SOUND) for name in names]
    done = export_suite(SCHEMA, tests, Wish())
    for name, text in files_of(done.scripts, FORMATS[framework], "querious export").items():
        (folder / name).write_text(text, encoding="utf-8")
    return len(tests)


@pytest.mark.parametrize("framework", FRAMEWORKS)
@pytest.mark.parametrize("write", [rest_tests, graphql_tests])
def test_an_exported_test_that_is_hidden_is_red_and_says_why(tmp_path, framework, write):
    tests = write(tmp_path, framework)
    known = names_of({**TROUBLES, **OF_GRAPHQL})

    def hide(handler, body):
        asked = re.search(r"Hidden\d+", f"{handler.path} {body.decode()}")
        notes.trouble = {**TROUBLES, **OF_GRAPHQL}[known[asked[0]]]

    with serving(Notes()) as notes:
        notes.before = hide
        status, told = Suite(framework, tmp_path).run(f"{notes.url}/graphql", API_URL=notes.url)
    assert status != 0
    counted = {"pytest": f"{tests} failed", "phpunit": f"Failures: {tests}", "vitest": f"{tests} failed ({tests})"}
    assert counted[framework] in told, told[-3000:]
    assert len(re.findall(r"could not tell: ", told)) >= tests, told
