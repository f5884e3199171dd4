"""Names taken apart: ``projectFullPath``, ``project_full_paths`` and ``Project-Full-Path`` say the same."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, TypeAlias

Words: TypeAlias = tuple[str, ...]
"""In lower case."""

_WORD: Final = re.compile(r"[A-Z]{2,}s(?![^\W\d_A-Z])|[A-Z]+(?![^\W\d_A-Z])|[A-Z]?[^\W\d_A-Z]+|\d+")
"""An acronym in the plural (``userIDs``), an acronym, a word, a number."""
_SIGNS: Final = re.compile(r"[\W_]+")

_SINGULARS: Final = {
    **{f"{one}s": one for one in (
        *("api", "cache", "calorie", "cookie", "cpu", "emoji", "gpu", "kpi", "menu", "movie", "shoe", "sku"),
        *("taxi", "uri", "wiki"),
    )},
    **{f"{one}es": one for one in (
        *("alias", "atlas", "bias", "bonus", "bus", "campus", "canvas", "gas", "lens", "status", "virus"),
    )},
    "analyses": "analysis", "appendices": "appendix", "axes": "axis", "children": "child", "crises": "crisis",
    "criteria": "criterion", "feet": "foot", "geese": "goose", "halves": "half", "hypotheses": "hypothesis",
    "indices": "index", "knives": "knife", "leaves": "leaf", "lives": "life", "loaves": "loaf", "matrices": "matrix",
    "media": "medium", "men": "man", "mice": "mouse", "oxen": "ox", "people": "person", "phenomena": "phenomenon",
    "quizzes": "quiz", "shelves": "shelf", "teeth": "tooth", "theses": "thesis", "thieves": "thief",
    "vertices": "vertex", "wives": "wife", "wolves": "wolf", "women": "woman",
}  # fmt: skip
"""English decides by word, not by rule."""
_PLURALS: Final = {one: many for many, one in _SINGULARS.items()}
_WITHOUT_PLURAL: Final = frozenset(
    (
        *("aircraft", "data", "equipment", "fish", "information", "news", "series", "sheep", "species"),
        *("aws", "cms", "dns", "gps", "ios", "pos", "sms", "tls", "does", "has", "was", "yes"),
    )
)
_KNOWN: Final = {**{word: word for word in (*_WITHOUT_PLURAL, *_PLURALS)}, **_SINGULARS}
_ENDINGS: Final = (
    ("ies", "y", len("cities") - 1),
    *((ending, ending.removesuffix("es"), 0) for ending in ("sses", "shes", "ches", "xes", "zzes", "oes")),
    *((ending, ending, 0) for ending in ("ss", "us", "is")),
    ("s", "", len("ids")),
)
"""How plurals end, how their singulars do, and how long such a word is at least; the first that fits counts."""
_TYPE_ENDINGS: Final = frozenset(
    ("type", "node", "model", "object", "entity", "schema", "dto", "gql", "record", "document", "resource", "output")
)
"""Words that frameworks put behind the name of a thing to name its type."""


@lru_cache(maxsize=100_000)
def words(name: str) -> Words:
    """The words of a name, in the singular."""
    return tuple(map(singular, written_words(name)))


def written_words(name: str) -> Words:
    """The words of a name, in the number that they are written in: ``getHTTPTeasers2`` → get, http, teasers, 2."""
    return tuple(word.lower() for word in _WORD.findall(name))


def same(name: str) -> str:
    """What names that say the same have in common."""
    return "".join(words(name))


def folded(name: str) -> str:
    """A name without case and signs, in its own number: ``bookId``, ``book_id`` and ``Book-ID`` are one."""
    return _SIGNS.sub("", name.casefold())


def snake(name: str) -> str:
    """``customerName`` as ``customer_name``."""
    return "_".join(written_words(name))


def camel(parts: Words) -> str:
    """Words as the name of a field: ``customerName``."""
    return "".join(part if position == 0 else part.capitalize() for position, part in enumerate(parts))


def without_type_ending(parts: Words) -> Words:
    """The words for what a type stands for: ``book`` for those of ``BookType`` and ``BookNode``."""
    while len(parts) > 1 and parts[-1] in _TYPE_ENDINGS:
        parts = parts[:-1]
    return parts


def singular(word: str) -> str:
    """The likeliest singular of a word; of a singular, itself."""
    if word in _KNOWN:
        return _KNOWN[word]
    for ending, instead, shortest in _ENDINGS:
        if word.endswith(ending) and len(word) >= shortest:
            return word.removesuffix(ending) + instead
    return word


def plural(word: str) -> str:
    """The likeliest plural; of a plural, itself."""
    if word in _WITHOUT_PLURAL or singular(word) != word:
        return word
    if word in _PLURALS:
        return _PLURALS[word]
    if word.endswith("y") and word[-2:-1] not in {"a", "e", "i", "o", "u", ""}:
        return word[:-1] + "ies"
    return word + ("es" if word.endswith(("s", "x", "z", "ch", "sh")) else "s")


def singulars(word: str) -> Words:
    """Every form that may be the singular of a word, the likeliest first and the word itself last."""
    found = [singular(word), singular(plural(word))]
    if word.endswith("s") and not word.endswith("ss"):
        found.append(word[:-1])
    for ending, instead in (("ies", "y"), ("ves", "f"), ("ves", "fe"), ("es", "")):
        if word.endswith(ending):
            found.append(word.removesuffix(ending) + instead)
    return (*dict.fromkeys(form for form in found if form and form != word), word)


def same_noun(one: Words, other: Words) -> bool:
    """Whether two names, as words, differ at most in their number: books, book."""
    if not one or not other or one[:-1] != other[:-1]:
        return False
    return not set(singulars(one[-1])).isdisjoint(singulars(other[-1]))
