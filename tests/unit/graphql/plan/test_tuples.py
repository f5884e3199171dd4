from __future__ import annotations

from querious.graphql.plan.facts import PlanFacts
from querious.graphql.plan.tuples import tuple_paths


def told(ground, sdl, **more):
    return [str(path) for path in tuple_paths(PlanFacts(ground(sdl).schema), "Query", **more)]


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
    facts = PlanFacts(ground(SDL).schema, lambda coordinate: coordinate not in {"Query.me", "Query.any", "Post.author"})
    assert [str(path) for path in tuple_paths(facts, "Query", spread=False)] == [
        "Query.post",
        "Query.top",
        "Query.top.id",
        "Query.top.text",
    ]


LOOKUP = """
type Query { thing(id: ID): Thing other(id: ID!): Other shop: Shop! }
type Shop { floor: Floor! }
type Floor { things: [Thing!]! others: [Other!]! }
type Thing { name: String }
type Other { name: String }
"""


def test_a_list_is_taken_before_a_lookup_that_is_nearer(ground):
    found = told(ground, LOOKUP, spread=False)
    assert "Query.shop.floor.things.name" not in found  # three fields further, and the look-up may do without a value
    assert "Query.shop.floor.others.name" in found


def test_what_was_empty_is_gone_round(ground):
    seen = {"Query.thing": False, "Query.shop": True, "Shop.floor": True, "Floor.things": True, "Floor.others": False}
    found = told(ground, LOOKUP, spread=False, brought=seen.get)
    assert "Query.shop.floor.things.name" in found
    assert "Query.other.name" in found
