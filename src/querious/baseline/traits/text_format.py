"""The format of a text: one that has a name, or the same pattern of letters, digits and punctuation in all of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from querious.baseline.distinct import DistinctCount
from querious.baseline.traits.trait import Trait, each_leaf, excerpt
from querious.text.formats import is_email, is_hexadecimal, is_number, is_url, is_uuid, is_whole_number
from querious.text.moments import day_of, midnight_of, moment_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from querious.baseline.answer_objects import FieldValue
    from querious.baseline.identity import Identity
    from querious.model import JSON, FieldShape

_TEXTS_OF_FORMAT: Final = 8
_TEXTS_OF_PATTERN: Final = 10
"""Distinct texts that have to show it."""
_LONGEST: Final = 40
"""Characters of a pattern."""

FORMATS: Final[Mapping[str, Callable[[str], bool]]] = {
    "uuid": is_uuid,
    "date-time": lambda text: moment_of(text) is not None,
    "date": lambda text: day_of(text) is not None,
    "url": is_url,
    "e-mail": is_email,
    "whole number": is_whole_number,
    "number": is_number,
    "hexadecimal": is_hexadecimal,
}
"""The most specific first."""


def is_moment(text: str) -> bool:
    """Whether a text is a date, with or without a time."""
    return midnight_of(text) is not None


class _Format:
    def __init__(self, _: Identity) -> None:
        self._texts = DistinctCount(_TEXTS_OF_FORMAT)
        self._possible = list(FORMATS)

    def see(self, value: FieldValue) -> None:
        for leaf in value.leaves():
            text = leaf if isinstance(leaf, str) else ""
            self._possible = [name for name in self._possible if FORMATS[name](text)]
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
    if known is None or (isinstance(leaf, str) and known(leaf)):
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
