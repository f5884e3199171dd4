"""What a series says: growth that is more than linear, and limits that are missing. All of it is for people to judge.

What is large may be meant to be: a report takes its time. So nothing here is certain.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from querious.growth.fit import Cost, explodes, multiplies, steepness

if TYPE_CHECKING:
    from querious.growth.dimension import Dimension
    from querious.growth.series import Series

GROWTH: Final = "resource-growth"
LIMIT: Final = "resource-limit"
MEASURED: Final = frozenset({GROWTH, LIMIT})
"""The rules of what is measured."""
_SECONDS: Final = 0.05
_BYTES: Final = 128 * 1024
"""What a rise must be at least to be worth telling."""
_LONG: Final = 0.5
"""Seconds of an answer that explodes."""


class GrowthVerdict(NamedTuple):
    """Something to tell of a series."""

    rule: str
    message: str


def judge_series(series: Series, dimension: Dimension) -> list[GrowthVerdict]:
    """What there is to tell, the growth first."""
    found = [_growth(series, dimension), _missing_limit(series, dimension)]
    return [one for one in found if one is not None]


def _growth(series: Series, dimension: Dimension) -> GrowthVerdict | None:
    points = series.points
    times = [Cost(one.size, one.seconds, one.fastest, one.slowest) for one in points]
    if series.harmed_at is not None and series.waited:
        times.append(Cost(series.harmed_at, series.waited, series.waited, series.waited))
    if explodes(times, _LONG) or (dimension.in_steps and multiplies(times, _SECONDS)):
        return GrowthVerdict(GROWTH, _exploding("time", dimension, _ends(times, "s")))
    sizes = [Cost(one.size, one.bytes, one.bytes, one.bytes) for one in points]
    if dimension.in_steps:
        return (
            GrowthVerdict(GROWTH, _exploding("size", dimension, _ends(sizes, "bytes")))
            if multiplies(sizes, _BYTES)
            else None
        )
    power = steepness(times, _SECONDS)
    if power is not None:
        return GrowthVerdict(GROWTH, _told("time", dimension, power, _ends(times, "s")))
    power = steepness(sizes, _BYTES)
    if power is not None:
        return GrowthVerdict(GROWTH, _told("size", dimension, power, _ends(sizes, "bytes")))
    return None


def _exploding(what: str, dimension: Dimension, ends: str) -> str:
    return f"the {what} of an answer explodes with the number of {dimension.about}: {ends}"


def _told(what: str, dimension: Dimension, power: float, ends: str) -> str:
    return (
        f"the {what} of an answer grows more than linearly with the number of {dimension.about}: "
        f"at the end as its power {power:.1f} ({ends})"
    )


def _ends(costs: list[Cost], unit: str) -> str:
    shown = ".3f" if unit == "s" else ",.0f"
    before, last = costs[-2:]
    return f"{before.middle:{shown}} {unit} at {before.size:,}, {last.middle:{shown}} {unit} at {last.size:,}"


def _missing_limit(series: Series, dimension: Dimension) -> GrowthVerdict | None:
    limit = dimension.limited_from
    largest = series.points[-1].size if series.points else 0
    if limit is None or series.refused_at is not None or largest < limit:
        return None
    return GrowthVerdict(LIMIT, f"{largest:,} {dimension.about} are answered: there seems to be no {dimension.limit}")
