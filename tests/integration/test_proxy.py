"""The proxy between real sockets: whatever the upstream does, the client sees, and the other way round."""

from __future__ import annotations

import asyncio
import contextlib
import random
import resource
import shutil
import signal
import socket
import ssl
import struct
import subprocess
import sys
import threading
import time
from typing import TYPE_CHECKING, Any

import pytest
import uvloop

from querious.harvest import proxy_connection
from querious.harvest.proxy import Proxy, read_upstream
from querious.store import open_store

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
    from pathlib import Path

    from querious.harvest.proxy_exchange import ProxiedRequest

    Behaviour = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]

BODY = b'{"query":"query Who{me{name}}","variables":{"a":1}}'
ANSWER = b'{"data":{"me":null}}'
REPLY = b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%s" % (len(ANSWER), ANSWER)


def post(body: bytes = BODY, *more: bytes, path: bytes = b"/graphql") -> bytes:
    lines = [b"POST %s HTTP/1.1" % path, b"Host: proxy.test", b"Content-Type: application/json", *more]
    return b"\r\n".join([*lines, b"Content-Length: %d" % len(body), b"", b""]) + body


def chunked(*pieces: bytes) -> bytes:
    return b"".join(b"%x\r\n%s\r\n" % (len(piece), piece) for piece in (*pieces, b""))


