"""A baseline brought up to date: what changed is told by coordinate, and what was not reached this time is kept."""

from __future__ import annotations

from collections import Counter
from copy import deepcopy
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from querious.baseline.known import Known, told_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from graphql import GraphQLSchema

    from querious.baseline.baseline import Answer, Baseline
    from querious.model import JSON, SelectionShape
    from querious.model.shape import AnswerPath as Path


class Change(NamedTuple):
    """Something that the new baseline says otherwise than the old."""

    coordinate: str
    """Or the place of an invariant."""
    about: str
    """One line in words."""


@dataclass(slots=True)
class Changes:
    """What an update did."""

    changed: list[Change] = field(default_factory=list)
    added: int = 0
    """Answers that are new."""
    dropped: list[str] = field(default_factory=list)
    """Documents that the schema does not allow any more."""
    kept: int = 0
    """Answers that could not be had this time, and stay as they were."""

    @property
    def any(self) -> bool:
        """Whether the file says anything else than before."""
        return bool(self.changed or self.added or self.dropped)


class Renewed(NamedTuple):
    """An answer of the old baseline with what it is now."""

    old: Answer
    shape: SelectionShape | None
    """None where the schema does not allow the operation any more."""
    data: dict[str, JSON] | None
    """As it is to be written down; None where no answer without errors could be had."""


class Updating:
    """Makes a new baseline of an old one; ``wanted`` says at which coordinates it may change."""

    def __init__(self, schema: GraphQLSchema, volatile: frozenset[str], wanted: Callable[[str], bool]) -> None:
        self._schema = schema
        self._volatile = volatile
        self._wanted = wanted
        self.changes = Changes()

    def answers(self, renewed: Iterable[Renewed], new: Iterable[Answer]) -> list[Answer]:
        """The answers of the new baseline."""
        kept: list[Answer] = []
        for one in renewed:
            if one.shape is None:
                self.changes.dropped.append(one.old.document)
            elif one.data is None:
                self.changes.kept += 1
                kept.append(one.old)
            else:
                kept.append(one.old._replace(data=self._patched(one, one.shape, one.data)))
        added = list(new)
        self.changes.added = len(added)
        return [*kept, *added]

    def _patched(self, one: Renewed, shape: SelectionShape, data: dict[str, JSON]) -> dict[str, JSON]:
        """The old answer with what differs taken from the new one, where it may change."""
        known = Known(self._schema, self._volatile)
        known.add(shape, one.old.data)
        differences = list(known.differences(shape, data))
        self.changes.changed += [
            Change(difference.coordinate, f"{difference.message} (at {difference.place})")
            for difference in differences
            if self._wanted(difference.coordinate)
        ]
        refused = [difference.path for difference in differences if not self._wanted(difference.coordinate)]
        if not refused:
            return data
        copy = deepcopy(data)
        for path in refused:
            _put(copy, path, _at(one.old.data, path))
        return copy

    def invariants(
        self,
        old: Mapping[str, Mapping[str, JSON]],
        new: Mapping[str, Mapping[str, JSON]],
        broken: Iterable[tuple[str, str, JSON]],
    ) -> dict[str, dict[str, JSON]]:
        """Old ones stay as they are unless they broke; new ones are added."""
        gone = {(place, kind, repr(about)) for place, kind, about in broken if self._wanted(place)}
        merged: dict[str, dict[str, JSON]] = {}
        for place in sorted(old.keys() | new.keys()):
            kinds = _surviving(place, old.get(place, {}), gone)
            for kind, about in sorted(new.get(place, {}).items()):
                if self._wanted(place):
                    known = kinds.get(kind)
                    joined = sorted({*known, *about}) if kind in _JOINED and known is not None else about
                    kinds[kind] = joined if known is None or kind in _JOINED else known
            self._tell(place, old.get(place, {}), kinds)
            if kinds:
                merged[place] = kinds
        return merged

    def _tell(self, place: str, old: Mapping[str, JSON], new: Mapping[str, JSON]) -> None:
        for kind in sorted(old.keys() | new.keys()):
            if old.get(kind) != new.get(kind):
                was = f"was {told_of(old[kind])}" if kind in old else "is new"
                now = f"is {told_of(new[kind])}" if kind in new else "no longer holds"
                self.changes.changed.append(
                    Change(place, f"{kind}: {now}" if kind not in old else f"{kind}: {now}, {was}")
                )


_JOINED = frozenset(("equal", "at most", "among"))


def _surviving(place: str, old: Mapping[str, JSON], gone: set[tuple[str, str, str]]) -> dict[str, JSON]:
    kinds: dict[str, JSON] = {}
    for kind, about in old.items():
        if kind in _JOINED:
            left = [one for one in about if (place, kind, repr(one)) not in gone]
            if left:
                kinds[kind] = left
        elif (place, kind, repr(about)) not in gone:
            kinds[kind] = about
    return kinds


def _at(data: Any, path: Path) -> Any:
    for step in path:
        data = data[step]
    return data


def _put(data: Any, path: Path, value: Any) -> None:
    *above, last = path
    for step in above:
        data = data[step]
    data[last] = value


def volatile_changes(old: Baseline, volatile: frozenset[str]) -> list[Change]:
    """Coordinates that are newly set aside."""
    return [
        Change(coordinate, "changes from answer to answer: set aside") for coordinate in sorted(volatile - old.volatile)
    ]


def by_coordinate(changes: Iterable[Change]) -> list[tuple[Change, int]]:
    """The first change of each coordinate and how many there are of it, the most frequent coordinate first."""
    counts: Counter[str] = Counter()
    first: dict[str, Change] = {}
    for change in changes:
        counts[change.coordinate] += 1
        first.setdefault(change.coordinate, change)
    return [(first[coordinate], count) for coordinate, count in counts.most_common()]
