"""The fields of an entry, ready for making values: what each is, where it is shown, and what it refers to."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from graphql import (
    GraphQLID,
    GraphQLInputObjectType,
    GraphQLInputType,
    GraphQLNamedType,
    GraphQLScalarType,
    GraphQLSchema,
    get_named_type,
    specified_scalar_types,
)

from querious.answers.identity import KEY_WORDS
from querious.answers.volatile import tells_own_moment
from querious.graphql.collections.forms import slot_of
from querious.graphql.collections.key_fields import key_names
from querious.graphql.collections.scalars import holds_anything
from querious.graphql.collections.shown_values import Match, match
from querious.graphql.collections.ways import Holder, holder_of, is_list
from querious.graphql.collections.words import noun_of_type
from querious.text.words import same_noun, singular, written_words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from querious.graphql.collections.forms import Form, Slot
    from querious.graphql.collections.seen import Place
    from querious.model.values import JSON

_KEY_WORDS: Final = KEY_WORDS | {"slug", "sku"}
_OF: Final = re.compile(
    r"\b(?:id|ids|identifiers?|key|keys|uuid|reference|slug)s? of (?:an? |the |its |some )?(\w+)", re.IGNORECASE
)
_DEEPEST: Final = 4


@dataclass(frozen=True, slots=True)
class EntryField:
    """One field, and those inside it if it is an input object."""

    name: str
    path: str
    """With dots where it is inside another."""
    type: GraphQLInputType
    required: bool
    description: str
    default: JSON
    match: Match | None
    """Where it is shown; None if it is not."""
    shown_at: Place | None = None
    refers_to: Place | None = None
    inner: tuple[EntryField, ...] = ()
    fresh: bool = False
    """Whether it is the key, which we must choose."""

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


def fields_of(schema: GraphQLSchema, form: Form, shown: Holder, key: str) -> tuple[EntryField, ...]:
    """Of a form: all that is shown, and what must be given. Key and moments are left to the service if they may be."""
    found = []
    for slot in form.slots:
        if slot.name == key and not slot.required:
            continue
        field = _field(schema, slot, shown, slot.name, 0, key=key)
        if field is not None:
            found.append(field)
    return tuple(found)


def all_fields(fields: tuple[EntryField, ...]) -> Iterator[EntryField]:
    """They, and those inside them."""
    for field in fields:
        yield field
        yield from all_fields(field.inner)


def _field(
    schema: GraphQLSchema, slot: Slot, shown: Holder | None, path: str, depth: int, *, key: str = ""
) -> EntryField | None:
    found = match(slot.name, slot.type, shown, depth) if shown is not None else None
    if not slot.required and (found is None or tells_own_moment(slot.name)):
        return None
    named = get_named_type(slot.type)
    if isinstance(named, GraphQLInputObjectType):
        inner = _inner(schema, named, _reached(shown, found), path, depth + 1)
        return EntryField(slot.name, path, slot.type, slot.required, slot.description, slot.default, found, inner=inner)
    fresh = bool(key) and slot.name == key
    return EntryField(
        slot.name,
        path,
        slot.type,
        slot.required,
        slot.description,
        slot.default,
        found,
        shown_at=_place(shown, found),
        refers_to=None if fresh else _reference(schema, slot, found, shown),
        fresh=fresh,
    )


def _inner(
    schema: GraphQLSchema, named: GraphQLInputObjectType, shown: Holder | None, path: str, depth: int
) -> tuple[EntryField, ...]:
    if depth > _DEEPEST:
        return ()
    found = (
        _field(schema, slot_of(name, (name,), given), shown, f"{path}.{name}", depth)
        for name, given in named.fields.items()
    )
    return tuple(field for field in found if field is not None)


def _reached(shown: Holder | None, found: Match | None) -> Holder | None:
    for name in found.path if found is not None else ():
        shown = holder_of(shown.fields[name].type) if shown is not None else None
    return shown if found is not None else None


def _place(shown: Holder | None, found: Match | None) -> Place | None:
    if found is None or shown is None:
        return None
    for name in found.path[:-1]:
        below = holder_of(shown.fields[name].type)
        if below is None:
            return None
        shown = below
    return shown.name, found.path[-1]


def _reference(schema: GraphQLSchema, slot: Slot, found: Match | None, shown: Holder | None) -> Place | None:
    """The type and field whose values can stand here, if it names something else."""
    if found is not None and found.holder:
        return found.holder, found.path[-1]
    named = get_named_type(slot.type)
    parts = written_words(slot.name)
    if named is GraphQLID or (len(parts) > 1 and singular(parts[-1]) in _KEY_WORDS):
        return _beside(shown, parts, named) or _by_noun(schema, slot, parts)
    if isinstance(named, GraphQLScalarType) and named.name not in specified_scalar_types and found is None:
        return _by_argument(schema, slot.name, named)
    return None


def _beside(shown: Holder | None, parts: tuple[str, ...], named: GraphQLNamedType) -> Place | None:
    """The type of an object beside it that goes by its name: ``author`` or ``personByAuthorId`` for ``authorId``."""
    for name, field in shown.fields.items() if shown is not None and len(parts) > 1 else ():
        holder = holder_of(field.type)
        own = written_words(name)
        if holder is None or is_list(field.type) or not (own == parts[:-1] or own[-len(parts) :] == parts):
            continue
        keys = key_names(holder, noun_of_type(holder.name))
        alike = [key for key in keys if get_named_type(holder.fields[key].type) is named]
        if alike:
            return holder.name, alike[0]
    return None


def _by_noun(schema: GraphQLSchema, slot: Slot, parts: tuple[str, ...]) -> Place | None:
    nouns = [parts[:-1] if singular(parts[-1]) in _KEY_WORDS else (*parts[:-1], singular(parts[-1]))]
    nouns += [(word.lower(),) for word in _OF.findall(slot.description)]
    for noun in nouns:
        for name in schema.type_map:
            holder = holder_of(schema.type_map[name])
            if holder is not None and not name.startswith("__") and same_noun(noun_of_type(name), noun):
                keys = key_names(holder, noun)
                if keys:
                    return name, keys[0]
    return None


def _by_argument(schema: GraphQLSchema, name: str, named: GraphQLScalarType) -> Place | None:
    """A scalar of the service's own by which a query finds something."""
    for root in schema.query_type.fields.values() if schema.query_type else ():
        holder = holder_of(root.type)
        argument = root.args.get(name)
        if holder is None or argument is None or is_list(root.type) or name not in holder.fields:
            continue
        if get_named_type(argument.type) is named and get_named_type(holder.fields[name].type) is named:
            return holder.name, name
    return None
