"""What was learned, as a file for the next run: JSON that people can read, and that says the same for the same pool.

What redaction would replace in a recording is left out: secrets by their names or shapes, personal data. Coordinates
that the schema no longer has are skipped. What GraphQL showed feeds REST and the other way round: ``Item.sku`` and
``item.sku`` are one.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from querious.errors import ConfigError
from querious.model.json_text import read_json
from querious.text.redaction import Redaction
from querious.values.lessons import worth_keeping
from querious.values.seen_values import KEPT

if TYPE_CHECKING:
    from querious.model import JSON
    from querious.values.field_calls import FieldCall, Worked
    from querious.values.pool import Pool

_FORMAT: Final = "learned values"
_VERSION: Final = 1
_LARGEST: Final = 64 * 1024 * 1024
"""Bytes of a file at most."""


class _WorkedEntry(NamedTuple):
    """Arguments of a field that worked."""

    field: str
    target: str
    arguments: dict[str, JSON]
    times: int


def dump(pool: Pool) -> str:
    """The text to write."""
    redaction = Redaction()
    values: dict[str, JSON] = {}
    for coordinate, shown in sorted(pool.seen.shown.items()):
        name = coordinate.rpartition(".")[2]
        public = [value for value in shown.values if not redaction.touches((name,), value)]
        if public:
            values[coordinate] = sorted(public, key=lambda value: (isinstance(value, str), value))
    worked: list[JSON] = []
    for call in sorted(pool.calls(), key=lambda call: (call.coordinate, call.target)):
        worked += [_entry(call, one) for one in call.worked if _is_public(call, one, redaction)]
    content = {"querious": _FORMAT, "version": _VERSION, "values": values, "worked": worked}
    return json.dumps(content, indent=1, ensure_ascii=True) + "\n"


def _entry(call: FieldCall, worked: Worked) -> dict[str, JSON]:
    meant = {"as": call.target} if call.target else {}
    return {"field": call.coordinate, **meant, "arguments": worked.arguments, "times": worked.times}


def _is_public(call: FieldCall, worked: Worked, redaction: Redaction) -> bool:
    """Whether arguments hold nothing that redaction would replace; a part of them would not work next time."""
    field = call.coordinate.rpartition(".")[2]
    return not any(redaction.touches((name,), value, field) for name, value in worked.arguments.items())


def load_file(path: str, pool: Pool) -> list[str]:
    """Take in a file if it is there; notes for the user."""
    try:
        if Path(path).stat().st_size > _LARGEST:
            raise ConfigError(f"{path} is larger than any file of learned values; name another or remove it")
        text = Path(path).read_text(encoding="utf-8")
    except FileNotFoundError:
        return []
    except UnicodeDecodeError:
        raise _damaged(path, "it is not in UTF-8") from None
    except OSError as error:
        raise ConfigError(f"cannot read {path}: {error.strerror or error}; name another file") from None
    return load(text, path, pool)


def load(text: str, name: str, pool: Pool) -> list[str]:
    """Take in what ``dump`` wrote; notes for the user. ``name`` is what the file is called in messages."""
    values, worked = _read(text, name)
    unknown: list[str] = []
    for coordinate, shown in values.items():
        own = coordinate if pool.wants(coordinate) else pool.named_alike(coordinate)
        if own:
            pool.teach((own, value) for value in shown[:KEPT])
        else:
            unknown.append(coordinate)
    unknown += [entry.field for entry in worked if not _keep(entry, pool)]
    if not unknown:
        return []
    many = f"{len(unknown)} of {len(values) + len(worked)} entries"
    return [f"{name}: {many} do not fit this schema and are left out, such as {unknown[0]:.80}."]


def _keep(entry: _WorkedEntry, pool: Pool) -> bool:
    """Remember arguments that worked, if the schema still allows them."""
    call = pool.made_call(entry.field, entry.target)
    arguments = call.form.restore(entry.arguments) if call else None
    if call is None or arguments is None:
        return False
    call.keep(arguments, 0, max(1, entry.times))
    return True


def _read(text: str, name: str) -> tuple[dict[str, list[str | int | float]], list[_WorkedEntry]]:
    """The values and the calls of a file, checked."""
    try:
        content = read_json(text)
    except ValueError as error:
        raise _damaged(name, f"it is not JSON ({error!s:.80})") from None
    is_ours = isinstance(content, dict) and content.get("querious") == _FORMAT
    _check(is_ours, name, "it does not hold learned values")
    if content.get("version") != _VERSION:
        raise ConfigError(f"{name} was written by another version of querious; remove it or name another file")
    values, worked = content.get("values"), content.get("worked")
    _check(isinstance(values, dict) and isinstance(worked, list), name, "values or worked is missing")
    for coordinate, shown in values.items():
        has_values = isinstance(shown, list) and all(map(worth_keeping, shown))
        _check(has_values, name, f"{coordinate!r:.80} has no list of texts and numbers")
    return values, [_read_entry(entry, name) for entry in worked]


def _read_entry(entry: JSON, name: str) -> _WorkedEntry:
    has_arguments = isinstance(entry, dict) and isinstance(entry.get("arguments"), dict)
    _check(has_arguments, name, "an entry of worked has no arguments")
    read = _WorkedEntry(entry.get("field"), entry.get("as", ""), entry["arguments"], entry.get("times", 1))
    has_field = isinstance(read.field, str) and isinstance(read.target, str) and isinstance(read.times, int)
    _check(has_field, name, "an entry of worked has no field")
    return read


def _check(holds: Any, name: str, why: str) -> None:
    if not holds:
        raise _damaged(name, why)


def _damaged(name: str, why: str) -> ConfigError:
    return ConfigError(f"{name} is not a file of learned values: {why}; remove it or name another file")
