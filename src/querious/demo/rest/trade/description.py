"""The shop's description in OpenAPI 3.1, from the same tables as the shop itself: it promises nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from querious.demo.rest.refusal import TITLES
from querious.demo.rest.trade.catalogue import ENDPOINTS
from querious.demo.rest.trade.endpoints import HEADERS
from querious.demo.rest.trade.schemas import SCHEMAS, reference

if TYPE_CHECKING:
    from collections.abc import Sequence

    from querious.demo.rest.trade.endpoints import Endpoint, Outcome, Schema

_ALWAYS: Final = (500,)
_REFUSAL_HEADERS: Final = {401: ("WWW-Authenticate",)}


def trade_description(endpoints: Sequence[Endpoint] = ENDPOINTS) -> dict[str, Any]:
    """The document of these endpoints, or of all."""
    paths: dict[str, dict[str, Any]] = {}
    for endpoint in endpoints:
        item = paths.setdefault(endpoint.path, {})
        item[endpoint.method.lower()] = _operation(endpoint)
        if endpoint.has_head:
            item["head"] = _head(endpoint)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "A shop",
            "version": "1.0.0",
            "description": "Items, reviews, suppliers, orders, exports, deliveries.",
        },
        "servers": [{"url": "/"}],
        "paths": paths,
        "components": {
            "schemas": SCHEMAS,
            "securitySchemes": {"key": {"type": "apiKey", "in": "header", "name": "X-Api-Key"}},
        },
    }


def _operation(endpoint: Endpoint) -> dict[str, Any]:
    resource, _, verb = endpoint.name.partition(".")
    told: dict[str, Any] = {"operationId": f"{verb}_{resource}", "tags": [resource], "summary": endpoint.about}
    parameters = [*_parameters(endpoint)]
    if parameters:
        told["parameters"] = parameters
    if endpoint.body is not None:
        content = {"application/json": {"schema": endpoint.body}}
        told["requestBody"] = {"required": endpoint.body_required, "content": content}
    if endpoint.secured:
        told["security"] = [{"key": []}]
    told["responses"] = _responses(endpoint)
    return told


def _parameters(endpoint: Endpoint) -> list[dict[str, Any]]:
    kinds = {"path": endpoint.keys, "query": endpoint.query, "header": endpoint.headers}
    return [_parameter(name, where, schema) for where, known in kinds.items() for name, schema in known.items()]


def _parameter(name: str, where: str, schema: Schema) -> dict[str, Any]:
    told: dict[str, Any] = {"name": name, "in": where}
    if where == "path":
        told["required"] = True
    if schema["type"] == "array":
        told |= {"style": "form", "explode": False}
    return {**told, "schema": schema}


def _responses(endpoint: Endpoint) -> dict[str, Any]:
    told = {str(status): _response(outcome) for status, outcome in endpoint.outcomes.items()}
    for status in (*endpoint.refusals, *_ALWAYS):
        told[str(status)] = {
            "description": TITLES[status],
            **_headers(_REFUSAL_HEADERS.get(status, ())),
            "content": {"application/problem+json": {"schema": reference("Problem")}},
        }
    return told


def _response(outcome: Outcome) -> dict[str, Any]:
    content = {"content": {outcome.media: {"schema": outcome.schema}}} if outcome.schema is not None else {}
    return {"description": outcome.about, **_headers(outcome.headers), **content}


def _headers(names: tuple[str, ...]) -> dict[str, Any]:
    return {"headers": {name: {"required": True, "schema": HEADERS[name]} for name in names}} if names else {}


def _head(endpoint: Endpoint) -> dict[str, Any]:
    """As the GET of the same path, without bodies."""
    told = _operation(endpoint)
    responses = {
        status: {name: value for name, value in response.items() if name != "content"}
        for status, response in told["responses"].items()
    }
    summary = f"The headers of: {endpoint.about}"
    return {**told, "operationId": f"head_{told['operationId']}", "summary": summary, "responses": responses}
