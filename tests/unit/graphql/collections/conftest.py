"""Little GraphQL services in process: a schema, resolvers by coordinate, and a wire to them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import pytest
from graphql import build_schema, default_field_resolver, graphql_sync

from querious.model import Case, Exchange

if TYPE_CHECKING:
    from collections.abc import Callable


@dataclass
class Served:
    """A service that counts what it is asked."""

    sdl: str
    resolvers: dict[str, Callable[..., Any]]
    asked: list[dict[str, Any]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.schema = build_schema(self.sdl)

    def __call__(self, case: Case) -> Exchange:
        body = case.body
        self.asked.append(body)
        result = graphql_sync(
            self.schema,
            body["query"],
            variable_values=body.get("variables"),
            operation_name=body["operationName"],
            field_resolver=self._resolve,
            type_resolver=lambda value, *_: value["__typename"],
        )
        return Exchange(case, 200, payload=result.formatted, is_json=True)

    def _resolve(self, source: Any, info: Any, **arguments: Any) -> Any:
        resolver = self.resolvers.get(f"{info.parent_type.name}.{info.field_name}")
        if resolver is None:
            return default_field_resolver(source, info, **arguments)
        return resolver(source, **arguments)

    @property
    def names(self) -> list[str]:
        return [body["operationName"] for body in self.asked]


@pytest.fixture
def serve():
    return Served
