from __future__ import annotations

import contextlib

from querious.model.rest_call import RestArgument, RestCall
from querious.rest.call_requests import call_case
from querious.rest.cases.smaller import smaller_cases
from querious.rest.openapi import RestOperation
from querious.rest.openapi.operations import RestParameter

ID = RestParameter("id", "path", required=True, schema={}, style="simple")
OPERATION = RestOperation("post", "/books/{id}", parameters=(ID,))
CALL = RestCall(
    "POST", "/books/{id}", (RestArgument("path", "id", "17"), RestArgument("query", "dry", True)),
    "application/json", {"title": "long title", "tags": ["a", "b", "c"], "deep": {"x": 100, "y": 2}},
)  # fmt: skip


def shrunk(shows, is_valid=lambda _: True, operation=OPERATION):
    best = call_case(3, CALL, OPERATION)
    candidates = smaller_cases((best,), lambda _: operation, is_valid, "")
    answer = None
    try:
        while True:
            (case,) = candidates.send(answer)
            answer = shows(case.call)
            best = case if answer else best
    except StopIteration:
        return best.call


def test_what_is_not_needed_goes():
    assert shrunk(lambda call: call.body.get("deep", {}).get("x", 0) > 10) == RestCall(
        "POST", "/books/{id}", (RestArgument("path", "id", "1"),), "application/json", {"deep": {"x": 12}}
    )


def test_a_valid_case_stays_valid():
    def is_valid(call):
        return "title" in call.body

    assert set(shrunk(lambda _: True, is_valid).body) == {"title"}


def test_a_request_that_nobody_knows_is_left_as_it_is():
    assert shrunk(lambda _: True, operation=None) == CALL


def test_a_flaw_stays():
    def is_valid(call):
        return "deep" not in call.body

    best = call_case(3, CALL, OPERATION, flaw="body member `deep` is not a string")
    candidates = smaller_cases((best,), lambda _: OPERATION, is_valid, "")
    answer = None
    while (case := next(candidates, None) if answer is None else _sent(candidates, answer)) is not None:
        best, answer = case[0], True
    assert "deep" in best.call.body
    assert best.flaw


def _sent(candidates, answer):
    try:
        return candidates.send(answer)
    except StopIteration:
        return None


def test_a_key_stays_one_step_of_its_path():
    def shows(call):
        assert call.arguments[0].value not in {"", ".", ".."}
        return True

    dotted = CALL._replace(arguments=(RestArgument("path", "id", "..a."),))
    candidates = smaller_cases((call_case(3, dotted, OPERATION),), lambda _: OPERATION, lambda _: True, "")
    answer = None
    with contextlib.suppress(StopIteration):
        while True:
            (case,) = candidates.send(answer)
            answer = shows(case.call)
