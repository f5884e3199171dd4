from __future__ import annotations

from typing import Any

import pytest
from graphql import build_schema

from querious.graphql.collections.fields import fields_of_form
from querious.graphql.collections.forms import form_of
from querious.graphql.collections.refusals import adapted, numbers
from querious.graphql.collections.schema_index import SchemaIndex
from querious.graphql.collections.values import SeenEntries, ValueKnowledge
from querious.model.state import Ending

INDEX = SchemaIndex(
    build_schema(
        """type Thing { id: ID! name: String! shownName: String stars: Int color: String }
  type Query { thing(id: ID!): Thing }
  type Mutation { createThing(name: String!, shownName: String, stars: Int, color: String): Thing }"""
    )
)
THING: Any = INDEX.schema.type_map["Thing"]
FIELDS = fields_of_form(INDEX, form_of(INDEX.mutations[0].inputs, ("thing",)), THING, "id")
BEFORE = ValueKnowledge(SeenEntries(INDEX.schema))
ALL = ("name", "shownName", "stars", "color")


def after(message: str, sent: Any = ALL, ending: Ending = Ending.REFUSED) -> ValueKnowledge:
    return adapted(BEFORE, FIELDS, [(message, ending)], sent)


@pytest.mark.parametrize(
    ("message", "limits"),
    [
        ("stars must be between 1 and 5", {"stars": {"low": 1, "high": 5}}),
        ("Between 1 and 5 can be given", {"stars": {"low": 1, "high": 5}}),
        ("color has at most 9 characters", {"color": {"longest": 9}}),
        ('"between 1 and 5" is no color', {}),
    ],
)
def test_bounds(message: str, limits: Any):
    assert after(message).limits == limits


def test_choices():
    assert after("color must be one of: red, green").accepted == {"color": ["red", "green"]}


def test_a_field_that_is_named_and_can_be_left_out_is():
    assert after("color is not available in your plan").dropped == {"color"}
    assert after("name is not available in your plan") == BEFORE


def test_a_field_that_is_missing_and_named_is_given():
    assert after("color can't be blank", sent=("name",)).demanded == {"color"}
    assert after("NOT NULL constraint failed: thing.shown_name").demanded == {"shownName"}


@pytest.mark.parametrize("ending", [Ending.BROKEN, Ending.CONFLICT, Ending.NOT_FOUND])
def test_only_refusals_teach(ending: Ending):
    assert after("stars must be between 1 and 5", ending=ending) == BEFORE


def test_numbers():
    assert [one.name for one in numbers(FIELDS)] == ["stars"]
