"""Values that do not come in the order that was asked for, however one compares them."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

from querious.answers.measures import ValueKind, measure
from querious.model.json_text import integer_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from querious.model import JSON

_DISTINCT: Final = 3
"""Values of which one order is no coincidence."""
_PLAIN: Final = re.compile(r"[A-Za-z][ -~]*")
"""Text whose order does not depend on a language."""
_DIGRAPHS: Final = frozenset(
    (
        *("aa", "ch", "cs", "dd", "dz", "ff", "gy", "ij", "lj", "ll", "ly", "ng", "nj", "ny", "ph", "rh", "rr", "sz"),
        *("th", "ty", "zs"),
    )
)
"""Letters of their own in Danish, Czech, Hungarian, Welsh, Croatian, Spanish and others."""
_ALIKE: Final = frozenset((frozenset("vw"), frozenset("iy"), frozenset("ij"), frozenset("uv")))


def is_upside_down(values: Sequence[JSON], kind: ValueKind, direction: int) -> bool:
    """Whether rows come in exactly the reverse order of what was asked for."""
    return bool(direction) and len(set(map(str, values))) >= _DISTINCT and not inversions_of(values, kind, -direction)


def are_by_digits(values: Sequence[JSON], kind: ValueKind, direction: int) -> bool:
    """Whether numbers come in the order of their text: 129 before 24."""
    if kind is not ValueKind.NUMBER or not direction or len(set(map(str, values))) < _DISTINCT:
        return False
    texts = [str(value) for value in values]
    return texts == sorted(texts, reverse=direction < 0)


def inversions_of(values: Sequence[JSON], kind: ValueKind, direction: int) -> list[tuple[JSON, JSON]]:
    """Neighbours that stand the wrong way round, however one compares them."""
    if kind is ValueKind.TEXT:
        values = [value for value in values if isinstance(value, str) and _PLAIN.fullmatch(value)]
    return [pair for pair in pairwise(values) if _is_above(pair[::direction], kind)]


def _is_above(pair: tuple[JSON, ...], kind: ValueKind) -> bool:
    """Whether the one is greater than the other by every way to compare them."""
    one, other = pair
    if kind is not ValueKind.TEXT:
        return bool(measure(one, kind) > measure(other, kind))  # type: ignore[operator]  # both of one kind
    ways: tuple[Callable[[str], Any], ...] = (str, str.casefold, _letters, _letters_and_digits, _natural)
    return all(key(one) > key(other) for key in ways) and not _differ_by_language(one, other)


def inversions_without_case(values: Sequence[JSON], direction: int) -> list[tuple[JSON, JSON]]:
    """Neighbours that stand the wrong way round where case does not count: what tells them apart are two letters."""
    texts = [value for value in values if isinstance(value, str) and _PLAIN.fullmatch(value)]
    return [pair for pair in pairwise(texts) if _is_above_by_letters(*(text.casefold() for text in pair[::direction]))]


def is_by_code_points(values: Sequence[JSON], direction: int) -> bool:
    """Whether text comes in the order of its code points: capital letters before all small ones."""
    texts = [value for value in values if isinstance(value, str)]
    return texts == sorted(texts, reverse=direction < 0)


def are_in_no_order(values: Sequence[JSON], direction: int) -> bool:
    """Whether case counts between some rows, and does not count between others."""
    texts = [value for value in values if isinstance(value, str) and _PLAIN.fullmatch(value)]
    by_case = [pair for pair in pairwise(texts) if _is_above_by_letters(*pair[::direction])]
    return bool(by_case and inversions_without_case(texts, direction))


def _is_above_by_letters(one: str, other: str) -> bool:
    """Whether the first place at which they differ holds two letters, and those are in the wrong order."""
    for letter, facing in zip(one, other, strict=False):
        if letter != facing:
            plain = letter.isalpha() and facing.isalpha()
            return plain and letter > facing and not _differ_by_language(one, other)
    return False


def _letters(text: str) -> str:
    return "".join(filter(str.isalpha, text.casefold()))


def _letters_and_digits(text: str) -> str:
    """As the C library compares in most languages: signs and spaces count only between equals."""
    return "".join(filter(str.isalnum, text.casefold()))


def _natural(text: str) -> list[Any]:
    """Numbers inside text by their value."""
    parts: list[Any] = re.split(r"(\d+)", text.casefold())
    parts[1::2] = map(integer_of, parts[1::2])
    return parts


def _differ_by_language(one: str, other: str) -> bool:
    """Whether a language may have another order: two letters that count as one in some, or two that count alike."""
    first, second = _letters(one), _letters(other)
    pairs = enumerate(zip(first, second, strict=False))
    place = next((place for place, (letter, facing) in pairs if letter != facing), len(first))
    around = {text[max(0, place - 1) : place + 1] for text in (first, second)}
    around |= {text[place : place + 2] for text in (first, second)}
    differ = frozenset((first[place : place + 1], second[place : place + 1]))
    return not _DIGRAPHS.isdisjoint(around) or differ in _ALIKE
