"""A description → the paths through its operations: listed, counted, drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from querious.criteria import PathListing, criterion_named
from querious.drawing import FORMATS
from querious.errors import ConfigError
from querious.pipeline.paths.pictures import picture_graph
from querious.pipeline.rest.graph import walkable
from querious.rest.cases.calls import OperationCalls
from querious.rest.openapi.schemas import Schemas
from querious.rest.operation_graph import operation_graph
from querious.values import Pool

if TYPE_CHECKING:
    from collections.abc import Iterator

    from querious.pipeline.paths.use_case import PathsAsked
    from querious.rest.openapi import Description


class OperationPathSearch:
    """One search; asked like ``PathSearch``."""

    def __init__(self, description: Description, asked: PathsAsked) -> None:
        if asked.operations:
            raise ConfigError("--operations merges fields of GraphQL: a path of a REST API is operations already")
        calls = OperationCalls(description.operations, Schemas(description.document, description.dialect), Pool())
        if not calls.plans:
            raise ConfigError(f"{description.place} describes no operation that can be called")
        self._asked = asked
        self._graph = walkable(operation_graph(calls.plans, calls))
        self._listing = PathListing(criterion_named(asked.criterion), self._graph, asked.budget, asked.diverse)

    def drawing(self) -> str:
        """The graph, or the graph with the paths in it."""
        walked: set[int] = set()
        if not self._asked.count:
            walked = {edge for edges in self._listing for edge in edges}
        title = str(self._graph) if self._asked.count else self.summary()
        return FORMATS[self._asked.draw or next(iter(FORMATS))](picture_graph(self._graph, title, walked))

    def lines(self) -> Iterator[str]:
        """The paths as they are found; nothing where they are counted or drawn."""
        if self._asked.count:
            for _ in self._listing:
                pass
        elif not self._asked.draw:
            for edges in self._listing:
                yield str(self._graph.path(edges)) or self._graph.names[0]

    def summary(self) -> str:
        """How many there are, by which criterion, in which graph."""
        return f"{self._listing.tally} by {self._asked.criterion}; {self._graph}"
