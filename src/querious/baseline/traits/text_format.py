"""The format of a text: one that is known by name, or the same pattern of letters, digits and signs in all of them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from querious.baseline.arguments import FREE
from querious.baseline.sketch import Sketch
from querious.baseline.traits.trait import Breach, Trait, breach, leaves

if TYPE_CHECKING:
    from collections.abc import Sequence

    from querious.baseline.answer_objects import Slot
    from querious.baseline.identity import Identity
    from querious.model import JSON, FieldShape

_TEXTS: Final = 8
_ALIKE: Final = 10
"""Distinct texts that have to have a format, or a pattern."""
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
"""The most telling first."""


class _Format:
    def __init__(self) -> None:
        self._texts = Sketch(_TEXTS)
        self._left = list(FORMATS)

    def see(self, slot: Slot) -> None:
        if slot.bond != FREE or not self._left:
            return
        for value in leaves(slot.value):
            text = value if isinstance(value, str) else ""
            self._left = [name for name in self._left if FORMATS[name].fullmatch(text)]
            self._texts.add(text)

    def learned(self) -> JSON:
        return self._left[0] if self._left and len(self._texts) >= _TEXTS else None


class _Pattern:
    def __init__(self) -> None:
        self._texts = Sketch(_ALIKE)
        self._pattern: str | None = None
        self._broken = False

    def see(self, slot: Slot) -> None:
        if slot.bond != FREE or self._broken:
            return
        for value in leaves(slot.value):
            found = pattern(value) if isinstance(value, str) else ""
            if self._pattern is None:
                self._pattern = found
            if found != self._pattern or not 1 < len(found) <= _LONGEST:
                self._broken = True
                return
            self._texts.add(value)

    def learned(self) -> JSON:
        return self._pattern if not self._broken and len(self._texts) >= _ALIKE else None


def pattern(text: str) -> str:
    """Every capital letter as A, every other as a, every digit as 9, all else as it is."""
    return "".join("9" if c.isdigit() else "A" if c.isupper() else "a" if c.isalpha() else c for c in text)


def _format_breaks(about: JSON, slots: Sequence[Slot], _: Identity) -> Breach | None:
    known = FORMATS.get(about)
    for slot in slots:
        if slot.bond == FREE and known is not None:
            for value in leaves(slot.value):
                if not isinstance(value, str) or not known.fullmatch(value):
                    return breach(slot, f"is `{str(value)[:_LONGEST]}`, and was always a text of format {about} before")
    return None


def _pattern_breaks(about: JSON, slots: Sequence[Slot], _: Identity) -> Breach | None:
    for slot in slots:
        if slot.bond == FREE:
            for value in leaves(slot.value):
                if not isinstance(value, str) or pattern(value) != about:
                    return breach(slot, f"is `{str(value)[:_LONGEST]}`, and was always written as `{about}` before")
    return None


def _applies(field: FieldShape) -> bool:
    return field.child is None and field.named not in {"Int", "Float", "Boolean"}


FORMAT: Final = Trait("format", _applies, lambda _: _Format(), _format_breaks)
PATTERN: Final = Trait("pattern", _applies, lambda _: _Pattern(), _pattern_breaks)
