"""Tests exported for a REST API, run by the frameworks they are for, against an API that answers as before and one that does not."""

from __future__ import annotations

import json
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest

from integration.test_export import FRAMEWORKS, VITEST, Suite
from querious.export import files_of
from querious.export.formats.rest_formats import REST_FORMATS
from querious.export.rest_suite import distinct, rest_suite
from querious.harvest.form_parts import read_form
from querious.model import Case, Exchange, Finding, Request, Run, Severity
from querious.model.answer_shape import shape_of
from querious.model.recording import CALL, RecordedShape, Recording
from querious.model.rest_call import RestCall
from querious.pipeline.export.rest_examples import RestPromises, examples_of_calls, examples_of_findings
from querious.report import json_report
from querious.rest.openapi import read_openapi
from querious.store import open_store
from querious.text.path_templates import template_of
from servers import answering, respond

if TYPE_CHECKING:
    from http.server import BaseHTTPRequestHandler

NOW = datetime(2026, 1, 1, tzinfo=UTC)
BOOK = {"id": 1, "title": "A \"quoted\" 'title' $x `y`", "tags": ["a"], "author": None, "price": 2.0}
DESCRIPTION = {
    "openapi": "3.1.0",
    "info": {"title": "Library", "version": "1"},
    "servers": [{"url": "/api"}],
    "paths": {
        "/books/{id}": {
            "get": {
                "responses": {
                    "200": {
                        "description": "",
                        "content": {
                            "application/json": {
                                "schema": {
                                    "type": "object",
                                    "required": ["id"],
                                    "properties": {
                                        "id": {"type": "integer"},
                                        "title": {"type": "string"},
                                        "author": {
                                            "type": ["object", "null"],
                                            "required": ["name"],
                                            "properties": {"name": {"type": "string"}},
                                        },
                                    },
                                }
                            }
                        },
                    }
                }
            }
        }
    },
}


@contextmanager
def serving(api):
    with answering(api) as url:
        yield url.removesuffix(urlsplit(url).path)


class Api:
    """``/api/books``, ``/api/books/1``, a form, and what it does wrong."""

    def __init__(self) -> None:
        self.book = dict(BOOK)
        self.status = 200
        self.media = "application/json; charset=utf-8"
        self.sent: list[str] = []
        self.headers: list[dict[str, str]] = []

    def __call__(self, handler: BaseHTTPRequestHandler, body: bytes) -> None:
        self.sent.append(f"{handler.command} {handler.path} {body.decode()}".strip())
        self.headers.append({name.lower(): value for name, value in handler.headers.items()})
        answers = {
            "/api/books": [self.book],
            "/api/books/1": self.book,
            "/api/me": {"detail": "who are you?"},
            "/api/login": {"ok": True},
            "/api/covers": {"ok": True},
        }
        path = handler.path.partition("?")[0]
        status = 401 if path == "/api/me" else self.status if path in answers else 404
        text = json.dumps(answers.get(path, {"detail": "no"})).encode()
        respond(handler, text, status, self.media)


@pytest.fixture
def api():
    return Api()


def recorded(method, path, answer, status="200", **variables):
    name = f"{method} {template_of(path.partition('?')[0])}"
    shapes = {status: RecordedShape("application/json", shape_of(answer))}
    return Recording(name, {"path": path, **variables}, NOW, NOW, name, CALL, statuses={status: 2}, shapes=shapes)


CALLS = [
    recorded("GET", "/api/books?limit=2", [BOOK]),
    recorded("GET", "/api/books/1", BOOK),
    recorded("GET", "/api/books/77", {"detail": ""}, "404"),
    recorded("GET", "/api/me", {"detail": ""}, "401"),
    recorded(
        "POST", "/api/books", [BOOK], media="application/json", body={"title": BOOK["title"], "more": {}, "n": 1.5}
    ),
    recorded(
        "GET", "/api/books?limit=3", [BOOK], headers={"x-shop": "7", "cookie": "theme=dark", "x-token": "REDACTED-1"}
    ),
    recorded(
        "POST",
        "/api/covers",
        {"ok": True},
        media="multipart/form-data",
        body={"title": "é", "page": ["1", "2"], "cover": {"filename": "a.csv", "content": "x;y\n"}},
        headers={"x-shop": "7"},
    ),
    recorded(
        "POST", "/api/login", {"ok": True}, media="application/x-www-form-urlencoded", body={"a": ["1", "é&"], "b": ""}
    ),
]


