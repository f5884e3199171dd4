from __future__ import annotations

from typing import Any

import pytest

from querious.graphql.oracles.refused_valid import ORACLE, carries_custom_scalar

UNKNOWN = {
    "message": 'Cannot query field "count" on type "Query".',
    "extensions": {"code": "GRAPHQL_VALIDATION_FAILED"},
}
VALUE = {"message": 'Variable "$d" got invalid value "x"; nope', "extensions": {"code": "BAD_USER_INPUT"}}
WITH_DATE = 'query($d: Date) { search(text: "x", day: $d) { __typename } }'


def test_a_valid_operation_that_is_refused_is_one_finding(api: Any):
    told = api.told(ORACLE, payload={"errors": [UNKNOWN]}, status=400)
    assert told == [("", 'a valid operation was refused: Cannot query field "count" on type "Query".')]
    assert api.failing(payload={"errors": [UNKNOWN, UNKNOWN]}, status=400) == ["refused_valid"]


@pytest.mark.parametrize("payload", [{"errors": [UNKNOWN]}, {"data": None, "errors": [UNKNOWN]}])
def test_with_or_without_a_null_beside_it(api: Any, payload: Any):
    assert len(api.verdict(ORACLE, payload=payload)) == 1


def test_an_invalid_operation_may_be_refused(api: Any):
    assert api.verdict(ORACLE, payload={"errors": [UNKNOWN]}, flaw="x") is None
    assert api.failing(payload={"errors": [UNKNOWN]}, flaw="x") == []


@pytest.mark.parametrize(
    "message",
    [
        "'' exceeds maximum operation depth of 5",
        "Not authorized",
        "GraphQL introspection is not allowed",
        "Query is too complex",
    ],
)
def test_limits_and_credentials_are_no_refusal_of_the_operation(api: Any, message: str):
    error = {"message": message, "extensions": {"code": "GRAPHQL_VALIDATION_FAILED"}}
    assert api.verdict(ORACLE, payload={"errors": [error]}) is None


def test_a_value_of_a_custom_scalar_may_be_refused(api: Any):
    assert api.verdict(ORACLE, WITH_DATE, {"errors": [VALUE]}, variables={"d": "x"}) is None
    assert api.failing(WITH_DATE, {"errors": [VALUE]}, variables={"d": "x"}) == []


def test_a_value_of_a_built_in_scalar_may_not(api: Any):
    query = "query($d: Int) { projects(first: $d) { id } }"
    assert len(api.verdict(ORACLE, query, {"errors": [VALUE]}, variables={"d": 1})) == 1


def test_neither_may_a_field_beside_a_custom_scalar(api: Any):
    assert len(api.verdict(ORACLE, WITH_DATE, {"errors": [UNKNOWN]}, variables={"d": "x"})) == 1


def test_an_answer_passes_and_a_user_error_is_for_others(api: Any):
    assert api.verdict(ORACLE, payload={"data": {"count": 1}}) == ()
    assert api.verdict(ORACLE, payload={"data": None, "errors": [{"message": "Not found", "path": ["count"]}]}) is None


def test_a_crash_before_execution_is_for_server_fault(api: Any):
    errors = [UNKNOWN, {"message": "java.lang.NullPointerException"}]
    assert api.failing(payload={"errors": errors}) == ["server_fault"]


@pytest.mark.parametrize(
    ("query", "variables", "carries"),
    [
        ("{ count }", {}, False),
        ('{ search(text: "x", day: "2020") { __typename } }', {}, True),
        ('{ search(text: "x", day: null) { __typename } }', {}, False),
        ("query($f: Filter) { projects(filter: $f) { id } }", {"f": {"all": [{"since": "2020"}]}}, True),
        ("query($f: Filter) { projects(filter: $f) { id } }", {"f": {"all": [{"name": "x", "other": 1}]}}, False),
        ("{ projects(filter: 5) { id } }", {}, False),
        ("{ nothing(day: 1) }", {}, False),
        ("{ count(day: 1) }", {}, False),
    ],
)
def test_custom_scalars_are_found_at_any_depth(api: Any, query: str, variables: dict[str, Any], carries: bool):
    assert carries_custom_scalar(api.case(query, variables), api.schema) is carries
