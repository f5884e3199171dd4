"""Simpler values: for each value the ones to try in its place, the simplest first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from querious.model import ABSENT, EnumValue, Raw, Variable

if TYPE_CHECKING:
    from collections.abc import Iterator

    from querious.model import Value

_SHORT = 24
"""Strings up to this long are also tried with single characters taken out or made plain."""


def simpler(value: Value) -> Iterator[Value]:
    """Values that are simpler than this one; never the value itself."""
    match value:
        case Variable():
            yield from _simpler_variable(value)
        case EnumValue() | Raw() | None:
            return
        case bool():
            if value:
                yield False
        case int():
            yield from _simpler_integer(value)
        case float():
            yield from (number for number in (0.0, 1.0, float(round(value, 1))) if number != value)
        case str():
            yield from _simpler_string(value)
        case list():
            yield from _simpler_list(value)
        case dict():
            yield from _simpler_record(value)


def _simpler_variable(variable: Variable) -> Iterator[Value]:
    if variable.value is ABSENT:
        return
    yield variable.value  # as a literal
    for value in simpler(variable.value):
        yield variable._replace(value=value)


def _simpler_integer(value: int) -> Iterator[int]:
    seen = {value}
    for candidate in (0, 1, -1, value // 2, value - 1 if value > 0 else value + 1):
        if candidate not in seen and (abs(candidate), candidate < 0) < (abs(value), value < 0):
            seen.add(candidate)
            yield candidate


def _simpler_string(value: str) -> Iterator[str]:
    seen = {value}
    half = len(value) // 2
    candidates = ["", "a", "1", value[:half], value[half:], value[: len(value) - len(value) // 4]]
    if len(value) <= _SHORT:
        candidates += [value[:index] + value[index + 1 :] for index in range(len(value))]
        candidates += [
            value[:index] + "a" + value[index + 1 :]
            for index, letter in enumerate(value)
            if not letter.isalnum() or not letter.isascii()
        ]
    for candidate in candidates:
        if candidate not in seen and len(candidate) <= len(value):
            seen.add(candidate)
            yield candidate


def _simpler_list(value: list[Value]) -> Iterator[Value]:
    if value:
        yield []
    if len(value) > 1:
        for index in range(len(value)):
            yield value[:index] + value[index + 1 :]
    for index, item in enumerate(value):
        for candidate in simpler(item):
            yield [*value[:index], candidate, *value[index + 1 :]]


def _simpler_record(value: dict[str, Value]) -> Iterator[Value]:
    for name in value:
        yield {key: item for key, item in value.items() if key != name}
    for name, item in value.items():
        for candidate in simpler(item):
            yield {**value, name: candidate}
