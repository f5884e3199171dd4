"""A file, several files or an API's own answers, to a graphql-core schema with notes for the user."""

from querious.graphql.schema.drift import missing_in, vanished, widened
from querious.graphql.schema.files import read_files
from querious.graphql.schema.introspection import introspection
from querious.graphql.schema.loaded import Loaded
from querious.graphql.schema.reach import always, names_of, reachable, tuples
from querious.graphql.schema.summary import CustomScalar, Deprecated, Summary, summarise

__all__ = [
    "CustomScalar",
    "Deprecated",
    "Loaded",
    "Summary",
    "always",
    "introspection",
    "missing_in",
    "names_of",
    "reachable",
    "read_files",
    "summarise",
    "tuples",
    "vanished",
    "widened",
]
