from __future__ import annotations

import pytest
from graphql import parse

from querious.export.documents import read, variables_in

FRAGMENTS = (
    "fragment B on T { b } query One { ...A } fragment A on T { a ...B } query Two { two } fragment C on T { c }"
)


def test_the_operation_comes_first_and_only_the_fragments_it_uses_follow():
    asked = read(FRAGMENTS, "One")
    assert asked.name == "One"
    assert asked.text == "query One {\n  ...A\n}\n\nfragment A on T {\n  a\n  ...B\n}\n\nfragment B on T {\n  b\n}"


def test_roots_are_the_fields_an_operation_starts_with_through_fragments():
    asked = read("query { x: one ...F ... { two } } fragment F on Q { three ...F }")
    assert asked.roots == ["one", "three", "two"]


@pytest.mark.parametrize(
    ("document", "told"),
    [
        ("{ a", "not GraphQL: Syntax Error: Expected Name, found <EOF>."),
        (FRAGMENTS, "2 operations, and no name says which one was asked"),
        ("fragment F on T { a }", "0 operations"),
        ("{a" * 5_000, "nested too deeply"),
        ("#" * 1_000_001, "too long"),
    ],
)
def test_what_cannot_be_asked_is_told_in_one_line(document, told):
    with pytest.raises(ValueError) as raised:
        read(document)
    assert told in str(raised.value)
    assert "\n" not in str(raised.value)


def test_marks_that_turn_text_around_are_written_as_escapes_and_mean_the_same():
    document = '{ a(x: "l\u202er\U000e0001") b(y: """block \u202e""") }'
    text = read(document).text
    assert "\u202e" not in text
    assert "l\\u202er\\udb40\\udc01" in text
    first, second = (node.arguments[0].value.value for node in parse(text).definitions[0].selection_set.selections)
    assert second == "block \u202e"
    assert first.startswith("l\u202er")


def test_variables_are_found_everywhere_but_in_their_declarations():
    node = parse("query ($a: Int, $b: Int) { f(x: [{y: $b}]) @include(if: $c) }")
    assert variables_in(node) == {"b", "c"}
