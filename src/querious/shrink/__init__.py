"""A failing Case → the smallest Case with the same finding."""

from querious.shrink.shrinking import shrink

__all__ = ["shrink"]