def written(framework, folder, calls=CALLS, description=None, findings=()):
    promises = RestPromises(description)
    found = examples_of_calls(calls, promises, failing=True, mutations=True)
    wrong = examples_of_findings(findings, promises, mutations=True)
    assert not found.left_out
    assert not wrong.left_out
    scripts = rest_suite(distinct([*found.examples, *wrong.examples]))
    for name, text in files_of(scripts, REST_FORMATS[framework], "querious export").items():
        (folder / name).write_text(text, encoding="utf-8")
    return Suite(framework, folder)


@pytest.mark.parametrize("framework", FRAMEWORKS)
def test_green_where_the_api_answers_as_before_and_red_where_it_does_not(framework, tmp_path, api):
    suite = written(framework, tmp_path)
    with serving(api) as url:
        status, told = suite.run("", API_URL=url)
        assert status == 0, told
        (made,) = [line.partition("{") for line in api.sent if line.startswith("POST /api/books")]
        assert json.loads("{" + made[2]) == CALLS[4].variables["body"]
        assert "POST /api/login a=1&a=%C3%A9%26&b=" in api.sent
        (shop,) = [api.headers[place] for place, line in enumerate(api.sent) if "limit=3" in line]
        assert (shop["x-shop"], shop["cookie"], "x-token" in shop) == ("7", "theme=dark", False)
        (place,) = [place for place, line in enumerate(api.sent) if line.startswith("POST /api/covers")]
        assert api.headers[place]["x-shop"] == "7"
        form = read_form(api.headers[place]["content-type"], api.sent[place].partition(" /api/covers ")[2].encode())
        assert form == CALLS[6].variables["body"]
        del api.book["title"]
        api.book["tags"] = [7]
        status, told = suite.run("", API_URL=url)
    assert status != 0
    assert "body.title: missing" in told
    assert "body[0].tags[0]: integer (7), but string was promised" in told
    status, told = suite.run("")
    assert status == 0
    assert "API_URL is not set" in told or framework == "vitest"


def test_each_way_in_which_an_answer_differs_turns_a_test_red(tmp_path, api):
    suite = written("pytest", tmp_path, CALLS[1:2])
    with serving(api) as url:
        for change, said in (
            ({"media": "text/html"}, "assert 'text/html' == 'application/json'"),
            ({"status": 401}, "could not tell: the API refused access"),
        ):
            vars(api).update({"status": 200, "media": "application/json"} | change)
            status, told = suite.run("", API_URL=url)
            assert (status, said in told) == (1, True), told


@pytest.mark.skipif(not (VITEST / "typescript").is_dir(), reason="TypeScript is not installed: npm ci in tests/vitest")
def test_what_is_written_for_vitest_passes_a_strict_compiler(tmp_path):
    suite = written("vitest", tmp_path)
    assert suite.compiled() == (0, "")


def finding(oracle, path, status, payload, media="application/json"):
    case = Case(0, RestCall("GET", path), Request("GET", path))
    body = json.dumps(payload).encode()
    exchange = Exchange(case, status, {"content-type": media}, body, payload, is_json=True)
    return Finding(oracle, "GET /books/{id}", "it is wrong", exchange, Severity.FAULT)


def test_a_finding_is_a_test_that_is_red_as_long_as_it_is_there(tmp_path, api):
    description = read_openapi(json.dumps(DESCRIPTION), "openapi.json")
    wrong = {**BOOK, "author": {"name": None}}
    found = [finding("server_error", "/api/books/1", 500, {}), finding("response_schema", "/api/books/1", 200, wrong)]
    suite = written("pytest", tmp_path, [], description, found)
    api.book, api.status = wrong, 500
    with serving(api) as url:
        assert "2 failed" in suite.run("", API_URL=f"{url}/api")[1]
        api.status = 200
        told = suite.run("", API_URL=f"{url}/api")[1]
        assert "1 failed, 1 passed" in told
        assert "body.author.name: null (null), but string was promised" in told
        api.book = BOOK
        assert "2 passed" in suite.run("", API_URL=f"{url}/api")[1]


