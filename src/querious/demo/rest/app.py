"""The bookshop as an ASGI app: paths and methods to operations, JSON to bodies and back."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final, NoReturn

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, Router

from querious.demo.rest.describing import description, methods, paths
from querious.demo.rest.exchange import Answer, Ask
from querious.demo.rest.faults.choosing import choose
from querious.demo.rest.operations import healthy_operations
from querious.demo.rest.refusal import RefusalError, problem
from querious.demo.rest.shop import opened_shop

if TYPE_CHECKING:
    from collections.abc import Iterable

    from starlette.types import ASGIApp, Receive, Scope, Send

    from querious.demo.rest.describing import Place
    from querious.demo.rest.exchange import Operation
    from querious.demo.rest.shop import Shop
    from querious.model.values import JSON

JSON_TYPE: Final = "application/json"
PROBLEM_TYPE: Final = "application/problem+json"
_WITH_BODY: Final = frozenset({"create", "replace", "change"})


def create_rest_app(faults: Iterable[str] = ()) -> ASGIApp:
    """A bookshop with its own data and with these faults switched on; its description is at ``/openapi.json``."""
    operations = healthy_operations()
    for fault in choose(faults):
        for weave in fault.weaves:
            operations[weave.place] = weave.wrap(operations[weave.place])
    shop = opened_shop()
    routes = [Route(place.path, Counter(place, shop, operations)) for place in paths()]
    told = Response(json.dumps(description(), indent=1), media_type=JSON_TYPE)
    routes.append(Route("/openapi.json", told))
    return Router(routes, redirect_slashes=False, default=_nowhere)


class Counter:
    """One path of the shop, as an ASGI app of its own."""

    def __init__(self, place: Place, shop: Shop, operations: dict[str, Operation]) -> None:
        self._place = place
        self._shop = shop
        self._operations = operations
        self._methods = methods(place)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Whatever goes wrong is answered as a problem."""
        try:
            answer = await self._serve(Request(scope, receive))
        except RefusalError as error:
            answer = Answer(error.status, problem(error.status, error.detail))
        except Exception:  # noqa: BLE001 - the last resort of every service
            answer = Answer(500, problem(500, "something unexpected happened"))
        await _response(answer, self._methods)(scope, receive, send)

    async def _serve(self, request: Request) -> Answer:
        name = self._methods.get(request.method)
        if name is None:
            raise RefusalError(405, f"only {', '.join(self._methods)}")
        ask = Ask(
            request.path_params.get(self._place.kind.parameter, ""),
            request.path_params.get(self._place.parent_parameter, ""),
            await _json(request) if name in _WITH_BODY else None,
            dict(request.query_params),
            request.headers.get("if-match", "").strip(),
        )
        answer = await self._operations[f"{self._place.kind.name}.{name}"](self._shop, ask)
        return _unless_known(request, answer)


def _unless_known(request: Request, answer: Answer) -> Answer:
    """Nothing but the ETag where the client has what it asks for."""
    tag = answer.headers.get("etag", "")
    known = {one.strip().removeprefix("W/") for one in request.headers.get("if-none-match", "").split(",")}
    if request.method != "GET" or answer.status != 200 or not tag or known.isdisjoint({tag, "*"}):  # noqa: PLR2004
        return answer
    return Answer(304, headers=answer.headers)


async def _json(request: Request) -> JSON:
    try:
        return json.loads((await request.body()).decode(), parse_constant=_refuse)
    except (ValueError, RecursionError):
        raise RefusalError(400, "the body is not JSON") from None


def _refuse(_: str) -> NoReturn:
    raise ValueError("neither NaN nor Infinity is JSON")


def _response(answer: Answer, allowed: Iterable[str]) -> Response:
    """In pure ASCII, so that lone surrogates come back as the escapes they came as."""
    headers = {**answer.headers, **({"allow": ", ".join(allowed)} if answer.status == 405 else {})}  # noqa: PLR2004 - HTTP's
    if answer.body is None:
        return Response(None, answer.status, headers)
    kind = JSON_TYPE if answer.status < 400 else PROBLEM_TYPE  # noqa: PLR2004 - likewise
    return Response(json.dumps(answer.body), answer.status, headers, kind)


async def _nowhere(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "http":
        await _response(Answer(404, problem(404, "there is nothing here")), ())(scope, receive, send)
