"""The same request with the same idempotency key, twice: it makes one entry, and is answered as the first time."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from querious.model import Severity
from querious.rest.relations.readable_lists import key_member
from querious.rest.relations.relation import RestMismatch, RestRelation
from querious.text.words import folded

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from querious.model import JSON
    from querious.rest.relations.readable_lists import ReadableList
    from querious.rest.relations.relation import RestAnswer, RestConversation

_REFUSED = frozenset(range(400, 500)) - {401, 403, 408, 425, 429}


def is_idempotency_key(name: str) -> bool:
    """Whether a header is one: ``Idempotency-Key``, ``X-Idempotency-Key``."""
    return folded(name).endswith("idempotencykey")


def _check(trace: Sequence[RestAnswer]) -> Iterator[RestMismatch]:
    for step, (first, second) in enumerate(pairwise(trace), 1):
        names = [argument.name for argument in first.call.arguments if argument.where == "header"]
        if first.call != second.call or not first.is_good or not any(map(is_idempotency_key, names)):
            continue
        where = first.call.coordinate
        if second.status in _REFUSED:
            message = f"the same request with the same idempotency key was refused with {second.status}"
            yield RestMismatch(where, message, step, Severity.SUSPICION)
        for name, one, other in _keys(first.payload, second.payload) if second.is_good else ():
            if one != other:
                message = f'the same idempotency key twice made two entries: {name} is "{one}", then "{other}"'
                yield RestMismatch(where, message, step)


def _keys(one: JSON, other: JSON) -> Iterator[tuple[str, JSON, JSON]]:
    """The key that two answers show, which may stand in an envelope."""
    if not isinstance(one, dict) or not isinstance(other, dict):
        return
    name = key_member([one])
    if name and name in other:
        yield name, one[name], other[name]
        return
    inner = [name for name, value in one.items() if isinstance(value, dict) and isinstance(other.get(name), dict)]
    if len(inner) == 1:
        yield from _keys(one[inner[0]], other[inner[0]])


def _propose_nothing(_: ReadableList) -> Iterator[RestConversation]:
    """What makes entries is asked by the phase of actions."""
    return iter(())


IDEMPOTENCY = RestRelation("idempotency-key", "the same idempotency key makes one entry", _propose_nothing, _check)
