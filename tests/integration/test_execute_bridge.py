"""Requests from synchronous code over real sockets that behave well and badly."""

from __future__ import annotations

import contextlib
import gzip
import json
import os
import signal
import socket
import struct
import subprocess
import sys
import threading
import time
from typing import TYPE_CHECKING

import pytest

from querious import __version__
from querious.demo import start_rest
from querious.errors import ConfigError
from querious.execute.bridge import open_bridge
from querious.model import Case, Exchange, Failure, Request, Send, Settings, rest_case

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Behaviour = Callable[["Server", socket.socket], None]

pytestmark = pytest.mark.usefixtures("each_client")

GET = rest_case(Request("GET", "/books/1"))


class Server:
    """A real server that does to each connection what it is told, and remembers what it was sent."""

    def __init__(self, behaviour: Behaviour) -> None:
        self.behaviour = behaviour
        self.heads: list[str] = []
        self.bodies: list[bytes] = []
        self.connections = 0
        self.stopping = threading.Event()
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self.listener.getsockname()[1]}/api"
        threading.Thread(target=self.listen, daemon=True).start()

    def listen(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                connection, _ = self.listener.accept()
                self.connections += 1
                threading.Thread(target=self.serve, args=(connection,), daemon=True).start()

    def serve(self, connection: socket.socket) -> None:
        with connection, contextlib.suppress(OSError, EOFError):
            self.behaviour(self, connection)

    def take(self, connection: socket.socket) -> None:
        """The next request."""
        seen = b""
        while b"\r\n\r\n" not in seen:
            seen += _some(connection)
        head, _, body = seen.partition(b"\r\n\r\n")
        lines = dict(line.lower().split(": ", 1) for line in head.decode("latin-1").split("\r\n")[1:])
        while len(body) < int(lines.get("content-length", 0)):
            body += _some(connection)
        self.heads.append(head.decode("latin-1"))
        self.bodies.append(body)


def _some(connection: socket.socket) -> bytes:
    piece = connection.recv(65_536)
    if not piece:
        raise EOFError
    return piece


@contextlib.contextmanager
def serving(behaviour: Behaviour) -> Iterator[Server]:
    server = Server(behaviour)
    try:
        yield server
    finally:
        server.stopping.set()
        server.listener.close()


def answer(body: bytes = b"{}", status: str = "200 OK", **headers: str) -> bytes:
    lines = [f"HTTP/1.1 {status}", f"Content-Length: {len(body)}"]
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    return "\r\n".join(lines).encode("latin-1") + b"\r\n\r\n" + body


def answering(*answers: bytes) -> Behaviour:
    """Keep-alive; the answers one after another, the last for ever."""
    left = list(answers)

    def behave(server: Server, connection: socket.socket) -> None:
        while True:
            server.take(connection)
            connection.sendall(left.pop(0) if len(left) > 1 else left[0])

    return behave


def replied(behaviour: Behaviour, *cases: Case, settings: Settings | None = None) -> tuple[list[Exchange], Server]:
    with serving(behaviour) as server, open_bridge(server.url, settings or Settings(timeout=5)) as send:
        return [send(case) for case in cases or (GET,)], server


def test_a_request_is_what_was_meant() -> None:
    settings = Settings(timeout=5, headers={"X-Key": "k"})
    patch = rest_case(
        Request("PATCH", "/books/1?x=1", {"a": "é"}, True, {"Content-Type": "application/merge-patch+json"})
    )
    with serving(answering(answer(Content_Type="application/json", Set_Cookie="s=1"))) as server:
        url = server.url.replace("//", "//user:p%40ss@")
        with open_bridge(url, settings) as send:
            assert send.target.name == server.url
            replies = [send(case) for case in (GET, patch, rest_case(Request("DELETE", "/books/1")))]
    assert [(reply.status, reply.payload, reply.failure) for reply in replies] == [(200, {}, None)] * 3
    assert replies[0].headers["content-type"] == "application/json"
    assert replies[0].began < replies[0].ended < replies[1].began
    get, patched, deleted = (head.lower().split("\r\n") for head in server.heads)
    assert get[0] == "get /api/books/1 http/1.1"
    assert {"authorization: basic dxnlcjpwqhnz", "x-key: k", f"user-agent: querious/{__version__}"} <= set(get)
    assert not [line for line in (*get, *deleted) if line.startswith(("content-", "transfer-", "cookie"))]
    assert patched[0] == "patch /api/books/1?x=1 http/1.1"
    assert "content-type: application/merge-patch+json" in patched
    assert json.loads(server.bodies[1]) == {"a": "é"}
    assert server.connections == 1


def test_redirects_and_pages_of_html_are_answers() -> None:
    moved = answer(b"", "307 Temporary Redirect", Location="/elsewhere")
    page = answer(b"<html>", "502 Bad Gateway", Content_Type="text/html")
    odd = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nVary: a\r\nVary: b\r\nX-Odd: \xff\r\n\r\n{}"
    (first, second, third), server = replied(answering(moved, page, odd), GET, GET, GET)
    assert (first.status, first.headers["location"], first.failure) == (307, "/elsewhere", None)
    assert (second.status, second.body, second.is_json, second.failure) == (502, b"<html>", False, None)
    assert third.headers == {"content-length": "2", "vary": "a, b", "x-odd": "\N{REPLACEMENT CHARACTER}"}
    assert len(server.heads) == 3


def test_compressed_answers_are_read_and_broken_ones_are_answers() -> None:
    good, bad = answer(gzip.compress(b"[1]"), Content_Encoding="gzip"), answer(b"not gzip", Content_Encoding="gzip")
    (first, second), _ = replied(answering(good, bad), GET, GET)
    assert (first.payload, second.status, second.is_json, second.failure) == ([1], 200, False, None)


def abort(connection: socket.socket) -> None:
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))


