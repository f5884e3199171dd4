"""Operation trees and argument values ↔ plain JSON, exactly.

JSON as it is stands for itself. What JSON lacks is an object with one key that begins with ``$``:

    {"$enum": "RED"}                                    an enum member
    {"$raw": "text"}                                    text that goes into the document as it is
    {"$variable": "a", "type": "Int", "value": 1}       a variable; {"$absent": true} as value: declared, not sent
    {"$float": "inf"}                                   a number that JSON cannot write
    {"$object": {"$a": 1}}                              an object of the user's with a key that begins with ``$``
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Final

from querious.model.operation import Directive, Field, Fragment, Operation
from querious.model.values import ABSENT, EnumValue, Raw, Variable
from querious.report.records import TEXT, Codec, many, mapping, member, record

if TYPE_CHECKING:
    from collections.abc import Sequence

    from querious.model.operation import Selection
    from querious.model.values import JSON, Value

_TEXTS: Final = {"$enum": EnumValue, "$raw": Raw, "$float": float}
"""What a text under each of these marks stands for."""
_MARKS: Final[dict[type, str]] = {EnumValue: "$enum", Raw: "$raw"}


def value_to_json(value: Value) -> JSON:
    """One argument value or variable."""
    if isinstance(value, list):
        return [value_to_json(item) for item in value]
    if isinstance(value, dict):
        written = {key: value_to_json(item) for key, item in value.items()}
        return {"$object": written} if any(key.startswith("$") for key in written) else written
    if isinstance(value, Variable):
        return {"$variable": value.name, "type": value.type, "value": value_to_json(value.value)}
    if value is ABSENT:
        return {"$absent": True}
    if type(value) in _MARKS:
        return {_MARKS[type(value)]: str(value)}
    if isinstance(value, float) and not math.isfinite(value):
        return {"$float": repr(value)}
    return value


def value_from_json(data: JSON) -> Value:
    """The inverse of ``value_to_json``."""
    if isinstance(data, list):
        return [value_from_json(item) for item in data]
    if not isinstance(data, dict):
        return data
    mark = next(iter(data), "")
    if mark in _TEXTS:
        return _TEXTS[mark](member(data, mark, TEXT))
    if mark == "$absent":
        return ABSENT
    if mark == "$variable":
        return _VARIABLE.read(data)
    if mark == "$object":
        return member(data, mark, _VALUES)
    if mark.startswith("$"):
        raise ValueError(f"{mark} is not a kind of value")
    return _VALUES.read(data)


VALUE: Final = Codec(value_to_json, value_from_json)
_VALUES: Final = mapping(VALUE)
_VARIABLE: Final = record(Variable, called={"name": "$variable"}, name=TEXT, type=TEXT, value=VALUE)


def _selection_to_json(node: Selection) -> JSON:
    return (_FRAGMENT if isinstance(node, Fragment) else _FIELD).write(node)


def _selection_from_json(data: JSON) -> Selection:
    node: Selection = (_FRAGMENT if "fragment" in data else _FIELD).read(data)
    return node


def _argument_from_json(data: JSON) -> tuple[str, Value]:
    name, value = data
    return TEXT.read(name), value_from_json(value)


def _lean(codec: Codec) -> Codec:
    """Without members that are empty; the first says what it is and always stays."""

    def write(value: Any) -> dict[str, JSON]:
        written = codec.write(value)
        first = next(iter(written))
        return {name: item for name, item in written.items() if item or name == first}

    return Codec(write, codec.read)


def _field(
    name: str,
    parent: str = "",
    alias: str = "",
    arguments: Sequence[tuple[str, Value]] = (),
    directives: Sequence[Directive] = (),
    children: Sequence[Selection] = (),
) -> Field:
    return Field(parent, name, alias, arguments, directives, children)


def _fragment(on: str, directives: Sequence[Directive] = (), children: Sequence[Selection] = ()) -> Fragment:
    return Fragment(on, directives, children)


def _operation(kind: str, name: str = "", root: str = "", selections: Sequence[Selection] = ()) -> Operation:
    return Operation(kind, name, root, selections)


_SELECTIONS: Final = many(Codec(_selection_to_json, _selection_from_json))
_ARGUMENTS: Final = many(Codec(lambda pair: [pair[0], value_to_json(pair[1])], _argument_from_json))
"""Pairs and not an object: an invalid operation may give one argument twice."""
_DIRECTIVES: Final = many(record(Directive, name=TEXT, arguments=_ARGUMENTS))
_FIELD: Final = _lean(
    record(
        _field,
        called={"name": "field", "children": "select"},
        name=TEXT,
        parent=TEXT,
        alias=TEXT,
        arguments=_ARGUMENTS,
        directives=_DIRECTIVES,
        children=_SELECTIONS,
    )
)
_FRAGMENT: Final = _lean(
    record(
        _fragment,
        called={"on": "fragment", "children": "select"},
        on=TEXT,
        directives=_DIRECTIVES,
        children=_SELECTIONS,
    )
)
OPERATION: Final = _lean(
    record(_operation, called={"selections": "select"}, kind=TEXT, name=TEXT, root=TEXT, selections=_SELECTIONS)
)
"""The whole tree; what is empty is left out, and sequences come back as tuples."""
