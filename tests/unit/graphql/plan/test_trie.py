from __future__ import annotations

import pytest
from graphql import build_schema

from querious.graphql.plan.facts import PlanFacts
from querious.graphql.plan.trie import Trie
from querious.model import Path, Step

SDL = """
type Query { me: User any(id: ID!): Any node: Node users(first: Int): [User] }
interface Node { id: ID! }
union Any = User | Post
type User implements Node { id: ID! best: Post }
type Post implements Node { id: ID! author: User }
"""


def path(*steps: str) -> Path:
    return Path(tuple(Step(*step.split()) for step in steps))


def trie(*paths: Path) -> Trie:
    made = Trie(PlanFacts(build_schema(SDL)), "Query", lambda *_: [("id", "1")])
    for one in paths:
        made.add(one)
    return made


def test_what_paths_share_stands_there_once():
    first = path("Query me User", "User best Post", "Post id ID")
    second = path("Query me User", "User best Post", "Post author User")
    made = trie(first, second, first)
    assert len(made) == 5
    assert [made.path(number) for number in range(3)] == [first, second, first]


def test_the_members_of_an_interface_share_its_field_unless_arguments_pick_them():
    shared = trie(path("Query node User"), path("Query node Post"))
    apart = trie(path("Query any User"), path("Query any Post"))
    assert (len(shared), len(apart)) == (4, 5)
    assert apart.path(1) == path("Query any Post")


def test_arguments_are_asked_for_once_and_lists_are_short():
    made = trie(path("Query users User", "User id ID"), path("Query users User", "User best Post"))
    assert list(made.sent.values()) == [[("id", "1"), ("first", 2)]]


@pytest.mark.parametrize("wrong", [path("Query me Post"), path("User best Post")])
def test_a_path_that_the_schema_does_not_have_is_an_error_of_the_caller(wrong):
    with pytest.raises(ValueError, match="does not"):
        trie(wrong)
