"""OpenAPI and Swagger descriptions → collections with bodies, references and checks."""

from querious.rest.openapi.description import Description, LeftOut, base_for, read_openapi
from querious.rest.openapi.discovery import Reading, collections_of, plan_of
from querious.rest.openapi.resources import Probe, Promises

__all__ = [
    "Description",
    "LeftOut",
    "Probe",
    "Promises",
    "Reading",
    "base_for",
    "collections_of",
    "plan_of",
    "read_openapi",
]
