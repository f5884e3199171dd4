"""Names of a schema, taken apart: words, verbs of change, singular and plural."""

from __future__ import annotations

import re
from typing import Final, TypeAlias

Words: TypeAlias = tuple[str, ...]
"""In lower case."""

CREATE: Final = ("create", "add", "insert", "new", "make", "register", "post")
UPDATE: Final = ("update", "edit", "modify", "patch", "change", "set", "save")
DELETE: Final = ("delete", "remove", "destroy", "erase", "drop", "archive", "trash", "discard")
"""Each with the likeliest first."""
_VERBS: Final = frozenset({*CREATE, *UPDATE, *DELETE})
_SELDOM: Final = frozenset({"post"})
"""Verbs of HTTP, that a mutation is named by only if it has no other."""
READ: Final = frozenset({"get", "find", "fetch", "read", "show", "load", "lookup", "retrieve", "view", "query"})
LISTING: Final = frozenset({"all", "list", "search", "index", "browse", *READ})

_WORD: Final = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")
_IRREGULAR: Final = {
    "people": "person",
    "men": "man",
    "women": "woman",
    "children": "child",
    "feet": "foot",
    "teeth": "tooth",
    "mice": "mouse",
    "geese": "goose",
    "oxen": "ox",
    "data": "datum",
    "media": "medium",
    "criteria": "criterion",
    "phenomena": "phenomenon",
    "indices": "index",
    "matrices": "matrix",
    "vertices": "vertex",
    "appendices": "appendix",
    "analyses": "analysis",
    "crises": "crisis",
    "theses": "thesis",
    "hypotheses": "hypothesis",
    "quizzes": "quiz",
    "buses": "bus",
    "statuses": "status",
    "aliases": "alias",
    "viruses": "virus",
    "bonuses": "bonus",
    "campuses": "campus",
    "lenses": "lens",
    "gases": "gas",
    "movies": "movie",
    "cookies": "cookie",
    "calories": "calorie",
    "shoes": "shoe",
    "leaves": "leaf",
    "lives": "life",
    "knives": "knife",
    "wives": "wife",
    "shelves": "shelf",
    "wolves": "wolf",
    "halves": "half",
    "thieves": "thief",
    "loaves": "loaf",
}
_PLURALS: Final = {one: many for many, one in _IRREGULAR.items()}
_SAME: Final = frozenset({"series", "species", "news", "equipment", "information", "sheep", "fish", "aircraft"})
_TYPE_SUFFIXES: Final = frozenset(
    {"type", "node", "entity", "model", "object", "record", "dto", "gql", "schema", "document"}
)
_BY: Final = (("by", "pk"), ("by", "id"), ("by", "uuid"), ("by", "key"), ("by", "slug"), ("by", "node", "id"))
_ONE: Final = (*_BY, ("one",), ("single",))
"""Endings that say how something is found, not what."""
_SEVERAL: Final = (
    *_ONE,
    ("connection",),
    ("collection",),
    ("list",),
    ("all",),
    ("page",),
    ("paginated",),
    ("details",),
)
"""The same for queries."""


def words(name: str) -> Words:
    """``getBookByID`` and ``get_book_by_id`` alike."""
    return tuple(word.lower() for word in _WORD.findall(name))


def singular(word: str) -> str:
    """The likeliest singular; of a singular, itself."""
    if word in _SAME or word in _PLURALS:
        return word
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if word.endswith("ies") and len(word) > len("pies"):
        return word[:-3] + "y"
    if word.endswith(("sses", "shes", "ches", "xes", "zzes", "oes")):
        return word[:-2]
    if word.endswith("s") and not word.endswith(("ss", "us", "is", "as")):
        return word[:-1]
    return word


def plural(word: str) -> str:
    """The likeliest plural; of a plural, itself."""
    if word in _SAME or singular(word) != word:
        return word
    if word in _PLURALS:
        return _PLURALS[word]
    if word.endswith("y") and word[-2:-1] not in {"a", "e", "i", "o", "u", ""}:
        return word[:-1] + "ies"
    return word + ("es" if word.endswith(("s", "x", "z", "ch", "sh")) else "s")


def same_noun(one: Words, other: Words) -> bool:
    """Whether they name the same thing, in the singular or the plural."""
    return bool(one) and one[:-1] == other[:-1] and bool(other) and bool(_forms(one[-1]) & _forms(other[-1]))


def split_verb(name: str, verbs: tuple[str, ...], nouns: frozenset[Words] = frozenset()) -> tuple[str, Words] | None:
    """``createBook``, ``bookCreate`` and ``insert_books_one`` give verb and noun; None if there is no such verb.

    The noun is empty where the name is the verb alone, as below a namespace. ``nouns`` are those of the schema: with a
    ``Post``, ``updatePost`` is no way to post an update.
    """
    bare = _without(words(name), _ONE)
    if not bare:
        return None
    begins = any(len(noun) < len(bare) and same_noun(bare[: len(noun)], noun) for noun in nouns)
    ends = any(len(noun) < len(bare) and same_noun(bare[-len(noun) :], noun) for noun in nouns)
    readings = [
        (verb, rest)
        for verb, rest, is_noun in ((bare[0], bare[1:], begins), (bare[-1], bare[:-1], ends))
        if verb in _VERBS and (not is_noun or any(same_noun(rest, noun) for noun in nouns))
    ]
    readings.sort(key=lambda one: one[0] in _SELDOM)
    return readings[0] if readings and readings[0][0] in verbs else None


def noun_of_query(name: str) -> Words:
    """What a query field reads: ``getBook``, ``bookById``, ``allBooks``, ``books_by_pk`` all read books."""
    parts = words(name)
    while len(parts) > 1 and parts[0] in LISTING:
        parts = parts[1:]
    return _without(parts, _SEVERAL)


def noun_of_type(name: str) -> Words:
    """``BookType`` and ``BookNode`` are books."""
    parts = words(name)
    while len(parts) > 1 and parts[-1] in _TYPE_SUFFIXES:
        parts = parts[:-1]
    return parts


def camel(parts: Words) -> str:
    """As a name of a field."""
    return "".join(part if position == 0 else part.capitalize() for position, part in enumerate(parts))


def _without(parts: Words, endings: tuple[Words, ...]) -> Words:
    for ending in endings:
        if len(parts) > len(ending) and parts[-len(ending) :] == ending:
            return _without(parts[: -len(ending)], endings)
    return parts


def _forms(word: str) -> set[str]:
    """What the singular may be."""
    forms = {word, singular(word), singular(plural(word))}
    if word.endswith("es"):
        forms |= {word[:-1], word[:-2]}
    if word.endswith("s"):
        forms.add(word[:-1])
    return forms
