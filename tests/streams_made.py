"""Streams made by hand: ``stream("> init", "< ack", "< next 1 {...}")``, a tenth of a second between two messages."""

from __future__ import annotations

import json
from typing import Any

from querious.model import Field, Operation, graphql_case
from querious.model.stream import Message, Stream, StreamMessage, StreamTransport

CASE = graphql_case(
    0,
    Operation("subscription", "", "Subscription", (Field("Subscription", "ticks"),)),
    "subscription { ticks }",
    {},
)
QUERY = graphql_case(0, Operation("query", "", "Query", (Field("Query", "__typename"),)), "{ __typename }", {})
_WORDS = {
    "init": Message.INIT,
    "ack": Message.ACK,
    "subscribe": Message.SUBSCRIBE,
    "next": Message.NEXT,
    "error": Message.ERROR,
    "complete": Message.COMPLETE,
    "ping": Message.PING,
    "pong": Message.PONG,
    "closed": Message.CLOSED,
    "unknown": Message.UNKNOWN,
    "refused": Message.REFUSED,
}
SUBSCRIBED = ("> init", "< ack", "> subscribe 1")


def stream(*lines: str, transport: StreamTransport = StreamTransport.WEBSOCKET, **more: Any) -> Stream:
    """``+3`` lets three seconds pass; an unknown message is followed by its flaw."""
    now = 0.0
    messages = []
    for line in lines:
        if line.startswith("+"):
            now += float(line)
            continue
        now += 0.1
        who, word, *rest = line.split(" ", 3)
        kind = _WORDS[word]
        if kind is Message.UNKNOWN:
            messages.append(StreamMessage(now, kind, flaw=" ".join(rest)))
            continue
        payload = json.loads(rest[1]) if len(rest) > 1 else None
        messages.append(StreamMessage(now, kind, rest[0] if rest else "", payload, sent=who == ">"))
    events = sum(one.kind is Message.NEXT for one in messages)
    return Stream(more.pop("case", CASE), transport, tuple(messages), events, elapsed=now, **more)
