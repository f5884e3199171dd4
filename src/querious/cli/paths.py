"""``querious paths``."""

from __future__ import annotations

from typing import Any

import click
from rich.text import Text

from querious.cli import options
from querious.cli.offered_values import targets
from querious.cli.output import STANDARD_OUTPUT, Words, write
from querious.config.quantities import unlimited, whole
from querious.errors import ConfigError
from querious.pipeline.paths.search import search_paths
from querious.pipeline.paths.use_case import DRAWINGS, LEAVES, MODELS, PathsAsked
from querious.text.display import visible

_USUAL = "rooted-prime-path"


@click.command(
    epilog="Examples:\n\n\b\n  querious paths schema.graphql --criterion prime-path --count\n"
    "  querious paths http://localhost:8000/graphql --operations --fields 50\n"
    "  querious paths schema.graphql --draw svg --output types.svg\n"
    "  querious paths openapi.yaml --criterion edge"
)
@click.argument("target", shell_complete=targets)
@click.option("--criterion", default=_USUAL, metavar="NAME", help=f"Which paths. [{_USUAL}]")
@click.option("--root", default="query", metavar="KIND", help="query, mutation or subscription. [query]")
@click.option("--model", default=MODELS[0], metavar="NAME", help=f"The graph: {', '.join(MODELS)}. [{MODELS[0]}]")
@click.option("--limit", default="20", metavar="N", help="Paths at most; none: no limit. [20]")
@click.option("--diverse", type=int, metavar="SEED", help="Short paths and every edge first.")
@click.option("--count", is_flag=True, help="Only count the paths.")
@click.option("--operations", is_flag=True, help="Merge them into few operations.")
@click.option("--fields", type=click.IntRange(1), default=200, metavar="N", help="Fields per operation at most. [200]")
@click.option("--depth", type=click.IntRange(1), metavar="N", help="Levels per operation at most.")
@click.option("--cost", type=click.IntRange(1), metavar="N", help="Cost per operation at most.")
@click.option("--leaves", default="needed", metavar="WHICH", help=f"Leaf fields: {', '.join(LEAVES)}. [needed]")
@click.option("--draw", metavar="FORMAT", help=f"Draw instead of listing: {', '.join(DRAWINGS)}.")
@click.option("--output", metavar="FILE", help="Where the drawing goes. [standard output]")
@options.sending
@options.configuring
def command(target: str, config: str | None, limit: str, output: str | None, **flags: Any) -> int:
    """List, count or draw the paths through an API.

    Through the types of GraphQL, or through the operations of REST. Only the
    schema is requested. TARGET is as for querious schema, or an OpenAPI
    description.
    Criteria: node, edge, edge-pair, rooted-prime-path, simple-path,
    prime-path, complete-path:LENGTH.
    """
    own = PathsAsked.__dataclass_fields__.keys() & flags.keys()
    asked = PathsAsked(limit=_read_limit(limit), **{name: flags.pop(name) for name in own})
    asked.check()
    if output and not asked.draw:
        raise ConfigError(f"--output only works with --draw {'|'.join(DRAWINGS)}")
    search = search_paths(target, options.configure(flags, config).settings, asked)
    file = output or STANDARD_OUTPUT
    words = Words((file,) if asked.draw else ())
    with words.unobeyed():
        if asked.draw:
            write(file, search.drawing())
        words.say(Text(visible(line)) for line in search.lines())
        words.say([Text(search.summary(), "bold")])
    return 0


def _read_limit(given: str) -> int | None:
    try:
        limit: int | None = unlimited(whole(1))(given)
    except ValueError as error:
        raise ConfigError(f"--limit must be {error}, or none, not {given!r:.40}") from None
    return limit
