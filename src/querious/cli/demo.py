"""``querious demo``."""

from __future__ import annotations

import threading
from typing import Any

import click
from rich.text import Text

from querious import demo
from querious.cli import INTERRUPTED, options
from querious.cli.options import option, switch
from querious.cli.output import Words
from querious.cli.run_and_report import examine
from querious.config.quantities import whole
from querious.errors import ConfigError

_TIME = "15s"
_REST_TIME = "60s"


@click.command(epilog="Examples:\n\n\b\n  querious demo\n  querious demo --serve --port 8000 --faults none")
@click.option("--rest", is_flag=True, help="The REST API, its state tested as by querious crud.")
@option("--faults", "showcase, all, none, or names. [showcase]", metavar="NAMES")
@click.option("--list-faults", is_flag=True, help="List the faults and what each does.")
@click.option("--serve", is_flag=True, help="Only serve the API, until Ctrl-C.")
@option("--port", "Serve here. [a free port]")
@options.seed
@option("--requests", "Limit on requests. [none]")
@option("--time", f"Time limit. [{_TIME}]", metavar="TIME")
@options.json_file
@options.quiet
@switch("--save/--no-save", "Save the run for querious replay. [yes]")
def command(
    rest: bool,  # noqa: FBT001 - click's
    faults: str | None,
    list_faults: bool,  # noqa: FBT001 - click's
    serve: bool,  # noqa: FBT001 - click's
    port: str | None,
    **flags: Any,
) -> int:
    """Try querious on the bundled demo API.

    Findings are expected, so the exit status is 0. Files and environment are not read. Names are separated by commas.
    """
    if list_faults:
        Words().say(_listed_rest() if rest else _listed())
        return 0
    if rest:
        with demo.start_rest(_choose_rest(faults or "showcase"), _port(port)) as server:
            return _serve(server.url) if serve else _test_rest(server.url, faults, flags)
    with demo.start(choose(faults or "showcase"), _port(port)) as server:
        return _serve(server.url) if serve else _test(server.url, faults, flags)


def choose(wanted: str) -> tuple[str, ...]:
    """The names of the faults to switch on; the demo itself knows whether it has them."""
    sets = {"showcase": demo.SHOWCASE, "all": tuple(fault.name for fault in demo.FAULTS), "none": ()}
    return sets.get(wanted) or tuple(name.strip() for name in wanted.split(",") if name.strip() not in {"", "none"})


def _choose_rest(wanted: str) -> tuple[str, ...]:
    sets = {"showcase": demo.REST_SHOWCASE, "all": tuple(fault.name for fault in demo.REST_FAULTS), "none": ()}
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


def _listed_rest() -> list[Text]:
    lines = []
    for fault in demo.REST_FAULTS:
        lines += [Text(fault.name, "bold").append(f"  {fault.kind}", "not bold"), Text(f"    {fault.about}")]
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
    run = examine(url, configuration, f"To try the commands above: querious demo --serve {served}")
    return INTERRUPTED if run.interrupted else 0


def _test_rest(url: str, faults: str | None, flags: dict[str, Any]) -> int:
    from querious.cli.crud import test  # noqa: PLC0415 - Hypothesis is loaded only where it is used

    if flags["requests"] is None and flags["time"] is None:
        flags["time"] = _REST_TIME
    configuration = options.configure(flags, alone=True)
    run = test(url, configuration, None)
    served = f"--port {url.rpartition(':')[2]}" + (f" --faults {faults}" if faults else "")
    Words(quiet=configuration.output.quiet).say(
        [Text(f"To try the commands above: querious demo --rest --serve {served}")]
    )
    return INTERRUPTED if run.interrupted else 0
