"""One action in a trace, with what was read of its entry, and of the others of its list, before and after it. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from querious.answers.identity import KEY_WORDS
from querious.answers.volatile import may_change_by_itself
from querious.rest.relations.readable_lists import entry_within, key_member, rows_of
from querious.state.substructure import members, same
from querious.text.words import words, written_words

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from querious.model import JSON
    from querious.rest.relations.relation import RestAnswer

_STATES: Final = frozenset({"status", "state", "phase", "stage"})


@dataclass(frozen=True, slots=True)
class ReadEntry:
    """An entry as it was read before and after an action; both times as often as it was read."""

    key: str
    before: Sequence[RestAnswer]
    after: Sequence[RestAnswer]

    @property
    def is_readable(self) -> bool:
        """Whether every read brought the entry."""
        return all(answer.is_good and isinstance(answer.payload, dict) for answer in (*self.before, *self.after))

    @property
    def old(self) -> dict[str, JSON]:
        """As it was last read before the action."""
        return self._entry(self.before[-1])

    @property
    def new(self) -> dict[str, JSON]:
        """As it was last read after it."""
        return self._entry(self.after[-1])

    def _entry(self, answer: RestAnswer) -> dict[str, JSON]:
        return entry_within(answer.payload, self.key)

    def changed(self) -> list[str]:
        """Members that are others after the action, but for those that change by themselves."""
        restless = self.restless()
        names = dict.fromkeys((*self.old, *self.new))
        return [name for name in names if name not in restless and not alike(self.old.get(name), self.new.get(name))]

    def restless(self) -> set[str]:
        """Members that change without an action: by their names, or from one read to the next."""
        found = {name for name in (*self.old, *self.new) if may_change_by_itself(name)}
        for reads in (self.before, self.after):
            for one, other in pairwise(reads):
                first, second = self._entry(one), self._entry(other)
                found |= {name for name in first if not alike(first[name], second.get(name))}
        return found


@dataclass(frozen=True, slots=True)
class ActionWindow:
    """An action, and what was read around it."""

    place: int
    """Of the action in the trace."""
    action: RestAnswer
    entry: ReadEntry
    others: Sequence[ReadEntry]

    @property
    def word(self) -> str:
        """What the action is called."""
        return self.action.call.path.rstrip("/").rpartition("/")[2]

    @property
    def state_member(self) -> str:
        """The member that tells the state of the entry; empty if it has none."""
        return state_member(self.entry.old)

    @property
    def state(self) -> str:
        """In which the action met the entry; empty if nothing tells."""
        return str(self.entry.old[self.state_member]) if self.state_member else ""

    def states(self) -> set[str]:
        """All that the entry and the rows beside it were seen in."""
        name = self.state_member
        shown = [self.entry.old, self.entry.new]
        for other in self.others:
            shown += [other.old, other.new]
        return {str(entry[name]) for entry in shown if name and isinstance(entry.get(name), str)}

    def shown(self) -> dict[str, JSON]:
        """The entry in the answer to the action, which may stand in an envelope; empty if it is not shown."""
        payload = members(self.action.payload)
        for candidate in (payload, *map(members, payload.values())):
            if self._is_entry(candidate):
                return candidate
        return {}

    def _is_entry(self, candidate: dict[str, JSON]) -> bool:
        """Whether it holds the key where the entry holds it, and half of its members at least.

        A number such as ``position`` may be that of the key by chance.
        """
        old = self.entry.old
        holding = [name for name, value in old.items() if str(value) == self.entry.key]
        keys = [name for name in holding if not KEY_WORDS.isdisjoint(words(name)[-1:])]
        has_key = any(str(candidate.get(name)) == self.entry.key for name in keys or holding)
        return has_key and 2 * len(old.keys() & candidate.keys()) >= len(old)


def state_member(entry: Mapping[str, JSON]) -> str:
    """The member whose text tells the state of an entry (``status``); empty if there is none."""
    told = [name for name, value in entry.items() if isinstance(value, str) and value]
    return next((name for name in told if not _STATES.isdisjoint(written_words(name))), "")


def windows(trace: Sequence[RestAnswer]) -> Iterator[ActionWindow]:
    """Every action of a trace whose entry was read before and after it."""
    places = [place for place, answer in enumerate(trace) if answer.call.method != "GET"]
    for place, begin, end in zip(places, [-1, *places], [*places[1:], len(trace)], strict=False):
        action = trace[place]
        before, after = trace[begin + 1 : place], trace[place + 1 : end]
        entry = _read_entry(action, before, after)
        if entry is not None:
            yield ActionWindow(place, action, entry, _rows_besides(entry.key, action, before, after))


def _read_entry(action: RestAnswer, before: Sequence[RestAnswer], after: Sequence[RestAnswer]) -> ReadEntry | None:
    """The entry that was acted on; None where it was not read before the action, or not after it."""
    own = _key_of(action)

    def reads(answers: Sequence[RestAnswer]) -> list[RestAnswer]:
        above = f"{action.call.path.rstrip('/')}/"
        return [one for one in answers if one.key == own and above.startswith(f"{one.call.path.rstrip('/')}/")]

    old, new = reads(before), reads(after)
    if not own or not old or not new or not all(answer.is_good for answer in old):
        return None
    return ReadEntry(own, old, new)


def _rows_besides(
    own: str, action: RestAnswer, before: Sequence[RestAnswer], after: Sequence[RestAnswer]
) -> list[ReadEntry]:
    """The other rows of the list that the entry stands in, as they were shown before and after the action."""
    old, new = _rows(action, before), _rows(action, after)
    return [ReadEntry(key, [old[key]], [new[key]]) for key in old.keys() & new.keys() if key != own]


def _rows(action: RestAnswer, answers: Sequence[RestAnswer]) -> dict[str, RestAnswer]:
    """By key, those of the last list."""
    found: dict[str, RestAnswer] = {}
    for answer in answers:
        rows = rows_of(answer.payload) if answer.is_good and not answer.key else None
        if rows and action.call.path.startswith(f"{answer.call.path.rstrip('/')}/{{"):
            parameter = action.call.path.removeprefix(answer.call.path.rstrip("/")).split("/")[1][1:-1]
            key = key_member(rows, (parameter,))
            found = {str(row[key]): answer._replace(payload=row) for row in rows if key}
    return found


def _key_of(action: RestAnswer) -> str:
    """Of the entry that an action is asked for: the last parameter of its path."""
    steps = [step for step in action.call.path.split("/") if step.startswith("{")]
    named = {argument.name: argument.value for argument in action.call.arguments if argument.where == "path"}
    return str(named.get(steps[-1][1:-1], "")) if steps else ""


def alike(one: JSON, other: JSON) -> bool:
    """Whether two values mean the same, whichever is given first."""
    return same(one, other) and same(other, one)
