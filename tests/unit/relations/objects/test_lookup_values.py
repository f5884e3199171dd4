import base64
import string

import pytest
from graphql import build_schema
from hypothesis import given
from hypothesis import strategies as st

from querious.relations import SchemaTypes
from querious.relations.objects.lookup_values import spread, spread_over, unknown_values
from querious.relations.objects.lookups import lookups_of

SDL = """
type Query { thing(id: ID!): Thing, thingBySlug(slug: String!): Thing, thingByDay(day: Day!): Thing, rank(rank: Int!): Thing }
scalar Day
type Thing { id: ID!, slug: String!, day: Day, rank: Int }
"""
TYPES = SchemaTypes(build_schema(SDL))


def lookup(name):
    return lookups_of(TYPES, f"Query.{name}")[0]


@given(st.binary(min_size=4, max_size=30))
def test_what_is_made_up_stands_for_another_value_in_base64_too(content):
    text = base64.b64encode(content).decode()
    for other in unknown_values(lookup("thing"), text):
        assert base64.b64decode(other, validate=True) != content


@given(st.text(string.ascii_letters + string.digits + "-_:/", min_size=1))
def test_what_is_made_up_differs_not_only_in_case(text):
    found = unknown_values(lookup("thing"), text)
    assert all(other.casefold() != text.casefold() for other in found)
    assert bool(found) is any(letter.isalnum() for letter in text)


def test_a_key_that_is_no_identifier_is_cut_short_too():
    assert unknown_values(lookup("thingBySlug"), "screws") == ["scrbws", "screw"]
    assert unknown_values(lookup("thingBySlug"), "abc") == ["aac"]


@pytest.mark.parametrize("name", ["thingByDay", "rank"])
def test_nothing_is_made_up_where_the_next_best_may_be_meant(name):
    assert unknown_values(lookup(name), "2024-01-01") == []


def test_a_number_is_far_from_those_known():
    assert unknown_values(lookup("thing"), 7) == [900_007]


@pytest.mark.parametrize("text", ["Order:31", "Review:31", "User:31", "gid://shop/Order/31", '["orders",31]'])
def test_within_a_global_identifier_the_number_is_another(text):
    known = base64.b64encode(text.encode()).decode()
    (other,) = unknown_values(lookup("thing"), known)
    assert base64.b64decode(other, validate=True).decode() == text.replace("31", "900031")
    (unpadded,) = unknown_values(lookup("thing"), known.rstrip("="))
    assert unpadded in {other, other.rstrip("=")}


@given(st.lists(st.integers(), unique=True))
def test_values_are_taken_from_everywhere_first(values):
    ordered = spread(values)
    assert sorted(ordered) == sorted(values)
    assert ordered[:2] == list(dict.fromkeys(values[:1] + values[-1:]))
    assert ordered[2:3] == values[1:-1][(len(values) - 3) // 2 :][:1]


def test_every_list_has_its_turn():
    assert spread_over([[1, 2, 3], [4], [], [5, 6]]) == [1, 4, 5, 3, 6, 2]
