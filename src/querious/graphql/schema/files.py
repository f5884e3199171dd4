"""A schema from one file or from all files that a pattern names."""

from __future__ import annotations

import glob
import json
import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from querious.errors import SchemaError
from querious.graphql.schema.answer import member_of, messages_of
from querious.graphql.schema.result import read_result
from querious.graphql.schema.sdl import read_sdl
from querious.text.display import one_line
from querious.text.server_words import foreign

if TYPE_CHECKING:
    from collections.abc import Mapping

    from querious.graphql.schema.loaded import Loaded

_LOOKS_LIKE_JSON = re.compile(r'\s*(\{\s*("|\})|\[)')
"""An anonymous operation begins with a brace too, but no quote follows it."""


def read_files(pattern: str) -> Loaded:
    """Read SDL or introspection JSON, told apart by content; SDL of several files is joined.

    A file whose name happens to hold ``*`` or ``[`` is found before the name is taken for a pattern.
    """
    names = _find(pattern)
    texts = {name: _read(name) for name in names}
    results = [name for name, text in texts.items() if _LOOKS_LIKE_JSON.match(text)]
    if not results:
        source = names[0] if len(names) == 1 else f"{len(names)} files of {one_line(pattern)}"
        return read_sdl(texts, source)
    if len(names) > 1:
        raise SchemaError(
            f"{one_line(pattern)} names {len(names)} files and {results[0]} is introspection JSON, which cannot be "
            "joined with others; name that file alone"
        )
    return _read_json(names[0], texts)


def _find(pattern: str) -> list[str]:
    if not pattern.strip():
        raise SchemaError("the name of the schema file is empty; name a file or a pattern such as schema/**/*.graphql")
    if "\0" in pattern:
        raise SchemaError(f"{one_line(pattern)} cannot be the name of a file")
    path = Path(os.path.expanduser(pattern))  # noqa: PTH111 - Path.expanduser fails where nobody has such a name
    try:
        if path.is_dir():
            raise SchemaError(f"{one_line(pattern)} is a directory; name a file or a pattern such as {path}/*.graphql")
        if path.exists():
            return [str(path)]
    except OSError as error:
        raise SchemaError(f"{one_line(pattern, 80)} cannot be read: {error.strerror}; name a file") from None
    if not glob.has_magic(pattern):
        raise SchemaError(f"file {one_line(pattern)} does not exist; check the name of the schema file")
    every = glob.glob(str(path), recursive=True)  # noqa: PTH207 - Path.glob would look into hidden directories
    found = sorted(name for name in every if Path(name).is_file())
    if not found:
        raise SchemaError(f"no file matches {one_line(pattern)}; check the pattern of the schema files")
    return found


def _read(name: str) -> str:
    try:
        return Path(name).read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise SchemaError(f"{name} is not UTF-8 (byte {error.start:,}); save it as UTF-8") from None
    except OSError as error:
        raise SchemaError(f"{name} cannot be read: {error.strerror or type(error).__name__}") from None


def _read_json(name: str, texts: Mapping[str, str]) -> Loaded:
    try:
        value = json.loads(texts[name])
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise SchemaError(f"{name} is neither SDL nor introspection JSON: {error.msg} ({place})") from None
    except (RecursionError, ValueError):
        raise SchemaError(f"{name} cannot be read: its JSON is nested too deeply or holds a number too long") from None
    described, messages = _described(value), messages_of(value)
    if described is None:
        if messages:
            told = foreign(messages[0])
            raise SchemaError(f"{name} holds the errors of a refused introspection, not its result: {told}")
        raise SchemaError(f"{name} is JSON, but no introspection result: it has no __schema")
    try:
        loaded = read_result(described, name)
    except SchemaError as error:
        raise SchemaError(f"{name} cannot be used as a schema: {error}") from None
    notes = [f"{name} holds errors beside the introspection result: {foreign(message)}" for message in messages[:1]]
    return loaded.noted(*notes)


def _described(value: Any) -> Any:
    """The value of ``__schema``, with or without the ``data`` around it."""
    found = member_of(value, "__schema")
    return member_of(member_of(value, "data"), "__schema") if found is None else found
