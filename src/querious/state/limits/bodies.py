"""What is sent at the edge of a limit: holders with small limits, and entries that take so many."""

from __future__ import annotations

from collections import Counter
from itertools import cycle
from typing import TYPE_CHECKING, Final, TypeAlias

from querious.state.room import Role, is_number_of_things, quantity_members, role_of
from querious.state.samples import samples, varied
from querious.state.substructure import members

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from querious.model.state import Key
    from querious.model.values import JSON
    from querious.state.facade import Collection

_DRAWN: Final = 16
Body: TypeAlias = "dict[str, JSON]"


class UnclearError(Exception):
    """Something was neither done nor refused, or cannot be asked: nothing can be said of the limit."""


class HolderBodies:
    """Bodies of holders, and the members in which their limit can be set."""

    def __init__(self, holders: Collection, seed: int) -> None:
        drawn = [members(body) for body in samples(varied(holders.entries()), _DRAWN, seed)]
        numbers = dict.fromkeys(name for body in drawn for name, value in body.items() if _is_number(value))
        named = [name for name in numbers if role_of(name) in {Role.LIMIT, Role.LEFT}]
        self.settable: Sequence[str] = named or [name for name in numbers if is_number_of_things(name)]
        """Members that tell the limit, of those that are sent."""
        self._bodies = sorted(drawn, key=len)

    def with_limit(self, limit: int) -> Iterator[Body]:
        """A few that differ, with this limit where one can be set: those with the fewest members first."""
        tried: list[Body] = []
        for body in (*self._bodies[:2], *self._bodies[-2:]):
            made = {**body, **dict.fromkeys(self.settable, limit)}
            if made not in tried:
                tried.append(made)
                yield made


class EdgeBodies:
    """Bodies of entries, which say how many they take where they can."""

    def __init__(self, seed: int, *, below: bool) -> None:
        """``below``: their holder stands in the path, and not in the body."""
        self._seed = seed
        self._below = below
        self._turns: dict[Key, Iterator[Body]] = {}
        self.names: Sequence[str] = ()
        """Of all members that are sent."""
        self.quantity = ""
        """The member that says how many an entry takes; empty: each takes one."""

    def candidates(self, entries: Collection, key: Key) -> list[str]:
        """Members that may say how many an entry takes: beside the reference to the holder."""
        drawn = self._drawn(entries)
        self.names = list(dict.fromkeys(name for body in drawn for name in body))
        reference = self._reference(drawn, key)
        places = [body if self._below else _referring(body, reference, key) or {} for body in drawn]
        found = dict.fromkeys(name for place in places for name in quantity_members(place))
        return [name for name in found if name != reference]

    def next(self, entries: Collection, key: Key, units: int) -> Body:
        """The next body, for the holder of this key, that takes so many."""
        if key not in self._turns:
            drawn = self._drawn(entries)
            reference = self._reference(drawn, key)
            fitting = [self._focused(body, reference, key) for body in drawn]
            self._turns[key] = cycle([body for body in fitting if body is not None])
        body = next(self._turns[key], None)
        if body is None:
            raise UnclearError
        return self._of_units(body, key, units)

    def _drawn(self, entries: Collection) -> list[Body]:
        return [members(body) for body in samples(varied(entries.entries()), _DRAWN, self._seed)]

    def _reference(self, drawn: Sequence[Body], key: Key) -> str:
        """The member that refers to the holder; another one may have the same value by chance."""
        found = Counter(
            name for body in drawn for place in _objects(body) for name in place if _is_key(place[name], key)
        )
        return found.most_common(1)[0][0] if found and not self._below else ""

    def _focused(self, body: Body, reference: str, key: Key) -> Body | None:
        """The same with the one row that refers to the holder; None where nothing does."""
        if self._below:
            return body
        referring = _referring(body, reference, key)
        if referring is None or referring is body:
            return referring
        for name, value in body.items():
            if isinstance(value, list) and any(one is referring for one in value):
                return {**body, name: [referring]}
        return body

    def _of_units(self, body: Body, key: Key, units: int) -> Body:
        """The same that takes so many."""
        if not self.quantity:
            return body
        if self._below or any(_is_key(value, key) for value in body.values()):
            return {**body, self.quantity: units}
        return {name: self._rows_of_units(value, key, units) for name, value in body.items()}

    def _rows_of_units(self, value: JSON, key: Key, units: int) -> JSON:
        if isinstance(value, list):
            return [self._rows_of_units(one, key, units) for one in value]
        is_row = isinstance(value, dict) and any(_is_key(one, key) for one in value.values())
        return {**members(value), self.quantity: units} if is_row else value


def _referring(body: Body, reference: str, key: Key) -> Body | None:
    """The object that holds the reference: the body itself, or one in it."""
    return next((place for place in _objects(body) if _is_key(place.get(reference), key)), None)


def _objects(body: Body) -> Iterator[Body]:
    """The body, and the objects and rows in it."""
    yield body
    for value in body.values():
        for one in value if isinstance(value, list) else [value]:
            if isinstance(one, dict):
                yield one


def _is_key(value: JSON, key: Key) -> bool:
    return isinstance(value, str | int) and not isinstance(value, bool) and str(value) == key


def _is_number(value: JSON) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
