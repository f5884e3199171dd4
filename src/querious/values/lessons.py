"""What one answer teaches: the values that it shows, and which arguments brought data.

A look-up whose object was nulled because of an error further down did find it. A request that was refused as a whole,
or a field hidden by an error beside it, says nothing about the values that were sent.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias
from zlib import crc32

from querious.model import ABSENT, Variable
from querious.text.mask import is_masked

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from querious.model import JSON, SelectionShape, Value
    from querious.model.shape import FieldShape, ObjectShape

LONGEST = 256
"""Characters of a value worth keeping."""
_SHOWN = 400
"""Values taken from one answer."""
_SHOWN_BY_COORDINATE = 32
"""Values of one coordinate taken from one answer."""
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
_NOTHING = -1
"""In place of the bits below a field: it brought nothing."""

_Values: TypeAlias = "dict[str, JSON]"
"""Values of one object by coordinate."""


class ArgumentTrial(NamedTuple):
    """One call of a field and its outcome."""

    coordinate: str
    arguments: Mapping[str, Value]
    worked: bool | None
    """Whether something came back; None: the answer does not say."""
    found: int = 0
    """What came back below the field: a bit for each field that led to an object of some type, level by level. Fields
    may share a bit; it only serves to tell apart values that bring different things."""
    types: frozenset[str] = frozenset()
    """The object types that came back, where several are possible."""
    complaint: str = ""
    """The message of the error at this field, or of the whole request where that was refused."""


class Lessons(NamedTuple):
    """What one answer teaches."""

    seen: list[tuple[str, str | int | float, int]]
    """Coordinate, value, and what was below the object that showed it, as in ``ArgumentTrial.found``."""
    trials: list[ArgumentTrial]
    together: list[dict[str, JSON]]
    """Values by coordinate that belong to one object and to those around it."""


class Interest(NamedTuple):
    """What to look for in an answer."""

    wanted: Callable[[str], bool]
    """Coordinates whose values are of use."""
    called: Callable[[str], bool]
    """Fields whose arguments are being learned."""
    inner: AbstractSet[str]
    """Fields that hold an object whose leaves are wanted as its own: ``Painting.inventory``."""
    joint: frozenset[str]
    """Coordinates that feed calls of several arguments."""
    page: Callable[[str], bool]
    """Object types that are pages of a list."""
    new: Callable[[str, str | int | float, int], bool]
    """Whether a value of a coordinate, with this below it, would be news."""


class LessonReader:
    """Reads one answer."""

    def __init__(self, interest: Interest) -> None:
        self._interest = interest
        self._lessons = Lessons([], [], [])
        self._shown: dict[str, int] = {}
        self._trials: dict[tuple[str, int], ArgumentTrial] = {}

    def read(self, shape: SelectionShape, data: JSON, errors: JSON = None) -> Lessons:
        """The lessons of an answer."""
        reported = _paths_and_messages(errors)
        if isinstance(data, dict):
            self._read_object(shape, data, (), "")
        elif not any(path for path, _ in reported):
            messages = (message for _, message in reported if message)
            self._note_refusal(shape, next(messages, ""))
        for path, message in reported:
            self._follow_error(shape, data, path, message)
        self._lessons.trials.extend(self._trials.values())
        return self._lessons

    def _read_field(self, field: FieldShape, value: JSON, above: tuple[_Values, ...]) -> tuple[int, _Values]:
        """The bits of what a composite field brought; and the values of its object, unless it is a list."""
        assert field.child is not None  # noqa: S101 (for mypy)
        if isinstance(value, dict):
            return self._read_object(field.child, value, above, field.coordinate)
        found = _NOTHING
        if isinstance(value, list):
            for item in value[:_ITEMS]:
                below, _ = self._read_field(field, item, above)
                if below != _NOTHING:
                    found = max(found, 0) | below
        return found, {}

    def _read_object(
        self, position: SelectionShape, value: dict[str, JSON], above: tuple[_Values, ...], place: str
    ) -> tuple[int, _Values]:
        """The bits of what is below an object, nothing for an empty page; and its values that may feed joint calls."""
        shape = position.runtime(value)
        if shape is None:
            return 0, {}
        shown, own = self._read_leaves(shape, value, place)
        around = (own, *above[: _NEAREST - 1]) if own else above
        held: list[_Values] = []
        lists: list[JSON] = []
        below = 0
        for field in shape.fields.values():
            item = value.get(field.key)
            found = _NOTHING if item is None or item == [] else 0
            types: frozenset[str] = frozenset()
            if field.child is not None:
                found, inner = self._read_field(field, item, around)
                if inner:
                    held.append(inner)
                if isinstance(item, list):
                    lists.append(item)
                if found != _NOTHING:
                    types = _runtime_types(field, item)
                    below |= found << _BITS | _bits(field.coordinate, types)
            if field.arguments or self._interest.called(field.coordinate):
                self._note_trial(field, worked=found != _NOTHING, found=max(found, 0), types=types)
        below &= _ALL_LEVELS
        if own or held:
            self._note_together((own, *held, *above))
        for coordinate, leaf in shown:
            self._note_shown(coordinate, leaf, below)
        is_empty_page = bool(lists) and not any(lists) and self._interest.page(shape.typename)
        return (_NOTHING if is_empty_page else below), own

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
            if interest.wanted(coordinate):
                items = item[:3] if isinstance(item, list) else (item,)
                shown += [(coordinate, one) for one in items]
                if coordinate in interest.joint and worth_keeping(item):
                    own[coordinate] = item
            if place in interest.inner:
                inner = f"{place}.{coordinate.partition('.')[2]}"
                if interest.wanted(inner):
                    shown.append((inner, item))
        return shown, own

    def _note_together(self, objects: Sequence[_Values]) -> None:
        """Keep the values of objects that belong together, the nearest first: one object of each type."""
        together: _Values = {}
        types: set[str] = set()
        for values in filter(None, objects):
            typename = next(iter(values)).partition(".")[0]
            if typename not in types:
                types.add(typename)
                together |= values
        if len(together) > 1 and len(self._lessons.together) < _TOGETHER:
            self._lessons.together.append(together)

    def _note_shown(self, coordinate: str, value: JSON, found: int) -> None:
        seen = self._lessons.seen
        if len(seen) >= _SHOWN or not worth_keeping(value) or not self._interest.new(coordinate, value, found):
            return
        count = self._shown.get(coordinate, 0)
        if count < _SHOWN_BY_COORDINATE:
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
                worked=known.worked if worked is None else known.worked or worked,
                found=known.found | found,
                types=known.types | types,
                complaint=known.complaint or complaint,
            )
        elif len(self._trials) < _TRIALS:
            sent = settled(dict(field.arguments))
            self._trials[key] = ArgumentTrial(field.coordinate, sent, worked, found, types, complaint)

    def _follow_error(self, shape: SelectionShape, data: JSON, path: Sequence[JSON], message: str) -> None:
        """Follow an error to where it happened: the calls above it found something, the one that failed did not."""
        position: SelectionShape | None = shape
        above: FieldShape | None = None
        for depth, step in enumerate(path):
            if isinstance(step, int):
                data = data[step] if isinstance(data, list) and 0 <= step < len(data) else None
                continue
            found = _object_with(position, data, step)
            if found is None:
                return
            if above is not None and data is None:
                self._note_trial(above, worked=True, types=frozenset((found.typename,)))
            field = found.fields[step]
            data = data.get(step) if isinstance(data, dict) else None
            above = field if field.arguments or self._interest.called(field.coordinate) else None
            if above is not None and data is None and depth == len(path) - 1:
                self._note_trial(above, worked=False, complaint=message)
            position = field.child

    def _note_refusal(self, shape: SelectionShape, message: str) -> None:
        """All calls of a request were in vain, and nobody knows which of them was the reason."""
        stack = [shape]
        for _ in range(_TRIALS):
            if not stack:
                return
            found = stack.pop().runtime({})
            if found is None:
                continue
            for field in found.fields.values():
                if field.arguments:
                    self._note_trial(field, worked=None, complaint=message)
                if field.child is not None:
                    stack.append(field.child)


def worth_keeping(value: JSON) -> bool:
    """Whether a value is worth sending one day; never what masks a credential of ours."""
    if isinstance(value, str):
        return 0 < len(value) <= LONGEST and not is_masked(value)
    return isinstance(value, int | float) and not isinstance(value, bool)


def settled(value: Value) -> Value:
    """The value with its variables replaced by their values; null and absent members left out."""
    if isinstance(value, Variable):
        return settled(value.value)
    if isinstance(value, list):
        return [settled(item) for item in value]
    if isinstance(value, dict):
        members = {name: settled(item) for name, item in value.items()}
        return {name: item for name, item in members.items() if item is not None and item is not ABSENT}
    return value


def _bits(coordinate: str, types: Iterable[str]) -> int:
    """One bit for a field and each type of object that it led to."""
    bits = 0
    for name in types or (coordinate,):
        bits |= 1 << crc32(f"{coordinate} {name}".encode()) % _BITS
    return bits


def _runtime_types(field: FieldShape, value: JSON) -> frozenset[str]:
    """The types of the objects that a field brought, where it could have been several."""
    child = field.child
    if child is None or len(child.possible) == 1:
        return frozenset()
    types = set()
    for item in (value if isinstance(value, list) else [value])[:_ITEMS]:
        shape = child.runtime(item) if isinstance(item, dict) else None
        if shape is not None:
            types.add(shape.typename)
    return frozenset(types)


def _object_with(position: SelectionShape | None, data: JSON, key: JSON) -> ObjectShape | None:
    """The shape of the object that held a key; where the object is gone, the only shape that has the key."""
    if position is None or not isinstance(key, str):
        return None
    if isinstance(data, dict):
        shapes = [position.runtime(data)]
    else:
        shapes = [position.runtime({position.typename_key: name}) for name in position.possible]
    fitting = [shape for shape in shapes if shape is not None and key in shape.fields]
    return fitting[0] if len(fitting) == 1 else None


def _paths_and_messages(errors: JSON) -> list[tuple[list[JSON], str]]:
    """The path of each error, empty if it has none, and its message."""
    found: list[tuple[list[JSON], str]] = []
    for error in errors[:_ERRORS] if isinstance(errors, list) else ():
        if not isinstance(error, dict):
            continue
        path = error.get("path")
        message = error.get("message")
        located = path if isinstance(path, list) else []
        found.append((located, message[:_MESSAGE] if isinstance(message, str) else ""))
    return found
