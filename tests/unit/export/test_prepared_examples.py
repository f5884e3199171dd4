from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from querious.export import MUTATION, Example, Wants, prepare
from querious.export.prepared_examples import _LARGEST

SCHEMA = """
    type Query { a(x: Int, when: Date): A list(filters: [In!]): Int }
    type A { b: A c: Int }
    input In { slug: String! }
    scalar Date
    type Mutation { set(x: Int): Int }
    type Subscription { tick: Int }
"""


@pytest.fixture(scope="module")
def schema():
    from graphql import build_schema  # noqa: PLC0415

    return build_schema(SCHEMA)


def why_not(schema, *arguments, **options) -> str:
    ready, ((_, reason),) = prepare(schema, [Example(*arguments, **options)])
    assert not ready
    return reason


def test_what_no_test_can_be_made_of_is_told_with_the_reason(schema):
    assert why_not(schema, "{ nothing }", {}).startswith("not allowed by the schema: Cannot query field 'nothing'")
    assert why_not(schema, "{", {}).startswith("not GraphQL")
    assert why_not(schema, "subscription { tick }", {}) == "a subscription has more than one answer"
    assert why_not(schema, "mutation { set }", {}) == MUTATION
    assert why_not(schema, "not read", {}, kind="mutation") == MUTATION
    assert why_not(schema, "{ a { c } }", {"x": float("nan")}) == "variables that cannot be sent as JSON"
    deep = "{ a " + "{ b " * 600 + "{ c }" + "}" * 601
    assert "nested too deeply" in why_not(schema, deep, {})


def test_an_answer_that_is_too_long_to_write_down_is_left_out(schema):
    fragments = " ".join(f"fragment F{n} on A {{ x: b {{ ...F{n + 1} }} y: b {{ ...F{n + 1} }} }}" for n in range(20))
    reason = why_not(schema, f"{{ a {{ ...F0 }} }} {fragments} fragment F20 on A {{ c }}", {})
    assert reason.endswith("keys is too large for a test")
    assert _LARGEST < 2**20


def test_mutations_are_exported_when_asked_for(schema):
    ready, left_out = prepare(schema, [Example("mutation { set }", {})], mutations=True)
    assert [case.kind for case in ready] == ["mutation"]
    assert not left_out


def test_variables_that_do_not_fit_may_be_refused_by_a_strict_server(schema):
    document = "query Q($filters: [In!]) { list(filters: $filters) }"
    ready, _ = prepare(schema, [Example(document, {"filters": {}}), Example(document, {"filters": {"slug": "a"}})])
    lenient, strict = ready
    assert lenient.example.wants is Wants.SOUND
    assert lenient.example.note.startswith("The API may refuse it: Variable '$filters' ")
    assert strict.example.wants is Wants.ANSWER


def test_the_same_question_is_one_case_with_all_its_calls(schema):
    first = Example(
        "query Q($x: Int) { a(x: $x) { c } }", {"x": 1}, calls=2, last_asked=datetime(2026, 1, 1, tzinfo=UTC)
    )
    later = datetime(2026, 5, 1, tzinfo=UTC)
    other = replace(first, document="query Q($x:Int){a(x:$x){c}}", calls=3, last_asked=later)
    (case,), _ = prepare(schema, [first, other, replace(other, last_asked=None, calls=0)])
    assert (case.example.calls, case.example.last_asked) == (5, later)


def test_variables_come_in_the_order_of_their_declarations_and_none_is_lost(schema):
    document = "query Q($when: Date, $x: Int) { a(x: $x, when: $when) { c } }"
    (case,), _ = prepare(schema, [Example(document, {"other": 1, "x": 2, "when": 3})])
    assert list(case.variables.items()) == [("when", 3), ("x", 2), ("other", 1)]


def test_of_several_operations_the_named_one_is_asked(schema):
    (case,), _ = prepare(schema, [Example("query A { list } query B { a { c } }", {}, operation_name="B")])
    assert (case.name, case.called, case.document) == ("B", "b", "query B {\n  a {\n    c\n  }\n}")
