"""How the words of a server are read: quoted parts taken out, all patterns of a group in one expression."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from querious.model import JSON

QUOTED: Final = "<>"
"""What stands for a quoted part."""

_QUOTES: Final = re.compile(
    r'"(?:\\.|[^"\\])*"'
    r"|(?<!\w)'(?:\\.|[^'\\])*'(?!\w)"
    r"|`[^`']*[`']"
    r"|[\u201c\u201e][^\u201c\u201d]*[\u201c\u201d]|\u00ab[^\u00bb]*\u00bb|\u2018[^\u2019]*\u2019",
    re.DOTALL,
)
_LONGEST: Final = 2000
_LISTS_BY_NAME: Final = re.compile(r"""\{(["'])\w+\1: \[""")
_LISTED: Final = re.compile(r"""(["'])((?:\\.|(?!\1)[^\\])*)\1(?=\s*[,\]])""")
"""A text in a list, as Python writes it; the name before a list ends with a colon."""
_SAYING: Final = frozenset(
    ("message", "messages", "msg", "error", "errors", "detail", "details", "description", "reason")
)
"""Members of an error that hold its words, and neither its code nor what was sent."""
_WORD_FIRST: Final = re.compile(r"(?:\\b)?(?:\(\?:)*[A-Za-z0-9_]")


def unquoted(message: str) -> str:
    """The message with its quoted parts taken out. An apostrophe inside a word is not a quote."""
    return _QUOTES.sub(QUOTED, shortened(message))


def spoken(message: str) -> str:
    """What a message says that is a document of JSON itself, such as what is wrong with each field of a form.

    Django writes this as Python does, ``{'name': ['This field is required.']}``.
    """
    if message[:1] not in ("{", "["):
        return message
    try:
        return " ".join(_sentences(json.loads(message))) or message
    except (ValueError, RecursionError):
        listed = _LISTED.findall(message[:_LONGEST]) if _LISTS_BY_NAME.match(message) else []
        return " ".join(text for _, text in listed) or message


def _sentences(document: JSON) -> Iterator[str]:
    """Texts that stand in a list or where a member says so: ``{"name": ["is required"], "age": {"message": "…"}}``."""
    if isinstance(document, dict):
        for name, value in document.items():
            if not isinstance(value, str) or name.lower() in _SAYING:
                yield from _sentences(value)
    elif isinstance(document, list):
        for value in document:
            yield from _sentences(value)
    elif isinstance(document, str):
        yield document


def shortened(message: str) -> str:
    """Both ends of a long message: a server that repeats a long value says what is wrong with it before or after."""
    half = _LONGEST // 2
    return message if len(message) <= _LONGEST else message[:half] + message[-half:]


def any_of(patterns: Iterable[str]) -> re.Pattern[str]:
    """One expression for all of them, without regard to case.

    A pattern holds alternatives of one sort only: all start with ``^``, all with a word, or all with a sign. Asking
    once whether a word begins here, instead of once for each alternative, makes a search three times as fast.
    """
    patterns = list(patterns)
    starting = [pattern for pattern in patterns if pattern.startswith("^")]
    words = [pattern for pattern in patterns if _WORD_FIRST.match(pattern)]
    signs = [pattern for pattern in patterns if pattern not in starting and pattern not in words]
    groups = (("^", starting), (r"\b", words), ("", signs))
    return re.compile("|".join(f"{mark}(?:{'|'.join(group)})" for mark, group in groups if group), re.IGNORECASE)
