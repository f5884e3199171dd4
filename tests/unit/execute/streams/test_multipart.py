from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from querious.execute.streams.multipart import PartParser

WHOLE = (
    b"preamble\r\n--graphql\r\nContent-Type: application/json\r\n\r\n{}\r\n"
    b'--graphql\r\ncontent-type: application/json\r\n\r\n{"payload":{"data":{"a":1}}}\r\n--graphql--\r\n'
)


@given(st.lists(st.integers(0, len(WHOLE)), max_size=20))
def test_parts_are_read_however_they_are_cut(cuts):
    parser = PartParser("graphql")
    places = [0, *sorted(cuts), len(WHOLE)]
    pieces = [WHOLE[a:b] for a, b in pairwise(places)]
    assert [part for piece in pieces for part in parser.feed(piece)] == [b"{}", b'{"payload":{"data":{"a":1}}}']
    assert parser.is_over


def test_a_whole_part_is_not_waited_for():
    """Servers that write a boundary before each part would have it told only with the next event."""
    parser = PartParser("graphql")
    head = b"\r\n--graphql\r\nContent-Type: application/json\r\n\r\n"
    assert list(parser.feed(head + b'{"payload":{"data":{"a":1}}}\r\n')) == [b'{"payload":{"data":{"a":1}}}']
    assert list(parser.feed(head + b'{"payload":')) == []
    assert list(parser.feed(b"null}\r\n")) == [b'{"payload":null}']
    assert list(parser.feed(b"\r\n--graphql--\r\n")) == []
    assert parser.is_over


def test_a_boundary_that_is_cut_off_ends_its_part():
    """Strawberry writes the boundary with the part before it, and what follows the boundary with the next one."""
    parser = PartParser("graphql")
    assert list(parser.feed(b"--graphql")) == []
    assert list(parser.feed(b"\r\ncontent-length: 2\r\n\r\n{}\r\n--graphql")) == [b"{}"]
    assert list(parser.feed(b'\r\ncontent-length: 7\r\n\r\n{"a":1}\r\n--graphql')) == [b'{"a":1}']
    assert list(parser.feed(b"--\r\n")) == []
    assert parser.is_over


def test_a_part_that_never_ends_is_given_up():
    parser = PartParser("-", most=1_000)
    with pytest.raises(ValueError, match="more than 1,000 bytes"):
        fed(parser, b"x" * 50)


def fed(parser, piece):
    for _ in range(100):
        list(parser.feed(piece))
