from __future__ import annotations

import asyncio

import pytest
from graphql import build_schema

from querious.execute import open_target
from querious.graphql.cases import problems, read_documents
from querious.graphql.shape import Shapes
from querious.model import Progress, Settings
from querious.model.arguments import sent
from querious.model.operation import fields
from querious.pipeline.budget import Clock, Requests, RunBudget
from querious.pipeline.diff.atoms import SeenAtoms
from querious.pipeline.diff.sweep import Sweep
from querious.pipeline.graphql.api import GraphqlApi
from querious.pipeline.graphql.load import load
from querious.pipeline.run.context import RunContext
from querious.relations import Observations, QueryAnswer

SCHEMA = build_schema(
    """
    type Query { things(sort: Sort, first: Int, where: Where, deep: Boolean, kinds: [Sort!]): Page thing(id: ID!): Thing
      unseen(n: Int): Int plain: Int }
    enum Sort { NAME AGE }
    input Where { name: String sort: Sort and: [Where!] not: Where must: Int! }
    type Page { total: Int nodes: [Thing] }
    type Thing { id: ID name: String label(upper: Boolean): String }
    """
)
DATA = {
    "things": {"total": 1, "nodes": [{"id": "1", "name": "Claw hammer", "label": "a"}]},
    "thing": {"id": "1"},
    "plain": 1,
}


class BatchSender:
    """Stands for the real one: keeps what is sent, and ends after so many cases."""

    def __init__(self, most: int) -> None:
        self.sent, self.ended = [], ""
        self.budget = RunBudget(Requests(most), Clock(None), lambda: Progress(requests=len(self.sent)))

    cases = property(lambda self: len(self.sent))

    def enter(self, phase: str) -> None:
        self.phase = phase

    async def send(self, cases) -> None:
        self.sent += list(cases)


def swept(most: int = 10_000, **settings) -> BatchSender:
    async def sweep() -> BatchSender:
        given = Settings(seed=1, **settings)
        target = await open_target(SCHEMA, given)
        api = GraphqlApi(RunContext(target, given), await load(target, given))
        observed = Observations(SCHEMA, api.allowed)
        (operation,) = read_documents(SCHEMA, "{ things { total nodes { id name label } } thing(id: 1) { id } plain }")
        seen = SeenAtoms()
        for note in (observed.note, seen.note):
            note(QueryAnswer(operation, Shapes(SCHEMA).of(operation), DATA))
        sender = BatchSender(most)
        await Sweep(api, sender, observed, seen).sweep(sender.budget.part(0.5))
        return sender

    return asyncio.run(sweep())


def arguments(sender: BatchSender, coordinate: str) -> list[dict]:
    """What was said, but for the length of a long page."""
    found = (node for case in sender.sent for node in fields(case.operation.selections))
    given = [sent(node.arguments) for node in found if node.coordinate == coordinate]
    return [{name: value for name, value in one.items() if (name, value) != ("first", 25)} for one in given]


@pytest.fixture(scope="module")
def whole() -> BatchSender:
    return swept()


@pytest.mark.unmeasured
def test_everything_asked_is_valid_and_shows_the_rows(whole):
    assert whole.phase == "arguments"
    assert all(problems(SCHEMA, case) == [] for case in whole.sent)
    asked = {case.document for case in whole.sent}
    assert "{ things(first: 25, sort: NAME) { total nodes { id name label } } }" in asked


def test_every_choice_is_asked_alone(whole):
    alone = [given for given in arguments(whole, "Query.things") if len(given) == 1]
    for choice in (
        {"sort": "NAME"},
        {"sort": "AGE"},
        {"deep": True},
        {"deep": False},
        {"kinds": ["NAME"]},
        {"kinds": ["AGE", "NAME"]},
    ):
        assert choice in alone
    assert {next(iter(given)) for given in alone} == {"sort", "first", "where", "deep", "kinds"}


def test_fields_of_an_input_object_are_asked_one_by_one_beside_what_is_needed(whole):
    said = [given["where"] for given in arguments(whole, "Query.things") if list(given) == ["where"]]
    assert {frozenset(where) for where in said} >= {frozenset({"must", "name"}), frozenset({"must", "sort"})}
    assert {"NAME", "AGE"} <= {where.get("sort") for where in said}


def test_values_that_answers_have_shown_are_said_where_the_name_has_a_word_in_common(whole):
    names = {given["where"].get("name") for given in arguments(whole, "Query.things") if "where" in given}
    assert "Claw hammer" in names
    assert {"C", "Cl", "Cla"} & names


def test_then_some_are_asked_together_and_some_in_variables(whole):
    assert any({"sort", "deep"} <= given.keys() for given in arguments(whole, "Query.things"))
    assert any(case.variables for case in whole.sent)


def test_needed_arguments_keep_the_value_that_worked_or_get_another(whole):
    assert all("id" in given for given in arguments(whole, "Query.thing"))
    assert {"upper": True} in arguments(whole, "Thing.label")


def test_a_field_that_never_had_a_value_and_one_without_arguments_are_not_swept(whole):
    assert arguments(whole, "Query.unseen") == []
    assert len(arguments(whole, "Query.plain")) == 2  # it is only written otherwise


def test_it_ends_with_its_part_of_the_budget_and_keeps_to_what_is_allowed():
    assert len(swept(most=40).sent) <= 20 + 64
    denied = swept(deny=("Thing.name", "Query.thing"))
    assert arguments(denied, "Query.thing") == []
    assert all("name" not in case.document.partition(")")[2] for case in denied.sent)


def test_the_same_seed_asks_the_same():
    assert [case.document for case in swept().sent] == [case.document for case in swept().sent]
