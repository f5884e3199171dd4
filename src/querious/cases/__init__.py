"""A random walk over the schema → Cases: integer-indexed tables built once, operations built without parsing any."""

from querious.cases.deviations import Deviation, deviations
from querious.cases.documents import read_documents
from querious.cases.filling import Filling
from querious.cases.generator import Generator, Late
from querious.cases.limits import Limits
from querious.cases.source_code import SOURCE_ENDINGS, documents_in_source
from querious.cases.tables import Tables
from querious.cases.validity import problems, variable_problems

__all__ = [
    "SOURCE_ENDINGS",
    "Deviation",
    "Filling",
    "Generator",
    "Late",
    "Limits",
    "Tables",
    "deviations",
    "documents_in_source",
    "problems",
    "read_documents",
    "variable_problems",
]
