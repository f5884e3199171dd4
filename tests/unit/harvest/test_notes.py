from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

import pytest

from harvested import posted
from querious.harvest.notes import ObservedRequest, ReceivedRequest, noted, redacted, statuses_of
from querious.harvest.request_operations import RequestedOperation
from querious.model.recording import Latency, Recording
from querious.text.redaction import Redaction

MOMENT = datetime(2024, 5, 6, 7, 8, 9, tzinfo=UTC)
REDACTION = Redaction()


def note(asked: Any, status: int | str = 200, answer: Any = None) -> list[Recording]:
    body = b"" if answer is None else json.dumps(answer).encode()
    return noted(ObservedRequest(asked, status, 0.25, MOMENT.timestamp(), body), REDACTION)


def test_a_request_becomes_a_recording() -> None:
    (recording,) = note(posted("query Q ( $p: String ) { login(password: $p) }", p="hunter2"), 500)
    assert recording == Recording(
        "query Q($p:String){login(password:$p)}",
        {"p": "REDACTED-1"},
        created_at=MOMENT,
        updated_at=MOMENT,
        operation_name="Q",
        kind="query",
        times_called=1,
        statuses={"500": 1},
        latency=Latency(1, 0.25, 0.25),
    )


def test_each_operation_of_a_batch_has_its_own_errors() -> None:
    batch = [{"query": "query A { a }"}, {"query": "no"}, {"query": "mutation B { b }"}, {"query": "{ c }"}]
    request = ReceivedRequest("POST", "", "application/json", json.dumps(batch).encode())
    answer = [{"data": {}}, {"errors": [{}]}, {"errors": [{}]}, {"errors": []}]
    assert [(one.operation_name, one.statuses) for one in note(request, 200, answer)] == [
        ("A", {"200": 1}),
        ("B", {"errors": 1}),
        ("", {"200": 1}),
    ]


def test_errors_count_only_at_the_top_of_an_answer_that_says_all_is_well() -> None:
    for status, answer, expected in (
        (200, {"errors": [1], "data": None}, "errors"),
        (200, {"data": {"errors": [1]}}, "200"),
        (200, {"data": {"a": '"errors"'}}, "200"),
        (400, {"errors": [1]}, "400"),
        ("errors", None, "errors"),
    ):
        assert note(posted("{ a }"), status, answer)[0].statuses == {expected: 1}
    cut = noted(ObservedRequest(posted("{ a }"), 200, 0.1, MOMENT.timestamp(), b'{"errors": ['), REDACTION)
    assert cut[0].statuses == {"200": 1}


@pytest.mark.parametrize(
    ("status", "answer", "statuses"),
    [
        ("", b"", ["", ""]),
        ("200", b'{"data": {}}', ["200", "200"]),
        ("200", b'{"errors": [1]}', ["errors", "200"]),
        ("200", b'[{"data": 1}, {"errors": [1]}, {"errors": [1]}]', ["200", "errors"]),
        ("200", b'"errors" is no JSON', ["200", "200"]),
        ("500", b'{"errors": [1]}', ["500", "500"]),
    ],
)
def test_good_statuses_with_errors_are_told_apart(status: str, answer: bytes, statuses: list[str]) -> None:
    assert statuses_of(status, answer, 2) == statuses


def test_a_hash_is_kept_until_the_text_is_seen() -> None:
    found = redacted(RequestedOperation("", "abc", "Q", {"token": "t"}), REDACTION)
    assert found == ("", {"token": "REDACTED-1"}, "Q", "", "abc")


def test_the_hash_of_a_text_with_a_secret_in_it_is_not_kept() -> None:
    plain = redacted(RequestedOperation("{a(n:1)}", "abc", "", {}), REDACTION)
    secret = redacted(RequestedOperation('{a(pin:"1234")}', "abc", "", {}), REDACTION)
    assert (plain.document_hash, secret.document_hash) == ("abc", "")


def test_what_is_no_graphql_is_no_recording() -> None:
    assert note(posted("shoes")) == []
    assert note(ReceivedRequest("POST", "", "application/json", b"[]")) == []
