"""Designs by which a filter may let rows through, or leave rows out, although the rows say otherwise.

Where there is none, the filter contradicts the rows. A text may be searched for by its likeness; a level may mean this
level and above; a number may be a bound; a category may hold others; ``false`` may mean "does not matter".
"""

from __future__ import annotations

import re
from datetime import datetime
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, Final

from querious.answers.demands import Standing
from querious.answers.filter_words import BOUNDS, ORDINAL, TEXTS, Operator
from querious.answers.measures import DAY, ValueKind, folded, measure
from querious.rest.relations.documented_promises import promises_bound, promises_equality
from querious.rest.relations.row_members import read
from querious.text.words import words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from querious.model import JSON
    from querious.rest.relations.filtered_rows import FilteredGroup, FilteredRows
    from querious.rest.relations.row_conditions import RowCondition

_ROWS: Final = 3
"""Rows from which on it tells something that a filter keeps none of them back."""
_LIKE: Final = 0.6
"""Of two texts: the share of their letters from which on a search may take them for alike."""
_TIMES: Final = 2
"""Values for which a filter has to go wrong in the same way."""
_BOUNDS_ALIKE: Final = 4
"""Bounds that all leave out what stands on them: of numbers that are shown rounded half would come."""
_SIDES: Final = frozenset({"before", "after"})
_SPOKEN: Final = 2
"""Words of a name that says before or after what: ``created_before``."""
_ZONES: Final = 2
"""Days by which the same moment differs at most in two zones."""
_PRICED: Final = frozenset({"price", "cost", "amount", "fee", "total", "salary", "budget", "balance"})
"""What may be compared with its taxes, and is shown without."""
_NESTED: Final = frozenset(
    (
        *("category", "folder", "group", "parent", "department", "location", "region", "section", "area", "path"),
        *("namespace", "topic", "organization", "organisation", "directory", "collection", "unit", "tree", "node"),
    )
)
"""Things that may lie within each other: what belongs to the inner one is found under the outer one too."""


def surely_lets_through(one: FilteredRows, condition: RowCondition, value: JSON, group: FilteredGroup) -> bool:
    """Whether no design explains the rows that came and must not."""
    if _makes_no_difference(condition, group):
        return True
    if condition.is_ambiguous:
        return False
    broken = one.broken(condition, value)
    if condition.wants_none is not None:
        return condition.has_two_sides
    if condition.member.kind is ValueKind.FLAG and len(broken) == len(one.rows) and _lost(one, group):
        return True  # the other half of the rows comes, whatever false is meant to be
    if not one.is_alone:
        return _works_alone(condition, group)
    if condition.operator in BOUNDS:
        beyond = [row for row in broken if not _is_at(row, condition, value)]
        if any(not read(row, condition.member.path) for row in beyond):
            return True  # it is said in words that rows without a value do not come
        if any(_is_days_beyond(row, condition, value) for row in beyond):
            return True
        return bool(beyond) and (condition.exact or bool(_lost(one, group)) or _is_off_by_some(condition, group))
    if condition.operator in TEXTS:
        return condition.exact and not any(_is_alike(row, condition, value) for row in broken)
    return condition.exact or _means_one_value(broken, condition, value)


def _makes_no_difference(condition: RowCondition, group: FilteredGroup) -> bool:
    """Whether the same rows come with one value, with another, and without any."""
    alike = group.alike(condition.name)
    if len(group.plain) < _ROWS or not group.key or len({str(other.conditions[0][1]) for other in alike}) < 2:  # noqa: PLR2004
        return False
    every = group.keys(group.plain)
    return all(group.keys(other.rows) == every for other in alike)


def _works_alone(condition: RowCondition, group: FilteredGroup) -> bool:
    return any(other.rows and not other.broken(*other.conditions[0]) for other in group.alike(condition.name))


def _means_one_value(broken: Sequence[dict[str, JSON]], condition: RowCondition, value: JSON) -> bool:
    """Whether only rows with this very value can be meant; a number may mean so many stars and more."""
    member = condition.member
    if not ORDINAL.isdisjoint(member.words) or not _NESTED.isdisjoint(member.words):
        return False
    if member.kind is ValueKind.FLAG:
        return value in (True, "true") or condition.has_two_sides
    if condition.is_choice or member.is_key:
        return True
    if member.kind is ValueKind.TEXT:
        return not any(_is_alike(row, condition, value) for row in broken)
    return False


