"""Type graphs, paths and plans → pictures."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from querious.drawing import Edge, Picture, PictureNode, PictureStyle
from querious.model import Operation
from querious.model.document_text import write

if TYPE_CHECKING:
    from collections.abc import Collection

    from querious.graphql.graph import TypeGraph
    from querious.graphql.plan import OperationPlan
    from querious.model import Selection

MOST_OPERATIONS: Final = 8
MOST_SELECTIONS: Final = 240
"""Of all operations that are drawn; the first one is drawn in any case."""


def picture_graph(graph: TypeGraph, title: str, walked: Collection[int] = ()) -> Picture:
    """Types as nodes and fields as edges; ``walked`` are the edges to highlight, together with the types they join."""
    met = {node for edge in walked for node in (graph.sources[edge], graph.targets[edge])}
    kinds = [PictureStyle.HIGHLIGHTED if node in met else PictureStyle.PLAIN for node in range(len(graph.names))]
    kinds[0] = PictureStyle.ROOT
    return Picture(
        tuple(PictureNode(name, name, kind) for name, kind in zip(graph.names, kinds, strict=True)),
        tuple(
            Edge(
                graph.names[graph.sources[edge]],
                graph.names[graph.targets[edge]],
                field,
                PictureStyle.HIGHLIGHTED if edge in walked else PictureStyle.PLAIN,
            )
            for edge, field in enumerate(graph.fields)
        ),
        title,
    )


def picture_plan(plan: OperationPlan, title: str) -> Picture:
    """A tree of selections for each operation, as many operations as fit."""
    nodes: list[PictureNode] = []
    edges: list[Edge] = []
    drawn = 0
    for operation in plan.operations[:MOST_OPERATIONS]:
        label = f"{operation.kind} {drawn + 1:,}"
        more, below = _tree(operation, label)
        if nodes and len(nodes) + len(more) > MOST_SELECTIONS:
            break
        nodes += more
        edges += below
        drawn += 1
    all_of_them = len(plan.operations)
    note = f"{drawn:,} of {all_of_them:,} operations are drawn; {all_of_them - drawn:,} more are not"
    return Picture(tuple(nodes), tuple(edges), title, note if drawn < all_of_them else "")


def _tree(operation: Operation, label: str) -> tuple[list[PictureNode], list[Edge]]:
    """The operation and its selections; the label of the operation is the first part of every key."""
    nodes = [PictureNode(label, label, PictureStyle.ROOT)]
    edges: list[Edge] = []
    stack: list[tuple[str, Selection]] = [(label, node) for node in reversed(operation.selections)]
    while stack:
        parent, selection = stack.pop()
        key = f"{label}:{len(nodes)}"
        nodes.append(PictureNode(key, _told(selection)))
        edges.append(Edge(parent, key))
        stack.extend((key, child) for child in reversed(selection.children))
    return nodes, edges


def _told(selection: Selection) -> str:
    """The selection as a document has it, without what is below it."""
    alone = Operation("query", "", "", (selection._replace(children=()),))
    return write(alone)[0].removeprefix("{ ").removesuffix(" }")
