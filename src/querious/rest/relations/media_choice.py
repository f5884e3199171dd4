"""Every documented media type of a response can be asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from querious.model import Severity
from querious.rest.relations.relation import RestMismatch, RestRelation, nothing

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from querious.rest.relations.relation import RestAnswer, RestConversation, WorkedRead

_NOT_ACCEPTABLE = 406


def _probe(worked: WorkedRead) -> Iterator[RestConversation]:
    documented = _documented(worked.answer)
    if len(documented) > 1:
        yield _ask(worked, documented)


def _ask(worked: WorkedRead, documented: Sequence[str]) -> RestConversation:
    yield worked.call
    for media in documented:
        yield worked.sent_with("header", {"accept": media})


def _documented(answer: RestAnswer) -> list[str]:
    responses = answer.operation.responses if answer.operation is not None else {}
    media = responses[str(answer.status)].media if str(answer.status) in responses else {}
    return [name for name in media if "*" not in name and not _is_for_problems(name)]


def _is_for_problems(media: str) -> bool:
    """Whether nothing but an error comes so: Swagger 2.0 lists the media types of all responses of an operation."""
    return "problem+" in media or "error+" in media


def _check(trace: Sequence[RestAnswer]) -> Iterator[RestMismatch]:
    for step, answer in enumerate(trace):
        asked = str(answer.sent("header").get("accept", ""))
        plain = [one for one in trace if one.has_succeeded and not one.sent("header") and one.is_like(answer, "header")]
        if not plain or asked not in _documented(plain[0]):
            continue
        where, given = answer.call.coordinate, _bare(answer.exchange.headers.get("content-type", ""))
        if answer.status == _NOT_ACCEPTABLE:
            yield RestMismatch(where, f'"{asked}" is documented, and asked for it is refused with 406', step)
        elif answer.status == plain[0].status and given and given != _bare(asked):
            message = f'"{asked}" is documented, and asked for "{given}" comes'
            yield RestMismatch(where, message, step, Severity.SUSPICION)


def _bare(media: str) -> str:
    return media.partition(";")[0].strip().lower()


MEDIA_CHOICE = RestRelation("negotiation", "every documented media type can be asked for", nothing, _check, _probe)
