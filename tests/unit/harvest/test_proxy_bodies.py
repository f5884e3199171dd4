from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from querious.harvest.proxy_bodies import BadChunkError, ChunkedBody, FixedLengthBody, UntilClosedBody

pytestmark = pytest.mark.any_graphql_core

PIECES = st.lists(st.binary(min_size=1, max_size=40), max_size=6)


def framed(pieces: list[bytes], extension: bytes = b"", trailers: bytes = b"") -> bytes:
    chunks = b"".join(b"%x%s\r\n%s\r\n" % (len(piece), extension, piece) for piece in pieces)
    return chunks + b"0\r\n" + trailers + b"\r\n"


def fed(body: ChunkedBody | FixedLengthBody, data: bytes, cuts: list[int]) -> int:
    """Feed the data in the pieces that the cuts make; how many bytes were taken."""
    taken = 0
    places = sorted({0, len(data), *(cut % (len(data) + 1) for cut in cuts)})
    for begin, end in pairwise(places):
        if not body.ended:
            taken = begin + body.feed(data[begin:end], 0)
    return taken


@given(
    PIECES, st.sampled_from([b"", b";a=b", b' ; a="x"']), st.sampled_from([b"", b"A: b\r\n"]), st.lists(st.integers(0))
)
def test_chunks_end_where_they_end_however_they_arrive(pieces, extension, trailers, cuts):
    whole = framed(pieces, extension, trailers)
    for strict in (True, False):
        kept: list[bytes] = []
        body = ChunkedBody(kept.append, strict=strict)
        assert fed(body, whole + b"GET / HTTP", cuts) == len(whole)
        assert body.ended
        assert b"".join(kept) == b"".join(pieces)


@given(PIECES, st.integers(0), st.binary(min_size=1, max_size=2), st.lists(st.integers(0), max_size=5))
def test_how_the_bytes_arrive_never_changes_the_verdict(pieces, place, noise, cuts):
    data = bytearray(framed(pieces, b";x"))
    data[place % len(data) : place % len(data) + 1] = noise

    def verdict(cuts: list[int]) -> object:
        kept: list[bytes] = []
        body = ChunkedBody(kept.append)
        try:
            return fed(body, bytes(data), cuts), body.ended, b"".join(kept)
        except BadChunkError:
            return "bad"

    assert verdict([]) == verdict(cuts) == verdict(list(range(len(data))))


@pytest.mark.parametrize(
    ("good", "bad"),
    [
        (b"", b"z"),
        (b"", b"\r"),
        (b"5", b"\n"),
        (b"5 ", b"x"),
        (b"5;a", b"\n"),
        (b"5;a\r", b"x"),
        (b"5\r\nhello", b"\n"),
        (b"5\r\nhello", b"x"),
        (b"5\r\nhello\r", b"x"),
        (b"0\r\n", b"\n"),
        (b"0\r\n", b" "),
        (b"0\r\nA", b" "),
        (b"0\r\nA: b", b"\n"),
    ],
)
def test_not_one_byte_is_taken_that_no_good_body_could_have(good, bad):
    body = ChunkedBody()
    for byte in good:
        assert body.feed(bytes([byte]), 0) == 1
    with pytest.raises(BadChunkError):
        body.feed(bad, 0)


@pytest.mark.parametrize(
    "data",
    [
        b"5\nhello\r\n0\r\n\r\n",
        b"5\r\nhello\n0\r\n\r\n",
        b"5\r\nhelloX\r\n0\r\n\r\n",
        b"5\r\nhell\r\n0\r\n\r\n",
        b"0x5\r\nhello\r\n0\r\n\r\n",
        b"+5\r\nhello\r\n0\r\n\r\n",
        b"-0\r\n\r\n",
        b"5 \r\nhello\r\n0\r\n\r\n",
        b" 5\r\nhello\r\n0\r\n\r\n",
        b"\r\n5\r\nhello\r\n0\r\n\r\n",
        b"5;a\rb\r\nhello\r\n0\r\n\r\n",
        b"5;a\x00\r\nhello\r\n0\r\n\r\n",
        b"fffffffffffff\r\n",
        b"0\r\nno colon\r\n\r\n",
        b"0\r\n A: folded\r\n\r\n",
        b"0\r\n\nGET / HTTP/1.1",
        b"5;" + b"x" * 5000,
        b"0\r\n" + b"A: b\r\n" * 200,
    ],
)
def test_framing_that_servers_read_differently_is_refused(data):
    with pytest.raises(BadChunkError):
        ChunkedBody().feed(data, 0)


def test_answers_may_be_a_little_wrong():
    kept: list[bytes] = []
    body = ChunkedBody(kept.append, strict=False)
    body.feed(b"5 \nhello\n0\nno colon\n\n", 0)
    assert (body.ended, kept) == (True, [b"hello"])


@given(st.binary(max_size=60), st.binary(max_size=9), st.lists(st.integers(0)))
def test_a_length_is_a_length(content, after, cuts):
    kept: list[bytes] = []
    body = FixedLengthBody(len(content), kept.append)
    assert body.ended is (not content)
    assert fed(body, content + after, cuts) == len(content) or not content
    assert body.ended
    assert b"".join(kept) == content


def test_some_bodies_end_with_the_connection():
    body = UntilClosedBody()
    assert body.feed(b"abc", 1) == 3
    assert not body.ended
