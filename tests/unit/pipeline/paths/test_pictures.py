from __future__ import annotations

from graphql import build_schema

from querious.criteria import PathListing, criterion_named
from querious.drawing import Edge, Picture, PictureStyle
from querious.graphql.graph import TypeGraph, root_type, type_graph
from querious.graphql.plan import OperationPlan, PlanLimits, plan_paths
from querious.pipeline.paths.pictures import MOST_OPERATIONS, picture_graph, picture_plan

SCHEMA = build_schema(
    """
    type Query { book(id: ID!): Book node: Node }
    type Book implements Node { id: ID author: Author editor: Author }
    type Author implements Node { id: ID books: [Book] }
    interface Node { id: ID }
    """
)


def graph() -> TypeGraph:
    return type_graph(SCHEMA, root_type(SCHEMA))


def planned(fields: int = 200) -> OperationPlan:
    types = graph()
    paths = (types.path(edges) for edges in PathListing(criterion_named("prime-path"), types))
    return plan_paths(SCHEMA, "query", paths, PlanLimits(fields=fields), lambda *_: [("id", 'a "b"')])


def label(picture: Picture, key: str) -> str:
    return next(node.label for node in picture.nodes if node.key == key)


def test_types_are_nodes_and_fields_are_edges():
    picture = picture_graph(graph(), "all")
    assert [(node.label, node.kind) for node in picture.nodes] == [
        ("Query", PictureStyle.ROOT),
        ("Book", PictureStyle.PLAIN),
        ("Author", PictureStyle.PLAIN),
    ]
    assert Edge("Book", "Author", "editor") in picture.edges
    assert len(picture.edges) == 6
    assert picture.title == "all"


def test_what_was_walked_along_is_highlighted_with_its_ends():
    types = graph()
    walked = {types.fields.index("editor")}
    picture = picture_graph(types, "", walked)
    assert [edge.label for edge in picture.edges if edge.kind is PictureStyle.HIGHLIGHTED] == ["editor"]
    assert [node.kind for node in picture.nodes] == [
        PictureStyle.ROOT,
        PictureStyle.HIGHLIGHTED,
        PictureStyle.HIGHLIGHTED,
    ]


def test_a_plan_is_a_tree_of_selections_for_each_operation():
    picture = picture_plan(planned(), "a plan")
    assert [node.label for node in picture.nodes if node.kind is PictureStyle.ROOT] == ["query 1"]
    below = [label(picture, edge.target) for edge in picture.edges if edge.source == "query 1"]
    assert below == ['book(id: "a \\"b\\"")', "node"]
    book = next(node.key for node in picture.nodes if node.label.startswith("book"))
    assert [label(picture, edge.target) for edge in picture.edges if edge.source == book] == ["author", "editor"]
    assert "... on Author" in {node.label for node in picture.nodes}
    assert len(picture.edges) == len(picture.nodes) - 1
    assert not picture.note


def test_of_many_operations_the_first_are_drawn_and_the_others_counted():
    plan = planned(fields=5)
    assert plan.size > 2
    picture = picture_plan(plan, "")
    drawn = sum(node.kind is PictureStyle.ROOT for node in picture.nodes)
    assert drawn == min(plan.size, MOST_OPERATIONS)


def test_a_plan_beyond_the_bounds_says_so(monkeypatch):
    monkeypatch.setattr("querious.pipeline.paths.pictures.MOST_SELECTIONS", 1)
    plan = planned(fields=5)
    assert picture_plan(plan, "").note == f"1 of {plan.size} operations are drawn; {plan.size - 1} more are not"


def test_a_plan_without_operations_can_be_drawn():
    empty = plan_paths(SCHEMA, "query", [], PlanLimits(), lambda *_: [])
    assert picture_plan(empty, "") == Picture((), ())
