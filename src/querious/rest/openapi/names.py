"""Names of the same thing in several styles: ``bookId``, ``book_id``, ``books``, ``Book``."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

_WORD = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|\d+|[^\W\d_]+")
_IRREGULAR: Final = {
    "people": "person", "children": "child", "men": "man", "women": "woman", "mice": "mouse", "feet": "foot",
    "indices": "index", "vertices": "vertex", "matrices": "matrix", "criteria": "criterion", "media": "medium",
}  # fmt: skip
_IDENTIFIERS: Final = frozenset(
    {"id", "ids", "key", "keys", "uuid", "uuids", "uid", "uids", "guid", "pk", "ref", "refs"}
)
"""Words that, at the end of a name, say that it holds the key of something."""
_BARE: Final = frozenset({"id", "pk", "uuid", "guid", "uid"})


def words(name: str) -> tuple[str, ...]:
    """``parentBookId`` → parent, book, id."""
    return tuple(word.lower() for word in _WORD.findall(name))


def _singulars(word: str) -> frozenset[str]:
    """Every form that may be the singular of a word, itself among them: English decides by word, not by rule."""
    forms = {word, _IRREGULAR.get(word, word)}
    if word.endswith("s") and not word.endswith("ss"):
        forms.add(word[:-1])
    for ending, instead in (("es", ("",)), ("ies", ("y",)), ("ves", ("f", "fe"))):
        if word.endswith(ending):
            forms.update(word.removesuffix(ending) + end for end in instead)
    return frozenset(form for form in forms if form)


def alike(one: Sequence[str], other: Sequence[str]) -> bool:
    """Whether two names, as words, differ at most in their number: books, book."""
    return (
        bool(one)
        and len(one) == len(other)
        and list(one[:-1]) == list(other[:-1])
        and not _singulars(one[-1]).isdisjoint(_singulars(other[-1]))
    )


def same(one: str, other: str) -> bool:
    """Whether two names are the same in any style: ``bookId``, ``book_id``."""
    return words(one) == words(other)


def referred(name: str) -> tuple[str, ...]:
    """What a name that holds a key is the key of: ``parentBookId`` → parent, book. Empty where it says no key."""
    found = words(name)
    return found[:-1] if len(found) > 1 and found[-1] in _IDENTIFIERS else ()


def is_identifier(name: str) -> bool:
    """Whether a name says nothing but that it is a key: ``id``, ``_id``, ``uuid``."""
    found = words(name)
    return len(found) == 1 and found[0] in _BARE
