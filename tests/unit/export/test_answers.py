from __future__ import annotations

from graphql import build_schema, validate
from hypothesis import given
from hypothesis import strategies as st

import sample
from querious.export import answers
from querious.export.answers import answer_to
from querious.export.documents import read
from random_schemas import random_sdl


def written(document: str, schema: str = sample.EVERYTHING, **values):
    """The answer as the support files read it, without its outermost type."""
    answer = answer_to(build_schema(schema), read(document), values)
    return answers.written(answer.shape), answer


def test_leaves_lists_and_objects_have_the_types_of_the_schema():
    shape, answer = written('{ book(id: "1") { name colour matrix sequels { pages } } }')
    book = {"name": "String!", "colour": "Colour", "matrix": "[[Int!]]", "sequels": ("[Book!]!", {"pages": "Int"})}
    assert shape == {"book": ("Book", book)}
    assert answer.types == {"Colour": ["RED", "GREEN", "BLUE"]}


def test_an_alias_keeps_the_name_of_its_field():
    shape, _ = written("{ mine: shelf { a: label } }")
    assert shape == {"mine": ("shelf: Shelf!", {"a": "label: String"})}


def test_selections_of_the_same_key_are_merged_through_fragments():
    shape, _ = written(
        '{ book(id: "1") { ...F author { name } } } fragment F on Book { author { id rival { id } ...G } } '
        "fragment G on Named { name }"
    )
    author = {"id": "ID!", "rival": ("Author", {"id": "ID!"}), "name": "String!"}
    assert shape == {"book": ("Book", {"author": ("Author!", author)})}


def test_members_of_an_interface_are_told_apart_by_a_type_name_that_is_asked_for():
    shape, answer = written('{ node(id: "1") { id ... on Book { pages } ... on Named { name } } }')
    node = {"__typename": "String!", "id": "ID!", "name": "String!", "... on Book": {"pages": "Int"}}
    assert shape == {"node": ("Node", node)}
    assert answer.types == {"Node": ["Book", "Author"]}
    assert '  node(id: "1") {\n    __typename\n    id\n' in answer.asked.text


def test_a_type_name_that_is_there_is_not_asked_for_again():
    document = '{ node(id: "1") { kind: __typename ... on Book { pages } } }'
    shape, answer = written(document)
    assert shape == {"node": ("Node", {"kind": "__typename: String!", "... on Book": {"pages": "Int"}})}
    assert "__typename\n    __typename" not in answer.asked.text
    assert answer.asked.text == read(document).text


def test_a_type_name_under_a_condition_that_does_not_hold_is_not_counted_on():
    shape, answer = written('{ node(id: "1") { __typename @skip(if: true) ... on Book { pages } } }')
    assert shape == {"node": ("Node", {"typeName": "__typename: String!", "... on Book": {"pages": "Int"}})}
    assert not validate(sample.schema(), answer.asked.node)


def test_where_all_members_hold_the_same_no_type_name_is_needed():
    shape, answer = written("{ named { id name } }")
    assert shape == {"named": ("[Named!]", {"id": "ID!", "name": "String!"})}
    assert answer.types == {}


def test_a_member_that_promises_more_than_its_interface_is_held_to_it():
    schema = """
        interface Node { id: ID }
        type A implements Node { id: ID! } type B implements Node { id: ID }
        type Query { node: Node }
    """
    shape, _ = written("{ node { id } }", schema)
    branches = {"... on A": {"id": "ID!"}, "... on B": {"id": "ID"}}
    assert shape == {"node": ("Node", {"__typename": "String!", **branches})}


def test_members_that_hold_the_same_share_a_branch_and_are_called_by_what_they_have_in_common():
    schema = """
        interface Meta { tag: String }
        type A implements Meta { tag: String } type B implements Meta { tag: String x: Int }
        type C { x: Int }
        union Any = A | B | C
        type Query { any: Any }
    """
    shape, answer = written("{ any { ... on Meta { tag } ... on B { x } ... on C { x } } }", schema)
    any_ = {
        "__typename": "String!",
        "... on A": {"tag": "String"},
        "... on B": {"tag": "String", "x": "Int"},
        "... on C": {"x": "Int"},
    }
    assert shape == {"any": ("Any", any_)}
    shape, answer = written("{ any { ... on Meta { tag } } }", schema)
    assert shape == {"any": ("Any", {"__typename": "String!", "... on Meta": {"tag": "String"}})}
    assert answer.types == {"Any": ["A", "B", "C"], "Meta": ["A", "B"]}
    shape, _ = written("{ any { ... on A { tag } ... on B { tag } } }", schema)
    assert shape["any"][1] == {"__typename": "String!", "... on A | B": {"tag": "String"}}


def test_include_and_skip_are_decided_by_the_variables():
    document = "query ($x: Boolean!) { a: version @include(if: $x) b: version @skip(if: $x) }"
    assert written(document, x=True)[0] == {"a": "version: String"}
    assert written(document, x=False)[0] == {"b": "version: String"}


def test_introspection_can_be_asked_for():
    shape, answer = written("{ __schema { types { kind } } }")
    assert shape == {"__schema": ("__Schema!", {"types": ("[__Type!]!", {"kind": "__TypeKind!"})})}
    assert "OBJECT" in answer.types["__TypeKind"]


def test_fragments_that_multiply_cost_no_more_than_they_are_long():
    levels = 40
    fragments = " ".join(
        f"fragment F{n} on Author {{ a{n}: rival {{ ...F{n + 1} }} b{n}: rival {{ ...F{n + 1} }} }}"
        for n in range(levels)
    )
    answer = answer_to(
        sample.schema(),
        read(f'{{ author(id: "1") {{ ...F0 }} }} {fragments} fragment F{levels} on Author {{ id }}'),
        {},
    )
    assert answer.shape.size > 2**levels


@given(st.integers(0, 10_000), st.integers(0, 50))
def test_what_is_sent_stays_valid_with_the_type_names_that_were_added(seed, number):
    schema = build_schema(random_sdl(seed))
    case = sample.generator(schema, seed).case(number)
    if case.valid:
        answer = answer_to(schema, read(case.document), case.variables)
        assert not validate(schema, answer.asked.node)
