"""The command line: one file per command, loaded only when that command is called.

Exit status: 0 nothing found, 1 findings, 2 could not run, 3 an error in querious, 130 stopped by Ctrl-C or SIGTERM,
141 the reader of our output left.
"""

from __future__ import annotations

import gc
import importlib
import io
import logging
import os
import signal
import sys
import threading
import time
from typing import TYPE_CHECKING, Any

import click

from querious import __version__
from querious.errors import QueriousError
from querious.extras import MissingPackageError, explained
from querious.text.display import visible

if TYPE_CHECKING:
    from collections.abc import Sequence

    from click.shell_completion import CompletionItem

_COMMANDS = {
    "run": "Test an API and report what is wrong with it.",
    "learn": "Record what a trusted version answers, to compare others with.",
    "demo": "Try querious on the bundled demo API.",
    "crud": "Test the state of a service against a model.",
    "audit": "Hold a GraphQL server to the specification of GraphQL over HTTP.",
    "diff": "Send the same requests to two versions and report how B differs.",
    "replay": "Reproduce the findings of a saved run, or replay recordings.",
    "show": "Show all of the last run, or one finding, and explain it.",
    "accept": "Accept a finding for a while: it is reported, but fails no run.",
    "compare": "Compare two saved runs: what is new, gone and still there.",
    "open": "Open the page of the last run in the browser.",
    "look": "Browse the operations and answers that a run kept.",
    "coverage": "Measure what documents, or recorded REST calls, cover of an API.",
    "schema": "Summarise the schema of an API, or print it.",
    "paths": "List, count or draw the paths through an API.",
    "export": "Generate tests for pytest, PHPUnit or Vitest.",
    "harvest": "List, show, prune and import recorded operations.",
    "init": "Write a configuration for the project in this folder.",
    "config": "Show what is set, and where each value comes from.",
    "login": "Log in, and print the headers to send, as JSON.",
    "proxy": "Record the traffic of a GraphQL server, as a proxy before it.",
    "completion": "Print the script that completes commands in a shell.",
}
"""The first line of each command's help, here so that ``querious --help`` loads none of them."""

COULD_NOT_RUN = 2
OWN_ERROR = 3
INTERRUPTED = 130
PIPE_CLOSED = 141


class _PipeClosedError(Exception):
    """A BrokenPipeError under a name that click does not handle itself."""


class _Commands(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002 - likewise
        if cmd_name not in _COMMANDS:
            return None
        command: click.Command = importlib.import_module(f"querious.cli.{cmd_name}").command
        from querious.cli.options import with_variables  # noqa: PLC0415 - what it needs is loaded with the command

        return with_variables(command, cmd_name)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002 - likewise
        with formatter.section("Commands"):
            formatter.write_dl(list(_COMMANDS.items()))

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem[Any]]:
        from click.shell_completion import CompletionItem  # noqa: PLC0415 - loaded for a shell alone

        names = [CompletionItem(name, help=text) for name, text in _COMMANDS.items() if name.startswith(incomplete)]
        return [*names, *click.Command.shell_complete(self, ctx, incomplete)]

    def invoke(self, ctx: click.Context) -> Any:
        try:
            status = super().invoke(ctx)
            sys.stdout.flush()
        except BrokenPipeError:
            raise _PipeClosedError from None
        return status


@click.command(
    cls=_Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Examples:\n\n\b\n  querious demo\n  querious run http://localhost:8000/graphql --time 5m",
)
@click.version_option(__version__, prog_name="querious", message="%(prog)s %(version)s")
def commands() -> None:
    """Test GraphQL and REST APIs automatically: judge every answer, show what was reached."""


_COLLECTED_AFTER = (50_000, 20, 20)
"""A large schema is millions of objects that stay. With Python's own thresholds the collector looks at them so often
that the first request comes a third later."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and end the process with its exit status.

    An application tested in process logs every fault; without a handler Python would print that over our lines.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    logging.getLogger().addHandler(logging.NullHandler())
    gc.set_threshold(*_COLLECTED_AFTER)
    _let_signals_end_it_in_order()
    sys.exit(_status(arguments))


def _let_signals_end_it_in_order() -> None:
    """Let SIGTERM end a command as Ctrl-C does: reports are written, entries that were made are removed.

    A shell starts background jobs with SIGINT ignored; then there would be no such end.
    """
    if threading.current_thread() is not threading.main_thread():
        return
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGTERM, lambda _number, _frame: signal.raise_signal(signal.SIGINT))


def _status(arguments: Sequence[str] | None) -> int:
    try:
        # The time of a command counts from here: loading its modules is part of it.
        status = commands.main(arguments, prog_name="querious", standalone_mode=False, obj=time.monotonic())
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except (click.Abort, KeyboardInterrupt):
        return INTERRUPTED
    except QueriousError as error:
        print(f"querious: {visible(' '.join(str(error).split()))}", file=sys.stderr)  # noqa: T201 - the one line
        return COULD_NOT_RUN
    except _PipeClosedError:
        # What Python still holds back for the closed pipe would fail once more at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return PIPE_CLOSED
    except Exception as error:  # noqa: BLE001 - whatever it is, it is ours, and told in one line
        missing = explained(error, "this") if isinstance(error, ModuleNotFoundError) else None
        if isinstance(missing, MissingPackageError):
            print(f"querious: {missing}", file=sys.stderr)  # noqa: T201 - the one line
            return COULD_NOT_RUN
        from querious.cli.own_errors import unexpected  # noqa: PLC0415 - loaded only where it is needed

        print(f"querious: {visible(unexpected(error))}", file=sys.stderr)  # noqa: T201 - the one line
        return OWN_ERROR
    return status if isinstance(status, int) else 0
