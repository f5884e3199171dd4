from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from querious.execute.streams.event_stream import EventStreamParser, ServerSentEvent

WHOLE = b': hello\n\nevent: next\ndata: {"data":\ndata: {}}\n\nevent: complete\r\ndata:\r\n\r\nid: 3\n\n'
EVENTS = [ServerSentEvent("next", '{"data":\n{}}'), ServerSentEvent("complete", "")]


@given(st.lists(st.integers(0, len(WHOLE)), max_size=20))
def test_events_are_read_however_they_are_cut(cuts):
    parser = EventStreamParser()
    places = [0, *sorted(cuts), len(WHOLE)]
    pieces = [WHOLE[a:b] for a, b in pairwise(places)]
    assert [event for piece in pieces for event in parser.feed(piece)] == EVENTS
    assert parser.comments == 1


def test_an_event_that_never_ends_is_given_up():
    parser = EventStreamParser(most=1_000)
    with pytest.raises(ValueError, match="more than 1,000 bytes"):
        fed(parser, b"data: " + b"x" * 50 + b"\n")
    with pytest.raises(ValueError, match="more than 1,000 bytes"):
        list(EventStreamParser(most=1_000).feed(b"x" * 2_000))


def fed(parser, piece):
    for _ in range(100):
        list(parser.feed(piece))