def _is_alike(row: dict[str, JSON], condition: RowCondition, value: JSON) -> bool:
    """Whether a search may take the text of a row for what was asked for: by a word of it, or by its letters."""
    wanted = [folded(str(each)) for each in condition.asked_values(value)]
    for text in map(folded, map(str, read(row, condition.member.path) or ())):
        for each in wanted:
            shared = set(re.findall(r"\w{3,}", text)) & set(re.findall(r"\w{3,}", each))
            if shared or SequenceMatcher(None, text, each).ratio() >= _LIKE:
                return True
    return False


def _is_at(row: dict[str, JSON], condition: RowCondition, value: JSON) -> bool:
    """Whether a row stands on the bound itself, where a number that is shown rounded may lie beyond it."""
    kind = condition.member.kind or ValueKind.NUMBER
    if kind is ValueKind.MOMENT and len(str(value)) == DAY:
        return any(str(shown)[:DAY] == value for shown in read(row, condition.member.path) or ())
    return any(measure(shown, kind) == measure(value, kind) for shown in read(row, condition.member.path) or ())


def _is_days_beyond(row: dict[str, JSON], condition: RowCondition, value: JSON) -> bool:
    """Whether a day was to be before or after another one, and is not, whatever the zone.

    Bounds that are called otherwise, ``from`` and ``until``, may be of a time in which something lasts.
    """
    bound = measure(value, ValueKind.MOMENT)
    spoken = words(condition.name)
    if condition.member.kind is not ValueKind.MOMENT or len(spoken) < _SPOKEN or spoken[-1] not in _SIDES:
        return False
    shown = [measure(each, ValueKind.MOMENT) for each in read(row, condition.member.path) or ()]
    days = [each.date().toordinal() for each in (bound, *shown) if isinstance(each, datetime)]
    return len(days) > 1 and all(abs(each - days[0]) > _ZONES for each in days[1:])


def surely_leaves_out(one: FilteredRows, lost: Sequence[dict[str, JSON]], group: FilteredGroup) -> bool:
    """Whether no design explains that rows did not come: the filters are seen to work."""
    if any(condition.is_ambiguous for condition, _ in one.conditions):
        return False
    condition, value = one.conditions[0]
    if one.is_alone and promises_equality(condition.about) and _loses_again(condition, group):
        return True
    if not all(_finds(each, group, one) for each, _ in one.conditions):
        return False
    if not one.is_alone:
        return True
    if condition.operator in BOUNDS and not condition.exact:
        return bool(one.rows) and (all(_is_at(row, condition, value) for row in lost) or _are_mixed(one, lost))
    if condition.operator in TEXTS:
        return condition.exact and bool(one.rows)
    return True


def _finds(condition: RowCondition, group: FilteredGroup, one: FilteredRows) -> bool:
    """Whether the filter was seen to find rows by what they show: else it may want other values than are shown."""
    answers = group.alike(condition.name) or [one]
    for other in answers:
        asked = next(value for each, value in other.conditions if each.name == condition.name)
        if any(condition.standing(row, asked) is Standing.MUST for row in other.rows):
            return True
    return False


def _lost(one: FilteredRows, group: FilteredGroup) -> list[dict[str, JSON]]:
    here = group.keys(one.rows)
    return [row for row in group.plain if group.key and str(row.get(group.key)) not in here and one.must_come(row)]


def _loses_again(condition: RowCondition, group: FilteredGroup) -> bool:
    """Whether rows that show what was asked for do not come with several values."""
    return len({str(other.conditions[0][1]) for other in group.alike(condition.name) if _lost(other, group)}) >= _TIMES


def _is_off_by_some(condition: RowCondition, group: FilteredGroup) -> bool:
    """Whether a bound of whole numbers is off by so many: just the next ones beyond it come, at several bounds.

    That it is compared with another number than is shown, of a variant or of another place, would not let through just
    these; taxes might, on prices.
    """
    if not group.key or condition.open or not _PRICED.isdisjoint(condition.member.words):
        return False
    came: list[int] = []
    kept_back: list[int] = []
    wrong_bounds = set()
    for other in group.alike(condition.name):
        here, bound = group.keys(other.rows), other.conditions[0][1]
        for row in group.plain:
            beyond = _whole_number_beyond(condition, row, bound)
            if beyond is None:
                return False
            is_here = str(row.get(group.key)) in here
            (came if is_here else kept_back).append(beyond)
            if is_here and beyond > 0:
                wrong_bounds.add(bound)
    return bool(kept_back) and len(wrong_bounds) >= _TIMES and max(came) < min(kept_back)


