"""A JSON value with tags → the parts of a template, or the first mistake in it."""

from __future__ import annotations

import difflib
import json
import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeVar

from querious.state.templates.calls import TagCall, call_of, meant, plain
from querious.state.templates.mistakes import MANUAL, MistakeError, MisuseError, below
from querious.state.templates.nodes import Array, Constant, ListOf, Made, Node, Object, Omittable, OneOf, Reference
from querious.state.templates.tags import TAGS, sizes

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from querious.model.values import JSON

LONGEST_LIST: Final = 5
T = TypeVar("T")
_LONGEST_SHOWN: Final = 60
_USAGES: Final = {
    "optional": '{"optional()": VALUE}',
    "list_of": '{"list_of()": VALUE} or {"list_of(1, 3)": VALUE}',
    "one_of": '{"one_of()": [VALUES]}',
    "reference": '"reference(books)" or {"reference()": "books"}',
}


def node_of(value: JSON, pointer: str = "", *, omittable: bool = False) -> Node:
    """The part of a template. ``omittable``: whether it stands where something can be left out."""
    if isinstance(value, str):
        return _of_text(value, pointer)
    if isinstance(value, dict):
        return _of_object(value, pointer, omittable=omittable)
    if isinstance(value, list):
        items = tuple(node_of(item, below(pointer, at), omittable=True) for at, item in enumerate(value))
        if all(isinstance(item, Constant) for item in items):
            return Constant([item.value for item in items if isinstance(item, Constant)])
        return Array(items)
    if value is None or isinstance(value, bool | int) or (isinstance(value, float) and math.isfinite(value)):
        return Constant(value)
    raise MistakeError(f"{value!r} cannot be written as JSON", pointer)


def refuse_tags_beside_others(members: Sequence[tuple[str, JSON]], pointer: str) -> None:
    """A tag as a key stands alone in its object; a MistakeError that says where it belongs otherwise."""
    if len(members) == 1:
        return
    for key, value in members:
        if _call(key, below(pointer, key), of_key=True):
            raise MistakeError(_right_way(key, value), below(pointer, key), of_key=True)


def _right_way(key: str, value: JSON) -> str:
    name, inner = "KEY", "VALUE"
    if isinstance(value, dict) and len(value) == 1:
        name, held = next(iter(value.items()))
        shown = json.dumps(held, ensure_ascii=False)
        inner = shown if len(shown) <= _LONGEST_SHOWN else inner
    return (
        f'"{key}" tags a value and must be the only key of its object; '
        f'write "{name}": {{"{key}": {inner}}} instead. {meant(key)}'
    )


def _of_object(value: dict[str, JSON], pointer: str, *, omittable: bool) -> Node:
    wrong = next((key for key in value if not isinstance(key, str)), None)
    if wrong is not None:
        raise MistakeError(f"the key {wrong!r} is not text", pointer)
    refuse_tags_beside_others(tuple(value.items()), pointer)
    if len(value) == 1:
        key, held = next(iter(value.items()))
        call = _call(key, below(pointer, key), of_key=True)
        if call:
            holder = _HOLDERS.get(call.name, _holds_nothing)
            return holder(_Held(call, held, below(pointer, key), omittable))
    members = tuple((plain(key), node_of(held, below(pointer, key), omittable=True)) for key, held in value.items())
    if all(isinstance(node, Constant) for _, node in members):
        return Constant({key: node.value for key, node in members if isinstance(node, Constant)})
    return Object(members)


@dataclass(frozen=True, slots=True)
class _Held:
    """A tag with the value that it holds, and where both stand."""

    call: TagCall
    value: JSON
    pointer: str
    """To the value, by the tag that is its key."""
    omittable: bool
    """Whether the tag stands where something can be left out."""

    def mistake(self, reason: str, *, of_key: bool = False) -> MistakeError:
        """What is wrong with the value, or with the tag."""
        return MistakeError(reason, self.pointer, of_key=of_key)


