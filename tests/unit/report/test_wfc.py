"""The report of the Web Fuzzing Commons, held against its published schema and its catalogue of faults."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml

from querious.model import Coverage, Exchange, Failure, Finding, Request, Run, Severity, rest_case
from querious.model.coverage import CoveredPlaces
from querious.report.context import Context
from querious.report.wfc import CATEGORIES, HTTP_500, OTHER_5XX, TIMEOUT, WRONG_ANSWER, category_of, wfc

COMMONS = Path(__file__).parents[2] / "wfc"
SCHEMA = yaml.safe_load((COMMONS / "report.yaml").read_text())
CATALOGUE = {one["id"]: one["code"] for one in json.loads((COMMONS / "fault_categories.json").read_text())}


def reported(run: Run) -> Any:
    content = json.loads(wfc(run, Context()))
    jsonschema.Draft202012Validator(SCHEMA).validate(content)
    cases = {case["id"] for case in content["testCases"]}
    assert {fault["testCaseId"] for fault in content["faults"]["foundFaults"]} <= cases
    assert content["totalTests"] == len(content["testCases"])
    return content


def found(oracle: str, status: int = 200, **named: Any) -> Finding:
    exchange = Exchange(rest_case(Request("GET", "/books/1")), status, failure=named.pop("failure", None))
    return Finding(oracle, "GET /books/{id}", "something", exchange, **named)


def test_a_run_of_graphql_is_valid(run: Run):
    content = reported(run)
    assert content["problemDetails"] == {}
    assert content["toolName"] == "querious"


def test_a_run_of_rest_names_its_endpoints_statuses_and_faults():
    names = frozenset({"GET /books", "GET /books/{id}"})
    statuses = frozenset({"GET /books 200", "GET /books/{id} 404"})
    coverage = Coverage(
        tuples=names, requested=names, places={"status codes": CoveredPlaces(statuses, statuses, statuses, statuses)}
    )
    findings = (found("server_error", 500), found("echo"), found("partition", severity=Severity.SUSPICION))
    content = reported(Run("x", 1, findings, coverage, protocol="REST", requests=70, elapsed=2.6, notes=("a note",)))
    rest = content["problemDetails"]["rest"]
    assert {"GET:/books", "GET:/books/{id}"} <= set(rest["endpointIds"])
    assert (rest["evaluatedHttpCalls"], rest["outputHttpCalls"]) == (70, 3)
    assert {"endpointId": "GET:/books/{id}", "testCaseId": "run", "httpStatus": [404]} in rest["coveredHttpStatus"]
    codes = [fault["faultCategories"][0]["code"] for fault in content["faults"]["foundFaults"]]
    assert (codes, content["faults"]["totalNumber"]) == ([100, 900], 2)
    assert [warning["displayPriority"] for warning in content["warnings"]] == [2, 3]
    assert content["executionTimeInSeconds"] == 3
    assert {fault["operationId"] for fault in content["faults"]["foundFaults"]} <= set(rest["endpointIds"])


@pytest.mark.parametrize(
    ("finding", "category"),
    [
        (found("server_error", 500), HTTP_500),
        (found("server_error", 503), OTHER_5XX),
        (found("server_error", 501), ("SCHEMA_STATUS_NO_501_IF_IMPLEMENTED", 205)),
        (found("server_fault", 200), HTTP_500),
        (found("connection", 0, failure=Failure.TIMEOUT), TIMEOUT),
        (found("connection", 0, failure=Failure.LOST), WRONG_ANSWER),
        (found("response_schema"), ("SCHEMA_INVALID_RESPONSE", 200)),
        (found("deleted-still-found"), ("HTTP_NONWORKING_DELETE", 113)),
        (found("echo"), WRONG_ANSWER),
    ],
)
def test_findings_have_their_category(finding: Finding, category: tuple[str, int]):
    assert category_of(finding) == category


def test_categories_are_those_of_the_catalogue():
    for category in (*CATEGORIES.values(), HTTP_500, OTHER_5XX, TIMEOUT):
        assert CATALOGUE[category.id] == category.code
    assert WRONG_ANSWER.id not in CATALOGUE
