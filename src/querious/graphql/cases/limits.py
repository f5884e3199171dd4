"""How large an operation may be."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CaseLimits:
    """``nodes`` counts selections and is never exceeded."""

    fields: int = 12
    """Fields per object."""
    depth: int = 6
    nodes: int = 60
