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
from typing import TYPE_CHECKING, Any

from querious.model.operation import Directive, Field, Fragment, Operation
from querious.model.values import ABSENT, EnumValue, Raw, Variable
from querious.report import members

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from querious.model.operation import Selection
    from querious.model.values import JSON, Value


def value_to_json(value: Value) -> JSON:
    """One argument value or variable."""
    if isinstance(value, list):
        return [value_to_json(item) for item in value]
    if isinstance(value, dict):
        members = {key: value_to_json(item) for key, item in value.items()}
        return {"$object": members} if any(key.startswith("$") for key in members) else members
    if isinstance(value, Variable):
        return {"$variable": value.name, "type": value.type, "value": value_to_json(value.value)}
    return _leaf_to_json(value)


def _leaf_to_json(value: Value) -> JSON:
    if value is ABSENT:
        return {"$absent": True}
    if isinstance(value, EnumValue):
        return {"$enum": str(value)}
    if isinstance(value, Raw):
        return {"$raw": str(value)}
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
    if not mark.startswith("$"):
        return {key: value_from_json(item) for key, item in data.items()}
    return _special(mark, data)


def _special(mark: str, data: dict[str, Any]) -> Value:
    inner = data[mark]
    if mark == "$variable":
        return Variable(members.text(data, mark), members.text(data, "type"), value_from_json(data["value"]))
    if mark == "$object":
        return {key: value_from_json(item) for key, item in members.mapping(data, mark).items()}
    leaves: dict[str, Callable[[Any], Value]] = {
        "$absent": lambda _: ABSENT,
        "$enum": EnumValue,
        "$raw": Raw,
        "$float": float,
    }
    if mark not in leaves:
        raise ValueError(f"{mark} is nothing that a saved value can hold")
    if mark != "$absent" and not isinstance(inner, str):
        raise TypeError(f"{mark} must be a text")
    return leaves[mark](inner)


def operation_to_json(operation: Operation) -> JSON:
    """The whole tree; what is empty is left out."""
    return _lean(
        kind=operation.kind,
        name=operation.name,
        root=operation.root,
        select=[_selection_to_json(node) for node in operation.selections],
    )


def operation_from_json(data: JSON) -> Operation:
    """The inverse of ``operation_to_json``; sequences come back as tuples."""
    kind = members.text(data, "kind")
    return Operation(kind, members.text(data, "name", ""), members.text(data, "root", ""), _selections(data))


def _selection_to_json(node: Selection) -> JSON:
    directives = [{"name": name, "arguments": _arguments_to_json(given)} for name, given in node.directives]
    select = [_selection_to_json(child) for child in node.children]
    if isinstance(node, Fragment):
        return _lean(fragment=node.on, directives=directives, select=select)
    arguments = _arguments_to_json(node.arguments)
    return _lean(
        field=node.name, parent=node.parent, alias=node.alias, arguments=arguments, directives=directives, select=select
    )


def _lean(**members: Any) -> dict[str, Any]:
    """Without what is empty; the first member says what it is and always stays."""
    first = next(iter(members))
    return {key: value for key, value in members.items() if value or key == first}


def _arguments_to_json(arguments: Sequence[tuple[str, Value]]) -> JSON:
    """Pairs and not an object: an invalid operation may give one argument twice."""
    return [[name, value_to_json(value)] for name, value in arguments]


def _selections(data: dict[str, Any]) -> tuple[Selection, ...]:
    return tuple(_selection(item) for item in members.listing(data, "select", ()))


def _selection(data: dict[str, Any]) -> Selection:
    directives = tuple(
        Directive(members.text(item, "name"), _arguments(item)) for item in members.listing(data, "directives", ())
    )
    if "fragment" in data:
        return Fragment(members.text(data, "fragment"), directives, _selections(data))
    parent, name, alias = members.text(data, "parent", ""), members.text(data, "field"), members.text(data, "alias", "")
    return Field(parent, name, alias, _arguments(data), directives, _selections(data))


def _arguments(data: dict[str, Any]) -> tuple[tuple[str, Value], ...]:
    given = []
    for name, value in members.listing(data, "arguments", ()):
        if not isinstance(name, str):
            raise TypeError("the name of an argument must be a text")
        given.append((name, value_from_json(value)))
    return tuple(given)
