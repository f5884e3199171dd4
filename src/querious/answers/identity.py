"""Which field of a type, or member of an entry, tells one object from another.

Two questions are asked. An *identifier* tells an object from all others of its type, wherever they stand: relations,
baselines and comparisons of versions rest on it, so that it must be certain. The *key* of an entry tells it from the
others of its collection: candidates are enough, since what a service does with them shows which one it is.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from graphql import GraphQLNonNull, GraphQLScalarType

from querious.model.arguments import is_plain
from querious.text.words import Words, folded, written_words

if TYPE_CHECKING:
    from collections.abc import Mapping

    from graphql import GraphQLField, GraphQLOutputType

    from querious.model.shape import ObjectShape
    from querious.model.values import JSON

OWN_KEYS: Final = ("id", "uuid", "guid", "key", "pk")
"""Names of keys that a service gives to its entries, folded, the likeliest first."""
CHOSEN_KEYS: Final = ("slug", "sku", "code")
"""Names of keys that people give: two objects may have the same one after the other."""
KEY_WORDS: Final = frozenset(("id", "uuid", "guid", "gid", "uid", "pk", "key", "ref"))
"""What a name ends with that holds a key, its object's own or another's: ``authorId``."""
NAMING_WORDS: Final = KEY_WORDS | {*CHOSEN_KEYS, "handle", "login", "username", "iri", "isbn", "ean"}
"""Words in the names of fields by which one object is meant and no other."""

_IDENTIFIERS: Final = ("id", "nodeid", "uuid", "guid", "globalid", "gid", "pk", "key")
"""Names of identifiers, folded, the most likely first."""
_KEYS: Final = (*OWN_KEYS, "slug", "nodeid", "sku", "code")
"""Names of keys; one that names an object among all of the service is no other than the key of the entry."""
_PAIRED: Final = ("value", "values")
"""Beside one of these, a key is the left side of a pair, which is told apart from others only where it stands."""
_AGGREGATE: Final = re.compile(r"aggregat|_(?:max|min|avg|sum|count|stddev|variance)\w*_fields$", re.IGNORECASE)
"""Names of types that hold counts, sums and extremes of many objects, one below the name of each field of theirs.

There an ``id`` is the number of ids, or the largest. Only one that is declared as ``ID!`` is of the object itself.
"""
_NEVER: Final = frozenset(("Boolean", "Float"))
_OF_ANOTHER: Final = (("deleted",), ("removed",), ("destroyed",))
"""Such identifiers tell what a payload is about."""


def identifier(typename: str, types: Mapping[str, str], *, in_place: bool = False) -> str:
    """The name of the field that tells objects of a type apart; empty where none is known to.

    ``types`` are the scalar fields that need no arguments, with their types as a schema writes them. ``in_place`` says
    that only objects of one place have to be told apart: there the key of a pair will do.
    """
    fitting = {name: kind for name, kind in types.items() if _can_identify(kind)}
    if _AGGREGATE.search(typename):
        fitting = {name: kind for name, kind in fitting.items() if kind == "ID!"}
    found = sorted((name for name in fitting if is_identifier(name)), key=_likelihood)
    for name in found:
        if in_place or folded(name) != "key" or not any(value in types for value in _PAIRED):
            return name
    keys = [name for name, kind in fitting.items() if kind.rstrip("!") == "ID" or written_words(name)[-1:] == ("id",)]
    return keys[0] if len(keys) == 1 and folded(keys[0]) == f"{folded(typename)}id" else ""


def is_identifier(name: str) -> bool:
    """Whether a name is that of an identifier, whatever its type is called."""
    return folded(name) in _IDENTIFIERS


@lru_cache(maxsize=4_096)
def _likelihood(name: str) -> tuple[int, bool]:
    """Sorts names of identifiers; plain spellings come first."""
    return _IDENTIFIERS.index(folded(name)), name != folded(name)


def _can_identify(kind: str) -> bool:
    return not kind.startswith("[") and kind.rstrip("!") not in _NEVER


def identifier_of(typename: str, fields: Mapping[str, GraphQLField]) -> str:
    """The identifier of a type with these fields."""
    plain = {name: field.type for name, field in fields.items() if is_plain(field)}
    return identifier(typename, scalars(plain))


def scalars(types: Mapping[str, GraphQLOutputType]) -> dict[str, str]:
    """Those that are one scalar, as the schema writes them."""
    found = {}
    for name, kind in types.items():
        if isinstance(kind.of_type if isinstance(kind, GraphQLNonNull) else kind, GraphQLScalarType):
            found[name] = str(kind)
    return found


def identity_in(shape: ObjectShape, name: str, value: dict[str, JSON]) -> str | int | None:
    """What an object in an answer holds in the field of this name, if it was asked for; None if that is no key."""
    if not name:
        return None
    coordinate = f"{shape.typename}.{name}"
    for field in shape.fields.values():
        if field.coordinate == coordinate and not field.arguments:
            found = value.get(field.key)
            return found if isinstance(found, str | int) and not isinstance(found, bool) else None
    return None


def keys(noun: Words, types: Mapping[str, str]) -> list[str]:
    """Fields that may hold the key of an entry, the likeliest first: of those, fields that are never null.

    ``types`` as for ``identifier``; ``noun`` is what an entry is called.
    """
    fitting = {name: kind for name, kind in types.items() if _can_identify(kind)}
    usual = (*_KEYS, *own_keys("".join(noun)))
    by_name: dict[str, list[str]] = {}
    for name in sorted(fitting, key=lambda name: name != folded(name)):  # plain spellings first
        by_name.setdefault(folded(name), []).append(name)
    found = [name for key in dict.fromkeys(usual) for name in by_name.get(key, ())]
    typed = [name for name, kind in fitting.items() if kind.rstrip("!") == "ID"]
    if len(typed) == 1 and typed[0] not in found and written_words(typed[0])[:1] not in _OF_ANOTHER:
        found.append(typed[0])
    return sorted(found, key=lambda name: not fitting[name].endswith("!"))


def own_keys(thing: str) -> list[str]:
    """How keys are called that say what they are keys of, folded: ``bookid``."""
    return [f"{folded(thing)}{word}" for word in ("id", "uuid", "key")]
