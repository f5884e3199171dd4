"""OpenAPI and Swagger descriptions, read: operations with what they take and answer, and schemas in one form."""

from querious.rest.openapi.description import Description, base_for, read_openapi
from querious.rest.openapi.operations import (
    DocumentedResponse,
    OmittedPath,
    RestBody,
    RestLink,
    RestOperation,
    RestParameter,
)

__all__ = [
    "Description",
    "DocumentedResponse",
    "OmittedPath",
    "RestBody",
    "RestLink",
    "RestOperation",
    "RestParameter",
    "base_for",
    "read_openapi",
]
