"""Limits at their edge: what may hold so many entries takes that many, no more, and takes one again when one goes."""

from querious.state.limits.edge_rules import LIMIT_RULES
from querious.state.limits.edge_test import test_limits

__all__ = ["LIMIT_RULES", "test_limits"]
