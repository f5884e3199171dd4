"""The configuration as JSON Schema, for editors: made of the keys themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from querious.config.identities import IDENTITIES, IDENTITY_KEYS, PRIVILEGED
from querious.config.keys import APART, COMMAND_TABLES, KEYS
from querious.config.login import LOGIN_KEYS
from querious.config.quantities import table_of_texts, text, texts, truth
from querious.config.sources import EXTENDS, PROFILES, TARGET, TARGETS

if TYPE_CHECKING:
    from collections.abc import Mapping

_STATE: Final = "state"
_LINES: Final = {"anyOf": [table_of_texts.schema, texts.schema]}
_CHOICES: Final = {"type": "object", "additionalProperties": {"type": "array", "minItems": 1}}
_APART: Final[Mapping[str, Mapping[str, Any]]] = {
    "headers": _LINES,
    "generators": _CHOICES,
    "seed-values": {"anyOf": [{"type": "object"}, texts.schema]},
}
"""Keys that are read otherwise than as one text."""
_SPELT_OTHERWISE: Final[Mapping[str, Mapping[str, Any]]] = {"^[a-z]+(_[a-z]+)+$": {}}
"""Underscores do for dashes; what such keys hold is not looked at."""


def editor_schema(help_of: Mapping[str, str], tables: Mapping[str, Mapping[str, str]]) -> dict[str, Any]:
    """The schema of ``querious.toml``.

    ``help_of`` says what a key means, where an option says it. ``tables`` has the options that commands have for
    themselves, by command, each with its help.
    """
    settings = _settings(help_of)
    own = {
        command: _table({name: {"description": told} for name, told in tables.get(command, {}).items()})
        for command in COMMAND_TABLES
    }
    named = {"type": "string", "minLength": 1, "description": "URL, file or package.module:name of what is tested"}
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "querious.toml",
        "definitions": {"login": _login(), "identity": _identity(help_of), "state": _state(help_of)},
        **_table(
            {
                EXTENDS: {"type": "string", "description": "a file whose values count where this one says nothing"},
                **settings,
                **own,
                TARGETS: _tables_of({TARGET: named, **settings}),
                PROFILES: _tables_of(settings),
            }
        ),
    }


def _table(properties: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": dict(properties),
        "patternProperties": _SPELT_OTHERWISE,
        "additionalProperties": False,
    }


def _tables_of(properties: Mapping[str, Any]) -> dict[str, Any]:
    return {"type": "object", "additionalProperties": _table(properties)}


def _settings(help_of: Mapping[str, str]) -> dict[str, Any]:
    found = {key: _told(one.read.schema, help_of.get(key, "")) for key, one in KEYS.items()}
    for key in APART:
        if key not in ("login", IDENTITIES):
            found[key] = _told(_APART.get(key, text.schema), help_of.get(key, ""))
    found["login"] = {"$ref": "#/definitions/login"}
    found[IDENTITIES] = {"type": "object", "additionalProperties": {"$ref": "#/definitions/identity"}}
    found[_STATE] = {"$ref": "#/definitions/state"}
    return found


def _state(help_of: Mapping[str, str]) -> dict[str, Any]:
    start = f"{_STATE}-"
    keys = {key.removeprefix(start): one for key, one in KEYS.items() if key.startswith(start)}
    return _table({name: _told(one.read.schema, help_of.get(start + name, "")) for name, one in keys.items()})


def _login() -> dict[str, Any]:
    table = _table({key: _told(one.read.schema, one.about) for key, one in LOGIN_KEYS.items()})
    return {"description": "how to log in", "anyOf": [{"const": False}, table]}


def _identity(help_of: Mapping[str, str]) -> dict[str, Any]:
    keys = {key: _told(_APART.get(key, text.schema), help_of.get(key, "")) for key in IDENTITY_KEYS}
    keys["login"] = {"$ref": "#/definitions/login"}
    keys[PRIVILEGED] = _told(truth.schema, "it may see and change what belongs to others")
    return {"description": "somebody who asks, and how they log in", **_table(keys)}


def _told(schema: Mapping[str, Any], about: str) -> dict[str, Any]:
    return {**schema, "description": about} if about else dict(schema)
