from __future__ import annotations

from typing import Any

import pytest

from querious.oracles.server_error import ORACLE


@pytest.mark.parametrize("status", [500, 502, 504, 599])
@pytest.mark.parametrize("flaw", ["", "an unknown field"])
def test_any_status_from_500_up_is_one_finding(api: Any, status: int, flaw: str):
    assert api.failing(status=status, body=b"oh no", flaw=flaw) == ["server_error"]


def test_a_graphql_error_inside_gives_words_and_place(api: Any):
    error = {"message": "'NoneType' object has no attribute 'name'", "path": ["project", "owner", "name"]}
    payload = {"errors": [error], "data": None}
    verdict = api.verdict(ORACLE, "{ project { owner { name } } }", payload, status=500)
    assert verdict[0].coordinate == "User.name"
    assert verdict[0].message == f"HTTP 500 Internal Server Error: {error['message']}"
    assert verdict[0].path == "data.project.owner.name"


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (b"<html><head><title>KeyError at /graphql</title>", ": KeyError at /graphql"),
        (b"boom", ": boom"),
        (b"Internal Server Error", ""),
        (b"", ""),
        (b"x" * 5000, ""),
    ],
)
def test_a_page_is_told_by_its_title(api: Any, body: bytes, said: str):
    assert api.told(ORACLE, body=body, status=500) == [("", f"HTTP 500 Internal Server Error{said}")]


def test_data_beside_a_5xx_is_one_finding_whatever_it_holds(api: Any):
    for payload in ({"data": {"version": "1"}}, {"data": {"version": "2" * 500}}, {"data": None}):
        told = [
            (verdict.coordinate, verdict.message) for verdict in api.verdict(ORACLE, "{ version }", payload, status=500)
        ]
        assert told == [("", "HTTP 500 Internal Server Error with data and without errors")]


@pytest.mark.parametrize(
    ("status", "headers", "body"),
    [
        (503, {"retry-after": "5"}, b""),
        (503, {}, b"Rate limit exceeded"),
        (429, {}, b""),
    ],
)
def test_a_limit_is_no_fault(api: Any, status: int, headers: dict[str, str], body: bytes):
    assert api.verdict(ORACLE, status=status, headers=headers, body=body) is None
    assert api.failing(status=status, headers=headers, body=body) == []


def test_a_plain_503_is_a_fault(api: Any):
    assert api.told(ORACLE, status=503, body=b"down") == [("", "HTTP 503 Service Unavailable: down")]


def test_below_500_passes(api: Any):
    assert api.verdict(ORACLE, status=404, body=b"") == ()


@pytest.mark.parametrize(
    "error",
    [
        {"message": "Cannot query field 'x' on type 'Query'."},
        {"message": "Syntax Error: Unexpected Name 'x'.", "locations": [{"line": 1, "column": 1}]},
        {"message": "There is no project 7", "extensions": {"code": "NOT_FOUND"}, "path": ["project"]},
    ],
)
def test_polite_refusals_with_a_5xx_are_one_finding_whatever_they_refuse(api: Any, error: dict[str, Any]):
    told = api.told(ORACLE, "{ project { name } }", {"errors": [error]}, status=500)
    assert told == [("", "HTTP 500 Internal Server Error for a request that the words of the answer refuse")]
