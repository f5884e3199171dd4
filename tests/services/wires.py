"""Wires to an application in this process: no port, no thread, and answers as a client would get them."""

from __future__ import annotations

import asyncio
import inspect
import json
import time

import httpx

from querious.model.exchange import Failure
from querious.model.wire import Reply, Request, Wire

HOST = "http://testserver"


def wire_of(app) -> Wire:
    """A wire to an ASGI or a WSGI application. It may be called from several threads."""
    is_asgi = inspect.iscoroutinefunction(app) or inspect.iscoroutinefunction(getattr(app, "__call__", None))  # noqa: B004
    transport = httpx.ASGITransport(app, raise_app_exceptions=False) if is_asgi else httpx.WSGITransport(app)

    def send(request: Request) -> Reply:
        body = json.dumps(request.body).encode() if request.has_body else b""
        headers = {"host": "testserver", "accept": "application/json"}
        if request.has_body:
            headers |= {"content-type": "application/json", "content-length": str(len(body))}
        sent = httpx.Request(request.method, HOST + request.path, headers=headers | request.headers, content=body)
        began = time.monotonic()
        try:
            status, found, body = asyncio.run(_asgi(transport, sent)) if is_asgi else _wsgi(transport, sent)
        except Exception as error:  # noqa: BLE001 - whatever it is, it is the application's
            return Reply(began=began, ended=time.monotonic(), failure=Failure.CRASH, detail=repr(error))
        return reply_of(status, found, body, began, time.monotonic())

    return send


def reply_of(status, headers, body: bytes, began: float = 0.0, ended: float = 0.0) -> Reply:
    """A reply with its payload read."""
    names = {name.lower(): value for name, value in dict(headers).items()}
    try:
        return Reply(status, names, body, json.loads(body), True, began, ended)
    except ValueError:
        return Reply(status, names, body, began=began, ended=ended)


def answer(status=200, payload=None, /, **headers) -> Reply:
    """A reply as a service with nothing behind it would give it; no body without a payload."""
    body = b"" if payload is None else payload if isinstance(payload, bytes) else json.dumps(payload).encode()
    names = {name.replace("_", "-"): value for name, value in headers.items()}
    return reply_of(status, {"content-type": "application/json", **names}, body)


class Scripted:
    """A wire that gives prepared replies, the last one for ever, and keeps what it was asked."""

    def __init__(self, *replies) -> None:
        self.replies = list(replies)
        self.requests: list[Request] = []

    def __call__(self, request: Request) -> Reply:
        self.requests.append(request)
        reply = self.replies.pop(0) if len(self.replies) > 1 else self.replies[0]
        return reply(request) if callable(reply) else reply

    @property
    def lines(self) -> list[str]:
        """What it was asked, as people say it."""
        return [f"{request.method} {request.path}" for request in self.requests]


async def _asgi(transport, request):
    response = await transport.handle_async_request(request)
    return response.status_code, response.headers, await response.aread()


def _wsgi(transport, request):
    response = transport.handle_request(request)
    return response.status_code, response.headers, response.read()
