from __future__ import annotations

from graphql import build_schema

from querious.graphql.plan.cuts import cut
from querious.graphql.plan.facts import PlanFacts
from querious.graphql.plan.limits import PlanLimits
from querious.graphql.plan.pieces import build
from querious.graphql.plan.trie import Trie
from querious.model import Path, Step
from querious.model.document_text import write

SDL = """
type Query { me: User any(id: ID!): Any node: Node }
interface Node { id: ID! }
union Any = User | Post
type User implements Node { id: ID! name: String! best: Post }
type Post implements Node { id: ID! name: Int }
"""


def documents(*paths: str, fields: int = 50) -> list[str]:
    trie = Trie(PlanFacts(build_schema(SDL)), "Query", lambda *_: [("id", "1")])
    for path in paths:
        trie.add(Path(tuple(Step(*step.split()) for step in path.split(", "))))
    pieces = build(trie, cut(trie, PlanLimits(fields=fields)), "query")
    return [" ".join(str(write(operation)[0]).split()) for operation in pieces]


def test_an_object_without_a_selection_is_asked_for_its_identifier():
    assert documents("Query me User") == ["{ me { id } }"]


def test_each_piece_repeats_the_way_down():
    paths = ("Query me User, User name String", "Query me User, User best Post, Post name Int")
    assert documents(*paths) == ["{ me { name best { name } } }"]
    assert documents(*paths, fields=3) == ["{ me { name } }", "{ me { best { name } } }"]


def test_keys_are_shared_between_fragments_only_where_types_allow_it():
    (text,) = documents("Query node User, User name String", "Query node Post, Post name Int")
    assert text == "{ node { __typename ... on User { name } ... on Post { name_2: name } } }"
    (text,) = documents("Query node User, User id ID", "Query node Post, Post id ID")
    assert text == "{ node { __typename ... on User { id } ... on Post { id } } }"


def test_a_field_whose_arguments_pick_the_type_is_asked_once_for_each():
    (text,) = documents("Query any User", "Query any Post")
    assert text.count("any(id:") == 2
    assert "any_2: any" in text
