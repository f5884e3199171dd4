"""What can be said of the input that led to an error: surely invalid, surely ordinary, or neither.

A refusal belongs to invalid input and a fault can follow any. So the wording of an error is judged by the company it
keeps, see ``refusal_wordings``.
"""

from __future__ import annotations

import re
from enum import Enum
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from graphql import get_named_type, is_abstract_type, is_input_object_type

from querious.answers.identity import KEY_WORDS
from querious.answers.response import path_of
from querious.answers.response_path import fields_on
from querious.model import ABSENT, EnumValue, Variable
from querious.text.words import same, words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from graphql import GraphQLSchema

    from querious.model import Case, Field

_LONG: Final = 200
_LARGE: Final = 2**31 - 2
_ORDINARY: Final = range(101)
_HOSTILE: Final = re.compile(
    r"[\x00-\x08\x0b-\x1f\x7f\ufffe\uffff\u200b\u202a-\u202e\ufeff\ud800-\udfff]|%[sdn0]|' OR |--|\.\./|<[!\w/]|\]\]>"
    r"|\{\{|\$\{|^[\s'\"\\`%*]*$|^(?:null|undefined|NaN|\$where|1e309|0x10)$"
)
"""Characters and forms that no ordinary value has."""
_IDENTIFYING: Final = KEY_WORDS | {"slug", "cursor", "after", "before"}


class InputQuality(Enum):
    """What can be said of an input."""

    INVALID = "the API cannot have known what to do with it"
    HOSTILE = "a value that no client would send: some APIs refuse it, others break"
    ORDINARY = "the API has shown these values itself, or there are none"
    UNKNOWN = "neither"


class _Sent(NamedTuple):
    """One single value of an argument."""

    name: str
    value: Any
    type: str
    """The name of its type, empty where the schema does not know it."""
    returned: frozenset[str]
    """The types that the field it was sent to may give."""


def input_quality(
    error: dict[str, Any], case: Case, schema: GraphQLSchema, shown: Callable[[object], Sequence[str]]
) -> InputQuality:
    """Of the arguments that an error can have come from. ``shown`` gives the coordinates that have shown a value."""
    if not case.valid:
        return InputQuality.INVALID
    concerned = list(fields_on(path_of(error), case.operation.selections))
    found = {_value_quality(sent, shown) for sent in _values(concerned, schema)}
    # Of several operations in one request nobody knows which one an error without a path is about.
    alone = path_of(error) is not None or len(case.operation.selections) == 1
    for quality in (InputQuality.HOSTILE, InputQuality.INVALID):
        if quality in found:
            return quality if alone else InputQuality.UNKNOWN
    return InputQuality.UNKNOWN if InputQuality.UNKNOWN in found else InputQuality.ORDINARY


def _values(concerned: Sequence[Field], schema: GraphQLSchema) -> Iterator[_Sent]:
    """Every single value that was sent to these fields."""
    for field in concerned:
        definition = getattr(schema.get_type(field.parent), "fields", {}).get(field.name)
        if definition is None:
            continue
        returned = _returned(get_named_type(definition.type), schema)
        for name, value in field.arguments:
            argument = definition.args.get(name)
            named = get_named_type(argument.type) if argument is not None else None
            for key, leaf, kind in _leaves(name, value, named):
                yield _Sent(key, leaf, kind, returned)


def _returned(named: Any, schema: GraphQLSchema) -> frozenset[str]:
    possible = schema.get_possible_types(named) if is_abstract_type(named) else ()
    return frozenset((named.name, *(one.name for one in possible)))


def _leaves(name: str, value: Any, named: Any) -> Iterator[tuple[str, Any, str]]:
    if isinstance(value, Variable):
        value = value.value
    if isinstance(value, list):
        for item in value:
            yield from _leaves(name, item, named)
    elif isinstance(value, dict) and is_input_object_type(named):
        for key, item in value.items():
            inner = named.fields.get(key)
            yield from _leaves(key, item, get_named_type(inner.type) if inner is not None else None)
    else:
        yield name, value, named.name if named is not None else ""


def _value_quality(sent: _Sent, shown: Callable[[object], Sequence[str]]) -> InputQuality:
    value = sent.value
    if value is None or value is ABSENT or isinstance(value, bool | EnumValue):
        return InputQuality.ORDINARY
    if is_hostile(value):
        return InputQuality.HOSTILE
    places = shown(value)
    if sent.type == "ID" or _IDENTIFYING.intersection(words(sent.name)[-1:]):
        return _identifier_quality(sent, places)
    ordinary = bool(places) or (isinstance(value, int) and value in _ORDINARY)
    return InputQuality.ORDINARY if ordinary else InputQuality.UNKNOWN


def _identifier_quality(sent: _Sent, places: Sequence[str]) -> InputQuality:
    """An identifier that no answer has shown as one is nobody's; one of something else may be refused or not."""
    types = [type_ for type_, _, name in (place.partition(".") for place in places) if _identifies(name, sent.name)]
    if not types:
        return InputQuality.INVALID
    return InputQuality.ORDINARY if sent.returned.intersection(types) else InputQuality.UNKNOWN


def _identifies(field: str, argument: str) -> bool:
    return same(field) == same(argument) or bool(_IDENTIFYING.intersection(words(field)[-1:]))


def is_hostile(value: object) -> bool:
    """Whether a value is one that nobody sends in earnest."""
    if isinstance(value, str):
        return len(value) >= _LONG or _HOSTILE.search(value) is not None
    return isinstance(value, int | float) and abs(value) >= _LARGE
