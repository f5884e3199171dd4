from __future__ import annotations

from functools import cache
from random import Random
from typing import TYPE_CHECKING

import pytest
from graphql import build_schema

from querious.errors import ConfigError
from querious.graphql.cases import problems
from querious.graphql.values import Makers
from querious.model import EnumValue, Field, Operation, Variable
from querious.model.document_text import write_case
from querious.values import Chance, Pool, has_generator
from querious.values.scalars import INT_MAX, INT_MIN
from querious.values.strings import HOSTILE, LONGEST
from sample import EVERYTHING, schema

if TYPE_CHECKING:
    from graphql import GraphQLSchema


def chance(seed: int = 0, size: int = 8, wild: float = 0.0) -> Chance:
    made = Chance(Random(seed))
    made.size, made.wild = size, wild
    return made


def values(text: str, type_text: str, *, count: int = 400, wild: float = 0.0, generators=None, name: str = "x") -> list:
    built = build_schema(f"{text} type Query {{ f({name}: {type_text}): Int }}")
    makers = Makers(built, Pool(), generators)
    argument = built.query_type.fields["f"].args[name]
    make = makers.maker(f"Query.f.{name}", argument.type)
    source = chance(wild=wild)
    return [make(source) for _ in range(count)]


@pytest.mark.unmeasured
@pytest.mark.parametrize("wild", [0.0, 1.0])
@pytest.mark.parametrize("name", ["Int", "Float", "String", "Boolean", "ID", "[Int!]!", "[[String]!]"])
def test_built_in_values_are_valid(name, wild):
    each_once = {repr(value): value for value in values("", name, wild=wild)}
    for value in each_once.values():
        assert refusals(name, value) == []


def test_numbers_reach_their_limits():
    numbers = values("", "Int", wild=1.0)
    assert {INT_MAX, INT_MIN, 0, -1} <= set(numbers)
    floats = values("", "Float", wild=1.0)
    assert max(floats) > 1e300
    assert 5e-324 in floats


def test_odd_strings_are_of_every_kind():
    strings = values("", "String", count=3_000, wild=1.0)
    assert set(HOSTILE) <= set(strings)
    assert any("\0" in text for text in strings)
    assert any(max(map(ord, text), default=0) > 0xFFFF for text in strings)
    assert any(text and all(ord(letter) < 256 for letter in text) and max(map(ord, text)) > 127 for text in strings)
    assert max(map(len, strings)) == LONGEST
    assert not any(0xD800 <= ord(letter) < 0xE000 for text in strings for letter in text)


def test_plain_strings_are_plain():
    assert all(text.isascii() and text.isprintable() for text in values("", "String"))


@pytest.mark.parametrize(
    "name",
    [
        "DateTime", "ISO8601DateTime", "Date", "Time", "Duration", "UUID", "URL", "URI", "Email", "EmailAddress", "JSON",
        "JSONString", "BigInt", "Long", "Decimal", "Base64String", "PhoneNumber", "IPv4", "GitObjectID", "Color", "date_time",
    ],
)  # fmt: skip
def test_well_known_scalars_have_generators(name):
    assert has_generator(name)
    built = build_schema(f"scalar {name} type Query {{ f(x: {name}): Int }}")
    makers = Makers(built, Pool())
    make = makers.maker("Query.f.x", built.query_type.fields["f"].args["x"].type)
    assert makers.notes == ()
    assert len({str(make(chance(seed))) for seed in range(50)}) > 1


def test_an_unknown_scalar_is_guessed_and_noted():
    assert not has_generator("Strange")
    built = build_schema("scalar Strange type Query { f(x: Strange): Int }")
    makers = Makers(built, Pool())
    assert makers.maker("Query.f.x", built.query_type.fields["f"].args["x"].type)(chance(3)) is not None
    (note,) = makers.notes
    assert "Strange" in note
    assert "Query.f.x" in note
    assert "generators" in note


def test_recursive_inputs_end():
    for value in values("input In { next: In many: [In!]! leaf: Int }", "In!", wild=0.2):
        assert depth(value) < 12


def depth(value) -> int:
    if isinstance(value, dict):
        return 1 + max(map(depth, value.values()), default=0)
    return max(map(depth, value), default=0) if isinstance(value, list) else 0


def test_required_input_fields_are_always_filled_and_optional_ones_sometimes():
    made = values("input In { must: Int! may: Int with: Int! = 3 }", "In!")
    assert all(isinstance(value["must"], int) for value in made)
    assert {"may" in value for value in made} == {True, False}
    assert None in [value.get("may", 0) for value in made]
    assert {"with" in value for value in made} == {True, False}
    assert None not in [value.get("with", 0) for value in made]


def test_enums_are_enum_values():
    made = values("enum E { A B }", "E!")
    assert set(made) == {"A", "B"}
    assert all(isinstance(value, EnumValue) for value in made)


def test_uploads_and_what_needs_them_are_left_out():
    built = build_schema(
        "scalar Upload enum Mood { A } input In { file: Upload! } input Ok { file: Upload a: Int }"
        " type Query { f(a: Upload, b: In, c: Ok!): Int }"
    )
    makers = Makers(built, Pool())
    arguments = built.query_type.fields["f"].args
    assert makers.maker("Query.f.a", arguments["a"].type) is None
    assert makers.maker("Query.f.b", arguments["b"].type) is None
    make = makers.maker("Query.f.c", arguments["c"].type)
    assert all("file" not in make(chance(seed)) for seed in range(50))
    assert "Query.f.a" in makers.notes[0]


