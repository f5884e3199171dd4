"""OpenAPI and Swagger descriptions → collections with bodies, references and checks."""

from querious.crud.openapi.description import Description, LeftOut, base_for, read_openapi
from querious.crud.openapi.reading import Reading, collections_of, plan_of
from querious.crud.openapi.resources import Probe, Promises

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
