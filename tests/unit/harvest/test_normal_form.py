from __future__ import annotations

import pytest
from graphql import parse, print_ast, strip_ignored_characters
from hypothesis import given
from hypothesis import strategies as st

from querious.harvest.normal_form import Normalised, normalise
from querious.text.canonical import printed

_NAMES = st.sampled_from(["a", "b", "on1", "query", "Type", "_x"])
_TEXTS = st.text(alphabet=st.characters(exclude_categories=["Cs"]), max_size=8)


def literal(text: str) -> str:
    return '"' + "".join(f"\\u{ord(c):04x}" if ord(c) < 32 or c in '"\\' else c for c in text) + '"'


_VALUES = st.recursive(
    st.one_of(
        st.integers(-9, 99).map(str),
        st.sampled_from(["1.5", "-2e3", "true", "false", "null", "ENUM", "$a", '"""block\n  "text" """', '""']),
        _TEXTS.map(literal),
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3).map(lambda values: f"[{' , '.join(values)}]"),
        st.lists(st.tuples(_NAMES, inner), max_size=3).map(
            lambda fields: "{{ {} }}".format("\n".join(f"{name} : {value}" for name, value in fields))
        ),
    ),
    max_leaves=6,
)
_ARGUMENTS = st.lists(st.tuples(_NAMES, _VALUES), min_size=1, max_size=3).map(
    lambda arguments: "( {} )".format(" ".join(f"{name}:{value}" for name, value in arguments))
)
_DIRECTIVES = st.one_of(st.just(""), _ARGUMENTS.map(lambda arguments: f" @d{arguments} "), st.just(" @e @e"))
_SELECTIONS = st.recursive(
    st.sampled_from(["a", " b:a", "...F", "... G @e", "query", "# a comment { \n a"]),
    lambda inner: st.one_of(
        st.tuples(_NAMES, st.one_of(st.just(""), _ARGUMENTS), _DIRECTIVES, st.lists(inner, min_size=1, max_size=3)).map(
            lambda field: f"{field[0]}{field[1]}{field[2]} {{ {' , '.join(field[3])} }}"
        ),
        st.tuples(st.sampled_from(["", "on T"]), _DIRECTIVES, inner).map(
            lambda fragment: f"... {fragment[0]} {fragment[1]} {{ {fragment[2]} }}"
        ),
    ),
    max_leaves=8,
)
_DOCUMENTS = st.tuples(
    st.sampled_from(
        ["", "query", "query A", "mutation M ", "subscription S", "query V($a: [Int!]! = [1 2] @d(a: 1), $b: T)"]
    ),
    st.lists(_SELECTIONS, min_size=1, max_size=3),
).map(lambda parts: f"{parts[0]} {{ {' '.join(parts[1])} }}")


@given(_DOCUMENTS)
def test_a_document_means_the_same_and_is_printed_the_same_again(text: str) -> None:
    once = printed(parse(text).definitions)
    assert _meaning(parse(once)) == _meaning(parse(text))
    assert printed(parse(once).definitions) == once


def _meaning(node: object) -> object:
    """What graphql-core compares, but for how a string was written."""
    if isinstance(node, list | tuple):
        return [_meaning(inner) for inner in node]
    if hasattr(node, "keys") and hasattr(node, "kind"):
        keys = [key for key in node.keys if key not in ("loc", "block")]
        return node.kind, [_meaning(getattr(node, key)) for key in keys]
    return node


@given(_DOCUMENTS.filter(lambda text: '"' not in text))
def test_it_is_as_short_as_graphql_core_makes_it(text: str) -> None:
    assert printed(parse(text).definitions) == strip_ignored_characters(print_ast(parse(text)))


def test_how_it_was_written_does_not_matter() -> None:
    written = 'query  Q( $a : Int = 1 , $b:[ID!]! ) {\n  # why\n  x ( n: $a, s: """hi""" ) { ... on T { y } , z }\n}\n'
    assert normalise(written) == Normalised('query Q($a:Int=1$b:[ID!]!){x(n:$a s:"hi"){...on T{y}z}}', "Q", "query")
    assert normalise(normalise(written).document) == normalise(written)


def test_the_order_of_fields_is_kept_and_fragments_are_sorted() -> None:
    one = normalise("{ b ...Z a ...A } fragment Z on Q { z } fragment A on Q { a }")
    other = normalise("fragment A on Q { a } { b ...Z a ...A } fragment Z on Q { z }")
    assert one == other
    assert one.document == "{b ...Z a ...A}fragment A on Q{a}fragment Z on Q{z}"


def test_only_the_operation_asked_for_and_its_fragments_are_left() -> None:
    text = (
        "query A { a ...One } mutation B { b ...Two } fragment One on Q { ...Deep } fragment Two on M { ...Two }"
        "fragment Deep on Q { d { ...One } } fragment Unused on Q { u }"
    )
    assert normalise(text, "A").document == ("query A{a ...One}fragment Deep on Q{d{...One}}fragment One on Q{...Deep}")
    assert normalise(text, "B") == ("mutation B{b ...Two}fragment Two on M{...Two}", "B", "mutation")


def test_a_single_operation_is_meant_whatever_it_is_called() -> None:
    assert normalise("query A { a }", "Z").operation_name == "A"
    assert normalise("subscription { a }") == ("subscription{a}", "", "subscription")


@pytest.mark.parametrize(
    ("text", "name", "told"),
    [
        ("shoes", "", "not GraphQL: Syntax Error"),
        ("", "", "not GraphQL"),
        ("type Query { a: Int }", "", "no operation"),
        ("query A { a } query B { b }", "", "2 operations in the document, and no name says"),
        ("query A { a } query B { b }", "C", "none is called 'C'"),
        ("{a" * 5_000, "", "nested too deeply"),
    ],
)
def test_what_is_no_graphql_is_said_in_one_line(text: str, name: str, told: str) -> None:
    with pytest.raises(ValueError, match=told) as error:
        normalise(text, name)
    assert "\n" not in str(error.value)


def test_descriptions_are_left_out_where_graphql_core_reads_them() -> None:
    try:
        parse('"secret" query A { a }')
    except Exception:  # noqa: BLE001
        pytest.skip("this graphql-core has no descriptions of operations")
    assert normalise('"secret" query A("why" $a: Int) { a }').document == "query A($a:Int){a}"
