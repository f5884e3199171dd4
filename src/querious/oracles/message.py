"""What goes into a finding: one line, bounded, without secrets, worded the same for the same cause."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, Final

from querious.model.finding import QUOTED
from querious.text.display import cut
from querious.text.redaction.credentials import without_credentials

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

_LINE: Final = 600
"""Long enough that what is cut off does not change a fingerprint."""
_EXCERPT: Final = 600
_SPACE: Final = re.compile(r"\s+")
_LONG_ECHO: Final = 8
_OF_LANGUAGES: Final = frozenset({"undefined", "NoneType", "Infinity", "-Infinity", "[object Object]"})
"""What languages write of values of their own: no echo, even where it was sent as a text that is likely to do harm."""
_TRACEBACK: Final = "Traceback (most recent call last)"
_READ: Final = 8_000
"""Characters of a message that are looked at."""
_LONG_STATEMENT: Final = 100
_STATEMENT: Final = re.compile(
    r"(.{0,100}?\b(?:select\b.+?\bfrom|insert into|update\b.+?\bset|delete from)\b.*) - (?=\w)(.*)",
    re.IGNORECASE | re.DOTALL,
)
"""A statement of SQL, and what the database says of it, which comes last and must not be cut off."""


def line(text: str, longest: int = _LINE) -> str:
    """The text in one line of bounded length."""
    text = _SPACE.sub(" ", without_credentials(text[: 4 * longest])).strip()
    return cut(text, longest)


def words(message: str, sent: Collection[str] = ()) -> str:
    """The server's words in one line, with what it repeats of the request in quotes.

    Fingerprints leave out what is quoted, so the same cause is one finding whatever value brought it about.
    Short values are left alone but at its end, after a colon: they may be words of the message by chance.
    """
    if _TRACEBACK in message:
        # Python tells what happened in the last line.
        message = message.strip().splitlines()[-1]
    found = _STATEMENT.match(message[:_READ])
    if found:
        return line(_shortened(found[1]) + _names_quoted(found[2], sent))
    for text in sorted(sent, key=len, reverse=True):
        if len(text) >= _LONG_ECHO and text in message and text not in _OF_LANGUAGES:
            message = _echo_quoted(message.replace(f'"{text}"', text).replace(f"'{text}'", text), text)
            break
    return line(_end_quoted(message, sent)) or "(no message)"


def _echo_quoted(message: str, text: str) -> str:
    """With every ``text`` in quotes, but where it is a part of something that is quoted already."""
    quoted = [found.span() for found in QUOTED.finditer(message)]
    parts, done = [], 0
    while (at := message.find(text, done)) >= 0:
        end = at + len(text)
        is_within = any(start < at and end < close for start, close in quoted)
        parts += [message[done:at], text if is_within else json.dumps(text)]
        done = end
    return "".join([*parts, message[done:]])


def _end_quoted(message: str, sent: Collection[str]) -> str:
    """With what stands after the last colon in quotes, if it was sent: there a short value is no word by chance."""
    beginning, colon, end = message.rstrip(" .").rpartition(": ")
    return f"{beginning}: {json.dumps(end)}" if colon and end in sent else message


def _names_quoted(said: str, sent: Collection[str]) -> str:
    """What a database says, with names that the request asked for in quotes: columns to sort by, however short."""
    for text in sorted(sent, key=len, reverse=True):
        if text and text in said:
            said = re.sub(rf"(?<![\w\"']){re.escape(text)}(?![\w\"'])", lambda found: json.dumps(found[0]), said)
    return said


def _shortened(statement: str) -> str:
    """A statement, or its beginning. No quotation mark stays open there: it would swallow what comes after."""
    if len(statement) <= _LONG_STATEMENT:
        return f"{statement} - "
    beginning = statement[:_LONG_STATEMENT]
    for mark in "\"'`":
        if beginning.count(mark) % 2:
            beginning = beginning[: beginning.rindex(mark)]
    return f"{beginning.rstrip()} … - "


def excerpt(value: Any, longest: int = _EXCERPT) -> str:
    """The telling part of an answer as JSON, cut where it grows long."""
    if isinstance(value, dict | list) and len(value) > longest:
        # Do not write out a million items to show the first few.
        value = dict(list(value.items())[:longest]) if isinstance(value, dict) else value[:longest]
    text = without_credentials(json.dumps(value, ensure_ascii=False, default=str))
    return cut(text, longest)


def raw_excerpt(body: bytes, longest: int = _EXCERPT) -> str:
    """The beginning of a body that is not JSON."""
    text = without_credentials(body[: 4 * longest].decode("utf-8", "replace")).strip()
    return cut(text, longest)


def dotted(path: Iterable[str | int], root: str = "data") -> str:
    """``data.project.members[0].name``."""
    return root + "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path)
