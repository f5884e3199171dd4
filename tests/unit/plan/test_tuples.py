from __future__ import annotations

from querious.plan.facts import Facts
from querious.plan.tuples import tuple_paths


def told(ground, sdl, **more):
    return [str(path) for path in tuple_paths(Facts(ground(sdl).schema), "Query", **more)]


SDL = """
type Query { me: User post(id: ID!): Post top: Post any: Any }
type User { id: ID! name: String post: Post }
type Post { id: ID! text: String author: User! }
union Any = User | Bare
type Bare { only: Int }
"""


def test_each_tuple_is_asked_at_the_nearest_object_that_needs_no_guessing(ground):
    assert told(ground, SDL, spread=False) == [
        "Query.me",
        "Query.post",
        "Query.top",
        "Query.any",
        "Query.me.id",
        "Query.me.name",
        "Query.me.post",
        "Query.top.id",
        "Query.top.text",
        "Query.top.author",
        "Query.any.only",
    ]


def test_leaves_move_to_objects_that_need_one(ground):
    assert told(ground, SDL)[4:] == [
        "Query.top.author.id",
        "Query.me.name",
        "Query.me.post",
        "Query.post.id",
        "Query.me.post.text",
        "Query.top.author",
        "Query.any.only",
    ]


def test_an_object_keeps_a_leaf_at_home_if_that_is_all_it_has(ground):
    sdl = "type Query { a: A b: A c: A } type A { x: Int y: Int }"
    assert told(ground, sdl) == ["Query.a", "Query.b", "Query.c", "Query.a.x", "Query.b.y"]


def test_forbidden_fields_lead_nowhere(ground):
    facts = Facts(ground(SDL).schema, lambda coordinate: coordinate not in {"Query.me", "Query.any", "Post.author"})
    assert [str(path) for path in tuple_paths(facts, "Query", spread=False)] == [
        "Query.post",
        "Query.top",
        "Query.top.id",
        "Query.top.text",
    ]
