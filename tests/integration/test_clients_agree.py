"""Both HTTP clients say the same of answers as odd as they come, and send the same for requests as odd as they come."""

from __future__ import annotations

import asyncio
import gzip
import zlib
from typing import TYPE_CHECKING, Any

import pytest

from querious.execute import Credentials
from querious.execute.aiohttp_client import AiohttpClient
from querious.execute.http import HttpClient
from querious.model import Exchange, Failure, Request, Settings, rest_case

if TYPE_CHECKING:
    from collections.abc import Coroutine

OK = b"HTTP/1.1 200 OK\r\n"
LENGTH = b"Content-Length: 2\r\n"
ANSWERS = {
    "plain": OK + LENGTH + b"\r\n{}",
    "no reason": b"HTTP/1.1 200\r\n" + LENGTH + b"\r\n{}",
    "HTTP/1.0": b"HTTP/1.0 200 OK\r\n\r\n{}",
    "until the end of the connection": OK + b"\r\n{}",
    "in chunks": OK + b"Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n1\r\n}\r\n0\r\n\r\n",
    "in chunks with a trailer": OK + b"Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\nX-Sum: 1\r\n\r\n",
    "after a hint": b"HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n" + OK + LENGTH + b"\r\n{}",
    "after a continue": b"HTTP/1.1 100 Continue\r\n\r\n" + OK + LENGTH + b"\r\n{}",
    "no content": b"HTTP/1.1 204 No Content\r\n\r\n",
    "not modified": b'HTTP/1.1 304 Not Modified\r\nETag: "a"\r\n\r\n',
    "unknown status": b"HTTP/1.1 799 Odd\r\n" + LENGTH + b"\r\n{}",
    "redirect": b"HTTP/1.1 302 Found\r\nLocation: /other\r\nContent-Length: 0\r\n\r\n",
    "redirect without a place": b"HTTP/1.1 302 Found\r\nContent-Length: 0\r\n\r\n",
    "authentication": b'HTTP/1.1 401 Who\r\nWWW-Authenticate: Digest realm="a", nonce="b"\r\n' + LENGTH + b"\r\n{}",
    "repeated headers": OK + LENGTH + b"Vary: a\r\nvary: b\r\nSet-Cookie: a=1\r\nSet-Cookie: b=2; Path=/\r\n\r\n{}",
    "an empty header": OK + LENGTH + b"X-Empty:\r\n\r\n{}",
    "spaces around a value": OK + LENGTH + b"X-Wide: \t a \t \r\n\r\n{}",
    "Latin-1 in a value": OK + LENGTH + b"X-Name: caf\xe9\r\n\r\n{}",
    "UTF-8 in a value": OK + LENGTH + b"X-Name: caf\xc3\xa9\r\n\r\n{}",
    "a tab in a value": OK + LENGTH + b"X-Name: a\tb\r\n\r\n{}",
    "a long header": OK + LENGTH + b"X-Long: " + b"a" * 50_000 + b"\r\n\r\n{}",
    "100 headers": OK + LENGTH + b"".join(b"X-%d: 1\r\n" % number for number in range(99)) + b"\r\n{}",
    "gzip": OK + b"Content-Encoding: gzip\r\n\r\n" + gzip.compress(b'{"a": 1}'),
    "deflate": OK + b"Content-Encoding: deflate\r\n\r\n" + zlib.compress(b'{"a": 1}'),
    "identity": OK + b"Content-Encoding: identity\r\n" + LENGTH + b"\r\n{}",
    "an unknown encoding": OK + b"Content-Encoding: rot13\r\n" + LENGTH + b"\r\n{}",
    "not gzip at all": OK + b"Content-Encoding: gzip\r\n" + LENGTH + b"\r\n{}",
    "gzip of nothing": OK + b"Content-Encoding: gzip\r\nContent-Length: 0\r\n\r\n",
    "a byte order mark": OK + b"Content-Length: 5\r\n\r\n\xef\xbb\xbf{}",
    "nothing": b"",
    "half a status": b"HTTP/1.1 2",
    "half a header": OK + b"Content-Le",
    "another protocol": b"SSH-2.0-OpenSSH_9.6\r\n\r\n",
    "too short": OK + b"Content-Length: 10\r\n\r\n{}",
    "half a chunk": OK + b"Transfer-Encoding: chunked\r\n\r\n5\r\n{}",
    "no last chunk": OK + b"Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n",
    "a length that is none": OK + b"Content-Length: two\r\n\r\n{}",
    "a negative length": OK + b"Content-Length: -1\r\n\r\n{}",
    "two lengths": OK + LENGTH + b"Content-Length: 3\r\n\r\n{}",
    "a status that is none": b"HTTP/1.1 abc OK\r\n" + LENGTH + b"\r\n{}",
    "no colon": OK + LENGTH + b"X-Name\r\n\r\n{}",
    "a space in a name": OK + LENGTH + b"X Name: 1\r\n\r\n{}",
    "nul in a value": OK + LENGTH + b"X-Name: a\0b\r\n\r\n{}",
    "too large": OK + b"Content-Length: 5000\r\n\r\n" + b"1" * 5000,
    "too large in chunks": OK + b"Transfer-Encoding: chunked\r\n\r\n1388\r\n" + b"1" * 5000 + b"\r\n0\r\n\r\n",
    "too large when decoded": OK + b"Content-Encoding: gzip\r\n\r\n" + gzip.compress(b"1" * 5000),
}
GET = Request("GET", "/a")
REQUESTS = {
    "an unusual method": Request("PROPFIND", "/a"),
    "options": Request("OPTIONS", "/a"),
    "trace": Request("TRACE", "/a"),
    "query": Request("QUERY", "/a", {"a": 1}, has_body=True),
    "a body with GET": Request("GET", "/a", {"a": 1}, has_body=True),
    "a body with DELETE": Request("DELETE", "/a", [], has_body=True),
    "null as a body": Request("PUT", "/a", None, has_body=True),
    "POST without a body": Request("POST", "/a"),
    "an encoded slash": Request("GET", "/a%2Fb/%2fc"),
    "empty segments": Request("GET", "//a///b/"),
    "dots": Request("GET", "/a/../b/./%2e%2e/c/..."),
    "marks in a segment": Request("GET", "/a;b=1/c,d/e@f:g/!$&'()*+=~"),
    "what is to be encoded": Request("GET", '/a b"<>`{}é/\\?q=a b"<>\'`{}é'),
    "percent signs": Request("GET", "/%/%zz/%41?%/%zz"),
    "an empty value": Request("GET", "/a?b=&c&&d=="),
    "brackets": Request("GET", "/a[0]?filter[name]=x|y^z"),
    "a query like a path": Request("GET", "/a?next=/../b//c"),
    "a header that is not ASCII": Request("GET", "/a", headers={"X-Name": "é€"}),
    "an empty header": Request("GET", "/a", headers={"X-Empty": ""}),
    "quotes in a header": Request("GET", "/a", headers={"X-Quoted": '"a", b;c="d\\""'}),
    "a cookie": Request("GET", "/a", headers={"Cookie": 'a=1; b="2 3"; c'}),
    "a type of its own": Request(
        "POST", "/a", "x", has_body=True, headers={"Content-Type": "application/merge-patch+json"}
    ),
}
UNSENDABLE = {
    "a line break in a header": Request("GET", "/a", headers={"X-Name": "a\r\nb: c"}),
    "a control character in a header": Request("GET", "/a", headers={"X-Name": "a\x07"}),
    "delete in a header": Request("GET", "/a", headers={"X-Name": "\x7f"}),
    "a space in the name of a header": Request("GET", "/a", headers={"X Name": "a"}),
    "a method that is none": Request("GE T", "/a"),
    "a URL without an end": Request("GET", f"/{'a' * 70_000}"),
}
OURS = ("accept-encoding", "user-agent", "host", "connection")
"""Headers of the clients themselves."""


