"""Text by the pattern that it has to match: printable, and cheap where the pattern is a row of simple parts.

Hypothesis draws every character of a pattern by itself; a part such as ``[0-9]{13}`` is drawn at once here.
"""

from __future__ import annotations

import re
import string
from typing import TYPE_CHECKING, Final, NamedTuple

from hypothesis import strategies as st
from hypothesis.errors import HypothesisException

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

_PRINTABLE: Final = string.digits + string.ascii_letters + string.punctuation
_PART = re.compile(
    r"(?P<one>\[(?:[^\]\\]|\\.)+\]|\\[dwsDWS]|\\[^A-Za-z0-9]|\.|[^\\\[\](){}.*+?^$|])"
    r"(?P<often>\{\d+(?:,\d*)?\}|[*+?])?"
)
_AHEAD = re.compile(r"\(\?[=!][^()]*\)")
_WORD: Final = string.digits + string.ascii_lowercase
"""What follows where a pattern leaves the end open."""
_TIMES: Final = {"": "1", "?": "0,1", "*": "0,", "+": "1,"}
_MOST: Final = 12
"""Characters of a part that may be repeated at will."""


class PatternPart(NamedTuple):
    """Characters of one kind, so many."""

    alphabet: str
    least: int
    most: int


def simple(pattern: str, shortest: int, longest: int) -> SearchStrategy[str] | None:
    """Text that a row of simple parts matches as a whole, of these lengths; None where it is no such row."""
    row = row_of(pattern, shortest, longest)
    if row is None:
        return None
    least, most = sum(part.least for part in row), sum(part.most for part in row)
    return _texts(row) if shortest <= least and most <= longest else None


def matching(pattern: str, shortest: int, longest: int) -> SearchStrategy[str] | None:
    """Text that a pattern matches as a whole; the lengths are to be checked. None where it is beyond Hypothesis too."""
    row = row_of(pattern, shortest, longest)
    if row is not None:
        return _texts(row)
    ahead = row_of(_AHEAD.sub("", pattern), shortest, longest) if _AHEAD.search(pattern) else None
    if ahead is not None:
        return _texts(ahead).map(lambda text: _mixed(text, max(ahead, key=lambda part: part.most).alphabet))
    try:
        alphabet = st.characters(codec="ascii", categories=("L", "N", "P", "S"))
        return st.from_regex(re.compile(pattern, re.ASCII), fullmatch=True, alphabet=alphabet)
    except (HypothesisException, re.error):
        return None


def _texts(row: list[PatternPart]) -> SearchStrategy[str]:
    texts = [st.text(part.alphabet, min_size=part.least, max_size=part.most) for part in row]
    return texts[0] if len(texts) == 1 else st.tuples(*texts).map("".join)


def _mixed(text: str, alphabet: str) -> str:
    """With a character of every kind at its beginning: what patterns for passwords look ahead for."""
    kinds = (string.ascii_uppercase, string.ascii_lowercase, string.digits, "!@#$%&*-_")
    first = "".join(next((sign for sign in kind if sign in alphabet), "") for kind in kinds)
    return first + text[len(first) :] if len(text) >= len(first) else text


def row_of(pattern: str, shortest: int, longest: int) -> list[PatternPart] | None:
    """The parts of a pattern; None where it is more than a row of them."""
    rest = pattern.removeprefix("^")
    is_open = not rest.endswith("$") or rest.endswith("\\$")
    if not is_open:
        rest = rest[:-1]
    found = _PART.findall(rest)
    if not found or "".join(one + often for one, often in found) != rest:
        return None
    limits = (shortest, longest) if len(found) == 1 and not is_open else (0, _MOST)
    parts = [_part(one, often, *limits) for one, often in found]
    if any(part.least > part.most for part in parts):
        return None
    room = longest - sum(part.most for part in parts)
    missing = max(shortest - sum(part.least for part in parts), 0)
    if is_open and room >= missing:
        parts.append(PatternPart(_WORD, missing, min(missing + _MOST, room)))
    return parts


def _part(one: str, often: str, shortest: int, longest: int) -> PatternPart:
    """``one`` says which characters, ``often`` how many: nothing, ``?``, ``*``, ``+``, ``{3}``, ``{3,}``, ``{3,5}``."""
    alphabet = "".join(filter(re.compile(one, re.ASCII).fullmatch, _PRINTABLE)) or one[-1]
    low, comma, high = _TIMES.get(often, often.strip("{}")).partition(",")
    least = int(low) if often in {"", "?"} else max(int(low), shortest)
    most = int(high or longest) if comma else int(low)
    return PatternPart(" " if one == r"\s" else alphabet, least, min(most, longest, least + _MOST))
