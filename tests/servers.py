"""Small HTTP servers on loopback, as good or as bad as a test needs them."""

from __future__ import annotations

import socket
import sys
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


class Server(ThreadingHTTPServer):
    """One that says nothing of clients that went away before they were answered."""

    daemon_threads = True

    def handle_error(self, *given: Any) -> None:
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(*given)


@contextmanager
def answering(answer: Callable[[BaseHTTPRequestHandler, bytes], None]) -> Iterator[str]:
    """A server on a free loopback port whose every request is answered by the function; gives its URL."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            answer(self, self.rfile.read(int(self.headers.get("content-length", 0))))

        do_GET = do_PUT = do_PATCH = do_DELETE = do_POST  # noqa: N815 - the names of http.server

        def log_message(self, *_: object) -> None:
            pass

    server = Server(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/graphql"
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
