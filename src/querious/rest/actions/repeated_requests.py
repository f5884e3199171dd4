"""The same request with the same idempotency key, twice: it makes one entry, and is answered as the first time.

Another request with this key is not answered as if it were the first: what it asks for would be lost without a word.
"""

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
    from querious.model.rest_call import RestArgument
    from querious.rest.relations.readable_lists import ReadableList
    from querious.rest.relations.relation import RestAnswer, RestConversation

_REFUSED = frozenset(range(400, 500)) - {401, 403, 408, 425, 429}


def is_idempotency_key(name: str) -> bool:
    """Whether a header is one: ``Idempotency-Key``, ``X-Idempotency-Key``."""
    return folded(name).endswith("idempotencykey")


def _check(trace: Sequence[RestAnswer]) -> Iterator[RestMismatch]:
    for step, (first, second) in enumerate(pairwise(trace), 1):
        if not first.is_good or not any(map(_is_key_given, first.call.arguments)):
            continue
        where = first.call.coordinate
        if first.call != second.call:
            if _is_taken_for_the_first(first, second):
                message = "another request with the same idempotency key is answered with the entry of the first"
                yield RestMismatch(where, message, step, Severity.SUSPICION)
            continue
        if second.status in _REFUSED:
            message = f"the same request with the same idempotency key was refused with {second.status}"
            yield RestMismatch(where, message, step, Severity.SUSPICION)
        for name, one, other in shown_keys(first.payload, second.payload) if second.is_good else ():
            if one != other:
                message = f'the same idempotency key twice made two entries: {name} is "{one}", then "{other}"'
                yield RestMismatch(where, message, step)


def _is_taken_for_the_first(first: RestAnswer, second: RestAnswer) -> bool:
    is_other_body = first.call._replace(body=None) == second.call._replace(body=None)
    keys = list(shown_keys(first.payload, second.payload)) if second.is_good and is_other_body else []
    return any(one == other for _, one, other in keys) and first.payload == second.payload


def _is_key_given(argument: RestArgument) -> bool:
    """Whether an argument is an idempotency key that names a request: an empty header is none."""
    is_named = argument.where == "header" and is_idempotency_key(argument.name)
    return is_named and names_a_request(argument.value)


def names_a_request(value: JSON) -> bool:
    """Whether a value can stand for one request: what is empty once it is sent is as good as no key."""
    return isinstance(value, int) or (isinstance(value, str) and value.strip() != "")


def shown_keys(one: JSON, other: JSON) -> Iterator[tuple[str, JSON, JSON]]:
    """The key that two answers show, which may stand in an envelope."""
    if not isinstance(one, dict) or not isinstance(other, dict):
        return
    name = key_member([one])
    if name and name in other:
        yield name, one[name], other[name]
        return
    inner = [name for name, value in one.items() if isinstance(value, dict) and isinstance(other.get(name), dict)]
    if len(inner) == 1:
        yield from shown_keys(one[inner[0]], other[inner[0]])


def _propose_nothing(_: ReadableList) -> Iterator[RestConversation]:
    """What makes entries is asked by the phase of actions."""
    return iter(())


IDEMPOTENCY = RestRelation("idempotency-key", "the same idempotency key makes one entry", _propose_nothing, _check)
