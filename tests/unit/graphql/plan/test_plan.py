from __future__ import annotations

import pytest
from graphql import build_schema
from hypothesis import given, settings
from hypothesis import strategies as st

from querious.coverage import CoverageRecorder, Universe
from querious.errors import ConfigError
from querious.graphql.cases import problems
from querious.graphql.plan import Leaves, PlanLimits, follow, measure, plan_paths, plan_tuples, recut
from querious.model import Path, Step
from querious.model.document_text import write, write_case
from querious.model.operation import fields
from random_schemas import random_sdl

SHAPES = st.integers(0, 5_000)
LIMITS = st.builds(PlanLimits, st.integers(1, 40), st.none() | st.integers(1, 8), st.none() | st.integers(1, 60))


def check(schema, plan, limits):
    assert len(plan.held) == plan.size
    for number, operation in enumerate(plan.operations):
        assert operation.selections
        assert problems(schema, write_case(number, operation)) == [], write(operation)
        assert limits.allow(measure(schema, operation))
    assert sum(measure(schema, operation).fields for operation in plan.operations) >= plan.fields
    assert plan.bound <= plan.size
    numbers = sorted([*plan.left_out, *(number for held in plan.held for number in held)])
    assert numbers == list(range(plan.paths))


def walked(plan, paths, holds):
    """Nothing is cut off: every path stands where the plan says, and is found there."""
    assert not plan.left_out
    for operation, held in zip(plan.operations, plan.held, strict=True):
        assert held
        for number in held:
            assert holds(operation, paths[number])
            found = follow(operation, paths[number])
            assert [field.name for field in found] == [step.field for step in paths[number].steps]
            assert plan.path(number) == paths[number]


@pytest.mark.unmeasured
@settings(max_examples=60)
@given(SHAPES, LIMITS, st.sampled_from(list(Leaves)))
def test_every_path_is_walked_by_the_operation_that_is_said_to_hold_it(ground, holds, shape, limits, leaves):
    made = ground(random_sdl(shape))
    paths = made.rooted(200)
    plan = plan_paths(made.schema, "query", iter(paths), limits, made.arguments, leaves=leaves, chunk=1 + shape % 70)
    assert plan.paths == len(paths)
    check(made.schema, plan, limits)
    for operation, held in zip(plan.operations, plan.held, strict=True):
        assert all(holds(operation, paths[number]) for number in held)
    for number in plan.left_out:
        assert not any(holds(operation, paths[number]) for operation in plan.operations)


@settings(max_examples=30)
@given(SHAPES)
def test_without_limits_in_the_way_nothing_is_left_out(ground, holds, shape):
    made = ground(random_sdl(shape))
    paths = made.rooted(200)
    plan = plan_paths(made.schema, "Query", paths, PlanLimits(fields=60), made.arguments)
    walked(plan, paths, holds)


@settings(max_examples=40)
@given(SHAPES, st.booleans(), st.integers(12, 60))
def test_a_tuple_plan_requests_every_tuple_there_is(ground, shape, spread, most):
    made = ground(random_sdl(shape))
    limits = PlanLimits(fields=most)
    plan = plan_tuples(made.schema, "query", limits, made.arguments, spread=spread)
    check(made.schema, plan, limits)
    universe = Universe(made.schema, [kind for kind in made.types() if kind.name != "Mutation"])
    recorder = CoverageRecorder(universe)
    for operation in plan.operations:
        recorder.request(operation)
    assert not plan.left_out
    assert recorder.coverage().requested >= made.tuples()
    assert {plan.path(number).steps[-1].coordinate for number in range(plan.paths)} == made.tuples()
    assert plan.paths == plan.fields == len(made.tuples())


@pytest.mark.unmeasured
@settings(max_examples=30)
@given(SHAPES, LIMITS, LIMITS)
def test_cutting_again_is_planning_anew(ground, shape, first, second):
    def planned(limits):
        made = ground(random_sdl(shape))
        return plan_paths(made.schema, "query", made.rooted(100), limits, made.arguments)

    assert recut(planned(first), second) == planned(second)
    assert planned(first) == planned(first)
    made = ground(random_sdl(shape))
    tuples = plan_tuples(made.schema, "query", first, made.arguments)
    again = recut(tuples, second)
    check(made.schema, again, second)
    assert again.paths == tuples.paths


