"""What an answer breaks by itself, whatever the model says."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from querious.model.severity import Severity
from querious.model.state import Breach, Ending

if TYPE_CHECKING:
    from collections.abc import Iterator

    from querious.state.rules.verdict import Done


_SERVER_ERROR: Final = 500
_UNAVAILABLE: Final = 503
SERVER_ERROR: Final = "server-error"


def breaches_of_answer(done: Done) -> Iterator[Breach]:
    """A failure of the service, and what the description of the API says otherwise."""
    if done.outcome.ending is Ending.BROKEN:
        yield server_error(done)
    for breach in done.outcome.breaches:
        yield replace(breach, alone=True)


def server_error(done: Done) -> Breach:
    """Of a command that the service failed to answer."""
    how, severity = "no answer that can be read", Severity.FAULT
    if done.outcome.exchanges:
        last = done.outcome.exchanges[-1]
        how = last.failure_text or f"HTTP {last.status}"
        if last.status and last.status < _SERVER_ERROR:
            how += " with an internal server error inside"
        if last.status == _UNAVAILABLE:  # by its meaning for a while, as under load
            severity = Severity.SUSPICION
    message = f"{done.command} failed with a server error: {how}"
    return Breach(SERVER_ERROR, message, severity, alone=done.command.only_reads)
