"""Access logs as Apache, nginx, gunicorn and uvicorn write them: REST calls without bodies."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from querious.harvest.importers.call_records import logged_call
from querious.harvest.importers.facts import moment_of
from querious.harvest.importers.operations import NO_LATENCY, called

if TYPE_CHECKING:
    from collections.abc import Iterator

    from querious.harvest.importers.operations import ImportedOperation

_LINE: Final = re.compile(r'(?:\[([^\]]{10,40})\][^"]*)?"([A-Z]{3,7}) (\S+) HTTP/[\d.]+"\s+(\d{3})\b')
"""The moment in brackets, the request in quotation marks, the status after it."""
_LINES: Final = 20
"""Lines by which a file is told."""


def is_access_log(text: str) -> bool:
    """Whether one of the first lines is of an access log."""
    return any(_LINE.search(line) for line in text.splitlines()[:_LINES])


def access_calls(line: bytes) -> Iterator[ImportedOperation]:
    """The call of a line; none where it was redirected."""
    match = _LINE.search(line.decode("utf-8", "replace"))
    if match is None:
        raise ValueError("not a line of an access log")
    moment, method, target, status = match.groups()
    call = logged_call(method, target)
    if call is not None and not status.startswith("3"):
        yield called(call, moment_of(moment) if moment else None, {status: 1}, NO_LATENCY)