class World:
    """An upstream that does what it is told, the proxy before it, and what the proxy told."""

    def __init__(self, proxy: Proxy, port: int, seen: list[ProxiedRequest]) -> None:
        self.proxy = proxy
        self.port = port
        self.seen = seen

    async def client(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection("127.0.0.1", self.port)

    async def ask(self, *requests: bytes, end: bool = False) -> bytes:
        """Send, then read until the proxy closes."""
        reader, writer = await self.client()
        for request in requests:
            writer.write(request)
        if end:
            writer.write_eof()
        try:
            return await reader.read()
        finally:
            writer.close()

    async def told(self, count: int = 1) -> list[ProxiedRequest]:
        while len(self.seen) < count:  # noqa: ASYNC110 - a list has no event
            await asyncio.sleep(0.005)
        return self.seen


@contextlib.asynccontextmanager
async def world(behaviour: Behaviour, tls: ssl.SSLContext | None = None, **how: Any) -> AsyncIterator[World]:
    tasks: set[asyncio.Task[None]] = set()

    async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        tasks.add(task)
        with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
            await behaviour(reader, writer)
        writer.close()

    server = await asyncio.start_server(connected, "127.0.0.1", 0, ssl=tls)
    port = server.sockets[0].getsockname()[1]
    seen: list[ProxiedRequest] = []
    verified = how.pop("verified", True)
    url = how.pop("url", f"http{'s' if tls else ''}://localhost:{port}")
    proxy = Proxy(read_upstream(url, verified=verified), how.pop("tell", seen.append), **how)
    try:
        async with proxy.serving("127.0.0.1", 0) as listening:
            yield World(proxy, listening, seen)
    finally:
        server.close()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


LOOPS = {"asyncio": None, "uvloop": uvloop.new_event_loop}


@pytest.fixture(params=LOOPS)
def run(request, monkeypatch):
    """Runs a scenario, on both event loops; what waits on purpose waits shortly here."""
    monkeypatch.setattr(proxy_connection, "_LINGER_SECONDS", 1.0)
    monkeypatch.setattr("querious.harvest.proxy._GRACE_SECONDS", 3.0)

    def run_it(scenario: Any) -> Any:
        troubles: list[dict[str, Any]] = []
        with asyncio.Runner(loop_factory=LOOPS[request.param]) as runner:
            runner.get_loop().set_exception_handler(lambda _, trouble: troubles.append(trouble))
            given = runner.run(asyncio.wait_for(scenario, 20))
        assert not troubles
        return given

    return run_it


async def take(reader: asyncio.StreamReader) -> tuple[bytes, bytes]:
    """One request with a length, as head and body."""
    head = await reader.readuntil(b"\r\n\r\n")
    length = [line.partition(b":")[2] for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:")]
    return head, await reader.readexactly(int(length[0]) if length else 0)


def replying(*replies: bytes, got: list[tuple[bytes, bytes]] | None = None) -> Behaviour:
    """The replies one after another, then close."""

    async def behave(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        for reply in replies:
            request = await take(reader)
            if got is not None:
                got.append(request)
            writer.write(reply)
            await writer.drain()

    return behave


def test_a_request_and_its_answer_pass_and_are_told(run):
    got: list[tuple[bytes, bytes]] = []

    async def scenario() -> None:
        async with world(replying(REPLY, got=got)) as there:
            assert await there.ask(post(BODY, b"X-Odd:  kept   ", b"authorization: Bearer abc")) == REPLY
            (seen,) = await there.told()
        head, body = got[0]
        assert head.split(b"\r\n")[:5] == [
            b"POST /graphql HTTP/1.1",
            b"Host: localhost:%d" % there.proxy.upstream.port,
            b"Content-Type: application/json",
            b"X-Odd:  kept   ",
            b"authorization: Bearer abc",
        ]
        assert body == BODY == seen.body
        assert (seen.method, seen.path, seen.content_type) == ("POST", "/graphql", "application/json")
        assert (seen.status, seen.answered, seen.whole) == (200, True, True)
        assert 0 < seen.seconds < 5
        assert "abc" not in repr(seen)

    run(scenario())


def test_the_host_can_be_left_as_the_client_sent_it(run):
    got: list[tuple[bytes, bytes]] = []

    async def scenario() -> None:
        async with world(replying(REPLY, got=got), keep_host=True) as there:
            await there.ask(post())
        assert b"Host: proxy.test\r\n" in got[0][0]

    run(scenario())


def test_connections_are_kept_alive_on_both_sides(run):
    connections = 0

    async def behave(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal connections
        connections += 1
        while True:
            await take(reader)
            writer.write(REPLY)

    async def scenario() -> None:
        async with world(behave) as there:
            reader, writer = await there.client()
            for _ in range(5):
                writer.write(post())
                assert await reader.readexactly(len(REPLY)) == REPLY
            assert len(await there.told(5)) == 5
            writer.close()

    run(scenario())
    assert connections == 1


def test_requests_in_a_row_are_answered_in_their_order(run):
    async def behave(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while True:
            _, body = await take(reader)
            writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%s" % (len(body), body))

    async def scenario() -> None:
        async with world(behave) as there:
            reader, writer = await there.client()
            bodies = [b'{"query":"{a%d}"}' % number for number in range(100)]
            writer.write(b"".join(map(post, bodies)))
            for body in bodies:
                assert (await take(reader))[1] == body
            assert [seen.body for seen in await there.told(100)] == bodies
            writer.close()

    run(scenario())


def test_pieces_of_any_size_make_the_same_request(run):
    got: list[tuple[bytes, bytes]] = []

    async def scenario() -> None:
        async with world(replying(REPLY, got=got)) as there:
            reader, writer = await there.client()
            for byte in post():
                writer.write(bytes([byte]))
                await asyncio.sleep(0)
            assert await reader.read() == REPLY
            assert (await there.told())[0].body == BODY
        assert got[0][1] == BODY

    run(scenario())


def test_chunks_pass_as_they_are_in_both_directions(run):
    sent = b"POST /graphql HTTP/1.1\r\nHost: p\r\ncontent-type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
    framed = chunked(BODY[:7], BODY[7:20], BODY[20:])
    reply = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + chunked(b'{"data":', b"null}")
    got: list[bytes] = []

    async def behave(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        got.append(await reader.readexactly(len(framed)))
        writer.write(reply)

    async def scenario() -> None:
        async with world(behave) as there:
            assert await there.ask(sent + framed) == reply
            assert (await there.told())[0].body == BODY

    run(scenario())
    assert got == [framed]


def test_a_first_word_that_is_not_final_passes_before_the_body_is_sent(run):
    async def behave(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 100 Continue\r\n\r\n")
        await reader.readexactly(len(BODY))
        writer.write(REPLY)

    async def scenario() -> None:
        async with world(behave) as there:
            reader, writer = await there.client()
            request = post(BODY, b"Expect: 100-continue")
            writer.write(request.removesuffix(BODY))
            assert await reader.readuntil(b"\r\n\r\n") == b"HTTP/1.1 100 Continue\r\n\r\n"
            writer.write(BODY)
            assert await reader.read() == REPLY
            assert (await there.told())[0].status == 200

    run(scenario())


@pytest.mark.parametrize(
    ("request_", "reply"),
    [
        (b"HEAD /graphql HTTP/1.1\r\nHost: p\r\n\r\n", b"HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n"),
        (post(), b"HTTP/1.1 204 No Content\r\n\r\n"),
        (post(), b"HTTP/1.1 304 Not Modified\r\nContent-Length: 12\r\n\r\n"),
    ],
)
def test_answers_without_a_body_end_with_their_head(run, request_, reply):
    async def scenario() -> None:
        async with world(replying(reply, REPLY)) as there:
            reader, writer = await there.client()
            writer.write(request_)
            assert await reader.readexactly(len(reply)) == reply
            writer.write(post(b'{"query":"{second}"}'))
            assert await reader.read() == REPLY
            assert (await there.told(there.proxy.requests - request_.startswith(b"HEAD")))[-1].body.endswith(
                b'second}"}'
            )

    run(scenario())


def test_an_answer_without_a_length_ends_with_the_connection(run):
    reply = b"HTTP/1.0 200 OK\r\n\r\nwhatever there is"

    async def scenario() -> None:
        async with world(replying(reply)) as there:
            assert await there.ask(b"GET /graphql?query={a} HTTP/1.0\r\n\r\n") == reply
            (seen,) = await there.told()
            assert (seen.query, seen.status, seen.answered) == ("query={a}", 200, True)

    run(scenario())


# The upstream in trouble


def test_an_upstream_that_refuses_gives_a_502_of_one_line(run):
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        port = unused.getsockname()[1]

    async def scenario() -> None:
        async with world(replying(REPLY), url=f"http://127.0.0.1:{port}") as there:
            answer = await there.ask(post())
            assert answer.startswith(b"HTTP/1.1 502 Bad Gateway\r\n")
            assert answer.endswith(b"\r\n\r\nquerious proxy: the upstream refused the connection\n")
            assert str(port).encode() not in answer
            (seen,) = await there.told()
            assert (seen.status, seen.body) == (502, BODY)

    run(scenario())


def test_a_name_that_is_not_known_gives_a_502(run):
    async def scenario() -> None:
        async with world(replying(REPLY), url="http://no-such-host.invalid") as there:
            assert b"502 Bad Gateway" in await there.ask(post())

    run(scenario())


def test_a_502_reaches_a_client_that_is_still_sending(run):
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        port = unused.getsockname()[1]

    async def scenario() -> None:
        async with world(replying(REPLY), url=f"http://127.0.0.1:{port}") as there:
            reader, writer = await there.client()
            writer.write(post(b"x" * 3_000_000))
            assert (await reader.read()).startswith(b"HTTP/1.1 502")
            writer.close()

    run(scenario())


def test_an_upstream_that_hangs_up_without_an_answer_is_a_connection_that_closes(run):
    async def scenario() -> None:
        async with world(replying(b"")) as there:
            assert await there.ask(post()) == b""
            (seen,) = await there.told()
            assert (seen.status, seen.answered) == (0, False)

    run(scenario())


def test_half_an_answer_is_half_an_answer(run):
    half = REPLY[: len(REPLY) - 6]

    async def scenario() -> None:
        async with world(replying(half)) as there:
            assert await there.ask(post()) == half
            (seen,) = await there.told()
            assert (seen.status, seen.answered) == (200, False)

    run(scenario())


def test_a_reset_in_mid_answer_is_a_reset(run):
    async def behave(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await take(reader)
        writer.write(REPLY[:50])
        await asyncio.sleep(0.1)
        connected = writer.get_extra_info("socket")
        connected.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        writer.transport.abort()

    async def scenario() -> None:
        async with world(behave) as there:
            reader, writer = await there.client()
            writer.write(post())
            assert await reader.readexactly(50) == REPLY[:50]
            with pytest.raises(ConnectionResetError):
                await reader.read()
            assert not (await there.told())[0].answered
            writer.close()

    run(scenario())


def test_a_slow_upstream_is_slow_and_not_given_up(run):
    async def behave(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await take(reader)
        for at in range(0, len(REPLY), 20):
            await asyncio.sleep(0.1)
            writer.write(REPLY[at : at + 20])

    async def scenario() -> None:
        async with world(behave) as there:
            reader, writer = await there.client()
            writer.write(post())
            assert await reader.readexactly(20) == REPLY[:20]
            assert not there.seen
            assert await reader.read() == REPLY[20:]
            assert (await there.told())[0].seconds > 0.2
            writer.close()

    run(scenario())


def test_an_answer_that_is_no_http_passes_all_the_same(run):
    async def scenario() -> None:
        async with world(replying(b"220 mail.example ESMTP\r\n\r\nhm")) as there:
            assert await there.ask(post()) == b"220 mail.example ESMTP\r\n\r\nhm"
            assert not (await there.told())[0].answered

    run(scenario())


def test_an_answer_nobody_asked_for_passes_too(run):
    async def behave(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await take(reader)
        writer.write(REPLY + b"HTTP/1.1 408 Request Timeout\r\nContent-Length: 0\r\n\r\n")

    async def scenario() -> None:
        async with world(behave) as there:
            assert (await there.ask(post())).endswith(b"Content-Length: 0\r\n\r\n")
            assert [seen.status for seen in there.seen] == [200]

    run(scenario())


def test_an_early_answer_reaches_a_client_that_is_still_sending(run):
    reply = b"HTTP/1.1 413 Content Too Large\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"

    async def behave(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(reply)
        writer.write_eof()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(0.3):
                while await reader.read(65536):
                    pass

    async def scenario() -> None:
        async with world(behave) as there:
            reader, writer = await there.client()
            writer.write(post(b"x" * 2_000_000))
            assert await reader.read() == reply
            (seen,) = await there.told()
            assert (seen.status, seen.whole) == (413, False)
            writer.close()

    run(scenario())


def drawn(chance: random.Random) -> list[tuple[list[bytes], str]]:
    """What an upstream does with one request after another: the pieces of its answer, and what comes then."""
    steps = []
    while not steps or (steps[-1][1] == "go on" and len(steps) < 3):
        body = chance.randbytes(chance.choice([0, 5, 300, 70_000]))
        head = b"HTTP/1.1 200 OK\r\n"
        whole = chance.choice(
            [
                head + b"Content-Length: %d\r\n\r\n%s" % (len(body), body),
                head + b"Transfer-Encoding: chunked\r\n\r\n" + (chunked(body) if body else chunked()),
                b"HTTP/1.1 204 No Content\r\n\r\n",
                head + b"\r\n" + body,
                b"nonsense" + body,
            ]
        )
        sent = whole if chance.random() < 0.7 else whole[: chance.randint(1, len(whole))]
        size = chance.choice([13, 1_000, 100_000])
        pieces = [sent[at : at + size] for at in range(0, len(sent), size)][:50]
        steps.append((pieces, chance.choice(["go on", "go on", "close", "reset"])))
    return steps


def doing(steps: list[tuple[list[bytes], str]]) -> Behaviour:
    async def behave(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        for pieces, then in steps:
            await take(reader)
            for piece in pieces:
                writer.write(piece)
                await writer.drain()
                await asyncio.sleep(0)
            await asyncio.sleep(0.02)  # a reset may overtake what was sent
            if then == "reset":
                connected = writer.get_extra_info("socket")
                connected.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                writer.transport.abort()
            if then != "go on":
                return

    return behave


async def experienced(port: int, requests: int) -> tuple[bytes, str]:
    """All that a client is sent, and how that ends."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    got = b""
    try:
        writer.write(post() * requests)
        while data := await reader.read(65536):
            got += data
    except ConnectionError:
        return got, "reset"
    finally:
        writer.close()
    return got, "end"


@pytest.mark.parametrize("seed", range(12))
def test_clients_see_the_same_with_and_without_the_proxy(run, seed):
    steps = drawn(random.Random(seed))

    async def scenario() -> None:
        async with world(doing(steps)) as there:
            (bare, end), (got, ended) = [
                await experienced(port, len(steps)) for port in (there.proxy.upstream.port, there.port)
            ]
            assert ended == end
            assert got == bare or (end == "reset" and (bare.startswith(got) or got.startswith(bare)))

    run(scenario())


# The client in trouble


def test_a_client_that_only_stops_sending_still_gets_its_answer(run):
    async def scenario() -> None:
        ended: list[bytes] = []

        async def behave(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await take(reader)
            ended.append(await reader.read())
            writer.write(REPLY)

        async with world(behave) as there:
            assert await there.ask(post(), end=True) == REPLY
            assert ended == [b""]

    run(scenario())


@pytest.mark.parametrize("reset", [False, True])
def test_the_upstream_learns_that_the_client_has_gone(run, reset):
    async def scenario() -> None:
        gone: asyncio.Future[bytes | Exception] = asyncio.get_running_loop().create_future()
        arrived = asyncio.Event()

        async def behave(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await take(reader)
            arrived.set()
            try:
                gone.set_result(await reader.read())
            except ConnectionResetError as error:
                gone.set_result(error)

        async with world(behave) as there:
            _, writer = await there.client()
            writer.write(post())
            await arrived.wait()
            if reset:
                connected = writer.get_extra_info("socket")
                connected.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            writer.close()
            outcome = await gone
            assert isinstance(outcome, ConnectionResetError) if reset else outcome == b""
            assert not (await there.told())[0].answered

    run(scenario())


@pytest.mark.parametrize(
    ("request_", "status"),
    [
        (post(BODY, b"Transfer-Encoding: chunked"), 400),
        (post(BODY, b"Content-Length: 3"), 400),
        (post(BODY, b"Content-Length: %d" % len(BODY)), 400),
        (b"POST / HTTP/1.1\r\nHost: p\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", 400),
        (b"POST / HTTP/1.1\r\nHost: p\r\nTransfer-Encoding: xchunked\r\n\r\n", 501),
        (b"POST / HTTP/1.0\r\nHost: p\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400),
        (b"POST / HTTP/1.1\r\nHost: p\r\nContent-Length: +3\r\n\r\nabc", 400),
        (b"POST / HTTP/1.1\r\nHost: p\r\nContent-Length : 3\r\n\r\nabc", 400),
        (b"POST / HTTP/1.1\r\nHost: p\r\nX: a\r\n Content-Length: 3\r\n\r\nabc", 400),
        (b"GET / HTTP/1.1\r\nHost: p\r\nHost: q\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\n\r\n", 400),
        (b"GET / HTTP/1.1\nHost: p\n\n", 400),
        (b"nonsense\r\n\r\n", 400),
        (b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505),
        (b"CONNECT example.org:443 HTTP/1.1\r\nHost: p\r\n\r\n", 405),
        (b"GET / HTTP/1.1\r\nHost: p\r\nX: " + b"x" * 70_000 + b"\r\n\r\n", 431),
    ],
)
def test_what_servers_could_read_differently_is_refused(run, request_, status):
    async def scenario() -> None:
        got: list[bytes] = []

        async def behave(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            got.append(await reader.read())

        async with world(behave) as there:
            answer = await there.ask(request_)
            assert answer.startswith(b"HTTP/1.1 %d " % status)
            assert answer.count(b"\n", answer.index(b"\r\n\r\n") + 4) == 1
            assert not got or not got[0].endswith(b"zz\r\n")

    run(scenario())


def test_a_refusal_waits_for_the_answers_before_it(run):
    async def behave(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        for _ in range(2):
            await take(reader)
            await asyncio.sleep(0.05)
            writer.write(REPLY)
        await reader.read()

    async def scenario() -> None:
        async with world(behave) as there:
            answer = await there.ask(post() + post() + b"bad\r\n\r\n" + post())
            assert answer.startswith(REPLY + REPLY + b"HTTP/1.1 400 ")
            assert [seen.status for seen in there.seen] == [200, 200]

    run(scenario())


def test_a_fault_after_the_answer_has_begun_ends_the_answer(run):
    async def behave(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(REPLY[:-5])
        await reader.read()

    async def scenario() -> None:
        async with world(behave) as there:
            reader, writer = await there.client()
            writer.write(b"POST / HTTP/1.1\r\nHost: p\r\nTransfer-Encoding: chunked\r\n\r\n")
            assert await reader.readexactly(len(REPLY) - 5) == REPLY[:-5]
            writer.write(b"zz\r\n")
            assert await reader.read() == b""
            writer.close()

    run(scenario())


def test_what_follows_a_refused_request_is_not_piled_up(run):
    async def behave(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await take(reader)
        await asyncio.sleep(0.5)
        writer.write(REPLY)
        await reader.read()

    async def scenario() -> None:
        async with world(behave) as there:
            reader, writer = await there.client()
            writer.write(post() + b"bad\r\n\r\n")
            writer.write(bytes(50_000_000))
            await asyncio.sleep(0.3)
            assert writer.transport.get_write_buffer_size() > 20_000_000
            assert (await reader.read()).startswith(REPLY + b"HTTP/1.1 400 ")
            writer.close()

    run(scenario())


def test_a_head_that_never_ends_is_given_up(run, monkeypatch):
    monkeypatch.setattr(proxy_connection, "_HEAD_SECONDS", 0.4)

    async def scenario() -> None:
        async with world(replying(REPLY)) as there:
            assert (await there.ask(b"GET / HTT")).startswith(b"HTTP/1.1 408 ")
            assert await there.ask() == b""
            reader, writer = await there.client()
            writer.write(post()[:-5])
            await asyncio.sleep(0.6)
            writer.write(post()[-5:])
            assert await reader.read() == REPLY
            writer.close()

    run(scenario())


# Tunnels


def test_a_connection_that_changes_its_protocol_becomes_a_tunnel(run):
    switched = b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n"

    async def behave(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await take(reader)
        await asyncio.sleep(0.02)
        writer.write(switched + b"\x81\x05hello")
        while data := await reader.read(100):
            writer.write(data[::-1])

    async def scenario() -> None:
        async with world(behave) as there:
            reader, writer = await there.client()
            writer.write(b"GET /graphql HTTP/1.1\r\nHost: p\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n")
            writer.write(b"\x00early\r\n\r\n")
            assert await reader.readexactly(len(switched) + 7) == switched + b"\x81\x05hello"
            assert await reader.readexactly(10) == b"\n\r\n\rylrae\x00"
            writer.write(b"\x00POST bad\r\n\r\n")
            assert await reader.readexactly(13) == b"\x00POST bad\r\n\r\n"[::-1]
            writer.write_eof()
            assert await reader.read() == b""
            writer.close()

    run(scenario())


def test_a_refused_change_of_protocol_leaves_http(run):
    async def scenario() -> None:
        async with world(replying(REPLY, REPLY)) as there:
            request = b"GET /graphql HTTP/1.1\r\nHost: p\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n"
            assert await there.ask(request + post()) == REPLY + REPLY
            assert [seen.method for seen in await there.told()] == ["POST"]

    run(scenario())


# Much


def test_huge_bodies_flow_both_ways_in_constant_memory(run):
    size = 60_000_000
    piece = bytes(100_000)

    async def behave(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        left = size
        while left:
            left -= len(await reader.read(65536))
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % size)
        for _ in range(size // len(piece)):
            writer.write(piece)
            await writer.drain()

    async def scenario() -> int:
        async with world(behave) as there:
            reader, writer = await there.client()
            writer.write(post(b"", b"X: y").replace(b"Content-Length: 0", b"Content-Length: %d" % size))
            before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
            for _ in range(size // len(piece)):
                writer.write(piece)
                await writer.drain()
            await reader.readuntil(b"\r\n\r\n")
            await asyncio.sleep(0.2)  # the reader lags: nothing may pile up meanwhile
            left = size
            while left:
                left -= len(await reader.read(65536))
            writer.close()
            (seen,) = await there.told()
            assert (seen.whole, len(seen.body)) == (False, 1_000_000)
            return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before

    assert run(scenario()) < 20_000  # kilobytes


def test_a_client_that_does_not_read_stops_the_upstream_from_sending(run):
    sent = 0

    async def behave(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal sent
        await take(reader)
        writer.write(b"HTTP/1.1 200 OK\r\n\r\n")
        while True:
            writer.write(bytes(65536))
            await writer.drain()
            sent += 65536

    async def scenario() -> None:
        async with world(behave) as there:
            _, writer = await there.client()
            writer.transport.pause_reading()
            writer.write(post())
            await asyncio.sleep(0.5)
            stopped = sent
            await asyncio.sleep(0.2)
            assert 0 < stopped == sent < 30_000_000
            writer.transport.abort()

    run(scenario())


def test_a_client_may_take_its_time_to_read_the_end_of_an_answer(run, monkeypatch):
    monkeypatch.setattr(proxy_connection, "_LINGER_SECONDS", 0.1)
    body = bytes(6_000_000)

    async def scenario() -> None:
        async with world(replying(b"HTTP/1.1 200 OK\r\n\r\n" + body)) as there:
            reader, writer = await there.client()
            writer.transport.pause_reading()
            writer.write(post())
            await asyncio.sleep(0.6)
            writer.transport.resume_reading()
            assert (await reader.read()).endswith(body)
            writer.close()

    run(scenario())


def test_a_client_that_never_reads_the_end_is_given_up(run, monkeypatch):
    monkeypatch.setattr("querious.harvest.proxy_endings._STALL_SECONDS", 0.1)

    async def behave(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await take(reader)
        writer.write(b"HTTP/1.1 200 OK\r\n\r\n")
        while True:
            writer.write(bytes(65536))
            await writer.drain()

    async def scenario() -> None:
        async with world(behave) as there:
            _, writer = await there.client()
            writer.transport.pause_reading()
            writer.write(post())
            await asyncio.sleep(0.5)
            (connection,) = there.proxy._connections
            connection._close()
            await there.proxy._empty.wait()
            writer.transport.abort()

    run(scenario())


def test_more_connections_than_allowed_are_refused(run, monkeypatch):
    monkeypatch.setattr("querious.harvest.proxy._MOST_CONNECTIONS", 1)

    async def scenario() -> None:
        async with world(replying(REPLY)) as there:
            _, writer = await there.client()
            assert (await there.ask()).startswith(b"HTTP/1.1 503 ")
            writer.close()
            await there.proxy._empty.wait()
            assert await there.ask(post()) == REPLY

    run(scenario())


# What is told


def test_only_what_may_be_graphql_is_told(run):
    async def scenario() -> None:
        page = b"GET /page HTTP/1.1\r\nHost: p\r\n\r\n"
        async with world(replying(REPLY, REPLY, REPLY)) as there:
            await there.ask(page + post(path=b"/a?b") + page)
            assert [seen.path for seen in there.seen] == ["/a"]
            assert there.proxy.requests == 3

    run(scenario())


def test_only_the_paths_asked_for_are_told(run):
    async def scenario() -> None:
        async with world(replying(REPLY, REPLY), paths=["/graphql/"]) as there:
            await there.ask(post(path=b"/other") + post())
            assert [seen.path for seen in there.seen] == ["/graphql"]

    run(scenario())


def test_a_listener_that_fails_hurts_nobody_and_is_counted(run):
    def tell(seen: ProxiedRequest) -> None:
        raise ZeroDivisionError

    async def scenario() -> None:
        async with world(replying(REPLY, REPLY), tell=tell) as there:
            assert await there.ask(post() + post()) == REPLY + REPLY
            assert (there.proxy.seen, there.proxy.failed) == (2, 2)

    run(scenario())


# Stopping


def test_stopping_lets_a_request_end_and_closes_what_is_idle(run):
    async def behave(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while True:
            _, body = await take(reader)
            await asyncio.sleep(0.2 if b"slow" in body else 0)
            writer.write(REPLY)

    async def scenario() -> None:
        async with world(behave) as there:
            idle_reader, idle_writer = await there.client()
            idle_writer.write(post())
            await idle_reader.readexactly(len(REPLY))
            reader, writer = await there.client()
            writer.write(post(b'{"query":"{slow}"}'))
            await asyncio.sleep(0.05)
        assert await idle_reader.read() == b""
        assert await reader.read() == REPLY
        with pytest.raises(OSError, match="Connect"):
            await there.client()
        for each in (writer, idle_writer):
            each.close()

    run(scenario())


def test_stopping_does_not_wait_for_ever(run, monkeypatch):
    monkeypatch.setattr("querious.harvest.proxy._GRACE_SECONDS", 0.2)

    async def behave(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await asyncio.sleep(60)

    async def scenario() -> float:
        loop = asyncio.get_running_loop()
        async with world(behave) as there:
            reader, writer = await there.client()
            writer.write(post())
            await asyncio.sleep(0.05)
            begun = loop.time()
        with contextlib.suppress(ConnectionError):
            assert await reader.read() == b""
        writer.close()
        return loop.time() - begun

    assert run(scenario()) < 3


# TLS


@pytest.fixture(scope="module")
def certificate(tmp_path_factory) -> tuple[Path, Path]:
    if shutil.which("openssl") is None:
        pytest.skip("openssl is not installed")
    folder = tmp_path_factory.mktemp("tls")
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost"]
    command += ["-addext", "subjectAltName=DNS:localhost", "-keyout", folder / "key", "-out", folder / "certificate"]
    subprocess.run(command, check=True, capture_output=True)
    return folder / "certificate", folder / "key"


def tls_of(certificate: tuple[Path, Path]) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(*certificate)
    return context


def test_a_certificate_that_nobody_vouches_for_is_not_taken(run, certificate):
    async def scenario() -> None:
        async with world(replying(REPLY), tls_of(certificate)) as there:
            answer = await there.ask(post())
            assert answer.startswith(b"HTTP/1.1 502 ")
            assert b"certificate is not trusted" in answer

    run(scenario())


@pytest.mark.parametrize("trusted", [False, True])
def test_tls_to_the_upstream_works_verified_or_not(run, certificate, monkeypatch, trusted):
    got: list[tuple[bytes, bytes]] = []
    if trusted:
        monkeypatch.setenv("SSL_CERT_FILE", str(certificate[0]))

    async def scenario() -> None:
        async with world(replying(REPLY, REPLY, got=got), tls_of(certificate), verified=trusted) as there:
            assert await there.ask(post() + post(), end=True) == REPLY + REPLY
            assert len(await there.told(2)) == 2

    run(scenario())
    assert len(got) == 2


def test_half_an_answer_over_tls_is_half_an_answer(run, certificate):
    async def scenario() -> None:
        async with world(replying(REPLY[:-3]), tls_of(certificate), verified=False) as there:
            assert await there.ask(post()) == REPLY[:-3]

    run(scenario())


# The command


@contextlib.contextmanager
def answering(reply: bytes) -> Iterator[int]:
    """A server in a thread, for a proxy in another process."""
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def serve() -> None:
            with contextlib.suppress(OSError):
                while True:
                    client, _ = listening.accept()
                    with client:
                        while client.recv(65536):
                            client.sendall(reply)

        threading.Thread(target=serve, daemon=True).start()
        yield listening.getsockname()[1]
        listening.shutdown(socket.SHUT_RDWR)


def test_the_command_records_without_secrets_and_tells_what_it_did(querious, tmp_path):
    with answering(REPLY) as port:
        command = [sys.executable, "-m", "querious", "proxy", "--listen", "127.0.0.1:0"]
        process = subprocess.Popen(
            [*command, "--upstream", f"http://127.0.0.1:{port}/graphql", "--store", "kept.sqlite"],
            cwd=tmp_path,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert process.stdout is not None
        try:
            first = process.stdout.readline()
            taken = int(first.partition("http://127.0.0.1:")[2].partition(" ")[0])
            body = b'{"query":"mutation In($p: String!){login(password:$p){ok}}","variables":{"p":"hunter2"}}'
            with socket.create_connection(("127.0.0.1", taken)) as client:
                for path in (b"/graphql", b"/graphql", b"/other"):
                    client.sendall(post(body, path=path))
                    assert client.recv(65536) == REPLY
            process.send_signal(signal.SIGINT)
            rest = process.stdout.read()
            assert process.wait(20) == 0
        finally:
            process.kill()
            process.stdout.close()
    assert "records /graphql in" in first
    assert "3 requests forwarded, 2 inspected, 2 operations recorded." in rest
    assert b"hunter2" not in b"".join(path.read_bytes() for path in tmp_path.iterdir())
    listed = querious("harvest", "list", "--store", "kept.sqlite")
    assert "In" in listed.stdout
    assert "hunter2" not in listed.stdout


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs SIGKILL")
def test_a_killed_proxy_has_kept_what_was_asked_four_seconds_before(tmp_path):
    asked = 600
    with answering(REPLY) as port:
        command = [sys.executable, "-m", "querious", "proxy", "--listen", "127.0.0.1:0", "--store", "kept.sqlite"]
        process = subprocess.Popen(
            [*command, "--upstream", f"http://127.0.0.1:{port}/graphql"],
            cwd=tmp_path,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert process.stdout is not None
        try:
            taken = int(process.stdout.readline().partition("http://127.0.0.1:")[2].partition(" ")[0])
            with socket.create_connection(("127.0.0.1", taken)) as client:
                for number in range(asked):
                    client.sendall(post(b'{"query":"query Q%d{me{a%d:name friends{name}}}"}' % (number, number)))
                    assert client.recv(65536) == REPLY
            time.sleep(4)
        finally:
            process.send_signal(signal.SIGKILL)
            process.wait(20)
            process.stdout.close()
    with open_store(str(tmp_path / "kept.sqlite"), create=False) as store:
        assert sum(recording.times_called for recording in store.recordings()) == asked
