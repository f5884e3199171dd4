"""Names of fields and types read as verbs of change and nouns: ``createBook``, ``allBooks``, ``BookType``."""

from __future__ import annotations

from typing import Final

from querious.text.words import Words, same_noun, without_type_ending, written_words

CREATE: Final = ("create", "add", "insert", "new", "make", "register", "post")
UPDATE: Final = ("update", "edit", "modify", "patch", "change", "set", "save")
DELETE: Final = ("delete", "remove", "destroy", "erase", "drop", "archive", "trash", "discard")
"""Each with the likeliest first."""
_VERBS: Final = frozenset({*CREATE, *UPDATE, *DELETE})
_SELDOM: Final = frozenset({"post"})
"""Verbs of HTTP, that a mutation is named by only if it has no other."""
READ: Final = frozenset({"get", "find", "fetch", "read", "show", "load", "lookup", "retrieve", "view", "query"})
LISTING: Final = frozenset({"all", "list", "search", "index", "browse", *READ})

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


def split_verb(name: str, verbs: tuple[str, ...], nouns: frozenset[Words] = frozenset()) -> tuple[str, Words] | None:
    """``createBook``, ``bookCreate`` and ``insert_books_one`` give verb and noun; None if there is no such verb.

    The noun is empty where the name is the verb alone, as below a namespace. ``nouns`` are those of the schema: with a
    ``Post``, ``updatePost`` is no way to post an update.
    """
    bare = _without(written_words(name), _ONE)
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
    parts = written_words(name)
    while len(parts) > 1 and parts[0] in LISTING:
        parts = parts[1:]
    return _without(parts, _SEVERAL)


def noun_of_type(name: str) -> Words:
    """``BookType`` and ``BookNode`` are books."""
    return without_type_ending(written_words(name))


def _without(parts: Words, endings: tuple[Words, ...]) -> Words:
    for ending in endings:
        if len(parts) > len(ending) and parts[-len(ending) :] == ending:
            return _without(parts[: -len(ending)], endings)
    return parts
