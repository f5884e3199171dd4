"""Kept exchanges ↔ lines of JSON, in ASCII, so that every string comes back as it was.

The first line of a file tells what the file is: ``{"querious": 1, "holds": "exchanges", "url": …, "whole": …}``.
"""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from querious.model.kept import Kept
from querious.model.operation import Field, walk
from querious.report.curl import bare, secret_parts
from querious.report.exchange_json import case_from_json, case_to_json, exchange_from_json, response_to_json

if TYPE_CHECKING:
    from collections.abc import Iterable

    from querious.model.exchange import Exchange
    from querious.model.values import JSON

FORMAT: Final = 1
UNREADABLE: Final = (KeyError, TypeError, ValueError, AttributeError, ArithmeticError, RecursionError)
"""What reading a line that is no kept exchange may raise."""
_HOLDS: Final = "exchanges"
_MOST_BYTES: Final = 1 << 53
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
        told = json.loads(line)
    except (ValueError, RecursionError):
        return None
    if not isinstance(told, dict) or told.get("holds") != _HOLDS or not isinstance(told.get("querious"), int):
        return None
    return told["querious"], Origin(bare(str(told.get("url", ""))), bool(told.get("whole", True)))


def kept_line(kept: Kept) -> str:
    """One line."""
    response = response_to_json(kept.exchange)
    response["bytes"] += kept.cut
    return (
        _encode(
            {
                "phase": kept.phase,
                "outcome": kept.outcome,
                "findings": kept.findings,
                "expected": kept.expected,
                "actual": kept.actual,
                "classes": dict(kept.classes),
                "case": case_to_json(kept.exchange.case),
                "response": response,
            }
        )
        + "\n"
    )


def read_kept(line: bytes) -> Kept:
    """The inverse of ``kept_line``; raises one of ``UNREADABLE`` for what is no kept exchange."""
    told: dict[str, Any] = json.loads(line)
    exchange = exchange_from_json(case_from_json(told["case"]), told["response"])
    cut = max(int(told["response"].get("bytes", 0)) - len(exchange.body), 0)
    kept = Kept(
        phase=told["phase"],
        exchange=exchange,
        outcome=told["outcome"],
        findings=tuple(told["findings"]),
        expected=told["expected"],
        actual=told["actual"],
        classes=dict(told["classes"]),
        cut=cut,
    )
    _check(kept)
    return kept


def _check(kept: Kept) -> None:
    """Raise TypeError or ValueError where a member is not what it must be: nobody who uses it later need ask."""
    _all_of(str, (kept.phase, kept.outcome, *kept.findings, *kept.classes, *_texts(kept.exchange)))
    _all_of(int, (kept.expected, kept.actual, *kept.classes.values()))
    _all_of(dict, (kept.exchange.case.variables,))
    json.dumps(kept.exchange.case.variables)
    if kept.cut > _MOST_BYTES or not math.isfinite(kept.exchange.elapsed):
        raise ValueError("no answer is so long")


def _texts(exchange: Exchange) -> Iterable[JSON]:
    case = exchange.case
    yield from (case.document, case.flaw, exchange.detail)
    yield from exchange.headers
    yield from exchange.headers.values()
    yield from (case.operation.kind, case.operation.name, case.operation.root)
    for node in walk(case.operation.selections):
        if isinstance(node, Field):
            yield from node[:3]
            yield from (name for name, _ in node.arguments)
        else:
            yield node.on
        for directive in node.directives:
            yield directive.name
            yield from (name for name, _ in directive.arguments)


def _all_of(kind: type, values: Iterable[JSON]) -> None:
    if not all(isinstance(value, kind) for value in values):
        raise TypeError("a member of another kind than it must be")
