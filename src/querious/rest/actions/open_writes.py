"""A write whose description asks for credentials, sent without any: it has to be refused.

A write that was carried out needs no second one to be certain.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from querious.model import Severity
from querious.rest.relations.relation import RestMismatch, RestRelation, nothing
from querious.text.words import words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from querious.rest.relations.relation import RestAnswer

_READS: Final = frozenset({"GET", "HEAD", "OPTIONS", "TRACE", "QUERY"})
_FOR_GUESTS: Final = frozenset(
    (
        *("login", "signin", "signup", "register", "registration", "auth", "token", "session", "password", "verify"),
        *("webhook", "callback", "contact", "feedback", "newsletter", "subscribe", "unsubscribe"),
    )
)
"""Words of paths that are mostly open, whatever is declared for the whole API."""


def _check(trace: Sequence[RestAnswer]) -> Iterator[RestMismatch]:
    for step, write in enumerate(trace):
        sent = write.sent("credential")
        if write.call.method in _READS or not sent or not write.has_succeeded:
            continue
        how = "with made-up credentials" if any(sent.values()) else "without credentials"
        message = f"answers {write.status} {how}, although the description requires them"
        is_open = not _FOR_GUESTS.isdisjoint(words(write.call.path))
        yield RestMismatch(write.call.coordinate, message, step, Severity.SUSPICION if is_open else Severity.FAULT)
        return


OPEN_WRITES = RestRelation("security-writes", "writes that require credentials refuse who brings none", nothing, _check)
