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


@pytest.mark.parametrize(
    ("typename", "kind", "identifier"),
    [
        ("reviews_aggregated_count", "Int", ""),
        ("ReviewMaxAggregate", "ID", ""),
        ("ReviewAggregates", "Int!", ""),
        ("reviews_max_fields", "uuid", ""),
        ("reviews_stddev_pop_fields", "Int", ""),
        ("AggregatedReview", "ID!", "id"),
        ("review_fields", "Int", "id"),
        ("Account", "Int", "id"),
    ],
)
def test_aggregates_have_no_identity(typename, kind, identifier):
    schema = build_schema(f"scalar uuid type Query {{ a: {typename} }} type {typename} {{ id: {kind} stars: Int }}")
    assert identifier_of(typename, schema.type_map[typename].fields) == identifier
