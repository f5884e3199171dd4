"""HEAD answers like GET, without the body; a method that a path does not have is refused."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from querious.model import Severity
from querious.rest.relations.relation import RestMismatch, RestRelation, nothing

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from querious.rest.relations.relation import RestAnswer, RestConversation, WorkedRead

_MISSING: Final = "TRACE"
"""A method that changes nothing and that hardly any path has."""


def _probe(worked: WorkedRead) -> Iterator[RestConversation]:
    yield _ask(worked)


def _ask(worked: WorkedRead) -> RestConversation:
    yield worked.call
    yield worked.call._replace(method="HEAD")


def _check(trace: Sequence[RestAnswer]) -> Iterator[RestMismatch]:
    for step, head in enumerate(trace):
        if head.call.method != "HEAD" or head.exchange.failure is not None:
            continue
        for shown in trace[:step]:
            if shown.call.method == "GET" and shown.has_succeeded and shown.is_like(head):
                yield from _compare(shown, head, step)
                break


def _compare(shown: RestAnswer, head: RestAnswer, step: int) -> Iterator[RestMismatch]:
    """Where HEAD is not documented, it need not be offered."""
    where = f"HEAD {head.call.path}"
    documented = head.operation is not None and head.operation.method == "head"
    if head.status != shown.status:
        if documented:
            yield RestMismatch(where, f"HEAD answers {head.status} where GET answers {shown.status}", step)
        return
    one, other = shown.exchange.headers, head.exchange.headers
    if "content-type" in other and other["content-type"] != one.get("content-type"):
        message = f'HEAD tells the content type "{other["content-type"]}", GET "{one.get("content-type")}"'
        yield RestMismatch(where, message, step, Severity.SUSPICION)
    length = other.get("content-length", "")
    is_exact = one.get("content-length") == str(len(shown.exchange.body))
    if length.isdigit() and is_exact and int(length) not in {0, len(shown.exchange.body)}:
        message = f"HEAD tells a content length of {length}, and GET sends {len(shown.exchange.body)} bytes"
        yield RestMismatch(where, message, step, Severity.SUSPICION)


def _probe_missing(worked: WorkedRead) -> Iterator[RestConversation]:
    yield _ask_missing(worked)


def _ask_missing(worked: WorkedRead) -> RestConversation:
    yield worked.call._replace(method=_MISSING)


def _check_missing(trace: Sequence[RestAnswer]) -> Iterator[RestMismatch]:
    for step, answer in enumerate(trace):
        if answer.call.method == _MISSING and answer.operation is None and answer.has_succeeded:
            message = f"{_MISSING} is not documented, and answers {answer.status}"
            yield RestMismatch("", message, step, Severity.SUSPICION)


HEAD = RestRelation("head", "HEAD answers like GET", nothing, _check, _probe)
METHODS = RestRelation("methods", "a method that is not documented is refused", nothing, _check_missing, _probe_missing)
