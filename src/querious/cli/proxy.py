"""``querious proxy``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click
from rich.text import Text

from querious.cli.options import option
from querious.cli.output import Words
from querious.pipeline.detection import headers_kept
from querious.pipeline.harvest.use_case import STORE, place_of
from querious.pipeline.proxy.use_case import LAST_WRITES, LISTEN, record_traffic
from querious.text.display import plural, visible

if TYPE_CHECKING:
    from querious.pipeline.proxy.use_case import Passed


@click.command(
    epilog="Examples:\n\n\b\n  querious proxy --upstream http://localhost:8000/graphql\n"
    "  querious proxy --upstream https://api.example.com --listen 0.0.0.0:9000 --store traffic.sqlite"
)
@click.option("--upstream", required=True, metavar="URL", help="The server to forward to.")
@click.option("--listen", default=LISTEN, metavar="HOST:PORT", help=f"Where to listen. [{LISTEN}]")
@option("--store", f"File or URL. [$QUERIOUS_STORE, {STORE}]", metavar="STORE")
@click.option("--path", "paths", multiple=True, metavar="PATH", help="Record only this path; repeatable.")
@option("--schema", "Keep the headers that this OpenAPI description names.", metavar="FILE")
@click.option("--keep-host", is_flag=True, help="Forward the Host header of clients.")
@click.option("--insecure", is_flag=True, help="Accept any TLS certificate of the upstream.")
def command(
    upstream: str, listen: str, store: str | None, paths: tuple[str, ...], schema: str | None, **flags: bool
) -> int:
    """Record the traffic of a GraphQL server, as a proxy before it.

    Requests and responses are forwarded unchanged; secrets are redacted before anything is stored. Ctrl-C stops the
    proxy; requests in progress get a few seconds.
    """
    words = Words()

    def tell(line: str) -> None:
        words.say([Text(visible(line))])

    named = headers_kept(schema)
    words.say(_told(record_traffic(upstream, listen, place_of(store), paths, tell, named=named, **flags)))
    return 0


def _told(passed: Passed) -> list[Text]:
    told = f"{plural(passed.requests, 'request')} forwarded, {passed.seen:,} inspected, "
    told += f"{plural(passed.written, 'operation')} recorded"
    lines = [Text(f"{told}.", "bold")]
    losses = [
        (passed.skipped, "too large to inspect"),
        (passed.dropped, "dropped: they came faster than they could be written"),
        (passed.failed, "lost because recording or writing failed"),
    ]
    lines += [Text(f"{plural(count, 'request')} {why}.", "yellow") for count, why in losses if count]
    if not passed.whole:
        lines.append(Text(f"Not everything could be written within {LAST_WRITES:.0f} s.", "yellow"))
    return lines
