# ruff: noqa: A006 - resolvers take arguments as the schema names them

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from querious.model import Severity
from querious.relations.kept_changes import RELATION
from relating import Api, said

if TYPE_CHECKING:
    from collections.abc import Callable

SDL = """
    enum State { BOOKED SENT LOST }
    type Driver { id: ID! name: String! }
    type Load { id: ID! reference: String! state: State! weight: Int note: String driver: Driver }
    type Payload { load: Load }
    type Query { load(id: ID!): Load loadByReference(reference: String!): Load drivers: [Driver!]! }
    type Mutation {
      changeState(load_id: ID!, state: State!): Payload!
      assignDriver(load_id: ID!, driver_id: ID!): Load
      previewWeight(load_id: ID!, weight: Int!): Load
    }
"""
ASKED = (
    "{ load(id: 1) { id reference } }",
    "mutation { changeState(load_id: 1, state: SENT) { load { id } } }",
    "mutation { assignDriver(load_id: 1, driver_id: 2) { id } }",
    "mutation { previewWeight(load_id: 1, weight: 9) { id } }",
)
Store = dict[str, dict[str, Any]]


def kept(load: dict[str, Any], changed: dict[str, Any], _: Store) -> dict[str, Any]:
    load.update(changed)
    return load


def freight(
    change: Callable[[dict[str, Any], dict[str, Any], Store], Any] = kept, by_reference: Any = lambda load: load
) -> Api:
    drivers = [{"id": str(place), "name": f"driver {place}"} for place in range(3)]
    loads: Store = {"1": {"id": "1", "reference": "L-1", "state": "BOOKED", "weight": 5, "driver": drivers[0]}}
    sdl_api = Api(
        SDL,
        {
            "Query.load": lambda *_, id: dict(loads[id]) if id in loads else None,
            "Query.loadByReference": lambda *_, reference: by_reference(
                next((dict(load) for load in loads.values() if load["reference"] == reference), None)
            ),
            "Query.drivers": lambda *_: drivers,
            "Mutation.changeState": lambda *_, load_id, state: {
                "load": change(loads[load_id], {"state": state}, loads)
            },
            "Mutation.assignDriver": lambda *_, load_id, driver_id: change(
                loads[load_id], {"driver": drivers[int(driver_id)]}, loads
            ),
            "Mutation.previewWeight": lambda *_, load_id, weight: {**loads[load_id], "weight": weight},
        },
    )
    return sdl_api.know(*ASKED)


def test_changes_that_are_kept_are_left_alone():
    assert said(freight().found(RELATION)) == []


def test_nothing_is_asked_where_no_mutation_changed_an_object():
    api = Api(SDL, {"Query.load": lambda *_, id: {"id": id, "reference": "L", "state": "LOST"}})
    assert api.know(ASKED[0]).traces(RELATION) == []


def test_a_change_that_is_not_stored_is_a_fault():
    found = freight(lambda load, changed, _: {**load, **changed}).found(RELATION)
    assert {one.severity for one in found} == {Severity.FAULT}
    assert {one.coordinate for one in found} == {"Load.state", "Load.driver"}
    assert 'after "changeState" has answered with ' in "\n".join(one.message for one in found)


def test_another_related_object_is_given_than_the_one_that_is_there():
    def forget_driver(load: dict[str, Any], changed: dict[str, Any], _: Store) -> dict[str, Any]:
        return {**load, **changed} if "driver" in changed else kept(load, changed, _)

    api = freight(forget_driver).know("{ drivers { id } }")
    api.observed.changes.clear()
    api.know("mutation { assignDriver(load_id: 1, driver_id: 0) { id } }")
    assert {one.coordinate for one in api.found(RELATION)} == {"Load.driver"}


def test_the_outermost_object_is_taken_for_the_one_that_was_changed():
    api = freight(lambda load, changed, _: {**load, **changed})
    api.observed.changes.clear()
    api.know("mutation { assignDriver(load_id: 1, driver_id: 2) { driver { id } } }", *ASKED)
    assert {one.coordinate for one in api.found(RELATION)} == {"Load.state", "Load.driver"}


def test_a_lookup_that_keeps_what_was_there_before_is_a_fault():
    cache: dict[str, Any] = {}
    found = freight(by_reference=lambda load: cache.setdefault(load["reference"], load)).found(RELATION)
    assert {one.coordinate for one in found} == {"Load.state"}
    assert {one.severity for one in found} == {Severity.FAULT}


def test_another_member_than_was_asked_for_is_a_suspicion():
    def turned(load: dict[str, Any], changed: dict[str, Any], _: Store) -> dict[str, Any]:
        return kept(load, {name: "SENT" if value == "LOST" else value for name, value in changed.items()}, _)

    (found,) = freight(turned).found(RELATION)
    assert found.severity is Severity.SUSPICION
    assert 'asked for state "LOST", it answers with state "SENT"' in found.message


@pytest.mark.parametrize("shown", [{"state": None}, {"note": "a"}])
def test_what_is_shown_with_less_is_at_most_a_suspicion(shown: dict[str, Any]):
    found = freight(by_reference=lambda load: {**load, **shown}).found(RELATION)
    assert {one.severity for one in found} <= {Severity.SUSPICION}
