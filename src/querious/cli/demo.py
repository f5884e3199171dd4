"""``querious demo``."""

from __future__ import annotations

import threading
from dataclasses import replace
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

import click
from rich.text import Text

from querious import demo
from querious.cli import INTERRUPTED, options
from querious.cli.options import option, switch
from querious.cli.output import Words
from querious.cli.run_and_report import examine
from querious.config.quantities import whole
from querious.errors import ConfigError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from querious.config import Configuration

_TIME = "15s"
_BOOKSHOP_TIME = "60s"
_HEADERS: Final = {"GraphQL": (), "REST": ("X-Api-Key: trade-counter-7",)}
_PATHS: Final = {"GraphQL": "/graphql", "REST": "/openapi.json"}


@click.command(
    epilog="Examples:\n\n\b\n  querious demo\n  querious demo --rest --faults sort-ignored\n"
    "  querious demo --serve --port 8000 --faults none\n  querious demo --doors --serve"
)
@click.option("--graphql", is_flag=True, help="GraphQL alone.")
@click.option("--rest", is_flag=True, help="REST alone.")
@click.option("--bookshop", is_flag=True, help="A second REST API, its state tested as by querious crud.")
@click.option("--doors", is_flag=True, help="A workspace: identities, sockets, uploads, a subgraph.")
@option("--faults", "showcase, all, none, or names. [showcase]", metavar="NAMES")
@click.option("--list-faults", is_flag=True, help="List the faults and what each does.")
@click.option("--serve", is_flag=True, help="Only serve the API, until Ctrl-C.")
@option("--port", "Serve here. [a free port]")
@options.seed
@option("--requests", "Limit on requests, for each protocol. [none]")
@option("--time", f"Time limit, for each protocol. [{_TIME}]", metavar="TIME")
@options.json_file
@options.quiet
@switch("--save/--no-save", "Save the run for querious replay. [yes]")
def command(
    *,
    graphql: bool,
    rest: bool,
    bookshop: bool,
    doors: bool,
    faults: str | None,
    list_faults: bool,
    serve: bool,
    port: str | None,
    **flags: Any,
) -> int:
    """Try querious on the bundled demo API.

    It is a shop with both a GraphQL and a REST API over the same data, and both are tested. --doors takes another: a
    workspace where each person sees what is theirs.

    Findings are expected, so the exit status is 0. Files and environment are not read. Names are separated by commas.
    """
    protocols = [name for name, wanted in (("GraphQL", graphql), ("REST", rest)) if wanted or not (graphql or rest)]
    if list_faults:
        Words().say(_listed(["bookshop"] if bookshop else ["workspace"] if doors else protocols))
        return 0
    if bookshop:
        with demo.start_rest(choose(faults, "bookshop"), _port(port)) as server:
            return _serve([server.url]) if serve else _test_bookshop(server.url, faults, flags)
    if doors:
        return _open_doors(protocols, faults, _port(port), flags, serve=serve)
    chosen = _switched_on(faults, protocols)
    if serve:
        with demo.start_shop(chosen["GraphQL"], chosen["REST"], _port(port)) as server:
            return _serve([server.url + _PATHS[protocol] for protocol in protocols])
    flags["time"] = _TIME if flags["requests"] is None and flags["time"] is None else flags["time"]
    return _test_shop(protocols, faults, _port(port), flags)


