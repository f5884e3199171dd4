"""A file, several files or an API's own answers, to a graphql-core schema with notes for the user."""

from querious.schema.files import read_files
from querious.schema.introspection import introspection
from querious.schema.loaded import Loaded
from querious.schema.reach import always, names_of, reachable, tuples
from querious.schema.summary import CustomScalar, Deprecated, Summary, summarise

__all__ = [
    "CustomScalar",
    "Deprecated",
    "Loaded",
    "Summary",
    "always",
    "introspection",
    "names_of",
    "reachable",
    "read_files",
    "summarise",
    "tuples",
]
