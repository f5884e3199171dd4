"""The REST API's description in OpenAPI 3.1, from the same tables as the API itself: it promises nothing else."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from querious.demo.doors.rest.catalogue import ENDPOINTS
from querious.demo.doors.rest.endpoints import ANYBODY
from querious.demo.doors.rest.schemas import ID, SCHEMAS, reference
from querious.demo.doors.uploads import LARGEST_FILE, LONGEST_NAME, MEDIA_TYPES

if TYPE_CHECKING:
    from querious.demo.doors.rest.endpoints import DoorEndpoint

TITLES = {
    400: "Not readable",
    401: "Log in first",
    403: "Forbidden",
    404: "Not found",
    405: "Not allowed",
    409: "Conflict",
    413: "Too large",
    415: "Not a type that is read here",
    422: "Not valid",
    500: "The workspace failed",
}
_BEARER: dict[str, list[str]] = {"bearer": []}


def doors_description() -> dict[str, Any]:
    """The document."""
    paths: dict[str, dict[str, Any]] = {}
    for endpoint in ENDPOINTS:
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = _operation(endpoint)
    about = "Projects, tasks, comments, files and private notes of a team."
    return {
        "openapi": "3.1.0",
        "info": {"title": "A workspace for teams", "version": "1.0.0", "description": about},
        "servers": [{"url": "/"}],
        "paths": paths,
        "components": {
            "schemas": SCHEMAS,
            "securitySchemes": {"bearer": {"type": "http", "scheme": "bearer", "bearerFormat": "JWT"}},
        },
    }


def _operation(endpoint: DoorEndpoint) -> dict[str, Any]:
    resource, _, verb = endpoint.name.partition(".")
    told: dict[str, Any] = {
        "operationId": "_".join(filter(None, (verb, resource))),
        "tags": [resource],
        "summary": endpoint.about,
        "security": [_BEARER, {}] if endpoint.who == ANYBODY else [_BEARER],
    }
    parameters = [
        {"name": name, "in": "path", "required": True, "schema": ID} for name in re.findall(r"{(\w+)}", endpoint.path)
    ]
    parameters += [{"name": name, "in": "query", "schema": schema} for name, schema in endpoint.query.items()]
    if parameters:
        told["parameters"] = parameters
    content = _content_taken(endpoint)
    if content:
        told["requestBody"] = {"required": True, "content": content}
    told["responses"] = _responses(endpoint)
    return told


def _content_taken(endpoint: DoorEndpoint) -> dict[str, Any]:
    if endpoint.takes_file:
        about = f"At most {LARGEST_FILE} bytes, with a plain name of at most {LONGEST_NAME} characters."
        file = {"type": "string", "contentMediaType": "application/octet-stream", "description": about}
        schema = {"type": "object", "properties": {"file": {**file, "maxLength": LARGEST_FILE}}, "required": ["file"]}
        return {
            "multipart/form-data": {"schema": schema, "encoding": {"file": {"contentType": ", ".join(MEDIA_TYPES)}}}
        }
    return {"application/json": {"schema": endpoint.body}} if endpoint.body is not None else {}


def _responses(endpoint: DoorEndpoint) -> dict[str, Any]:
    done: dict[str, Any] = {"description": "Done."}
    if endpoint.schema is not None:
        done["content"] = {"application/json": {"schema": endpoint.schema}}
    if endpoint.gives_file:
        done["content"] = {media_type: {} for media_type in MEDIA_TYPES}
    told = {str(endpoint.status): done}
    for status in sorted({401, *endpoint.refusals}):
        content = {"application/problem+json": {"schema": reference("Problem")}}
        told[str(status)] = {"description": TITLES[status], "content": content}
    return told
