"""How values are written: one reader per kind, the same for files, environment and flags.

A reader takes what TOML, the environment or a flag gave and raises ValueError with what it expects. It also says as
JSON Schema what it takes, for editors: a text may hold ``${NAME}`` instead of a value.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from querious.model.json_text import why_not_json

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

_SECONDS: Final = {"ms": 0.001, "s": 1.0, "m": 60.0, "h": 3600.0}
_BYTES: Final = {"B": 1, "kB": 10**3, "KB": 10**3, "MB": 10**6, "GB": 10**9}
_BINARY_BYTES: Final = {"KiB": 2**10, "MiB": 2**20, "GiB": 2**30}
_SHARES: Final = {"%": 0.01}
_RATES: Final = {"/s": 1.0}
_LONGEST_NUMBER: Final = 40
"""Characters. No number that means something here is written in more."""
_VARIABLE: Final = r"\$\{[A-Za-z_][A-Za-z0-9_]*\}"
"""What stands in a file for a value of the environment."""
_TRUTH: Final = dict.fromkeys(("1", "true", "yes", "on"), True) | dict.fromkeys(("0", "false", "no", "off"), False)


@dataclass(frozen=True, slots=True)
class Reader:
    """Reads one kind of value."""

    read: Callable[[Any], Any]
    schema: Mapping[str, Any]
    """What it takes in a file, as JSON Schema."""

    def __call__(self, value: Any) -> Any:
        """The value; a ValueError says what was expected instead."""
        return self.read(value)


def _written_as(pattern: str, *others: Mapping[str, Any]) -> dict[str, Any]:
    """A text of this form, or one with a variable of the environment in it, or something else."""
    return {"anyOf": [*others, {"type": "string", "pattern": f"^\\s*(?:{pattern})\\s*$|{_VARIABLE}"}]}


def _amount(units: dict[str, float], least: float, most: float, expected: str) -> Reader:
    """A reader of plain numbers, and of numbers with one of these units; of several, as in ``1m30s``, the sum."""
    number, unit = r"\d+(?:\.\d+)?", "|".join(units)
    whole_form = re.compile(rf"{number}|(?:{number}\s*(?:{unit}))+")
    part = re.compile(rf"({number})\s*({unit}|)")

    def read(value: Any) -> float:
        written = _written(value)
        parts = part.findall(written) if whole_form.fullmatch(written) else []
        amount = round(sum(float(number) * units.get(unit, 1) for number, unit in parts), 9)
        if not parts or not least <= amount <= most:
            raise ValueError(expected)
        return amount

    forms = rf"{number}|(?:{number}\s*(?:{unit}))+"
    return Reader(read, _written_as(forms, {"type": "number", "minimum": least, "maximum": most}))


def _written(value: Any) -> str:
    """A number or text as text; empty for everything else, which no reader of numbers takes."""
    if isinstance(value, str) and len(value) <= _LONGEST_NUMBER:
        return value.strip()
    if type(value) in {int, float} and abs(value) < 10**_LONGEST_NUMBER:
        return str(value)
    return ""


duration: Final = _amount(_SECONDS, 1e-9, 366 * 24 * 3600.0, "a duration such as 30s, 5m or 1m30s, at most a year")
"""Seconds, from ``30s``, ``5m``, ``1m30s``, ``250ms`` or a number of seconds."""
share: Final = _amount(_SHARES, 0, 1, "a share such as 95% or 0.95")
"""A part from 0 to 1, from ``95%`` or ``0.95``."""
rate: Final = _amount(_RATES, 0.001, 1e6, "requests per second, such as 50: from 0.001 to 1,000,000")
"""Requests per second, from ``50`` or ``50/s``."""
_size: Final = _amount({**_BYTES, **_BINARY_BYTES}, 1, 2**40, "a size such as 64KiB or 16MB, at most 1024GiB")


size: Final = Reader(lambda value: int(_size(value)), _size.schema)
"""Bytes, from ``64KiB``, ``16 MB`` or a number of bytes."""


def whole(least: int, most: int = 10**18 - 1) -> Reader:
    """A reader of whole numbers that are neither below ``least`` nor above ``most``."""

    def read(value: Any) -> int:
        written = "" if isinstance(value, float) else _written(value)
        if not re.fullmatch(r"-?\d{1,18}", written) or not least <= int(written) <= most:
            raise ValueError(f"a whole number from {least} to {most:,}")
        return int(written)

    return Reader(read, _written_as(r"-?\d{1,18}", {"type": "integer", "minimum": least, "maximum": most}))


def unlimited(reader: Reader) -> Reader:
    """Also take ``none``."""

    def read(value: Any) -> Any:
        return None if str(value).strip().lower() == "none" else reader(value)

    return Reader(read, {"anyOf": [{"const": "none"}, reader.schema]})


def _text(value: Any) -> str:
    if not isinstance(value, str) or not value or "\0" in value:
        raise ValueError("a text in quotes")
    return value


text: Final = Reader(_text, {"type": "string", "minLength": 1})
"""Text that is not empty."""


def _proxy(value: Any) -> str:
    written = _text(value).strip()
    return written if "://" in written or written == "none" else f"http://{written}"


proxy: Final = Reader(_proxy, {"type": "string", "minLength": 1})
"""The URL of a proxy, which may be written without its scheme, or ``none``."""


def _truth(value: Any) -> bool:
    written = str(value).lower()
    if not isinstance(value, str | bool) or written not in _TRUTH:
        raise ValueError("true or false")
    return _TRUTH[written]


truth: Final = Reader(_truth, _written_as("|".join(_TRUTH), {"type": "boolean"}))
"""True or false; from the environment also 1, yes, on and their opposites."""


def one_of(*words: str) -> Reader:
    """A reader of one of these words."""

    def read(value: Any) -> str:
        if value not in words:
            raise ValueError(f"one of {', '.join(words)}")
        return str(value)

    return Reader(read, {"enum": list(words)})


def converted(reader: Reader, convert: Callable[[Any], Any]) -> Reader:
    """What another one reads, as something else."""
    return Reader(lambda value: convert(reader(value)), reader.schema)


def _texts(value: Any) -> tuple[str, ...]:
    items = value.split(",") if isinstance(value, str) else value
    if not isinstance(items, list | tuple) or not all(isinstance(item, str) and item.strip() for item in items):
        raise ValueError("a list of texts")
    return tuple(item.strip() for item in items)


_LIST: Final = {"type": "array", "items": {"type": "string", "minLength": 1}}
_TABLE: Final = {"type": "object", "additionalProperties": {"type": "string"}}

texts: Final = Reader(_texts, {"anyOf": [_LIST, {"type": "string", "minLength": 1}]})
"""A list of texts, or texts separated by commas."""


def _files(value: Any) -> dict[str, str]:
    pairs = value if isinstance(value, dict) else dict(item.partition("=")[::2] for item in texts(value))
    if not all(isinstance(file, str) and file for file in pairs.values()):
        raise ValueError("of the form FORMAT=FILE")
    return pairs


files: Final = Reader(_files, {"anyOf": [_TABLE, *texts.schema["anyOf"]]})
"""Files by format, from texts such as ``junit=run.xml`` or from a table."""


def _table_of_texts(value: Any) -> dict[str, str]:
    if not isinstance(value, dict) or not all(isinstance(one, str) for one in value.values()):
        raise ValueError("a table of names and texts")
    return value


table_of_texts: Final = Reader(_table_of_texts, _TABLE)
"""Names and texts."""


def _values(value: Any) -> dict[str, Any]:
    if not isinstance(value, dict) or why_not_json(value):
        raise ValueError("a table of names and values of JSON")
    return value


values: Final = Reader(_values, {"type": "object"})
"""Names and values of any kind that JSON has."""
