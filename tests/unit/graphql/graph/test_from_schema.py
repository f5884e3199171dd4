from __future__ import annotations

import pytest
from graphql import build_schema
from hypothesis import given
from hypothesis import strategies as st

from querious.errors import ConfigError
from querious.graphql.graph import FIELDS, STUDY, TYPES, GraphModel, root_type, type_graph
from querious.graphql.schema import reachable
from random_schemas import random_sdl
from sample import TINY, schema

SDL = """
scalar Time
scalar Money
enum State { ON OFF }
interface Node { id: ID hidden: Lost }
type Lost { id: ID }
type User implements Node { id: ID hidden: Lost state: State since: Time until: Time friend: User boss: User }
type Item implements Node { id: ID hidden: Lost price: Money }
union Any = User | Item
type Query { node: Node any: [Any!]! me: User! items: [[Item]] count: Int }
type Mutation { rename: User }
"""
EVERY_MODEL = (FIELDS, TYPES, STUDY)


def steps(graph):
    return [str(graph.path((edge,))) + ":" + graph.step(edge).target for edge in range(len(graph.targets))]


def read(model=FIELDS, **options):
    built = build_schema(SDL)
    return type_graph(built, root_type(built), model, **options)


def test_fields_are_edges_and_abstract_types_are_narrowed_to_objects():
    graph = read()
    assert graph.names == ("Query", "User", "Item", "Lost")
    assert steps(graph) == [
        "Query.node:User",
        "Query.node:Item",
        "Query.any:User",
        "Query.any:Item",
        "Query.me:User",
        "Query.items:Item",
        "User.hidden:Lost",
        "User.friend:User",
        "User.boss:User",
        "Item.hidden:Lost",
    ]
    assert str(graph) == "4 nodes and 10 edges (object types as nodes, parallel fields distinct)"


def test_collapsed_the_first_field_stays():
    assert steps(read(TYPES)) == [
        "Query.node:User",
        "Query.node:Item",
        "User.hidden:Lost",
        "User.friend:User",
        "Item.hidden:Lost",
    ]


def test_the_study_s_model_has_enums_and_custom_scalars():
    graph = read(STUDY)
    assert set(graph.names) == {"Query", "User", "Item", "Lost", "State", "Time", "Money"}
    assert len(graph.targets) == 8
    assert graph.out[graph.names.index("Time")] == ()


def test_only_the_scalars_given():
    graph = read(GraphModel("own", scalars=("Time", "Int")))
    assert set(graph.names) == {"Query", "User", "Item", "Lost", "Time", "Int"}
    assert {"User.since:Time", "User.until:Time", "Query.count:Int"} <= set(steps(graph))


def test_a_forbidden_field_is_no_edge_and_what_only_it_leads_to_is_gone():
    graph = read(allowed=lambda coordinate: not coordinate.endswith(".hidden"))
    assert graph.names == ("Query", "User", "Item")


@pytest.mark.parametrize("model", EVERY_MODEL)
def test_one_type_only(model):
    built = schema(TINY)
    graph = type_graph(built, root_type(built), model)
    assert (graph.names, graph.targets) == (("Query",), ())


def test_the_root_can_be_another():
    built = build_schema(SDL)
    assert type_graph(built, root_type(built, "mutation")).names == ("Mutation", "User", "Lost")
    with pytest.raises(ConfigError, match=r"no subscription type.* it has query, mutation"):
        root_type(built, "subscription")
    with pytest.raises(ConfigError, match=r"Unknown kind of operation 'queries'\. Available: query"):
        root_type(built, "queries")


@given(st.integers(0, 10_000))
def test_nodes_are_the_objects_that_an_answer_can_hold(seed):
    built = build_schema(random_sdl(seed))
    root = root_type(built)
    names = [name for name, kind in reachable(built, root).items() if hasattr(kind, "is_type_of")]
    for model in (FIELDS, TYPES):
        assert set(type_graph(built, root, model).names) == set(names)
    collapsed, distinct = (type_graph(built, root, model) for model in (TYPES, FIELDS))
    assert collapsed.successors == distinct.successors
    assert len(set(zip(collapsed.sources, collapsed.targets, strict=True))) == len(collapsed.targets)
