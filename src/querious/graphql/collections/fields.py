"""The fields of an entry: how each is given, where it is shown, and what it refers to.

``productId`` comes back as ``product { id }``, nested inputs come back as objects.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from graphql import (
    GraphQLEnumType,
    GraphQLField,
    GraphQLID,
    GraphQLInputObjectType,
    GraphQLInputType,
    GraphQLNamedType,
    GraphQLScalarType,
    get_named_type,
    is_leaf_type,
    specified_scalar_types,
)

from querious.answers.identity import CHOSEN_KEYS, KEY_WORDS
from querious.answers.volatile import tells_own_moment
from querious.graphql.collections.inputs import Input
from querious.graphql.collections.schema_index import Holder, holder_of, key_names, plain_fields
from querious.model.definitions import is_list
from querious.text.words import folded, plural, singular, written_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from querious.graphql.collections.forms import Form
    from querious.graphql.collections.schema_index import SchemaIndex
    from querious.model.values import JSON

Place: TypeAlias = tuple[str, str]
"""A type and one of its fields."""

_TEXTUAL: Final = frozenset({"ID", "String"})
_NUMERIC: Final = frozenset({"Int", "Float"})
_TRANSPARENT: Final = ("attributes", "fields", "properties", "data")
"""Members that hold the fields of an entry beside its key."""
_REFERENCES: Final = KEY_WORDS | {"slug", "sku"}
_OF: Final = re.compile(
    r"\b(?:id|ids|identifiers?|key|keys|uuid|reference|slug)s? of (?:an? |the |its |some )?(\w+)", re.IGNORECASE
)
_FREE: Final = re.compile(
    r"json(?:b|object|string|value|scalar|map)?|map|any(?:value|scalar)?|object|dict(?:ionary)?|genericscalar|mixed"
)
"""Names of scalars that hold anything, folded."""
_DEEPEST: Final = 4


@dataclass(frozen=True, slots=True)
class Match:
    """Where a field that was sent is shown."""

    path: tuple[str, ...]
    holder: str
    """The type that the last field of ``path`` belongs to."""
    inner: tuple[tuple[str, Match], ...] = ()
    """Of an input object: where each of its fields is, below ``path``."""
    is_reference: bool = False
    """Whether the last field of ``path`` is the key of another object."""


@dataclass(frozen=True, slots=True)
class EntryField:
    """One field, and those inside it if it is an input object."""

    name: str
    path: str
    """With dots where it is inside another."""
    type: GraphQLInputType
    required: bool
    description: str
    match: Match | None
    """Where it is shown; None if it is not."""
    refers_to: Place | None = None
    inner: tuple[EntryField, ...] = ()
    fresh: bool = False
    """Whether it is the key, which we must choose."""

    @property
    def shown_at(self) -> Place:
        """The type and field that show it; empty names if nothing does."""
        return (self.match.holder, self.match.path[-1]) if self.match is not None else ("", "")

    @property
    def is_seen(self) -> bool:
        """Whether all of it is shown."""
        return self.match is not None and all(field.is_seen for field in self.inner)

    @property
    def is_free(self) -> bool:
        """Whether it may hold anything, itself or inside: a service may show that in a form of its own."""
        named = get_named_type(self.type)
        free = isinstance(named, GraphQLScalarType) and holds_anything(named)
        return free or any(field.is_free for field in self.inner)


def holds_anything(type_: GraphQLScalarType) -> bool:
    """Whether its name says that every value is one of it."""
    return _FREE.fullmatch(folded(type_.name)) is not None


def all_fields(fields: Iterable[EntryField]) -> Iterator[EntryField]:
    """They, and those inside them."""
    for field in fields:
        yield field
        yield from all_fields(field.inner)


def fields_of_form(index: SchemaIndex, form: Form, shown: Holder, key: str) -> tuple[EntryField, ...]:
    """All that is shown, and what must be given. Key and moments are left to the service if they may be."""
    slots = [slot for slot in form.slots if slot.required or slot.name != key]
    found = (_field(index, slot, shown, slot.name, 0, fresh=slot.name == key) for slot in slots)
    return tuple(filter(None, found))


def _field(
    index: SchemaIndex, slot: Input, shown: Holder | None, path: str, depth: int, *, fresh: bool = False
) -> EntryField | None:
    type_, named = slot.declared.type, get_named_type(slot.declared.type)
    found = match(slot.name, type_, shown, depth) if shown is not None else None
    if not slot.required and (found is None or tells_own_moment(slot.name)):
        return None
    inner: tuple[EntryField, ...] = ()
    refers_to: Place | None = None
    if isinstance(named, GraphQLInputObjectType):
        below = holder_of(index.field(found.holder, found.path[-1]).type) if found is not None else None
        members = named.fields.items() if depth < _DEEPEST else ()
        slots = (Input((name,), declared, ()) for name, declared in members)
        inner = tuple(filter(None, (_field(index, one, below, f"{path}.{one.name}", depth + 1) for one in slots)))
    elif not fresh:
        refers_to = _reference(index, slot, found, shown)
    description = slot.declared.description or ""
    return EntryField(slot.name, path, type_, slot.required, description, found, refers_to, inner, fresh)


# references


def _reference(index: SchemaIndex, slot: Input, found: Match | None, shown: Holder | None) -> Place | None:
    """The type and field whose values can stand here, if it names something else."""
    if found is not None and found.is_reference:
        return found.holder, found.path[-1]
    named = get_named_type(slot.declared.type)
    parts = written_words(slot.name)
    if named is GraphQLID or (len(parts) > 1 and singular(parts[-1]) in _REFERENCES):
        return _beside(shown, parts, named) or _by_noun(index, slot, parts)
    if found is None and _is_own_scalar(named):
        return _by_argument(index, slot.name, named)
    return None


def _beside(shown: Holder | None, parts: tuple[str, ...], named: GraphQLNamedType) -> Place | None:
    """The type of an object beside it that goes by its name: ``author`` or ``personByAuthorId`` for ``authorId``."""
    for name, field in shown.fields.items() if shown is not None and len(parts) > 1 else ():
        holder, own = holder_of(field.type), written_words(name)
        is_named = own == parts[:-1] or own[-len(parts) :] == parts
        if holder is None or is_list(field.type) or not is_named:
            continue
        for key in key_names(holder):
            if get_named_type(holder.fields[key].type) is named:
                return holder.name, key
    return None


def _by_noun(index: SchemaIndex, slot: Input, parts: tuple[str, ...]) -> Place | None:
    """The type that the name or the description speaks of."""
    named = parts[:-1] if singular(parts[-1]) in _REFERENCES else (*parts[:-1], singular(parts[-1]))
    for noun in (named, *((word.lower(),) for word in _OF.findall(slot.declared.description or ""))):
        holder = index.entity(noun)
        if holder is not None:
            return holder.name, key_names(holder, noun)[0]
    return None


def _by_argument(index: SchemaIndex, name: str, named: GraphQLNamedType) -> Place | None:
    """A scalar of the service's own by which a query finds something."""
    for root in index.queries:
        holder, argument = holder_of(root.asked.type), root.asked.args.get(name)
        if holder is None or argument is None or is_list(root.asked.type) or name not in holder.fields:
            continue
        if get_named_type(argument.type) is named is get_named_type(holder.fields[name].type):
            return holder.name, name
    return None


