from __future__ import annotations

import re
from random import Random

import pytest
from graphql import GraphQLError, build_schema, parse, print_ast, print_schema, validate, validate_schema
from graphql.execution.values import get_variable_values
from hypothesis import given
from hypothesis import strategies as st

import sample
from querious.export import repair
from random_schemas import random_sdl

OLD = """
    type Query { shop(first: Int @deprecated(reason: "Use `limit`"), limit: Int): Shop things(by: By): [Thing] find(in: In, list: [Int!]): Int }
    type Shop { name: String @deprecated(reason: "Use `title`") title: String old: Int links: [Shop] }
    interface Thing { id: ID }
    type Book implements Thing { id: ID pages: Int } type Film implements Thing { id: ID length: Int }
    enum By { NAME @deprecated(reason: "Use `TITLE`") TITLE AGE }
    input In { text: String @deprecated(reason: "Use `words`") words: String by: By }
"""
NEW = """
    type Query { shop(limit: Int): Shop things(by: By): [Thing] find(in: In, list: [Int!]): Int }
    type Shop { title: String links(first: Int!): [Shop] }
    interface Thing { id: ID }
    type Book implements Thing { id: ID pages: Int }
    enum By { TITLE }
    input In { words: String by: By limit: Int! }
"""


def repaired(document, variables=None, old=OLD, new=NEW):
    """The document in one line, the variables and the changes; it must have no problems."""
    schema = build_schema(new)
    result = repair(schema, document, variables, old=build_schema(old) if old else None)
    assert result.problems == ()
    assert validate(schema, parse(result.document)) == []
    return one_line(result.document), result.variables, result.changes


def one_line(document: str) -> str:
    """In the layout of this version of graphql-core."""
    return " ".join(print_ast(parse(document)).split())


def test_what_is_valid_stays_as_it_was():
    document = "query  Q { shop { title } }"
    assert repair(build_schema(NEW), document, {"x": 1}) == repair(build_schema(OLD), document, {"x": 1})
    assert repair(build_schema(NEW), document).document == document


@pytest.mark.parametrize(
    ("document", "expected", "change"),
    [
        ("{ shop { name } }", "{ shop { title } }", "Shop.name is now title, as its deprecation said"),
        ("{ shop { title old } }", "{ shop { title } }", "Shop.old was removed: cut"),
        ("{ shop { title } things { ...F } } fragment F on Film { length }", "{ shop { title } }", "the type Film was removed: fragment F is cut"),
        ("{ things { id ... on Film { length } } }", "{ things { id } }", "the type Film was removed: cut"),
        ("{ shop { title links { old } } }", "{ shop { title } }", "Shop.links: nothing is left in it, cut"),
        ("{ shop { title links { __typename old } } }", "{ shop { title } }", "Shop.links: nothing is left in it, cut"),
        ("{ shop { links { title } } }", "{ shop { links(first: 1) { title } } }", "Shop.links needs first: Int! now: filled with 1"),
        ("{ shop(first: 3) { title } }", "{ shop(limit: 3) { title } }", "Query.shop: the argument first is now limit, as its deprecation said"),
        ("{ things(by: NAME) { id } }", "{ things(by: TITLE) { id } }", "Query.things(by:): By.NAME is now TITLE, as its deprecation said"),
        ("{ things(by: AGE) { id } }", "{ things { id } }", "Query.things: the argument by no longer fits By: left out"),
        ("{ find(list: [1], x: 2) }", "{ find(list: [1]) }", "Query.find: the argument x was removed: left out"),
        ('{ find(in: {text: "a"}) }', '{ find(in: {words: "a", limit: 1}) }', "Query.find(in:): In.limit needs a value now: filled with 1"),
        ("{ find @client shop { title } }", "{ find shop { title } }", "the directive @client is unknown: cut"),
    ],
)  # fmt: skip
def test_one_change_at_a_time(document, expected, change):
    text, _, changes = repaired(document)
    assert text == one_line(expected)
    assert change in changes


def test_without_the_old_schema_nothing_is_known_of_new_names():
    text, _, changes = repaired("{ shop { name title } }", old=None)
    assert text == one_line("{ shop { title } }")
    assert changes == ("Shop.name was removed: cut",)


def test_a_new_name_that_clashes_with_another_key_gets_the_old_one_as_alias():
    old = 'type Query { a(x: Int): Int @deprecated(reason: "Use `b`") b(x: Int): Int }'
    text, _, _ = repaired("{ a(x: 1) b(x: 2) }", old=old, new="type Query { b(x: Int): Int }")
    assert text == one_line("{ a: b(x: 1) b(x: 2) }")


def test_a_leaf_that_became_an_object_and_the_other_way_round():
    old = "type Query { a: Int b: B } type B { x: Int }"
    new = "type Query { a: B b: String } type B { x: Int id: ID }"
    text, _, changes = repaired("{ a b { x } }", old=old, new=new)
    assert text == one_line("{ a { id } b }")
    assert changes == (
        "Query.a is now a B: id is selected in it",
        "Query.b is now a String: what was selected in it is cut",
    )


