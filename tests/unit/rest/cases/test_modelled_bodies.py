"""Where made-up bodies are refused, bodies are like rows that are there."""

from __future__ import annotations

import pytest

from querious.rest.cases.calls import OperationCalls
from querious.rest.cases.generator import RestGenerator
from querious.rest.cases.modelled_bodies import ModelledBodies, own_texts
from querious.rest.openapi.json_schema import JsonSchema
from querious.rest.openapi.schemas import Schemas
from querious.values import Lessons, Pool
from unit.rest.openapi.descriptions import answers, crud, described

TEXT = {"type": "string"}
VAN = {
    "type": "object",
    "required": ["plate", "depot", "load"],
    "properties": {"plate": TEXT, "depot": TEXT, "load": {"type": "integer"}, "note": TEXT},
}
DEPOT = {"type": "object", "properties": {"code": TEXT, "city": TEXT}}
PATHS = {
    **crud("/vans", "/vans/{id}", VAN, {"type": "object", "properties": {"id": TEXT, **VAN["properties"]}}),
    "/depots": {"get": answers({"type": "array", "items": DEPOT})},
    "/depots/{code}": {"get": answers(DEPOT)},
}
ROWS = [{"id": str(number), "plate": f"HH {number}", "depot": "HAM", "load": 900, "note": None} for number in range(4)]


def prepared():
    description, pool = described(PATHS), Pool()
    calls = OperationCalls(description.operations, Schemas(description.document, description.dialect), pool)
    return calls, RestGenerator(calls, list(calls.plans.values()), 5, "", 0.0), pool


def proposed(count, calls, made, pool):
    plan = calls.plans["POST /vans"]
    return [made.proposed(plan, number, pool.begin()).call.body for number in range(count)]


def test_what_is_refused_again_and_again_is_made_like_a_row_that_is_there():
    calls, made, pool = prepared()
    calls.models.show("van", ROWS)
    bodies = proposed(12, calls, made, pool)
    like = [body for body in bodies if body.get("depot") == "HAM" and body.get("load") == 900]
    assert len(like) >= 6
    assert not {body["plate"] for body in like} & {row["plate"] for row in ROWS}, "each row has its own"
    assert all("note" not in body and "id" not in body for body in like)


def test_what_made_up_bodies_bring_about_needs_no_model():
    calls, made, pool = prepared()
    calls.models.show("van", ROWS)
    calls.models.accept("POST /vans", {"plate": "a", "depot": "b", "load": 1})
    assert all(body["load"] != 900 for body in proposed(12, calls, made, pool))
    assert calls.accepted("POST /vans").bodies == [{"plate": "a", "depot": "b", "load": 1}]
    assert calls.accepted("POST /vans").own == {"plate"}
    assert calls.accepted("POST /trams").bodies == ()


@pytest.mark.parametrize("member", ["depot", "homeDepot", "depots"])
def test_a_member_called_like_what_is_looked_up_holds_its_key(member):
    calls, *_ = prepared()
    groups = calls.sources_of("POST /vans", member)
    assert groups[0].coordinates == ("depot.code",)
    assert calls.sources_of("POST /vans", "plate") == ()


def test_keys_that_lists_show_are_sent_where_such_a_thing_is_named():
    calls, made, pool = prepared()
    _ = pool.interest
    pool.learn(Lessons([("depot.code", "HAM", 0)], [], []))
    assert "HAM" in {body["depot"] for body in proposed(2, calls, made, pool)}


def test_a_row_that_has_changed_is_the_same_row():
    models = ModelledBodies()
    models.show("van", ROWS)
    models.show("van", [{**ROWS[0], "load": 1}])
    shown = models.models("van", JsonSchema(VAN, {}))
    assert len(shown) == len(ROWS)
    assert own_texts(shown) == {"plate"}


def test_members_within_members_are_fitted_too():
    inner = {"type": "object", "properties": {"label": TEXT}}
    order = {"type": "object", "properties": {"lines": {"type": "array", "items": inner}}}
    models = ModelledBodies()
    models.show("order", [{"id": 1, "lines": [{"id": 3, "label": "wine"}]}])
    assert models.models("order", JsonSchema(order, {})) == [{"lines": [{"label": "wine"}]}]
    assert models.models("order", JsonSchema({**order, "required": ["buyer"]}, {})) == []
