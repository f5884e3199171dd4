"""Designs by which a filter may let rows through, or leave rows out, although the rows say otherwise.

Where there is none, the filter contradicts the rows. A search engine finds words and not letters, and what is like what
was asked for; a level may mean this level and above; a row may belong to more categories than the one that it shows.
"""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, Final

from querious.answers.filter_words import BOUNDS, ORDINAL, TEXTS, Operator
from querious.answers.measures import ValueKind, folded, measure
from querious.answers.pages import PageMember
from querious.relations.lists.pages import is_round
from querious.text.moments import midnight_of
from querious.text.words import words

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from querious.relations.lists.filtered_list import FilteredList
    from querious.relations.lists.row_leaves import RowLeaf
    from querious.relations.lists.rows import ListAnswer, Row

_ROWS: Final = 3
"""Rows from which on it tells something that a filter keeps none of them back."""
_LONG: Final = 10
"""Rows of a list that may have been cut off at a round number."""
_LIKE: Final = 0.6
"""Of two texts: the share of their letters from which on a search may take them for alike."""


def surely_lets_through(
    one: FilteredList, broken: Sequence[Row], plain: ListAnswer, others: Sequence[FilteredList], leaf: RowLeaf
) -> bool:
    """Whether no design explains the rows that came and must not."""
    condition = one.condition
    if _makes_no_difference(one, plain, others, leaf):
        return True
    if len(condition.leaves) > 1:
        return False  # which leaf is meant was only learned
    if not one.alone:
        return _is_left_out_beside_another(one, plain, others, leaf)
    if condition.operator in TEXTS:
        return condition.exact and any(not _may_be_found(one, row, leaf) for row in broken)
    if condition.operator in BOUNDS:
        beyond = [row for row in broken if not _is_at_bound(one, row, leaf)]
        here = set(one.listed.keys)
        lost = any(one.must_have(row, leaf) and row.key not in here for row in plain.rows)
        # ``minPrice`` may look at any of the variants of a product, but then it finds all that have their price.
        return bool(beyond) and (condition.exact or lost)
    return condition.exact or means_one_value(one, leaf)


def surely_leaves_out(
    one: FilteredList,
    lost: Sequence[Row],
    broken: Sequence[Row],
    plain: ListAnswer,
    others: Sequence[FilteredList],
    leaf: RowLeaf,
) -> bool:
    """Whether no design explains that rows did not come: the filter is seen to work, and its list is not cut off."""
    condition, rows = one.condition, one.listed.rows
    may_be_cut = len(rows) >= _LONG and is_round(len(rows))
    is_cut = one.listed.page_info.get(PageMember.NEXT, may_be_cut) is not False
    if len(condition.leaves) > 1 or is_cut:
        return False
    if leaf.kind in {ValueKind.CHOICE, ValueKind.FLAG} and len(leaf.path) == 1:
        alike = [other for other in others if other.condition.path == condition.path]
        return any(other.must_have(row, leaf) for other in alike for row in other.listed.rows)
    works = any(one.must_have(row, leaf) for row in rows)
    if condition.operator in BOUNDS and not condition.exact and _leaves_out_bounds(one, plain, others, leaf):
        return True
    if condition.operator in BOUNDS and not condition.exact:
        return works and (bool(broken) or _are_mixed(one, lost, leaf))
    if condition.operator in TEXTS:
        return condition.exact and not _words_with(one, rows, leaf).isdisjoint(_words_with(one, lost, leaf))
    return works and condition.exact


def _leaves_out_bounds(one: FilteredList, plain: ListAnswer, others: Sequence[FilteredList], leaf: RowLeaf) -> bool:
    """Whether ``minStars: 3`` means more than 3, and ``minStars: 4`` more than 4: all rows on the bound are lost.

    Of whole numbers alone, as nothing is rounded there. That a bound is compared with another number than the one shown
    is no explanation: that would lose other rows too, and not just these each time.
    """
    if leaf.type.name != "Int" or one.condition.type.name != "Int" or not one.alone:
        return False
    bounds, works = set(), False
    for other in others:
        if not other.alone or other.condition.path != one.condition.path:
            continue
        here = set(other.listed.keys)
        must_come = [row for row in plain.rows if other.must_have(row, leaf)]
        found = [row for row in must_come if row.key in here]
        if any(_is_at_bound(other, row, leaf) is (row.key in here) for row in must_come):
            return False
        works = works or bool(found)
        if len(found) < len(must_come):
            bounds.add(str(other.value))
    return works and len(bounds) > 1


