from __future__ import annotations

import pytest
from graphql import build_schema

from querious.model.identity import identifier_of


@pytest.mark.parametrize(
    ("fields", "identifier"),
    [
        ("name: String id: ID!", "id"),
        ("uuid: String! id: [ID!]", "uuid"),
        ("id(of: Int!): ID uuid: UUID", "uuid"),
        ("id: Float _id: Boolean", ""),
        ("key: String!", "key"),
        ("key: String! value: String", ""),
        ("thingId: ID! name: String", "thingId"),
        ("otherId: ID! name: String", ""),
        ("thingId: ID! otherId: ID!", ""),
        ("name: String", ""),
    ],
)
def test_the_field_that_tells_objects_apart(fields, identifier):
    thing = build_schema(f"scalar UUID type Query {{ thing: Thing }} type Thing {{ {fields} }}").type_map["Thing"]
    assert identifier_of("Thing", thing.fields) == identifier
