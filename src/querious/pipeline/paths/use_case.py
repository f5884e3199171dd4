"""A schema → the paths through its types: listed, counted, merged into operations, drawn."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Final

from querious.criteria import PathBudget, PathListing, criterion_named
from querious.drawing import FORMATS
from querious.errors import ConfigError
from querious.graphql.cases import ArgumentFiller, Tables
from querious.graphql.graph import MODELS as _MODELS
from querious.graphql.graph import root_type, type_graph
from querious.graphql.plan import Leaves, PlanLimits, plan_paths
from querious.graphql.values import Makers
from querious.model.document_text import write
from querious.pipeline.paths.pictures import picture_graph, picture_plan
from querious.values import Pool

if TYPE_CHECKING:
    from collections.abc import Iterator

    from graphql import GraphQLSchema

    from querious.graphql.plan import OperationPlan

MODELS: Final = tuple(model.name for model in _MODELS)
"""Names of graph models, the usual one first."""
LEAVES: Final = tuple(leaves.value for leaves in Leaves)
DRAWINGS: Final = tuple(FORMATS)
_STEPS: Final = 20_000_000
"""Steps of the search at most, where paths are counted: about a minute."""
_STEPS_UNSEEN: Final = 3_000_000
"""Likewise where nothing is shown before the search ends: some ten seconds."""
_MOST_PLANNED: Final = 200_000
"""Paths that are merged at most, where their number is not limited: some hundred megabytes."""


@dataclass(frozen=True, slots=True)
class PathsAsked:
    """Which paths, and what becomes of them."""

    criterion: str
    root: str = "query"
    model: str = MODELS[0]
    limit: int | None = None
    """Paths at most; None: no limit."""
    diverse: int | None = None
    """A seed: short paths and every edge first."""
    count: bool = False
    operations: bool = False
    """Whether they are merged into few operations."""
    fields: int = 200
    depth: int | None = None
    cost: int | None = None
    leaves: str = "needed"
    draw: str | None = None

    def check(self) -> None:
        """Say what is wrong before anything is loaded or searched."""
        for given, what, known in (
            (self.model, "graph model", MODELS),
            (self.leaves, "choice of leaves", LEAVES),
            (self.draw, "drawing format", DRAWINGS),
        ):
            if given is not None and given not in known:
                raise ConfigError(f"Unknown {what} {given!r:.40}. Available: {', '.join(known)}.")
        criterion_named(self.criterion)

    @property
    def budget(self) -> PathBudget:
        """Paths as asked for. What is not shown as it comes ends by itself, also without a limit."""
        if self.count:
            return PathBudget(steps=_STEPS)
        unseen = _STEPS_UNSEEN if self.limit is None else None
        if self.operations:
            return PathBudget(self.limit or _MOST_PLANNED, unseen)
        return PathBudget(self.limit, unseen if self.draw else None)


class PathSearch:
    """One search. Ask for the drawing first, if there is to be one, then for the lines, then for the summary."""

    def __init__(self, schema: GraphQLSchema, asked: PathsAsked) -> None:
        self._schema = schema
        self._asked = asked
        model = next(model for model in _MODELS if model.name == asked.model)
        self._graph = type_graph(schema, root_type(schema, asked.root), model)
        self._listing = PathListing(criterion_named(asked.criterion), self._graph, asked.budget, asked.diverse)

    def drawing(self) -> str:
        """What was asked for as a picture: the graph, the operations, or the graph with the paths in it."""
        if self._asked.count:
            picture = picture_graph(self._graph, str(self._graph))
        elif self._asked.operations:
            picture = picture_plan(self._plan, self._plan.describe().removesuffix("."))
        else:
            walked = {edge for edges in self._listing for edge in edges}
            picture = picture_graph(self._graph, self.summary(), walked)
        return FORMATS[self._asked.draw or DRAWINGS[0]](picture)

    def lines(self) -> Iterator[str]:
        """The paths as they are found, or the operations and how they came to be; nothing where they are drawn."""
        if self._asked.count:
            for _ in self._listing:
                pass
        elif self._asked.operations:
            for operation in () if self._asked.draw else self._plan.operations:
                yield write(operation)[0]
            yield self._plan.describe()
        elif not self._asked.draw:
            for edges in self._listing:
                yield str(self._graph.path(edges)) or self._graph.names[0]

    def summary(self) -> str:
        """How many there are, by which criterion, in which graph."""
        return f"{self._listing.tally} by {self._asked.criterion}; {self._graph}"

    @cached_property
    def _plan(self) -> OperationPlan:
        asked = self._asked
        filler = ArgumentFiller(Tables(self._schema, Makers(self._schema, Pool())), 0)
        paths = (self._graph.path(edges) for edges in self._listing if edges)
        limits = PlanLimits(asked.fields, asked.depth, asked.cost)
        leaves = Leaves(asked.leaves)
        return plan_paths(self._schema, asked.root, paths, limits, filler.arguments, leaves=leaves)