def test_an_input_that_needs_itself_cannot_be_made():
    built = build_schema("input In { again: In! } type Query { f(a: In): Int }", assume_valid=True)
    assert Makers(built, Pool()).maker("Query.f.a", built.query_type.fields["f"].args["a"].type) is None


@pytest.mark.parametrize("pattern", ["Query.f.x", "Query.*.x", "*.f.x", "Int", "I*t"])
def test_own_generators_by_coordinate_type_and_wildcard(pattern):
    assert set(values("", "Int", generators={pattern: [41, 42]})) == {41, 42}
    assert [7] in values("", "[Int!]", generators={pattern: lambda _: 7}, count=50)


def test_an_own_generator_is_fitted_to_its_type():
    made = values("enum E { A B } input In { e: [E!] n: Int }", "In!", generators={"In": [{"e": "A", "n": 1}]})
    assert made[0] == {"e": ["A"], "n": 1}
    assert isinstance(made[0]["e"][0], EnumValue)


def test_a_generator_for_a_field_of_an_input():
    made = values("input In { must: Int! }", "In!", generators={"In.must": [5]})
    assert {value["must"] for value in made} == {5}


def test_a_generator_gives_uploads_after_all():
    assert set(values("scalar Upload", "Upload!", generators={"Upload": ["file"]})) == {"file"}


def test_a_generator_that_fails_is_done_without():
    assert {type(value) for value in values("", "Int", generators={"Query.f.x": lambda _: 1 / 0})} == {int}
    assert values("input In { must: Int! }", "In!", generators={"In": lambda _: 1 / 0})
    assert values("scalar Upload", "Upload", generators={"Upload": lambda _: 1 / 0})


def test_a_generator_that_holds_nothing_is_the_users_error():
    with pytest.raises(ConfigError, match="at least one value"):
        values("", "Int", generators={"Query.f.x": []})


def test_a_generator_that_matches_nothing_is_noted():
    makers = Makers(schema(EVERYTHING), Pool(), {"Nowhere.at.all": [1]})
    assert "Nowhere.at.all" in makers.notes[-1]


@pytest.mark.parametrize(("name", "expected"), [("first", range(1, 6)), ("pageSize", range(1, 6))])
def test_page_sizes_are_small(name, expected):
    assert set(values("", "Int", name=name)) == set(expected)


def test_names_suggest_formats():
    assert all("@" in value for value in values("", "String", name="ownerEmail"))
    assert all(value.startswith("https://") for value in values("", "String", name="websiteUrl"))


def test_values_are_drawn_from_what_was_learned():
    built = schema(EVERYTHING)
    pool = Pool()
    makers = Makers(built, pool)
    field = built.query_type.fields["book"]
    make = makers.maker("Root.book.id", field.args["id"].type, built.type_map["Book"])
    assert "opaque-7" not in {make(chance(seed)) for seed in range(100)}
    pool.teach([("Book.id", "opaque-7")])
    drawn = [make(chance(seed)) for seed in range(100)]
    assert drawn.count("opaque-7") > 45
    others = {value for value in drawn if value.startswith("o") and value != "opaque-7"}
    assert any(len(value) == len("opaque-7") and value[6] == "-" for value in others), "well-formed, but unknown"


@pytest.mark.parametrize(
    ("argument", "scalar", "source"),
    [
        ("authorId", "ID", "Author.id"),
        ("book_id", "ID", "Book.id"),
        ("label", "String", "Shelf.label"),
        ("bookIds", "ID", "Book.id"),
    ],
)
def test_names_lead_to_sources(argument, scalar, source):
    text = EVERYTHING.replace("version: String", f"version({argument}: {scalar}): String")
    built = schema(text)
    pool = Pool()
    make = Makers(built, pool).maker(f"Root.version.{argument}", built.query_type.fields["version"].args[argument].type)
    pool.teach([(source, "seen")])
    assert "seen" in {make(chance(seed)) for seed in range(60)}


def test_a_learned_number_fits_an_int_argument():
    built = build_schema("type Thing { number: Int code: String } type Query { thing(number: Int!): Thing }")
    pool = Pool()
    argument = built.query_type.fields["thing"].args["number"]
    make = Makers(built, pool).maker("Query.thing.number", argument.type, built.type_map["Thing"])
    pool.teach([("Thing.number", 991), ("Thing.number", "xyz")])
    drawn = {make(chance(seed)) for seed in range(80)}
    assert 991 in drawn
    assert all(isinstance(value, int) for value in drawn)


@cache
def taking(kind: str) -> GraphQLSchema:
    return build_schema(f"type Query {{ f(x: {kind}): Int }}")


def refusals(kind: str, value) -> list:
    """Why graphql-core refuses the value, sent as a variable."""
    field = Field("Query", "f", "", [("x", Variable("x", kind, value))], (), ())
    return problems(taking(kind), write_case(0, Operation("query", "", "Query", [field])))


def test_invalid_values_are_refused_by_the_check_used_here():
    assert refusals("Int", INT_MAX + 1)
