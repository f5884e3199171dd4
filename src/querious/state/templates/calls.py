r"""Which strings are tags: a name and arguments in parentheses, and nothing else, as in ``int(1, 10)``.

Arguments are JSON: numbers, strings, ``true``, ``false``, ``null``. A word without blanks needs no quotes:
``reference(books)``. A string that only looks like a tag is written with a backslash before it, which is taken off; one
that begins with backslashes before what looks like a tag gets one more.
"""

from __future__ import annotations

import json
import math
import re
from typing import TYPE_CHECKING, Final, NamedTuple

from querious.state.templates.mistakes import MisuseError

if TYPE_CHECKING:
    from querious.model.values import JSON

_STRING: Final = r'"(?:[^"\\]|\\.)*"'
_TAG: Final = re.compile(rf"([A-Za-z_]\w*)\(((?:[^()\"]|{_STRING})*)\)", re.ASCII | re.DOTALL)
_BEGUN: Final = re.compile(r"([a-z_]+)\([^)]*|([a-z_]+)\(.*\)", re.DOTALL)
_ARGUMENT: Final = re.compile(rf"\s*(?:({_STRING})|([^\s,\"]+))\s*(,|$)", re.DOTALL)
_NUMBER: Final = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?")
_LONGEST_NUMBER: Final = 300
_WORDS: Final = {"true": True, "false": False, "null": None}


class TagCall(NamedTuple):
    """A tag as it was written."""

    name: str
    arguments: tuple[JSON, ...]


def call_of(text: str, known: frozenset[str]) -> TagCall | None:
    """The tag that the text is; None if it is none. A known name with parentheses that do not close is misuse."""
    match = _TAG.fullmatch(text)
    if match:
        return TagCall(match[1], _arguments(match[2], text))
    begun = _BEGUN.fullmatch(text)
    if begun and (begun[1] or begun[2]) in known:
        held = 'a tag that holds another is written {"list_of()": "int()"}'
        raise MisuseError(f"{text!r} starts like a tag but does not end like one; {held}. {meant(text)}")
    return None


def looks_like_tag(text: str) -> bool:
    """Whether the text, if it stood there plainly, would be taken for a tag or might be."""
    return bool(_TAG.fullmatch(text) or _BEGUN.fullmatch(text))


def plain(text: str) -> str:
    """The text that is meant where it is no tag: without the backslash that says so."""
    return text[1:] if text.startswith("\\") and looks_like_tag(text.lstrip("\\")) else text


def escaped(text: str) -> str:
    """How a text is written in a template so that it stands for itself."""
    return "\\" + text if looks_like_tag(text.lstrip("\\")) else text


def meant(text: str) -> str:
    """How to write the text itself, for the end of a message."""
    return f"If the text itself is meant, write {json.dumps(escaped(text))}"


def _arguments(text: str, whole: str) -> tuple[JSON, ...]:
    found: list[JSON] = []
    end = 0
    more = bool(text.strip())
    while more:
        match = _ARGUMENT.match(text, end)
        if not match:
            raise MisuseError(
                f"the arguments of {whole!r} cannot be read: separate them with commas, quote text with spaces"
            )
        found.append(_string(match[1], whole) if match[1] is not None else _bare(match[2], whole))
        end = match.end()
        more = match[3] == ","
    return tuple(found)


def _string(text: str, whole: str) -> JSON:
    try:
        return json.loads(text)
    except ValueError as error:
        raise MisuseError(f"the text {text} in {whole!r} is not a JSON string") from error


def _bare(word: str, whole: str) -> JSON:
    if word in _WORDS:
        return _WORDS[word]
    if not _NUMBER.fullmatch(word):
        return word
    if len(word) > _LONGEST_NUMBER or not math.isfinite(float(word)):
        raise MisuseError(f"a number in {whole[:60]!r} is too large")
    return json.loads(word)
