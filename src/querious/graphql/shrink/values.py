"""Simpler values: for each value the ones to try in its place, the simplest first."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from querious.model import ABSENT, Variable
from querious.model.request_body import holds_file, is_file

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from querious.model import Value

_SHORT = 24
"""Strings up to this long are also tried with single characters taken out or made plain."""


_PLAINEST: Final = ("a", "1")
"""Than which no text is simpler."""


def simpler(value: Value) -> Iterator[Value]:
    """Values that are simpler than this one; never the value itself."""
    find = _SIMPLER.get(type(value))
    return iter(()) if find is None else find(value)


def _simpler_variable(variable: Variable) -> Iterator[Value]:
    if variable.value is not ABSENT:
        if not holds_file(variable.value):
            yield variable.value  # as a literal
        for value in simpler(variable.value):
            yield variable._replace(value=value)


def _simpler_truth(value: bool) -> Iterator[bool]:  # noqa: FBT001 (it is a value)
    if value:
        yield False


def _simpler_integer(value: int) -> Iterator[int]:
    nearer = value - 1 if value > 0 else value + 1
    for candidate in dict.fromkeys((0, 1, -1, value // 2, nearer)):
        if (abs(candidate), candidate < 0) < (abs(value), value < 0):
            yield candidate


def _simpler_number(value: float) -> Iterator[float]:
    for candidate in (0.0, 1.0, float(round(value, 1))):
        if candidate != value:
            yield candidate


def _simpler_string(value: str) -> Iterator[str]:
    """Never the empty text: it tells a reader nothing. Where it stands already, a letter is tried in its place."""
    if not value:
        yield _PLAINEST[0]
    if value in _PLAINEST:
        return
    half = len(value) // 2
    candidates = [*_PLAINEST, value[:half], value[half:], value[: len(value) - len(value) // 4]]
    if len(value) <= _SHORT:
        candidates += [value[:index] + value[index + 1 :] for index in range(len(value))]
        odd = [index for index, letter in enumerate(value) if not (letter.isalnum() and letter.isascii())]
        candidates += [value[:index] + "a" + value[index + 1 :] for index in odd]
    for candidate in dict.fromkeys(candidates):
        if candidate and candidate != value and len(candidate) <= len(value):
            yield candidate


def _simpler_list(value: list[Value]) -> Iterator[Value]:
    """Never the empty list, as with texts."""
    if len(value) > 1:
        yield value[: len(value) // 2]
        yield value[len(value) // 2 :]
        for index in range(len(value)):
            yield value[:index] + value[index + 1 :]
    for index, item in enumerate(value):
        for candidate in simpler(item):
            yield [*value[:index], candidate, *value[index + 1 :]]


def _simpler_file(file: dict[str, Value]) -> Iterator[Value]:
    """A plain one, then one with a plain name, of no type, of half the size."""
    plain = {"filename": "a.txt", "content": "a", "type": "text/plain"}
    candidates = [plain, {**file, "filename": "a.txt"}, {**file, "type": "text/plain"}]
    size = file.get("size", 0)
    candidates += [{**file, "size": smaller} for smaller in (1, size // 2, size - 1) if 0 < smaller < size]
    for candidate in candidates:
        if candidate != file and len(str(candidate)) <= len(str(file)):
            yield candidate


def _simpler_record(value: dict[str, Value]) -> Iterator[Value]:
    if is_file(value):
        yield from _simpler_file(value)
        return
    for name in value:
        yield {key: item for key, item in value.items() if key != name}
    for name, item in value.items():
        for candidate in simpler(item):
            yield {**value, name: candidate}


_SIMPLER: Final[dict[type, Callable[[Any], Iterator[Value]]]] = {
    Variable: _simpler_variable,
    bool: _simpler_truth,
    int: _simpler_integer,
    float: _simpler_number,
    str: _simpler_string,
    list: _simpler_list,
    dict: _simpler_record,
}
"""By type of the value; nothing is simpler than null, a member of an enum or raw text."""
