"""Types as nodes, fields as edges: a multigraph over integers, made once and never changed.

Node 0 is the root and every node can be reached from it. Edges are numbered in the order of their sources, and the
sources in breadth-first order, so smaller numbers are nearer to the root. A set of nodes is one Python integer, bit by
bit: the searches of ``criteria`` ask it millions of times.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, TypeAlias

from querious.criteria.components import strongly_connected
from querious.criteria.graph_models import FIELDS
from querious.model.path import Path, Step

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from querious.criteria.graph_models import GraphModel

Edges: TypeAlias = tuple[int, ...]
"""A walk: each edge begins where the one before ends. The empty one stays where it is."""


class TypeGraph:
    """Edges are three parallel sequences; ``out`` and ``into`` hold indices into them."""

    def __init__(self, names: Sequence[str], edges: Iterable[tuple[int, int, str]], model: GraphModel = FIELDS) -> None:
        """From (source, target, field) in the order of their sources; ``names[0]`` is the root."""
        listed = list(edges)
        self.model = model
        self.names = tuple(names)
        self.sources = tuple(source for source, _, _ in listed)
        self.targets = tuple(target for _, target, _ in listed)
        self.fields = tuple(field for _, _, field in listed)
        out: list[list[int]] = [[] for _ in self.names]
        into: list[list[int]] = [[] for _ in self.names]
        self.bits = tuple(1 << node for node in range(len(self.names)))
        successors = [0] * len(self.names)
        predecessors = [0] * len(self.names)
        for edge, (source, target, _) in enumerate(listed):
            out[source].append(edge)
            into[target].append(edge)
            successors[source] |= self.bits[target]
            predecessors[target] |= self.bits[source]
        self.out = tuple(map(tuple, out))
        """For each node the edges that leave it."""
        self.into = tuple(map(tuple, into))
        """For each node the edges that enter it."""
        self.successors = tuple(successors)
        """For each node the set of nodes that an edge leads to."""
        self.predecessors = tuple(predecessors)
        """For each node the set of nodes that an edge comes from."""
        self._entered = self._breadth_first()
        groups = strongly_connected(range(len(self.names)), self.out, self.targets)
        self.components = tuple(map(tuple, groups))
        """The strongly connected components, as nodes; one comes before those that lead to it."""
        component = [0] * len(self.names)
        for index, group in enumerate(groups):
            for node in group:
                component[node] = index
        self.component = tuple(component)
        """For each node the index of its component."""
        self._reach = self._component_reach()

    def __str__(self) -> str:
        return f"{len(self.names):,} nodes and {len(self.targets):,} edges ({self.model})"

    def step(self, edge: int) -> Step:
        """An edge in names."""
        return Step(self.names[self.sources[edge]], self.fields[edge], self.names[self.targets[edge]])

    def path(self, edges: Edges) -> Path:
        """A walk in names; the empty walk is the root by itself."""
        return Path(tuple(map(self.step, edges)))

    def prefix(self, node: int) -> Edges:
        """A shortest way from the root; of several the one whose edges come first. It is simple."""
        edges = []
        while node:
            edge = self._entered[node]
            edges.append(edge)
            node = self.sources[edge]
        return tuple(reversed(edges))

    def reach(self, start: int) -> int:
        """The set of nodes that can be reached from a node, itself included."""
        return self._reach[self.component[start]]

    def _component_reach(self) -> list[int]:
        """For each component what it leads to; those it leads to come before it."""
        found: list[int] = []
        for group in self.components:
            nodes = 0
            for node in group:
                nodes |= self.bits[node]
            for edge in (
                edge for node in group for edge in self.out[node] if not nodes & self.bits[self.targets[edge]]
            ):
                nodes |= found[self.component[self.targets[edge]]]
            found.append(nodes)
        return found

    def _breadth_first(self) -> list[int]:
        """For each node the edge by which it is first reached; -1 for the root."""
        entered = [-1] * len(self.names)
        queue = deque([0])
        while queue:
            for edge in self.out[queue.popleft()]:
                target = self.targets[edge]
                if target and entered[target] < 0:
                    entered[target] = edge
                    queue.append(target)
        if missing := [name for name, edge in zip(self.names[1:], entered[1:], strict=True) if edge < 0]:
            raise ValueError(f"not reachable from the root: {', '.join(missing)}")
        return entered
