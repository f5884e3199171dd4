"""Sending to an application in this process: no port, no thread, and answers as a client would get them."""

from __future__ import annotations

import asyncio
import inspect
import json
import time
from dataclasses import replace

import httpx

from querious.model import Case, Exchange, Failure, Request, Send, rest_case

HOST = "http://testserver"
ANY_CASE = rest_case(Request("GET", "/"))


def send_to(app) -> Send:
    """Sends to an ASGI or a WSGI application. It may be called from several threads."""
    is_asgi = inspect.iscoroutinefunction(app) or inspect.iscoroutinefunction(getattr(app, "__call__", None))  # noqa: B004
    transport = httpx.ASGITransport(app, raise_app_exceptions=False) if is_asgi else httpx.WSGITransport(app)

    def send(case: Case) -> Exchange:
        request = case.request
        body = json.dumps(request.body).encode() if request.has_body else b""
        headers = {"host": "testserver", "accept": "application/json"}
        if request.has_body:
            headers |= {"content-type": "application/json", "content-length": str(len(body))}
        sent = httpx.Request(request.method, HOST + request.path, headers=headers | dict(request.headers), content=body)
        began = time.monotonic()
        try:
            status, found, body = asyncio.run(_asgi(transport, sent)) if is_asgi else _wsgi(transport, sent)
        except Exception as error:  # noqa: BLE001 - whatever it is, it is the application's
            elapsed = time.monotonic() - began
            return Exchange(case, failure=Failure.CRASH, detail=repr(error), began=began, elapsed=elapsed)
        exchange = exchange_of(status, found, body)
        return replace(exchange, case=case, began=began, elapsed=time.monotonic() - began)

    return send


def exchange_of(status, headers, body: bytes) -> Exchange:
    """An exchange with its payload read."""
    names = {name.lower(): value for name, value in dict(headers).items()}
    try:
        return Exchange(ANY_CASE, status, names, body, json.loads(body), True)
    except ValueError:
        return Exchange(ANY_CASE, status, names, body)


def failed(failure: Failure, detail: str = "") -> Exchange:
    """An exchange without an answer."""
    return Exchange(ANY_CASE, failure=failure, detail=detail)


def answer(status=200, payload=None, /, **headers) -> Exchange:
    """An answer as a service with nothing behind it would give it; no body without a payload."""
    body = b"" if payload is None else payload if isinstance(payload, bytes) else json.dumps(payload).encode()
    names = {name.replace("_", "-"): value for name, value in headers.items()}
    return exchange_of(status, {"content-type": "application/json", **names}, body)


class Scripted:
    """Gives prepared answers, the last one for ever, and keeps what it was asked."""

    def __init__(self, *answers) -> None:
        self.answers = list(answers)
        self.requests: list[Request] = []

    def __call__(self, case: Case) -> Exchange:
        self.requests.append(case.request)
        found = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        return replace(found(case.request) if callable(found) else found, case=case)

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
