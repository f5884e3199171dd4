"""An operation whose description asks for credentials refuses who brings none, or made-up ones."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from querious.model import Severity
from querious.rest.relations.relation import RestMismatch, RestRelation, nothing

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from querious.model import JSON
    from querious.rest.relations.relation import RestAnswer, RestConversation, WorkedRead


def _probe(worked: WorkedRead) -> Iterator[RestConversation]:
    if worked.credentials:
        yield _ask(worked)
    elif worked.absent:
        yield _ask_as_guest(worked)


def _ask(worked: WorkedRead) -> RestConversation:
    yield worked.call
    yield worked.sent_with("credential", dict.fromkeys(worked.credentials))
    yield worked.sent_with("credential", worked.credentials)
    for name in sorted(worked.together):
        yield worked.sent_with("credential", {name: None})


def _ask_as_guest(worked: WorkedRead) -> RestConversation:
    yield worked.sent_with("credential", dict.fromkeys(sorted(worked.absent)))


def _check(trace: Sequence[RestAnswer]) -> Iterator[RestMismatch]:
    """Who lets in guests lets in everybody: that is told once."""
    most = max((len(answer.sent("credential")) for answer in trace), default=0)
    for step, answer in enumerate(trace):
        sent = answer.sent("credential")
        guests = [
            one for one in trace[:step] if one.has_succeeded and _is_guest(one) and one.is_like(answer, "credential")
        ]
        if guests:
            continue
        allowed = [
            one
            for one in trace
            if one.has_succeeded and not one.sent("credential") and one.is_like(answer, "credential")
        ]
        secured = answer.operation is not None and bool(answer.operation.security)
        if not sent or not secured or not answer.has_succeeded:
            continue
        if len(trace) == 1 and _is_guest(answer):  # nobody has given any, so that there is nothing to compare with
            message = f"answers {answer.status} without credentials, although the description requires them"
            yield RestMismatch(answer.call.coordinate, message, step, Severity.SUSPICION)
        elif allowed:
            message = f"answers {answer.status} {_how(sent, most)}"
            # Who sees something else may be let in by design: as a guest, or as somebody new.
            severity = Severity.FAULT if _shows_the_same(allowed[-1], answer) else Severity.SUSPICION
            yield RestMismatch(answer.call.coordinate, message, step, severity)


def _how(sent: Mapping[str, JSON], most: int) -> str:
    """What of the credentials was sent, where ``most`` headers carry them."""
    if len(sent) < most:
        return f"without `{next(iter(sent))}`, although the description requires it too"
    how = "with made-up credentials" if any(sent.values()) else "without credentials"
    return f"{how}, although the description requires them"


def _is_guest(answer: RestAnswer) -> bool:
    sent = answer.sent("credential")
    return bool(sent) and not any(sent.values())


def _shows_the_same(one: RestAnswer, other: RestAnswer) -> bool:
    """Whether most of what one shows, which is something, stands in the other too."""
    if not one.exchange.is_json:
        return one.exchange.body == other.exchange.body
    wanted = Counter(_values_in(one.exchange.payload))
    return (wanted & Counter(_values_in(other.exchange.payload))).total() * 2 > wanted.total()


def _values_in(value: JSON) -> Iterator[str | int | float]:
    if isinstance(value, dict | list):
        for item in value.values() if isinstance(value, dict) else value:
            yield from _values_in(item)
    elif value is not None:
        yield value


SECURITY = RestRelation(
    "security", "operations that require credentials refuse who brings none", nothing, _check, _probe
)
