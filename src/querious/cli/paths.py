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
from querious.criteria import CRITERIA, Budget, Listing, criterion_named
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
_STEPS = 20_000_000
"""Steps of the search at most, where the number of paths is not limited: some ten seconds."""


@click.command(
    epilog="Examples:\n\n\b\n  querious paths schema.graphql --criterion prime-path --count\n"
    "  querious paths http://localhost:8000/graphql --operations --fields 50"
)
@click.argument("target")
@click.option(
    "--criterion",
    default="rooted-prime-path",
    show_default=True,
    metavar="NAME",
    help=f"{', '.join(criterion.name for criterion in CRITERIA)}.",
)
@click.option("--root", default="query", show_default=True, metavar="KIND", help="query, mutation or subscription.")
@click.option(
    "--model",
    type=click.Choice(list(_MODELS)),
    default=MODELS[0].name,
    show_default=True,
    help="What counts as node and edge.",
)
@click.option("--limit", type=click.IntRange(1), default=20, show_default=True, metavar="N", help="Paths at most.")
@click.option("--diverse", type=int, metavar="SEED", help="Short paths and every edge first, in an order by this seed.")
@click.option("--count", is_flag=True, help="Only count the paths, as many as there are.")
@click.option("--operations", is_flag=True, help="Merge the paths into few operations and print those.")
@click.option(
    "--fields",
    type=click.IntRange(1),
    default=200,
    show_default=True,
    metavar="N",
    help="Fields per operation at most.",
)
@options.sending
@options.configuring
def command(target: str, config: str | None, **flags: Any) -> int:
    """List the paths through an API's types, count them, or make operations of them.

    No request is sent but for the schema. TARGET is as for querious schema.
    """
    own = {
        name: flags.pop(name)
        for name in ("criterion", "root", "model", "limit", "diverse", "count", "operations", "fields")
    }
    configuration = options.configure({**flags, "schema": target if is_file(target) else None}, config)
    schema = pipeline.load_schema(target, configuration.settings).schema
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
