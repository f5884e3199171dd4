from __future__ import annotations

from typing import Any

import pytest

from querious.graphql.oracles.server_fault import ORACLE
from querious.model import Severity

NONE = "'NoneType' object has no attribute 'name'"
QUERY = "{ projects { owner { name } } }"


def failed(*path: str | int, message: str = NONE, **rest: Any) -> dict[str, Any]:
    return {"message": message, "path": list(path), **rest}


def test_a_crash_under_status_200_is_one_finding_with_its_place(api: Any):
    payload = {"data": {"projects": [{"owner": None}]}, "errors": [failed("projects", 0, "owner", "name")]}
    verdict = api.verdict(ORACLE, QUERY, payload)
    assert [(f.coordinate, f.message, f.severity, f.path) for f in verdict] == [
        ("User.name", f"server fault: {NONE}", Severity.FAULT, "data.projects[0].owner.name")
    ]
    assert NONE in verdict[0].excerpt
    assert api.failing(QUERY, payload) == ["server_fault"]


def test_the_same_crash_at_many_items_is_one_finding(api: Any):
    errors = [failed("projects", number, "owner", "name") for number in range(30)]
    payload = {"data": {"projects": [{"owner": None}] * 30}, "errors": errors}
    assert api.failing(QUERY, payload) == ["server_fault"]


def test_different_crashes_are_different_findings_up_to_a_bound(api: Any):
    letters = "abcdefghijklmnopqrstuvwxyz"
    errors = [failed("count", message=f"Cannot read properties of undefined {letter}") for letter in letters]
    errors += [failed("count", message=f"{letter} is not a function") for letter in letters]
    assert len(api.verdict(ORACLE, payload={"data": {"count": None}, "errors": errors})) == 20


def test_polite_errors_pass(api: Any):
    payload = {"data": {"count": None}, "errors": [failed("count", message="Not found")]}
    assert api.verdict(ORACLE, payload=payload) == []
    assert api.failing(payload=payload) == []


def test_what_nobody_can_place_is_a_suspicion(api: Any):
    verdict = api.verdict(ORACLE, payload={"data": {"count": None}, "errors": [failed("count", message="Nope")]})
    assert [(f.coordinate, f.message, f.severity) for f in verdict] == [
        ("Query.count", "an unclassified error: Nope", Severity.SUSPICION)
    ]


def test_an_invalid_operation_may_be_refused_in_any_words_but_those_of_a_crash(api: Any):
    assert api.failing(payload={"errors": [{"message": "Nope"}]}, flaw="x") == []
    assert api.failing(payload={"errors": [{"message": "list index out of range"}]}, flaw="x") == ["server_fault"]


def test_the_message_may_name_the_field(api: Any):
    error = {"message": "Cannot return null for non-nullable field Project.name."}
    assert api.told(ORACLE, payload={"data": None, "errors": [error]})[0][0] == "Project.name"


def test_a_message_without_words_is_told(api: Any):
    error = {"message": "", "extensions": {"code": "INTERNAL_SERVER_ERROR"}}
    assert api.told(ORACLE, payload={"errors": [error]}) == [("", "server fault: (no message)")]


def test_a_value_that_is_repeated_does_not_change_the_fingerprint(api: Any):
    query = 'mutation { rename(id: 1, name: "%s") { id } }'
    verdicts = [
        api.verdict(
            ORACLE,
            query % name,
            {"data": {"rename": None}, "errors": [failed("rename", message=f"list index out of range: {name}")]},
        )
        for name in ("the first name", "quite another")
    ]
    assert verdicts[0][0].fingerprint == verdicts[1][0].fingerprint
    assert "the first name" in verdicts[0][0].message


def test_an_answer_without_errors_passes(api: Any):
    assert api.verdict(ORACLE, payload={"data": {"count": 1}}) == ()


@pytest.mark.parametrize("more", [{"body": b"<html>"}, {"payload": []}, {"payload": {}, "status": 500}])
def test_it_says_nothing_where_others_have_spoken(api: Any, more: dict[str, Any]):
    assert api.verdict(ORACLE, **more) is None
