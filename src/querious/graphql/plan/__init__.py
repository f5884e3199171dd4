"""Paths → few operation trees within what a server accepts."""

from querious.graphql.plan.limits import PlanLimits
from querious.graphql.plan.plan import Leaves, OperationPlan, plan_paths, plan_tuples, recut
from querious.graphql.plan.positions import follow
from querious.graphql.plan.refusals import read as read_refusal
from querious.graphql.plan.size import Measures, measure
from querious.graphql.plan.subscriptions import plan_subscription

__all__ = [
    "Leaves",
    "Measures",
    "OperationPlan",
    "PlanLimits",
    "follow",
    "measure",
    "plan_paths",
    "plan_subscription",
    "plan_tuples",
    "read_refusal",
    "recut",
]
