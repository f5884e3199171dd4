"""Jobs: what is started with 202 is read until it has ended; then it stays ended, and what it made is there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from querious.model import Severity
from querious.rest.actions.action_window import state_member
from querious.rest.relations.relation import RestMismatch, RestRelation, nothing
from querious.text.words import written_words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from querious.rest.relations.relation import RestAnswer

_ACCEPTED: Final = 202
_SUCCEEDED: Final = frozenset(
    ("done", "complete", "completed", "finished", "succeeded", "success", "successful", "ready", "processed")
)
_FAILED: Final = frozenset(("failed", "failure", "error", "errored", "cancelled", "canceled", "aborted", "expired"))
_MISSING: Final = frozenset({404, 409, 410, *range(500, 600)})
"""Answers to who asks for what a job has made that say that it is not there."""
_POLLS: Final = 6
"""Reads after which a job of so little work should have ended."""


def has_ended(state: str) -> bool:
    """Whether a job in this state goes on no more."""
    return not (_SUCCEEDED | _FAILED).isdisjoint(written_words(state))


def has_succeeded(state: str) -> bool:
    """Whether a job in this state has made what it was started for."""
    return not _SUCCEEDED.isdisjoint(written_words(state))


def state_of(answer: RestAnswer) -> str:
    """What a read says of the state of a job; empty if it says nothing."""
    entry = answer.payload if answer.is_good and isinstance(answer.payload, dict) else {}
    name = state_member(entry)
    return str(entry[name]) if name else ""


def _check(trace: Sequence[RestAnswer]) -> Iterator[RestMismatch]:
    for start, answer in enumerate(trace):
        if answer.call.method == "POST" and answer.status == _ACCEPTED:
            yield from _check_job(trace, start)


def _check_job(trace: Sequence[RestAnswer], start: int) -> Iterator[RestMismatch]:
    """One job, from where it was started to the end of the trace."""
    below = f"{trace[start].call.path.rstrip('/')}/{{"
    state, reads = "", 0
    for step, answer in enumerate(trace[start + 1 :], start + 1):
        if answer.call.method != "GET" or not answer.call.path.startswith(below):
            continue
        if answer.call.path.endswith("}"):
            now = state_of(answer)
            reads += 1
            if has_ended(state) and now and not has_ended(now):
                message = f'the job was "{state}", and is "{now}" when it is read again'
                yield RestMismatch(answer.call.coordinate, message, step)
                return
            state = now or state
        elif has_succeeded(state) and answer.status in _MISSING:
            message = f'the job is "{state}", but what it made is answered with {answer.status}'
            yield RestMismatch(answer.call.coordinate, message, step)
    if state and not has_ended(state) and reads >= _POLLS:
        message = f'the job is still "{state}" after it was read {reads} times'
        yield RestMismatch(trace[start].call.coordinate, message, start, Severity.SUSPICION)


JOBS = RestRelation("jobs", "a job ends, stays ended, and what it made is there", nothing, _check)
