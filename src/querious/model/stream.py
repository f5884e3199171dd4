"""What came over one stream: the messages of a subscription in their order, and how it ended. A plain value."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from querious.model.case import Case
    from querious.model.exchange import Failure
    from querious.model.values import JSON


class StreamTransport(StrEnum):
    """How a subscription travels, in the order in which they are tried."""

    WEBSOCKET = "graphql-transport-ws"
    OLD_WEBSOCKET = "subscriptions-transport-ws"
    EVENTS = "sse"
    """Server-sent events, graphql-sse's distinct connections mode: each operation has a connection of its own."""
    EVENTS_SINGLE = "sse-single"
    """graphql-sse's single connection mode: one connection that was reserved carries all operations."""
    MULTIPART = "multipart"

    @property
    def is_websocket(self) -> bool:
        """Whether messages go both ways over one socket."""
        return self in {StreamTransport.WEBSOCKET, StreamTransport.OLD_WEBSOCKET}


class Message(StrEnum):
    """What a message says, in the words of graphql-transport-ws; the other transports' words are read as these."""

    INIT = "connection_init"
    ACK = "connection_ack"
    REFUSED = "connection_error"
    SUBSCRIBE = "subscribe"
    NEXT = "next"
    ERROR = "error"
    COMPLETE = "complete"
    PING = "ping"
    PONG = "pong"
    ALIVE = "ka"
    """Says that the connection stands, and nothing else."""
    UNKNOWN = "unknown"
    """Not one of these, or unreadable: ``flaw`` says why."""
    CLOSED = "closed"
    """The other side has closed the connection, or it was lost."""


class StreamMessage(NamedTuple):
    """One message of a stream."""

    at: float
    """Seconds since the connection was asked for."""
    kind: Message
    id: str = ""
    payload: JSON = None
    sent: bool = False
    """Whether it is ours."""
    flaw: str = ""
    """What the protocol of the transport does not allow about it, in words."""
    masked: bool = False
    """Whether it repeated credentials of ours, in whose place something else stands now."""


@dataclass(frozen=True, slots=True)
class Stream:
    """One stream from its opening to its end. Bounded: of a flood, the first messages."""

    case: Case
    transport: StreamTransport
    messages: tuple[StreamMessage, ...] = ()
    events: int = 0
    """How many events came, those included that are not kept."""
    status: int = 0
    """Of the answer over HTTP where it is no stream, or where a socket was refused; 0: none."""
    code: int = 0
    """With which the other side closed the socket; 1006 where it went without a word; 0: it did not."""
    reason: str = ""
    failure: Failure | None = None
    """Why there was no stream, or why it broke."""
    detail: str = ""
    limit: str = ""
    """The bound that ended it, in words: ``1,000 events``; empty: none did."""
    began: float = 0.0
    """By a monotonic clock."""
    elapsed: float = 0.0

    def received(self, *kinds: Message) -> list[StreamMessage]:
        """The messages of these kinds that came, in their order; all that came where none is named."""
        return [one for one in self.messages if not one.sent and (not kinds or one.kind in kinds)]

    def sent(self, *kinds: Message) -> list[StreamMessage]:
        """The same of those that we sent."""
        return [one for one in self.messages if one.sent and (not kinds or one.kind in kinds)]

    @property
    def is_open(self) -> bool:
        """Whether the server took the subscription: over a socket it acknowledged, over HTTP it began to stream."""
        return bool(self.received(Message.ACK))
