"""Two versions of one API: how their answers and their schemas differ, and which differences are noise."""

from querious.versions.changes import common_changes, left_to_others, schema_changes
from querious.versions.comparison import AnswerMismatch, Key, compare
from querious.versions.fitted_operations import Fitted, fit
from querious.versions.tally import (
    Candidate,
    DifferenceExample,
    Round,
    Tallies,
    ThreeWayComparison,
    compare_three,
    roots,
    verdict,
)
from querious.versions.views import View

__all__ = [
    "AnswerMismatch",
    "Candidate",
    "DifferenceExample",
    "Fitted",
    "Key",
    "Round",
    "Tallies",
    "ThreeWayComparison",
    "View",
    "common_changes",
    "compare",
    "compare_three",
    "fit",
    "left_to_others",
    "roots",
    "schema_changes",
    "verdict",
]
