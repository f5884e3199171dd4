from __future__ import annotations

from typing import Any

import pytest

from querious.graphql.oracles.envelope import ORACLE
from querious.model import Severity

OK = {"count": 1}
FAULT, SUSPICION = Severity.FAULT, Severity.SUSPICION


def error(**rest: Any) -> dict[str, Any]:
    return {"message": "Not found", **rest}


BROKEN = [
    ({}, "neither data nor errors", FAULT),
    ([], "expected a response map, got a list", FAULT),
    (None, "expected a response map, got null", FAULT),
    ("x", "expected a response map, got a bare value", FAULT),
    ({"extensions": {}}, "neither data nor errors", FAULT),
    ({"message": "hi"}, "neither data nor errors", FAULT),
    ({"data": None}, "data is null, and no error says why", FAULT),
    ({"data": None, "errors": []}, "data is null, and no error says why", FAULT),
    ({"errors": []}, "the response map has no data", FAULT),
    ({"errors": None}, "the response map has no data", FAULT),
    ({"data": []}, "data must be a map or null", FAULT),
    ({"data": "x", "errors": [error()]}, "data must be a map or null", FAULT),
    ({"data": OK, "errors": None}, "errors is null", SUSPICION),
    ({"data": OK, "errors": []}, "errors is an empty list", FAULT),
    ({"data": OK, "errors": {}}, "errors must be a list", FAULT),
    ({"data": OK, "errors": ["x"]}, "an error must be a map", FAULT),
    ({"data": OK, "errors": [{}]}, "message that is a string", FAULT),
    ({"data": OK, "errors": [{"message": None}]}, "message that is a string", FAULT),
    ({"data": OK, "errors": [error(extensions=[])]}, "extensions of an error must be a map", FAULT),
    ({"data": OK, "errors": [error(locations={})]}, "locations of an error must be a list", FAULT),
    ({"data": OK, "errors": [error(locations=[{"line": 1}])]}, "a map with line and column", FAULT),
    ({"data": OK, "errors": [error(locations=[5])]}, "a map with line and column", FAULT),
    ({"data": OK, "errors": [error(locations=[{"line": True, "column": 1}])]}, "a map with line and column", FAULT),
    ({"data": OK, "errors": [error(locations=[{"line": 1, "column": 0}])]}, "start at 1", SUSPICION),
    ({"data": OK, "errors": [error(path="count")]}, "path of an error must be a list", FAULT),
    ({"data": OK, "errors": [error(path=["count", 1.5])]}, "path of an error must be a list", FAULT),
    ({"data": OK, "errors": [error(path=["other"])]}, "starts at no key of the operation", FAULT),
    ({"data": {}, "errors": [error(path=["count"])]}, "leads nowhere in data", FAULT),
    ({"data": OK, "errors": [error(path=["count", "x"])]}, "leads nowhere in data", FAULT),
    ({"data": OK, "errors": [error(path=["count"])]}, "both an error and a value", SUSPICION),
    ({"data": OK, "status": 200}, 'that no specification knows: "status"', FAULT),
    ({"data": OK, "extensions": []}, "extensions must be a map", FAULT),
]


@pytest.mark.parametrize(("payload", "words", "severity"), BROKEN)
def test_what_the_specification_forbids(api: Any, payload: Any, words: str, severity: Severity):
    verdict = api.verdict(ORACLE, payload=payload)
    assert [(words in finding.message, finding.severity) for finding in verdict] == [(True, severity)]


ALLOWED = [
    {"data": OK},
    {"data": OK, "extensions": {"cost": 1}},
    {"data": OK, "extensions": None},
    {"data": OK, "hasNext": False},
    {"errors": [error()]},
    {"data": None, "errors": [error()]},
    {"data": None, "errors": [error(path=["anything", 0])]},
    {"errors": [error(path=["query Found", "count"])]},
    {"errors": [error(path=None, locations=None, extensions=None, errorType="X")]},
    {"errors": [error(path=[], locations=[])]},
    {"data": {"count": None}, "errors": [error(path=["count"], locations=[{"line": 1, "column": 3}])]},
]


@pytest.mark.parametrize("payload", ALLOWED)
def test_what_it_allows_or_what_everybody_does(api: Any, payload: Any):
    assert not api.verdict(ORACLE, payload=payload)


def test_a_path_may_lead_through_lists_to_where_a_parent_was_nulled(api: Any):
    payload = {"data": {"projects": [{"owner": None}]}, "errors": [error(path=["projects", 0, "owner", "name"])]}
    assert not api.verdict(ORACLE, "{ projects { owner { name } } }", payload)


def test_a_path_past_the_end_of_a_list_leads_nowhere(api: Any):
    payload = {"data": {"projects": []}, "errors": [error(path=["projects", 0, "name"])]}
    assert api.told(ORACLE, "{ projects { name } }", payload) == [
        ("Project.name", "the path of an error leads nowhere in data")
    ]


def test_a_path_may_start_at_an_alias_inside_a_fragment(api: Any):
    payload = {"data": {"c": None}, "errors": [error(path=["c"])]}
    assert not api.verdict(ORACLE, "{ ... on Query { c: count } }", payload)


def test_the_same_flaw_in_many_errors_is_one_finding(api: Any):
    errors = [error(path=["other"]) for _ in range(50)]
    assert len(api.verdict(ORACLE, payload={"data": OK, "errors": errors})) == 1


@pytest.mark.parametrize("payload", [{"message": "Forbidden"}, {"detail": "x"}, []])
@pytest.mark.parametrize("status", [401, 403, 429])
def test_a_gateway_may_refuse_in_json_of_its_own(api: Any, status: int, payload: Any):
    assert api.verdict(ORACLE, payload=payload, status=status) is None


def test_an_invalid_operation_may_be_refused_in_any_json(api: Any):
    assert api.verdict(ORACLE, payload={"detail": "bad"}, status=400, flaw="x") is None
    assert api.told(ORACLE, payload={"detail": "bad"}, status=400) == [
        ("", "the response map has neither data nor errors (status 400)")
    ]


def test_it_says_nothing_of_what_is_no_json(api: Any):
    assert api.verdict(ORACLE, body=b"<html>") is None
    assert api.verdict(ORACLE, payload={}, status=500) is None
