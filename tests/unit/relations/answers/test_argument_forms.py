from __future__ import annotations

from graphql import build_schema

from querious.model.document_text import write
from querious.relations import SchemaTypes
from querious.relations.answers.argument_forms import (
    arguments_reversed,
    as_literals,
    as_variables,
    defaults_given,
    inputs_reversed,
    swapped,
    variables,
)
from sample import EVERYTHING, operation

WAYS = {
    "variable": as_variables,
    "literal": as_literals,
    "swapped": swapped,
    "input order": inputs_reversed,
    "default": defaults_given,
    "argument order": lambda _, asked: arguments_reversed(asked),
}


def written(document, kind, variables=None):
    asked = operation(document, variables=variables)
    changed = write(WAYS[kind](SchemaTypes(build_schema(EVERYTHING)), asked))
    return None if changed == write(asked) else changed


def test_literals_become_variables_of_the_declared_type():
    document = '{ author(slug: "a") { books(filter: {text: "a", colour: BLUE}) { id } } }'
    assert written(document, "variable") == (
        "query($given2: String, $given1: Filter) { author(slug: $given2) { books(filter: $given1) { id } } }",
        {"given1": {"text": "a", "colour": "BLUE"}, "given2": "a"},
    )


def test_the_same_value_is_the_same_variable():
    document = "{ book(id: 1) { id } book(id: 1) { pages } }"
    assert written(document, "variable") == (
        "query($given1: ID!) { book(id: $given1) { id } book(id: $given1) { pages } }",
        {"given1": 1},
    )


def test_variables_become_literals_with_enum_members_bare():
    document = "query($c: [Colour!], $f: Filter) { author { books(colours: $c, filter: $f) { id } } }"
    assert written(document, "literal", {"c": ["RED"], "f": {"text": "RED", "colour": "BLUE"}}) == (
        '{ author { books(colours: [RED], filter: {text: "RED", colour: BLUE}) { id } } }',
        {},
    )


def test_a_variable_that_was_not_sent_is_an_argument_left_out():
    assert written("query($c: [Colour!]) { author { books(colours: $c) { id } } }", "literal") == (
        "{ author { books { id } } }",
        {},
    )


def test_a_structure_of_a_custom_scalar_is_left_alone():
    document = 'query($o: Strange) { search(text: "a", filter: {odd: $o}) { __typename } }'
    assert written(document, "literal", {"o": {"b": 1, "a": 2}}) is None
    assert written("{ search(text: 1, filter: {odd: {b: 1, a: 2}, text: null}) { __typename } }", "input order") == (
        "{ search(text: 1, filter: {text: null, odd: {b: 1, a: 2}}) { __typename } }",
        {},
    )


def test_defaults_are_spelt_out():
    assert written("{ named { __typename name } }", "default")[0] == (
        "{ named(limit: 3) { __typename name(upper: false) } }"
    )
    assert written("{ named(limit: 4) { __typename name(upper: null) } }", "default") is None


def test_literals_and_variables_are_swapped():
    document = 'query($i: ID) { author(id: $i, slug: "a") { id } }'
    assert written(document, "swapped", {"i": "7"}) == (
        'query($given1: String) { author(id: "7", slug: $given1) { id } }',
        {"given1": "a"},
    )


def test_names_that_are_taken_are_not_given_again():
    document = "query($given1: Boolean!) { book(id: 1) { id @include(if: $given1) } }"
    assert written(document, "variable", {"given1": True}) == (
        "query($given2: ID!, $given1: Boolean!) { book(id: $given2) { id @include(if: $given1) } }",
        {"given2": 1, "given1": True},
    )


def test_variables_are_found_everywhere():
    document = "query($a: Int!, $b: Boolean!) { chain(chain: {values: [1, $a]}) @skip(if: $b) }"
    assert [variable.name for variable in variables(operation(document))] == ["a", "b"]


def test_a_text_that_no_document_can_hold_stays_a_variable():
    assert written("query($s: String) { author(slug: $s) { id } }", "literal", {"s": "\ud800"}) is None
