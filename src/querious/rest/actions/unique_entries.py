"""The same key, or the same address of a person, given to two entries, where a conflict is documented.

Who creates an entry under a key that an entry has already is to be refused: two entries cannot have one key, and what
was there would be lost without a word. Where no conflict is documented, creating may mean to replace. That a name or an
address may be taken only once is nowhere written: two entries that share it are a suspicion.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Final

from querious.answers.identity import NAMING_WORDS
from querious.model import Severity
from querious.rest.actions.repeated_requests import is_idempotency_key, shown_keys
from querious.rest.relations.relation import RestMismatch, RestRelation, nothing
from querious.state.substructure import members
from querious.text.words import words

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from querious.model import JSON
    from querious.rest.openapi import RestOperation
    from querious.rest.relations.relation import RestAnswer

_CREATED: Final = 201
_CONFLICT: Final = "409"
_ALONE: Final = frozenset({"email", "mail", "username", "login", "handle", "iban", "isbn", "ean", "vin"})
"""Last words of names of what one entry alone has, as a rule."""


def may_be_unique(names: Collection[str], operation: RestOperation, key: str) -> list[str]:
    """The members of a body that hold what no other entry has: its key, if we choose it, or an address and its like.

    Below a parent nobody knows whether they may come again.
    """
    if _CONFLICT not in operation.responses or "{" in operation.path:
        return []
    return [name for name in names if name == key or _is_alone(name)]


def _is_alone(name: str) -> bool:
    return not _ALONE.isdisjoint(words(name)[-1:])


def _check(trace: Sequence[RestAnswer]) -> Iterator[RestMismatch]:
    for step, (first, second) in enumerate(pairwise(trace), 1):
        if first.call.coordinate == second.call.coordinate and _both_create(first, second):
            yield from _check_pair(first, second, step)


def _both_create(first: RestAnswer, second: RestAnswer) -> bool:
    """Whether two other requests were answered with something new each."""
    is_new = first.call.method == "POST" and first.call.body != second.call.body
    keyed = [each for each in second.call.arguments if each.where == "header" and is_idempotency_key(each.name)]
    return is_new and not keyed and all(one.status == _CREATED and one.is_good for one in (first, second))


def _check_pair(first: RestAnswer, second: RestAnswer, step: int) -> Iterator[RestMismatch]:
    where, operation = second.call.coordinate, second.operation
    sent, again = members(first.call.body), members(second.call.body)
    shared = {name: value for name, value in sent.items() if _is_told(value) and again.get(name) == value}
    for name, one, other in shown_keys(first.payload, second.payload):
        is_documented = operation is not None and _CONFLICT in operation.responses
        if one == other and name in shared and not NAMING_WORDS.isdisjoint(words(name)[-1:]):
            severity = Severity.FAULT if is_documented else Severity.SUSPICION
            yield RestMismatch(where, f'creates an entry twice: {name} "{one}" was there already', step, severity)
        elif one != other and is_documented and operation is not None and "{" not in operation.path:
            for alone in filter(_is_alone, shared):
                message = f'two entries have the same {alone}, "{shared[alone]}", although a conflict is documented'
                yield RestMismatch(where, message, step, Severity.SUSPICION)


def _is_told(value: JSON) -> bool:
    return isinstance(value, str) and value != ""


UNIQUE_ENTRIES = RestRelation("unique", "what one entry alone can have is given to no second one", nothing, _check)
