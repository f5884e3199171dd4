"""A failing case, or a scenario of several → the smallest with the same finding."""

from querious.shrink.scenarios import shrink_scenario
from querious.shrink.shrinking import shrink

__all__ = ["shrink", "shrink_scenario"]