def _optional(held: _Held) -> Node:
    if held.call.arguments:
        raise held.mistake(f"optional() takes no arguments: {_USAGES['optional']}", of_key=True)
    if held.pointer.count("/") == 1:
        reason = "optional() stands at the top, where nothing can be left out; tag the values of members"
        raise held.mistake(reason, of_key=True)
    if not held.omittable:
        reason = "optional() tags members of an object and items of a list; here nothing can be left out"
        raise held.mistake(reason, of_key=True)
    return Omittable(node_of(held.value, held.pointer))


def _one_of(held: _Held) -> Node:
    if held.call.arguments or not isinstance(held.value, list) or not held.value:
        raise held.mistake(f"one_of() holds a list of the values to choose from: {_USAGES['one_of']}")
    return OneOf(tuple(node_of(choice, below(held.pointer, at)) for at, choice in enumerate(held.value)))


def _list_of(held: _Held) -> Node:
    arguments = held.call.arguments
    least, most = _properly(lambda: sizes(arguments, (0, LONGEST_LIST)), held.call, held.pointer, of_key=True)
    return ListOf(node_of(held.value, held.pointer), least, most)


def _held_reference(held: _Held) -> Node:
    if not isinstance(held.value, str):
        raise held.mistake(f"reference() holds the name of a collection: {_USAGES['reference']}")
    return _properly(lambda: _reference((held.value, *held.call.arguments)), held.call, held.pointer)


def _holds_nothing(held: _Held) -> Node:
    name = held.call.name
    usage = TAGS[name].usage.split(",")[0]
    raise held.mistake(f'{name}() holds nothing; write "{usage}" in place of the object', of_key=True)


_HOLDERS: Final[dict[str, Callable[[_Held], Node]]] = {
    "optional": _optional,
    "one_of": _one_of,
    "list_of": _list_of,
    "reference": _held_reference,
}
"""Tags that are written as an object with one key, for they hold other values."""
KNOWN: Final = frozenset((*TAGS, *_HOLDERS))


def _of_text(text: str, pointer: str) -> Node:
    call = _call(text, pointer)
    if call is None:
        return Constant(plain(text))
    if call.name == "reference" and call.arguments:
        return _properly(lambda: _reference(call.arguments), call, pointer)
    if call.name in TAGS and (call.name != "one_of" or call.arguments):
        return Made(_properly(lambda: TAGS[call.name].make(call.arguments), call, pointer))
    raise MistakeError(f"{call.name}() needs a value: write {_USAGES[call.name]}", pointer)


def _reference(arguments: tuple[JSON, ...]) -> Reference:
    name, pattern = arguments[0], arguments[1] if len(arguments) == 2 else ""  # noqa: PLR2004 - the name, and how it is written
    if len(arguments) > 2 or not isinstance(name, str) or not name or not isinstance(pattern, str):  # noqa: PLR2004
        raise MisuseError('takes the name of a collection, and optionally a pattern such as "/books/{key}"')
    if pattern and "{key}" not in pattern:
        raise MisuseError(f"has the pattern {pattern!r}, which does not contain {{key}}")
    return Reference(name, pattern)


def _call(text: str, pointer: str, *, of_key: bool = False) -> TagCall | None:
    """The tag that the text is, known by its name."""
    try:
        call = call_of(text, KNOWN)
    except MisuseError as misuse:
        raise MistakeError(str(misuse), pointer, of_key=of_key) from misuse
    if call is None or call.name in KNOWN:
        return call
    near = difflib.get_close_matches(call.name.lower(), sorted(KNOWN), 1, 0.5)
    hint = f"Did you mean {near[0]}()?" if near else f"All tags are in {MANUAL}."
    raise MistakeError(f"unknown tag {call.name}(). {hint} {meant(text)}", pointer, of_key=of_key)


def _properly(make: Callable[[], T], call: TagCall, pointer: str, *, of_key: bool = False) -> T:
    """What it makes; misuse of the tag becomes a mistake at its place."""
    try:
        return make()
    except MisuseError as misuse:
        raise MistakeError(f"{call.name}() {misuse}", pointer, of_key=of_key) from misuse
