"""Small HTTP servers on loopback, as good or as bad as a test needs them."""

from __future__ import annotations

import base64
import select
import socket
import socketserver
import sys
import threading
from contextlib import contextmanager
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

if TYPE_CHECKING:
    import ssl
    from collections.abc import Callable, Iterator


class Server(ThreadingHTTPServer):
    """One that says nothing of clients that went away before they were answered."""

    daemon_threads = True

    def handle_error(self, *given: Any) -> None:
        if not isinstance(sys.exception(), OSError):  # of sockets, and of TLS
            super().handle_error(*given)


@contextmanager
def answering(
    answer: Callable[[BaseHTTPRequestHandler, bytes], None], tls: ssl.SSLContext | None = None
) -> Iterator[str]:
    """A server on a free loopback port whose every request is answered by the function; gives its URL."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            answer(self, self.rfile.read(int(self.headers.get("content-length", 0))))

        do_GET = do_PUT = do_PATCH = do_DELETE = do_POST  # noqa: N815 - the names of http.server

        def log_message(self, *_: object) -> None:
            pass

    server = Server(("127.0.0.1", 0), Handler)
    if tls is not None:
        server.socket = tls.wrap_socket(server.socket, server_side=True)
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield f"http{'s' if tls else ''}://127.0.0.1:{server.server_port}/graphql"
    finally:
        server.shutdown()
        server.server_close()


def respond(handler: BaseHTTPRequestHandler, body: bytes, status: int = 200, kind: str = "application/json") -> None:
    handler.send_response(status)
    handler.send_header("content-type", kind)
    handler.send_header("content-length", str(len(body)))
    handler.end_headers()
    handler.wfile.write(body)


def hang_up(handler: BaseHTTPRequestHandler) -> None:
    handler.close_connection = True
    handler.connection.shutdown(socket.SHUT_RDWR)


class Proxy(socketserver.ThreadingTCPServer):
    """One that wants a user and a password, and remembers what it was asked for."""

    daemon_threads = True
    user_and_password = "tester:open-sesame"

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Proxied)
        self.asked: list[str] = []
        self.port: int = self.server_address[1]

    @property
    def url(self) -> str:
        return f"http://{self.user_and_password}@127.0.0.1:{self.port}"

    def handle_error(self, *given: Any) -> None:
        if not isinstance(sys.exception(), OSError):
            super().handle_error(*given)


class _Proxied(socketserver.StreamRequestHandler):
    server: Proxy

    def handle(self) -> None:
        line = self.rfile.readline().decode().strip()
        if not line:
            return
        headers = {}
        while header := self.rfile.readline().decode().strip():
            name, _, value = header.partition(":")
            headers[name.lower()] = value.strip()
        method, target, _ = line.split()
        given = headers.pop("proxy-authorization", "")
        if given != f"Basic {base64.b64encode(self.server.user_and_password.encode()).decode()}":
            self.wfile.write(b"HTTP/1.1 407 Who are you?\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
            return
        self.server.asked.append(f"{method} {target}")
        if method == "CONNECT":
            self._tunnel(target)
        else:
            self._passed_on(method, target, headers)

    def _tunnel(self, target: str) -> None:
        host, _, port = target.rpartition(":")
        with socket.create_connection((host, int(port))) as upstream:
            self.wfile.write(b"HTTP/1.1 200 Connected\r\n\r\n")
            ends = {self.connection: upstream, upstream: self.connection}
            while True:
                for end in select.select(list(ends), [], [])[0]:
                    data = end.recv(65536)
                    if not data:
                        return
                    ends[end].sendall(data)

    def _passed_on(self, method: str, target: str, headers: dict[str, str]) -> None:
        parts = urlsplit(target)
        body = self.rfile.read(int(headers.get("content-length", 0)))
        upstream = HTTPConnection(parts.netloc)
        upstream.request(method, f"{parts.path}?{parts.query}" if parts.query else parts.path, body, headers)
        answer = upstream.getresponse()
        held = answer.read()
        upstream.close()
        head = f"HTTP/1.1 {answer.status} passed on\r\nContent-Length: {len(held)}\r\nConnection: close\r\n\r\n"
        self.wfile.write(head.encode() + held)


@contextmanager
def proxying() -> Iterator[Proxy]:
    """A small proxy on a free loopback port."""
    with Proxy() as proxy:
        threading.Thread(target=proxy.serve_forever, args=(0.05,), daemon=True).start()
        yield proxy
        proxy.shutdown()
