"""Which calls a REST baseline holds: few that together show every operation, and every use of its parameters.

Of several calls for the same purpose the one is kept that brings a list of about three items, sends little, and comes
first by a checksum of its text: whatever the order in which answers come, the same are kept, and look-ups are spread.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from typing import TYPE_CHECKING, Final, NamedTuple
from zlib import crc32

from querious.answers.objects import objects_in
from querious.answers.pages import is_size, sorts
from querious.baseline.chosen_operations import LARGEST, MOST
from querious.baseline.purposes import MANY
from querious.model.shape import BODY

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from querious.baseline.chosen_operations import AnsweredOperation, Conversation
    from querious.model import JSON, SelectionShape
    from querious.model.rest_call import RestArgument, RestCall

_BATCH: Final = 12
_AMOUNTS: Final = ("nothing", "one", "several", "many")
_LOOK_UPS: Final = 6
"""Look-ups of one operation: what is wrong with one entry need not be wrong with another."""
_FAR: Final = 50
_LONGEST: Final = 400
"""Characters of what is sent."""


class CallPurpose(NamedTuple):
    """What a call is good for."""

    coordinate: str
    use: str
    """A parameter that is sent, with how much came; a choice; empty for the operation as such."""
    calls: int = 1
    """How many different calls it is worth."""


class RankedCall(NamedTuple):
    """A call, ordered by its rank: the better one comes first."""

    rank: tuple[int, int, int]
    call: RestCall


class ObservedRestCalls:
    """Grows with every answer; bounded by the description. ``choices`` are the documented values of parameters."""

    def __init__(self, choices: Callable[[str, str], frozenset[str]]) -> None:
        """``choices`` is asked with an operation and a parameter: values that are worth a call each."""
        self._choices = choices
        self._calls: dict[CallPurpose, list[RankedCall]] = {}
        self.reached: set[str] = set()
        """Coordinates of members that answers have shown."""

    def observe(self, call: RestCall, shape: SelectionShape, data: dict[str, JSON]) -> None:
        """Take in an answer to a call that changes nothing: what it found, or that it found nothing."""
        for placed in objects_in(shape, data):
            self.reached.update(field.coordinate for field in placed.shape.fields.values())
        text = call_text_of(call)
        if len(text) > _LONGEST:
            return
        excess = min(_FAR, abs(_length(data.get(BODY)) - MANY))
        ranked = RankedCall((excess, len(call.arguments), crc32(text.encode())), call)
        for purpose in self.purposes(call, data):
            self._keep(purpose, ranked)

    def _keep(self, purpose: CallPurpose, ranked: RankedCall) -> None:
        known = self._calls.setdefault(purpose, [])
        if all(ranked.rank != other.rank for other in known):
            known.append(ranked)
            known.sort(key=lambda one: one.rank)
            del known[purpose.calls :]

    def purposes(self, call: RestCall, data: dict[str, JSON]) -> Iterator[CallPurpose]:
        """Everything that a call is good for that was answered so."""
        keys = [argument for argument in call.arguments if argument.where == "path"]
        others = [argument for argument in call.arguments if argument.where != "path"]
        if BODY not in data:
            if keys:
                yield CallPurpose(call.coordinate, f"nothing by {_sort_of(keys)}")
            return
        amount = _AMOUNTS[min(_length(data[BODY]), MANY)]
        if not others:
            yield CallPurpose(call.coordinate, "", _LOOK_UPS if keys else 1)
        yield CallPurpose(call.coordinate, amount)
        for argument in others:
            yield CallPurpose(call.coordinate, f"{argument.name}: {amount}")
            is_choice = str(argument.value) in self._choices(call.coordinate, argument.name)
            if is_choice or (sorts(argument.name) and _names_member(argument.value, data[BODY])):
                yield CallPurpose(call.coordinate, f"{argument.name}={argument.value}")

    def calls(self) -> list[tuple[CallPurpose, RankedCall]]:
        """What is worth asking, the least sent first."""
        found = [(purpose, ranked) for purpose, kept in self._calls.items() for ranked in kept]
        return sorted(found, key=lambda one: (len(one[1].call.arguments), one[1].rank, one[0]))


def choose_calls(
    observed: ObservedRestCalls,
    known: Iterable[AnsweredOperation[RestCall]],
    may_keep: Callable[[RestCall], bool],
    size_parameter: Callable[[RestCall], RestArgument | None],
) -> Conversation[RestCall]:
    """Choose calls; gives them with their answers. What ``known`` ones show already is not asked again.

    An answer that is too large is asked for once more with the parameter that says how many rows are wanted.
    """
    choice = _Choice(observed, may_keep)
    for answered in known:
        choice.take_in(answered)
    most = MOST - len(choice.asked)
    chosen: list[AnsweredOperation[RestCall]] = []
    waiting = observed.calls()
    while waiting and len(chosen) < most:
        batch = choice.next_calls(waiting, min(_BATCH, most - len(chosen)))
        answers = (yield batch) if batch else []
        large = [one.operation for one in answers if one.clean and _is_large(one)]
        smaller = choice.new([_with_fewer(call, size_parameter(call)) for call in large])
        answers = [*answers, *((yield smaller) if smaller else [])]
        good = [one for one in answers if one.clean and not _is_large(one)]
        chosen += good
        for answered in good:
            choice.take_in(answered)
    return chosen


class _Choice:
    """Remembers what was asked, and what answers show already."""

    def __init__(self, observed: ObservedRestCalls, may_keep: Callable[[RestCall], bool]) -> None:
        self._observed = observed
        self._may_keep = may_keep
        self._shown: Counter[CallPurpose] = Counter()
        self.asked: set[str] = set()
        """Calls as texts."""

    def take_in(self, answered: AnsweredOperation[RestCall]) -> None:
        """Count what an answer shows."""
        self.asked.add(call_text_of(answered.operation))
        self._shown.update(self._observed.purposes(answered.operation, answered.data))

    def next_calls(self, waiting: list[tuple[CallPurpose, RankedCall]], most: int) -> list[RestCall]:
        """The first few that show something new; they are taken from what waits."""
        calls: list[RestCall] = []
        while waiting and len(calls) < most:
            purpose, ranked = waiting.pop(0)
            if self._shown[purpose] < purpose.calls and self._may_keep(ranked.call):
                calls += self.new([ranked.call])
        return calls

    def new(self, calls: Iterable[RestCall | None]) -> list[RestCall]:
        """Those that were not asked yet; from now on they were."""
        found = []
        for call in calls:
            if call is not None and call_text_of(call) not in self.asked:
                self.asked.add(call_text_of(call))
                found.append(call)
        return found


def _is_large(answered: AnsweredOperation[RestCall]) -> bool:
    return len(json.dumps(answered.data, ensure_ascii=False)) > LARGEST


def _with_fewer(call: RestCall, size: RestArgument | None) -> RestCall | None:
    if size is None:
        return None
    others = [argument for argument in call.arguments if not is_size(argument.name)]
    return call._replace(arguments=(*others, size))


def call_text_of(call: RestCall) -> str:
    """The same text for the same call, whatever the order of its arguments."""
    arguments = sorted((argument.where, argument.name, json.dumps(argument.value)) for argument in call.arguments)
    body = json.dumps(call.body, sort_keys=True) if call.media else ""
    return f"{call.coordinate} {arguments} {body}"


def _length(value: JSON) -> int:
    """How much came: the items of the list, itself or in an envelope; otherwise one thing, or none."""
    if isinstance(value, list):
        return len(value)
    inner = [len(item) for item in value.values() if isinstance(item, list)] if isinstance(value, dict) else []
    return max(inner, default=int(value is not None))


def _names_member(value: JSON, body: JSON) -> bool:
    """Whether a way to sort names a member of the rows: ``-price``, ``price:desc``."""
    rows = body if isinstance(body, list) else []
    for item in body.values() if isinstance(body, dict) else ():
        rows = item if isinstance(item, list) else rows
    members = rows[0].keys() if rows and isinstance(rows[0], dict) else ()
    return isinstance(value, str) and not set(re.split(r"\W+", value)).isdisjoint(members)


def _sort_of(keys: Iterable[RestArgument]) -> str:
    """Numbers and words are told apart: an API that takes every key for a number is wrong with one of them only."""
    return "number" if all(str(argument.value).isdecimal() for argument in keys) else "word"