@pytest.mark.parametrize(
    ("before", "after", "value", "expected"),
    [
        ("Int", "String", 5, "5"),
        ("String", "Int", "5", 5),
        ("Int", "Float", 5, 5),
        ("String", "Boolean", "true", True),
        ("Int", "[Int!]", 5, 5),
        ("[Int!]", "Int", [5, 6], 5),
        ("String", "ID!", "a", "a"),
        ("Int", "By!", 5, "TITLE"),
        ("Int", "In", 5, None),
        ("Float", "Int!", 0.5, 1),
        ("Int", "Int!", None, 1),
    ],
)
def test_variables_follow_the_types_of_the_places_where_they_stand(before, after, value, expected):
    schema = "type Query {{ f(x: {}): Int }} enum By {{ TITLE }} input In {{ a: Int }}"
    text, variables, _ = repaired(
        f"query ($v: {before}) {{ f(x: $v) }}", {"v": value}, schema.format(before), schema.format(after)
    )
    assert variables == ({} if expected is None else {"v": expected})
    assert text == one_line(f"query ($v: {after}) {{ f(x: $v) }}")


def test_input_objects_in_variables_are_repaired_too():
    _, variables, changes = repaired(
        "query ($in: In) { find(in: $in) }", {"in": {"text": "a", "by": "NAME", "gone": 1}}
    )
    assert variables == {"in": {"words": "a", "by": "TITLE", "limit": 1}}
    assert "In.gone was removed: left out" in changes


def test_variables_that_are_no_longer_used_are_cut():
    text, variables, changes = repaired(
        "query ($a: Int, $b: Int) { shop(first: $b) { title } find(x: $a) }", {"a": 1, "b": 2}
    )
    assert text == one_line("query ($b: Int) { shop(limit: $b) { title } find }")
    assert variables == {"b": 2}
    assert "$a is no longer used: cut" in changes


def test_a_default_that_no_longer_fits_is_repaired_with_its_type():
    schema = "type Query {{ f(x: {}): Int }}"
    text, _, _ = repaired("query ($v: Int = 3) { f(x: $v) }", {}, schema.format("Int"), schema.format("String!"))
    assert text == one_line('query ($v: String! = "3") { f(x: $v) }')


def test_variables_of_introspection_are_left_alone():
    text, variables, _ = repaired("query ($n: String!) { __type(name: $n) { name } gone }", {"n": "Shop"})
    assert text == one_line("query ($n: String!) { __type(name: $n) { name } }")
    assert variables == {"n": "Shop"}


@pytest.mark.parametrize(
    ("document", "problem"),
    [
        ("{ gone }", "nothing of what it asks for is left in the schema"),
        ("mutation { gone }", "the schema no longer has a mutation type"),
        ("{ a", "not GraphQL: Syntax Error: Expected Name, found <EOF>."),
        ("{ needs }", "nothing of what it asks for is left in the schema"),
        ("query ($v: Strange!) { wants(x: $v) }", "Variable '$v' "),
    ],
)
def test_what_cannot_be_repaired_is_told_with_the_reason(document, problem):
    schema = build_schema(
        "scalar Strange type Query { other: Int needs(x: Strange!): Int wants(x: Strange!, y: Int): Int }"
    )
    result = repair(schema, document)
    (told,) = result.problems
    assert told.startswith(problem)
    assert result.document == document


def test_a_required_argument_of_an_unknown_scalar_cuts_its_field():
    text, _, changes = repaired("{ a b }", old=None, new="scalar Strange type Query { a: Int b(x: [Strange!]!): Int }")
    assert text == one_line("{ a }")
    assert changes == ("Query.b needs x: [Strange!]!, for which no value can be made up: cut",)


def test_just_one_field_of_a_one_of_input_is_filled():
    new = f"{sample.ONE_OF} extend type Query {{ more(by: Pick!): Int }}"
    text, _, _ = repaired("{ more gone }", old=None, new=new)
    assert text == one_line('{ more(by: {id: "1"}) }')


def changed(sdl: str, random: Random) -> str:
    """A schema that somebody has worked on: fields removed, renamed, of other types, with new arguments."""
    kinds = ("Int", "Float", "String", "Boolean", "ID", "Mood", "T0")
    lines = []
    for line in print_schema(build_schema(sdl)).split("\n"):
        draw = random.random()
        if re.match(r"  \w+(\(.*\))?: ", line):
            if draw < 0.08:
                continue
            if draw < 0.16:
                line = re.sub(r"^  (\w+)", r"  \1New", line)  # noqa: PLW2901
            elif draw < 0.26:
                line = re.sub(r": (\[*)(?:Int|String|Mood|ID)", lambda m: f": {m[1]}{random.choice(kinds[:6])}", line)  # noqa: PLW2901
            elif draw < 0.34:
                line = line.rstrip("!") + random.choice(("", "!"))  # noqa: PLW2901
            elif draw < 0.42:
                line = line.replace("(", "(extra: Int!, ")  # noqa: PLW2901
        lines.append(line)
    return "\n".join(lines)


@given(st.integers(0, 100_000), st.integers(0, 40))
@pytest.mark.unmeasured
def test_what_comes_out_is_valid_or_it_says_why_not(seed, number):
    old = build_schema(random_sdl(seed))
    try:
        new = build_schema(changed(random_sdl(seed), Random(seed)))
    except (TypeError, GraphQLError):
        return
    if validate_schema(new):
        return
    case = sample.generator(old, seed).case(number)
    result = repair(new, case.document, case.variables, old=old)
    if result.problems:
        assert result.document == case.document
        return
    document = parse(result.document)
    assert validate(new, document) == []
    values = get_variable_values(new, document.definitions[0].variable_definitions or (), result.variables)
    assert not isinstance(values, list)
