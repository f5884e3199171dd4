"""Where ``Location`` leads after something was created: to what was created, and to nothing else.

What reads a job that was started may be gone when the job is: that is a suspicion. An address of another kind of thing,
of the parent of what is new, say, tells nothing.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from querious.model import Severity
from querious.rest.actions.repeated_requests import shown_keys
from querious.rest.relations.relation import RestMismatch, RestRelation, nothing

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from querious.model import JSON, Exchange
    from querious.rest.relations.relation import RestAnswer

_CREATED: Final = 201
_ACCEPTED: Final = 202
_GONE: Final = frozenset({404, 410})


def created_path(exchange: Exchange) -> str:
    """The path to which an answer refers as that of what is new; empty if it names none."""
    if exchange.case.call.method != "POST" or exchange.status not in {_CREATED, _ACCEPTED}:
        return ""
    address = urlsplit(exchange.headers.get("location", ""))
    return address.path if not address.query else ""


def _check(trace: Sequence[RestAnswer]) -> Iterator[RestMismatch]:
    for step, (made, read) in enumerate(pairwise(trace), 1):
        path = created_path(made.exchange)
        if not path.startswith("/") or read.call.method != "GET" or read.path != path:
            continue
        where = made.call.coordinate
        if read.status in _GONE:
            severity = Severity.FAULT if made.status == _CREATED else Severity.SUSPICION
            yield RestMismatch(where, f"Location leads to what is answered with {read.status}", step, severity)
        elif read.is_good and _is_of_one_kind(made.payload, read.payload):
            for name, one, other in shown_keys(made.payload, read.payload):
                if one != other:
                    yield RestMismatch(
                        where, f'Location leads to another entry: {name} is "{other}", not "{one}"', step
                    )


def _is_of_one_kind(one: JSON, other: JSON) -> bool:
    """Whether two answers show half of the members of the first at least, within an envelope too."""
    if not isinstance(one, dict) or not isinstance(other, dict):
        return False
    if len(one) == 1 and one.keys() == other.keys():
        return _is_of_one_kind(*one.values(), *other.values())
    return bool(one) and 2 * len(one.keys() & other.keys()) > len(one)


CREATED_PLACES = RestRelation("created-place", "Location leads to what was created", nothing, _check)
