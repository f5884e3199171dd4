"""What tells two groups of rows apart: a state, a flag, a date, a member that only the rows of one group show."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from querious.answers.measures import ValueKind, measure
from querious.rest.relations.row_members import members_of, read

if TYPE_CHECKING:
    from collections.abc import Sequence

    from querious.model import JSON
    from querious.rest.relations.row_members import RowMember

_ORDERED: Final = frozenset({ValueKind.NUMBER, ValueKind.MOMENT})


def are_set_apart(some: Sequence[dict[str, JSON]], others: Sequence[dict[str, JSON]]) -> bool:
    """Whether any member tells each row of one group from all of the other."""
    return any(_sets_apart(member, some, others) for member in members_of([*some, *others]))


def _sets_apart(member: RowMember, some: Sequence[dict[str, JSON]], others: Sequence[dict[str, JSON]]) -> bool:
    """By being there, by an order, or by values that several rows have in common; each row has a name of its own."""
    shown = [read(row, member.path) or [] for row in some]
    facing = [read(row, member.path) or [] for row in others]
    if all(shown) and not any(facing):
        return True
    if all(facing) and not any(shown):
        return True
    values = [value for each in shown for value in each]
    opposite = [value for each in facing for value in each]
    if not all(shown) or not all(facing):
        return False
    if member.kind in _ORDERED and _are_on_two_sides(values, opposite, member.kind):
        return True
    is_shared = member.is_categorical or len(set(map(str, values))) < len(values)
    return is_shared and set(map(str, values)).isdisjoint(map(str, opposite))


def _are_on_two_sides(values: Sequence[JSON], opposite: Sequence[JSON], kind: ValueKind) -> bool:
    one: list[Any] = [measure(value, kind) for value in values]
    other: list[Any] = [measure(value, kind) for value in opposite]
    return None not in [*one, *other] and (max(one) < min(other) or min(one) > max(other))