def _words_with(one: FilteredList, rows: Sequence[Row], leaf: RowLeaf) -> set[str]:
    """The words of texts that hold what was asked for.

    A search may find words and not letters inside of them; but what it finds in one text by a word it finds in all.
    """
    part = folded(str(one.value))
    spoken = [word for row in rows for word in re.findall(r"\w+", folded(str(row.read(leaf.path))))]
    return {word for word in spoken if part in word}


def _are_mixed(one: FilteredList, lost: Sequence[Row], leaf: RowLeaf) -> bool:
    """Whether moments that do not come lie between those that do.

    An index that lags behind loses the last ones, a zone of time those at the bound. Numbers may be compared with
    another one than is shown, such as the price after a discount; but there is one moment at which something happened.
    """
    found, missing = _moments(one.listed.rows, leaf), _moments(lost, leaf)
    return bool(found) and any(min(found) < moment < max(found) for moment in missing)


def _moments(rows: Sequence[Row], leaf: RowLeaf) -> list[datetime]:
    read = [midnight_of(str(row.read(leaf.path))) for row in rows]
    return [moment for moment in read if moment is not None]


def _makes_no_difference(one: FilteredList, plain: ListAnswer, others: Sequence[FilteredList], leaf: RowLeaf) -> bool:
    """Whether the same rows come with one value, with another, and without any: not if they come by their likeness."""
    if len(plain.rows) < _ROWS or (leaf.kind is ValueKind.TEXT and not leaf.identifies and not one.condition.exact):
        return False
    alike = [other for other in others if other.alone and other.condition.path == one.condition.path]
    every = set(plain.keys)
    if not one.alone or any(set(other.listed.keys) != every for other in alike):
        return False
    return len({str(other.value) for other in alike}) > 1


def _is_left_out_beside_another(
    one: FilteredList, plain: ListAnswer, others: Sequence[FilteredList], leaf: RowLeaf
) -> bool:
    """Whether it works alone, and beside another one rows come neither as if both had to hold nor as if either had."""
    alone = [other for other in others if other.alone and other.condition.path == one.condition.path]
    works = any(other.listed.rows and not _lets_through(other, leaf) for other in alone)
    beside = [other for other in others if other.listed is one.listed and other is not one]
    if not works or len(beside) != 1:
        return False
    their_leaf, here = beside[0].condition.leaves[0], set(one.listed.keys)
    only_this = [row for row in plain.rows if one.must_have(row, leaf) and beside[0].must_lack(row, their_leaf)]
    return bool(only_this) and not any(row.key in here for row in only_this)


def _lets_through(one: FilteredList, leaf: RowLeaf) -> bool:
    return any(one.must_lack(row, leaf) for row in one.listed.rows)


def means_one_value(one: FilteredList, leaf: RowLeaf) -> bool:
    """Whether an argument with the name of a leaf can only mean rows with this very value: of an enum, or a flag.

    False may stand for "do not care". Text may be searched for, a number may be a bound, and what an object shows of
    another one may be but one of several.
    """
    if len(leaf.path) > 1:
        return False
    if leaf.kind is ValueKind.FLAG:
        return one.value is True
    if leaf.kind is ValueKind.CHOICE:
        return ORDINAL.isdisjoint((*words(leaf.path[0]), *words(leaf.type.name)))
    return leaf.identifies and one.condition.type.name == leaf.type.name


def _is_at_bound(one: FilteredList, row: Row, leaf: RowLeaf) -> bool:
    """Whether a row stands on the bound itself, where a number that is shown rounded may lie beyond it."""
    value = row.read(leaf.path)
    kind = ValueKind.NUMBER if measure(value, ValueKind.MOMENT) is None else ValueKind.MOMENT
    return measure(value, kind) == measure(one.value, kind)


def _may_be_found(one: FilteredList, row: Row, leaf: RowLeaf) -> bool:
    """Whether a search may have found a text: at the beginning of one of its words, or since a word is much alike."""
    value, wanted = folded(str(row.read(leaf.path))), folded(str(one.value))
    spoken = re.findall(r"\w+", value)
    if one.condition.operator is Operator.STARTS and any(word.startswith(wanted) for word in spoken):
        return True
    if one.condition.operator is not Operator.CONTAINS:
        return False
    return any(SequenceMatcher(None, word, wanted).ratio() >= _LIKE for word in spoken)
