"""Numbers that a service which obeys its schema takes and gives back as they were."""

from __future__ import annotations

from fractions import Fraction
from math import ceil, floor, lcm
from typing import TYPE_CHECKING, Any, Final

from hypothesis import strategies as st

from querious.rest.openapi.merged_schemas import common_multiple

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

    from querious.model.values import JSON

_LONG: Final = 2**53 - 1
"""Beyond, readers of JSON that know doubles alone lose digits."""
_INT: Final = 2**31 - 1
_INTEGERS: Final = {"int32": (-_INT - 1, _INT), "int64": (-_LONG, _LONG), "int16": (-(2**15), 2**15 - 1),
                    "int8": (-128, 127), "uint8": (0, 255), "uint16": (0, 2**16 - 1), "uint32": (0, 2**32 - 1),
                    "uint64": (0, _LONG)}  # fmt: skip
_LARGEST: Final = 2**20
"""Of a fraction: with two binary digits after the point it fits a float of 32 bits, and a decimal with two places."""
_STEP: Final = Fraction(1, 4)
_FINEST: Final = Fraction(1, 2**10)
_ENOUGH: Final = 8
"""Values that a range should offer before a finer step is taken."""


def integers(schema: dict[str, Any]) -> SearchStrategy[JSON] | None:
    """Within the bounds and the format; None where there is none."""
    step = Fraction(str(schema.get("multipleOf", 1)))
    step = Fraction(lcm(step.numerator, step.denominator), step.denominator)
    low, high = _INTEGERS.get(schema.get("format", ""), (-_INT, _INT))
    return _grid(schema, step, (Fraction(low), Fraction(high)), whole=True)


def numbers(schema: dict[str, Any]) -> SearchStrategy[JSON] | None:
    """On a grid of quarters, or a finer one where the range is narrow."""
    bounds = (Fraction(-_LARGEST), Fraction(_LARGEST))
    if "multipleOf" in schema:
        multiple = Fraction(str(schema["multipleOf"]))
        coarse = common_multiple(multiple, _STEP)
        found = _grid(schema, coarse, bounds)
        return found if found is not None else _grid(schema, multiple, bounds)
    step = _STEP
    while step > _FINEST and not _offers(schema, step, bounds):
        step /= 2
    found = _grid(schema, step, bounds)
    return found if found is not None else _middle(schema, bounds)


def _bounds(schema: dict[str, Any], usual: tuple[Fraction, Fraction]) -> tuple[Fraction, Fraction, bool, bool]:
    """The lowest and the highest value, and whether each is left out. Far bounds give way to the usual ones."""
    low, low_open = _tightest(schema, "minimum", "exclusiveMinimum", max)
    high, high_open = _tightest(schema, "maximum", "exclusiveMaximum", min)
    width = usual[1] - usual[0]
    if low is None:
        low, low_open = (usual[0] if high is None or high > usual[0] else high - width), False
    if high is None:
        high, high_open = (usual[1] if low < usual[1] else low + width), False
    if low < usual[0] < high:
        low, low_open = usual[0], False
    if low < usual[1] < high:
        high, high_open = usual[1], False
    return low, high, low_open, high_open


def _tightest(schema: dict[str, Any], bound: str, exclusive: str, choose: Any) -> tuple[Fraction | None, bool]:
    known = {
        open_: Fraction(str(schema[name])) for name, open_ in ((bound, False), (exclusive, True)) if name in schema
    }
    if not known:
        return None, False
    tightest = choose(known.values())
    return tightest, known.get(True) == tightest


def _steps(schema: dict[str, Any], step: Fraction, usual: tuple[Fraction, Fraction]) -> tuple[int, int]:
    low, high, low_open, high_open = _bounds(schema, usual)
    first, last = ceil(low / step), floor(high / step)
    return first + (low_open and first * step == low), last - (high_open and last * step == high)


def _offers(schema: dict[str, Any], step: Fraction, usual: tuple[Fraction, Fraction]) -> bool:
    first, last = _steps(schema, step, usual)
    return last - first + 1 >= _ENOUGH


def _grid(
    schema: dict[str, Any], step: Fraction, usual: tuple[Fraction, Fraction], *, whole: bool = False
) -> SearchStrategy[JSON] | None:
    first, last = _steps(schema, step, usual)
    if first > last:
        return None
    counts = st.integers(first, last)
    if whole:
        size = int(step)
        return counts if size == 1 else counts.map(lambda count: count * size)
    top, bottom = step.numerator, step.denominator
    return counts.map(lambda count: count * top / bottom)


def _middle(schema: dict[str, Any], usual: tuple[Fraction, Fraction]) -> SearchStrategy[JSON] | None:
    low, high, low_open, high_open = _bounds(schema, usual)
    if low > high or (low == high and (low_open or high_open)):
        return None
    return st.just(float((low + high) / 2))
