"""Paths → few operation trees within what a server accepts."""

from querious.plan.following import follow
from querious.plan.limits import Limits
from querious.plan.measuring import Measures, measure
from querious.plan.planning import Leaves, Plan, plan_paths, plan_tuples, recut
from querious.plan.refusals import read as read_refusal

__all__ = [
    "Leaves",
    "Limits",
    "Measures",
    "Plan",
    "follow",
    "measure",
    "plan_paths",
    "plan_tuples",
    "read_refusal",
    "recut",
]
