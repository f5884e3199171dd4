"""OpenAPI and Swagger descriptions → operations, and collections with bodies, references and checks."""

from querious.rest.openapi.description import Description, OmittedPath, base_for, read_openapi
from querious.rest.openapi.discovery import DescribedCollections, collections_of, plan_of

__all__ = [
    "DescribedCollections",
    "Description",
    "OmittedPath",
    "base_for",
    "collections_of",
    "plan_of",
    "read_openapi",
]
