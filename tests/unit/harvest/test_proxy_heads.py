from __future__ import annotations

import pytest

from querious.harvest.proxy_heads import AnswerHead, RefusedError, is_hopeless, read_answer, read_request

pytestmark = pytest.mark.any_graphql_core

HOST = b"up.test:8000"


def head(*lines: bytes, first: bytes = b"POST /graphql?a=1&b HTTP/1.1") -> bytes:
    return b"\r\n".join([first, *lines, b"", b""])


def passed(*lines: bytes, first: bytes = b"POST /graphql?a=1&b HTTP/1.1", host: bytes = HOST) -> bytes:
    return read_request(head(*lines, first=first), host).passed_on


def test_what_a_proxy_must_know_is_read():
    given = head(b"HOST:p", b"Content-type: application/json ; x=y", b"content-length:  12 ", b"Content-Encoding: GZip")
    read = read_request(given, HOST)
    assert (read.method, read.path, read.query) == ("POST", "/graphql", "a=1&b")
    assert (read.content_type, read.content_encoding) == ("application/json ; x=y", "gzip")
    assert (read.length, read.chunked, read.upgrade) == (12, False, False)


def test_only_the_host_is_changed():
    assert passed(b"A:  b ", b"hOsT: p", b"Cookie: s=1") == head(b"A:  b ", b"hOsT: up.test:8000", b"Cookie: s=1")


def test_a_host_can_be_kept():
    assert passed(b"Host: p", host=b"") == head(b"Host: p")


def test_a_host_in_another_value_is_not_touched():
    assert passed(b"X: \thost: p", b"Host: p").startswith(b"POST /graphql?a=1&b HTTP/1.1\r\nX: \thost: p\r\nHost: up.")


def test_an_old_request_without_a_host_gets_one():
    first = b"GET / HTTP/1.0"
    assert passed(b"A: b", first=first) == head(b"A: b", b"Host: up.test:8000", first=first)


@pytest.mark.parametrize(
    ("target", "origin"),
    [
        (b"http://p/a?b", b"/a?b"),
        (b"HTTPS://p:1/", b"/"),
        (b"http://p", b"/"),
        (b"http://p?b", b"/?b"),
        (b"*", b"*"),
        (b"/http://p/", b"/http://p/"),
    ],
)
def test_a_target_that_names_a_host_is_passed_without_it(target, origin):
    given = passed(b"Host: p", first=b"GET %s HTTP/1.1" % target)
    assert given.split(b" ")[1] == origin


@pytest.mark.parametrize(
    ("lines", "chunked"),
    [([b"Transfer-Encoding: chunked"], True), ([b"transfer-encoding:\tChunked "], True), ([], False)],
)
def test_chunks_are_announced(lines, chunked):
    assert read_request(head(b"Host: p", *lines), HOST).chunked is chunked


def test_a_wish_for_another_protocol_is_seen():
    assert read_request(head(b"Host: p", b"Upgrade: websocket", b"Connection: keep-alive, Upgrade"), HOST).upgrade
    assert not read_request(head(b"Host: p", b"Upgrade: websocket"), HOST).upgrade


@pytest.mark.parametrize(
    ("given", "status"),
    [
        (head(b"Host: p", b"Content-Length: 3", b"Transfer-Encoding: chunked"), 400),
        (head(b"Host: p", b"Content-Length: 3", b"Content-Length: 4"), 400),
        (head(b"Host: p", b"Content-Length: 3, 3"), 400),
        (head(b"Host: p", b"Content-Length: -3"), 400),
        (head(b"Host: p", b"Content-Length: +3"), 400),
        (head(b"Host: p", b"Content-Length: 0x3"), 400),
        (head(b"Host: p", b"Content-Length: 1_0"), 400),
        (head(b"Host: p", b"Content-Length: \xb2"), 400),
        (head(b"Host: p", b"Content-Length: 9999999999999999"), 400),
        (head(b"Host: p", b"Content-Length:"), 400),
        (head(b"Host: p", b"Transfer-Encoding: gzip, chunked"), 501),
        (head(b"Host: p", b"Transfer-Encoding: \x0bchunked"), 501),
        (head(b"Host: p", b"Transfer-Encoding: chunked", b"Transfer-Encoding: identity"), 400),
        (head(b"Host: p", b"Transfer-Encoding: chunked", first=b"POST / HTTP/1.0"), 400),
        (head(b"Host: p", b"Host: p"), 400),
        (head(), 400),
        (head(b"Host: p", b" folded"), 400),
        (head(b"Host: p", b"no colon"), 400),
        (head(b"Host: p", b"Name : value"), 400),
        (head(b"Host: p", b": value"), 400),
        (head(b"Host: p", b"A: b\x00"), 400),
        (head(b"Host: p", b"A: b\rContent-Length: 3"), 400),
        (head(b"Host: p", b"A: b\nContent-Length: 3"), 400),
        (head(b"Host: p", first=b"GET  / HTTP/1.1"), 400),
        (head(b"Host: p", first=b"GET / HTTP/1.1 "), 400),
        (head(b"Host: p", first=b"GET /a b HTTP/1.1"), 400),
        (head(b"Host: p", first=b"GET / http/1.1"), 400),
        (head(b"Host: p", first=b"GET /"), 400),
        (head(b"Host: p", first=b"GET / HTTP/2.0"), 505),
        (head(b"Host: p", first=b"CONNECT a:1 HTTP/1.1"), 405),
    ],
)
def test_what_can_be_read_in_two_ways_is_refused(given, status):
    with pytest.raises(RefusedError) as refused:
        read_request(given, HOST)
    assert refused.value.status == status
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("beginning", "hopeless"),
    [
        (b"GET / HTTP/1.1\r\nHost: p\r", False),
        (b"GET / HT", False),
        (b"GET / HTTP/1.1\nHost: p", True),
        (b"GET / HTTP/1.1\rHost: p", True),
    ],
)
def test_a_head_whose_lines_end_wrongly_is_not_waited_for(beginning, hopeless):
    assert is_hopeless(beginning) is hopeless


@pytest.mark.parametrize(
    ("given", "read"),
    [
        (b"HTTP/1.1 200 OK\r\nContent-Length: 12\r\n\r\n", AnswerHead(200, 12, chunked=False)),
        (b"HTTP/1.0 500\ncontent-length:12\n\n", AnswerHead(500, 12, chunked=False)),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 5, 5\r\n\r\n", AnswerHead(200, 5, chunked=False)),
        (b"HTTP/1.1 200 OK\r\n\r\n", AnswerHead(200, None, chunked=False)),
        (
            b"HTTP/1.1 200 \r\nTransfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n",
            AnswerHead(200, None, chunked=True),
        ),
        (b"HTTP/1.1 200 \r\nTransfer-Encoding: gzip, Chunked\r\n\r\n", AnswerHead(200, None, chunked=True)),
        (b"HTTP/1.1 200 \r\nTransfer-Encoding: gzip\r\n\r\n", AnswerHead(200, None, chunked=False)),
        (b"HTTP/1.1 200 \r\nContent-Encoding: gzip\r\n\r\n", AnswerHead(200, None, False, "gzip")),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\n", None),
        (b"HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\n", None),
        (b"SSH-2.0-OpenSSH\r\n\r\n", None),
        (b"HTTP/1.1 2000 OK\r\n\r\n", None),
    ],
)
def test_answers_are_read_leniently(given, read):
    assert read_answer(given) == read
