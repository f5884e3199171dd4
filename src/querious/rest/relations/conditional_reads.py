"""Entity tags: a read with the tag that was shown is answered with 304, and one with any other tag is not."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from querious.model import Severity
from querious.rest.relations.relation import RestMismatch, RestRelation, nothing

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from querious.rest.relations.relation import RestAnswer, RestConversation, WorkedRead

_NOT_MODIFIED: Final = 304
_MADE_UP: Final = '"querious-no-such-tag"'
_WHEREVER_SENT: Final = re.compile(r"\b304\b[^.]*\bif-none-match\b[^.]*\b(?:present|sent|given|set)\b", re.IGNORECASE)
"""The description of a service that compares no tags: "Returns a 304 if If-None-Match is present"."""


def _probe(worked: WorkedRead) -> Iterator[RestConversation]:
    if worked.answer.exchange.headers.get("etag"):
        yield _ask(worked)


def _ask(worked: WorkedRead) -> RestConversation:
    shown = yield worked.call
    yield worked.call
    tag = shown.exchange.headers.get("etag", "")
    if tag:
        yield worked.sent_with("header", {"if-none-match": tag})
        yield worked.sent_with("header", {"if-none-match": _MADE_UP})


def _check(trace: Sequence[RestAnswer]) -> Iterator[RestMismatch]:
    for step, answer in enumerate(trace):
        plain = [one for one in trace[:step] if one.has_succeeded and _is_plain(one) and one.is_like(answer, "header")]
        tag = answer.sent("header").get("if-none-match")
        if plain and _is_plain(answer) and answer.has_succeeded:
            yield from _check_repeated(plain[-1], answer, step)
        elif plain and tag:
            yield from _check_conditional(plain, answer, str(tag), step)


def _is_plain(answer: RestAnswer) -> bool:
    return "if-none-match" not in answer.sent("header") and bool(answer.exchange.headers.get("etag"))


def _check_repeated(one: RestAnswer, other: RestAnswer, step: int) -> Iterator[RestMismatch]:
    """Suspicions: a tag may be of what is stored, and what is shown may hold the time of day.

    Each of several servers may tag its own copy, and a new one whenever it reads it anew.
    """
    first, second = one.exchange.headers["etag"], other.exchange.headers["etag"]
    is_same = one.exchange.body == other.exchange.body
    where = other.call.coordinate
    if is_same and first != second and one.exchange.body:
        message = f"the same representation has another ETag each time: {_quoted(first)}, {_quoted(second)}"
        yield RestMismatch(where, message, step, Severity.SUSPICION)
    elif not is_same and first == second and not first.startswith("W/"):
        message = f"two different representations have the same strong ETag {_quoted(first)}"
        yield RestMismatch(where, message, step, Severity.SUSPICION)


def _check_conditional(plain: Sequence[RestAnswer], answer: RestAnswer, tag: str, step: int) -> Iterator[RestMismatch]:
    tags = {_bare(one.exchange.headers["etag"]) for one in plain}
    where, is_shown = answer.call.coordinate, _bare(tag) in tags
    if answer.status == _NOT_MODIFIED and not is_shown:
        message = "304 Not Modified for If-None-Match with a tag that was never shown"
        by_design = answer.operation is not None and _WHEREVER_SENT.search(answer.operation.about)
        yield RestMismatch(where, message, step, Severity.SUSPICION if by_design else Severity.FAULT)
    elif answer.has_succeeded and is_shown and tags == {_bare(answer.exchange.headers.get("etag", ""))}:
        documented = answer.operation is not None and str(_NOT_MODIFIED) in answer.operation.responses
        message = f"{answer.status} and the whole body for If-None-Match with the ETag that is shown"
        yield RestMismatch(where, message, step, Severity.FAULT if documented else Severity.SUSPICION)


def _bare(tag: str) -> str:
    """Tags of a condition are compared weakly."""
    return tag.removeprefix("W/")


def _quoted(tag: str) -> str:
    return f'"{tag.removeprefix("W/").strip(chr(34))}"'


CONDITIONAL = RestRelation(
    "conditional", "a read with the entity tag that was shown is answered with 304", nothing, _check, _probe
)
