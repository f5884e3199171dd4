"""Both HTTP clients against real sockets that behave well and badly."""

from __future__ import annotations

import asyncio
import contextlib
import gzip
import json
import shutil
import socket
import ssl
import struct
import subprocess
from typing import TYPE_CHECKING, Any

import pytest

from querious import __version__
from querious.execute import Client, Credentials, open_target
from querious.execute.aiohttp_client import AiohttpClient
from querious.execute.http import HttpClient
from querious.execute.http_clients import http_client
from querious.model import Case, Exchange, Failure, Operation, Settings, graphql_case

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
    from pathlib import Path

    Behaviour = Callable[["Server", asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]

CASE = graphql_case(0, Operation("query", "", "Query", ()), "{__typename}", {})
pytestmark = pytest.mark.usefixtures("each_client")


def client_of(url: str, settings: Settings | None = None) -> Client:
    """The bare client under test: no wrapper that retries."""
    settings = settings or Settings(timeout=5)
    return http_client(url, settings, Credentials(settings.headers))


class Server:
    """A real server that does to each connection what it is told, and remembers what it was sent."""

    def __init__(self, behaviour: Behaviour) -> None:
        self.behaviour = behaviour
        self.connections = 0
        self.heads: list[bytes] = []
        self.bodies: list[bytes] = []
        self.port = 0
        self.tasks: set[asyncio.Task[None]] = set()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/graphql"

    async def take(self, reader: asyncio.StreamReader) -> dict[str, str]:
        """The headers of the next request."""
        head = await reader.readuntil(b"\r\n\r\n")
        lines = head.decode("latin-1").split("\r\n")[1:-2]
        headers = {name.lower(): value.strip() for name, value in (line.split(":", 1) for line in lines)}
        self.bodies.append(await reader.readexactly(int(headers.get("content-length", 0))))
        self.heads.append(head)
        return headers

    async def connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self.tasks.add(task)
        self.connections += 1
        with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
            await self.behaviour(self, reader, writer)
        writer.close()

    async def stop(self) -> None:
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)


@contextlib.asynccontextmanager
async def serving(behaviour: Behaviour, port: int = 0, tls: ssl.SSLContext | None = None) -> AsyncIterator[Server]:
    server = Server(behaviour)
    listening = await asyncio.start_server(server.connected, "127.0.0.1", port, ssl=tls)
    server.port = listening.sockets[0].getsockname()[1]
    try:
        yield server
    finally:
        listening.close()
        await server.stop()


def reply(body: bytes = b'{"data":{}}', status: str = "200 OK", **headers: str) -> bytes:
    lines = [f"HTTP/1.1 {status}", f"Content-Length: {len(body)}"]
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    return "\r\n".join(lines).encode("latin-1") + b"\r\n\r\n" + body


