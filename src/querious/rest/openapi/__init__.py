"""OpenAPI and Swagger descriptions → operations, and collections with bodies, references and checks."""

from querious.rest.openapi.description import Description, OmittedPath, base_for, read_openapi
from querious.rest.openapi.discovery import DescribedCollections, collections_of, plan_of
from querious.rest.openapi.resources import MethodProbe, Promises

__all__ = [
    "DescribedCollections",
    "Description",
    "MethodProbe",
    "OmittedPath",
    "Promises",
    "base_for",
    "collections_of",
    "plan_of",
    "read_openapi",
]
