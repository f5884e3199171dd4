"""The slow half of judging data: walk an answer along its shape and say all that is wrong with it."""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from graphql import is_enum_type, is_leaf_type, is_list_type, is_non_null_type

from querious.graphql.oracles.checks import HIGHEST_FLOAT, HIGHEST_INT, LOWEST_INT
from querious.oracles.message import excerpt

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from querious.model import ObjectShape, SelectionShape

Path: TypeAlias = tuple[str | int, ...]

_SHORT: Final = 60
_FEW: Final = 5


class Violation(NamedTuple):
    """One promise of the schema that a value breaks."""

    coordinate: str
    message: str
    path: Path
    value: Any


class Excuses:
    """The positions that an error explains: its own, those above it that null may have spread to, and those below."""

    def __init__(self, paths: Sequence[Path], *, everything: bool = False) -> None:
        self._everything = everything
        self._paths = frozenset(paths)
        self._above = frozenset(path[:length] for path in paths for length in range(1, len(path) + 1))

    def cover(self, path: Path) -> bool:
        """Whether a value that is missing here is no news."""
        if self._everything or path in self._above:
            return True
        return any(path[:length] in self._paths for length in range(1, len(path)))


def explain(data: Any, shape: SelectionShape, excuses: Excuses) -> Iterator[Violation]:
    """All violations, in the order of the answer."""
    return _Walk(excuses).object(data, shape, _Place("", ()))


class _Place(NamedTuple):
    """Where a value stands: the coordinate of its field, and its path in the answer."""

    coordinate: str
    path: Path

    def violated(self, message: str, value: Any) -> Violation:
        return Violation(self.coordinate, message, self.path, value)


class _Walk:
    """One walk through one answer."""

    def __init__(self, excuses: Excuses) -> None:
        self._excuses = excuses

    def value(self, value: Any, type_: Any, child: SelectionShape | None, place: _Place) -> Iterator[Violation]:
        if value is None:
            if is_non_null_type(type_) and not self._excuses.cover(place.path):
                yield place.violated(f"null where the schema promises {type_}", None)
            return
        if is_non_null_type(type_):
            type_ = type_.of_type
        if is_list_type(type_):
            yield from self.items(value, type_, child, place)
        elif is_leaf_type(type_):
            wrong = _wrong_leaf(value, type_)
            if wrong:
                yield place.violated(wrong, value)
        elif child is not None:
            yield from self.object(value, child, place)

    def items(self, value: Any, type_: Any, child: SelectionShape | None, place: _Place) -> Iterator[Violation]:
        if not isinstance(value, list):
            yield place.violated(f"expected a list ({type_}), got {_kind(value)}", value)
            return
        for index, item in enumerate(value):
            yield from self.value(item, type_.of_type, child, _Place(place.coordinate, (*place.path, index)))

    def object(self, value: Any, shape: SelectionShape, place: _Place) -> Iterator[Violation]:
        if not isinstance(value, dict):
            yield place.violated(f"expected an object ({shape.type}), got {_kind(value)}", value)
            return
        wrong = _wrong_typename(value, shape, place.path)
        runtime = shape.runtime(value) if wrong is None else None
        if wrong is not None:
            yield wrong
        elif runtime is not None:
            yield from self.fields(value, runtime, place)

    def fields(self, value: dict[str, Any], runtime: ObjectShape, place: _Place) -> Iterator[Violation]:
        for key, field in runtime.fields.items():
            here = _Place(field.coordinate, (*place.path, key))
            if key in value:
                yield from self.value(value[key], field.type, field.child, here)
                name = value[key] if field.coordinate.endswith(".__typename") else runtime.typename
                if isinstance(name, str) and name != runtime.typename:
                    yield here.violated(_misnamed(runtime.typename, name), name)
            elif not self._excuses.cover(here.path):
                yield here.violated("the requested field is missing", value)
        for key in [key for key in value if key not in runtime.fields]:
            what = f"an object of type {runtime.typename} holds a key that was not asked for: {excerpt(key, _SHORT)}"
            yield Violation(place.coordinate, what, (*place.path, key), value[key])


def _wrong_typename(value: dict[str, Any], shape: SelectionShape, path: Path) -> Violation | None:
    key = shape.typename_key
    if not key:
        return None
    at, here = f"{shape.type}.__typename", (*path, key)
    if key not in value:
        return Violation(at, "the requested field is missing", here, value)
    name = value[key]
    if isinstance(name, str) and name in shape.possible:
        return None
    if name is None:
        return Violation(at, "null where the schema promises String!", here, None)
    names = sorted(shape.possible)
    told = ", ".join(names[:_FEW]) + (", …" if len(names) > _FEW else "")
    return Violation(at, _misnamed(told, name), here, name)


def _misnamed(expected: str, name: Any) -> str:
    return f"__typename must be {expected}, got {excerpt(name, _SHORT)}"


def _wrong_leaf(value: Any, type_: Any) -> str:
    """What is wrong with a leaf that is not null, or the empty string."""
    name = type_.name
    if is_enum_type(type_):
        if not isinstance(value, str):
            return f"expected a member of {name}, got {_kind(value)}"
        return "" if value in type_.values else f"expected a member of {name}, got {excerpt(value, _SHORT)}"
    if name == "Int":
        return _wrong_int(value)
    if name == "Float":
        return _wrong_float(value)
    expected = {"String": str, "ID": str, "Boolean": bool}.get(name)
    if expected is None or isinstance(value, expected):
        return ""
    written = " (written as a string)" if name == "ID" else ""
    return f"expected {name}{written}, got {_kind(value)}"


def _wrong_int(value: Any) -> str:
    if isinstance(value, bool) or not isinstance(value, int):
        return f"expected Int, got {_kind(value)}"
    if LOWEST_INT <= value <= HIGHEST_INT:
        return ""
    return f"expected Int, got {excerpt(value, _SHORT)}, which does not fit in 32 bits"


def _wrong_float(value: Any) -> str:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return f"expected Float, got {_kind(value)}"
    if isinstance(value, float):
        return "" if isfinite(value) else "expected Float, got a number that is not finite"
    return "" if -HIGHEST_FLOAT <= value <= HIGHEST_FLOAT else "expected Float, got a number that is too large"


def _kind(value: Any) -> str:
    """What JSON calls a value that is not null, with its article."""
    if isinstance(value, bool):
        return "a boolean"
    if isinstance(value, int):
        return "an integer"
    if isinstance(value, float):
        return "a number with a fraction" if isfinite(value) else "a number that is not finite"
    if isinstance(value, str):
        return "a string"
    return "a list" if isinstance(value, list) else "an object"