def _whole_number_beyond(condition: RowCondition, row: dict[str, JSON], bound: JSON) -> int | None:
    """How far a row stands on the wrong side of a bound; None where these are no whole numbers."""
    shown = read(row, condition.member.path) or []
    if len(shown) != 1 or isinstance(shown[0], bool) or isinstance(bound, bool):
        return None
    if not isinstance(shown[0], int) or not isinstance(bound, int):
        return None
    is_lower = condition.operator in {Operator.LEAST, Operator.ABOVE}
    return bound - shown[0] if is_lower else shown[0] - bound


def surely_leaves_out_its_bound(condition: RowCondition, group: FilteredGroup) -> bool:
    """Whether no row comes that stands on a bound, although the description promises them.

    Where the description does not, the bound may be left out on purpose. A number that is shown rounded may lie beyond
    the bound that it shows, but not each of several.
    """
    found = _found_on_bounds(condition, group)
    return promises_bound(condition.about) and len(found) >= _BOUNDS_ALIKE and not any(map(any, found))


def surely_lets_through_its_bound(condition: RowCondition, value: JSON, group: FilteredGroup) -> bool:
    """Whether all rows come that stand on this bound and on others, although they are ruled out in words."""
    if condition.operator not in {Operator.ABOVE, Operator.BELOW} or _may_lie_beyond(condition, value):
        return False
    here = any(_is_at(row, condition, value) for row in group.plain)
    found = _found_on_bounds(condition, group)
    return here and len(found) >= _BOUNDS_ALIKE and all(map(all, found))


def _found_on_bounds(condition: RowCondition, group: FilteredGroup) -> list[list[bool]]:
    """For every bound on which rows stand, whether each of these came."""
    found = []
    for other in group.alike(condition.name):
        value, here = other.conditions[0][1], group.keys(other.rows)
        found.append([str(row.get(group.key)) in here for row in group.plain if _is_at(row, condition, value)])
    return [each for each in found if each]


def _may_lie_beyond(condition: RowCondition, value: JSON) -> bool:
    """Whether what is shown to the second lies after it: on the wrong side of an upper bound, if that is the same."""
    is_second = condition.member.kind is ValueKind.MOMENT and len(str(value)) != DAY and "." not in str(value)
    return is_second and condition.operator in {Operator.MOST, Operator.ABOVE}


def is_left_out_at_its_bound(one: FilteredRows, missing: Sequence[dict[str, JSON]]) -> bool:
    """Whether just the rows on the bound of a filter such as ``minPrice`` do not come, and those beyond it do."""
    condition, value = one.conditions[0]
    kind = condition.member.kind
    if condition.operator not in BOUNDS or condition.open or kind not in {ValueKind.NUMBER, ValueKind.MOMENT}:
        return False
    if kind is ValueKind.MOMENT and (not promises_bound(condition.about) or _may_lie_beyond(condition, value)):
        return False
    is_exclusive = condition.operator in {Operator.ABOVE, Operator.BELOW}
    return not is_exclusive and bool(one.rows) and any(_is_at(row, condition, value) for row in missing)


def _are_mixed(one: FilteredRows, lost: Sequence[dict[str, JSON]]) -> bool:
    """Whether what does not come lies between what does: another number than is shown may be compared at the bound."""
    condition = one.conditions[0][0]
    if condition.operator not in BOUNDS or condition.member.kind is not ValueKind.MOMENT:
        return False
    found = [measure(value, ValueKind.MOMENT) for row in one.rows for value in read(row, condition.member.path) or ()]
    missing = [measure(value, ValueKind.MOMENT) for row in lost for value in read(row, condition.member.path) or ()]
    known = [moment for moment in found if moment is not None]
    if not known:
        return False
    return any(moment is not None and min(known) < moment < max(known) for moment in missing)  # type: ignore[operator]  # all are moments
