"""What was learned, as a file for the next run: JSON that people can read, and that says the same for the same pool.

What redaction would replace in a recording is left out: secrets by their names or shapes, personal data. Coordinates
that the schema no longer has are skipped.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from querious.errors import ConfigError
from querious.model.json_text import read_json
from querious.text.redaction import Redaction
from querious.values.lessons import worth_keeping
from querious.values.seen_values import KEPT

if TYPE_CHECKING:
    from querious.model import JSON
    from querious.values.field_calls import FieldCall, Worked
    from querious.values.pool import Pool

_FORMAT = "learned values"
_VERSION = 1
_LARGEST = 64 * 1024 * 1024
"""Bytes of a file at most."""


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
    try:
        content = read_json(text)
    except ValueError as error:
        raise _damaged(name, f"it is not JSON ({error!s:.80})") from None
    if not isinstance(content, dict) or content.get("querious") != _FORMAT:
        raise _damaged(name, "it does not hold learned values")
    if content.get("version") != _VERSION:
        raise ConfigError(f"{name} was written by another version of querious; remove it or name another file")
    values, worked = content.get("values"), content.get("worked")
    if not isinstance(values, dict) or not isinstance(worked, list):
        raise _damaged(name, "values or worked is missing")
    unknown = [coordinate for coordinate, shown in values.items() if not _take_values(name, coordinate, shown, pool)]
    unknown += [str(entry.get("field")) for entry in worked if not _take_call(name, entry, pool)]
    if not unknown:
        return []
    many = f"{len(unknown)} of {len(values) + len(worked)} entries"
    return [f"{name}: {many} do not fit this schema and are left out, such as {unknown[0]:.80}."]


def _take_values(name: str, coordinate: str, shown: JSON, pool: Pool) -> bool:
    if not isinstance(shown, list) or not all(worth_keeping(value) for value in shown):
        raise _damaged(name, f"{coordinate!r:.80} has no list of texts and numbers")
    if not pool.wants(coordinate):
        return False
    pool.teach((coordinate, value) for value in shown[:KEPT])
    return True


def _take_call(name: str, entry: JSON, pool: Pool) -> bool:
    if not isinstance(entry, dict) or not isinstance(entry.get("arguments"), dict):
        raise _damaged(name, "an entry of worked has no arguments")
    field, target, times = entry.get("field"), entry.get("as", ""), entry.get("times", 1)
    if not isinstance(field, str) or not isinstance(target, str) or not isinstance(times, int):
        raise _damaged(name, "an entry of worked has no field")
    call = pool.made_call(field, target)
    arguments = call.form.restore(entry["arguments"]) if call else None
    if call is None or arguments is None:
        return False
    call.keep(arguments, 0, max(1, times))
    return True


def _entry(call: FieldCall, worked: Worked) -> dict[str, JSON]:
    meant = {"as": call.target} if call.target else {}
    return {"field": call.coordinate, **meant, "arguments": worked.arguments, "times": worked.times}


def _is_public(call: FieldCall, worked: Worked, redaction: Redaction) -> bool:
    """Whether arguments hold nothing that redaction would replace; a part of them would not work next time."""
    field = call.coordinate.rpartition(".")[2]
    return not any(redaction.touches((name,), value, field) for name, value in worked.arguments.items())


def _damaged(name: str, why: str) -> ConfigError:
    return ConfigError(f"{name} is not a file of learned values: {why}; remove it or name another file")
