from __future__ import annotations

import json

import pytest

from querious.harvest.notes import ObservedRequest, ReceivedRequest, noted
from querious.harvest.rest_calls import call_of, is_api_answer, may_call
from querious.model.recording import RecordedShape
from querious.text.redaction import Redaction

JSON = "application/json"


def note(method, path, query="", body=None, status=200, answer=None, answer_type=JSON, redaction=None):
    content = b"" if body is None else json.dumps(body).encode()
    request = ReceivedRequest(method, query, JSON if body is not None else "", content, path)
    told = b"" if answer is None else json.dumps(answer).encode()
    return noted(ObservedRequest(request, status, 0.5, 0.0, told, answer_type), redaction or Redaction())


def test_a_call_is_kept_with_the_look_of_its_answer_and_not_with_what_it_says():
    (kept,) = note("GET", "/books/17", "full=true", answer={"id": 17, "owner": "Ann"})
    assert (kept.document, kept.operation_name, kept.kind) == ("GET /books/{id}", "GET /books/{id}", "call")
    assert kept.variables == {"path": "/books/17?full=true"}
    assert (kept.statuses, kept.latency.total) == ({"200": 1}, 0.5)
    assert kept.shapes["200"].schema["properties"] == {"id": {"type": "integer"}, "owner": {"type": "string"}}
    assert "Ann" not in repr(kept)


def test_secrets_are_replaced_in_paths_queries_and_bodies():
    sent = {"user": {"password": "hunter22", "name": "Ann"}, "note": "write to ann@example.com"}
    (kept,) = note("POST", "/users/ann@example.com/login", "token=abc&page=2", sent, 201, {"token": "x"})
    assert kept.document == "POST /users/{id}/login"
    assert kept.variables["path"] == "/users/redacted-1@example.invalid/login?token=REDACTED-1&page=2"
    assert kept.variables["body"]["user"] == {"password": "REDACTED-2", "name": "Ann"}
    assert "ann@example.com" not in repr(kept)


def test_a_place_in_a_body_can_be_denied():
    (kept,) = note("POST", "/users", body={"first": "Ann"}, status=201, redaction=Redaction(deny=["$body.first"]))
    assert kept.variables["body"] == {"first": "REDACTED-1"}


@pytest.mark.parametrize(
    ("method", "status", "answer_type", "wanted"),
    [
        ("GET", "200", JSON, True),
        ("GET", "404", "application/problem+json; charset=utf-8", True),
        ("DELETE", "204", "", True),
        ("POST", "201", "", True),
        ("GET", "200", "text/html", False),
        ("GET", "200", "", False),
        ("GET", "304", "", False),
        ("GET", "302", JSON, False),
        ("GET", "lost", JSON, False),
    ],
)
def test_what_is_no_answer_of_an_api_is_not_kept(method, status, answer_type, wanted):
    assert is_api_answer(method, status, answer_type) is wanted


def test_pages_and_files_are_no_calls():
    assert may_call("GET", "/books", "")
    assert not may_call("GET", "/static/app.js", "")
    assert not may_call("TRACE", "/books", "")
    assert not may_call("GET", "", "")


def test_forms_are_read_and_bodies_that_are_no_json_are_not_kept():
    form = call_of("POST", "/login", "", "application/x-www-form-urlencoded", b"a=1&b=2&b=3&c=")
    assert form is not None
    assert form.body == {"a": "1", "b": ["2", "3"], "c": ""}
    assert call_of("POST", "/books", "", JSON, b"{") is None
    assert call_of("POST", "/books/1/approve", "", "", b"") is not None


def test_answers_that_are_not_looked_at_still_tell_their_media_type():
    (kept,) = note("GET", "/books", answer=None)
    assert kept.shapes == {"200": RecordedShape(JSON, None)}
    assert note("GET", "/books", answer_type="text/html") == []
