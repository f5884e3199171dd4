"""Wrong answers that only questions of the random phase bring, and what a run makes of them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from graphql import GraphQLSchema, build_schema

from querious.model import Settings
from querious.pipeline.run.use_case import replay, run

SDL = """
type Query { things: [Thing!]!, thing(id: ID!): Thing, people: [Person!]! }
type Mutation { rename(id: ID!, name: String!): Thing }
type Thing { id: ID!, name: String }
type Person { id: ID!, name: String }
"""
THINGS = {f"t{n}": {"id": f"t{n}", "name": f"Name {n}"} for n in range(12)}


def api(thing: Any = None, things: Any = None) -> GraphQLSchema:
    rows = {key: dict(value) for key, value in THINGS.items()}

    def rename(_: Any, __: Any, **given: str) -> Any:
        found = rows.get(given["id"])
        if found:
            found["name"] = given["name"]
        return found

    schema = build_schema(SDL)
    fields = schema.query_type.fields
    fields["things"].resolve = lambda *_: list(rows.values())
    fields["people"].resolve = lambda *_: [{"id": f"p{n}", "name": f"P{n}"} for n in range(3)]
    fields["thing"].resolve = lambda _, info, **given: (thing or right)(rows, info, given["id"])
    schema.mutation_type.fields["rename"].resolve = rename
    return schema


def right(rows: Any, _: Any, identifier: str) -> Any:
    return rows.get(identifier)


def beside_people(rows: Any, info: Any, identifier: str) -> Any:
    """Wrong only in an operation that asks for people too, which no relation does."""
    names = {node.name.value for node in info.operation.selection_set.selections}
    found = rows.get(identifier)
    return rows["t3"] if found and "people" in names else found


BUDGET = Settings(seed=3, requests=300, seconds=None, invalid=0)


def test_what_only_a_random_operation_shows_is_found_shrunk_and_replayed():
    wrong = api(beside_people)
    report = run(wrong, BUDGET)
    (finding,) = [one for one in report.findings if one.oracle == "echo"]
    assert (finding.coordinate, finding.shrunk, finding.reproduced) == ("Query.thing", True, True)
    assert len(finding.trace) <= 2
    assert all(len(exchange.case.document) < 80 for exchange in finding.trace)
    ((_, shown, _),) = replay([finding], wrong, BUDGET)
    assert shown
    ((_, shown, _),) = replay([finding], api(), BUDGET)
    assert not shown


@pytest.mark.parametrize("mutations", [False, True])
def test_the_healthy_twin_is_silent_also_while_things_change(mutations):
    report = run(api(), replace(BUDGET, mutations=mutations, skip_oracles=("state",) if mutations else ()))
    assert [(one.oracle, one.message) for one in report.findings if one.oracle != "always-empty"] == []


def test_it_is_switched_off_with_its_relation():
    report = run(api(beside_people), replace(BUDGET, skip_oracles=("relations",)))
    assert report.findings == ()


def test_the_same_seed_asks_the_same():
    asked = []
    for _ in range(2):
        kept: list[tuple[int, str]] = []
        run(
            api(beside_people),
            replace(BUDGET, requests=150, shrink=0),
            None,
            lambda one, kept=kept: kept.append((one.exchange.case.number, one.exchange.case.document)),
        )
        asked.append(sorted(kept))
    assert asked[0] == asked[1]
