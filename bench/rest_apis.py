"""The REST APIs that are measured on: both demos, and those of the tests."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from querious.demo import REST_FAULTS, TRADE_FAULTS, create_rest_app, create_trade_app
from querious.demo.rest.describing import description
from querious.demo.rest.trade.description import trade_description
from querious.demo.rest.trade.memory import API_KEY

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from starlette.types import ASGIApp


@dataclass(frozen=True)
class MeasuredApi:
    """How to make one, what it says of itself, and what every request to it carries."""

    make: Callable[[Iterable[str]], ASGIApp]
    document: Callable[[], dict[str, Any]]
    headers: dict[str, str] = field(default_factory=dict)


APIS: Final = {
    "bookshop": MeasuredApi(create_rest_app, description),
    "shop": MeasuredApi(create_trade_app, trade_description, {"X-Api-Key": API_KEY}),
}

FAULTS: Final[dict[str, tuple[str, str]]] = {
    **{fault.name: ("bookshop", "state") for fault in REST_FAULTS},
    **{fault.name: ("shop", fault.kind) for fault in TRADE_FAULTS},
}
"""API and kind of every fault."""
