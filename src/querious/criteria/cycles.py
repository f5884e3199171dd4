"""Simple cycles, each once, by the edges from its smallest node on.

Without a length: Johnson's algorithm inside each strongly connected component (SIAM J. Comput. 4, 1975), so the work
between two cycles is linear in the component, never exponential. Its memory is linear in the component too. With a
length: a search that only goes where the way back is still short enough.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from querious.criteria.components import strongly_connected
from querious.criteria.search import distances_back

if TYPE_CHECKING:
    from collections.abc import Iterator

    from querious.criteria.search import Search
    from querious.criteria.type_graph import Edges, TypeGraph


def cycles(graph: TypeGraph, search: Search) -> Iterator[Edges]:
    """Every simple cycle; distinct parallel edges make distinct cycles. Self-loops first."""
    if search.wants(1):
        yield from ((edge,) for edge, source in enumerate(graph.sources) if source == graph.targets[edge])
    if search.length is not None:
        for start, component in enumerate(graph.component):
            if len(graph.components[component]) > 1:
                yield from _of_length(graph, start, search, search.length)
        return
    waiting = [list(group) for group in graph.components if len(group) > 1]
    while waiting:
        start, *rest = waiting.pop()
        yield from _johnson(graph, start, {start, *rest}, search)
        smaller = strongly_connected(rest, graph.out, graph.targets)
        waiting.extend(group for group in smaller if len(group) > 1)


def root_cycles(graph: TypeGraph, search: Search) -> Iterator[Edges]:
    """Every simple cycle through the root."""
    if search.wants(1):
        yield from ((edge,) for edge in graph.out[0] if graph.targets[edge] == 0)
    members = graph.components[graph.component[0]]
    if len(members) > 1:
        if search.length is None:
            yield from _johnson(graph, 0, set(members), search)
        else:
            yield from _of_length(graph, 0, search, search.length)


def _johnson(  # complexipy: ignore (one loop, as published)
    graph: TypeGraph, start: int, members: set[int], search: Search
) -> Iterator[Edges]:
    """Through ``start``, inside ``members``, which are strongly connected.

    A node from which the start cannot be reached past the path is blocked until a node it leads to is freed.
    """
    search.step()
    targets = graph.targets
    path: list[int] = []
    nodes = [start]
    blocked = {start}
    frees: dict[int, set[int]] = {node: set() for node in members}
    closed = [False]
    stack = [iter(search.branches[start])]
    while stack:
        for edge in stack[-1]:
            node = targets[edge]
            if node == start:
                if path:
                    yield (*path, edge)
                    closed[-1] = True
            elif node in members and node not in blocked:
                search.step()
                path.append(edge)
                nodes.append(node)
                blocked.add(node)
                closed.append(False)
                stack.append(iter(search.branches[node]))
                break
        else:
            stack.pop()
            node = nodes.pop()
            if path:
                path.pop()
            if closed.pop():
                if closed:
                    closed[-1] = True
                _free(node, blocked, frees)
            else:
                for edge in graph.out[node]:
                    if targets[edge] in members:
                        frees[targets[edge]].add(node)


def _free(node: int, blocked: set[int], frees: dict[int, set[int]]) -> None:
    waiting = [node]
    while waiting:
        freed = waiting.pop()
        if freed in blocked:
            blocked.discard(freed)
            waiting.extend(frees[freed])
            frees[freed].clear()


def _of_length(graph: TypeGraph, start: int, search: Search, length: int) -> Iterator[Edges]:
    """Those of ``length`` edges whose smallest node is ``start``.

    Blocking and a given length do not go together: here the way back is known to be short enough if nothing is in it.
    """
    search.step()
    targets, bits, home = graph.targets, graph.bits, graph.component[start]
    back = distances_back(graph, start, length, least=start)
    deeper = length < len(graph.components[home])
    path: list[int] = []
    visited = bits[start]
    stack = [iter(search.branches[start])]
    while stack:
        for edge in stack[-1]:
            node = targets[edge]
            if node == start:
                if path and len(path) + 1 == length:
                    yield (*path, edge)
            elif node > start and graph.component[node] == home and not visited & bits[node]:
                if len(path) + 1 + back.get(node, length) <= length:
                    search.step()
                    path.append(edge)
                    visited |= bits[node]
                    stack.append(iter(search.branches[node]))
                    break
                search.cut |= deeper
        else:
            stack.pop()
            if path:
                visited ^= bits[targets[path.pop()]]
