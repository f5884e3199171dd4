"""Texts that match a regular expression, drawn along its parts."""

from __future__ import annotations

import re
from re import _constants as codes  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Callable

    from querious.values import Chance

_MOST_REPEATED: Final = 6
"""Repetitions beyond the least that are drawn."""
_LONGEST: Final = 4_096
"""Characters of a text at most; a pattern that asks for more is not drawn."""
_CLASSES: Final = {
    codes.CATEGORY_DIGIT: "0123456789",
    codes.CATEGORY_WORD: "abcxyzABC019_",
    codes.CATEGORY_SPACE: " ",
    codes.CATEGORY_NOT_DIGIT: "abcABC-",
    codes.CATEGORY_NOT_WORD: "-. ",
    codes.CATEGORY_NOT_SPACE: "abcABC019",
}
_ANY: Final = "aeiouABC019-_"
_PRINTABLE: Final = "".join(map(chr, range(32, 127)))


def pattern_maker(pattern: str) -> Callable[[Chance], str] | None:
    """A maker of texts that match the pattern somewhere; None where it says what cannot be drawn, such as a lookahead.

    Whether a text matches is tried out before the maker is given away, as some parts are only approximated.
    """
    try:
        parsed = parser.parse(pattern)
        compiled = re.compile(pattern)
    except (re.error, RecursionError, OverflowError):
        return None
    if parsed.getwidth()[0] > _LONGEST:
        return None

    def make(chance: Chance) -> str:
        text = ""
        for _ in range(4):
            text = _Writer(chance).sequence(parsed)
            if compiled.search(text):
                break
        return text

    return make


class _Writer:
    """Draws one text."""

    def __init__(self, chance: Chance) -> None:
        self._chance = chance
        self._groups: dict[int, str] = {}

    def sequence(self, parts: Any) -> str:
        return "".join([self._part(code, argument) for code, argument in parts])

    def _part(self, code: Any, argument: Any) -> str:
        chance = self._chance
        if code is codes.LITERAL:
            return chr(argument)
        if code is codes.NOT_LITERAL:
            return chance.choose([letter for letter in _ANY if ord(letter) != argument])
        if code is codes.ANY:
            return chance.choose(_ANY)
        if code is codes.IN:
            return self._one_of(argument)
        if code is codes.BRANCH:
            return self.sequence(chance.choose(argument[1]))
        if code is codes.SUBPATTERN:
            group, _, _, inner = argument
            text = self.sequence(inner)
            self._groups[group] = text
            return text
        if code in {codes.MAX_REPEAT, codes.MIN_REPEAT, getattr(codes, "POSSESSIVE_REPEAT", None)}:
            least, most, inner = argument
            count = least + chance.below(1 + min(most - least, _MOST_REPEATED))
            return "".join([self.sequence(inner) for _ in range(count)])
        if code is codes.GROUPREF:
            return self._groups.get(argument, "")
        return ""  # anchors, and assertions that only look

    def _one_of(self, options: Any) -> str:
        negated = options[0][0] is codes.NEGATE
        letters: list[str] = []
        for code, argument in options[negated:]:
            if code is codes.LITERAL:
                letters.append(chr(argument))
            elif code is codes.RANGE:
                first, last = argument
                letters += map(chr, range(first, min(last, first + 64) + 1))
            elif code is codes.CATEGORY:
                letters += _CLASSES.get(argument, _ANY)
        if negated:
            letters = [letter for letter in _PRINTABLE if letter not in set(letters)] or ["a"]
        return self._chance.choose(letters)
