from __future__ import annotations

from typing import Any

import pytest
from graphql import build_schema

from querious.graphql.collections import pair
from querious.graphql.collections.plans import CandidatePlan, planned
from querious.graphql.collections.schema_index import SchemaIndex
from querious.model.state import Command

THING = (
    "type Thing { id: ID! name: String old: Int @deprecated owner: Owner size: Size } type Owner { id: ID! name: Int }"
)
MORE = (
    "type Size { width: Int } type Problem { code: Int } type Payload { thing: Thing ok: Boolean errors: [Problem!] }"
)


def plan(mutations: str, more: str = "", things: str = "things: [Thing!]!") -> CandidatePlan:
    queries = f"thing(id: ID!): Thing {things}"
    index = SchemaIndex(
        build_schema(f"{THING} {MORE} {more} type Query {{ {queries} }} type Mutation {{ {mutations} }}")
    )
    return planned(index, pair(index.schema).resources[0])


def document(found: CandidatePlan, command: Command, arguments: Any) -> str:
    return found.operations[command].case(arguments, {}).document


def test_an_entry_is_asked_for_all_that_can_be_compared():
    text = document(plan("createThing(name: String): Thing"), Command.GET, {"id": "1"})
    assert text == "query thing($id: ID!) { thing(id: $id) { id name owner { id } size { width } } }"


def test_a_payload_is_asked_for_what_it_tells_beside_the_entry():
    text = document(plan("createThing(name: String): Payload"), Command.POST, {"name": "x"})
    assert text.endswith("{ thing { id name owner { id } size { width } } ok errors { code } } }")


def test_fewer_members_can_be_asked_for():
    found = plan("createThing(name: String): Payload")
    assert found.members == ("name", "owner", "size")
    fewer = found.showing(["size"])
    assert document(fewer, Command.GET, {"id": "1"}).endswith("{ thing(id: $id) { id size { width } } }")
    assert document(fewer, Command.POST, {"name": "x"}).endswith("{ thing { id size { width } } ok errors { code } } }")
    assert fewer.as_sent({"id": "1"}) == {"id": "1"}, "what was not asked for is not taken for null"
    assert found.as_sent({"id": "1", "name": None}) == {"id": "1", "name": None}


def test_a_number_of_entries_can_be_left_out_where_the_end_is_told_without_it():
    page = "type Page { nodes: [Thing!]! totalCount: Int! pageInfo: PageInfo! } "
    page += "type PageInfo { hasNextPage: Boolean! endCursor: String }"
    found = plan("createThing(name: String): Thing", page, "things(first: Int, after: String): Page!")
    assert found.members == ("name", "owner", "size", "totalCount")
    text = document(found.showing([]), Command.LIST, {"first": 2})
    assert text.endswith("{ things(first: $first) { nodes { id } pageInfo { hasNextPage endCursor } } }")
    assert "totalCount" in document(found.showing(["totalCount"]), Command.LIST, {"first": 2})


def test_members_of_a_union_are_kept_apart():
    text = document(
        plan("createThing(name: String): Result", "type Bad { name: Int } union Result = Thing | Bad"),
        Command.POST,
        {"name": "x"},
    )
    assert "__typename ... on Thing { id name" in text
    assert "... on Bad { m1_name: name }" in text


@pytest.mark.parametrize(
    ("update", "usable"),
    [
        ("updateThing(id: ID!, name: String): Thing", True),
        ("updateThing(id: ID!, version: Int!, name: String): Thing", False),
        ("updateThing(id: ID!, other: String): Thing", False),
    ],
)
def test_updates_that_can_be_made(update: str, usable: bool):
    found = plan(f"createThing(name: String): Thing {update}")
    assert (Command.PATCH in found.operations) is usable
    assert Command.PATCH not in found.without(Command.PATCH).operations


def test_mutations_that_may_have_to_come_before_a_delete():
    found = plan(
        "createThing(name: String): Thing deleteThing(id: ID!): Boolean closeThing(id: ID!): Thing "
        "lendThing(id: ID!, to: ID!): Thing closeShop(id: ID!): Thing"
    )
    assert [one.name for one in found.preparations] == ["closeThing"]
