"""The REST APIs that are measured on: both demos, and those of the tests."""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from querious.demo import REST_FAULTS, TRADE_FAULTS, create_rest_app, create_trade_app
from querious.demo.rest.describing import description
from querious.demo.rest.trade.description import trade_description
from querious.demo.rest.trade.memory import API_KEY

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from starlette.types import ASGIApp, Receive, Scope, Send


@dataclass(frozen=True)
class MeasuredApi:
    """How to make one, what it says of itself, and what every request to it carries."""

    make: Callable[[Iterable[str]], ASGIApp]
    document: Callable[[], dict[str, Any]]
    headers: dict[str, str] = field(default_factory=dict)


TESTS: Final = Path(__file__).parent.parent / "tests" / "unit" / "pipeline" / "rest"


def _library(_: Iterable[str]) -> ASGIApp:
    """The library of the tests of relations, which is a WSGI app that only reads."""
    library = _of_tests().Library()

    async def serve(scope: Scope, receive: Receive, send: Send) -> None:
        started: list[Any] = []
        environ = {
            "REQUEST_METHOD": scope["method"],
            "PATH_INFO": scope["path"],
            "QUERY_STRING": scope["query_string"].decode("latin-1"),
        }
        body = await run_in_threadpool(lambda: b"".join(library(environ, lambda *told: started.extend(told))))
        await Response(body, int(started[0].split()[0]), dict(started[1]))(scope, receive, send)

    return serve


def _without_slots() -> dict[str, Any]:
    """What a shop describes that does not deliver."""
    described = trade_description()
    paths = {path: item for path, item in described["paths"].items() if not path.startswith("/slots")}
    return {**described, "paths": paths}


def _of_tests() -> Any:
    sys.path.append(str(TESTS))
    return import_module("library")


APIS: Final = {
    "bookshop": MeasuredApi(create_rest_app, description),
    "shop": MeasuredApi(create_trade_app, _without_slots, {"X-Api-Key": API_KEY}),
    "deliveries": MeasuredApi(
        lambda faults: create_trade_app(faults, delivers=True), trade_description, {"X-Api-Key": API_KEY}
    ),
    "library": MeasuredApi(_library, lambda: dict(_of_tests().DESCRIPTION)),
}

FAULTS: Final[dict[str, tuple[str, str]]] = {
    **{fault.name: ("bookshop", "state") for fault in REST_FAULTS},
    **{fault.name: ("shop", fault.kind) for fault in TRADE_FAULTS},
}
"""API and kind of every fault."""
