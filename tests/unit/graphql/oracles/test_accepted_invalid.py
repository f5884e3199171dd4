from __future__ import annotations

from typing import Any

from querious.graphql.oracles.accepted_invalid import ORACLE


def test_an_invalid_operation_with_an_answer_is_one_finding(api: Any):
    payload = {"data": {"count": 1}}
    assert api.told(ORACLE, payload=payload, flaw="an unknown argument") == [
        ("", "an invalid operation was accepted: an unknown argument")
    ]
    assert api.failing(payload=payload, flaw="an unknown argument") == ["accepted_invalid"]


def test_a_refusal_passes(api: Any):
    assert api.verdict(ORACLE, payload={"errors": [{"message": "no"}]}, flaw="x") == ()
    assert api.verdict(ORACLE, payload={"data": {"count": None}, "errors": [{"message": "no"}]}, flaw="x") == ()
    assert api.verdict(ORACLE, payload={"error": "no"}, status=400, flaw="x") == ()


def test_it_says_nothing_of_valid_operations_and_of_other_answers(api: Any):
    assert api.verdict(ORACLE, payload={"data": {"count": 1}}) is None
    assert api.verdict(ORACLE, body=b"<html>", flaw="x") is None
