"""A random walk over the schema → Cases: integer-indexed tables built once, operations built without parsing any."""

from querious.graphql.cases.argument_values import ArgumentFiller
from querious.graphql.cases.deviations import Deviation, deviations
from querious.graphql.cases.documents import read_documents
from querious.graphql.cases.generator import Generator, LateFields
from querious.graphql.cases.limits import CaseLimits
from querious.graphql.cases.source_code import SOURCE_ENDINGS, documents_in_source
from querious.graphql.cases.tables import Tables
from querious.graphql.cases.validity import problems, variable_problems

__all__ = [
    "SOURCE_ENDINGS",
    "ArgumentFiller",
    "CaseLimits",
    "Deviation",
    "Generator",
    "LateFields",
    "Tables",
    "deviations",
    "documents_in_source",
    "problems",
    "read_documents",
    "variable_problems",
]
