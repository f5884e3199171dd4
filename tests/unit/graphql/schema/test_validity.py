from __future__ import annotations

import pytest
from graphql import GraphQLError, Source, build_schema, parse, validate

from querious.errors import SchemaError
from querious.graphql.schema.validity import describe, place, settle


def test_a_valid_schema_is_built_once():
    asked = []

    def build(assume_valid: bool):
        asked.append(assume_valid)
        return build_schema("type Query { a: Int }")

    schema, problems = settle(build)
    assert (asked, problems) == ([False], [])
    assert schema.query_type.name == "Query"


def test_an_invalid_one_is_told_and_can_be_used_all_the_same():
    schema, problems = settle(
        lambda assume: build_schema("type Query { a: Int } type Empty", assume_valid=assume, assume_valid_sdl=True)
    )
    assert [problem.message for problem in problems] == ["Type Empty must define one or more fields."]
    assert validate(schema, parse("{ a }")) == []


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (RecursionError(), "nested too deeply"),
        (TypeError("A cannot\nbe"), "A cannot be"),
        (GraphQLError("no good"), "no good"),
        (TypeError("x. maximum recursion depth exceeded"), "default value holds the type itself"),
    ],
)
def test_what_graphql_core_raises_becomes_a_reason(error: Exception, words: str):
    def build(_assume_valid: bool):
        raise error

    with pytest.raises(SchemaError, match=words):
        settle(build)


@pytest.mark.parametrize(
    ("sdl", "words"),
    [
        ("type A { a: Int }", "no query type"),
        ("schema { query: E } enum E { A }", "query type E is not an object type"),
        ("type Query", "query type Query has no fields"),
    ],
)
def test_without_a_query_there_is_nothing_to_test(sdl: str, words: str):
    with pytest.raises(SchemaError, match=words):
        settle(lambda assume: build_schema(sdl, assume_valid=assume, assume_valid_sdl=True))


def test_problems_are_counted_and_equal_ones_told_once():
    problems = [GraphQLError(text) for text in ("a.", "b", "a.", "c", "d")]
    assert describe(problems) == "5 problems: a, 2 times; b; c; …"
    assert describe(problems[:1]) == "1 problem: a"


def test_a_place_is_the_file_without_its_folders():
    error = GraphQLError("x", source=Source("a\nbc", "deep/down/a.graphql"), positions=[3])
    assert place(error) == " (a.graphql:2:2)"
    assert place(GraphQLError("x")) == ""
    assert place(GraphQLError("x", source=Source("a\nbc"), positions=[3])) == ""
