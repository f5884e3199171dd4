"""Runs against APIs whose refusals are answers to what we guessed, or could not make."""

from __future__ import annotations

from typing import Any

import pytest
from graphql import GraphQLError, GraphQLScalarType, GraphQLSchema, build_schema
from graphql.utilities import value_from_ast_untyped

from querious.graphql.cases import CaseLimits, Generator, Tables, problems
from querious.graphql.values import Makers
from querious.model import Settings, Severity
from querious.pipeline.run.use_case import run
from querious.values import Pool

UPLOADS = """
scalar Upload
input FileIn { upload: Upload! name: String }
input Pick { files: [FileIn!] file: FileIn maybe: [FileIn] note: String }
type Done { ok: Boolean }
type Query { fine: String send(files: [FileIn!]!): Done pick(pick: Pick!): Done one(file: Upload, name: String): Done }
type Mutation { put(file: Upload!): Done putAll(files: [Upload!]!): Done putIn(input: FileIn!): Done }
"""


def test_nothing_lacks_a_file_that_it_requires():
    schema = build_schema(UPLOADS)
    tables = Tables(schema, Makers(schema, Pool()))
    assert tables.unaskable == ["Mutation.put", "Mutation.putAll", "Mutation.putIn"]
    generator = Generator(schema, tables, 3, CaseLimits(10, 5, 50), mutations=True, invalid=0)
    for number in range(300):
        assert not problems(schema, generator.case(number))


def answering(sdl: str, resolvers: dict[str, Any]) -> GraphQLSchema:
    schema = build_schema(sdl)
    assert schema.query_type is not None
    for name, resolve in resolvers.items():
        schema.query_type.fields[name].resolve = resolve
    return schema


def refuse(*_: Any, **__: Any) -> None:
    raise GraphQLError("zonk")


def test_the_want_of_what_could_not_be_made_is_no_finding():
    schema = answering(UPLOADS, {"one": refuse, "pick": refuse, "send": refuse})
    assert run(schema, Settings(seed=1, requests=200)).findings == ()


def test_but_a_crash_over_it_is():
    def crash(*_: Any, **__: Any) -> Any:
        return None + 1  # type: ignore[operator]

    report = run(answering(UPLOADS, {"one": crash}), Settings(seed=1, requests=200))
    assert [(one.coordinate, one.severity) for one in report.findings] == [("Query.one", Severity.FAULT)]


SCALARS = """
scalar JSON
scalar Thing
type Query { fine: String find(where: JSON): String look(thing: Thing): String other(where: JSON!, n: Int): String }
"""


def fussy(*, error: type[Exception], words: str) -> GraphQLSchema:
    """An API whose scalar takes objects only, and says so in its own way."""
    schema = answering(SCALARS, {"fine": lambda *_: "x"})
    sent: list[Any] = []

    def parse(value: Any) -> Any:
        sent.append(value)
        if not isinstance(value, dict):
            raise error(words)
        return value

    for name in ("JSON", "Thing"):
        scalar = schema.type_map[name]
        assert isinstance(scalar, GraphQLScalarType)
        scalar.parse_value = parse
        scalar.parse_literal = lambda node, _=None: parse(value_from_ast_untyped(node))
    schema.extensions["sent"] = sent
    return schema


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (GraphQLError, "zonk"),
        (ValueError, "unhashable type: 'list'"),
        (TypeError, "value.trim is not a function"),
        (AttributeError, "'list' object has no attribute 'items'"),
    ],
)
def test_a_custom_scalar_may_refuse_in_any_words(error: type[Exception], words: str):
    schema = fussy(error=error, words=words)
    assert run(schema, Settings(seed=1, requests=200)).findings == ()


def test_what_a_custom_scalar_refused_is_not_sent_a_hundred_times_more():
    schema = fussy(error=GraphQLError, words="zonk")
    run(schema, Settings(seed=1, requests=600))
    sent = schema.extensions["sent"]
    lists = [value for value in sent if isinstance(value, list)]
    taken = [value for value in sent if isinstance(value, dict)]
    assert len(lists) < 40
    assert len(taken) > 5 * len(lists)
