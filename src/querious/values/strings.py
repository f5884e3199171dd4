"""Strings: plain ones, all of Latin-1, all of Unicode, and hostile ones.

NUL and Latin-1 strings are what found the faults in the studies' GitLab. Hostile strings are marks that show where
input is taken for code; none of them would destroy anything if it were run.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from querious.values.chance import Chance

ALPHABET = "aebcdfghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 -_"

LONGEST = 16_384
"""Characters. Even if each needs six bytes when escaped, a curl line stays under the 128 KiB of one argument."""

HOSTILE = (
    "",
    " ",
    "\0",
    "a\0b",
    "\x01\x02\x1b[31m\x7f",
    "\r\n",
    "\t",
    "'",
    '"',
    "\\",
    "`",
    "%",
    "%s%d%n",
    "%00",
    "' OR '1'='1",
    "'; --",
    "*",
    "*([",
    "../../../etc/hosts",
    "<b>x</b>",
    "<!--",
    "]]>",
    "{{7*7}}",
    "${7*7}",
    "$where",
    "-1",
    "0",
    "1e309",
    "0x10",
    "null",
    "undefined",
    "NaN",
    "true",
    "[]",
    "{}",
    "\u00e9\u00df\u00ff",
    "\u202egnirts\u202c",
    "\u200b",
    "\ufeff",
    "\uffff",
    "e\u0301\u0301\u0301",
    "\u0130\u0131",
    "\U0001f600",
    "\U0001f468\u200d\U0001f469\u200d\U0001f467",
    "\U0010ffff",
    "\u0661\u0662",
    "2024-02-30",
    "1" * 40,
)

EDGES = (
    "",
    "\0",
    "\u00e9",
    "\U0001f600",
    "'",
    "*([",
    " ",
    "a" * LONGEST,
    "%",
    '"',
    "\\",
    "-1",
    "0",
    "\u202ea",
    "\n",
    "<b>",
)
"""One of each kind, tried on every argument; the most telling first."""

_LOW_SURROGATE = 0xD800
_SURROGATES = 0x800
_SCALAR_VALUES = 0x110000 - _SURROGATES


def plain(chance: Chance) -> str:
    """Letters, digits, space, hyphen; as long as the size allows."""
    draw = chance.draw
    return "".join([ALPHABET[int(draw() * 65)] for _ in range(int(draw() * (chance.size + 1)))])


def latin(chance: Chance) -> str:
    """Characters 0 to 255, NUL and the control characters among them."""
    draw = chance.draw
    return "".join([chr(int(draw() * 256)) for _ in range(1 + int(draw() * chance.size))])


def unicode(chance: Chance) -> str:
    """Any characters but surrogates, which no JSON may hold alone."""
    draw = chance.draw
    points = [int(draw() * _SCALAR_VALUES) for _ in range(1 + int(draw() * chance.size))]
    return "".join([chr(point if point < _LOW_SURROGATE else point + _SURROGATES) for point in points])


def long(chance: Chance) -> str:
    """Up to ``LONGEST`` characters."""
    return chance.choose(("a", "0", "\u00e9", "\U0001f600", "(")) * (LONGEST // (1 + chance.below(8)))


def neighbour(chance: Chance, text: str) -> str:
    """The text with one letter or digit replaced by another of its kind."""
    places = [place for place, letter in enumerate(text) if letter.isascii() and letter.isalnum()]
    if not places:
        return text
    place = chance.choose(places)
    letter = text[place]
    kind = "0123456789" if letter.isdigit() else "abcdefghijklmnopqrstuvwxyz"
    other = chance.choose(kind)
    return text[:place] + (other.upper() if letter.isupper() else other) + text[place + 1 :]


def odd(chance: Chance) -> str:
    """A string that a careless server trips over."""
    kind = chance.below(20)
    if kind < _HOSTILE_IN_20:
        return chance.choose(HOSTILE)
    return _OTHERS[kind - _HOSTILE_IN_20](chance)


_HOSTILE_IN_20 = 11
_OTHERS = (latin, latin, latin, latin, unicode, unicode, unicode, unicode, long)