def answering(*replies: bytes) -> Behaviour:
    """Keep-alive; the replies one after another over all connections, the last for ever."""
    left = list(replies)

    async def behave(server: Server, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while True:
            await server.take(reader)
            writer.write(left.pop(0) if len(left) > 1 else left[0])
            await writer.drain()

    return behave


def run(scenario: Coroutine[Any, Any, Any]) -> Any:
    return asyncio.run(asyncio.wait_for(scenario, 30))


async def ask(server: Server, settings: Settings | None = None, times: int = 1, case: Case = CASE) -> list[Exchange]:
    """One after another, by the bare client: no wrapper that retries."""
    client = client_of(server.url, settings)
    try:
        return [await client.send(case) for _ in range(times)]
    finally:
        await client.close()


def outcome(behaviour: Behaviour, settings: Settings | None = None, case: Case = CASE) -> tuple[Exchange, Server]:
    async def scenario() -> tuple[Exchange, Server]:
        async with serving(behaviour) as server:
            (exchange,) = await ask(server, settings, case=case)
            return exchange, server

    return run(scenario())


def test_the_client_is_the_one_that_was_meant(each_client: str) -> None:
    expected = {"pyreqwest": HttpClient, "aiohttp": AiohttpClient}[each_client]
    assert type(client_of("http://127.0.0.1:9/")) is expected
    assert type(client_of("http://127.0.0.1:9/", Settings(client=each_client))) is expected


def test_a_request_is_what_graphql_over_http_asks_for() -> None:
    case = graphql_case(0, Operation("query", "A", "Query", ()), "query A($s: String) { a }", {"s": "\ud800 é"})
    headers = {"Authorization": "Bearer t", "Cookie": "a=1; b=2", "X-Name": "é"}
    exchange, server = outcome(
        answering(reply(Content_Type="application/json", X_One="1")), Settings(headers=headers), case
    )
    assert (exchange.status, exchange.payload, exchange.is_json, exchange.failure) == (200, {"data": {}}, True, None)
    assert exchange.headers == {"content-length": "11", "content-type": "application/json", "x-one": "1"}
    assert exchange.elapsed > 0
    head = server.heads[0].decode().lower()
    assert head.startswith("post /graphql http/1.1\r\n")
    for line in (
        "content-type: application/json",
        "accept: application/graphql-response+json, application/json;q=0.9",
        f"user-agent: querious/{__version__}",
        "authorization: bearer t",
        "cookie: a=1; b=2",
        "x-name: é",
    ):
        assert f"\r\n{line}\r\n" in head
    assert json.loads(server.bodies[0]) == case.body


def test_a_connection_is_used_again_and_answers_leave_no_trace() -> None:
    async def scenario() -> None:
        async with serving(answering(reply(Set_Cookie="session=1"))) as server:
            await ask(server, times=5)
            assert server.connections == 1
            assert all(b"ookie" not in head for head in server.heads)
            assert all(b"eferer" not in head for head in server.heads)

    run(scenario())


def test_repeated_and_unreadable_headers_do_no_harm() -> None:
    raw = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nVary: a\r\nVary: b\r\nX-Odd: \xff\xe9\r\n\r\n{}"
    exchange, _ = outcome(answering(raw))
    assert exchange.headers == {"content-length": "2", "vary": "a, b", "x-odd": "\N{REPLACEMENT CHARACTER}"}
    exchange, _ = outcome(answering(raw.replace(b"\xff\xe9", b"fine")))
    assert exchange.headers == {"content-length": "2", "vary": "a, b", "x-odd": "fine"}


def test_redirects_are_answers() -> None:
    exchange, server = outcome(answering(reply(b"", "307 Temporary Redirect", Location="/elsewhere")))
    assert (exchange.status, exchange.headers["location"]) == (307, "/elsewhere")
    assert len(server.heads) == 1


def test_html_is_an_answer_that_is_not_json() -> None:
    exchange, _ = outcome(answering(reply(b"<html>oops</html>", "502 Bad Gateway", Content_Type="text/html")))
    assert (exchange.status, exchange.is_json, exchange.payload, exchange.failure) == (502, False, None, None)
    assert exchange.body == b"<html>oops</html>"


@pytest.mark.parametrize("body", [b'{"data": NaN}', b'{"data": ', b"\xff", b""])
def test_invalid_json_is_an_answer_that_is_not_json(body: bytes) -> None:
    exchange, _ = outcome(answering(reply(body)))
    assert (exchange.status, exchange.is_json, exchange.failure, exchange.body) == (200, False, None, body)


def test_compressed_answers_are_read() -> None:
    exchange, _ = outcome(answering(reply(gzip.compress(b'{"data":1}'), Content_Encoding="gzip")))
    assert exchange.payload == {"data": 1}


def test_an_answer_that_cannot_be_decompressed_is_an_answer() -> None:
    exchange, _ = outcome(answering(reply(b"not gzip at all", Content_Encoding="gzip")))
    assert (exchange.status, exchange.failure, exchange.is_json) == (200, None, False)
    assert "gzip" in exchange.detail


def test_an_announced_size_over_the_limit_is_not_read() -> None:
    settings = Settings(max_answer=1000)
    exchange, _ = outcome(answering(reply(b"x" * 1001)), settings)
    assert (exchange.status, exchange.failure, exchange.detail) == (200, Failure.TOO_LARGE, "more than 1,000 bytes")
    exchange, _ = outcome(answering(reply(b"x" * 1000)), settings)
    assert (exchange.failure, len(exchange.body)) == (None, 1000)


def test_an_endless_answer_is_left_at_the_limit() -> None:
    written = 0

    async def endless(server: Server, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal written
        await server.take(reader)
        writer.write(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
        while True:
            writer.write(b"8000\r\n" + b"x" * 0x8000 + b"\r\n")
            await writer.drain()
            written += 0x8000

    exchange, _ = outcome(endless, Settings(max_answer=100_000, timeout=20))
    assert exchange.failure is Failure.TOO_LARGE
    assert written < 50_000_000


def test_a_compression_bomb_is_left_at_the_limit() -> None:
    bomb = reply(gzip.compress(b"0" * 20_000_000), Content_Encoding="gzip")
    exchange, _ = outcome(answering(bomb), Settings(max_answer=100_000))
    assert exchange.failure is Failure.TOO_LARGE


def test_nobody_listening_is_unreachable() -> None:
    async def scenario() -> Exchange:
        with socket.socket() as held:
            held.bind(("127.0.0.1", 0))
            client = client_of(f"http://127.0.0.1:{held.getsockname()[1]}/", Settings())
            exchange = await client.send(CASE)
            await client.close()
            return exchange

    exchange = run(scenario())
    assert (exchange.status, exchange.failure) == (0, Failure.UNREACHABLE)
    assert "refused" in exchange.detail
    assert "127.0.0.1" not in exchange.detail


def test_a_url_that_the_client_cannot_send_is_not_a_lost_connection() -> None:
    async def scenario() -> Exchange:
        client = client_of(f"http://127.0.0.1:9/?{'a' * 70_000}", Settings())
        exchange = await client.send(CASE)
        await client.close()
        return exchange

    assert run(scenario()).failure is Failure.UNSENDABLE


def test_a_connection_that_is_never_accepted_is_unreachable() -> None:
    async def scenario() -> Exchange:
        with contextlib.ExitStack() as stack:
            listening = stack.enter_context(socket.socket())
            listening.bind(("127.0.0.1", 0))
            listening.listen(0)
            for _ in range(3):  # as many as the backlog takes
                waiting = stack.enter_context(socket.socket())
                waiting.setblocking(False)
                waiting.connect_ex(listening.getsockname())
            client = client_of(f"http://127.0.0.1:{listening.getsockname()[1]}/", Settings(timeout=0.6))
            exchange = await client.send(CASE)
            await client.close()
            return exchange

    exchange = run(scenario())
    assert exchange.failure is Failure.UNREACHABLE
    assert exchange.elapsed < 0.6


def abort(writer: asyncio.StreamWriter) -> None:
    """Reset the connection instead of closing it."""
    raw = writer.get_extra_info("socket")
    raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    writer.transport.abort()


async def closes_without_answer(server: Server, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    await server.take(reader)


async def resets_without_answer(server: Server, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    await server.take(reader)
    abort(writer)


async def closes_in_the_answer(server: Server, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    await server.take(reader)
    writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nabc")
    await writer.drain()


async def resets_in_the_answer(server: Server, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    await closes_in_the_answer(server, reader, writer)
    await asyncio.sleep(0.05)
    abort(writer)


async def speaks_no_http(server: Server, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    await server.take(reader)
    writer.write(b"SSH-2.0-OpenSSH_9.6\r\n\r\n")
    await writer.drain()


@pytest.mark.parametrize(
    ("behaviour", "status"),
    [
        (closes_without_answer, 0),
        (resets_without_answer, 0),
        (closes_in_the_answer, 200),
        (resets_in_the_answer, 200),
        (speaks_no_http, 0),
    ],
)
def test_a_lost_connection_is_lost_and_is_sent_once_even_by_all_wrappers(behaviour: Behaviour, status: int) -> None:
    async def scenario() -> None:
        async with serving(behaviour) as server:
            target = await open_target(server.url, Settings(timeout=5))
            exchange = await target.client.send(CASE)
            await target.client.close()
            assert (exchange.failure, exchange.status) == (Failure.LOST, status)
            assert exchange.detail
            await asyncio.sleep(0.1)
            assert len(server.bodies) == 1

    run(scenario())


async def hangs(server: Server, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    await server.take(reader)
    await asyncio.sleep(60)


async def drips(server: Server, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    await server.take(reader)
    writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n")
    while True:
        writer.write(b"x")
        await writer.drain()
        await asyncio.sleep(0.02)


@pytest.mark.parametrize(("behaviour", "status"), [(hangs, 0), (drips, 200)])
def test_the_time_limit_is_for_the_whole_answer(behaviour: Behaviour, status: int) -> None:
    exchange, server = outcome(behaviour, Settings(timeout=0.3))
    assert (exchange.failure, exchange.status) == (Failure.TIMEOUT, status)
    assert 0.29 <= exchange.elapsed < 5
    assert len(server.bodies) == 1


def test_cancellation_goes_through() -> None:
    async def scenario() -> None:
        async with serving(hangs) as server:
            client = client_of(server.url, Settings())
            task = asyncio.create_task(client.send(CASE))
            await asyncio.sleep(0.1)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            await client.close()

    run(scenario())


async def closes_when_idle(server: Server, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Answers, and hangs up on a connection that is quiet for 50 ms."""
    while True:
        try:
            async with asyncio.timeout(0.05):
                await server.take(reader)
        except TimeoutError:
            return
        writer.write(reply())
        await writer.drain()


def test_a_server_that_closes_idle_connections_is_never_a_loss() -> None:
    async def scenario() -> None:
        async with serving(closes_when_idle) as server:
            client = client_of(server.url, Settings(timeout=5))
            for _ in range(6):
                exchange = await client.send(CASE)
                assert (exchange.failure, exchange.status) == (None, 200)
                await asyncio.wait(server.tasks)  # it hangs up in its own time
                await asyncio.sleep(0.05)
            await client.close()
            assert len(server.bodies) == 6
            assert server.connections == 6

    run(scenario())


def test_a_server_that_closes_after_each_answer_and_says_so_is_never_a_loss() -> None:
    async def once(server: Server, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await server.take(reader)
        writer.write(reply(Connection="close"))
        await writer.drain()

    async def scenario() -> None:
        async with serving(once) as server:
            client = client_of(server.url, Settings(timeout=5))

            async def worker() -> list[Exchange]:
                return [await client.send(CASE) for _ in range(25)]

            batches = await asyncio.gather(*(worker() for _ in range(8)))
            await client.close()
            assert {exchange.failure for batch in batches for exchange in batch} == {None}
            assert len(server.bodies) == 200

    run(scenario())


def test_after_a_loss_every_request_has_its_own_connection() -> None:
    """A server that hangs up without saying so makes at most the requests under way look lost."""

    async def rude(server: Server, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await server.take(reader)
        if len(server.bodies) > 1:
            writer.write(reply())
            await writer.drain()

    async def scenario() -> None:
        async with serving(rude) as server:
            exchanges = await ask(server, times=50)
            assert [exchange.failure for exchange in exchanges] == [Failure.LOST] + [None] * 49
            assert (len(server.bodies), server.connections) == (50, 50)

    run(scenario())


def test_a_refused_request_is_sent_again_with_renewed_credentials() -> None:
    async def guarded(server: Server, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while True:
            headers = await server.take(reader)
            writer.write(reply() if headers.get("authorization") == "Bearer 2" else reply(b"{}", "401 Unauthorized"))
            await writer.drain()

    tokens = iter("1234")

    async def scenario() -> None:
        async with serving(guarded) as server:
            settings = Settings(renew=lambda: {"Authorization": f"Bearer {next(tokens)}"}, connections=8)
            target = await open_target(server.url, settings)
            exchanges = await asyncio.gather(*(target.client.send(CASE) for _ in range(8)))
            await target.client.close()
            assert {exchange.status for exchange in exchanges} == {200}

    run(scenario())
    assert next(tokens) == "3"


def test_basic_authentication_comes_from_the_url_and_a_given_header_wins() -> None:
    async def scenario() -> None:
        async with serving(answering(reply())) as server:
            url = server.url.replace("//", "//ann:hunter2@")
            for settings in (Settings(), Settings(headers={"Authorization": "Bearer t"})):
                target = await open_target(url, settings)
                await target.client.send(CASE)
                await target.client.close()
            first, second = (head.decode() for head in server.heads)
            assert "authorization: basic yw5uomh1bnrlcji=" in first.lower()
            assert "authorization: bearer t" in second.lower()
            assert "basic" not in second.lower()

    run(scenario())


def test_a_server_that_starts_late_is_reached_by_trying_again() -> None:
    async def scenario() -> None:
        with socket.socket() as held:
            held.bind(("127.0.0.1", 0))
            port = held.getsockname()[1]
        target = await open_target(f"http://127.0.0.1:{port}/", Settings(timeout=5))
        sending = asyncio.create_task(target.client.send(CASE))
        await asyncio.sleep(0.2)
        async with serving(answering(reply()), port=port) as server:
            exchange = await sending
            assert (exchange.failure, exchange.status) == (None, 200)
            assert len(server.bodies) == 1
        await target.client.close()

    run(scenario())


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A certificate for 127.0.0.1 that nobody trusts, with its key in one file."""
    openssl = shutil.which("openssl")
    if openssl is None:
        pytest.skip("openssl is needed to make a certificate")
    folder = tmp_path_factory.mktemp("tls")
    command = [openssl, "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost"]
    command += ["-addext", "subjectAltName=IP:127.0.0.1", "-keyout", str(folder / "key"), "-out", str(folder / "cert")]
    subprocess.run(command, check=True, capture_output=True)
    both = folder / "both.pem"
    both.write_bytes((folder / "cert").read_bytes() + (folder / "key").read_bytes())
    return both


def test_untrusted_certificates_are_refused_unless_allowed(certificate: Path) -> None:
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    tls.load_cert_chain(certificate)

    async def scenario() -> None:
        async with serving(answering(reply()), tls=tls) as server:
            outcomes = []
            for insecure in (False, True):
                url = server.url.replace("http:", "https:")
                client = client_of(url, Settings(insecure=insecure))
                outcomes.append(await client.send(CASE))
                await client.close()
            refused, accepted = outcomes
            assert refused.failure is Failure.UNREACHABLE
            assert "certificate" in refused.detail
            assert accepted.payload == {"data": {}}
            assert len(server.bodies) == 1

    run(scenario())


def test_a_proxy_of_the_environment_is_for_other_machines_only(monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario() -> None:
        async with serving(answering(reply(b'"proxy"'))) as proxy, serving(answering(reply(b'"direct"'))) as server:
            for name in ("HTTP_PROXY", "http_proxy"):
                monkeypatch.setenv(name, f"http://127.0.0.1:{proxy.port}")
            for name in ("NO_PROXY", "no_proxy"):
                monkeypatch.delenv(name, raising=False)
            answers = []
            for url in ("http://api.example.test/graphql", server.url, server.url.replace("127.0.0.1", "localhost")):
                client = client_of(url, Settings(timeout=5))
                answers.append((await client.send(CASE)).payload)
                await client.close()
            assert answers == ["proxy", "direct", "direct"]
            assert proxy.heads[0].startswith(b"POST http://api.example.test/graphql HTTP/1.1")

    run(scenario())
