from __future__ import annotations

from itertools import permutations

import pytest
from graphql import build_schema
from hypothesis import given, settings
from hypothesis import strategies as st

from querious.graphql.cases import problems
from querious.model.document_text import write, write_case
from querious.model.operation import fields
from querious.relations import SchemaTypes
from querious.relations.answers.variants import reworded, split, variants, with_identifiers, with_more
from random_schemas import random_sdl
from sample import EVERYTHING, ONE_OF, generator, operation

FEWER = settings(max_examples=settings().max_examples // 5)  # each example validates dozens of documents
SAMPLES = [build_schema(EVERYTHING), build_schema(ONE_OF)]


def invalid(schema, seed, numbers):
    made = generator(schema, seed)
    types = SchemaTypes(schema)
    for number in numbers:
        original = made.case(number).operation
        for variant in variants(types, original):
            case = write_case(0, variant.operation)
            found = problems(schema, case)
            if found:
                yield variant.kind, write(original), case.document, case.variables, found


@FEWER
@given(st.integers(0, 2**32), st.integers(0, 3_000), st.sampled_from(SAMPLES))
@pytest.mark.unmeasured
def test_every_variant_is_valid(seed, start, schema):
    assert list(invalid(schema, seed, range(start, start + 4))) == []


@pytest.mark.unmeasured
@FEWER
@given(st.integers(0, 10_000), st.integers(0, 2**32), st.integers(0, 3_000))
def test_every_variant_is_valid_on_random_schemas(shape, seed, start):
    assert list(invalid(build_schema(random_sdl(shape)), seed, range(start, start + 2))) == []


def written(document, kind, variables=None, allowed=lambda _: True):
    asked = operation(document, variables=variables)
    types = SchemaTypes(build_schema(EVERYTHING), allowed)
    found = {variant.kind: variant.operation for variant in variants(types, asked)}
    return write(found[kind]) if kind in found else None


def test_aliases():
    assert written("{ book(id: 1) { id title: name } }", "alias") == (
        "{ other_book: book(id: 1) { other_id: id other_title: name } }",
        {},
    )


def test_fragments_leave_the_name_of_an_abstract_type_where_it_is():
    assert written("{ node(id: 1) { __typename id ... on Book { pages } } }", "fragment") == (
        "{ ... on Root { node(id: 1) { __typename ... on Node { id } ... on Book { ... on Book { pages } } } } }",
        {},
    )


def test_orders_are_reversed():
    document = '{ author(id: 1, slug: "a") { id name } version }'
    assert written(document, "argument order")[0] == '{ author(slug: "a", id: 1) { id name } version }'
    assert written(document, "field order")[0] == '{ version author(id: 1, slug: "a") { name id } }'
    assert written("{ author(id: 1) { id } }", "argument order") is None
    assert written("{ author(id: 1) { id } }", "field order") is None


def fewer(document):
    return [write(way.operation)[0] for way in split(SchemaTypes(build_schema(EVERYTHING)), operation(document))]


def test_fewer_fields():
    assert fewer("{ book(id: 1) { id name author { id } pages } }") == [
        "{ book(id: 1) { id author { id } } }",
        "{ book(id: 1) { name pages } }",
        "{ book(id: 1) { id name } }",
        "{ book(id: 1) { author { id } pages } }",
    ]
    assert fewer("{ node(id: 1) { __typename ... on Book { id pages } } version }") == [
        "{ node(id: 1) { __typename ... on Book { id } } }",
        "{ version }",
    ]
    assert fewer("{ version }") == []


@given(st.integers(2, 8))
def test_of_any_two_fields_each_is_asked_without_the_other(count):
    names = [f"f{number}" for number in range(count)]
    text = "type Query { a: A } type A { " + " ".join(f"{name}: Int" for name in names) + " }"
    whole = operation(f"{{ a {{ {' '.join(names)} }} }}", text)
    parts = [
        {field.name for field in fields(way.operation.selections)}
        for way in split(SchemaTypes(build_schema(text)), whole)
    ]
    for one, other in permutations(names, 2):
        assert any(one in part and other not in part for part in parts)


def test_parts_alone():
    assert written("{ version shelf { label } author { id } }", "alone")[0] == "{ author { id } }"
    assert written("{ version }", "alone") is None


def test_twice():
    assert written("{ v: version shelf { label } }", "twice")[0] == (
        "{ v: version shelf { label } again_v: version again_shelf: shelf { label } }"
    )


def test_more_fields_only_where_they_may_be_asked():
    document = "{ book(id: 1) { pages: id } }"
    allowed = {"Root.book", "Book.pages", "Book.colour", "Book.price"}.__contains__
    assert written(document, "more", allowed=allowed)[0] == (
        "{ book(id: 1) { pages: id more_Book_pages: pages colour } }"
    )
    assert written(document, "more", allowed="Root.book".__eq__) is None


def test_more_fields_on_what_may_stand_there():
    document = "{ node(id: 1) { __typename ... on Book { pages matrix colour name } } }"
    allowed = {"Root.node", "Node.id", "Book.id"}.__contains__
    assert written(document, "more", allowed=allowed)[0] == (
        "{ node(id: 1) { __typename ... on Book { pages matrix colour name more_Book_id: id } more_Node_id: id } }"
    )


def test_identifiers():
    asked = operation("{ book(id: 1) { pages author { id } } shelf { label } }")
    assert write(with_identifiers(SchemaTypes(build_schema(EVERYTHING)), asked))[0] == (
        "{ book(id: 1) { pages author { id } id } shelf { label } }"
    )


def test_more_fields_lead_on_to_objects():
    allowed = lambda coordinate: coordinate not in {"Book.name", "Book.matrix", "Book.sequels"}  # noqa: E731
    assert written("{ book(id: 1) { id pages colour } }", "more", allowed=allowed)[0] == (
        "{ book(id: 1) { id pages colour author { id name } } }"
    )


def test_more_fields_are_bounded():
    wide = build_schema("type Query { a: A } type A { b: A " + " ".join(f"f{n}: Int" for n in range(40)) + "}")
    asked = operation(
        "{ a { b { b { b { b { b { b { b { f1 } } } } } } } } }", "type Query { a: A } type A { b: A f1: Int }"
    )
    assert sum(1 for _ in fields(with_more(SchemaTypes(wide), asked).selections)) == 9 + 60


def test_nothing_is_reworded_where_there_is_nothing_to_say_differently():
    kinds = [way.kind for way in reworded(SchemaTypes(build_schema(EVERYTHING)), operation("{ version }"))]
    assert kinds == ["alias", "fragment"]
