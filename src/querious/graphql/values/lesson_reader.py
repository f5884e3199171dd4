"""What a GraphQL answer teaches, read along its shape.

A look-up whose object was nulled because of an error further down did find it. A request that was refused as a whole,
or a field hidden by an error beside it, says nothing about the values that were sent.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias
from zlib import crc32

from querious.answers.response import errors_of, message_of, path_of
from querious.model import ABSENT, Variable
from querious.model.shape import runtime_shape
from querious.values.lessons import ArgumentTrial, Lessons, worth_keeping

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from querious.model import JSON, SelectionShape, Value
    from querious.model.shape import AnswerPath, FieldShape, ObjectShape
    from querious.values import Pool
    from querious.values.lessons import Interest

_SHOWN = 400
"""Values taken from one answer."""
_SHOWN_BY_COORDINATE = 32
"""Values of one coordinate taken from one answer."""
_LEAVES = 3
"""Items taken from one list of leaves."""
_TRIALS = 200
_TOGETHER = 60
_NEAREST = 2
"""Enclosing objects whose values may belong together with those of an object."""
_ITEMS = 200
"""Items of one list that are read."""
_ERRORS = 50
_MESSAGE = 1_000
"""Characters of a message that are read."""
_BITS = 61
"""Fields that can be told apart on one level below an object, roughly."""
_ALL_LEVELS = (1 << _BITS * 3) - 1
"""Three levels of bits."""
_BROUGHT = 1 << _BITS * 3
"""The bit above them: something came back, whatever is below it."""
_OUTCOMES = (None, False, True)
"""Of one call made on several objects the last of these counts."""

_Values: TypeAlias = "dict[str, JSON]"
"""Values of one object by coordinate."""


def read_lessons(pool: Pool, shape: SelectionShape, payload: Mapping[str, JSON]) -> Lessons:
    """What an answer would teach a pool. Changes nothing."""
    return _Reader(pool.interest).read(shape, payload) if pool.learning else Lessons([], [], [])


class _Reader:
    """Reads one answer."""

    def __init__(self, interest: Interest) -> None:
        self._interest = interest
        self._lessons = Lessons([], [], [])
        self._shown: dict[str, int] = {}
        self._trials: dict[tuple[str, int], ArgumentTrial] = {}

    def read(self, shape: SelectionShape, payload: Mapping[str, JSON]) -> Lessons:
        """The lessons of an answer."""
        data = payload.get("data")
        errors = [(path_of(error) or (), message_of(error)[:_MESSAGE]) for error in errors_of(payload)[:_ERRORS]]
        if isinstance(data, dict):
            self._read_object(shape, data, (), "")
        elif not any(path for path, _ in errors):
            messages = (message for _, message in errors if message)
            self._note_refusal(shape, next(messages, ""))
        for path, message in errors:
            self._follow_error(shape, data, path, message)
        self._lessons.trials.extend(self._trials.values())
        return self._lessons

    def _read_object(
        self, position: SelectionShape, value: dict[str, JSON], above: tuple[_Values, ...], place: str
    ) -> tuple[int, _Values]:
        """The bits of an object, none for an empty page; and those of its values that may feed joint calls."""
        shape = position.runtime(value)
        if shape is None:
            return _BROUGHT, {}
        shown, own = self._read_leaves(shape, value, place)
        around = (own, *above[: _NEAREST - 1]) if own else above
        held: list[_Values] = []
        below = 0
        for field in shape.fields.values():
            below |= self._read_field(field, value.get(field.key), around, held)
        below &= _ALL_LEVELS
        self._note_together((own, *held), above)
        for coordinate, leaf in shown:
            self._note_shown(coordinate, leaf, below)
        is_empty_page = self._interest.page(shape.typename) and _holds_nothing(shape, value)
        return (0 if is_empty_page else _BROUGHT | below), own

    def _read_field(self, field: FieldShape, value: JSON, around: tuple[_Values, ...], held: list[_Values]) -> int:
        """Note the call of a field and what it brought; the bits that this adds to the object around it."""
        if field.child is None:
            if field.arguments or self._interest.called(field.coordinate):
                self._note_trial(field, worked=value is not None and value != [])
            return 0
        found = self._read_value(field.child, field.coordinate, value, around, held)
        types = _runtime_types(field.child, value) if found else frozenset[str]()
        if field.arguments or self._interest.called(field.coordinate):
            self._note_trial(field, worked=bool(found), found=found & _ALL_LEVELS, types=types)
        return found << _BITS | _bits(field.coordinate, types) if found else 0

    def _read_value(
        self, position: SelectionShape, place: str, value: JSON, around: tuple[_Values, ...], held: list[_Values]
    ) -> int:
        """The bits of an object or a list; ``held`` gets the values of an object that is in no list."""
        if isinstance(value, dict):
            found, own = self._read_object(position, value, around, place)
            held.append(own)
            return found
        found = 0
        for item in value[:_ITEMS] if isinstance(value, list) else ():
            found |= self._read_value(position, place, item, around, [])
        return found

    def _read_leaves(
        self, shape: ObjectShape, value: dict[str, JSON], place: str
    ) -> tuple[list[tuple[str, JSON]], _Values]:
        """Leaf values of an object that are of use, and those that may feed joint calls."""
        interest = self._interest
        shown: list[tuple[str, JSON]] = []
        own: _Values = {}
        for key, coordinate, _, _, child, _ in shape.fields.values():
            item = value.get(key)
            if item is None or child is not None:
                continue
            if coordinate in interest.wanted:
                items = item[:_LEAVES] if isinstance(item, list) else (item,)
                shown += [(coordinate, one) for one in items]
                if coordinate in interest.joint and worth_keeping(item):
                    own[coordinate] = item
            if place in interest.inner:
                inner = f"{place}.{coordinate.partition('.')[2]}"
                if inner in interest.wanted:
                    shown.append((inner, item))
        return shown, own

    def _note_together(self, objects: Sequence[_Values], above: Sequence[_Values]) -> None:
        """Keep the values of objects that belong together, the nearest first: one object of each type."""
        together: _Values = {}
        types: set[str] = set()
        for values in filter(None, (*objects, *above) if any(objects) else ()):
            typename = next(iter(values)).partition(".")[0]
            if typename not in types:
                types.add(typename)
                together |= values
        if len(together) > 1 and len(self._lessons.together) < _TOGETHER:
            self._lessons.together.append(together)

    def _note_shown(self, coordinate: str, value: JSON, found: int) -> None:
        seen, count = self._lessons.seen, self._shown.get(coordinate, 0)
        if len(seen) >= _SHOWN or count >= _SHOWN_BY_COORDINATE:
            return
        if worth_keeping(value) and self._interest.new(coordinate, value, found):
            self._shown[coordinate] = count + 1
            seen.append((coordinate, value, found))

    def _note_trial(
        self,
        field: FieldShape,
        *,
        worked: bool | None,
        found: int = 0,
        types: frozenset[str] = frozenset(),
        complaint: str = "",
    ) -> None:
        """Note a call; of a call made on each item of a list, the best outcome."""
        key = (field.coordinate, id(field.arguments))
        known = self._trials.get(key)
        if known is not None:
            self._trials[key] = known._replace(
                worked=max(known.worked, worked, key=_OUTCOMES.index),
                found=known.found | found,
                types=known.types | types,
                complaint=known.complaint or complaint,
            )
        elif len(self._trials) < _TRIALS:
            sent = _sent(dict(field.arguments))
            self._trials[key] = ArgumentTrial(field.coordinate, sent, worked, found, types, complaint)

    def _follow_error(self, shape: SelectionShape, data: JSON, path: AnswerPath, message: str) -> None:
        """Follow an error to where it happened: the calls above it found something, the one that failed did not."""
        position: SelectionShape | None = shape
        above: FieldShape | None = None
        for step in path:
            if isinstance(step, int):
                data = data[step] if isinstance(data, list) and 0 <= step < len(data) else None
                continue
            holder = _object_with(position, data, step)
            if holder is None:
                return
            if above is not None and data is None:
                self._note_trial(above, worked=True, types=frozenset((holder.typename,)))
            field = holder.fields[step]
            data = data.get(step) if isinstance(data, dict) else None
            above = field if field.arguments or self._interest.called(field.coordinate) else None
            position = field.child
        if above is not None and data is None and path[-1] == above.key:
            self._note_trial(above, worked=False, complaint=message)

    def _note_refusal(self, shape: SelectionShape, message: str) -> None:
        """All calls of a request were in vain, and nobody knows which of them was the reason."""
        stack = [shape]
        for _ in range(_TRIALS):
            found = stack.pop().runtime({}) if stack else None
            for field in found.fields.values() if found else ():
                if field.arguments:
                    self._note_trial(field, worked=None, complaint=message)
                if field.child is not None:
                    stack.append(field.child)


def _sent(value: Value) -> Value:
    """The value with its variables replaced by their values; null and absent members left out."""
    if isinstance(value, Variable):
        return _sent(value.value)
    if isinstance(value, list):
        return [_sent(item) for item in value]
    if isinstance(value, dict):
        members = ((name, _sent(item)) for name, item in value.items())
        return {name: item for name, item in members if item is not None and item is not ABSENT}
    return value


def _bits(coordinate: str, types: Iterable[str]) -> int:
    """One bit for a field and each type of object that it led to."""
    bits = 0
    for name in types or (coordinate,):
        bits |= 1 << crc32(f"{coordinate} {name}".encode()) % _BITS
    return bits


def _runtime_types(position: SelectionShape, value: JSON) -> frozenset[str]:
    """The types of the objects at a position, where it could have been several."""
    if len(position.possible) == 1:
        return frozenset()
    items = value[:_ITEMS] if isinstance(value, list) else [value]
    shapes = (runtime_shape(position, item) for item in items)
    return frozenset(shape.typename for shape in shapes if shape is not None)


def _holds_nothing(shape: ObjectShape, value: dict[str, JSON]) -> bool:
    """Whether an object holds lists of objects, and all of them are empty."""
    held = (value.get(field.key) for field in shape.fields.values() if field.child is not None)
    lists = [item for item in held if isinstance(item, list)]
    return bool(lists) and not any(lists)


def _object_with(position: SelectionShape | None, data: JSON, key: str) -> ObjectShape | None:
    """The shape of the object that held a key; where the object is gone, the only shape that has the key."""
    if position is None:
        return None
    if isinstance(data, dict):
        shapes = [position.runtime(data)]
    else:
        shapes = [position.runtime({position.typename_key: name}) for name in position.possible]
    fitting = [shape for shape in shapes if shape is not None and key in shape.fields]
    return fitting[0] if len(fitting) == 1 else None
