"""One table of types, and all who have to know what identifies an object: over GraphQL and REST."""

from __future__ import annotations

import pytest
from graphql import GraphQLSchema, build_schema

from querious.answers.alignment import identifying_field
from querious.answers.identity import identifier, identifier_of, keys
from querious.baseline.identity import TypeIdentifiers
from querious.graphql.cases.documents import read_documents
from querious.graphql.collections.schema_index import key_names
from querious.graphql.shape import Shapes
from querious.relations.schema_types import SchemaTypes
from querious.rest.keys import KeyPlaces
from querious.rest.paths import Route

TYPES = [
    # fields, the identifier, at one place, of what may be the key in a collection
    ("name: String id: ID!", "id", "id", ["id"]),
    ("name: String ID: Int", "ID", "ID", ["ID"]),
    ("_id: String! name: String", "_id", "_id", ["_id"]),
    ("id: Int nodeId: ID!", "id", "id", ["nodeId", "id"]),
    ("uuid: String! key: String!", "uuid", "uuid", ["uuid", "key"]),
    ("pk: Int! name: String", "pk", "pk", ["pk"]),
    ("id: Float _id: Boolean", "", "", []),
    ("key: String!", "key", "key", ["key"]),
    ("key: String! value: String", "", "key", ["key"]),
    ("thingId: ID! name: String", "thingId", "thingId", ["thingId"]),
    ("thingId: Int! name: String", "thingId", "thingId", ["thingId"]),
    ("thing_id: Int! name: String", "thing_id", "thing_id", ["thing_id"]),
    ("otherId: ID! name: String", "", "", ["otherId"]),
    ("thingId: ID! otherId: ID!", "", "", ["thingId"]),
    ("slug: String! name: String", "", "", ["slug"]),
    ("deletedId: ID name: String", "", "", []),
    ("name: String", "", "", []),
]


def schema_of(fields: str) -> GraphQLSchema:
    return build_schema(f"type Query {{ thing: Thing }} type Thing {{ {fields} }}")


@pytest.mark.parametrize(("fields", "anywhere", "in_place", "key_candidates"), TYPES)
def test_all_agree_on_a_type(fields: str, anywhere: str, in_place: str, key_candidates: list[str]):
    schema = schema_of(fields)
    thing = schema.type_map["Thing"]
    assert identifier_of("Thing", thing.fields) == anywhere
    assert SchemaTypes(schema).identifier("Thing") == anywhere
    assert TypeIdentifiers(schema).name("Thing") == anywhere
    assert compared_by(schema) == in_place
    assert key_names(thing, ("thing",)) == key_candidates
    assert anywhere in {"", *key_candidates}


def compared_by(schema: GraphQLSchema) -> str:
    """The field by which two versions are compared, if all fields were asked for."""
    document = "{ thing { " + " ".join(schema.type_map["Thing"].fields) + " } }"
    (operation,) = read_documents(schema, document)
    shape = Shapes(schema).of(operation).runtime({"thing": {}})
    field = identifying_field(shape.fields["thing"].child.runtime({}), frozenset())
    return field.coordinate.partition(".")[2] if field is not None else ""


@pytest.mark.parametrize(
    "entry", [{"name": "a", "id": 1}, {"_id": 1}, {"uuid": 1}, {"thingId": 1, "otherId": 2}, {"pk": 1}]
)
def test_rest_takes_the_same_member(entry: dict[str, object]):
    types = dict.fromkeys(entry, "String")
    found = KeyPlaces(Route("/things/{number}")).find(entry).field
    assert found == keys(("thing",), types)[0]
    assert identifier("Thing", types) in {"", found}


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
