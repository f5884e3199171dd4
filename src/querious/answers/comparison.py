"""Whether two values of JSON say the same, with the one tolerance that holds wherever answers are compared."""

from __future__ import annotations

import math
from decimal import Decimal
from typing import TYPE_CHECKING, Final, TypeAlias

if TYPE_CHECKING:
    from querious.model.values import JSON

Number: TypeAlias = int | float | Decimal

TOLERANCE: Final = 2**-23
"""Relative, for numbers with a fraction: services that keep single precision are not wrong."""
_EXACT: Final = 2**53
"""Whole numbers up to here are exact in every service; beyond, many keep them in double precision."""


def same(one: JSON, other: JSON, *, ordered: bool = True) -> bool:
    """Whether two values say the same: 1 and 1.0 do, 1 and true do not; members of objects come in any order.

    Without ``ordered``, so do the items of a list, as no order was promised.
    """
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    if isinstance(one, int | float) and isinstance(other, int | float):
        return same_number(one, other)
    if isinstance(one, list) and isinstance(other, list):
        if not ordered:
            one, other = sorted(one, key=repr), sorted(other, key=repr)
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same(value, other[key]) for key, value in one.items())
    return type(one) is type(other) and bool(one == other)


def same_number(one: Number, other: Number) -> bool:
    """Whether two numbers are the same: whole ones exactly, others but for their last digits."""
    if one == other:
        return True
    if _is_exact(one) and _is_exact(other):
        return False
    try:
        return math.isclose(one, other, rel_tol=TOLERANCE)
    except OverflowError:
        return False


def _is_exact(number: Number) -> bool:
    """Whether it was written as a whole number, and every service can keep it so."""
    whole = number.as_tuple().exponent == 0 if isinstance(number, Decimal) else isinstance(number, int)
    return whole and -_EXACT <= number <= _EXACT
