"""The graph of operations as criteria walk it: operations are nodes, and what one gives another is an edge."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from querious.criteria.graph_models import GraphModel
from querious.criteria.type_graph import TypeGraph

if TYPE_CHECKING:
    from querious.rest.operation_graph import OperationGraph

OPERATIONS: Final = GraphModel(
    "operations", text="operations as nodes, values that one shows and another takes as edges"
)


def walkable(graph: OperationGraph) -> TypeGraph:
    """The same graph over numbers; edge n of the one is edge n of the other."""
    numbers = {name: number for number, name in enumerate(graph.names)}
    edges = [(numbers[edge.producer], numbers[edge.consumer], edge.parameter) for edge in graph.edges]
    return TypeGraph(graph.names, edges, OPERATIONS)
