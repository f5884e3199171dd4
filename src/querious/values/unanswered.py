"""Arguments that never found a value that brought data, and what can be done about it."""

from __future__ import annotations

import json
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from querious.model.missing_value import MissingValue
from querious.text.display import cut
from querious.text.redaction import Redaction

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from querious.model import JSON
    from querious.values.field_calls import FieldCall
    from querious.values.forms import LeafForm

MOST = 50
"""Arguments that are listed."""
_LEAVES = 8
"""Of one call."""
_SOURCES = 6
_EXAMPLE = 40
"""Characters of an example."""


class Unanswered(NamedTuple):
    """One argument, or one field of an input object that stands in it."""

    coordinate: str
    field: str
    """``Type.field``, the call that it is needed for."""
    target: str
    """The object type that was looked for; empty if any would have done."""
    values: int
    """How many different ones were tried."""
    sources: tuple[tuple[str, int], ...]
    """Coordinates that may show fitting values, the likeliest first, and how many each has shown."""
    example: str
    """One of the values, as JSON, shortened; empty where the name speaks of a secret."""

    @property
    def advice(self) -> str:
        """What to do about it, in one line."""
        aim = f" (for {self.target})" if self.target else ""
        tried = "1 value was tried" if self.values == 1 else f"{self.values} values were tried"
        example = f", such as {self.example}" if self.example else ""
        failure = f"{self.coordinate}{aim} never brought data: {tried}{example}"
        seed = f"--seed-values '{self.coordinate}=…'"
        shown = [name for name, count in self.sources if count]
        if shown:
            return (
                f"{failure}, including those of {_listed(shown)}. "
                f"Give one that does: {seed}, or credentials with --header if it needs them."
            )
        if self.sources:
            failure += f", and no answer showed {_listed([name for name, _ in self.sources])}"
        return f"{failure}. Give a value that exists: {seed}"


def unanswered(calls: Sequence[FieldCall]) -> list[Unanswered]:
    """What was tried and never brought data, the least tried last; at most ``MOST``.

    A field of an input object that several calls take is told once, with the call that has tried the most.
    """
    failed = [call for call in calls if call.answered and not call.variety]
    worked = {call.coordinate for call in calls if call.variety}
    worked -= {call.coordinate for call in failed if not call.target}
    found: list[Unanswered] = []
    for call in failed:
        if not call.target or call.coordinate in worked:
            found += _arguments_of(call)
    first: dict[tuple[str, str], Unanswered] = {}
    for one in sorted(found, key=lambda one: (-one.values, one.coordinate, one.target)):
        first.setdefault((one.coordinate, one.target), one)
    return list(first.values())[:MOST]


def missing_values(missing: Iterable[Unanswered]) -> tuple[MissingValue, ...]:
    """Each with what to do about it."""
    return tuple(MissingValue(one.coordinate, one.advice) for one in missing)


def _arguments_of(call: FieldCall) -> Iterator[Unanswered]:
    leaves: dict[str, LeafForm] = {}
    for leaf in call.possible_leaves:
        leaves.setdefault(leaf.coordinate, leaf)
    for coordinate, leaf in islice(leaves.items(), _LEAVES):
        tried = leaf.learned.tried()
        count = len(tried) + leaf.learned.others
        if count:
            sources = tuple(leaf.learned.sources()[:_SOURCES])
            yield Unanswered(coordinate, call.coordinate, call.target, count, sources, _example(leaf, tried))


def _example(leaf: LeafForm, tried: list[JSON]) -> str:
    """Nothing where it is a secret by its own name, or by that of a field that it may have been taken from."""
    coordinates = [leaf.coordinate, *(source for source, _ in leaf.learned.sources())]
    redaction = Redaction()
    if not tried or any(redaction.touches((one.rpartition(".")[2],), tried[-1]) for one in coordinates):
        return ""
    return cut(json.dumps(tried[-1]), _EXAMPLE)


def _listed(names: list[str]) -> str:
    """Two fit a line."""
    return ", ".join(names[:2]) + " or others" if names[2:] else " or ".join(names)
