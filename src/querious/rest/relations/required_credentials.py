"""An operation whose description asks for credentials refuses who brings none, or made-up ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

from querious.rest.relations.relation import RestMismatch, RestRelation, nothing

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from querious.rest.relations.relation import RestAnswer, RestConversation, WorkedRead


def _probe(worked: WorkedRead) -> Iterator[RestConversation]:
    if worked.credentials:
        yield _ask(worked)


def _ask(worked: WorkedRead) -> RestConversation:
    yield worked.call
    yield worked.sent_with("credential", dict.fromkeys(worked.credentials))
    yield worked.sent_with("credential", worked.credentials)


def _check(trace: Sequence[RestAnswer]) -> Iterator[RestMismatch]:
    for step, answer in enumerate(trace):
        sent = answer.sent("credential")
        works = any(
            one.has_succeeded and not one.sent("credential") and one.is_like(answer, "credential") for one in trace
        )
        secured = answer.operation is not None and bool(answer.operation.security)
        if sent and works and secured and answer.has_succeeded:
            how = "with made-up credentials" if any(sent.values()) else "without credentials"
            message = f"answers {answer.status} {how}, although the description requires them"
            yield RestMismatch(answer.call.coordinate, message, step)


SECURITY = RestRelation(
    "security", "operations that require credentials refuse who brings none", nothing, _check, _probe
)
