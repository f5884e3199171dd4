"""How long the pages of a service may be, learned from pages that were cut and from sizes that were refused."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from querious.answers.pages import is_size
from querious.text.words import words

if TYPE_CHECKING:
    from collections.abc import Mapping

    from querious.model.rest_call import RestCall
    from querious.model.values import JSON
    from querious.values.lessons import ArgumentTrial

_NUMBER: Final = re.compile(r"(?<![\w.])\d{1,9}(?![\w.]*\d)")


class AskedSize(NamedTuple):
    """The parameter of a call that says how many rows are wanted."""

    name: str
    size: int


def asked_size_of(members: Mapping[str, JSON]) -> AskedSize | None:
    """The one size among the values of a call; None where there is none, or there are several."""
    found = [AskedSize(name, value) for name, value in members.items() if type(value) is int and is_size(name)]
    return found[0] if len(found) == 1 else None


class LearnedPageSizes:
    """The largest sizes by operation and parameter. A refusal counts if it speaks of the parameter, or of a bound."""

    def __init__(self) -> None:
        self._largest: dict[tuple[str, str], int] = {}
        self._accepted: dict[tuple[str, str], int] = {}

    def note(self, trial: ArgumentTrial) -> str:
        """Take in what came of a call; the operation and its bound in words, where one is new."""
        asked = asked_size_of(trial.arguments)
        if asked is None or asked.size < 1:
            return ""
        place = trial.coordinate, asked.name
        if trial.worked:
            self._accepted[place] = max(asked.size, self._accepted.get(place, 0))
        bound = trial.cut_to if trial.worked else self._refused(asked, self._accepted.get(place, 0), trial.complaint)
        if not bound or bound >= self._largest.get(place, asked.size):
            return ""
        is_new = place not in self._largest
        self._largest[place] = bound
        return f"{trial.coordinate} shows {bound:,} rows at most ({asked.name})" if is_new else ""

    @staticmethod
    def _refused(asked: AskedSize, accepted: int, complaint: str) -> int:
        """The bound that a refusal tells, else half of what was refused; 0 where it may be about something else."""
        if asked.size <= accepted:
            return 0
        told = [int(number) for number in _NUMBER.findall(complaint)]
        bounds = [number for number in told if max(accepted, 1) <= number < asked.size]
        if not {*words(asked.name)} <= {*words(complaint)}:
            return 0
        return max(bounds, default=max(accepted, asked.size // 2))

    def bounded(self, coordinate: str, sizes: Mapping[str, int]) -> dict[str, int]:
        """Sizes of pages as far as they are known to be given."""
        return {name: min(size, self._largest.get((coordinate, name), size)) for name, size in sizes.items()}

    def within(self, call: RestCall) -> RestCall:
        """The call with a size that is known to be given."""
        if not self._largest:
            return call
        known = self._largest
        place = next((at for at, each in enumerate(call.arguments) if (call.coordinate, each.name) in known), None)
        if place is None:
            return call
        argument = call.arguments[place]
        largest = known[call.coordinate, argument.name]
        if type(argument.value) is not int or argument.value <= largest:
            return call
        changed = argument._replace(value=largest)
        return call._replace(arguments=(*call.arguments[:place], changed, *call.arguments[place + 1 :]))
