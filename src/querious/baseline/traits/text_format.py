"""The format of a text: one that has a name, or the same pattern of letters, digits and punctuation in all of them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from querious.baseline.distinct import DistinctCount
from querious.baseline.traits.trait import Trait, each_leaf, excerpt

if TYPE_CHECKING:
    from querious.baseline.answer_objects import FieldValue
    from querious.baseline.identity import Identity
    from querious.model import JSON, FieldShape

_TEXTS_OF_FORMAT: Final = 8
_TEXTS_OF_PATTERN: Final = 10
"""Distinct texts that have to show it."""
_LONGEST: Final = 40
"""Characters of a pattern."""

FORMATS: Final = {
    "uuid": re.compile(r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}"),
    "date-time": re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?(?:Z|[+-]\d\d:?\d\d)?", re.ASCII),
    "date": re.compile(r"\d{4}-\d\d-\d\d", re.ASCII),
    "url": re.compile(r"[a-z][a-z0-9+.-]*://[^\s/]+(?:/\S*)?", re.IGNORECASE),
    "e-mail": re.compile(r"[^\s@]+@[^\s@]+\.[^\s@]+"),
    "whole number": re.compile(r"-?\d+", re.ASCII),
    "number": re.compile(r"-?\d+\.?\d*", re.ASCII),
    "hexadecimal": re.compile(r"[0-9a-f]{16,}|[0-9A-F]{16,}"),
}
"""The most specific first."""


def is_moment(text: str) -> bool:
    """Whether a text is a date, with or without a time."""
    return any(FORMATS[name].fullmatch(text) for name in ("date-time", "date"))


class _Format:
    def __init__(self, _: Identity) -> None:
        self._texts = DistinctCount(_TEXTS_OF_FORMAT)
        self._possible = list(FORMATS)

    def see(self, value: FieldValue) -> None:
        for leaf in value.leaves():
            text = leaf if isinstance(leaf, str) else ""
            self._possible = [name for name in self._possible if FORMATS[name].fullmatch(text)]
            self._texts.add(text)

    def learned(self) -> JSON:
        enough = len(self._texts) >= _TEXTS_OF_FORMAT
        return self._possible[0] if enough and self._possible else None


class _Pattern:
    def __init__(self, _: Identity) -> None:
        self._texts = DistinctCount(_TEXTS_OF_PATTERN)
        self._pattern: str | None = None
        self._broken = False

    def see(self, value: FieldValue) -> None:
        for leaf in value.leaves():
            found = pattern_of(leaf)
            if self._pattern is None:
                self._pattern = found
            if found != self._pattern or not 1 < len(found) <= _LONGEST:
                self._broken = True
            if self._broken:
                return
            self._texts.add(leaf)

    def learned(self) -> JSON:
        return self._pattern if not self._broken and len(self._texts) >= _TEXTS_OF_PATTERN else None


def pattern_of(value: JSON) -> str:
    """A text with every capital letter as A, every other letter as a, every digit as 9; empty for what is no text."""
    return "".join(map(_character_class, value)) if isinstance(value, str) else ""


def _character_class(character: str) -> str:
    if character.isdigit():
        return "9"
    if character.isupper():
        return "A"
    return "a" if character.isalpha() else character


def _other_format(about: JSON, leaf: JSON) -> str:
    known = FORMATS.get(about)
    if known is None or (isinstance(leaf, str) and known.fullmatch(leaf)):
        return ""
    return f"is {excerpt(leaf)}, but was always a text of format {about} in the baseline"


def _other_pattern(about: JSON, leaf: JSON) -> str:
    if isinstance(leaf, str) and pattern_of(leaf) == about:
        return ""
    return f"is {excerpt(leaf)}, but always followed the pattern `{about}` in the baseline"


def _applies(field: FieldShape) -> bool:
    return field.child is None and field.named not in {"Int", "Float", "Boolean"}


FORMAT: Final = Trait("format", _applies, _Format, each_leaf(_other_format))
PATTERN: Final = Trait("pattern", _applies, _Pattern, each_leaf(_other_pattern))
