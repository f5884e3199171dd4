"""The brute force that says what has data at all, against real execution."""

from __future__ import annotations

import pytest
from bench.witnessable import World
from bench.worlds import schema_of, world_of
from graphql import build_schema, graphql_sync

from apis import museum
from querious.criteria import PathListing, criterion_named
from querious.graphql.graph import root_type, type_graph
from querious.model import Path, Step

SDL = """
type Query { box(key: String!): Thing boxes: [Thing] empty: [Box!]! broken: Box! }
union Thing = Box | Ball
type Box { inner: Thing label: String }
type Ball { weight: Int }
"""


def boxes():
    """A box "a" that holds a box "b" that holds a ball; a ball by itself has no weight."""
    schema = build_schema(SDL)
    ball, light = {"kind": "Ball", "weight": 3}, {"kind": "Ball"}
    inner = {"kind": "Box", "inner": ball}
    there = {"a": {"kind": "Box", "inner": inner, "label": "outer"}, "b": inner, "c": light}
    query = schema.query_type.fields
    query["box"].resolve = lambda _, __, key: there.get(key)
    query["boxes"].resolve = lambda *_: [None, light]
    query["empty"].resolve = lambda *_: []
    query["broken"].resolve = lambda *_: 1 / 0
    schema.type_map["Thing"].resolve_type = lambda thing, *_: thing["kind"]
    return World(schema, {"Query.box": ['(key: "a")', '(key: "b")', '(key: "c")', '(key: "none")']})


def path(*steps):
    return Path(tuple(Step(*step) for step in steps))


IN = ("Box", "inner", "Box")
OUT = ("Box", "inner", "Ball")


@pytest.mark.parametrize(
    ("steps", "gone"),
    [
        ([("Query", "box", "Box"), IN, OUT, ("Ball", "weight", "Int")], 4),
        ([("Query", "box", "Box"), IN, IN], 2),
        ([("Query", "box", "Box"), IN, ("Box", "label", "String")], 2),
        ([("Query", "box", "Ball"), ("Ball", "weight", "Int")], 1),
        ([("Query", "boxes", "Box")], 0),
        ([("Query", "boxes", "Thing")], 1),
        ([("Query", "empty", "Box")], 0),
        ([("Query", "broken", "Box")], 0),
    ],
)
def test_how_far_the_data_goes_down_a_path(steps, gone):
    world = boxes()
    assert world.length(path(*steps)) == gone
    assert world.holds(path(*steps)) is (gone == len(steps))


def test_which_tuples_have_a_value():
    assert boxes().tuples == {"Query.box", "Query.boxes", "Box.inner", "Box.label", "Ball.weight"}


def test_a_required_argument_must_be_given():
    with pytest.raises(ValueError, match=r"Query\.box needs arguments"):
        World(build_schema(SDL), {})


def test_every_tuple_of_the_demo_has_a_value():
    schema = schema_of("demo")
    graph = type_graph(schema, root_type(schema))
    assert world_of("demo").tuples == {
        f"{name}.{field}" for name in graph.names for field in schema.type_map[name].fields
    }


def test_brute_force_says_what_execution_says():
    """Each path by itself, with every call of its first field; only values that err may take away what was found."""
    schema, world = museum.schema(), world_of("museum")
    graph = type_graph(schema, root_type(schema))
    paths = [graph.path(edges) for edges in PathListing(criterion_named("edge-pair"), graph)][::3]
    for each in paths:
        found = any(_goes_down(schema, each, call) for call in museum.CALLS.get(each.steps[0].coordinate, [""]))
        if found or "value" not in str(each):
            assert found == world.holds(each), str(each)


def _goes_down(schema, walked, call):
    text = ""
    for number, step in reversed(list(enumerate(walked.steps))):
        arguments = call if number == 0 else next(iter(museum.CALLS.get(step.coordinate, [""])))
        text = f"{step.field}{arguments} {{ __typename ... on {step.target} {{ __typename {text} }} }}"
    here = [graphql_sync(schema, f"{{ {text} }}").data]
    for step in walked.steps:
        values = [each.get(step.field) for each in here if each]
        flat = [item for value in values for item in (value if isinstance(value, list) else [value])]
        here = [item for item in flat if item and item["__typename"] == step.target]
    return bool(here)
