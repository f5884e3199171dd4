"""Kept exchanges ↔ lines of JSON, in ASCII, so that every string comes back as it was.

The first line of a file tells what the file is: ``{"querious": 1, "holds": "exchanges", "url": …, "whole": …}``.
"""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any, Final, NamedTuple

from querious.model.json_text import read_json
from querious.model.kept import Kept
from querious.report.curl import bare, secret_parts
from querious.report.exchange_json import EXCHANGE
from querious.report.records import TEXT, WHOLE, many, mapping, record

FORMAT: Final = 1
UNREADABLE: Final = (KeyError, TypeError, ValueError, AttributeError, ArithmeticError, RecursionError)
"""What reading a line that is no kept exchange may raise."""
_HOLDS: Final = "exchanges"
_MOST_BYTES: Final = 1 << 53
_KEPT: Final = record(
    Kept,
    phase=TEXT,
    outcome=TEXT,
    findings=many(TEXT),
    expected=WHOLE,
    actual=WHOLE,
    classes=mapping(WHOLE),
    exchange=EXCHANGE,
)
_encode: Final = json.JSONEncoder(separators=(",", ":"), allow_nan=False, check_circular=False).encode


class Origin(NamedTuple):
    """Where the exchanges come from."""

    url: str = ""
    """Where the API was, without user and query, which may be secrets; empty for one tested in process."""
    whole: bool = True
    """Whether ``url`` is all of the URL."""


def origin_of(url: str) -> Origin:
    """What may be told of a URL."""
    return Origin(bare(url), not any(secret_parts(url)))


def first_line(origin: Origin) -> str:
    """Tells what the file holds."""
    return _encode({"querious": FORMAT, "holds": _HOLDS, "url": bare(origin.url), "whole": origin.whole}) + "\n"


def read_first(line: bytes) -> tuple[int, Origin] | None:
    """The format of the file and where its exchanges come from; None where it is no file of exchanges."""
    try:
        told = read_json(line.decode())
    except ValueError:
        return None
    if not isinstance(told, dict) or told.get("holds") != _HOLDS or not isinstance(told.get("querious"), int):
        return None
    return told["querious"], Origin(bare(str(told.get("url", ""))), bool(told.get("whole", True)))


def kept_line(kept: Kept) -> str:
    """One line."""
    written = _KEPT.write(kept)
    written |= written.pop("exchange")
    written["response"]["bytes"] += kept.cut
    return _encode(written) + "\n"


def read_kept(line: bytes) -> Kept:
    """The inverse of ``kept_line``; raises one of ``UNREADABLE`` for what is no kept exchange."""
    told: dict[str, Any] = read_json(line.decode())
    kept: Kept = _KEPT.read({**told, "exchange": told})
    cut = max(WHOLE.read(told["response"].get("bytes", 0)) - len(kept.exchange.body), 0)
    if cut > _MOST_BYTES:
        raise ValueError("no answer is that long")
    json.dumps(kept.exchange.case.body)  # what stands for an enum or a variable may not be a variable's value
    return replace(kept, cut=cut)
