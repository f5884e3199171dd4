from __future__ import annotations

from graphql import parse
from hypothesis import given
from hypothesis import strategies as st

from querious.model import ABSENT, Directive, EnumValue, Field, Fragment, Operation, Raw, Variable
from querious.model.document_text import write
from sample import case

TEXT = st.text(st.characters(exclude_categories=("Cs",)))


def one_field(**changes) -> Operation:
    return Operation("query", "", "Query", [Field("Query", "f", "", (), (), ())._replace(**changes)])


def test_the_shortest_form():
    assert write(one_field()) == ("{ f }", {})


def test_everything_at_once():
    operation = Operation(
        "mutation",
        "Do",
        "Mutation",
        [
            Field("Mutation", "make", "made", [("n", Variable("n", "Int!", 3)), ("c", EnumValue("RED"))], (), [
                Fragment("Book", [Directive("include", [("if", Variable("yes", "Boolean!", True))])], [
                    Field("Book", "name", "", (), [Directive("plain", ())], ()),
                ]),
            ]),
        ],
    )  # fmt: skip
    document, variables = write(operation)
    assert document == (
        "mutation Do($n: Int!, $yes: Boolean!) "
        "{ made: make(n: $n, c: RED) { ... on Book @include(if: $yes) { name @plain } } }"
    )
    assert variables == {"n": 3, "yes": True}


def test_values():
    value = [None, True, False, -5, 1.5, 1e300, "x", EnumValue("A"), {"k": [{}]}, Raw("$raw"), Variable("v", "T", 1)]
    document, variables = write(one_field(arguments=[("a", value)]))
    written = '{ f(a: [null, true, false, -5, 1.5, 1e+300, "x", A, {k: [{}]}, $raw, $v]) }'
    assert document == f"query($v: T) {written}"
    assert variables == {"v": 1}


def test_a_variable_that_is_not_sent_is_declared_all_the_same():
    document, variables = write(one_field(arguments=[("a", Variable("v", "Int", ABSENT))]))
    assert document == "query($v: Int) { f(a: $v) }"
    assert variables == {}


@given(TEXT)
def test_strings_are_escaped_so_that_they_read_back_the_same(text):
    document, _ = write(one_field(arguments=[("a", text)]))
    (definition,) = parse(document).definitions
    assert definition.selection_set.selections[0].arguments[0].value.value == text


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_floats_read_back_the_same(number):
    document, _ = write(one_field(arguments=[("a", number)]))
    (definition,) = parse(document).definitions
    assert float(definition.selection_set.selections[0].arguments[0].value.value) == number


def test_the_body_leaves_out_what_is_empty():
    assert case("{ version }").body == {"query": "{ version }"}
    body = case("query Q($i: ID!) { book(id: $i) { id } }", variables={"i": "1"}).body
    assert body == {
        "query": "query Q($i: ID!) { book(id: $i) { id } }",
        "variables": {"i": "1"},
        "operationName": "Q",
    }