def _switched_on(wanted: str | None, protocols: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """The faults of each protocol. Of both, a name counts where it is known; GraphQL complains of one that is not."""
    names = {protocol: choose(wanted, protocol) for protocol in protocols}
    if len(protocols) > 1:
        known = {protocol: {fault.name for fault in _catalogue(protocol)} for protocol in protocols}
        only_rest = known["REST"] - known["GraphQL"]
        names["GraphQL"] = tuple(name for name in names["GraphQL"] if name not in only_rest)
        names["REST"] = tuple(name for name in names["REST"] if name in known["REST"])
    return {"GraphQL": (), "REST": (), **names}


def _catalogue(which: str) -> Sequence[Any]:
    catalogues: dict[str, Sequence[Any]] = {
        "GraphQL": demo.FAULTS,
        "REST": demo.TRADE_FAULTS,
        "bookshop": demo.REST_FAULTS,
        "workspace": demo.DOOR_FAULTS,
    }
    return catalogues[which]


def choose(wanted: str | None, which: str = "GraphQL") -> tuple[str, ...]:
    """The names of the faults to switch on; the demo itself knows whether it has them."""
    showcases = {
        "GraphQL": demo.SHOWCASE,
        "REST": demo.TRADE_SHOWCASE,
        "bookshop": demo.REST_SHOWCASE,
        "workspace": demo.DOOR_SHOWCASE,
    }
    if wanted in {None, "showcase"}:
        return tuple(showcases[which])
    if wanted == "all":
        return tuple(fault.name for fault in _catalogue(which))
    return tuple(name.strip() for name in (wanted or "").split(",") if name.strip() not in {"", "none"})


def _port(given: str | None) -> int:
    try:
        port: int = whole(0)(given or 0)
    except ValueError as error:
        raise ConfigError(f"--port must be {error}, not {given!r:.40}") from None
    return port


def _listed(which: Sequence[str]) -> list[Text]:
    lines = []
    for name in which:
        if len(which) > 1:
            lines += [Text(f"Faults of the {name} API", "bold"), Text()]
        for fault in _catalogue(name):
            origin = "of the study, " if getattr(fault, "study", False) else ""
            told = Text(fault.name, "bold").append(f"  {origin}{fault.kind}", "not bold")
            lines += [told, Text(f"    {fault.about}")]
        lines += [Text()] if name != which[-1] else []
    return lines


def _serve(urls: Sequence[str]) -> int:
    words = Words()
    words.say([Text(f"Serving the demo API at {' and '.join(urls)} until Ctrl-C.")])
    try:
        threading.Event().wait()
    except KeyboardInterrupt:
        words.say([Text("Stopped.")])
    return 0


def _test_shop(protocols: Sequence[str], faults: str | None, port: int, flags: dict[str, Any]) -> int:
    """Each protocol on a shop with fresh data, at the same port: served there once more, the curl lines work again."""
    both = len(protocols) > 1
    if both and flags.get("json"):
        raise ConfigError("--json holds the run of one protocol: add --graphql or --rest")
    chosen = _switched_on(faults, protocols)
    words = Words(quiet=bool(flags.get("quiet")))
    for protocol in protocols:
        if both:
            words.say([Text(f"The shop over {protocol}", "bold")])
        with demo.start_shop(chosen["GraphQL"], chosen["REST"], port) as server:
            port = int(server.url.rpartition(":")[2])
            again = ["querious demo", "" if both else f"--{protocol.lower()}", f"--serve --port {port}"]
            again += [f"--faults {faults}" if faults else ""]
            told = f"To try the commands above: {' '.join(filter(None, again))}"
            given = {**flags, "mutations": True, "headers": _HEADERS[protocol]}
            configuration = replace(_passing(options.configure(given, alone=True)), started=monotonic())
            run = examine(server.url + _PATHS[protocol], configuration, told)
        if run.interrupted:
            return INTERRUPTED
        if both and protocol != protocols[-1]:
            words.say([Text()])
    return 0


def _open_doors(protocols: Sequence[str], faults: str | None, port: int, flags: dict[str, Any], *, serve: bool) -> int:
    """The workspace, asked as Alice."""
    chosen, words = choose(faults, "workspace"), Words(quiet=bool(flags.get("quiet")))
    if len(protocols) > 1 and flags.get("json") and not serve:
        raise ConfigError("--json holds the run of one protocol: add --graphql or --rest")
    if serve:
        with demo.start_doors(chosen, port) as server:
            words.say([Text(f"{name}: Authorization: Bearer {token}") for name, token in demo.TOKENS.items()])
            return _serve([server.url + _PATHS[protocol] for protocol in protocols])
    flags["time"] = _TIME if flags["requests"] is None and flags["time"] is None else flags["time"]
    for protocol in protocols:
        words.say([Text(f"The workspace over {protocol}, as Alice", "bold")])
        with demo.start_doors(chosen, port) as server:
            port = int(server.url.rpartition(":")[2])
            told = f"To try the commands above: querious demo --doors --serve --port {port}"
            told += f" --faults {faults}" if faults else ""
            given = {**flags, "mutations": True, "headers": (f"Authorization: Bearer {demo.TOKENS['alice']}",)}
            configuration = replace(_passing(options.configure(given, alone=True)), started=monotonic())
            run = examine(server.url + _PATHS[protocol], configuration, told)
        if run.interrupted:
            return INTERRUPTED
    return 0


def _passing(configuration: Configuration) -> Configuration:
    """For an API that is served for one run only."""
    return replace(configuration, settings=replace(configuration.settings, vanishes=True))


def _test_bookshop(url: str, faults: str | None, flags: dict[str, Any]) -> int:
    from querious.cli.crud import test  # noqa: PLC0415 - Hypothesis is loaded only where it is used

    if flags["requests"] is None and flags["time"] is None:
        flags["time"] = _BOOKSHOP_TIME
    configuration = _passing(options.configure(flags, alone=True))
    run = test(url, configuration, None)
    served = f"--port {url.rpartition(':')[2]}" + (f" --faults {faults}" if faults else "")
    Words(quiet=configuration.output.quiet).say(
        [Text(f"To try the commands above: querious demo --bookshop --serve {served}")]
    )
    return INTERRUPTED if run.interrupted else 0
