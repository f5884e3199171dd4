"""One request under way through the proxy, and what is told of it when it is over."""

from __future__ import annotations

from dataclasses import dataclass, field
from http import HTTPStatus
from time import perf_counter, time
from typing import TYPE_CHECKING

from querious.harvest.named_headers import NO_HEADERS
from querious.harvest.notes import ANSWER

if TYPE_CHECKING:
    from collections.abc import Mapping

    from querious.harvest.named_headers import NamedHeaders
    from querious.harvest.proxy_heads import RequestHead


@dataclass(frozen=True, slots=True)
class ProxiedRequest:
    """A request that may be recorded, and how it was answered.

    Of its headers only what tells how to read the body, and what a description names.
    """

    method: str
    path: str
    query: str
    """Of the URL, without the question mark."""
    content_type: str
    content_encoding: str
    body: bytes
    whole: bool
    """False if the body was longer than what is kept of it: then this is its beginning."""
    status: int
    """What the client was told; 0 for no answer at all."""
    answered: bool
    """Whether the whole answer came: not if the upstream or the client hung up before."""
    seconds: float
    """From the head of the request to the end of the answer."""
    moment: float
    """When it was asked, in seconds since 1970."""
    answer: bytes = b""
    """The body of a small answer, as it was sent; empty for a large one."""
    answer_encoding: str = ""
    answer_type: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)
    """Those that a description names."""


class ProxyExchange:
    """A request that was passed on, until its answer is over."""

    __slots__ = (
        "_answer",
        "_answer_room",
        "_begun_at",
        "_kept",
        "_left",
        "_moment",
        "answer_encoding",
        "answer_type",
        "answering",
        "head",
        "refusal",
        "room",
        "status",
        "whole",
    )

    def __init__(self, head: RequestHead | None, room: int | None = None) -> None:
        self.head = head
        """None for what was never passed on."""
        self.room = room
        """Bytes of the body to keep; None if nobody wants to be told of it."""
        self.whole = True
        """Whether what is kept of the body is all of it."""
        self.refusal = b""
        """The answer that the client gets from us instead."""
        self.answering = False
        """Whether a part of its answer was passed on."""
        self.status = 0
        self.answer_encoding = ""
        self.answer_type = ""
        self._answer: list[bytes] = []
        self._answer_room = ANSWER
        self._left = room or 0
        self._kept: list[bytes] = []
        self._moment = time()
        self._begun_at = perf_counter()

    @property
    def method(self) -> str:
        """Empty for what was never passed on."""
        return self.head.method if self.head is not None else ""

    @property
    def wanted(self) -> bool:
        """Whether anybody wants to be told of it."""
        return self.room is not None

    def keep(self, data: bytes) -> None:
        """Keep a piece of the body, as far as there is room."""
        if len(data) > self._left:
            self.whole = False
        if self._left:
            self._kept.append(data[: self._left])
            self._left -= len(self._kept[-1])

    def keep_answer(self, data: bytes) -> None:
        """Keep a piece of the answer; if it grows too large, nothing of it."""
        self._answer_room -= len(data)
        if self._answer_room >= 0:
            self._answer.append(data)
        else:
            self._answer.clear()

    def refuse(self, status: int, reason: str) -> None:
        """Answer it here, in one line, unless that was done before."""
        if self.refusal:
            return
        self.status = status
        text = f"querious proxy: {reason}\n".encode()
        self.refusal = (
            f"HTTP/1.1 {status} {HTTPStatus(status).phrase}\r\nContent-Type: text/plain; charset=utf-8\r\n"
            f"Content-Length: {len(text)}\r\nConnection: close\r\n\r\n"
        ).encode() + text

    def over(self, *, answered: bool, named: NamedHeaders = NO_HEADERS) -> ProxiedRequest | None:
        """What there is to tell, with the named headers; None if nobody wants to know."""
        if not self.wanted or self.head is None:
            return None
        head = self.head
        return ProxiedRequest(
            head.method,
            head.path,
            head.query,
            head.content_type,
            head.content_encoding,
            b"".join(self._kept),
            self.whole,
            self.status,
            answered,
            perf_counter() - self._begun_at,
            self._moment,
            b"".join(self._answer),
            self.answer_encoding,
            self.answer_type,
            named.chosen(head.fields()) if named else {},
        )
