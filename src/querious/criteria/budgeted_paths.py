"""Paths under a budget, and what is known of their number.

Two orders. Without a seed: as the search goes, fastest. With a seed: diverse early. First a short path along every edge
that the paths before have not walked along, then all others, short ones first, branches in an order drawn anew for
each length. Given up for that: prefixes are walked again for every length, so listing all of them takes several times
as long (GitLab: 10 times for rooted prime paths, 20 for all); and long paths come late, on a large schema never.
Besides the path and the graph, the first part is remembered, at most one path for each edge, so that none comes twice.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, NamedTuple

from querious.criteria.search import OutOfSteps, Search
from querious.criteria.ways import distances_to_ends

if TYPE_CHECKING:
    from collections.abc import Iterator

    from querious.criteria.catalogue import Criterion
    from querious.criteria.type_graph import Edges, TypeGraph


class PathBudget(NamedTuple):
    """What a listing may give and what it may cost; ``None`` is no limit."""

    paths: int | None = None
    steps: int | None = None
    """Edges that the search goes down; a few hundred thousand in a second."""


class PathTally(NamedTuple):
    """How many paths there are, as far as is known."""

    listed: int
    ended: bool
    """Whether these are all."""

    @property
    def total(self) -> int | None:
        """How many there are; ``None`` if the listing was cut off: nobody knows then."""
        return self.listed if self.ended else None

    def share(self, covered: int) -> float | None:
        """Which part of all paths ``covered`` of them are; ``None`` if the total is unknown."""
        if not self.ended:
            return None
        return covered / self.listed if self.listed else 1.0

    def covered(self, covered: int) -> str:
        """``covered`` of them in words, with a percentage only where it is known."""
        share = self.share(covered)
        if share is None:
            return f"{covered:,} of {self}"
        return f"{covered:,} of {self.listed:,} paths ({share:.1%})"

    def __str__(self) -> str:
        noun = "path" if self.listed == 1 else "paths"
        return f"{self.listed:,} {noun}" if self.ended else f"at least {self.listed:,} {noun}, total unknown"


class PathListing:
    """An iterator over the paths of a criterion. It can be left at any time; ``tally`` says what is known by then."""

    def __init__(
        self, criterion: Criterion, graph: TypeGraph, budget: PathBudget | None = None, seed: int | None = None
    ) -> None:
        self.criterion = criterion
        self.graph = graph
        self.tally = PathTally(0, ended=False)
        self._budget = budget or PathBudget()
        self._search = Search(graph, steps=self._budget.steps)
        diverse = seed is not None and criterion.along is not None
        self._source = self._diverse(Random(seed)) if diverse else criterion.paths(graph, self._search)
        self._stopped = False

    def __iter__(self) -> Iterator[Edges]:
        return self

    def __next__(self) -> Edges:
        """The next path. When the budget for paths is used up, one more is looked for: these may have been all."""
        listed = self.tally.listed
        if self._stopped:
            raise StopIteration
        try:
            path = next(self._source)
        except (StopIteration, OutOfSteps) as reason:
            self._stopped = True
            self.tally = PathTally(listed, ended=isinstance(reason, StopIteration))
            raise StopIteration from None
        if self._budget.paths is not None and listed >= self._budget.paths:
            self._stopped = True
            raise StopIteration
        self.tally = PathTally(listed + 1, ended=False)
        return path

    def _diverse(self, random: Random) -> Iterator[Edges]:
        early: set[Edges] = set()
        for path in self._along_every_edge():
            early.add(path)
            yield path
        self._search.cut = True
        while self._search.cut:
            self._search.deepen(self.graph, random)
            for path in self.criterion.paths(self.graph, self._search):
                if path not in early:
                    yield path
            self._search.cut |= self._search.length == 0 and bool(self.graph.targets)

    def _along_every_edge(self) -> Iterator[Edges]:
        along = self.criterion.along
        ends = distances_to_ends(self.graph)
        walked: set[int] = set()
        for edge in range(len(self.graph.targets)):
            path = along(self.graph, edge, ends) if along and edge not in walked else None
            if path is not None:
                walked.update(path)
                yield path


def count(criterion: Criterion, graph: TypeGraph, budget: PathBudget | None = None) -> PathTally:
    """How many paths there are, or, under a budget, how many at least."""
    listing = PathListing(criterion, graph, budget)
    for _ in listing:
        pass
    return listing.tally
