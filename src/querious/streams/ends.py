"""A stream ends as its protocol says: by ``complete``, from either side, and nothing comes after it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from querious.model.exchange import Failure
from querious.model.severity import Severity
from querious.model.stream import Message
from querious.streams.rule import StreamFlaw, StreamRule

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from querious.model.stream import Stream
    from querious.streams.rule import Subscribed

_UNDER_WAY: Final = 1.0
"""Seconds in which an event may still come after we have said that no more are wanted: it was on its way. A pong to a
later ping shows that the server has heard it."""
_COMPLETES: Final = 4.0
"""Seconds after its one answer in which a query has to be complete."""
_ABNORMAL: Final = 1006
_INTERNAL: Final = 1011
_CREDENTIALS: Final = frozenset({4401, 4403})


def _judge(streams: Sequence[Subscribed]) -> Sequence[StreamFlaw] | None:
    found = [flaw._replace(about=number) for number, one in enumerate(streams) for flaw in _flaws(one.stream)]
    return found if any(one.stream.messages for one in streams) else None


def _flaws(stream: Stream) -> Iterator[StreamFlaw]:
    yield from _after_the_end(stream)
    yield from _lost(stream)
    yield from _endless(stream)


def _after_the_end(stream: Stream) -> Iterator[StreamFlaw]:
    ended = stream.received(Message.COMPLETE, Message.ERROR)
    if ended:
        later = [one for one in stream.received(Message.NEXT) if one.at > ended[0].at and one.id == ended[0].id]
        if later:
            yield StreamFlaw(f"an event came after the server's own {ended[0].kind.value!r}", excerpt=_said(later[0]))
        elif len(ended) > 1 and ended[1].id == ended[0].id:
            yield StreamFlaw("an operation that had ended was ended once more", Severity.SUSPICION)
        return
    stopped = stream.sent(Message.COMPLETE)
    if not stopped:
        return
    late = [one for one in stream.received(Message.NEXT) if one.at > stopped[0].at + _UNDER_WAY]
    asked = [ping for ping in stream.sent(Message.PING) if ping.at >= stopped[0].at]
    heard = [pong for pong in stream.received(Message.PONG) if asked and pong.at >= asked[0].at]
    if late:
        certain = bool(heard) and len([one for one in late if one.at > heard[0].at]) > 1
        severity = Severity.FAULT if certain else Severity.SUSPICION
        yield StreamFlaw("events went on after the client had completed the subscription", severity, _said(late[0]))


def _lost(stream: Stream) -> Iterator[StreamFlaw]:
    """What the other side did to a stream that nobody had ended."""
    closed = stream.received(Message.CLOSED)
    if not closed or stream.sent(Message.COMPLETE) or stream.received(Message.COMPLETE, Message.ERROR, Message.REFUSED):
        return
    when = "before it was acknowledged" if not stream.received(Message.ACK) else "in the middle of the subscription"
    if stream.code in _CREDENTIALS:
        return
    if stream.code == _ABNORMAL or stream.failure is Failure.LOST:
        yield StreamFlaw(f"the connection died without a word {when}", excerpt=stream.detail)
    elif stream.code == _INTERNAL:
        yield StreamFlaw(f"the server closed the socket with 1011, an error of its own, {when}", excerpt=stream.reason)
    elif stream.transport.is_websocket:
        message = f"the server closed the socket with code `{stream.code}` {when}"
        yield StreamFlaw(message, Severity.SUSPICION, stream.reason)
    else:
        yield StreamFlaw("the stream ended without saying that it was complete", Severity.SUSPICION)


def _endless(stream: Stream) -> Iterator[StreamFlaw]:
    """A query has one answer, and is complete with it; a subscription may go on for ever."""
    answered = stream.received(Message.NEXT)
    if stream.case.operation.kind == "subscription" or not answered:
        return
    over = stream.received(Message.COMPLETE, Message.ERROR, Message.CLOSED) or stream.sent(Message.COMPLETE)
    if not over and stream.elapsed - answered[-1].at >= _COMPLETES:
        yield StreamFlaw(f"a {stream.case.operation.kind} was answered over the stream and never completed")


def _said(message: object) -> str:
    return str(getattr(message, "payload", ""))[:200]


RULE: Final = StreamRule("stream_ends", "a stream ends by complete, and nothing comes after it", _judge)
