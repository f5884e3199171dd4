"""Values that are there, as the user gives them: ``COORDINATE=VALUE``, a file of JSON or TOML, or a table.

Only read here; whether the schema has the coordinates, and whether the values fit, is known when there is a schema.
"""

from __future__ import annotations

import re
import tomllib
from typing import TYPE_CHECKING, Any

from querious.errors import ConfigError
from querious.model.json_text import read_json, why_not_json

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from querious.config.sources import Source

_PAIR = re.compile(r"\s*([_A-Za-z]\w*(?:\.[_A-Za-z]\w*){1,2})\s*=(.*)", re.DOTALL)
_COORDINATE = re.compile(r"[_A-Za-z]\w*(?:\.[_A-Za-z]\w*){1,2}")


def seed_values(sources: Sequence[Source]) -> dict[str, tuple[Any, ...]]:
    """By coordinate, merged over the sources: for a coordinate that several name, the first source counts."""
    merged: dict[str, tuple[Any, ...]] = {}
    for source in reversed(sources):
        if "seed-values" in source.values:
            merged |= _of(source)
    return merged


def _of(source: Source) -> dict[str, tuple[Any, ...]]:
    given = source.values["seed-values"]
    label = source.label("seed-values")
    if isinstance(given, dict):
        return _table(given, label)
    if isinstance(given, str):
        given = [line for line in given.splitlines() if line.strip()]
    if not isinstance(given, list | tuple) or not all(isinstance(one, str) for one in given):
        raise source.wrong("seed-values", "a table, a file or COORDINATE=VALUE")
    found: dict[str, tuple[Any, ...]] = {}
    for one in given:
        pair = _PAIR.fullmatch(one)
        part = {pair[1]: (pair[2],)} if pair else _file(source.folder / one, label)
        for coordinate, values in part.items():
            found[coordinate] = (*found.get(coordinate, ()), *values)
    return found


def _file(path: Path, label: str) -> dict[str, tuple[Any, ...]]:
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise ConfigError(f"{path} is not UTF-8; save it as UTF-8") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise ConfigError(f"{label}: {str(path)!r:.80} is neither COORDINATE=VALUE nor a file: {reason}") from None
    try:
        content = tomllib.loads(text) if path.suffix == ".toml" else read_json(text)
    except (ValueError, RecursionError) as error:
        kind = "TOML" if path.suffix == ".toml" else "JSON"
        raise ConfigError(f"{path} is not valid {kind}: {error!s:.120}") from None
    if not isinstance(content, dict):
        raise ConfigError(f"{path} must hold an object of coordinates and values")
    return _table(content, str(path))


def _flat(table: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """TOML takes the dots of a key without quotes for tables in tables: put such keys together again."""
    for key, value in table.items():
        if "." in key or not isinstance(value, dict):
            yield key, value
            continue
        for name, inner in value.items():
            if isinstance(inner, dict):
                yield from ((f"{key}.{name}.{argument}", one) for argument, one in inner.items())
            else:
                yield f"{key}.{name}", inner


def _table(given: dict[str, Any], label: str) -> dict[str, tuple[Any, ...]]:
    found: dict[str, tuple[Any, ...]] = {}
    for coordinate, value in _flat(given):
        if not _COORDINATE.fullmatch(coordinate):
            raise ConfigError(f"{label}: {coordinate!r:.80} is not a coordinate such as Query.project.id or User.id")
        values = tuple(value) if isinstance(value, list) else (value,)
        if not values:
            raise ConfigError(f"{label}: {coordinate} has no values; give at least one, or remove it")
        if reason := why_not_json(values):
            raise ConfigError(f"{label}: {coordinate} has {reason}, which is not JSON; write it as text in quotes")
        found[coordinate] = values
    return found
