"""Both directions of a connection as messages: readers without I/O. ``receive`` bytes, then ask ``next`` until None.

Requests are taken apart before they are passed on; answers are only followed, after they were passed on.
"""

from __future__ import annotations

import re
from enum import Enum, auto
from typing import TYPE_CHECKING, Final

from querious.harvest.proxy_bodies import BadChunkError, ChunkedBody, FixedLengthBody, UntilClosedBody
from querious.harvest.proxy_heads import RefusedError, is_hopeless, read_answer, read_request

if TYPE_CHECKING:
    from collections.abc import Callable

    from querious.harvest.proxy_bodies import Body
    from querious.harvest.proxy_heads import AnswerHead, RequestHead

LONGEST_HEAD: Final = 64 * 1024
"""Bytes of a request's head; an answer's may be four times as long."""
_END_OF_ANSWER_HEAD: Final = re.compile(rb"\r?\n\r?\n")
_SWITCHING: Final = 101
_FINAL: Final = 200
_WITHOUT_BODY: Final = frozenset((204, 304))


class RequestParser:
    """What a client sends, taken apart: a head, the pieces of its body as they come, the next head."""

    def __init__(self, host: bytes) -> None:
        self._host = host
        self._last_text = b""
        self._last_head: RequestHead | None = None
        self._data = b""
        self._at = 0
        self._body: Body | None = None

    @property
    def between(self) -> bool:
        """Whether the last request is whole and nothing of another has come."""
        return self._body is None and self._at == len(self._data)

    @property
    def in_body(self) -> bool:
        """Whether a request has come in part, up to somewhere in its body."""
        return self._body is not None

    @property
    def head_begun(self) -> bool:
        """Whether a part of a head waits for its rest."""
        return self._body is None and self._at < len(self._data)

    def receive(self, data: bytes) -> None:
        """Take in what came. Call ``next`` until it gives None before more is received."""
        self._data = self._data[self._at :] + data if self._at < len(self._data) else data
        self._at = 0

    def next(self, keep: Callable[[RequestHead], Callable[[bytes], None] | None]) -> RequestHead | bytes | None:
        """The next head, or piece of a body; ``keep`` says of a head who wants the content of its body.

        RefusedError for what must not be passed on: then nothing more can be read.
        """
        if self._at == len(self._data):
            return None
        if self._body is None:
            return self._next_head(keep)
        begin = self._at
        try:
            self._at = self._body.feed(self._data, begin)
        except BadChunkError as error:
            raise RefusedError(400, str(error)) from None
        if self._body.ended:
            self._body = None
        return self._data if self._at - begin == len(self._data) else self._data[begin : self._at]

    def everything(self) -> bytes:
        """What has come and was not given yet: for a connection that ceases to be HTTP."""
        rest, self._data, self._at = self._data[self._at :], b"", 0
        return rest

    def _next_head(self, keep: Callable[[RequestHead], Callable[[bytes], None] | None]) -> RequestHead | None:
        while self._data.startswith(b"\r\n", self._at):
            self._at += 2
        end = self._data.find(b"\r\n\r\n", self._at) + 4
        if end - self._at > LONGEST_HEAD or (end < 4 and len(self._data) - self._at > LONGEST_HEAD):  # noqa: PLR2004 - not found
            raise RefusedError(431, "the head of the request is too long")
        if end < 4:  # noqa: PLR2004 - likewise
            if is_hopeless(self._data[self._at :]):
                raise RefusedError(400, "the head of the request is malformed")
            return None
        text, head = self._data[self._at : end], self._last_head
        if head is None or text != self._last_text:  # clients send the same head again and again
            head = self._last_head = read_request(text, self._host)
            self._last_text = text
        self._at = end
        if head.chunked:
            self._body = ChunkedBody(keep(head))
        elif head.length:
            self._body = FixedLengthBody(head.length, keep(head))
        else:
            keep(head)
        return head


class Mark(Enum):
    """What ``Answers.next`` tells besides heads."""

    ENDED = auto()
    """The answer is whole."""
    SWITCHED = auto()
    """The connection is no HTTP any more."""
    LOST = auto()
    """What comes cannot be followed: not HTTP, or an answer to nothing."""


class ResponseParser:
    """What an upstream sends, followed."""

    def __init__(self) -> None:
        self._last_text = b""
        self._last_head: AnswerHead | None = None
        self._data = b""
        self._at = 0
        self._body: Body | None = None
        self._ended = False

    @property
    def ends_with_connection(self) -> bool:
        """Whether the answer that comes is whole when the upstream closes."""
        return isinstance(self._body, UntilClosedBody)

    @property
    def begun(self) -> bool:
        """Whether there is something that ``next`` has not looked at, or only in part."""
        return self._ended or self._at < len(self._data)

    def receive(self, data: bytes) -> None:
        """Take in what came."""
        self._data = self._data[self._at :] + data if self._at < len(self._data) else data
        self._at = 0

    def next(self, method: str, keep: Callable[[bytes], None] | None = None) -> AnswerHead | Mark | None:
        """What comes next in the answer to a request of this method; an empty one if nothing was asked.

        ``keep`` gets the content of the body, unless only the end of the connection ends it.
        """
        if self._ended:
            self._ended = False
            return Mark.ENDED
        if self._at == len(self._data):
            return None
        if self._body is None:
            return self._next_head(method, keep) if method else Mark.LOST
        try:
            self._at = self._body.feed(self._data, self._at)
        except BadChunkError:
            return Mark.LOST
        if not self._body.ended:
            return None
        self._body = None
        return Mark.ENDED

    def _next_head(self, method: str, keep: Callable[[bytes], None] | None) -> AnswerHead | Mark | None:
        match = _END_OF_ANSWER_HEAD.search(self._data, self._at)
        if match is None:
            return Mark.LOST if len(self._data) - self._at > 4 * LONGEST_HEAD else None
        text = self._data[self._at : match.end()]
        if text != self._last_text:
            self._last_head, self._last_text = read_answer(text), text
        head = self._last_head
        self._at = match.end()
        if head is None:
            return Mark.LOST
        if head.status == _SWITCHING:
            return Mark.SWITCHED
        if head.status >= _FINAL:
            self._begin_body(head, method, keep)
        return head

    def _begin_body(self, head: AnswerHead, method: str, keep: Callable[[bytes], None] | None) -> None:
        if method == "HEAD" or head.status in _WITHOUT_BODY or head.length == 0:
            self._ended = True
        elif head.chunked:
            self._body = ChunkedBody(keep, strict=False)
        else:
            self._body = UntilClosedBody() if head.length is None else FixedLengthBody(head.length, keep)
