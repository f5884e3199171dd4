"""``querious-accepted.toml`` ↔ accepted findings. People commit this file, so what is in it must read well."""

from __future__ import annotations

import tomllib
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from querious.errors import ConfigError
from querious.model.accepted import AcceptedFinding

if TYPE_CHECKING:
    from collections.abc import Iterable

NAME: Final = "querious-accepted.toml"
_TABLE: Final = "finding"
_HEAD: Final = """\
# Findings that are known: they are reported, but fail no run until their day has passed.
# querious accept writes this file; commit it.
"""
_ESCAPED: Final = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "\r": "\\r"}


def read_accepted(file: str | Path) -> tuple[AcceptedFinding, ...]:
    """All that stands in a file, in its order, expired or not."""
    try:
        content = tomllib.loads(Path(file).read_text(encoding="utf-8"))
    except OSError as error:
        raise ConfigError(f"cannot read {file}: {error.strerror or error}") from None
    except (ValueError, RecursionError) as error:
        raise ConfigError(f"{file} is not valid TOML: {error!s:.120}") from None
    entries = content.pop(_TABLE, [])
    if content or not isinstance(entries, list):
        raise ConfigError(f"{file} may hold nothing but tables [[{_TABLE}]]; querious accept writes them")
    return tuple(_entry(entry, f"{file}, [[{_TABLE}]] {number}") for number, entry in enumerate(entries, 1))


def _entry(entry: Any, place: str) -> AcceptedFinding:
    if not isinstance(entry, dict):
        raise ConfigError(f"{place}: a table is expected")
    identifiers, until = entry.get("ids"), entry.get("until")
    if not isinstance(identifiers, list) or not identifiers or not all(isinstance(one, str) for one in identifiers):
        raise ConfigError(f"{place}: ids must be a list of the ids of findings")
    if type(until) is not date:
        raise ConfigError(f"{place}: until must be a day, such as until = 2027-01-31")
    words = {name: entry.get(name, "") for name in ("reason", "what")}
    if not all(isinstance(text, str) for text in words.values()):
        raise ConfigError(f"{place}: reason and what must be texts in quotes")
    return AcceptedFinding(tuple(identifiers), until, words["reason"], words["what"])


def in_force(accepted: Iterable[AcceptedFinding], today: date) -> tuple[AcceptedFinding, ...]:
    """Those whose day has not passed."""
    return tuple(entry for entry in accepted if entry.until >= today)


def accepted_text(accepted: Iterable[AcceptedFinding]) -> str:
    """The file's text."""
    return "\n".join([_HEAD, *map(_written, accepted)])


def _written(entry: AcceptedFinding) -> str:
    identifiers = ", ".join(_quoted(one) for one in entry.identifiers)
    return (
        f"[[{_TABLE}]]\n"
        f"what = {_quoted(entry.title)}\n"
        f"reason = {_quoted(entry.reason)}\n"
        f"until = {entry.until.isoformat()}\n"
        f"ids = [{identifiers}]\n"
    )


def _quoted(text: str) -> str:
    """A basic string of TOML."""
    return f'"{"".join(map(_character, text))}"'


def _character(character: str) -> str:
    if character in _ESCAPED:
        return _ESCAPED[character]
    if character.isprintable():
        return character
    number = ord(character)
    # TOML has no way to write one half of a pair.
    return "\\uFFFD" if 0xD800 <= number < 0xE000 else f"\\U{number:08X}"  # noqa: PLR2004 - surrogates
