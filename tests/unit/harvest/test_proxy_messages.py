from __future__ import annotations

from itertools import pairwise

import h11
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from querious.harvest.proxy_heads import AnswerHead, RefusedError, RequestHead
from querious.harvest.proxy_messages import LONGEST_HEAD, Mark, RequestParser, ResponseParser

pytestmark = pytest.mark.any_graphql_core

HOST = b"up.test"


def cut(data: bytes, cuts: list[int]) -> list[bytes]:
    places = sorted({0, len(data), *(each % (len(data) + 1) for each in cuts)})
    return [data[begin:end] for begin, end in pairwise(places)]


class Reading:
    """All that comes out of a reader of requests."""

    def __init__(self, *pieces: bytes) -> None:
        self.heads: list[RequestHead] = []
        self.bodies: list[list[bytes]] = []
        self.passed = b""
        self.refused: RefusedError | None = None
        self.requests = RequestParser(HOST)
        try:
            for piece in pieces:
                self.requests.receive(piece)
                while (part := self.requests.next(self._begin)) is not None:
                    self.passed += part if isinstance(part, bytes) else part.passed_on
        except RefusedError as error:
            self.refused = error

    def _begin(self, head: RequestHead):
        self.heads.append(head)
        self.bodies.append([])
        return self.bodies[-1].append

    @property
    def told(self) -> list[tuple[str, bytes]]:
        return [(head.method, b"".join(body)) for head, body in zip(self.heads, self.bodies, strict=True)]


def request(method: bytes, body: bytes, *, chunks: bool) -> bytes:
    lines = [b"%s /graphql HTTP/1.1" % method, b"Host: up.test"]
    if chunks:
        framed = b"%x\r\n%s\r\n0\r\n\r\n" % (len(body), body) if body else b"0\r\n\r\n"
        return b"\r\n".join([*lines, b"Transfer-Encoding: chunked", b"", framed])
    return b"\r\n".join([*lines, b"Content-Length: %d" % len(body), b"", body])


REQUESTS = st.lists(
    st.tuples(st.sampled_from([b"GET", b"POST", b"PUT"]), st.binary(max_size=40), st.booleans()), max_size=4
)


@given(REQUESTS, st.lists(st.integers(0)))
def test_requests_in_a_row_are_told_apart_however_they_arrive(asked, cuts):
    data = b"".join(request(method, body, chunks=chunks) for method, body, chunks in asked)
    reading = Reading(*cut(data, cuts))
    assert reading.refused is None
    assert reading.passed == data
    assert reading.told == [(method.decode(), body) for method, body, _ in asked]
    assert reading.requests.between


def test_empty_lines_before_a_request_are_left_out():
    data = request(b"GET", b"", chunks=False)
    assert Reading(b"\r\n\r\n" + data).passed == data


def test_a_head_that_is_too_long_is_refused():
    endless = b"GET / HTTP/1.1\r\nHost: p\r\nA: " + b"x" * LONGEST_HEAD
    for pieces in ([endless], [endless[:100], endless[100:]], [endless + b"\r\n\r\n"]):
        refused = Reading(*pieces).refused
        assert refused is not None
        assert refused.status == 431


def test_a_fault_in_a_chunk_is_refused_and_nothing_of_it_passed():
    head = b"POST / HTTP/1.1\r\nHost: up.test\r\nTransfer-Encoding: chunked\r\n\r\n"
    reading = Reading(head + b"3\r\nabc\r\n", b"zz\r\n")
    assert reading.refused is not None
    assert reading.refused.status == 400
    assert reading.passed == head + b"3\r\nabc\r\n"
    assert reading.requests.in_body


def test_the_rest_can_be_taken_as_it_is():
    reading = RequestParser(HOST)
    reading.receive(request(b"GET", b"", chunks=False) + b"\x00rest")
    reading.next(lambda _: None)
    assert reading.head_begun
    assert reading.everything() == b"\x00rest"
    assert reading.between


LINES = st.sampled_from(
    [
        b"Content-Length: 5", b"content-length:5", b"Content-Length: 0", b"Content-Length: 5, 5", b"Content-Length: +5",
        b"Content-Length : 5", b"Content-Length: 5 ", b"\tContent-Length: 5", b"Content-Length: 05", b"X: y",
        b"Transfer-Encoding: chunked", b"Transfer-Encoding:chunked ", b"Transfer-Encoding: x", b"transfer-encoding: chunked\t",
        b"Transfer-Encoding: chunked, chunked", b"X: a\nContent-Length: 5", b"X: a\rContent-Length: 5", b"Expect: 100-continue",
        b"Transfer-Encoding: identity", b"Transfer_Encoding: chunked", b"Connection: close", b"X:",
    ]
)  # fmt: skip
BODIES = st.sampled_from(
    [
        b"", b"hello", b"5\r\nhello\r\n0\r\n\r\n", b"5;a=b\r\nhello\r\n0\r\n\r\n", b"0\r\n\r\n", b"5\nhello\n0\n\n",
        b"05\r\nhello\r\n0\r\nA: b\r\n\r\n", b"5\r\nhelloo\r\n0\r\n\r\n", b"0\r\n\r\nGET /x HTTP/1.1\r\nHost: p\r\n\r\n",
        b"GET /smuggled HTTP/1.1\r\nHost: p\r\n\r\n", b"5 \r\nhello\r\n0\r\n\r\n",
    ]
)  # fmt: skip


