"""A failing case, or a scenario of several → the smallest with the same finding."""

from querious.shrink.driver import shrink
from querious.shrink.scenarios import shrink_scenario

__all__ = ["shrink", "shrink_scenario"]
