"""All criteria, in one order: weakest first.

Whoever covers a criterion covers those before it, with these exceptions, which follow from the definitions.
``rooted-prime-path`` and ``simple-path`` miss edges that only lead back, which ``edge`` and ``edge-pair`` have; where
no field leads back to the root, the two cover the same, the first with fewer paths. ``prime-path`` has all pairs except
a self-loop with the edge before or after it. ``complete-path`` has everything up to its length and nothing beyond.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from querious.criteria.complete_path import complete_path, complete_path_along
from querious.criteria.edge import edge
from querious.criteria.edge_pair import edge_pair
from querious.criteria.node import node
from querious.criteria.prime_path import prime_path, prime_path_along
from querious.criteria.rooted_prime_path import rooted_prime_path, rooted_prime_path_along
from querious.criteria.simple_path import simple_path
from querious.criteria.ways import simple_path_along
from querious.errors import ConfigError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from querious.criteria.search import Search
    from querious.criteria.type_graph import Edges, TypeGraph

DEFAULT_LENGTH = 4
"""Of ``complete-path`` where none is given."""


@dataclass(frozen=True, slots=True)
class Criterion:
    """A set of walks to cover. All begin at the root."""

    name: str
    about: str
    paths: Callable[[TypeGraph, Search], Iterator[Edges]]
    """All of them, each once, in the order and within the bounds of the search."""
    along: Callable[[TypeGraph, int, Sequence[int]], Edges | None] | None
    """A short one along an edge, given how far each node is from an end; ``None`` where all are short and few."""


def complete_to(length: int) -> Criterion:
    """The criterion that has every walk up to a length."""
    return Criterion(
        f"complete-path:{length}",
        f"every way of {length} fields from the root, types visited again included",
        lambda graph, search: complete_path(graph, length, search),
        lambda graph, index, ends: complete_path_along(graph, index, length, ends),
    )


CRITERIA: tuple[Criterion, ...] = (
    Criterion("node", "every type is visited", lambda graph, _: node(graph), None),
    Criterion("edge", "every field that leads to a type is walked along", lambda graph, _: edge(graph), None),
    Criterion("edge-pair", "every two fields that follow each other", lambda graph, _: edge_pair(graph), None),
    Criterion(
        "rooted-prime-path",
        "every longest way from the root on which no type comes twice",
        rooted_prime_path,
        rooted_prime_path_along,
    ),
    Criterion(
        "simple-path",
        "every way from the root on which no type comes twice",
        simple_path,
        lambda graph, index, _: simple_path_along(graph, index),
    ),
    Criterion(
        "prime-path",
        "every longest way from anywhere on which no type comes twice, and every cycle from each of its types",
        lambda graph, search: prime_path(graph, search, rooted=True),
        prime_path_along,
    ),
    complete_to(DEFAULT_LENGTH),
)


def criterion_named(name: str) -> Criterion:
    """By name; ``complete-path`` alone or with a length of one's own, ``complete-path:6``."""
    for criterion in CRITERIA:
        if name in {criterion.name, criterion.name.partition(":")[0]}:
            return criterion
    kind, _, length = name.partition(":")
    if kind == "complete-path":
        if length.isascii() and length.isdecimal():
            return complete_to(int(length))
        raise ConfigError(f"{name!r} needs a number of fields after the colon, such as complete-path:{DEFAULT_LENGTH}")
    names = ", ".join(criterion.name for criterion in CRITERIA)
    raise ConfigError(f"Unknown criterion {name!r}. Available: {names}.")
