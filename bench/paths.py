"""Paths of GitLab's schema by graph model, and the time for them beside the study's algorithm.

    python -m bench.paths FOLDER

The study's algorithm (Lorenz 2023, 7.2.2) goes through all simple paths from the root and compares each with every path
kept so far, until one contains it. How many comparisons it makes is counted exactly, without making them: a longest
path is compared with all kept before it, any other with all kept before its first continuation and with that. What a
comparison costs is measured with the study's own, on calls spread evenly over its run, each against the paths kept at
that moment; their verdicts must be ours. The product is an extrapolation, and is printed as one.
"""

from __future__ import annotations

import sys
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

from bench.table import show
from querious.criteria import prime_path, rooted_prime_path, simple_path
from querious.graphql.graph import FIELDS, STUDY, TYPES, root_type, type_graph
from querious.graphql.schema import read_files

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from querious.graphql.graph import Edges, TypeGraph

_SCHEMA = "gitlab-12.6.3-ce.introspection.json"
_EXPECTED = {STUDY: (75, 148, 41_744, 134_501), TYPES: (64, 124, 25_504, 88_237), FIELDS: (64, 129, 42_970, 161_025)}
"""Nodes, edges, rooted prime paths, prime paths."""
_SECONDS = 0.2
"""For the rooted paths of the study's model, at most."""
_RATIO = 500
"""To the study's algorithm, at least."""
_CALLS = 60
"""Of the study's comparison of one path with all kept so far: the share that is really run."""
_REPEATS = 3
"""Of each enumeration; the fastest counts."""
_Nodes = list[int]


def main(folder: str) -> int:
    """Print both tables; 1 if a number is off, or the rooted paths take too long."""
    file = Path(folder) / _SCHEMA
    if not file.is_file():
        print(f"No {_SCHEMA} in {folder}")
        return 2
    schema = read_files(str(file)).schema
    rows = []
    failed = False
    seconds = {}
    for model, expected in _EXPECTED.items():
        graph = type_graph(schema, root_type(schema), model)
        rooted, seconds[model] = timed(graph, rooted_prime_path)
        prime, all_seconds = timed(graph, prime_path)
        found = (len(graph.names), len(graph.targets), rooted, prime)
        failed |= found != expected
        rows.append(
            [
                str(model),
                *(f"{number:,}" for number in found[:3]),
                f"{seconds[model]:.3f}",
                f"{prime:,}",
                f"{all_seconds:.3f}",
                "yes" if found == expected else "NO, expected " + " ".join(f"{number:,}" for number in expected),
            ]
        )
    show(
        "Prime paths of GitLab 12.6.3",
        ["graph model", "nodes", "edges", "rooted", "seconds", "prime", "seconds", "as expected"],
        rows,
    )
    ours = seconds[STUDY]
    ratio = beside_the_study(type_graph(schema, root_type(schema), STUDY), ours)
    return int(failed or ours >= _SECONDS or ratio < _RATIO)


def timed(graph: TypeGraph, paths: Callable[[TypeGraph], Iterator[Edges]]) -> tuple[int, float]:
    """How many there are, and the seconds to go through them."""
    best = float("inf")
    number = 0
    for _ in range(_REPEATS):
        started = perf_counter()
        number = sum(1 for _ in paths(graph))
        best = min(best, perf_counter() - started)
    return number, best


def beside_the_study(graph: TypeGraph, ours: float) -> float:
    """Print what the study's algorithm would take; the ratio to ours."""
    kept, calls = run_of_the_study(graph)
    comparisons = sum(compared for _, _, compared in calls)
    chosen = calls[len(calls) // _CALLS // 2 :: len(calls) // _CALLS]
    started = perf_counter()
    verdicts = [is_prime_path(path, kept[:before]) for path, before, _ in chosen]
    spent = perf_counter() - started
    if verdicts != [path is kept[min(before, len(kept) - 1)] for path, before, _ in chosen]:
        raise RuntimeError("the study's algorithm does not run as it was counted")
    made = sum(compared for _, _, compared in chosen)
    theirs = spent / made * comparisons
    show(
        f"{len(kept):,} rooted prime paths, beside the study's algorithm (extrapolated)",
        ["comparisons in all", "really made", "seconds for these", "seconds in all", "ours", "ratio", "at least"],
        [
            [
                f"{comparisons:,}",
                f"{made:,} ({made / comparisons:.2%})",
                f"{spent:.2f}",
                f"{theirs:,.0f}",
                f"{ours:.3f}",
                f"{theirs / ours:,.0f}",
                f"{_RATIO}",
            ]
        ],
    )
    return theirs / ours


def run_of_the_study(graph: TypeGraph) -> tuple[list[_Nodes], list[tuple[_Nodes, int, int]]]:
    """What it keeps, and its calls: the path asked about, the number kept by then, the comparisons that it makes.

    It asks about a path after all its continuations: a path with any is a part of the first kept below it, and is
    found out there. ``simple_path`` gives the same paths, each before its continuations.
    """
    kept: list[_Nodes] = []
    calls: list[tuple[_Nodes, int, int]] = []
    waiting: list[tuple[_Nodes, int]] = []
    """Paths whose continuations are under way, with the number kept when they began."""

    def asked() -> None:
        path, began = waiting.pop()
        if began == len(kept):
            calls.append((path, len(kept), len(kept)))
            kept.append(path)
        else:
            calls.append((path, len(kept), began + 1))

    for edges in simple_path(graph):
        path = [0, *(graph.targets[edge] for edge in edges)]
        while waiting and len(waiting[-1][0]) >= len(path):
            asked()
        waiting.append((path, len(kept)))
    while waiting:
        asked()
    return kept, calls


def is_prime_path(path: _Nodes, kept: list[_Nodes]) -> bool:
    """As in the study."""
    return all(not is_subpath(path, other) for other in kept)


def is_subpath(path: _Nodes, other: _Nodes) -> bool:
    """As in the study's pseudocode: every part of that length, one after the other."""
    length = len(path)
    if length > len(other):
        return False
    return any(other[begin : begin + length] == path for begin in range(len(other) - length + 1))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1] if len(sys.argv) > 1 else "../shared/schemas"))
