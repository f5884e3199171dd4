"""Two versions of one API: how their answers and their schemas differ, and which differences are noise."""

from querious.versions.changes import schema_changes
from querious.versions.comparison import Key, Spot, Terms, compare
from querious.versions.fitted_operations import Fitted, fit
from querious.versions.order import Order
from querious.versions.tally import Candidate, Compared, Example, Round, Tallies, compare_three, roots, verdict
from querious.versions.views import View

__all__ = [
    "Candidate",
    "Compared",
    "Example",
    "Fitted",
    "Key",
    "Order",
    "Round",
    "Spot",
    "Tallies",
    "Terms",
    "View",
    "compare",
    "compare_three",
    "fit",
    "roots",
    "schema_changes",
    "verdict",
]
