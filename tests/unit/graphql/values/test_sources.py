from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from graphql import build_schema, get_named_type
from hypothesis import given
from hypothesis import strategies as st

from querious.graphql.values.sources import InputPosition, Sources
from random_schemas import random_sdl

if TYPE_CHECKING:
    from querious.values.learned_values import SourceGroup

FORGE = """
scalar Sku
scalar Date
enum Level { LOW HIGH }
interface Node { id: ID! }
type Query {
  project(id: ID!): Project
  projectBySlug(value: String!): Project
  group(fullPath: ID!): Group
  userProjects(id: ID!): [Project!]
  repository(owner: String!, name: String!): Project
  find(key: String!): Project
  issues(authorId: ID, ownerId: ID, project_ids: [ID!], after: String, first: Int): IssueConnection
  assign("The user who shall do it." to: ID!): Issue
  item(sku: Sku!): Item
  since(day: Date!): [Issue!]
  of(level: Level!): [Issue!]
  search(text: String!): [Project!]
  issue(number: Int!): Issue
  node(id: ID!): Node
}
type Project implements Node { id: ID! slug: String! name: String owner: User bill: Money }
type Money { code: String }
type Group { fullPath: ID! }
type User implements Node { id: ID! login: String! }
type Issue { number: Int! author: User level: Level opened: Date }
type Item { id: ID! sku: Sku! name: String day: String }
type Sale { what: Sku! projectId: ID }
type IssueConnection { nodes: [Issue!]! edges: [IssueEdge!]! pageInfo: PageInfo! }
type IssueEdge { cursor: String! node: Issue! }
type PageInfo { endCursor: String startCursor: String }
"""
SCHEMA = build_schema(FORGE)


def found(name: str, argument: str, **more) -> tuple[SourceGroup, ...]:
    field = SCHEMA.query_type.fields[name]
    definition = field.args[argument]
    spot = InputPosition(
        f"Query.{name}.{argument}",
        get_named_type(definition.type).name,
        get_named_type(field.type),
        "Query",
        name,
        (),
        definition.description or "",
    )
    return Sources(SCHEMA).of(spot._replace(**more))


@pytest.mark.parametrize(
    ("name", "argument", "first"),
    [
        ("project", "id", {"Project.id"}),
        ("group", "fullPath", {"Group.fullPath"}),
        ("issues", "authorId", {"User.id"}),
        ("issues", "ownerId", {"User.id"}),
        ("issues", "project_ids", {"Project.id"}),
        ("issues", "after", {"IssueConnection.pageInfo.endCursor", "IssueConnection.pageInfo.startCursor", "IssueEdge.cursor"}),
        ("item", "sku", {"Item.sku"}),
        ("since", "day", {"Issue.opened"}),
        ("of", "level", {"Issue.level"}),
        ("search", "text", {"Project.name", "Project.slug"}),
        ("issue", "number", {"Issue.number"}),
        ("node", "id", {"Project.id", "User.id"}),
        ("repository", "name", {"Project.name"}),
    ],
)  # fmt: skip
def test_the_likeliest_source_comes_first(name, argument, first):
    assert set(found(name, argument)[0].coordinates) == first


@pytest.mark.parametrize(
    ("name", "argument", "among"),
    [
        ("userProjects", "id", "User.id"),
        ("projectBySlug", "value", "Project.slug"),
        ("repository", "owner", "User.login"),
        ("assign", "to", "User.id"),
        ("item", "sku", "Sale.what"),
        ("find", "key", "Project.slug"),
        ("find", "key", "Project.bill.code"),
        ("project", "id", "Sale.projectId"),
    ],
)
def test_other_sources_that_names_and_words_lead_to(name, argument, among):
    assert any(among in tier.coordinates and tier.likely > 0.4 for tier in found(name, argument))


def test_any_identifier_and_any_text_are_the_last_resort():
    tiers = found("find", "key")
    assert [tier.likely for tier in tiers] == sorted((tier.likely for tier in tiers), reverse=True)
    assert "Group.fullPath" in tiers[-3].coordinates
    assert "User.login" in tiers[-2].coordinates
    assert "PageInfo.endCursor" in tiers[-1].coordinates


def test_a_scalar_of_the_apis_own_takes_nothing_else():
    assert {place for tier in found("item", "sku") for place in tier.coordinates} == {"Item.sku", "Sale.what"}
    assert {place for tier in found("since", "day") for place in tier.coordinates} == {"Issue.opened"}


def test_page_sizes_have_no_sources():
    assert found("issues", "first") == ()


def test_where_a_type_is_meant_the_others_come_last():
    tiers = found("node", "id", returned=SCHEMA.type_map["User"], others=frozenset(("Project",)))
    assert tiers[0].coordinates == ("User.id",)
    assert all("Project.id" not in tier.coordinates for tier in tiers if tier.likely > 0.3)


def test_the_names_around_an_input_field_count():
    spot = InputPosition("Key.login", "String", SCHEMA.type_map["Issue"], "Query", "find", ("by", "UserKey"))
    assert "User.login" in Sources(SCHEMA).of(spot)[0].coordinates


@given(st.integers(0, 5_000))
def test_sources_are_leaf_fields_of_the_schema_each_once_the_likeliest_first(shape):
    built = build_schema(random_sdl(shape))
    sources = Sources(built)
    known = sources.vocabulary.scalar_at
    for kind in built.type_map.values():
        for name, field in getattr(kind, "fields", {}).items():
            for key, argument in getattr(field, "args", {}).items():
                scalar = get_named_type(argument.type).name
                tiers = sources.of(
                    InputPosition(f"{kind.name}.{name}.{key}", scalar, get_named_type(field.type), kind.name, name)
                )
                narrow = [place for tier in tiers if tier.likely > 0.2 for place in tier.coordinates]
                assert len(narrow) == len(set(narrow))
                assert set(narrow) <= known.keys()
                assert all(first.likely >= second.likely for first, second in pairwise(tiers))
