"""The shop with both its faces over the same data: GraphQL at ``/graphql``, REST at all other paths."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from querious.demo.app import HANG, create_app
from querious.demo.data import filled_store
from querious.demo.rest.trade.app import create_trade_app

if TYPE_CHECKING:
    from collections.abc import Iterable

    from starlette.types import ASGIApp, Receive, Scope, Send

GRAPHQL_PATH: Final = "/graphql"


def create_shop_app(faults: Iterable[str] = (), rest_faults: Iterable[str] = (), *, hang: float = HANG) -> ASGIApp:
    """Both, with these faults of GraphQL and of REST switched on."""
    store = filled_store()
    graphql, rest = create_app(faults, hang=hang, store=store), create_trade_app(rest_faults, store)

    async def serve(scope: Scope, receive: Receive, send: Send) -> None:
        face = graphql if scope.get("path") == GRAPHQL_PATH else rest
        await face(scope, receive, send)

    return serve
