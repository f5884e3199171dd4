"""How the cost of an answer grows with the size of what is asked: from measured points to a verdict, without I/O."""

from querious.growth.dimension import Dimension
from querious.growth.fit import steepness
from querious.growth.measurement import Bounds, Sample, measure
from querious.growth.series import Point, Series
from querious.growth.verdict import GROWTH, LIMIT, MEASURED, GrowthVerdict, judge_series

__all__ = [
    "GROWTH",
    "LIMIT",
    "MEASURED",
    "Bounds",
    "Dimension",
    "GrowthVerdict",
    "Point",
    "Sample",
    "Series",
    "judge_series",
    "measure",
    "steepness",
]