# where a field is shown


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
        field = plain_fields(shown).get(member)
        inside = holder_of(field.type) if field is not None and not is_list(field.type) else None
        found = match(name, given, inside, 1) if inside is not None else None
        if found is not None:
            return Match((member, *found.path), found.holder, found.inner, found.is_reference)
    return None


def _nested(
    name: str, given: GraphQLInputType, named: GraphQLInputObjectType, shown: Holder, depth: int
) -> Match | None:
    for own, field in _called(shown, name):
        holder = holder_of(field.type)
        if holder is None or depth >= _DEEPEST or is_list(given) is not is_list(field.type):
            return None
        matches = ((inner, match(inner, below.type, holder, depth + 1)) for inner, below in named.fields.items())
        found = tuple((inner, one) for inner, one in matches if one is not None)
        return Match((own,), shown.name, found) if found else None
    return None


def _leaves(name: str, given: GraphQLInputType, named: GraphQLNamedType, shown: Holder) -> Iterator[Match]:
    """The likeliest first: of the same name; ``author`` for ``authorId``; the only object with such a scalar."""
    many, parts = is_list(given), written_words(name)
    for own, field in _called(shown, name):
        yield from _at(shown, own, field, named, many=many)
    part = singular(parts[-1]) if parts else ""
    if len(parts) > 1 and part in KEY_WORDS.union(CHOSEN_KEYS):
        whose = "_".join(parts[:-1])
        for candidate in (whose, plural(whose), singular(whose)) if many else (whose,):
            for own, field in _called(shown, candidate):
                yield from _at(shown, own, field, named, many=many, part=part)
    if _is_own_scalar(named) and not many:
        found = list(_by_scalar(name, named, shown))
        yield from found if len(found) == 1 else ()