SDL = """
type Query { node(id: ID!): Node me: User search(first: Int, last: Int): [Hit!]! echo: String }
interface Node { id: ID! }
union Hit = User | Post
type User implements Node { id: ID! name: String! posts(first: Int!, after: String): PostConnection! best: Post }
type Post implements Node { id: ID! name: Int best: User author: User! text(length: Int!): String }
type PostConnection { nodes: [Post] total: Int }
type Subscription { seen: User posted: Post }
"""


def path(*steps):
    return Path(tuple(Step(*step.split()) for step in steps))


def text(plan):
    return [write(operation)[0] for operation in plan.operations]


def planned(ground, *paths, limits=None, **more):
    made = ground(SDL)

    def identified(parent, name, _target):
        return [("id", "1")] if "id" in made.schema.type_map[parent].fields[name].args else []

    return plan_paths(made.schema, "query", paths, limits or PlanLimits(), identified, **more)


def test_paths_share_what_they_can_and_lists_are_short(ground):
    plan = planned(
        ground,
        path("Query me User", "User posts PostConnection", "PostConnection nodes Post", "Post author User"),
        path("Query me User", "User best Post"),
    )
    assert text(plan) == ["{ me { posts(first: 2) { nodes { author { id } } } best { id } } }"]
    assert (plan.size, plan.bound, plan.gap, plan.fields) == (1, 1, 0.0, 7)
    assert plan.describe() == (
        "1 operation for 2 paths: 7 fields within 200 fields each need at least 1, which is the fewest there can be."
    )


def test_a_value_of_the_list_size_that_was_made_gives_way(ground):
    made = ground(SDL)
    route = path("Query me User", "User posts PostConnection")
    plan = plan_paths(made.schema, "query", [route], PlanLimits(), lambda *_: [("first", 4_000)])
    assert text(plan) == ["{ me { posts(first: 2) { total } } }"]


def test_fragments_take_aliases_only_where_keys_would_conflict(ground):
    one = path("Query search User", "User best Post")
    other = path("Query search Post", "Post best User")
    assert text(planned(ground, one, other)) == [
        "{ search(first: 2) { __typename ... on User { best { id } } ... on Post { best_2: best { id } } } }"
    ]
    assert text(planned(ground, path("Query search User"), path("Query search Post"))) == [
        "{ search(first: 2) { __typename ... on User { id } ... on Post { id } } }"
    ]
    leaves = planned(ground, one, other, leaves=Leaves.ALL)
    assert "name_2: name" in text(leaves)[0]


def test_an_object_picked_by_arguments_is_asked_once_for_each_type(ground):
    assert text(planned(ground, path("Query node User"), path("Query node Post"))) == [
        '{ node(id: "1") { __typename ... on User { id } } node_2: node(id: "1") { __typename ... on Post { id } } }'
    ]


def test_a_path_may_end_at_an_interface_or_a_leaf(ground):
    plan = planned(ground, path("Query node Node"), path("Query search Hit"), path("Query echo String"))
    assert text(plan) == ['{ node(id: "1") { __typename } search(first: 2) { __typename } echo }']
    assert [str(plan.path(number)) for number in range(3)] == ["Query.node", "Query.search", "Query.echo"]


def test_leaves_are_asked_as_wanted(ground):
    route = path("Query me User", "User best Post")
    assert text(planned(ground, route, leaves=Leaves.NEEDED)) == ["{ me { best { id } } }"]
    assert text(planned(ground, route, leaves=Leaves.ONE)) == ["{ me { best { id } id } }"]
    assert text(planned(ground, route, leaves=Leaves.ALL)) == ["{ me { best { id name } id name } }"]
    denied = planned(ground, route, leaves=Leaves.ALL, allowed=lambda coordinate: not coordinate.endswith(".id"))
    assert text(denied) == ["{ me { best { name } name } }"]
    assert text(planned(ground, route, allowed=lambda _: False)) == ["{ me { best { __typename } } }"]


