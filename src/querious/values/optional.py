"""The outcome of fields that were asked without their optional arguments, or for short lists.

A page size keeps answers small, but some services refuse it on nested lists or return nothing with it: there it is
left out, and kept everywhere else. Some fields bring nothing until one of their optional arguments is given.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Final

from querious.answers.pages import is_size
from querious.values.complaints import names_argument

if TYPE_CHECKING:
    from querious.values.lessons import ArgumentTrial

_EMPTY_ENOUGH: Final = 3
"""Answers without anything, after which a field may need an argument. A refusal counts as many."""
_EXAMPLES: Final = 3
"""Fields that refuse the same argument, after which others of the kind are not asked with it first."""


class _Outcomes:
    """How one field did with and without the size of its page."""

    __slots__ = ("bare_failed", "bare_worked", "sized_failed", "sized_worked")

    def __init__(self) -> None:
        self.sized_worked = False
        self.sized_failed = 0
        self.bare_worked = False
        self.bare_failed = 0

    @property
    def worked(self) -> bool:
        """Whether one of the two has worked."""
        return self.sized_worked or self.bare_worked


class OptionalArguments:
    """One record for each ``Type.field`` that takes arguments and requires none."""

    def __init__(self) -> None:
        self.roots: frozenset[str] = frozenset()
        """The names of the root types, whose lists may be treated otherwise than nested ones."""
        self._outcomes: dict[str, _Outcomes] = {}
        self._unsized: defaultdict[str, set[str]] = defaultdict(set)
        """By page size argument: the nested fields that work only without it."""
        self._sized: set[str] = set()
        """Page size arguments that some nested field has worked with."""

    def watch(self, coordinate: str) -> None:
        """Note the outcome of this field from now on."""
        self._outcomes.setdefault(coordinate, _Outcomes())

    def is_watched(self, coordinate: str) -> bool:
        """Whether the field takes arguments of which none is required."""
        return coordinate in self._outcomes

    def is_open(self, coordinate: str) -> bool:
        """Whether it is not yet known how to ask the field, so that trials of it are worth noting."""
        return coordinate in self._outcomes and not self._outcomes[coordinate].worked

    def note(self, trial: ArgumentTrial, *, alone: bool) -> None:
        """Take in one trial. ``alone`` says whether no other call of its request can have been the reason."""
        size = next(filter(is_size, trial.arguments), "")
        other_reason = bool(trial.arguments.keys() - {size}) and not trial.worked
        if trial.coordinate not in self._outcomes or other_reason:
            return
        names_size = bool(size) and names_argument(trial.complaint, size)
        if trial.worked is None and not (alone and names_size):
            return
        known = self._outcomes[trial.coordinate]
        if size:
            self._note_sized(known, trial, size, names_size=names_size)
        elif trial.worked:
            known.bare_worked = True
        else:
            known.bare_failed += _EMPTY_ENOUGH if trial.complaint else 1

    def _note_sized(self, known: _Outcomes, trial: ArgumentTrial, size: str, *, names_size: bool) -> None:
        nested = self._is_nested(trial.coordinate)
        if trial.worked:
            known.sized_worked = True
            if nested:
                self._sized.add(size)
            return
        known.sized_failed += 1
        if nested and names_size:
            self._unsized[size].add(trial.coordinate)

    def sends_size(self, coordinate: str, size: str) -> bool:
        """Whether to say how long a list may be where the field is asked next."""
        known = self._outcomes.get(coordinate)
        if known is None or known.worked:
            return known is None or known.sized_worked
        if known.sized_failed or known.bare_failed:
            # Neither has worked: the one that failed less often, so that both are tried in turn.
            return known.sized_failed <= known.bare_failed
        is_refused_elsewhere = len(self._unsized[size]) >= _EXAMPLES and size not in self._sized
        return not (is_refused_elsewhere and self._is_nested(coordinate))

    def _is_nested(self, coordinate: str) -> bool:
        return coordinate.partition(".")[0] not in self.roots

    def needs_argument(self, coordinate: str) -> bool:
        """Whether the field has brought nothing so far without arguments, so that one of them may be needed."""
        if not self.is_open(coordinate):
            return False
        known = self._outcomes[coordinate]
        return known.bare_failed > 0 and known.bare_failed + known.sized_failed >= _EMPTY_ENOUGH