def test_findings_that_no_test_could_see_are_left_out():
    seen = finding("server_error", "/api/books/1", 500, {})
    several = replace(seen, trace=(seen.exchange, seen.exchange))
    unseen = finding("response_schema", "/api/books/1", 200, BOOK)
    doubtful = replace(seen, severity=Severity.SUSPICION)
    promises = RestPromises(read_openapi(json.dumps(DESCRIPTION), "openapi.json"))
    examples, left_out = examples_of_findings([several, unseen, doubtful], promises, mutations=False)
    assert examples == []
    assert [one.reason.partition(":")[0] for one in left_out] == [
        "it compares several answers and a test looks at one",
        "a test does not look at what is wrong",
        "a suspicion is no fault",
    ]


def test_the_command_exports_a_store_and_a_run_by_the_description(called, tmp_path):
    (tmp_path / "openapi.json").write_text(json.dumps(DESCRIPTION))
    (tmp_path / "run.json").write_text(
        json_report.dump(Run("shop", 1, findings=(finding("server_error", "/api/books/1", 500, {}),), protocol="REST"))
    )
    again = recorded("GET", "/api/books/2", BOOK)
    with open_store(str(tmp_path / "h.sqlite")) as store:
        store.add([*CALLS, again])
    line = ["export", "h.sqlite", "run.json", "--schema", "openapi.json", "--output", "tests", "--minimise"]
    told = called(*line).stdout
    assert "1 request left out, because another test asks the same way." in told
    assert "6  the description has no such operation: " in told
    assert "1  every recorded call failed (--failing exports it)" in told
    assert "2 tests in 2 files in tests: 4 files written, 0 unchanged." in told
    text = (tmp_path / "tests" / "test_get_books_id.py").read_text()
    assert 'ask("GET", "/books/1")' in text
    assert '"author": ("null", {"name": "string"})' in text
    assert '"title": "string"' in text
    assert "0 files written, 4 unchanged" in called(*line).stdout
    assert called("export", "h.sqlite", "--output", "alone").returncode == 0
    assert (tmp_path / "alone" / "test_get_api_books.py").exists()


def test_recorded_calls_are_replayed_and_held_against_what_was_recorded(called, tmp_path, api):
    (tmp_path / "openapi.json").write_text(json.dumps(DESCRIPTION))
    secret = recorded("GET", "/api/books?token=REDACTED-1", [BOOK])
    with open_store(str(tmp_path / "h.sqlite")) as store:
        store.add([*CALLS, secret])
    with serving(api) as url:
        told = called("replay", "h.sqlite", "--target", f"{url}/api", "--mutations", "--quiet")
        assert (told.returncode, "0 of 8 recordings failed." in told.stdout) == (0, True), told.stdout
        assert "1x  it holds values that were redacted when it was recorded" in told.stdout
        assert called("replay", "h.sqlite", "--target", url, "--quiet").stdout.count("sent only with --mutations") == 1
        api.book = {**BOOK, "title": None, "author": {"name": 1}}
        told = called("replay", "h.sqlite", "--target", url, "--schema", "openapi.json", "--quiet")
        assert told.returncode == 1
        assert "body.title: null (null), but string was promised" in told.stdout
        assert "body[0].title: null (null)" in told.stdout
        api.status = 503
        told = called("replay", "h.sqlite", "--target", url, "--quiet")
        assert (told.returncode, "the answer was HTTP 503 (service unavailable)" in told.stdout) == (2, True)
        api.status = 500
        assert "answered with 500, recorded 200" in called("replay", "h.sqlite", "--target", url, "--quiet").stdout
    told = called("replay", "h.sqlite", "--target", url, "--quiet")
    assert (told.returncode, "Could not tell of 5." in told.stdout) == (2, True), told.stdout
