"""Single answers are judged in sequences too: by GraphQL's oracles, and for leaks in REST."""

from __future__ import annotations

from graphql import build_schema

from querious.demo.app import create_app
from querious.model import Exchange, Field, Operation, Request, Settings, rest_case
from querious.model.document_text import write_case
from querious.model.state_settings import StateSettings
from querious.pipeline.state.judges import graphql_judge, rest_judge
from querious.pipeline.state.use_case import crud

SCHEMA = build_schema("type Query { book: Book } type Book { id: ID! title: String }")
BOOK = Operation("query", "", "Query", (Field("Query", "book", children=(Field("Book", "id"),)),))


def answered(payload) -> Exchange:
    return Exchange(write_case(0, BOOK), 200, payload=payload, is_json=True, body=b"{}")


def oracles(findings) -> list[str]:
    return [finding.oracle for finding in findings]


def test_answers_of_graphql_are_held_against_the_schema():
    judge = graphql_judge(SCHEMA)
    assert oracles(judge(answered({"data": {"book": {"id": "1"}}}))) == []
    assert oracles(judge(answered({"data": {"book": {"id": None}}}))) == ["data"]
    assert oracles(judge(answered({"data": {"book": None}, "errors": []}))) == ["envelope"]


def test_errors_of_rest_give_nothing_away():
    case = rest_case(Request("DELETE", "/books/1"))
    told = {"detail": "no", "sql": "DELETE FROM books WHERE id = 1"}
    assert oracles(rest_judge(Exchange(case, 409, payload=told, is_json=True))) == ["leak"]
    assert oracles(rest_judge(Exchange(case, 409, payload={"detail": "no"}, is_json=True))) == []


def test_a_broken_contract_is_found_by_sequences_too():
    """A review whose stars are of another type than the schema promises is wrong whatever was done before."""
    settings = Settings(seed=1, requests=None, seconds=None, state=StateSettings(tests=4, steps=6, only=("reviews",)))
    report = crud(create_app(["null-in-non-null"]), settings)
    (finding,) = report.findings
    assert finding.coordinate == "reviews"
    assert finding.sequence is not None
    assert {"data", "post-answers-otherwise"} <= {finding.oracle, *(one.oracle for one in finding.others)}
