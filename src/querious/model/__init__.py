"""The plain objects that every room speaks; they know nothing of any room."""

from querious.model.case import Case, graphql_case, rest_case
from querious.model.coverage import Coverage, Level
from querious.model.exchange import Exchange, Failure, Send
from querious.model.finding import Finding, FoldedFinding
from querious.model.kept import Kept
from querious.model.metrics import Metrics
from querious.model.operation import Directive, Field, Fragment, Operation, Selection
from querious.model.path import Path, Step
from querious.model.reach import Class, Reach, Walked
from querious.model.request import Request
from querious.model.run import Progress, Run
from querious.model.settings import Settings
from querious.model.severity import Severity
from querious.model.shape import FieldShape, ObjectShape, SelectionShape
from querious.model.values import ABSENT, JSON, EnumValue, Raw, Value, Variable

__all__ = [
    "ABSENT",
    "JSON",
    "Case",
    "Class",
    "Coverage",
    "Directive",
    "EnumValue",
    "Exchange",
    "Failure",
    "Field",
    "FieldShape",
    "Finding",
    "FoldedFinding",
    "Fragment",
    "Kept",
    "Level",
    "Metrics",
    "ObjectShape",
    "Operation",
    "Path",
    "Progress",
    "Raw",
    "Reach",
    "Request",
    "Run",
    "Selection",
    "SelectionShape",
    "Send",
    "Settings",
    "Severity",
    "Step",
    "Value",
    "Variable",
    "Walked",
    "graphql_case",
    "rest_case",
]
