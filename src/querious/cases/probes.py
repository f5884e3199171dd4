"""Probes: every argument and input field that can be reached, with every value at the edge of its type, one at a time.

Random draws leave it to luck whether the one integer argument that must not be 0 ever is 0. Probes are the part of the
sequence that is not random: edge after edge, each of them over all arguments, so that each argument is tried early.
"""

from __future__ import annotations

from heapq import heappop, heappush
from itertools import groupby, zip_longest
from typing import TYPE_CHECKING, NamedTuple

from querious.cases.tables import LEAF

if TYPE_CHECKING:
    from querious.cases.limits import Limits
    from querious.cases.tables import FieldEntry, Tables
    from querious.model import Value


LEAVES = 2
"""Leaves asked below a probed field, at most."""


class RouteStep(NamedTuple):
    """One step down from an object: by a field, then, if that gives an interface or union, to one of its members."""

    field: FieldEntry
    member: int
    """The index of the object type to narrow to, or LEAF for none."""


class Probe(NamedTuple):
    """A field to ask by the shortest route, and what to force in its arguments."""

    kind: str
    root: int
    route: tuple[RouteStep, ...]
    type: int
    field: FieldEntry
    forced: dict[str, Value]


def probes(tables: Tables, limits: Limits, *, mutations: bool) -> list[Probe]:
    """All probes within the limits, the first edge of each argument and input field before the second of any."""
    by_place: list[list[Probe]] = []
    seen: set[int] = set()
    for kind, root in tables.roots.items():
        if kind == "mutation" and not mutations:
            continue
        for index, route in _routes(tables, root).items():
            entry = tables.types[index]
            if entry.members or index in seen or not _fits(route, limits):
                continue
            seen.add(index)
            by_place += [
                [Probe(kind, root, route, index, field, forced) for forced in at_one_place]
                for field in entry.fields
                for argument in field.arguments
                for _, at_one_place in groupby(argument.edges, tuple)
            ]
    return [probe for edge in zip_longest(*by_place) for probe in edge if probe is not None]


def _fits(route: tuple[RouteStep, ...], limits: Limits) -> bool:
    """Whether the route, the probed field and the leaves below it stay within the limits."""
    nodes = sum(1 if step.member == LEAF else 3 for step in route) + 1 + LEAVES
    return len(route) + 1 <= limits.depth and nodes <= limits.nodes


def _routes(tables: Tables, root: int) -> dict[int, tuple[RouteStep, ...]]:
    """The cheapest route to every type: few fields, and few that need arguments to be guessed."""
    routes: dict[int, tuple[RouteStep, ...]] = {}
    queue: list[tuple[int, int, int, tuple[RouteStep, ...]]] = [(0, 0, root, ())]
    pushed = 0
    while queue:
        cost, _, index, route = heappop(queue)
        if index in routes:
            continue
        routes[index] = route
        for field in tables.types[index].fields:
            if field.target == LEAF:
                continue
            price = cost + 1 + 2 * sum(argument.required for argument in field.arguments)
            members = tables.types[field.target].members
            for target in members or (field.target,):
                pushed += 1
                heappush(queue, (price, pushed, target, (*route, RouteStep(field, target if members else LEAF))))
    return routes
