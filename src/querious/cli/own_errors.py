"""What a command does with errors of querious itself: tracebacks into a file, one line on the screen, exit status 3."""

from __future__ import annotations

import traceback
from typing import TYPE_CHECKING, Final

from rich.text import Text

from querious.errors import ConfigError
from querious.report.files import write_file
from querious.text.display import plural, visible
from querious.text.redaction import Redaction
from querious.version import __version__

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from querious.model.own_error import OwnError

TRACEBACKS: Final = ".querious/errors.txt"


def own_error_lines(errors: Sequence[OwnError]) -> Iterator[Text]:
    """What failed in querious or in the user's hooks, once the tracebacks are written down; nothing if nothing did."""
    if not errors:
        return
    place = _saved("\n".join(f"{error.title}\n{error.traceback}" for error in errors))
    failed = plural(len(errors), "part of querious or of your hooks", "parts of querious or of your hooks")
    yield Text()
    yield Text(f"{failed} failed and {'was' if len(errors) == 1 else 'were'} switched off:", "bold red")
    for error in errors:
        yield Text(f"  {visible(error.title)}")
    where = f" The traceback is in {place}." if place else ""
    yield Text(f"Everything else was tested; what these parts would have found is missing.{where}")


def unexpected(error: BaseException) -> str:
    """The one line for an error that ended a command, its traceback written down."""
    place = _saved("".join(traceback.format_exception(error)))
    told = " ".join(f"{type(error).__name__}: {error}".split())[:300].rstrip(": ")
    where = f"; the traceback is in {place}" if place else ""
    return f"querious failed: {told}{where}. This is an error in querious, not in your API: please report it"


def _saved(text: str) -> str:
    try:
        write_file(TRACEBACKS, f"querious {__version__}\n\n{Redaction().text(text)}")
    except ConfigError:
        return ""
    return TRACEBACKS
