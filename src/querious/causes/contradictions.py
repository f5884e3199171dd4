"""What contradictions between answers of a REST API may share, and what the description is broken by.

A member of objects that one operation tells otherwise contradicts all other operations that tell it, and often the
description too; an action that does too much contradicts what it answers and what is read then.
"""

from __future__ import annotations

import json
import re
from http import HTTPStatus
from typing import TYPE_CHECKING, Final

from querious.causes.messages import words_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from querious.model import Finding

_OF_FRAMEWORKS: Final = frozenset(
    {"head", "methods", "conditional", "ranges", "negotiation", "security", "idempotency", "fields"}
)
"""What names of rules begin with, before a hyphen, that are about what a framework does for all operations alike."""
_SORT: Final = "sort"
_FILTERS: Final = "filter"
_TOGETHER: Final = " beside another filter "
_ACTION: Final = "action"
_SIGN: Final = re.compile(r'where no row has "[^"]*" there$')
"""How ``search`` tells that a sign is read as a pattern."""


def of_contradiction(finding: Finding) -> Iterator[tuple[str, ...]]:
    """Causes of a finding of a relation."""
    member, place = finding.path, finding.coordinate
    if finding.oracle == _FILTERS and not member:
        yield "collection", "rows", place.rpartition("/")[2]
    if finding.oracle == _SORT:
        yield "sort", place
    if finding.oracle == _FILTERS and _TOGETHER in finding.message:
        yield "filters", place
    if member:
        reads = [one.case.call for one in finding.trace if one.case.call.method == "GET"]
        yield from (("told", read.coordinate, member) for read in reads)
    subject = finding.oracle.partition("-")[0]
    if subject in _OF_FRAMEWORKS or _SIGN.search(finding.message):
        yield "promise", subject, words_of(finding)
    if finding.exchange.status >= HTTPStatus.BAD_REQUEST:
        yield of_answer(finding)
    if subject == _ACTION:
        yield "action", place


def of_answer(finding: Finding) -> tuple[str, ...]:
    """The very same request, answered with the same status."""
    request = finding.exchange.case.request
    return "answer", request.method, request.path, json.dumps(request.body), str(finding.exchange.status)
