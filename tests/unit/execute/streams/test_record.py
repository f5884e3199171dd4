from __future__ import annotations

from itertools import count

from querious.execute.streams.record import KEPT, MOST_EVENTS, StreamRecord
from querious.model.stream import Message, StreamTransport
from querious.text.mask import Mask
from querious.text.sent_secrets import SentSecret
from streams_made import CASE


def record(mask=None, most_bytes=10**9):
    clock = count()
    return StreamRecord(CASE, StreamTransport.WEBSOCKET, mask or Mask(), most_bytes, lambda: float(next(clock)))


def test_a_flood_is_counted_and_not_kept():
    flood = record()
    for number in range(100_000):
        flood.note(Message.NEXT, "1", {"data": {"ticks": number}}, size=30)
    stream = flood.stream()
    assert (stream.events, len(stream.messages)) == (100_000, KEPT)
    assert flood.limit == f"{MOST_EVENTS:,} events"
    flood.closed(1000, "")
    assert flood.stream().messages[-1].kind is Message.CLOSED, "how it ended is kept all the same"


def test_a_flood_of_other_messages_is_bounded_too():
    flood = record()
    for _ in range(100_000):
        flood.note(Message.PING)
    assert len(flood.stream().messages) == 2 * KEPT


def test_large_messages_end_a_stream():
    flood = record(most_bytes=1_000)
    flood.note(Message.NEXT, payload="x", size=600)
    assert not flood.limit
    flood.note(Message.NEXT, payload="x", size=600)
    assert flood.limit == "1,000 bytes"


def test_our_credentials_are_not_kept():
    mask = Mask()
    mask.add([SentSecret("authorization", "s3cret-token-of-ours")])
    told = record(mask).note(Message.NEXT, payload={"data": {"echo": "s3cret-token-of-ours"}})
    assert "s3cret" not in str(told)
    assert told.masked
