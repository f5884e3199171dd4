"""Paths of requests → templates: ``/books/17`` is ``/books/{id}``.

A segment stands for a value by its form: numbers, UUIDs, hashes, keys with digits in them, dates, what redaction put
there. Words are left: whether ``/shelves/fiction`` names an entry, only other paths can tell.
"""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import unquote

from querious.text.formats import is_uuid
from querious.text.words import singular

_VALUE: Final = re.compile(
    r"""[-+]?\d+(\.\d+)?                                    # a number
    | (?=[a-f]*\d)[0-9a-f]{8,}                              # a hash
    | \d{4}-\d{2}(-\d{2}([T ].*)?)?                         # a date
    | [a-z]{1,8}_(?=\w*\d)\w{8,}                            # a key with its kind before it
    | (?=\D*\d\D*\d\D*\d)[\w-]{10,}                         # any long key with digits in it
    | [a-z]+[-_]\d+ | \d+[-_][\w-]+                         # a word with a number
    | [^/]*[@%\s:=,][^/]*                                   # an address, or what had to be encoded
    | REDACTED-\d+""",
    re.VERBOSE | re.IGNORECASE,
)
_VERSION: Final = re.compile(r"v\d+([._]\d+)*|\d{4}-\d{2}-\d{2}", re.IGNORECASE)
_WORD: Final = re.compile(r"[a-z][a-z0-9_-]*", re.IGNORECASE)
KEY: Final = "{id}"


def is_value(segment: str) -> bool:
    """Whether a segment stands for a value rather than for a part of the API."""
    text = unquote(segment)
    return is_uuid(text) or _VALUE.fullmatch(text) is not None


def template_of(path: str) -> str:
    """The template of a path without a query. A version at its beginning is no value."""
    segments = path.split("/")
    values = []
    for place, segment in enumerate(segments):
        is_version = place <= 1 and _VERSION.fullmatch(segment) is not None
        values.append(bool(segment) and not is_version and is_value(segment))
    return with_names(segments, values)


def with_names(segments: list[str], values: list[bool]) -> str:
    """The template in which these segments are parameters: the last is ``{id}``, one before it ``{book_id}``."""
    named = list(segments)
    last = max((place for place, is_one in enumerate(values) if is_one), default=0)
    used = {KEY}
    for place, is_one in enumerate(values):
        if is_one:
            name = KEY if place == last else _name(segments[place - 1] if place else "")
            while place != last and name in used:
                name = f"{name[:-1]}_{place}}}"
            used.add(name)
            named[place] = name
    return "/".join(named)


def _name(around: str) -> str:
    """Of the parameter after a segment."""
    word = around.replace("-", "_") if _WORD.fullmatch(around) else "entry"
    return f"{{{singular(word)}_id}}"
