"""The shop as an ASGI app: paths and methods to operations, JSON to bodies and back."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Final

from starlette.requests import Request
from starlette.responses import Response

from querious.demo.rest.refusal import RefusalError, problem
from querious.demo.rest.trade.catalogue import ENDPOINTS
from querious.demo.rest.trade.description import trade_description
from querious.demo.rest.trade.exchange import Inquiry, Reply
from querious.demo.rest.trade.faults.choosing import choose_trade
from querious.demo.rest.trade.memory import API_KEY, Memory
from querious.demo.rest.trade.reading import read_body, read_keys, read_query, require_headers
from querious.demo.rest.trade.slots import ENDPOINTS as DELIVERIES

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from starlette.types import ASGIApp, Receive, Scope, Send

    from querious.demo.rest.trade.endpoints import Endpoint
    from querious.demo.rest.trade.exchange import Deal
    from querious.demo.store import Store

_JSON: Final = "application/json"
_PROBLEM: Final = "application/problem+json"
_REFUSED: Final = 400


def create_trade_app(faults: Iterable[str] = (), store: Store | None = None, *, delivers: bool = False) -> ASGIApp:
    """A shop with these faults switched on, over its own data unless a store is given.

    Its description is at ``/openapi.json``. Delivery slots are there where it ``delivers``, or has a fault of them.
    """
    deals = healthy_deals()
    chosen = choose_trade(faults)
    slots = {endpoint.name for endpoint in DELIVERIES}
    delivers = delivers or any(not slots.isdisjoint(fault.places) for fault in chosen)
    endpoints = ENDPOINTS if delivers else [one for one in ENDPOINTS if one.name not in slots]
    for fault in chosen:
        for weave in fault.weaves:
            deals[weave.place] = weave.wrap(deals[weave.place])
    return TradeCounter(Memory(store) if store is not None else Memory(), deals, endpoints)


def healthy_deals() -> dict[str, Deal]:
    """All operations by name, and three that every path has in common."""
    return {
        **{endpoint.name: endpoint.deal for endpoint in ENDPOINTS},
        "any.key": require_key,
        "any.head": answer_head,
        "any.other": refuse_method,
    }


def require_key(_: Memory, ask: Inquiry) -> Reply:
    """Refuse who does not have the key."""
    if ask.headers.get("x-api-key") != API_KEY:
        headers = {"www-authenticate": 'ApiKey realm="customers"'}
        return Reply(401, problem(401, "an API key is needed"), headers)
    return Reply(200)


def answer_head(_: Memory, __: Inquiry) -> Reply:
    """HEAD is answered as GET; the wire leaves out the body."""
    return Reply(200)


def refuse_method(_: Memory, ask: Inquiry) -> Reply:
    """A method that the path does not have."""
    return Reply(405, problem(405, f"only {', '.join(ask.allowed)}"), {"allow": ", ".join(ask.allowed)})


class TradeCounter:
    """Answers requests, one at a time: nothing here waits."""

    def __init__(self, memory: Memory, deals: dict[str, Deal], endpoints: Sequence[Endpoint]) -> None:
        self._memory = memory
        self._deals = deals
        self._document = json.dumps(trade_description(endpoints), indent=1)
        self._paths: dict[str, dict[str, Endpoint]] = {}
        for endpoint in endpoints:
            methods = self._paths.setdefault(endpoint.path, {})
            methods[endpoint.method] = endpoint
            if endpoint.has_head:
                methods["HEAD"] = endpoint
        self._forms = {path: re.compile(re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", path)) for path in self._paths}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Whatever goes wrong is answered as a problem."""
        if scope["type"] != "http":
            return
        request = Request(scope, receive)
        content = await request.body()
        self._memory.requests += 1
        try:
            reply = self._serve(request, content)
        except RefusalError as error:
            reply = Reply(error.status, problem(error.status, error.detail))
        except Exception:  # noqa: BLE001 - the last resort of every service
            reply = Reply(500, problem(500, "something unexpected happened"))
        await _response(reply, request.method)(scope, receive, send)

    def _serve(self, request: Request, content: bytes) -> Reply:
        path = request.url.path
        if path == "/openapi.json" and request.method == "GET":
            return Reply(200, self._document, media=_JSON)
        for known, form in self._forms.items():
            found = form.fullmatch(path)
            if found is not None:
                return self._answer(self._paths[known], found.groupdict(), request, content)
        raise RefusalError(404, "there is nothing here")

    def _answer(self, methods: dict[str, Endpoint], keys: dict[str, str], request: Request, content: bytes) -> Reply:
        headers = {name.lower(): value for name, value in request.headers.items()}
        ask = Inquiry(request.url.path, {}, {}, dict(request.query_params), headers, None, tuple(methods))
        endpoint = methods.get(request.method)
        if endpoint is None:
            return self._deals["any.other"](self._memory, ask)
        if endpoint.secured:
            refusal = self._deals["any.key"](self._memory, ask)
            if refusal.status >= _REFUSED:
                return refusal
        ask = ask.of(**read_keys(endpoint, keys)).asking(**read_query(endpoint, request.query_params))
        require_headers(endpoint, headers)
        ask = ask.sending(read_body(endpoint, content))
        if request.method == "HEAD":
            told = self._deals["any.head"](self._memory, ask)
            if told.status >= _REFUSED:
                return told
        return self._deals[endpoint.name](self._memory, ask)


def _response(reply: Reply, method: str) -> Response:
    """In pure ASCII, so that lone surrogates come back as the escapes they came as."""
    media = reply.media or (_JSON if reply.status < _REFUSED else _PROBLEM)
    if reply.body is None:
        return Response(None, reply.status, reply.headers)
    text = reply.body if reply.media and isinstance(reply.body, str) else json.dumps(reply.body)
    response = Response(text.encode(), reply.status, {**reply.headers, "content-type": media})
    if method == "HEAD":
        response.body = b""
    return response
