from __future__ import annotations

import itertools
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from graphql import GraphQLSchema, build_schema

from querious.errors import ConfigError
from querious.model import Field, Finding, Operation, Settings, Severity
from querious.pipeline.graphql import protocol
from querious.pipeline.graphql import rules as graphql_rules
from querious.pipeline.run import shrink_phase
from querious.pipeline.run.use_case import replay, run
from querious.relations import Mismatch, Relation

if TYPE_CHECKING:
    from collections.abc import Iterator

    from querious.relations import Conversation, Observations, SchemaTypes, Trace

SDL = "type Query { left: Int right: Int hidden: Int tick: Int }"


def api(**resolvers: Any) -> GraphQLSchema:
    schema = build_schema(SDL)
    for name, resolve in resolvers.items():
        schema.query_type.fields[name].resolve = resolve
    return schema


def one(*names: str) -> Operation:
    return Operation("query", "", "Query", [Field("Query", name, "", (), (), ()) for name in names])


def talk(*questions: tuple[str, ...]) -> Conversation:
    for names in questions:
        yield one(*names)


def check(trace: Trace, _: SchemaTypes) -> Iterator[Mismatch]:
    said = [value for asked in trace for value in (asked.data or {}).values()]
    if len(set(said)) > 1:
        yield Mismatch("Query.right", f"left and right differ: {said[0]} and {said[-1]}", "data.right", "1\n2")


def relation(*conversations: tuple[tuple[str, ...], ...]) -> Relation:
    def propose(_: Observations) -> Iterator[Conversation]:
        return (talk(*questions) for questions in conversations)

    return Relation("sides", "Left and right agree.", propose, check)


@pytest.fixture
def with_relation(monkeypatch):
    def install(*conversations: tuple[tuple[str, ...], ...]) -> None:
        monkeypatch.setattr(graphql_rules, "RELATIONS", (relation(*conversations),))

    return install


BUDGET = Settings(seed=1, requests=200, invalid=0)


def test_a_mismatch_becomes_a_suspicion_with_the_smallest_scenario(with_relation):
    with_relation((("left",), ("left",), ("right",), ("right",)))
    report = run(api(left=lambda *_: 1, right=lambda *_: 2, tick=lambda *_: 1), BUDGET)
    (finding,) = report.findings
    assert (finding.oracle, finding.coordinate, finding.severity) == ("sides", "Query.right", Severity.SUSPICION)
    assert [exchange.case.document for exchange in finding.trace] == ["{ left }", "{ right }"]
    assert (finding.shrunk, finding.reproduced, finding.excerpt) == (True, True, "1\n2")
    assert report.oracles["sides"]["failed"] >= 1
    assert not report.failed
    assert replace(report, fail_on="suspicion").failed
    assert not replace(report, fail_on="none").failed


def test_what_does_not_show_again_is_dropped(monkeypatch):
    judged = []

    def once(trace: Trace, _: SchemaTypes) -> Iterator[Mismatch]:
        judged.append(len(trace))
        if len(judged) == 1:
            yield Mismatch("Query.left", "it was so for a moment")

    monkeypatch.setattr(graphql_rules, "RELATIONS", (relation((("left",), ("right",)))._replace(check=once),))
    assert run(api(), BUDGET).findings == ()
    assert judged[:2] == [2, 2]


def certain(trace: Trace, types: SchemaTypes) -> Iterator[Mismatch]:
    """Certain as long as both were asked twice."""
    for mismatch in check(trace, types):
        yield replace(mismatch, severity=Severity.FAULT if len(trace) == 4 else Severity.SUSPICION)


@pytest.mark.parametrize("moves", [False, True])
def test_a_fault_shows_again_with_the_same_values(monkeypatch, moves):
    """Where the values are others the second time, somebody writes."""
    ticks = itertools.count(2)
    asked = relation((("left",), ("right",), ("left",), ("right",)))
    monkeypatch.setattr(graphql_rules, "RELATIONS", (asked._replace(check=certain),))
    schema = api(left=lambda *_: 1, right=lambda *_: next(ticks) if moves else 2, tick=lambda *_: 1)
    (finding,) = run(schema, BUDGET).findings
    assert finding.severity is (Severity.SUSPICION if moves else Severity.FAULT)


