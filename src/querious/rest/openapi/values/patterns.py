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
    fits = row and shortest <= sum(part.least for part in row) and sum(part.most for part in row) <= longest
    return _texts(row) if row and fits else None


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
    rest = rest if is_open else rest[:-1]
    found: list[tuple[str, str]] = []
    while rest:
        match = _PART.match(rest)
        if match is None or rest[match.end() :].startswith(("?", "+")):
            return None
        found.append((match["one"], match["often"] or ""))
        rest = rest[match.end() :]
    if not found:
        return None
    alone = len(found) == 1 and not is_open
    parts = [_part(one, often, shortest if alone else 0, longest if alone else _MOST) for one, often in found]
    if any(not part.alphabet or part.least > part.most for part in parts):
        return None
    room = longest - sum(part.most for part in parts)
    missing = max(shortest - sum(part.least for part in parts), 0)
    if is_open and room >= missing:
        parts.append(PatternPart(_WORD, missing, min(missing + _MOST, room)))
    return parts


def _part(one: str, often: str, shortest: int, longest: int) -> PatternPart:
    alphabet = "".join(sign for sign in _PRINTABLE if re.fullmatch(one, sign, re.ASCII)) or one[-1]
    if one in {r"\s", " "}:
        alphabet = " "
    if not often:
        return PatternPart(alphabet, 1, 1)
    if often in "*+?":
        least, most = {"*": (0, _MOST), "+": (1, _MOST), "?": (0, 1)}[often]
        if often != "?":
            least, most = max(least, shortest), max(least, shortest, min(longest, _MOST))
        return PatternPart(alphabet, least, most)
    low, comma, high = often[1:-1].partition(",")
    least = int(low)
    most = int(high) if high else max(least + _MOST, least) if comma else least
    return PatternPart(alphabet, max(least, shortest), min(most, longest, max(least, shortest) + _MOST))
