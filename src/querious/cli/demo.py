"""``querious demo``."""

from __future__ import annotations

import threading
from typing import Any

import click
from rich.text import Text

from querious import demo
from querious.cli import INTERRUPTED, options
from querious.cli.examining import examine
from querious.cli.options import option, switch
from querious.cli.output import Words
from querious.config.quantities import whole
from querious.errors import ConfigError

_TIME = "15s"


@click.command(epilog="Examples:\n\n\b\n  querious demo\n  querious demo --serve --port 8000 --faults none")
@option("--faults", "showcase, all, none, or names. [showcase]", metavar="NAMES")
@click.option("--list-faults", is_flag=True, help="List the faults and what each does.")
@click.option("--serve", is_flag=True, help="Only serve the API, until Ctrl-C.")
@option("--port", "Serve here. [a free port]")
@options.seed
@option("--requests", "Requests at most. [no limit]")
@option("--time", f"Time to ask at most. [{_TIME}]", metavar="TIME")
@options.json_file
@options.quiet
@switch("--save/--no-save", "Keep the run for querious replay. [yes]")
def command(faults: str | None, list_faults: bool, serve: bool, port: str | None, **flags: Any) -> int:  # noqa: FBT001 - click's
    """See it work: test the bundled demo API.

    Findings are expected, so the exit status is 0. Files and environment are not read. Names are parted by commas.
    """
    if list_faults:
        Words().say(_listed())
        return 0
    with demo.start(choose(faults or "showcase"), _port(port)) as server:
        return _serve(server.url) if serve else _test(server.url, faults, flags)


def choose(wanted: str) -> tuple[str, ...]:
    """The names of the faults to switch on; the demo itself knows whether it has them."""
    sets = {"showcase": demo.SHOWCASE, "all": tuple(fault.name for fault in demo.FAULTS), "none": ()}
    return sets.get(wanted) or tuple(name.strip() for name in wanted.split(",") if name.strip() not in {"", "none"})


def _port(given: str | None) -> int:
    try:
        return whole(0)(given or 0)
    except ValueError as error:
        raise ConfigError(f"--port must be {error}, not {given!r:.40}") from None


def _listed() -> list[Text]:
    lines = []
    for fault in demo.FAULTS:
        origin = "of the study, " if fault.study else ""
        lines += [Text(fault.name, "bold").append(f"  {origin}{fault.kind}", "not bold"), Text(f"    {fault.about}")]
    return lines


def _serve(url: str) -> int:
    words = Words()
    words.say([Text(f"Serving the demo API at {url} until Ctrl-C.")])
    try:
        threading.Event().wait()
    except KeyboardInterrupt:
        words.say([Text("Stopped.")])
    return 0


def _test(url: str, faults: str | None, flags: dict[str, Any]) -> int:
    """Its port in the last line: served there once more, the curl lines work again."""
    if flags["requests"] is None and flags["time"] is None:
        flags["time"] = _TIME
    configuration = options.configure({**flags, "mutations": True}, alone=True)
    port = url.rpartition(":")[2].partition("/")[0]
    served = f"--port {port} --faults {faults}" if faults else f"--port {port}"
    run = examine(url, configuration, f"To try the lines above: querious demo --serve {served}")
    return INTERRUPTED if run.interrupted else 0
