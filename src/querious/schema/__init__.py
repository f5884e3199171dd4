"""A file, several files or an API's own answers, to a graphql-core schema with notes for the user."""

from querious.schema.drift import missing_in, vanished, widened
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
    "missing_in",
    "names_of",
    "reachable",
    "read_files",
    "summarise",
    "tuples",
    "vanished",
    "widened",
]