def closes(server: Server, connection: socket.socket) -> None:
    server.take(connection)


def resets(server: Server, connection: socket.socket) -> None:
    server.take(connection)
    abort(connection)


def closes_in_the_answer(server: Server, connection: socket.socket) -> None:
    server.take(connection)
    connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nabc")


def speaks_no_http(server: Server, connection: socket.socket) -> None:
    server.take(connection)
    connection.sendall(b"SSH-2.0-OpenSSH_9.6\r\n\r\n")


def hangs(server: Server, connection: socket.socket) -> None:
    server.take(connection)
    server.stopping.wait(10)


def drips(server: Server, connection: socket.socket) -> None:
    server.take(connection)
    connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n")
    while not server.stopping.wait(0.02):
        connection.sendall(b"x")


def never_ends(server: Server, connection: socket.socket) -> None:
    server.take(connection)
    connection.sendall(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
    while not server.stopping.is_set():
        connection.sendall(b"8000\r\n" + b"x" * 0x8000 + b"\r\n")


@pytest.mark.parametrize(
    ("behaviour", "failure", "status"),
    [
        (closes, Failure.LOST, 0),
        (resets, Failure.LOST, 0),
        (closes_in_the_answer, Failure.LOST, 200),
        (speaks_no_http, Failure.LOST, 0),
        (hangs, Failure.TIMEOUT, 0),
        (drips, Failure.TIMEOUT, 200),
        (never_ends, Failure.TOO_LARGE, 200),
        (answering(answer(b"x" * 100_001)), Failure.TOO_LARGE, 200),
        (answering(answer(gzip.compress(b"0" * 5_000_000), Content_Encoding="gzip")), Failure.TOO_LARGE, 200),
    ],
)
def test_whatever_a_service_does_is_a_reply_and_is_sent_once(
    behaviour: Behaviour, failure: Failure, status: int
) -> None:
    settings = Settings(timeout=0.4, max_answer=100_000)
    post = rest_case(Request("POST", "/books", {"title": "B"}, True))
    (first, second), server = replied(behaviour, post, post, settings=settings)
    assert [(reply.failure, reply.status) for reply in (first, second)] == [(failure, status)] * 2
    assert first.detail
    assert first.ended - first.began < 3
    assert len(server.bodies) == 2


def test_nobody_listening_is_unreachable() -> None:
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        with open_bridge(f"http://127.0.0.1:{held.getsockname()[1]}", Settings(timeout=5)) as send:
            reply = send(GET)
    assert (reply.status, reply.failure) == (0, Failure.UNREACHABLE)
    assert "refused" in reply.detail


def test_loopback_is_asked_without_a_proxy_and_others_with(monkeypatch: pytest.MonkeyPatch) -> None:
    with serving(answering(answer(b'"proxy"'))) as proxy, serving(answering(answer(b'"direct"'))) as server:
        monkeypatch.setenv("HTTP_PROXY", proxy.url.removesuffix("/api"))
        monkeypatch.setenv("http_proxy", proxy.url.removesuffix("/api"))
        for name in ("NO_PROXY", "no_proxy"):
            monkeypatch.delenv(name, raising=False)
        seen = []
        for url in ("http://api.example.test/v1", server.url, server.url.replace("127.0.0.1", "localhost")):
            with open_bridge(url, Settings(timeout=5)) as send:
                seen.append(send(GET).payload)
    assert seen == ["proxy", "direct", "direct"]
    assert proxy.heads[0].startswith("GET http://api.example.test/v1/books/1 HTTP/1.1")


def test_the_bookshop() -> None:
    with start_rest() as demo, open_bridge(demo.url, Settings(timeout=5)) as send:
        assert send(rest_case(Request("GET", "/openapi.json"))).payload["openapi"] == "3.1.0"
        created = send(rest_case(Request("POST", "/tasks", {"title": "T"}, True)))
        assert created.status == 201
        place = created.headers["location"]
        assert send(rest_case(Request("GET", place))).payload == created.payload
        refused = send(rest_case(Request("PUT", place, {"title": "U"}, True, {"If-Match": '"0"'})))
        assert (refused.status, refused.headers["content-type"]) == (412, "application/problem+json")
        assert send(rest_case(Request("DELETE", place))).status == 204
        assert send(rest_case(Request("POST", place))).headers["allow"] == "GET, PUT, PATCH, DELETE"
        head = send(rest_case(Request("HEAD", "/tasks")))
        assert (head.status, head.body, head.failure) == (405, b"", None)


def race(send: Send) -> tuple[int, str]:
    def change(body: dict[str, object]) -> None:
        send(rest_case(Request("PATCH", "/books/1", body, True)))

    threads = [threading.Thread(target=change, args=(body,)) for body in ({"stock": 5}, {"subtitle": "S"})]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    book = send(GET).payload
    return book["stock"], book["subtitle"]


def test_an_update_is_lost_between_two_threads_by_the_fault_alone() -> None:
    with start_rest() as demo, open_bridge(demo.url, Settings(timeout=5)) as send:
        assert race(send) == (5, "S")
    with start_rest(["lost-update"]) as demo, open_bridge(demo.url, Settings(timeout=5)) as send:
        assert race(send) in {(0, "S"), (5, "")}


def test_delay_and_budget() -> None:
    left = [10.0] * 3
    with (
        start_rest() as demo,
        open_bridge(demo.url, Settings(timeout=5), delay=0.05, left=lambda: left.pop() if left else 0.0) as send,
    ):
        exchanges = [send(GET) for _ in range(5)]
        assert [exchange.status for exchange in exchanges] == [200, 200, 200, 0, 0]
        assert exchanges[1].began - exchanges[0].ended >= 0.049
        assert send.target.sent() == 3


def test_bridges_one_after_another_in_a_process_that_has_not_spoken_http_before() -> None:
    script = (
        "import sys\n"
        "from querious.execute.bridge import open_bridge\n"
        "from querious.model import Request, Settings, rest_case\n"
        "for _ in range(3):\n"
        "    with open_bridge(sys.argv[1], Settings(timeout=30)) as send:\n"
        "        print(send(rest_case(Request('GET', '/'))).status)\n"
    )
    with serving(answering(answer())) as server:
        done = subprocess.run([sys.executable, "-c", script, server.url], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout.split()) == (0, ["200"] * 3), done.stderr


def test_ctrl_c_ends_the_waiting_at_once_and_lets_one_clean_up() -> None:
    script = (
        "import sys\n"
        "from querious.execute.bridge import open_bridge\n"
        "from querious.model import Request, Settings, rest_case\n"
        "with open_bridge(sys.argv[1], Settings(timeout=30)) as send:\n"
        "    try:\n"
        "        send(rest_case(Request('GET', '/')))\n"
        "    except KeyboardInterrupt:\n"
        "        print(send(rest_case(Request('DELETE', '/books/1'))).status)\n"
    )

    def hangs_then_answers(server: Server, connection: socket.socket) -> None:
        server.take(connection)
        if server.heads[-1].startswith("GET"):
            server.stopping.wait(20)
        else:
            connection.sendall(answer(b"", "204 No Content"))

    with serving(hangs_then_answers) as server:
        command = [sys.executable, "-c", script, server.url]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        deadline = time.monotonic() + 20
        while not server.heads and time.monotonic() < deadline:
            time.sleep(0.02)
        os.kill(process.pid, signal.SIGINT)
        started = time.monotonic()
        out, errors = process.communicate(timeout=20)
    assert (process.returncode, out.strip(), errors) == (0, "204", "")
    assert time.monotonic() - started < 5


def test_a_bookshop_with_a_fault_that_is_unknown_or_a_port_that_is_taken_is_not_started() -> None:
    with pytest.raises(ConfigError, match="did you mean lost-update"):
        start_rest(["lost-updates"])
    with start_rest() as demo, pytest.raises(ConfigError, match="cannot listen on port"):
        start_rest(port=int(demo.url.rpartition(":")[2]))