async def exchanged(kind: type, answer: bytes, request: Request) -> tuple[Exchange, list[bytes]]:
    """What one client makes of one answer, and what it sent."""
    seen: list[bytes] = []

    async def served(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            head = await reader.readuntil(b"\r\n\r\n")
            length = next((line for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:")), b":0")
            seen.append(head + await reader.readexactly(int(length.partition(b":")[2])))
            writer.write(answer)
            await writer.drain()
        except (OSError, asyncio.IncompleteReadError):
            pass
        writer.close()

    async with await asyncio.start_server(served, "127.0.0.1", 0) as server:
        url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        client = kind(url, Settings(timeout=20, max_answer=4000), Credentials({}))
        try:
            return await client.send(rest_case(request)), seen
        finally:
            await client.close()


def run(scenario: Coroutine[Any, Any, Any]) -> Any:
    return asyncio.run(asyncio.wait_for(scenario, 120))


def told(exchange: Exchange) -> tuple[Any, ...]:
    """All that anybody decides by."""
    return exchange.failure, exchange.status, exchange.headers, exchange.body, exchange.payload, exchange.is_json


@pytest.mark.parametrize("name", ANSWERS)
def test_both_say_the_same_of_an_answer(name: str):
    ours, _ = run(exchanged(HttpClient, ANSWERS[name], GET))
    theirs, _ = run(exchanged(AiohttpClient, ANSWERS[name], GET))
    assert told(theirs) == told(ours)
    assert bool(theirs.detail) == bool(ours.detail)


def test_where_they_differ_aiohttp_is_the_stricter_one_and_decodes_whatever_the_case():
    twice = OK + LENGTH + LENGTH + b"\r\n{}"
    assert run(exchanged(HttpClient, twice, GET))[0].failure is None
    assert run(exchanged(AiohttpClient, twice, GET))[0].failure is Failure.LOST
    capitals = OK + b"Content-Encoding: GZIP\r\n\r\n" + gzip.compress(b'{"a": 1}')
    assert run(exchanged(HttpClient, capitals, GET))[0].is_json is False
    assert run(exchanged(AiohttpClient, capitals, GET))[0].payload == {"a": 1}
    no_chunk = OK + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n"
    ours, theirs = (run(exchanged(kind, no_chunk, GET))[0] for kind in (HttpClient, AiohttpClient))
    assert (ours.failure, ours.status, theirs.failure, theirs.status) == (Failure.LOST, 200, Failure.LOST, 0)


def written(seen: list[bytes]) -> tuple[bytes, dict[str, str], bytes]:
    """The first line, the headers and the body of what was sent once."""
    (one,) = seen
    head, _, body = one.partition(b"\r\n\r\n")
    first, *lines = head.split(b"\r\n")
    pairs = (line.decode("latin-1").partition(": ") for line in lines)
    return first, {name.lower(): value for name, _, value in pairs if name.lower() not in OURS}, body


@pytest.mark.parametrize("name", REQUESTS)
def test_both_send_the_same(name: str):
    _, ours = run(exchanged(HttpClient, ANSWERS["plain"], REQUESTS[name]))
    _, theirs = run(exchanged(AiohttpClient, ANSWERS["plain"], REQUESTS[name]))
    assert written(theirs) == written(ours)


@pytest.mark.parametrize("name", UNSENDABLE)
@pytest.mark.parametrize("kind", [HttpClient, AiohttpClient])
def test_neither_sends_what_http_does_not_allow(kind: type, name: str):
    exchange, seen = run(exchanged(kind, ANSWERS["plain"], UNSENDABLE[name]))
    assert (exchange.failure, exchange.status, seen) == (Failure.UNSENDABLE, 0, [])