@pytest.mark.parametrize("moves", [False, True])
def test_what_the_mutations_of_the_run_changed_shows_as_certainly_with_other_values(monkeypatch, moves):
    """As long as the values stay what they are now; where they move on, somebody else writes too."""
    written = itertools.count(3)
    stored = [2]

    def right(*_: Any) -> int:
        if moves and stored[0] != 2:
            stored[0] += 1
        return stored[0]

    def write(*_: Any) -> int:
        stored[0] = next(written)
        return stored[0]

    asked = relation((("left",), ("right",), ("left",), ("right",)))
    monkeypatch.setattr(graphql_rules, "RELATIONS", (asked._replace(check=certain),))
    schema = build_schema(SDL + " type Mutation { write: Int }")
    schema.query_type.fields["left"].resolve = lambda *_: 1
    schema.query_type.fields["right"].resolve = right
    schema.mutation_type.fields["write"].resolve = write
    findings = run(schema, replace(BUDGET, mutations=True)).findings
    (finding,) = (one for one in findings if one.oracle == "sides")
    assert stored[0] > 2
    assert finding.severity is (Severity.SUSPICION if moves else Severity.FAULT)


def test_shrinking_keeps_what_makes_a_fault_certain(monkeypatch):
    asked = relation((("left", "tick"), ("right",), ("left",), ("right",)))
    monkeypatch.setattr(graphql_rules, "RELATIONS", (asked._replace(check=certain),))
    (finding,) = run(api(left=lambda *_: 1, right=lambda *_: 2, tick=lambda *_: 1), BUDGET).findings
    assert finding.severity is Severity.FAULT
    assert [len(one.case.operation.selections) for one in finding.trace] == [1, 1, 1, 1]


def test_it_can_be_switched_off(with_relation):
    with_relation((("left",), ("right",)))
    broken = api(left=lambda *_: 1, right=lambda *_: 2)
    for name in ("sides", "relations"):
        report = run(broken, replace(BUDGET, skip_oracles=(name,)))
        assert report.findings == ()
        assert "sides" not in report.oracles
    with pytest.raises(ConfigError, match=r"Unknown oracle 'side'; did you mean sides\?"):
        run(broken, replace(BUDGET, skip_oracles=("side",)))


def test_nothing_that_is_denied_or_not_in_the_schema_is_asked(with_relation):
    with_relation((("hidden",), ("right",)), (("nowhere",), ("right",)))
    asked = []
    report = run(api(hidden=lambda *_: asked.append(1)), replace(BUDGET, deny=("Query.hidden",)))
    assert report.findings == ()
    assert asked == []


def test_a_scenario_is_replayed_as_a_whole(with_relation):
    with_relation((("left",), ("right",)))
    broken = api(left=lambda *_: 1, right=lambda *_: 2)
    report = run(broken, BUDGET)
    ((_, shown, _),) = replay(report.findings, broken, BUDGET)
    assert shown
    ((_, shown, _),) = replay(report.findings, api(left=lambda *_: 1, right=lambda *_: 1), BUDGET)
    assert not shown


def test_the_same_seed_asks_the_same(with_relation):
    with_relation(*[(("left",), ("right", "tick")) for _ in range(30)])
    seen: list[list[str]] = []
    for _ in range(2):
        kept: list[tuple[int, str]] = []
        run(
            api(),
            BUDGET,
            None,
            lambda one, kept=kept: kept.append((one.exchange.case.number, one.exchange.case.document)),
        )
        seen.append([document for _, document in sorted(kept)])
    assert seen[0] == seen[1]


def test_long_conversations_leave_those_that_ask_mutations_their_part_of_the_budget(monkeypatch):
    reading = relation(*[(("left",), *[("right", "tick")] * 50) for _ in range(20)])
    changing = relation((("tick",), ("left", "tick")))._replace(name="changes", changes=True)
    monkeypatch.setattr(graphql_rules, "RELATIONS", (reading, changing))
    schema = build_schema(SDL + " type Mutation { write: Int }")
    report = run(schema, replace(BUDGET, requests=400, mutations=True))
    assert report.oracles["changes"]["passed"] == 1
    assert report.oracles["sides"]["passed"] > 1


