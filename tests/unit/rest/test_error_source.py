from __future__ import annotations

from dataclasses import replace

import pytest

from querious.answers.fault.triage import ErrorKind
from querious.model import Exchange, Request, rest_case
from querious.oracles import leak, server_error
from querious.rest.error_source import RestErrorSource, reason_of

TRACE = 'Traceback (most recent call last):\n  File "/srv/api.py", line 12, in create\nValueError: no'


def exchange(status: int, payload, body=None, path: str = "/books") -> Exchange:
    request = Request("POST", path, body, has_body=body is not None)
    return Exchange(rest_case(request), status, payload=payload, is_json=True)


@pytest.mark.parametrize(
    ("status", "payload", "kind"),
    [
        (422, {"detail": "title must not be empty"}, ErrorKind.USER_ERROR),
        (401, {"message": "Unauthorized"}, ErrorKind.AUTHORISATION),
        (500, {"detail": "NoneType object has no attribute 'id'"}, ErrorKind.SERVER_FAULT),
        (500, {"errors": [{"message": "NoneType object has no attribute 'id'"}]}, ErrorKind.SERVER_FAULT),
    ],
)
def test_a_body_under_an_error_status_is_one_error(status, payload, kind):
    (error,) = RestErrorSource().errors(exchange(status, payload))
    assert (error.kind, error.where) == (kind, "body")


@pytest.mark.parametrize(
    "payload",
    [
        {"errors": [{"message": "disk full"}, {"message": "no"}]},
        {"errors": ["disk full"]},
        {"error": {"message": "disk full", "code": 7}},
        {"error": "disk full"},
        {"message": "disk full", "errors": [{"message": "other"}]},
    ],
)
def test_the_words_of_an_error_are_found_where_frameworks_put_them(payload):
    (error,) = RestErrorSource().errors(exchange(500, payload))
    assert error.error["message"] == "disk full"


@pytest.mark.parametrize(("status", "payload"), [(200, {"message": "created"}), (404, None), (400, ["no"])])
def test_what_is_no_error_reports_none(status, payload):
    assert RestErrorSource().errors(exchange(status, payload)) == ()


def test_a_stack_trace_in_a_refusal_is_a_leak_unless_it_was_sent():
    (finding,) = leak.ORACLE.judge(exchange(400, {"detail": "no", "debug": TRACE}), RestErrorSource())
    assert finding.deployment
    assert finding.path.endswith(".debug")
    echoed = exchange(400, {"detail": TRACE}, {"title": TRACE})
    assert not leak.ORACLE.judge(echoed, RestErrorSource())


def test_a_refusal_whose_words_are_a_stack_trace_gives_that_away():
    (finding,) = leak.ORACLE.judge(exchange(404, {"title": "Not found", "detail": TRACE}), RestErrorSource())
    assert finding.message == "an error gives away a stack trace (in message)"


def test_the_body_of_a_crash_is_shown_as_it_came():
    crashed = exchange(500, {"title": "Oops", "detail": "it broke"})
    (finding,) = server_error.ORACLE.judge(replace(crashed, body=b'{"title": "Oops"}'), RestErrorSource())
    assert finding.excerpt == '{"title": "Oops"}'


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("Validation failed for GET /books?limit=9&kind=a%20b", "Validation failed for GET "),
        ("limit=9&kind=a b: no such kind", ": no such kind"),
        ("limit must be at most 5", "limit must be at most 5"),
    ],
)
def test_the_reason_of_a_refusal_is_not_the_address_that_was_asked(said, expected):
    assert reason_of(exchange(400, {"detail": said}, path="/books?limit=9&kind=a%20b")) == expected
