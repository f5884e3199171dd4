"""Asking the same at growing sizes: a conversation without I/O, which stops at the first sign of harm."""

from __future__ import annotations

from collections.abc import Generator
from statistics import median
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from querious.growth.series import Point, Series

if TYPE_CHECKING:
    from querious.growth.dimension import Dimension


class Sample(NamedTuple):
    """One answer."""

    seconds: float
    bytes: int
    refused: bool = False
    """Whether the server said no, as one that has a limit does."""
    harm: str = ""
    """A time-out, a lost connection or a status of 500 and above, in words."""
    rows: int | None = None
    """Of a page, how many rows it holds; None where that is not known."""


class Bounds(NamedTuple):
    """When a series ends, although larger sizes are left."""

    seconds: float = 1.5
    """For one answer: a larger size would take a multiple of it."""
    bytes: int = 2 * 1024 * 1024
    times: int = 3
    """How often each size is measured."""


_NOTABLE = 0.2
"""Seconds below which nothing is expected of the next size."""
Measurement: TypeAlias = Generator[int, Sample, Series]


def measure(dimension: Dimension, bounds: Bounds) -> Measurement:
    """Yields sizes, receives what came of them. The first size is asked once more before, to warm up what is cold."""
    points: list[Point] = []
    first = yield dimension.sizes[0]
    if first.harm or first.refused:
        return _ended(points, dimension.sizes[0], first)
    for size in dimension.sizes:
        samples: list[Sample] = []
        for _ in range(bounds.times):
            sample = yield size
            if sample.harm or sample.refused:
                return _ended(points, size, sample)
            samples.append(sample)
            if sample.seconds > bounds.seconds and points:
                break  # one is enough where it takes so long
        points.append(_point(size, samples))
        if dimension.keeps_to_rows and samples[0].rows is not None and samples[0].rows < size:
            return Series(tuple(points[:-1]), stopped="the list ends")
        if points[-1].seconds > bounds.seconds:
            return Series(tuple(points), stopped=f"an answer took more than {bounds.seconds:g} s")
        if _expected(points) > 2 * bounds.seconds:
            return Series(tuple(points), stopped="a larger one would take too long")
        if points[-1].bytes > bounds.bytes:
            return Series(tuple(points), stopped=f"an answer had more than {bounds.bytes:,} bytes")
    return Series(tuple(points))


def _expected(points: list[Point]) -> float:
    """Seconds that the next size will take if it is to this one as this one is to the one before."""
    if len(points) < 2 or points[-1].fastest < _NOTABLE:  # noqa: PLR2004 - a pair
        return 0.0
    return points[-1].seconds * points[-1].seconds / points[-2].seconds if points[-2].seconds else 0.0


def _point(size: int, samples: list[Sample]) -> Point:
    seconds = [sample.seconds for sample in samples]
    return Point(size, median(seconds), samples[0].bytes, min(seconds), max(seconds))


def _ended(points: list[Point], size: int, sample: Sample) -> Series:
    if sample.harm:
        return Series(tuple(points), harm=sample.harm, harmed_at=size, stopped=sample.harm, waited=sample.seconds)
    return Series(tuple(points), refused_at=size, stopped="refused")
