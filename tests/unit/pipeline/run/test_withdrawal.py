"""APIs that refuse in words of their own, with true crashes among them."""

from __future__ import annotations

from typing import Any

import pytest
from graphql import GraphQLError, GraphQLSchema, build_schema

from querious.model import Settings, Severity
from querious.pipeline.run.use_case import run

SDL = """
type Book { id: ID! title: String author: Author }
type Author { id: ID! name: String }
type Order { id: ID! total: Int }
type Query {
  books: [Book!]
  authors: [Author!]
  orders: [Order!]
  book(id: ID!): Book
  author(id: ID!): Author
  order(id: ID!): Order
  invoice(id: ID!): Order
  average(of: Int): Int
  motto: String
}
"""
ROWS: dict[str, list[dict[str, Any]]] = {
    "books": [{"id": f"b-{number}", "title": "x"} for number in range(3)],
    "authors": [{"id": f"a-{number}", "name": "y"} for number in range(3)],
    "orders": [{"id": f"o-{number}", "total": number} for number in range(3)],
}


def api(refuse: Any, average: Any = lambda of=1: of, motto: Any = lambda: "fine") -> GraphQLSchema:
    """Look-ups that refuse an identifier that is not there by raising what ``refuse`` makes of it."""
    schema = build_schema(SDL)
    assert schema.query_type is not None

    def lookup(rows: list[dict[str, Any]]) -> Any:
        def resolve(_root: object, _info: object, **sent: str) -> Any:
            found = next((row for row in rows if row["id"] == sent["id"]), None)
            if found is None:
                raise refuse(sent["id"])
            return found

        return resolve

    fields = schema.query_type.fields
    for name, rows in ROWS.items():
        fields[name].resolve = lambda *_, rows=rows: rows
        fields[name[:-1]].resolve = lookup(rows)
    fields["invoice"].resolve = lookup(ROWS["orders"])
    fields["average"].resolve = lambda *_, **sent: average(**sent)
    fields["motto"].resolve = lambda *_: motto()
    return schema


def crash(of: int | None = 1) -> int:
    return 100 // (of or 0)


def report_of(schema: GraphQLSchema) -> Any:
    return run(schema, Settings(seed=7, requests=220))


WORDINGS = [
    lambda key: GraphQLError("Ei löydy"),
    lambda key: GraphQLError(f"Ismeretlen: {key}"),
    lambda key: GraphQLError(f"zip {key!r}"),
    lambda key: GraphQLError("nope"),
    lambda key: GraphQLError("nope", extensions={"code": 0}),
    lambda key: GraphQLError("Kaput", extensions={"status": "sad"}),
]


@pytest.mark.parametrize("refuse", WORDINGS)
def test_odd_words_for_unknown_identifiers_are_learned(refuse: Any):
    report = report_of(api(refuse))
    assert report.findings == ()
    assert any(note.startswith("Withdrawn:") for note in report.notes)


@pytest.mark.parametrize("refuse", WORDINGS)
def test_true_crashes_among_them_are_found(refuse: Any):
    report = report_of(api(refuse, crash))
    assert [(one.coordinate, one.severity) for one in report.findings] == [("Query.average", Severity.FAULT)]
    assert "division" in report.findings[0].message


def test_a_number_needs_no_learning():
    report = report_of(api(lambda key: GraphQLError("nope", extensions={"code": 101})))
    assert report.findings == ()
    assert not any("Withdrawn" in note for note in report.notes)


def test_words_for_ordinary_input_prove_nothing():
    def motto() -> str:
        raise GraphQLError("nope")

    report = report_of(api(lambda key: GraphQLError("nope"), motto=motto))
    told = report.findings
    assert {one.coordinate for one in [*told, *told[0].others]} >= {"Query.motto", "Query.book"}
    assert {one.severity for one in report.findings} == {Severity.SUSPICION}


@pytest.mark.parametrize("mask", ["Something went wrong", "Internal Server Error", "Unexpected error."])
def test_a_mask_stays_a_fault_whatever_brings_it(mask: str):
    report = report_of(api(lambda key: GraphQLError(mask)))
    assert {one.severity for one in report.findings} == {Severity.FAULT}
    assert sum(1 + len(one.others) for one in report.findings) >= 4


def test_words_in_one_place_only_stay_a_suspicion():
    def average(of: int | None = 1) -> int:
        if of is not None and abs(of) > 10_000:
            raise GraphQLError("zonk")
        return 1

    report = report_of(api(lambda key: GraphQLError("Not found"), average))
    assert [(one.coordinate, one.severity) for one in report.findings] == [("Query.average", Severity.SUSPICION)]


def test_a_code_that_calls_everything_internal_makes_suspicions_of_learned_words():
    def refuse(_id: str) -> GraphQLError:
        return GraphQLError("Ei löydy", extensions={"code": "INTERNAL_SERVER_ERROR"})

    report = report_of(api(refuse, crash))
    severities = {one.coordinate: one.severity for one in report.findings}
    assert severities.pop("Query.average") is Severity.FAULT
    assert set(severities.values()) == {Severity.SUSPICION}
    assert any(note.startswith("No longer a fault") for note in report.notes)


CONSTRAINTS = ["tag_pkey", "cup_name_key", "pot_code_key", "lid_pkey"]


def thin_layer(constraints: list[str], **extensions: object) -> GraphQLSchema:
    """Mutations that hand through what a database says of rows that are there already."""
    names = [f"make{number}" for number in range(len(constraints))]
    fields = " ".join(f"{name}(id: Int): Int" for name in names)
    schema = build_schema(f"type Query {{ motto: String }} type Mutation {{ {fields} }}")
    assert schema.mutation_type is not None
    for name, constraint in zip(names, constraints, strict=True):

        def refuse(*_: object, constraint: str = constraint, **__: object) -> int:
            said = f'duplicate key value violates unique constraint "{constraint}"'
            raise GraphQLError(said, extensions=extensions)

        schema.mutation_type.fields[name].resolve = refuse
    return schema


def severities_with_mutations(schema: GraphQLSchema) -> set[Severity]:
    report = run(schema, Settings(seed=7, requests=120, mutations=True))
    return {one.severity for one in report.findings if one.oracle == "server_fault"}


def test_constraints_of_a_database_that_are_handed_through_everywhere_are_a_suspicion():
    assert severities_with_mutations(thin_layer(CONSTRAINTS)) == {Severity.SUSPICION}


def test_one_constraint_that_nobody_foresaw_is_a_fault():
    assert severities_with_mutations(thin_layer(["tag_pkey"] * 4)) == {Severity.FAULT}
    assert severities_with_mutations(thin_layer(CONSTRAINTS[:2])) == {Severity.FAULT}
    internal = thin_layer(CONSTRAINTS, code="INTERNAL_SERVER_ERROR")
    assert severities_with_mutations(internal) == {Severity.FAULT}


def test_a_failure_that_calls_itself_internal_stays_a_fault():
    def refuse(_id: str) -> GraphQLError:
        return GraphQLError("Mapping failed", extensions={"code": "INTERNAL_SERVER_ERROR"})

    assert {one.severity for one in report_of(api(refuse)).findings} == {Severity.FAULT}


def test_the_same_seed_learns_the_same():
    reports = [report_of(api(WORDINGS[1], crash)) for _ in range(2)]
    assert reports[0].notes == reports[1].notes
    assert [one.fingerprint for one in reports[0].findings] == [one.fingerprint for one in reports[1].findings]
