from __future__ import annotations

from typing import Any

import pytest

from querious.answers.fault.triage import Triage
from querious.graphql.oracles import outcome
from querious.model import Failure

AT = {"path": ["count"]}
ROWS = [
    ({"payload": {"data": {"count": 1}}}, "data"),
    ({"payload": {"data": {"count": None}}}, "data"),
    ({"payload": {"data": {"count": 1}, "errors": [{"message": "Not found", **AT}]}}, "partial data"),
    ({"payload": {"data": {"count": None}, "errors": [{"message": "Not found", **AT}]}}, "user error"),
    ({"payload": {"data": {"count": 1}, "errors": [{"message": "list index out of range", **AT}]}}, "server fault"),
    ({"payload": {"data": None, "errors": [{"message": "Nope", **AT}]}}, "unexplained error"),
    ({"payload": {"data": None, "errors": [{"message": "Not authorized", **AT}]}}, "authorisation"),
    ({"payload": {"errors": [{"message": "Query is too complex"}]}}, "limit"),
    ({"payload": {"errors": [{"message": "Syntax Error: x"}]}, "status": 400}, "refused"),
    ({"payload": {"errors": [{"message": "Nope"}, {"message": "Not found"}]}}, "unexplained error"),
    ({"payload": {"data": None}}, "not GraphQL"),
    ({"payload": {}}, "not GraphQL"),
    ({"payload": []}, "not GraphQL"),
    ({"body": b"<html>"}, "not GraphQL"),
    ({"body": b"<html>", "status": 403}, "authorisation"),
    ({"payload": {"message": "x"}, "status": 413}, "limit"),
    ({"body": b"", "status": 429}, "limit"),
    ({"body": b"", "status": 503, "headers": {"retry-after": "1"}}, "limit"),
    ({"body": b"", "status": 500}, "server fault"),
    ({"failure": Failure.TIMEOUT, "status": 0}, "lost"),
]


@pytest.mark.parametrize(("answer", "word"), ROWS)
def test_one_word_for_every_answer(api: Any, answer: dict[str, Any], word: str):
    exchange = api.exchange(**answer)
    assert outcome(exchange) == outcome(exchange, Triage()) == word
