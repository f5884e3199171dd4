"""Every message is one that the protocol allows, where it stands.

Certain is what the protocols rule out in so many words, see the specifications of graphql-ws (PROTOCOL.md: an unknown
message, an acknowledgement before ``connection_init`` or twice, events before it) and of graphql-sse. The older
subscriptions-transport-ws was never specified beyond its client: there an unknown type is a suspicion.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from querious.model.exchange import Failure
from querious.model.severity import Severity
from querious.model.stream import Message, StreamTransport
from querious.streams.rule import StreamFlaw, StreamRule

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from querious.model.stream import Stream, StreamMessage
    from querious.streams.rule import Subscribed

_PATIENCE: Final = 4.0
"""Seconds after which a ping counts as never answered, if the socket stands and nothing else fills it."""
_BUSY: Final = 50
"""Events behind which the answer to a ping may stand in line."""


def _judge(streams: Sequence[Subscribed]) -> Sequence[StreamFlaw] | None:
    found = [flaw._replace(about=number) for number, one in enumerate(streams) for flaw in _flaws(one.stream)]
    return found if any(one.stream.messages for one in streams) else None


def _flaws(stream: Stream) -> Iterator[StreamFlaw]:
    loose = stream.transport is not StreamTransport.WEBSOCKET
    for message in stream.received():
        if message.flaw:
            unknown = loose and "does not know" in message.flaw
            severity = Severity.SUSPICION if unknown else Severity.FAULT
            yield StreamFlaw(f"the server sent {message.flaw}", severity, str(message.payload or "")[:200])
        elif message.kind is Message.ERROR and stream.transport is StreamTransport.WEBSOCKET:
            yield from _error_flaws(message)
    if stream.transport.is_websocket:
        yield from _order(stream)
        yield from _pings(stream)


def _error_flaws(message: StreamMessage) -> Iterator[StreamFlaw]:
    errors = message.payload
    right = isinstance(errors, list) and errors and all(isinstance(one, dict) and "message" in one for one in errors)
    if not right:
        yield StreamFlaw("the payload of an error message is not a list of errors", excerpt=str(errors)[:200])


def _order(stream: Stream) -> Iterator[StreamFlaw]:
    acknowledged = stream.received(Message.ACK)
    if len(acknowledged) > 1:
        yield StreamFlaw(f"connection_init was acknowledged {len(acknowledged)} times")
    if stream.failure is Failure.TIMEOUT and stream.sent(Message.INIT) and not acknowledged:
        yield StreamFlaw("connection_init was never acknowledged")
    subscribed = stream.sent(Message.SUBSCRIBE)
    asked = {message.id for message in subscribed}
    for message in stream.received(Message.NEXT, Message.ERROR, Message.COMPLETE):
        if not acknowledged or message.at < acknowledged[0].at:
            yield StreamFlaw(f"a message {message.kind.value!r} came before connection_ack")
            return
        if message.id and message.id not in asked and asked:
            yield StreamFlaw(
                f"a message {message.kind.value!r} of an operation that was never asked for", excerpt=f"id {message.id}"
            )
            return


def _pings(stream: Stream) -> Iterator[StreamFlaw]:
    for ping in stream.sent(Message.PING):
        answered = any(pong.at >= ping.at for pong in stream.received(Message.PONG))
        is_busy = bool(stream.limit) or stream.events >= _BUSY
        if not answered and not is_busy and not stream.code and stream.elapsed - ping.at >= _PATIENCE:
            yield StreamFlaw("a ping was never answered with a pong")
            return


RULE: Final = StreamRule("stream_messages", "every message of a stream is one that its protocol allows there", _judge)
