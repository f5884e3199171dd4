from __future__ import annotations

import pytest
from graphql import build_schema

from querious.graphql.cases import read_documents
from querious.graphql.shape import Shapes
from querious.relations import SchemaTypes
from querious.relations.answer_objects import Instance, fields_of
from querious.relations.answers.empty_fields import (
    NONE,
    NULL,
    SOME,
    emptiness,
    is_expected,
    minimal_selection,
    targets,
)

SDL = """
interface Game { id: ID! }
type Match implements Game { id: ID! score: Int }
type Training implements Game { id: ID! }
type Team { id: ID! matches: MatchConnection games: [Game!] titles: [String] home: Match played: Matches }
type MatchConnection { edges: [MatchEdge!]! pageInfo: PageInfo! }
type MatchEdge { cursor: String node: Match }
type PageInfo { hasNextPage: Boolean! endCursor: String }
type Matches { items: [Match!]! total: Int! }
type Query { team: Team }
"""
TYPES = SchemaTypes(build_schema(SDL))


def test_what_is_told_about_a_page_may_be_null():
    for coordinate in ("PageInfo.endCursor", "MatchEdge.cursor", "MatchConnection.edges"):
        assert not is_expected(TYPES, coordinate)


@pytest.mark.parametrize(
    "name",
    ["deletedAt", "archivedOn", "cancelReason", "errors", "nextPage", "shippedAt", "approvedBy", "likedPosts", "note"],
)
def test_names_of_what_most_objects_are_without(name):
    types = SchemaTypes(build_schema(f"type Query {{ {name}: String createdAt: String addedBy: String name: String }}"))
    assert not is_expected(types, f"Query.{name}")
    for usual in ("createdAt", "addedBy", "name"):
        assert is_expected(types, f"Query.{usual}")


def test_what_somebody_has_open_is_nobodys_for_whoever_has_not_said_who_he_is():
    types = SchemaTypes(
        build_schema("type Query { activeOrder: Query eligibleMethods: [Int] activeOrders: [Query!] active: Int }")
    )
    assert not is_expected(types, "Query.activeOrder")
    assert not is_expected(types, "Query.eligibleMethods")
    assert is_expected(types, "Query.activeOrders")
    assert is_expected(types, "Query.active")


@pytest.mark.parametrize(
    ("description", "usual"),
    [
        ("Routing. Returns ``null`` for providers without, or when it is empty.", True),
        ("The limit in bytes, null if there is none", True),
        ("Empty until the run has ended", True),
        ("May be null.", True),
        ("The name of the project, never null", False),
        ("Whether to return empty rows", False),
        ("The nullable price", False),
    ],
)
def test_descriptions_may_say_themselves_that_there_is_nothing(description, usual):
    types = SchemaTypes(build_schema(f'type Query {{ "{description}" routing: String }}'))
    assert is_expected(types, "Query.routing") is not usual


def test_what_needs_arguments_or_is_deprecated_is_not_asked():
    types = SchemaTypes(
        build_schema("type Query { a(id: ID!): Int b: Int @deprecated c(n: Int): Int next: Query next2: Int }")
    )
    assert [name for name in "abc" if is_expected(types, f"Query.{name}")] == ["c"]
    assert is_expected(types, "Query.next")


def test_targets_lie_behind_pages():
    assert targets(TYPES, "Team.matches") == targets(TYPES, "Team.home") == {"Match"}
    assert targets(TYPES, "Team.played") == {"Match"}
    assert targets(TYPES, "Team.games") == {"Match", "Training"}
    assert targets(TYPES, "Team.titles") == set()


def test_the_least_that_tells():
    assert minimal_selection(TYPES, "Team.titles") == []
    assert [node.name for node in minimal_selection(TYPES, "Team.games")] == ["__typename"]
    assert [node.name for node in minimal_selection(TYPES, "Team.matches")] == ["edges"]
    assert [node.name for node in minimal_selection(TYPES, "Team.played")] == ["items"]


@pytest.mark.parametrize(
    ("selection", "value", "expected"),
    [
        ("home { id }", None, NULL),
        ("home { id }", {}, SOME),
        ("home { score }", {"score": None}, SOME),
        ("titles", [], NONE),
        ("titles", [None], SOME),
        ("titles", 0, SOME),
        ("titles", "", SOME),
        ("titles", False, SOME),
        ("matches { edges { cursor } }", {"edges": []}, NONE),
        ("matches { e: edges { cursor } }", {"e": [{"cursor": None}]}, SOME),
        ("matches { pageInfo { endCursor } }", {"pageInfo": {"endCursor": None}}, SOME),
        ("matches { edges { cursor } }", {"edges": None}, SOME),
        ("played { items { id } }", {"items": []}, NONE),
    ],
)
def test_emptiness(selection, value, expected):
    (operation,) = read_documents(TYPES.schema, f"{{ team {{ {selection} }} }}")
    team = Shapes(TYPES.schema).of(operation).runtime({}).fields["team"].child.runtime({})
    (field,) = team.fields.values()
    owner = Instance("Team", {field.key: value}, team, (), ("team",))
    (answered,) = fields_of(owner, 0, clean=True)
    assert emptiness(TYPES, answered) == expected