def test_what_is_too_deep_ends_early_and_is_said(ground):
    route = path("Query me User", "User best Post", "Post author User", "User best Post")
    plan = planned(ground, route, path("Query me User"), limits=PlanLimits(fields=9, depth=3, cost=50))
    assert text(plan) == ["{ me { best { id } } }"]
    assert (list(plan.left_out), [list(held) for held in plan.held]) == ([0], [[1]])
    assert plan.describe() == (
        "1 operation for 1 path: 3 fields within 9 fields and 3 levels and a cost of 50 each need at least 1, "
        "which is the fewest there can be. 1 path went beyond the limits and ended early."
    )
    assert plan.path(0) == route
    with pytest.raises(IndexError, match="2 paths"):
        plan.path(2)


def test_the_cost_of_lists_cuts_too(ground):
    inner = "User best Post"
    routes = [path("Query search User", inner), path("Query search Post", "Post author User"), path("Query me User")]
    dear = planned(ground, *routes, limits=PlanLimits(cost=7))
    # search 1, then twice __typename, best and its id: 7
    assert [measure(ground(SDL).schema, operation).cost for operation in dear.operations] == [7, 7, 2]
    assert dear.bound == 2
    assert planned(ground, *routes).size == 1


def test_a_subscription_asks_for_one_thing_at_a_time(ground):
    made = ground(SDL)
    routes = [path("Subscription seen User"), path("Subscription posted Post")]
    plan = plan_paths(made.schema, "subscription", routes, PlanLimits(), made.arguments)
    assert text(plan) == ["subscription { seen { id } }", "subscription { posted { id } }"]


def test_no_paths_make_an_empty_plan(ground):
    plan = planned(ground)
    assert (plan.size, plan.bound, plan.gap, plan.paths) == (0, 0, 0.0, 0)


def test_more_paths_than_a_chunk_are_planned_one_chunk_after_the_other(ground):
    routes = [path("Query me User"), path("Query search Post"), path("Query me User", "User best Post")]
    plan = planned(ground, *routes, chunk=2)
    assert [list(held) for held in plan.held] == [[0, 1], [2]]
    assert plan.path(2) == routes[2]


def test_a_root_that_is_not_there_is_said():
    schema = build_schema("type Query { a: Int }")
    with pytest.raises(ConfigError, match="no root mutation"):
        plan_tuples(schema, "mutation", PlanLimits(), lambda *_: ())


@pytest.mark.parametrize(
    ("steps", "words"),
    [
        (("Query me User", "Post best User"), "Post.best does not continue a path that stands at User"),
        (("Query search PostConnection",), "Query.search does not lead to PostConnection"),
    ],
)
def test_steps_that_do_not_fit_are_errors(ground, steps, words):
    with pytest.raises(ValueError, match=words):
        planned(ground, path(*steps))


@pytest.mark.unmeasured
def test_a_huge_cycle_and_many_types_do_no_harm(ground):
    ring = " ".join(f"type T{n} {{ next: T{(n + 1) % 1000} }}" for n in range(1000))
    made = ground(f"type Query {{ start: T0 }} {ring}")
    route = Path((Step("Query", "start", "T0"), *(Step(f"T{n}", "next", f"T{n + 1}") for n in range(999))))
    plan = plan_paths(made.schema, "query", [route], PlanLimits(fields=5_000), made.arguments)
    assert (plan.size, len(plan.left_out)) == (1, 1)
    assert 100 < measure(made.schema, plan.operations[0]).depth <= 150
    tuples = plan_tuples(made.schema, "query", PlanLimits(), made.arguments)
    assert tuples.size == 1
    assert sum(1 for _ in fields(tuples.operations[0].selections)) == 150
    wide = " ".join(f"f{n}: T{n}" for n in range(1000))
    made = ground(f"type Query {{ {wide} }} {ring}")
    plan = plan_tuples(made.schema, "query", PlanLimits(), made.arguments)
    assert not plan.left_out
    assert plan.paths == 2000


def test_an_argument_that_is_not_required_is_sent_where_a_value_is_given():
    schema = build_schema("type Query { user(id: ID, name: String): User } type User { name: String }")
    plan = plan_tuples(schema, "query", PlanLimits(), lambda *_: [("name", "x")])
    assert text(plan) == ['{ user(name: "x") { name } }']
    bare = plan_tuples(schema, "query", PlanLimits(), lambda *_: [])
    assert text(bare) == ["{ user { name } }"]
