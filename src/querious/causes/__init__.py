"""Findings → groups with one cause each, by what their evidence shares."""

from querious.causes.cause import Cause, possible_causes
from querious.causes.groups import folded, grouped, grouped_by

__all__ = ["Cause", "folded", "grouped", "grouped_by", "possible_causes"]
