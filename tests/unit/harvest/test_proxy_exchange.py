from __future__ import annotations

import pytest

from querious.harvest.named_headers import NamedHeaders
from querious.harvest.notes import ANSWER
from querious.harvest.proxy_exchange import ProxyExchange
from querious.harvest.proxy_heads import read_request

pytestmark = pytest.mark.any_graphql_core

HEAD = read_request(b"POST /graphql?a HTTP/1.1\r\nHost: p\r\nAuthorization: Bearer secret\r\n\r\n", b"")


def test_what_nobody_wants_is_not_told():
    assert ProxyExchange(HEAD).over(answered=True) is None
    assert ProxyExchange(None, 5).over(answered=True) is None


def test_a_body_is_kept_as_far_as_there_is_room():
    exchange = ProxyExchange(HEAD, 5)
    exchange.keep(b"abc")
    assert exchange.whole
    exchange.keep(b"defg")
    exchange.keep(b"h")
    seen = exchange.over(answered=True)
    assert seen is not None
    assert (seen.body, seen.whole, seen.answered) == (b"abcde", False, True)


def test_a_body_that_just_fits_is_whole():
    exchange = ProxyExchange(HEAD, 5)
    exchange.keep(b"abcde")
    assert exchange.whole


def test_a_large_answer_is_not_kept():
    exchange = ProxyExchange(HEAD, 5)
    exchange.keep_answer(b"x" * ANSWER)
    small = exchange.over(answered=True)
    exchange.keep_answer(b"x")
    exchange.keep_answer(b"x")
    large = exchange.over(answered=True)
    assert small is not None
    assert large is not None
    assert (len(small.answer), large.answer) == (ANSWER, b"")


def test_no_header_is_told_but_how_to_read_the_body():
    seen = ProxyExchange(HEAD, 5).over(answered=False)
    assert "secret" not in repr(seen)


def test_headers_that_a_description_names_are_told():
    seen = ProxyExchange(HEAD, 5).over(answered=True, named=NamedHeaders(frozenset(["host"])))
    assert (seen.headers.keys(), "secret" in repr(seen)) == ({"host"}, False)


def test_a_refusal_is_one_line_and_the_first_one_counts():
    exchange = ProxyExchange(HEAD, 5)
    exchange.refuse(502, "gone")
    exchange.refuse(400, "bad")
    head, _, body = exchange.refusal.partition(b"\r\n\r\n")
    assert body == b"querious proxy: gone\n"
    assert head.startswith(b"HTTP/1.1 502 Bad Gateway\r\n")
    assert b"Content-Length: %d\r\n" % len(body) in head
    assert exchange.status == 502
