"""What one answer teaches: the values that it shows, and which calls brought data."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeGuard

from querious.text.mask import is_masked

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from collections.abc import Set as AbstractSet

    from querious.model import JSON, Value

LONGEST = 256
"""Characters of a value worth keeping."""


class ArgumentTrial(NamedTuple):
    """One call of a field and its outcome."""

    coordinate: str
    arguments: Mapping[str, Value]
    worked: bool | None
    """Whether something came back; None: the answer does not say."""
    found: int = 0
    """What came back below the field: a bit for each field that led to an object of some type, level by level. Fields
    may share a bit; it only serves to tell apart values that bring different things."""
    types: frozenset[str] = frozenset()
    """The object types that came back, where several are possible."""
    complaint: str = ""
    """The message of the error at this field, or of the whole request where that was refused."""
    conflict: bool = False
    """Whether it was refused because of what is there already."""
    cut_to: int = 0
    """The rows of a page that is shorter than was asked for although there are more; 0 of any other answer."""


class Lessons(NamedTuple):
    """What one answer teaches."""

    seen: list[tuple[str, str | int | float, int]]
    """Coordinate, value, and what was below the object that showed it, as in ``ArgumentTrial.found``."""
    trials: list[ArgumentTrial]
    together: list[dict[str, JSON]]
    """Values by coordinate that belong to one object and to those around it."""


class Interest(NamedTuple):
    """What to look for in an answer."""

    wanted: AbstractSet[str]
    """Coordinates whose values are of use."""
    called: Callable[[str], bool]
    """Fields whose arguments are being learned."""
    inner: AbstractSet[str]
    """Fields that hold an object whose leaves are wanted as its own: ``Painting.inventory``."""
    joint: frozenset[str]
    """Coordinates that feed calls of several arguments."""
    page: Callable[[str], bool]
    """Object types that are pages of a list."""
    new: Callable[[str, str | int | float, int], bool]
    """Whether a value of a coordinate, with this below it, would be news."""


def worth_keeping(value: object) -> TypeGuard[str | int | float]:
    """Whether a value is worth sending one day; never what masks a credential of ours."""
    if isinstance(value, str):
        return 0 < len(value) <= LONGEST and not is_masked(value)
    return isinstance(value, int | float) and not isinstance(value, bool)
