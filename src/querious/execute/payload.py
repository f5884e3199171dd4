"""Cases to JSON text and answers from it, the same for every transport."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final, NoReturn

if TYPE_CHECKING:
    from querious.model import JSON, Case

ACCEPT: Final = "application/graphql-response+json, application/json;q=0.9"
CONTENT_TYPE: Final = "application/json"

_BYTE_ORDER_MARK: Final = b"\xef\xbb\xbf"
_LONGEST_INTEGER: Final = 4000
"""Digits. Python refuses to read integers of more than 4,300 digits, JSON has no such limit."""


def encode(case: Case) -> bytes:
    """The request body. Pure ASCII, so that lone surrogates travel as escapes."""
    return json.dumps(case.body).encode("ascii")


def decode(body: bytes) -> tuple[JSON, bool]:
    """The body read as JSON, and whether it is JSON: strictly UTF-8, no NaN, no Infinity.

    Nesting deeper than Python's stack counts as not JSON: no honest answer is a thousand levels deep.
    """
    body = body.removeprefix(_BYTE_ORDER_MARK)
    try:
        text = body.decode()
    except UnicodeDecodeError:
        return None, False
    try:
        return _read(text), True
    except (json.JSONDecodeError, RecursionError):
        return None, False


def _read(text: str) -> JSON:
    try:
        return _STRICT.decode(text)
    except json.JSONDecodeError:
        raise
    except ValueError:  # an integer of more digits than Python reads
        return _PATIENT.decode(text)


def _refuse(constant: str) -> NoReturn:
    raise json.JSONDecodeError("not a JSON value", constant, 0)


def _shortened(digits: str) -> int:
    """An integer that is as good as the one sent: both are far beyond every limit anyone could mean."""
    return int(digits[:_LONGEST_INTEGER])


_STRICT: Final[Any] = json.JSONDecoder(parse_constant=_refuse)
_PATIENT: Final[Any] = json.JSONDecoder(parse_constant=_refuse, parse_int=_shortened)
