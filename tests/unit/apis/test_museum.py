"""Every field has a value somewhere, and the ways to it are as hard as they are said to be."""

from __future__ import annotations

import pytest
from bench.witnessable import World
from graphql import GraphQLObjectType, graphql_sync

from apis import museum


def ask(text):
    return graphql_sync(museum.schema(), text)


@pytest.fixture(scope="module")
def world():
    return World(museum.schema(), museum.CALLS)


def test_every_tuple_has_a_value_somewhere(world):
    everything = {
        f"{name}.{field}"
        for name, kind in museum.schema().type_map.items()
        if isinstance(kind, GraphQLObjectType) and not name.startswith("__")
        for field in kind.fields
    }
    assert everything - world.tuples == set()
    assert len(everything) > 90


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('{ museum(fullPath: "europe/france/louvre") { name } }', {"museum": {"name": "Louvre"}}),
        ('{ museum(fullPath: "louvre") { name } }', {"museum": None}),
        ('{ find(key: "INV-1934-07") { ... on Painting { title } } }', {"find": {"title": "Odalisque"}}),
        ('{ artworkBy(where: {inventory: {code: "INV-1934-07"}}) { title } }', {"artworkBy": {"title": "Odalisque"}}),
        (
            '{ loan(lender: "sforza", reference: "L-77") { work { title } } }',
            {"loan": {"work": {"title": "Chess Game"}}},
        ),
        ('{ loan(lender: "sforza", reference: "L-78") { work { title } } }', {"loan": None}),
        ('{ room(museum: "uffizi", number: "A1") { keeper { name } } }', {"room": {"keeper": {"name": "Piero"}}}),
        ('{ opening(day: "2021-09-30") { title } }', {"opening": {"title": "Waves"}}),
    ],
)
def test_what_is_found(text, expected):
    result = ask(text)
    assert (result.data, result.errors) == (expected, None)


@pytest.mark.parametrize(
    "text",
    [
        "{ artworkBy(where: {}) { title } }",
        '{ artworkBy(where: {title: "Judith", inventory: {code: "INV-1620-09"}}) { title } }',
        '{ opening(day: "2021-10-01") { title } }',
        '{ artists(after: "1") { total } }',
    ],
)
def test_what_is_refused(text):
    assert ask(text).errors


def test_an_error_where_null_is_forbidden_takes_the_whole_list_with_it():
    result = ask("{ ofEra(era: BAROQUE) { value { amount } } }")
    assert result.data is None
    assert ask('{ find(key: "INV-1620-09") { ... on Painting { value { amount } } } }').data == {"find": None}


def test_one_artist_in_twelve_leads_to_assistants_by_a_rival(world):
    found = [artist.number for artist in museum.ARTISTS if artist.rival and _assistants(artist.rival)]
    assert (len(museum.ARTISTS), found) == (12, [9])


def _assistants(number):
    studio = museum.ARTISTS[number - 1].studio
    return studio and studio.assistants
