"""Values ↔ JSON, from one declaration for both directions.

A file may have been edited or damaged, so everything is checked as it is read: a member of another type than it must
have is a TypeError that names it, one that is missing a KeyError. Whoever works with what was read need not ask again.
"""

from __future__ import annotations

import inspect
import math
from datetime import datetime
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from querious.text.moments import moment_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from enum import Enum

    from querious.model.values import JSON


class Codec(NamedTuple):
    """How a value is written, and how it is read again."""

    write: Callable[[Any], Any]
    read: Callable[[Any], Any]


def _plain(expected: str, *kinds: type) -> Codec:
    """A value that JSON has itself. True and 1 are not the same kind."""

    def read(data: JSON) -> Any:
        if type(data) not in kinds:
            raise TypeError(f"must be {expected}")
        return data

    return Codec(_same, read)


def _same(value: Any) -> Any:
    return value


def _read_seconds(data: JSON) -> float:
    if type(data) not in {int, float} or not math.isfinite(data):
        raise TypeError("must be a number")
    return float(data)


TEXT = _plain("a text", str)
WHOLE = _plain("a whole number", int)
FLAG = _plain("true or false", bool)
OBJECT = _plain("an object", dict)
LIST = _plain("a list", list)
ANYTHING = Codec(_same, _same)
SECONDS = Codec(_same, _read_seconds)
"""A finite number."""


def _read_moment(data: JSON) -> datetime:
    moment = moment_of(TEXT.read(data))
    if moment is None:
        raise TypeError("must be a moment")
    return moment


MOMENT = Codec(datetime.isoformat, _read_moment)


def many(codec: Codec) -> Codec:
    """A tuple of such values."""
    return Codec(
        lambda values: [codec.write(value) for value in values],
        lambda data: tuple(codec.read(item) for item in LIST.read(data)),
    )


def mapping(codec: Codec) -> Codec:
    """Such values by name."""
    return Codec(
        lambda values: {name: codec.write(value) for name, value in values.items()},
        lambda data: {name: codec.read(item) for name, item in OBJECT.read(data).items()},
    )


def member_of(kind: type[Enum]) -> Codec:
    """A member of an enum, by its value."""
    return Codec(lambda member: member.value, kind)


def optional(codec: Codec) -> Codec:
    """Such a value, or null for None."""
    return Codec(
        lambda value: None if value is None else codec.write(value),
        lambda data: None if data is None else codec.read(data),
    )


def record(
    make: Callable[..., Any],
    /,
    called: Mapping[str, str] = MappingProxyType({}),
    also: Mapping[str, Callable[[Any], JSON]] = MappingProxyType({}),
    **members: Codec,
) -> Codec:
    """An object with these members, in their order; one that is missing has the default that ``make`` gives it.

    ``called`` has the names in the file of members that are called otherwise there, ``also`` what is only written.
    """
    parameters = inspect.signature(make).parameters
    names = {name: called.get(name, name) for name in members}
    required = [names[name] for name in members if parameters[name].default is inspect.Parameter.empty]

    def write(value: Any) -> dict[str, JSON]:
        written = {names[name]: codec.write(getattr(value, name)) for name, codec in members.items()}
        return written | {name: tell(value) for name, tell in also.items()}

    def read(data: JSON) -> Any:
        present = OBJECT.read(data).keys()
        for name in required:
            if name not in present:
                raise KeyError(name)
        return make(
            **{name: member(data, names[name], codec) for name, codec in members.items() if names[name] in present}
        )

    return Codec(write, read)


def member(data: dict[str, JSON], name: str, codec: Codec) -> Any:
    """One member of an object; what is wrong with it is told with its name."""
    try:
        return codec.read(data[name])
    except TypeError as error:
        between = " " if str(error).startswith("must be") else "."
        raise TypeError(f"{name}{between}{error}") from None
