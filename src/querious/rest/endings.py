"""What a response means: how the command ended. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from querious.answers.complaints import ending_of_complaint, worst
from querious.answers.identity import OWN_KEYS
from querious.model.exchange import Exchange, Failure
from querious.model.state import Command, Ending
from querious.state.substructure import members
from querious.text.words import folded

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from querious.model.values import JSON

_STATUSES: Final = {
    404: Ending.NOT_FOUND,
    410: Ending.GONE,
    409: Ending.CONFLICT,
    412: Ending.CONFLICT,
    405: Ending.NOT_ALLOWED,
    501: Ending.NOT_ALLOWED,
    303: Ending.DONE,  # it is done, and its result stands elsewhere
    429: Ending.UNANSWERED,  # nothing was judged: only asked too fast, for longer than we wait
}
_CODES: Final = ("status", "statusCode", "status_code", "code", "error_code", "errorCode")
_FAILED_WORDS: Final = frozenset({"error", "fail", "failed", "failure"})


def ending_of(command: Command, exchange: Exchange, fields: Collection[str] = ()) -> Ending:
    """How it ended. ``fields`` are those that entries have: an ``error`` among them is none."""
    if exchange.failure is not None:
        return Ending.UNANSWERED if exchange.failure is Failure.TIMEOUT else Ending.BROKEN
    ending = ending_of_status(exchange.status)
    if ending is not Ending.DONE or exchange.status == 303:  # noqa: PLR2004
        return ending
    if exchange.body.strip() and not exchange.is_json and _should_be_json(command, exchange):
        return Ending.BROKEN
    if command is Command.GET and (not exchange.body.strip() or exchange.payload in (None, [])):
        return Ending.NOT_FOUND
    return error_told(exchange.payload, fields) or Ending.DONE


def ending_of_status(status: int) -> Ending:
    """By the status alone."""
    if status in _STATUSES:
        return _STATUSES[status]
    if 200 <= status < 300:  # noqa: PLR2004
        return Ending.DONE
    return Ending.REFUSED if 300 <= status < 500 else Ending.BROKEN  # noqa: PLR2004


def error_told(payload: JSON, fields: Collection[str] = ()) -> Ending | None:
    """The error that the body of a response tells of although its status does not; None if it tells of none."""
    others = {name: value for name, value in members(payload).items() if name not in fields}
    # What has a key is an entry, such as a job that failed, and not an error.
    is_entry = any(folded(name) in OWN_KEYS for name in members(payload))
    told = [] if is_entry else [others[name] for name in ("error", "errors") if others.get(name)]
    is_denied = others.get("success") is False or others.get("ok") is False
    has_failed = not is_entry and str(others.get("status")).lower() in _FAILED_WORDS
    if not (told or is_denied or has_failed):
        return None
    complaints = [payload, *_flattened(told)]
    codes = (code for complaint in complaints for code in _codes(complaint))
    code = next((code for code in codes if 400 <= code < 600), 0)  # noqa: PLR2004
    return ending_of_status(code) if code else worst(map(ending_of_complaint, complaints))


def _flattened(values: list[JSON]) -> Iterator[JSON]:
    for value in values:
        yield from value if isinstance(value, list) else [value]


def _codes(complaint: JSON) -> list[int]:
    """Numbers that may be a status, by their names or where they are all that is said."""
    held = [complaint[name] for name in _CODES if name in complaint] if isinstance(complaint, dict) else [complaint]
    texts = [str(value) for value in held if isinstance(value, int | str)]
    return [int(text) for text in texts if text.isascii() and text.isdigit()]


def _should_be_json(command: Command, exchange: Exchange) -> bool:
    """Reading must bring JSON; after writing many services say a word or two in plain text."""
    return command.only_reads or "json" in exchange.headers.get("content-type", "")
