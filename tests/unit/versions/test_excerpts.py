from __future__ import annotations

import pytest

from querious.model import Exchange, Failure, graphql_case
from querious.model.operation import Operation
from querious.versions.errors import ReportedError
from querious.versions.excerpts import error_text, response_text, text

CASE = graphql_case(0, Operation("query", "", "Query", ()), "{ a }", {})


@pytest.mark.parametrize(
    ("errors", "expected"),
    [
        ([], "no error"),
        ([ReportedError("", "no", "No")], "error: No"),
        ([ReportedError("BAD", "no", "No"), ReportedError("", "", "")], "error BAD: No"),
    ],
)
def test_of_errors_the_first_is_shown(errors, expected):
    assert error_text(errors) == expected


@pytest.mark.parametrize(
    ("exchange", "expected"),
    [
        (Exchange(CASE, 200, payload={"data": {}}, is_json=True), "status 200"),
        (Exchange(CASE, 502, body=b"<html>"), "status 502, not JSON"),
        (Exchange(CASE, 0, failure=Failure.UNREACHABLE), Failure.UNREACHABLE.value),
    ],
)
def test_a_response_is_shown_by_how_it_came(exchange, expected):
    assert response_text(exchange) == expected


def test_a_long_value_is_cut():
    assert text(["ü"]) == '["ü"]'
    assert len(text("x" * 1000)) == 300
