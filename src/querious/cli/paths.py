"""``querious paths``."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

import click
from rich.text import Text

from querious.cli import options
from querious.cli.output import STANDARD_OUTPUT, Words
from querious.cli.output import write as write_result
from querious.cli.schema import is_file
from querious.config.quantities import unlimited, whole
from querious.criteria import PathBudget, PathListing, criterion_named
from querious.drawing import FORMATS
from querious.errors import ConfigError
from querious.graphql.cases import ArgumentFiller, Tables
from querious.graphql.graph import MODELS, root_type, type_graph
from querious.graphql.plan import Leaves, PlanLimits, plan_paths
from querious.model.document_text import write
from querious.pipeline.paths.pictures import picture_graph, picture_plan
from querious.pipeline.run import use_case
from querious.report.safe_text import visible
from querious.values import Makers, Pool

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from graphql import GraphQLSchema

    from querious.drawing import Picture
    from querious.graphql.graph import TypeGraph
    from querious.graphql.plan import OperationPlan

_MODELS = {model.name: model for model in MODELS}
_LEAVES = {leaves.value: leaves for leaves in Leaves}
_USUAL = "rooted-prime-path"
_STEPS = 20_000_000
"""Steps of the search at most, where paths are counted: about a minute."""
_STEPS_UNSEEN = 3_000_000
"""Likewise where nothing is shown before the search ends: some ten seconds."""
_MOST_PLANNED = 200_000
"""Paths that are merged at most, where their number is not limited: some hundred megabytes."""


@dataclass(frozen=True, slots=True)
class _Asked:
    """The options that no other command has."""

    criterion: str
    root: str
    model: str
    limit: str
    diverse: int | None
    count: bool
    operations: bool
    fields: int
    depth: int | None
    cost: int | None
    leaves: str
    draw: str | None
    output: str | None

    @property
    def file(self) -> str:
        """Where the drawing goes."""
        return self.output or STANDARD_OUTPUT

    @property
    def budget(self) -> PathBudget:
        """Paths as asked for. What is not shown as it comes ends by itself, also without a limit."""
        paths: int | None = _read_limit(self.limit)
        if self.count:
            return PathBudget(steps=_STEPS)
        if self.operations:
            return PathBudget(paths or _MOST_PLANNED, _STEPS_UNSEEN if paths is None else None)
        return PathBudget(paths, _STEPS_UNSEEN if paths is None and self.draw else None)

    def check(self) -> None:
        """Say what is wrong before anything is loaded or searched."""
        _read_limit(self.limit)
        for given, what, known in (
            (self.model, "graph model", _MODELS),
            (self.leaves, "choice of leaves", _LEAVES),
            (self.draw, "drawing format", FORMATS),
        ):
            if given is not None and given not in known:
                raise ConfigError(f"There is no {what} {given!r:.40}; there are {', '.join(known)}.")
        if self.output and not self.draw:
            raise ConfigError(f"--output is where a drawing goes; say which with --draw {'|'.join(FORMATS)}")


@click.command(
    epilog="Examples:\n\n\b\n  querious paths schema.graphql --criterion prime-path --count\n"
    "  querious paths http://localhost:8000/graphql --operations --fields 50\n"
    "  querious paths schema.graphql --draw svg --output types.svg"
)
@click.argument("target")
@click.option("--criterion", default=_USUAL, metavar="NAME", help=f"Which paths. [{_USUAL}]")
@click.option("--root", default="query", metavar="KIND", help="query, mutation or subscription. [query]")
@click.option(
    "--model", default=MODELS[0].name, metavar="NAME", help=f"The graph: {', '.join(_MODELS)}. [{MODELS[0].name}]"
)
@click.option("--limit", default="20", metavar="N", help="Paths at most; none: no limit. [20]")
@click.option("--diverse", type=int, metavar="SEED", help="Short paths and every edge first.")
@click.option("--count", is_flag=True, help="Only count the paths.")
@click.option("--operations", is_flag=True, help="Merge them into few operations.")
@click.option("--fields", type=click.IntRange(1), default=200, metavar="N", help="Fields per operation at most. [200]")
@click.option("--depth", type=click.IntRange(1), metavar="N", help="Levels per operation at most.")
@click.option("--cost", type=click.IntRange(1), metavar="N", help="Cost per operation at most.")
@click.option("--leaves", default="needed", metavar="WHICH", help=f"Leaf fields: {', '.join(_LEAVES)}. [needed]")
@click.option("--draw", metavar="FORMAT", help=f"Draw instead of listing: {', '.join(FORMATS)}.")
@click.option("--output", metavar="FILE", help="Where the drawing goes. [standard output]")
@options.sending
@options.configuring
def command(target: str, config: str | None, **flags: Any) -> int:
    """List the paths through an API's types, count or draw them.

    No request is sent but for the schema. TARGET is as for querious schema.
    Criteria: node, edge, edge-pair, rooted-prime-path, simple-path,
    prime-path, complete-path:LENGTH.
    """
    asked = _Asked(**{field.name: flags.pop(field.name) for field in fields(_Asked)})
    asked.check()
    criterion = criterion_named(asked.criterion)
    configuration = options.configure({**flags, "schema": target if is_file(target) else None}, config)
    schema = use_case.load_schema(target, configuration.settings).schema
    graph = type_graph(schema, root_type(schema, asked.root), _MODELS[asked.model])
    listing = PathListing(criterion, graph, asked.budget, asked.diverse)
    words = Words((asked.file,) if asked.draw else ())
    with words.unobeyed():
        if asked.count:
            _draw(asked, picture_graph(graph, str(graph)) if asked.draw else None)
            for _ in listing:
                pass
        elif asked.operations:
            plan = _plan(schema, graph, listing, asked)
            _draw(asked, picture_plan(plan, plan.describe().removesuffix(".")) if asked.draw else None)
            words.say(_told(plan, () if asked.draw else plan.operations))
        elif asked.draw:
            walked = {edge for edges in listing for edge in edges}
            _draw(asked, picture_graph(graph, _summary(listing, asked, graph), walked))
        else:
            words.say(Text(visible(str(graph.path(edges))) or graph.names[0]) for edges in listing)
        words.say([Text(_summary(listing, asked, graph), "bold")])
    return 0


def _read_limit(given: str) -> int | None:
    try:
        limit: int | None = unlimited(whole(1))(given)
    except ValueError as error:
        raise ConfigError(f"--limit must be {error}, or none, not {given!r:.40}") from None
    return limit


def _summary(listing: PathListing, asked: _Asked, graph: TypeGraph) -> str:
    return f"{listing.tally} by {asked.criterion}; {graph}"


def _plan(schema: GraphQLSchema, graph: TypeGraph, listing: PathListing, asked: _Asked) -> OperationPlan:
    filling = ArgumentFiller(Tables(schema, Makers(schema, Pool())), 0)
    paths = (graph.path(edges) for edges in listing if edges)
    limits = PlanLimits(asked.fields, asked.depth, asked.cost)
    return plan_paths(schema, asked.root, paths, limits, filling.arguments, leaves=_LEAVES[asked.leaves])


def _told(plan: OperationPlan, operations: Iterable[Any]) -> Iterator[Text]:
    for operation in operations:
        yield Text(visible(write(operation)[0]))
    yield Text(plan.describe())


def _draw(asked: _Asked, picture: Picture | None) -> None:
    if picture is not None and asked.draw is not None:
        write_result(asked.file, FORMATS[asked.draw](picture))