def _at(
    shown: Holder, name: str, field: GraphQLField, named: GraphQLNamedType, *, many: bool, part: str = ""
) -> Iterator[Match]:
    """The field itself, if it is a leaf; else the key of the object, or the one part of it that has the same type."""
    other, holder = get_named_type(field.type), holder_of(field.type)
    if is_list(field.type) is not many:
        return
    if is_leaf_type(other) and not part and _alike(named, other):
        yield Match((name,), shown.name)
    if holder is None:
        return
    keys = key_names(holder)
    for key in sorted(keys, key=lambda key: key.lower() != part):
        type_ = get_named_type(holder.fields[key].type)
        if _alike(named, type_) and (part or named.name != "String" or type_ is named):
            yield Match((name, key), holder.name, is_reference=True)
    typed = [leaf for leaf, inner in plain_fields(holder).items() if get_named_type(inner.type) is named]
    if len(typed) == 1 and named.name not in _TEXTUAL and not keys:
        yield Match((name, typed[0]), holder.name)


def _by_scalar(name: str, named: GraphQLNamedType, shown: Holder) -> Iterator[Match]:
    """A scalar of the service's own, such as ``Sku``, in an object: then it names that object."""
    for outer, field in plain_fields(shown).items():
        holder = holder_of(field.type)
        if holder is None or is_list(field.type):
            continue
        for own, inner in _called(holder, name):
            if get_named_type(inner.type) is named:
                yield Match((outer, own), holder.name, is_reference=True)


def _called(holder: Holder, name: str) -> list[tuple[str, GraphQLField]]:
    """The field of this name, however it is spelt; as it is spelt first, and no other."""
    wanted = written_words(name)
    found = [(own, field) for own, field in plain_fields(holder).items() if written_words(own) == wanted]
    return sorted(found, key=lambda one: one[0] != name)[:1]


def _alike(given: GraphQLNamedType, shown: GraphQLNamedType) -> bool:
    """Whether a value of one can be seen in the other. How a scalar of the service's own is written is not known."""
    names = {given.name, shown.name}
    if isinstance(given, GraphQLEnumType) and isinstance(shown, GraphQLEnumType):
        return set(given.values) <= set(shown.values)
    if len(names) == 1 or names <= _TEXTUAL | {"Int"} or names <= _NUMERIC:
        return True
    return bool(names & _TEXTUAL) and (_is_own_scalar(given) or _is_own_scalar(shown))


def _is_own_scalar(type_: GraphQLNamedType) -> bool:
    return isinstance(type_, GraphQLScalarType) and type_.name not in specified_scalar_types


# entries as they were sent


def as_sent(shown: dict[str, Any], fields: Iterable[EntryField]) -> JSON:
    """An entry in the form in which it was sent, with all that is shown besides."""
    value = {name: inner for name, inner in shown.items() if name != "__typename"}
    for field in fields:
        if field.match is not None:
            value[field.name] = _projected(shown, field.match)
    return value


def _projected(value: JSON, match: Match) -> JSON:
    for name in match.path:
        value = _each(value, lambda one, name=name: one.get(name))
    return _each(value, lambda one: {**one, **{name: _projected(one, inner) for name, inner in match.inner}})


def _each(value: JSON, change: Any) -> JSON:
    """Objects changed, one by one where they are in a list; anything else is shown as it is."""
    if isinstance(value, list):
        return [_each(item, change) for item in value]
    return change(value) if isinstance(value, dict) else value
