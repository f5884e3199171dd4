"""Recorded calls, each changed in one place: without an optional part, with a value of another call, or with a flaw."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Final

from querious.model.turns import in_turn
from querious.rest.cases.flaws import Flaw, flaws
from querious.rest.cases.smaller import smaller_calls

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from querious.model.rest_call import RestCall
    from querious.model.values import JSON
    from querious.rest.cases.callable_operation import CallableOperation

_SWAPPED: Final = 3
"""Other values of one parameter that are tried in one call."""
_SMALLER: Final = 40
_FLAWS: Final = 20
"""Smaller calls, and flaws, of one recorded call."""


class RecordedChanges:
    """What may be changed in recorded calls."""

    def __init__(self, calls: Iterable[RestCall], is_valid: Callable[[RestCall], bool]) -> None:
        self._is_valid = is_valid
        self._known: dict[tuple[str, str, str], list[JSON]] = {}
        """Values by operation, place and name of a parameter."""
        for call in calls:
            for argument in call.arguments:
                values = self._known.setdefault((call.coordinate, argument.where, argument.name), [])
                if argument.value not in values:
                    values.append(argument.value)

    def of(self, call: RestCall, plan: CallableOperation, *, invalid: bool) -> Iterator[Flaw]:
        """The call with each change alone; one that the description rules out says what is wrong with it."""
        kinds = [self._valid(self._swapped(call)), self._valid(smaller_calls(call, plan.operation, values=True))]
        kinds += [islice(flaws(call, plan), _FLAWS)] if invalid else []
        return in_turn(kinds)

    def _valid(self, calls: Iterator[RestCall]) -> Iterator[Flaw]:
        return (Flaw(call, "") for call in islice(filter(self._is_valid, calls), _SMALLER))

    def _swapped(self, call: RestCall) -> Iterator[RestCall]:
        for place, argument in enumerate(call.arguments):
            known = self._known[call.coordinate, argument.where, argument.name]
            others = [value for value in known if value != argument.value]
            for value in others[:_SWAPPED]:
                changed = (*call.arguments[:place], argument._replace(value=value), *call.arguments[place + 1 :])
                yield call._replace(arguments=changed)