def test_time_for_shrinking_goes_to_one_of_every_oracle_first():
    found = [Finding(name, "Query.left", str(number), None) for number, name in enumerate(("data", "data", "echo"))]
    assert [finding.oracle for finding in shrink_phase._in_turn(found)] == ["data", "echo", "data"]


def test_what_is_new_is_asked_in_a_second_round_and_nothing_twice(monkeypatch):
    rounds: list[str] = []
    held: list[tuple[str, int]] = []

    def listening(name: str, *, patient: bool) -> Relation:
        def propose(_: Observations) -> Iterator[Conversation]:
            rounds.append(name)
            yield talk(("left",))
            yield talk(("left",), ("left",))
            if rounds.count(name) > 1:
                yield talk(("right",))

        def heard(trace: Trace, _: SchemaTypes) -> Iterator[Mismatch]:
            held.append((name, len(trace)))
            yield from ()

        return Relation(name, "", propose, heard, patient=patient)

    relations = (listening("soon", patient=False), listening("late", patient=True))
    monkeypatch.setattr(graphql_rules, "RELATIONS", relations)
    monkeypatch.setattr(protocol, "_BEFORE_FIRST_RELATIONS", 10)
    run(api(), BUDGET)
    assert rounds == ["soon", "soon", "late"]
    assert sorted(held) == [("late", 1), ("late", 2), ("soon", 1), ("soon", 1), ("soon", 2)]


def test_a_small_budget_has_one_round(monkeypatch):
    rounds = []
    monkeypatch.setattr(
        graphql_rules, "RELATIONS", (Relation("one", "", lambda _: iter(rounds.append(1) or ()), check),)
    )
    run(api(), BUDGET)
    assert rounds == [1]


def test_lists_below_objects_that_may_not_be_asked_are_left_alone():
    schema = build_schema(
        "type Query { shops: [Shop!]! } type Shop { id: ID! name: String goods(first: Int): [Good!] } type Good { id: ID! }"
    )
    schema.query_type.fields["shops"].resolve = lambda *_: [{"id": str(n), "name": "a", "goods": []} for n in range(3)]
    report = run(schema, replace(BUDGET, deny=("Shop.goods",)))
    assert report.coverage.witnessed >= {"Shop.id", "Shop.name"}


MOVING = """
    type Query { stocks: [Stock!]! stock(id: ID!): Stock }
    type Stock { id: ID! name: String! price: Int! }
"""


@pytest.mark.parametrize("kept", [1, 9])
def test_a_cache_that_lags_behind_moving_data_is_no_fault(kept):
    """Prices move now and then; the list is kept for a while. Asked at once again, both ways differ in the same way."""
    schema = build_schema(MOVING)
    asked = itertools.count()
    cache: dict[str, tuple[int, list[dict[str, Any]]]] = {}

    def stocks(moment: int) -> list[dict[str, Any]]:
        return [{"id": f"s{n}", "name": f"Stock {n}", "price": 100 * n + moment // 40} for n in range(1, 4)]

    def listed(*_: Any) -> list[dict[str, Any]]:
        now = next(asked)
        since, rows = cache.get("list", (0, stocks(0)))
        if now - since > kept * 10:
            since, rows = now, stocks(now)
        cache["list"] = (since, rows)
        return rows

    def found(*_: Any, **by: Any) -> dict[str, Any] | None:
        return next((row for row in stocks(next(asked)) if row["id"] == by["id"]), None)

    schema.query_type.fields["stocks"].resolve = listed
    schema.query_type.fields["stock"].resolve = found
    faults = [one for one in run(schema, replace(BUDGET, requests=800)).findings if one.severity is Severity.FAULT]
    assert [(one.oracle, one.message) for one in faults] == []


def test_what_shrinking_did_not_need_goes_to_relations_that_had_no_turn(monkeypatch):
    rounds = []
    monkeypatch.setattr(
        graphql_rules, "RELATIONS", (Relation("one", "", lambda _: iter(rounds.append(1) or ()), check),)
    )
    monkeypatch.setattr(protocol, "_BEFORE_RELATIONS", 0.75)
    ended = run(api(tick=lambda *_: 1 // 0), BUDGET)
    assert [finding.coordinate for finding in ended.findings] == ["Query.tick"]
    assert rounds == [1]
