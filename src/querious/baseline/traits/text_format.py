"""The format of a text: one that has a name, or the same pattern of letters, digits and punctuation in all of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from querious.baseline.distinct import DistinctCount
from querious.baseline.traits.trait import Trait, each_leaf, each_value, excerpt, steady_trait
from querious.text.formats import is_email, is_hexadecimal, is_number, is_url, is_uuid, is_whole_number
from querious.text.moments import day_of, midnight_of, moment_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from querious.baseline.answer_objects import FieldValue
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
    def __init__(self) -> None:
        self._texts = DistinctCount(_TEXTS_OF_FORMAT)
        self._possible = list(FORMATS)

    def see(self, value: FieldValue) -> None:
        for leaf in value.leaves():
            self._possible = [name for name in self._possible if not _other_format(name, leaf)]
            self._texts.add(str(leaf))

    def learned(self) -> JSON:
        return self._possible[0] if self._possible and self._texts.is_enough else None


def _other_format(about: JSON, leaf: JSON) -> str:
    fits = isinstance(leaf, str) and FORMATS.get(about, bool)(leaf)
    return "" if fits else f"is {excerpt(leaf)}, but was always a text of format {about} in the baseline"


def pattern_of(value: JSON) -> str:
    """A text with every capital letter as A, every other letter as a, every digit as 9; empty for what is no text."""
    return "".join(map(_character_class, value)) if isinstance(value, str) else ""


def _character_class(character: str) -> str:
    if character.isdigit():
        return "9"
    if character.isupper():
        return "A"
    return "a" if character.isalpha() else character


def _first_pattern(value: FieldValue) -> str | None:
    return next(map(pattern_of, value.leaves()), None)


def _other_pattern(about: JSON, leaf: JSON) -> str:
    fits = pattern_of(leaf) == about and 1 < len(about) <= _LONGEST
    return "" if fits else f"is {excerpt(leaf)}, but always followed the pattern `{about}` in the baseline"


def _applies(field: FieldShape) -> bool:
    return field.child is None and field.named not in {"Int", "Float", "Boolean"}


def _is_text(about: JSON) -> bool:
    return isinstance(about, str)


FORMAT: Final = Trait("format", _applies, _Format, each_value(each_leaf(_other_format)), form=_is_text)
PATTERN: Final = steady_trait(
    "pattern",
    _applies,
    _first_pattern,
    each_leaf(_other_pattern),
    _TEXTS_OF_PATTERN,
    lambda value: map(str, value.leaves()),
    form=_is_text,
)