LIKELY = st.sampled_from(
    [
        ([b"Content-Length: 5"], b"hello"),
        ([b"Transfer-Encoding: chunked"], b"5\r\nhello\r\n0\r\n\r\n"),
        ([b"X: y"], b""),
        ([b"transfer-encoding:chunked", b"X: y"], b"0\r\n\r\n"),
    ]
)


@settings(max_examples=200)
@given(st.lists(LIKELY | st.tuples(st.lists(LINES, max_size=2), BODIES), min_size=1, max_size=4))
def test_another_reader_sees_the_same_requests_in_what_is_passed_on(asked):
    data = b"".join(
        b"\r\n".join([b"POST /%d HTTP/1.1" % number, b"Host: p", *lines, b"", body])
        for number, (lines, body) in enumerate(asked)
    )
    reading = Reading(data)
    read = _read_by_h11(reading.passed)
    if reading.refused is None and not reading.requests.head_begun:
        assert read == reading.told
    else:
        assert read[:-1] == reading.told[: len(read) - 1 if read else 0]


def _read_by_h11(data: bytes) -> list[tuple[str, bytes]]:
    told: list[tuple[str, bytes]] = []
    other = h11.Connection(h11.SERVER)
    other.receive_data(data)
    while True:
        event = other.next_event()
        if isinstance(event, h11.Request):
            told.append((event.method.decode(), b""))
        elif isinstance(event, h11.Data):
            told[-1] = (told[-1][0], told[-1][1] + bytes(event.data))
        elif isinstance(event, h11.EndOfMessage):
            rest = other.trailing_data[0]
            other = h11.Connection(h11.SERVER)  # whatever it thinks of keeping alive
            other.receive_data(rest)
        else:
            return told


ANSWERS = st.lists(
    st.sampled_from(
        [
            ("POST", b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello", [200], b"hello"),
            ("POST", b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 500 Oh\r\nContent-Length: 0\r\n\r\n", [100, 500], b""),
            ("HEAD", b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n", [200], b""),
            ("GET", b"HTTP/1.1 204 No Content\r\n\r\n", [204], b""),
            ("GET", b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\n\r\n", [200], b"hi"),
            ("GET", b"HTTP/1.1 304 Same\r\nTransfer-Encoding: chunked\r\n\r\n", [304], b""),
        ]
    ),
    max_size=5,
)


@given(ANSWERS, st.lists(st.integers(0)))
def test_answers_are_followed_however_they_arrive(given_answers, cuts):
    answers = ResponseParser()
    statuses: list[int] = []
    kept: list[bytes] = []
    waiting = list(given_answers)
    for piece in cut(b"".join(each[1] for each in given_answers), cuts):
        answers.receive(piece)
        while answers.begun:
            told = answers.next(waiting[0][0], kept.append)
            if isinstance(told, AnswerHead):
                statuses.append(told.status)
            elif told is Mark.ENDED:
                waiting.pop(0)
            else:
                assert told is None
                break
    assert not waiting
    assert statuses == [status for each in given_answers for status in each[2]]
    assert b"".join(kept) == b"".join(each[3] for each in given_answers)


@pytest.mark.parametrize(
    ("data", "mark"),
    [
        (b"HTTP/1.1 101 Switching Protocols\r\n\r\n", Mark.SWITCHED),
        (b"hello\r\n\r\n", Mark.LOST),
        (b"x" * (5 * LONGEST_HEAD), Mark.LOST),
    ],
)
def test_what_is_no_answer_is_told(data, mark):
    answers = ResponseParser()
    answers.receive(data)
    assert answers.next("GET") is mark


def test_an_answer_to_nothing_is_lost():
    answers = ResponseParser()
    answers.receive(b"HTTP/1.1 408 Late\r\n\r\n")
    assert answers.next("") is Mark.LOST


def test_an_answer_without_a_length_ends_with_the_connection():
    answers = ResponseParser()
    answers.receive(b"HTTP/1.1 200 OK\r\n\r\nabc")
    assert isinstance(answers.next("GET"), AnswerHead)
    assert answers.next("GET") is None
    assert answers.ends_with_connection
