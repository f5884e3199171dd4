"""Parts of a representation are the bytes that the whole one has there."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from querious.rest.relations.relation import RestMismatch, RestRelation, nothing

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from querious.rest.relations.relation import RestAnswer, RestConversation, WorkedRead

_PARTIAL: Final = 206
_SHORTEST: Final = 12
"""Bytes of a representation that is asked for in parts."""
_ASKED: Final = re.compile(r"bytes=(\d*)-(\d*)")
_TOLD: Final = re.compile(r"bytes (\d+)-(\d+)/(\d+|\*)")


def _probe(worked: WorkedRead) -> Iterator[RestConversation]:
    headers = worked.answer.exchange.headers
    if headers.get("accept-ranges", "").lower() == "bytes" and len(worked.answer.exchange.body) >= _SHORTEST:
        yield _ask(worked)


def _ask(worked: WorkedRead) -> RestConversation:
    whole = yield worked.call
    length = len(whole.exchange.body)
    for part in ("bytes=0-6", "bytes=3-9", "bytes=-5", f"bytes={length // 2}-", f"bytes={length + 10}-{length + 20}"):
        yield worked.sent_with("header", {"range": part})
    yield worked.call


def _check(trace: Sequence[RestAnswer]) -> Iterator[RestMismatch]:
    for step, answer in enumerate(trace):
        asked = _ASKED.fullmatch(str(answer.sent("header").get("range", "")))
        wholes = [one for one in trace if _is_whole(one) and one.is_like(answer, "header")]
        bodies = {one.exchange.body for one in wholes}
        if asked is None or answer.status != _PARTIAL or len(bodies) != 1:
            continue
        message = _mismatch(asked, answer, bodies.pop())
        if message:
            yield RestMismatch(answer.call.coordinate, message, step)


def _is_whole(answer: RestAnswer) -> bool:
    return answer.has_succeeded and answer.status != _PARTIAL and "range" not in answer.sent("header")


def _mismatch(asked: re.Match[str], answer: RestAnswer, whole: bytes) -> str:
    """What is wrong with a part, in words; empty if nothing is. Services may compress, or send another part."""
    headers, part = answer.exchange.headers, answer.exchange.body
    if headers.get("content-encoding") or headers.get("content-type", "").startswith("multipart/"):
        return ""
    told = _TOLD.fullmatch(headers.get("content-range", ""))
    if told is None:
        return "206 Partial Content without a Content-Range that tells which part it is"
    first, last = int(told[1]), int(told[2])
    if last - first + 1 != len(part):
        return f"Content-Range tells of {last - first + 1} bytes, and {len(part)} came"
    if told[3] not in {"*", str(len(whole))}:
        return f"Content-Range tells of {told[3]} bytes in all, and the whole has {len(whole)}"
    if whole[first : last + 1] != part:
        return "the part is not what the whole representation has at that place"
    begin = int(asked[1]) if asked[1] else max(0, len(whole) - int(asked[2] or 0))
    end = min(int(asked[2]), len(whole) - 1) if asked[1] and asked[2] else len(whole) - 1
    if (first, last) != (begin, end):
        return f"bytes {begin} to {end} were asked for, and {first} to {last} came"
    return ""


RANGES = RestRelation("ranges", "parts of a representation are those of the whole", nothing, _check, _probe)
