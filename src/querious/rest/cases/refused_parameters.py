"""Optional parameters with which no call has worked yet: random calls are mostly made without them.

A version that every operation reads from a header, and refuses unless it is one of its own, would else cost half of all
calls.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

if TYPE_CHECKING:
    from querious.rest.cases.callable_operation import CallableOperation
    from querious.rest.openapi.operations import RestParameter
    from querious.values.lessons import ArgumentTrial

_ENOUGH: Final = 12
"""Calls in a row that were refused with it."""
_SHARED: Final = frozenset({"header", "cookie"})
"""Where a parameter of one name means the same to all operations."""
_Place: TypeAlias = "tuple[str, str]"


class RefusedParameters:
    """Told of the calls that were made, and of what came of them."""

    def __init__(self) -> None:
        self._refused: dict[_Place, int] = {}
        """How often in a row."""
        self._worked: set[_Place] = set()

    def note(self, plan: CallableOperation, trial: ArgumentTrial) -> None:
        """Take in one call."""
        for kind in plan.parameters:
            if kind.parameter.required or kind.parameter.name not in trial.arguments:
                continue
            place = _place(plan, kind.parameter)
            if trial.worked:
                self._worked.add(place)
            else:
                self._refused[place] = self._refused.get(place, 0) + 1

    def hold(self, plan: CallableOperation, parameter: RestParameter) -> bool:
        """Whether a call is better made without this parameter."""
        place = _place(plan, parameter)
        return place not in self._worked and self._refused.get(place, 0) >= _ENOUGH


def _place(plan: CallableOperation, parameter: RestParameter) -> _Place:
    return (parameter.where if parameter.where in _SHARED else plan.coordinate, parameter.name)
