from __future__ import annotations

import pytest

from querious.rest.cases.calls import OperationCalls
from querious.rest.cases.generator import RestGenerator
from querious.rest.openapi.schemas import Schemas
from querious.values import Pool
from querious.values.lessons import ArgumentTrial
from unit.rest.openapi.descriptions import BOOK, answers, described


def with_parameter(where, name):
    parameter = {"name": name, "in": where, "schema": {"type": "string"}}
    return {"get": {**answers(BOOK), "parameters": [parameter]}}


def share_with(name, trials, where="header"):
    """How often random calls of ``/books`` and ``/films`` hold a parameter, once the trials are known."""
    description = described({"/books": with_parameter(where, name), "/films": with_parameter(where, name)})
    calls = OperationCalls(description.operations, Schemas(description.document, description.dialect), Pool())
    for coordinate, worked in trials:
        calls.refused.note(calls.plans[coordinate], ArgumentTrial(coordinate, {name: "v"}, worked))
    made = RestGenerator(calls, list(calls.plans.values()), 5, "", 0.0)
    sent = [made.case(number).call for number in range(400)]
    shares = {}
    for path in ("/books", "/films"):
        mine = [bool(call.arguments) for call in sent if call.path == path]
        shares[path] = sum(mine) / len(mine)
    return shares


def test_a_header_that_is_always_refused_is_mostly_left_out_everywhere():
    shares = share_with("X-Version", [("GET /books", False)] * 12)
    assert all(0 < share < 0.12 for share in shares.values())


@pytest.mark.parametrize(
    "trials",
    [[("GET /books", False)] * 11, [*[("GET /books", False)] * 30, ("GET /films", True)]],
    ids=["few", "worked once"],
)
def test_a_header_that_may_work_is_sent(trials):
    assert all(share > 0.3 for share in share_with("X-Version", trials).values())


def test_a_query_parameter_is_that_of_one_operation():
    shares = share_with("cursor", [("GET /books", False)] * 12, "query")
    assert shares["/books"] < 0.12
    assert shares["/films"] > 0.3
