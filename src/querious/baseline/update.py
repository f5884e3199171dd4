"""A baseline brought up to date: what changed is told by coordinate, and what was not reached this time is kept."""

from __future__ import annotations

from collections import Counter
from copy import deepcopy
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from querious.baseline.known_answers import as_it_is, shown
from querious.baseline.traits.field_pairs import PAIR_KINDS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from querious.baseline.answer_terms import AnswerTerms
    from querious.baseline.baseline import Baseline, BaselineAnswer
    from querious.model import JSON, SelectionShape


class BaselineChange(NamedTuple):
    """Something that the new baseline says differently from the old one."""

    coordinate: str
    """Or the place of an invariant."""
    about: str
    """One line in words."""


@dataclass(slots=True)
class BaselineChanges:
    """What an update did."""

    changed: list[BaselineChange] = field(default_factory=list)
    added: int = 0
    """Answers that are new."""
    dropped: list[str] = field(default_factory=list)
    """Documents that the schema does not allow any more."""
    kept: int = 0
    """Old answers that stay as they were, because none without errors came this time."""

    @property
    def any(self) -> bool:
        """Whether the file says anything different from before."""
        return bool(self.changed or self.added or self.dropped)


class RenewedAnswer(NamedTuple):
    """An answer of the old baseline with what it is now."""

    old: BaselineAnswer
    shape: SelectionShape | None
    """None if the schema does not allow the operation any more."""
    data: dict[str, JSON] | None
    """As it is to be written down; None if there was no answer without errors."""


class BaselineUpdate:
    """Makes a new baseline from an old one; ``wanted`` says at which coordinates it may change."""

    def __init__(self, terms: AnswerTerms, volatile: frozenset[str], wanted: Callable[[str], bool]) -> None:
        self._terms = terms
        self._volatile = volatile
        self._wanted = wanted
        self.changes = BaselineChanges()

    def answers(self, renewed: Iterable[RenewedAnswer], new: Iterable[BaselineAnswer]) -> list[BaselineAnswer]:
        """The answers of the new baseline."""
        answers: list[BaselineAnswer] = []
        for old, shape, data in renewed:
            if shape is None:
                self.changes.dropped.append(old.document)
            elif data is None:
                self.changes.kept += 1
                answers.append(old)
            else:
                answers.append(old._replace(data=self._updated(old, shape, data)))
        added = list(new)
        self.changes.added = len(added)
        return [*answers, *added]

    def _updated(self, old: BaselineAnswer, shape: SelectionShape, data: dict[str, JSON]) -> dict[str, JSON]:
        """The new answer, with what must not change taken from the old one."""
        known = self._terms.known(self._volatile, as_it_is)
        known.add(shape, old.data)
        updated = deepcopy(data)
        for difference in known.differences(shape, data):
            if self._wanted(difference.coordinate):
                about = f"{difference.message} (at {difference.place})"
                self.changes.changed.append(BaselineChange(difference.coordinate, about))
            else:
                *above, last = difference.path
                _value_at(updated, above)[last] = _value_at(old.data, difference.path)
        return updated

    def invariants(
        self,
        old: Mapping[str, Mapping[str, JSON]],
        new: Mapping[str, Mapping[str, JSON]],
        broken: Iterable[tuple[str, str, JSON]],
    ) -> dict[str, dict[str, JSON]]:
        """Old ones stay as they are unless they broke; new ones are added. ``broken``: place, kind and what held."""
        gone = {(place, kind, repr(about)) for place, kind, about in broken if self._wanted(place)}
        merged: dict[str, dict[str, JSON]] = {}
        for place in sorted(old.keys() | new.keys()):
            before = old.get(place, {})
            kinds = _surviving(place, before, gone)
            if self._wanted(place):
                kinds = _joined(kinds, new.get(place, {}))
            self._report(place, before, kinds)
            if kinds:
                merged[place] = kinds
        return merged

    def _report(self, place: str, old: Mapping[str, JSON], new: Mapping[str, JSON]) -> None:
        for kind in sorted(old.keys() | new.keys()):
            if old.get(kind) == new.get(kind):
                continue
            about = f"{kind}: is {shown(new[kind])}" if kind in new else f"{kind}: no longer holds"
            if kind in old:
                about = f"{about}, was {shown(old[kind])}"
            self.changes.changed.append(BaselineChange(place, about))


def _surviving(place: str, old: Mapping[str, JSON], gone: set[tuple[str, str, str]]) -> dict[str, JSON]:
    kinds: dict[str, JSON] = {}
    for kind, about in old.items():
        if kind in PAIR_KINDS:
            left = [pair for pair in about if (place, kind, repr(pair)) not in gone]
            if left:
                kinds[kind] = left
        elif (place, kind, repr(about)) not in gone:
            kinds[kind] = about
    return kinds


def _joined(kinds: Mapping[str, JSON], new: Mapping[str, JSON]) -> dict[str, JSON]:
    """What is known of one place with what is new; pairs of fields are lists of which each may be new."""
    joined = dict(kinds)
    for kind, about in sorted(new.items()):
        if kind in PAIR_KINDS:
            joined[kind] = sorted({*kinds.get(kind, ()), *about})
        else:
            joined.setdefault(kind, about)
    return joined


def _value_at(data: Any, path: Iterable[str | int]) -> Any:
    for step in path:
        data = data[step]
    return data


def volatile_changes(old: Baseline, volatile: frozenset[str]) -> list[BaselineChange]:
    """Coordinates that are newly left out."""
    about = "changes from answer to answer: no longer compared"
    return [BaselineChange(coordinate, about) for coordinate in sorted(volatile - old.volatile)]


def by_coordinate(changes: Iterable[BaselineChange]) -> list[tuple[BaselineChange, int]]:
    """The first change of each coordinate and how many there are of it, the most frequent coordinate first."""
    counts: Counter[str] = Counter()
    first: dict[str, BaselineChange] = {}
    for change in changes:
        counts[change.coordinate] += 1
        first.setdefault(change.coordinate, change)
    return [(first[coordinate], count) for coordinate, count in counts.most_common()]
