"""``querious paths``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click
from rich.text import Text

from querious import pipeline
from querious.cases import Filling, Tables
from querious.cli import options
from querious.cli.output import Words
from querious.cli.schema import is_file
from querious.criteria import Budget, Listing, criterion_named
from querious.errors import ConfigError
from querious.graph import MODELS, root_type, type_graph
from querious.model.writing import write
from querious.plan import Limits, plan_paths
from querious.report.escaping import visible
from querious.values import Makers, Pool

if TYPE_CHECKING:
    from collections.abc import Iterator

    from graphql import GraphQLSchema

    from querious.graph import TypeGraph

_MODELS = {model.name: model for model in MODELS}
_USUAL = "rooted-prime-path"
_STEPS = 20_000_000
"""Steps of the search at most, where the number of paths is not limited: some ten seconds."""


@click.command(
    epilog="Examples:\n\n\b\n  querious paths schema.graphql --criterion prime-path --count\n"
    "  querious paths http://localhost:8000/graphql --operations --fields 50"
)
@click.argument("target")
@click.option("--criterion", default=_USUAL, metavar="NAME", help=f"Which paths. [{_USUAL}]")
@click.option("--root", default="query", metavar="KIND", help="query, mutation or subscription. [query]")
@click.option(
    "--model", default=MODELS[0].name, metavar="NAME", help=f"The graph: {', '.join(_MODELS)}. [{MODELS[0].name}]"
)
@click.option("--limit", type=click.IntRange(1), default=20, metavar="N", help="Paths at most. [20]")
@click.option("--diverse", type=int, metavar="SEED", help="Short paths and every edge first.")
@click.option("--count", is_flag=True, help="Only count the paths.")
@click.option("--operations", is_flag=True, help="Merge them into few operations.")
@click.option("--fields", type=click.IntRange(1), default=200, metavar="N", help="Fields per operation at most. [200]")
@options.sending
@options.configuring
def command(target: str, config: str | None, **flags: Any) -> int:
    """List the paths through an API's types, or count them.

    No request is sent but for the schema. TARGET is as for querious schema.
    Criteria: node, edge, edge-pair, rooted-prime-path, simple-path,
    prime-path, complete-path:LENGTH.
    """
    own = {
        name: flags.pop(name)
        for name in ("criterion", "root", "model", "limit", "diverse", "count", "operations", "fields")
    }
    configuration = options.configure({**flags, "schema": target if is_file(target) else None}, config)
    schema = pipeline.load_schema(target, configuration.settings).schema
    if own["model"] not in _MODELS:
        raise ConfigError(f"There is no graph model {own['model']!r}; there are {', '.join(_MODELS)}.")
    graph = type_graph(schema, root_type(schema, own["root"]), _MODELS[own["model"]])
    budget = Budget(steps=_STEPS) if own["count"] else Budget(paths=own["limit"])
    listing = Listing(criterion_named(own["criterion"]), graph, budget, own["diverse"])
    words = Words()
    with words.unobeyed():
        if own["count"]:
            for _ in listing:
                pass
        elif own["operations"]:
            words.say(_operations(schema, graph, own["root"], listing, own["fields"]))
        else:
            words.say(Text(visible(str(graph.path(edges))) or graph.names[0]) for edges in listing)
        words.say([Text(f"{listing.tally} by {own['criterion']}; {graph}", "bold")])
    return 0


def _operations(schema: GraphQLSchema, graph: TypeGraph, root: str, listing: Listing, fields: int) -> Iterator[Text]:
    filling = Filling(Tables(schema, Makers(schema, Pool())), 0)
    paths = (graph.path(edges) for edges in listing if edges)
    plan = plan_paths(schema, root, paths, Limits(fields=fields), filling.arguments)
    for operation in plan.operations:
        yield Text(visible(write(operation)[0]))
    yield Text(plan.describe())
