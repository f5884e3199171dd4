"""What one answer teaches: values that it shows, and which arguments brought data.

A look-up whose object was nulled because of an error
further down did find it. What was refused as a whole, or hidden by an error beside it, says nothing about a value.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias
from zlib import crc32

from querious.model import ABSENT, Variable
from querious.text.mask import is_masked

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from querious.model import JSON, SelectionShape, Value
    from querious.model.shape import FieldShape, ObjectShape

LONGEST = 256
"""Characters of a value worth keeping."""
_SHOWN = 400
"""Values taken from one answer."""
_OF_ONE = 32
"""Values of one coordinate taken from one answer."""
_TRIALS = 200
_TOGETHER = 60
_NEAREST = 2
"""Objects above one whose values may belong together with its own."""
_ITEMS = 200
"""Items of one list that are looked at."""
_ERRORS = 50
_SAID = 1_000
"""Characters of a message that are read."""
_BITS = 61
"""Fields told apart on one level below an object, about."""
_LEVELS = 3
_WHOLE = (1 << _BITS * _LEVELS) - 1


_Above: TypeAlias = "tuple[dict[str, JSON], ...]"
"""Values of the objects above, the nearest first."""


class ArgumentTrial(NamedTuple):
    """One call and what came of it."""

    coordinate: str
    arguments: Mapping[str, Value]
    worked: bool | None
    """Whether something came back; None: the answer does not say."""
    found: int = 0
    """What stood below it: a bit for each field that led to an object of some type, level by level. Fields may share
    a bit; it only serves to tell values apart that bring different things."""
    types: frozenset[str] = frozenset()
    """The object types that came back, where there may be several."""
    complaint: str = ""
    """What an error said of the call, or of the whole request where nothing came of that."""


class Lessons(NamedTuple):
    """What one answer teaches."""

    seen: list[tuple[str, str | int | float, int]]
    """Coordinate, value, and what stood below the object that showed it, as ``ArgumentTrial.found`` has it."""
    trials: list[ArgumentTrial]
    together: list[dict[str, JSON]]
    """Values by coordinate that belong to one object, those around it included."""


class Interest(NamedTuple):
    """What the reader of an answer looks for."""

    wanted: Callable[[str], bool]
    """Coordinates whose values are of use."""
    called: Callable[[str], bool]
    """Fields whose arguments are learned about."""
    inner: AbstractSet[str]
    """Fields that hold a value whose leaves are wanted by themselves: ``Painting.inventory``."""
    joint: frozenset[str]
    """Coordinates that feed calls of several arguments."""
    page: Callable[[str], bool]
    """Object types that stand for pages."""
    new: Callable[[str, str | int | float, int], bool]
    """Whether a value of a coordinate, with this below it, would be something new."""


class LessonReader:
    """Reads one answer."""

    def __init__(self, interest: Interest) -> None:
        self._interest = interest
        self._lessons = Lessons([], [], [])
        self._counts: dict[str, int] = {}
        self._trials: dict[tuple[str, int], ArgumentTrial] = {}

    def read(self, shape: SelectionShape, data: JSON, errors: JSON = None) -> Lessons:
        """The lessons of an answer."""
        located = _located(errors)
        if isinstance(data, dict):
            self._object(shape, data, (), "")
        elif not located:
            self._refused(shape, _first_message(errors))
        for path, message in located:
            self._blame(shape, data, path, message)
        self._lessons.trials.extend(self._trials.values())
        return self._lessons

    def _value(self, field: FieldShape, value: JSON, above: _Above) -> tuple[int, dict[str, JSON]]:
        """What a composite field holds: -1 for nothing, else its bits; and, of a single object, its own values."""
        child = field.child
        assert child is not None  # noqa: S101 (for mypy)
        if isinstance(value, dict):
            return self._object(child, value, above, field.coordinate)
        found = -1
        for item in value[:_ITEMS] if isinstance(value, list) else ():
            one, _ = self._value(field, item, above)
            if one >= 0:
                found = max(found, 0) | one
        return found, {}

    def _object(
        self, position: SelectionShape, value: dict[str, JSON], above: _Above, place: str
    ) -> tuple[int, dict[str, JSON]]:
        """What stands below an object, -1 for an empty page; and those of its values that may belong with others."""
        shape = position.runtime(value)
        if shape is None:
            return 0, {}
        shown, own = self._leaves(shape, value, place)
        around = (own, *above[: _NEAREST - 1]) if own else above
        held: list[dict[str, JSON]] = []
        below = 0
        empty = False
        for field in shape.fields.values():
            item = value.get(field.key)
            found = -1 if item is None or item == [] else 0
            if field.child is not None:
                found, its_own = self._value(field, item, around)
                if its_own:
                    held.append(its_own)
                if found >= 0:
                    below |= found << _BITS | self._bit(field, item)
                empty = empty or (item == [] and self._interest.page(shape.typename))
            if field.arguments or self._interest.called(field.coordinate):
                self._try(field, item, worked=found >= 0, found=max(found, 0))
        below &= _WHOLE
        if own or held:
            self._together((own, *held, *above))
        for coordinate, one in shown:
            self._show(coordinate, one, below)
        return (-1 if empty and not _has_items(shape, value) else below), own

    def _together(self, objects: Sequence[dict[str, JSON]]) -> None:
        """Note the values of objects that belong together, the nearest first: of each type those of one object only."""
        found: dict[str, JSON] = {}
        types: set[str] = set()
        for values in objects:
            if values:
                kind = next(iter(values)).partition(".")[0]
                if kind not in types:
                    types.add(kind)
                    found |= values
        if len(found) > 1 and len(self._lessons.together) < _TOGETHER:
            self._lessons.together.append(found)

    @staticmethod
    def _bit(field: FieldShape, item: JSON) -> int:
        """One bit for the field and each type of object that it led to."""
        types = _types(field, item)
        bits = 0
        for name in types or (field.coordinate,):
            bits |= 1 << crc32(f"{field.coordinate} {name}".encode()) % _BITS
        return bits

    def _leaves(
        self, found: ObjectShape, value: dict[str, JSON], place: str
    ) -> tuple[list[tuple[str, JSON]], dict[str, JSON]]:
        """Leaf values of an object that are of use, and those that may be of use together with others."""
        interest = self._interest
        shown: list[tuple[str, JSON]] = []
        own: dict[str, JSON] = {}
        for key, coordinate, _, _, child, _ in found.fields.values():
            if child is not None:
                continue
            item = value.get(key)
            if item is None:
                continue
            if interest.wanted(coordinate):
                shown += [(coordinate, one) for one in (item[:3] if isinstance(item, list) else (item,))]
                if coordinate in interest.joint and worth_keeping(item):
                    own[coordinate] = item
            if place in interest.inner:
                inner = f"{place}.{coordinate.partition('.')[2]}"
                if interest.wanted(inner):
                    shown.append((inner, item))
        return shown, own

    def _show(self, coordinate: str, value: JSON, found: int) -> None:
        seen = self._lessons.seen
        if len(seen) < _SHOWN and worth_keeping(value) and self._interest.new(coordinate, value, found):
            count = self._counts.get(coordinate, 0)
            if count < _OF_ONE:
                self._counts[coordinate] = count + 1
                seen.append((coordinate, value, found))

    def _try(
        self,
        field: FieldShape,
        item: JSON,
        *,
        worked: bool | None,
        found: int = 0,
        types: frozenset[str] = frozenset(),
        complaint: str = "",
    ) -> None:
        """Note a call; of a call made for each item of a list, the best that came of it."""
        key = (field.coordinate, id(field.arguments))
        known = self._trials.get(key)
        if known is None and len(self._trials) >= _TRIALS:
            return
        types = types or (_types(field, item) if worked else types)
        if known is None:
            sent = settled(dict(field.arguments))
            self._trials[key] = ArgumentTrial(field.coordinate, sent, worked, found, types, complaint)
        else:
            best = known.worked or worked if worked is not None else known.worked
            self._trials[key] = known._replace(
                worked=best,
                found=known.found | found,
                types=known.types | types,
                complaint=known.complaint or complaint,
            )

    def _blame(self, shape: SelectionShape, data: JSON, path: Sequence[JSON], message: str) -> None:
        """Follow an error to its place: the calls above it found something, the one that failed did not."""
        position: SelectionShape | None = shape
        above: FieldShape | None = None
        for depth, step in enumerate(path):
            if isinstance(step, int):
                data = data[step] if isinstance(data, list) and 0 <= step < len(data) else None
                continue
            found = _object_at(position, data, step)
            if found is None:
                return
            if above is not None and data is None:
                self._try(above, None, worked=True, types=frozenset((found.typename,)))
            field = found.fields[step]
            data = data.get(step) if isinstance(data, dict) else None
            above = field if field.arguments or self._interest.called(field.coordinate) else None
            if above is not None and data is None and depth == len(path) - 1:
                self._try(above, None, worked=False, complaint=message)
            position = field.child

    def _refused(self, shape: SelectionShape, message: str) -> None:
        """Everything that was sent was sent in vain, and nobody knows why."""
        stack = [shape]
        for _ in range(_TRIALS):
            if not stack:
                return
            found = stack.pop().runtime({})
            for field in found.fields.values() if found is not None else ():
                if field.arguments:
                    self._try(field, None, worked=None, complaint=message)
                if field.child is not None:
                    stack.append(field.child)


def worth_keeping(value: JSON) -> bool:
    """Whether a value is worth being sent one day; never what stands for a credential of ours."""
    if isinstance(value, str):
        return 0 < len(value) <= LONGEST and not is_masked(value)
    return isinstance(value, int | float) and not isinstance(value, bool)


def settled(value: Value) -> Value:
    """The value with its variables replaced by what they stand for; null and absent members left out."""
    if isinstance(value, Variable):
        return settled(value.value)
    if isinstance(value, list):
        return [settled(item) for item in value]
    if isinstance(value, dict):
        pairs = {name: settled(item) for name, item in value.items()}
        return {name: item for name, item in pairs.items() if item is not None and item is not ABSENT}
    return value


def _types(field: FieldShape, item: JSON) -> frozenset[str]:
    child = field.child
    if child is None or len(child.possible) == 1:
        return frozenset()
    things = item if isinstance(item, list) else [item]
    found = [child.runtime(thing) for thing in things[:_ITEMS] if isinstance(thing, dict)]
    return frozenset(one.typename for one in found if one is not None)


def _object_at(position: SelectionShape | None, data: JSON, key: JSON) -> ObjectShape | None:
    """The shape of the object that held a key; where it is gone, the only one that can have had it."""
    if position is None or not isinstance(key, str):
        return None
    if isinstance(data, dict):
        found = position.runtime(data)
        return found if found is not None and key in found.fields else None
    possible = [position.runtime({position.typename_key: name}) for name in position.possible]
    fitting = [one for one in possible if one is not None and key in one.fields]
    return fitting[0] if len(fitting) == 1 else None


def _has_items(shape: ObjectShape, value: dict[str, JSON]) -> bool:
    items = (value.get(field.key) for field in shape.fields.values() if field.child is not None)
    return any(item for item in items if isinstance(item, list))


def _located(errors: JSON) -> list[tuple[list[JSON], str]]:
    """Where errors say they happened, and what they say."""
    found: list[tuple[list[JSON], str]] = []
    for error in errors[:_ERRORS] if isinstance(errors, list) else ():
        path = error.get("path") if isinstance(error, dict) else None
        if isinstance(path, list) and path:
            found.append((path, _message(error)))
    return found


def _first_message(errors: JSON) -> str:
    told = [error for error in errors[:_ERRORS] if isinstance(error, dict)] if isinstance(errors, list) else []
    return next((message for message in map(_message, told) if message), "")


def _message(error: dict[str, JSON]) -> str:
    message = error.get("message")
    return message[:_SAID] if isinstance(message, str) else ""
