from __future__ import annotations

from typing import Any

from graphql import GraphQLSchema, build_schema

from querious.model import Finding, Settings
from querious.pipeline.explain.use_case import explain
from querious.pipeline.run.use_case import run

SDL = """
type Book { id: ID! title(long: Boolean): String }
type Query { books: [Book!]! oldest: Book }
type Mutation { drop(id: ID!): Int }
"""
SETTINGS = Settings(seed=1, requests=60, seconds=None)


def api(*, sound: bool = False) -> GraphQLSchema:
    schema = build_schema(SDL)
    assert schema.query_type is not None
    assert schema.mutation_type is not None
    schema.query_type.fields["books"].resolve = lambda *_: [{"id": "1"}, {"id": "2"}]
    schema.query_type.fields["oldest"].resolve = lambda *_: {"id": "1"}
    title = schema.get_type("Book").fields["title"]  # type: ignore[union-attr]

    def resolve(*_: object, **__: object) -> str:
        if sound:
            return "x"
        raise KeyError("title")

    def drop(*_: object, **__: object) -> None:
        raise KeyError("id")

    title.resolve = resolve
    schema.mutation_type.fields["drop"].resolve = drop
    return schema


def found(**settings: Any) -> list[Finding]:
    return list(run(api(), Settings(seed=1, requests=60, seconds=None, shrink=0, **settings)).findings)


def test_a_finding_that_shows_again_becomes_small_and_is_looked_for_by_other_ways():
    (finding,) = found()
    learned = explain(finding, api(), SETTINGS)
    assert (learned.asked, learned.shown, learned.reason) == (3, 3, "")
    assert learned.finding.exchange.case.document in {"{ books { title } }", "{ oldest { title } }"}
    assert learned.requests > 0
    assert "Book.title" in {one.coordinate for one in learned.elsewhere}


def test_what_is_fixed_shows_no_more_and_is_not_looked_for():
    (finding,) = found()
    learned = explain(finding, api(sound=True), SETTINGS)
    assert (learned.asked, learned.shown, learned.requests) == (3, 0, 0)


def test_what_changes_data_is_sent_again_only_where_that_is_allowed():
    (finding,) = [one for one in found(mutations=True) if one.coordinate == "Mutation.drop"]
    sent: list[str] = []
    schema = api()
    assert schema.mutation_type is not None
    schema.mutation_type.fields["drop"].resolve = lambda *_, **__: sent.append("drop")
    learned = explain(finding, schema, SETTINGS)
    assert (learned.asked, sent) == (0, [])
    assert "--mutations" in learned.reason
