"""From what is sent to what is shown: ``productId`` comes back as ``product { id }``, nested inputs as objects."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from graphql import (
    GraphQLEnumType,
    GraphQLField,
    GraphQLInputObjectType,
    GraphQLInputType,
    GraphQLNamedType,
    GraphQLScalarType,
    get_named_type,
    is_leaf_type,
    specified_scalar_types,
)

from querious.answers.identity import CHOSEN_KEYS, KEY_WORDS
from querious.graphql.collections.key_fields import key_names
from querious.graphql.collections.ways import Holder, holder_of, is_list
from querious.graphql.collections.words import noun_of_type
from querious.model.arguments import is_plain
from querious.text.words import plural, singular, written_words

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from querious.model.values import JSON

_TEXTUAL: Final = frozenset({"ID", "String"})
_NUMERIC: Final = frozenset({"Int", "Float"})
_TRANSPARENT: Final = ("attributes", "fields", "properties", "data")
"""Members that hold the fields of an entry beside its key."""
_DEEPEST: Final = 4


@dataclass(frozen=True, slots=True)
class Match:
    """Where a field that was sent is shown."""

    path: tuple[str, ...]
    inner: tuple[tuple[str, Match], ...] = ()
    """Of an input object: where each of its fields is, below ``path``."""
    holder: str = ""
    """The type whose key is at the end of ``path``, if it is a reference."""


def match(name: str, given: GraphQLInputType, shown: Holder, depth: int = 0) -> Match | None:
    """Where the field of this name and type shows in objects of a type; None if it does not."""
    named = get_named_type(given)
    if isinstance(named, GraphQLInputObjectType):
        found = _nested(name, given, named, shown, depth)
    else:
        found = next(_leaves(name, given, named, shown), None)
    if found is not None or depth:
        return found
    for member in _TRANSPARENT:
        inside = _own_object(shown, member)
        found = match(name, given, inside, 1) if inside is not None else None
        if found is not None:
            return Match((member, *found.path), found.inner, found.holder)
    return None


def project(value: JSON, match: Match) -> JSON:
    """What was shown, in the form in which it was sent."""
    found = value
    for name in match.path:
        found = _member(found, name)
    if not match.inner:
        return found
    return _renamed(found, match.inner)


def _renamed(value: JSON, inner: tuple[tuple[str, Match], ...]) -> JSON:
    if isinstance(value, list):
        return [_renamed(item, inner) for item in value]
    if not isinstance(value, dict):
        return value
    return {**value, **{name: project(value, found) for name, found in inner}}


def _member(value: JSON, name: str) -> JSON:
    if isinstance(value, list):
        return [_member(item, name) for item in value]
    return value.get(name) if isinstance(value, dict) else None


def _leaves(name: str, given: GraphQLInputType, named: GraphQLNamedType, shown: Holder) -> Iterator[Match]:
    """The likeliest first."""
    many = is_list(given)
    same = _field(shown, name)
    if same is not None:
        yield from _at(*same, named, many=many)
    stem = _stem(name)
    if stem is not None:
        whose, part = stem
        for candidate in (whose, plural(whose), singular(whose)) if many else (whose,):
            field = _field(shown, candidate)
            if field is not None:
                yield from _at(*field, named, many=many, part=part)
    if named.name not in specified_scalar_types and isinstance(named, GraphQLScalarType) and not many:
        yield from _by_scalar(name, named, shown)


def _at(name: str, field: GraphQLField, named: GraphQLNamedType, *, many: bool, part: str = "") -> Iterator[Match]:
    """The field itself, if it is a leaf; else the key of the object, or the one part of it that has the same type."""
    if is_list(field.type) is not many:
        return
    other = get_named_type(field.type)
    if is_leaf_type(other):
        if _alike(named, other) and not part:
            yield Match((name,))
        return
    holder = holder_of(field.type)
    if holder is None:
        return
    keys = key_names(holder, noun_of_type(holder.name))
    for key in sorted(keys, key=lambda key: key.lower() != part):
        shown = get_named_type(holder.fields[key].type)
        if _alike(named, shown) and (part or named.name != "String" or shown is named):
            yield Match((name, key), holder=holder.name)
    typed = [leaf for leaf, inner in holder.fields.items() if get_named_type(inner.type) is named and is_plain(inner)]
    if len(typed) == 1 and named.name not in _TEXTUAL and not keys:
        yield Match((name, typed[0]))


def _by_scalar(name: str, named: GraphQLNamedType, shown: Holder) -> Iterator[Match]:
    """A scalar of the service's own, such as ``Sku``, in one object only: then it names that object."""
    found = []
    for outer, field in shown.fields.items():
        holder = holder_of(field.type) if is_plain(field) and not is_list(field.type) else None
        inner = _field(holder, name) if holder is not None else None
        if holder is not None and inner is not None and get_named_type(inner[1].type) is named:
            found.append(Match((outer, inner[0]), holder=holder.name))
    if len(found) == 1:
        yield found[0]


def _nested(
    name: str, given: GraphQLInputType, named: GraphQLInputObjectType, shown: Holder, depth: int
) -> Match | None:
    same = _field(shown, name)
    if same is None or depth >= _DEEPEST or is_list(given) is not is_list(same[1].type):
        return None
    holder = holder_of(same[1].type)
    if holder is None:
        return None
    inner = tuple((field, found) for field, found in inner_matches(named, holder, depth + 1).items() if found)
    return Match((same[0],), inner) if inner else None


def inner_matches(named: GraphQLInputObjectType, shown: Holder, depth: int = 1) -> Mapping[str, Match | None]:
    """Where each field of an input object shows."""
    return {name: match(name, field.type, shown, depth) for name, field in named.fields.items()}


def _field(holder: Holder | None, name: str) -> tuple[str, GraphQLField] | None:
    """By name, however it is spelt."""
    if holder is None:
        return None
    if name in holder.fields and is_plain(holder.fields[name]):
        return name, holder.fields[name]
    wanted = written_words(name)
    return next(
        ((own, field) for own, field in holder.fields.items() if written_words(own) == wanted and is_plain(field)), None
    )


def _own_object(holder: Holder, name: str) -> Holder | None:
    field = holder.fields.get(name)
    return None if field is None or is_list(field.type) or not is_plain(field) else holder_of(field.type)


def _stem(name: str) -> tuple[str, str] | None:
    """``authorId`` is the ``id`` of ``author``."""
    parts = written_words(name)
    if len(parts) <= 1 or singular(parts[-1]) not in KEY_WORDS.union(CHOSEN_KEYS):
        return None
    return "_".join(parts[:-1]), singular(parts[-1])


def _alike(given: GraphQLNamedType, shown: GraphQLNamedType) -> bool:
    """Whether a value of one can be seen in the other."""
    if given.name == shown.name:
        return True
    if isinstance(given, GraphQLEnumType) and isinstance(shown, GraphQLEnumType):
        return set(given.values) <= set(shown.values)
    names = {given.name, shown.name}
    return names <= _TEXTUAL | {"Int"} or names <= _NUMERIC or (bool(names & _TEXTUAL) and _is_own(given, shown))


def _is_own(given: GraphQLNamedType, shown: GraphQLNamedType) -> bool:
    """A scalar of the service's own on one side: what it is written like is not known, text is likely."""
    return any(isinstance(one, GraphQLScalarType) and one.name not in specified_scalar_types for one in (given, shown))
