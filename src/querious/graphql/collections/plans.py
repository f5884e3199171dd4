"""A resource with one way chosen for each command: documents, fields, and how answers are read back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from graphql import GraphQLNonNull

from querious.graphql.collections.documents import Document, document
from querious.graphql.collections.fields import EntryField, fields_of
from querious.graphql.collections.forms import Form
from querious.graphql.collections.key_fields import key_place
from querious.graphql.collections.operations import MUTATION, CollectionOperation, Parent, other_keys, roots
from querious.graphql.collections.pages import takes_nothing_else
from querious.graphql.collections.selections import Selection, of_entry
from querious.graphql.collections.shown_values import project
from querious.graphql.collections.words import CREATE, DELETE, UPDATE, noun_of_type
from querious.text.words import folded, written_words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from graphql import GraphQLSchema

    from querious.graphql.collections.pairs import Resource
    from querious.model.values import JSON

_VERSIONS: Final = frozenset({"version", "rev", "revision", "etag", "lockversion", "rowversion", "expectedversion"})


@dataclass(frozen=True, slots=True)
class OperationChoice:
    """Which of the candidates of a resource are taken, by number."""

    create: int = 0
    get: int = 0
    listing: int = 0
    """-1: none."""


@dataclass(frozen=True, slots=True)
class CandidatePlan:
    """What is sent for each command."""

    resource: Resource
    created: tuple[EntryField, ...]
    updated: tuple[EntryField, ...]
    deleted: tuple[EntryField, ...]
    """What a delete must be given besides the key."""
    create: Document
    update: Document | None
    delete: Document | None
    get: Document | None
    listing: Document | None
    preparations: tuple[Document, ...] = ()
    """Mutations that take the key alone, of which one may have to come before a delete."""

    @property
    def parent(self) -> Parent | None:
        """What the list stands below."""
        return self.listing.operation.parent if self.listing is not None else None

    def as_sent(self, shown: dict[str, Any]) -> JSON:
        """An entry in the form in which it was sent, with all that is shown besides."""
        value = {name: inner for name, inner in shown.items() if name != "__typename"}
        for field in (*self.created, *self.updated):
            if field.match is not None:
                value[field.name] = project(shown, field.match)
        return value


def planned(schema: GraphQLSchema, resource: Resource, choice: OperationChoice | None = None) -> CandidatePlan:
    """Build all documents. An update that cannot be given anything is left out."""
    choice = choice or OperationChoice()
    create = resource.creates[choice.create]
    update = next((one for one in resource.updates if _usable(schema, one, resource)), None)
    delete = next(iter(resource.deletes), None)
    deleted = _demanded(schema, delete, resource) if delete is not None else ()
    created = _created(schema, create, resource)
    updated = _updated(schema, update, resource) if update is not None else ()
    entry = of_entry(resource.type, resource.key, [one.match for one in (*created, *updated) if one.match is not None])
    listing = resource.lists[choice.listing] if resource.lists and choice.listing >= 0 else None
    return CandidatePlan(
        resource,
        created,
        updated,
        deleted,
        _document(schema, create, entry, created),
        _document(schema, update, entry, updated) if update is not None else None,
        _document(schema, delete, entry, deleted) if delete is not None else None,
        document(schema, resource.gets[choice.get], entry) if resource.gets else None,
        document(schema, listing, entry) if listing is not None else None,
        tuple(document(schema, one, {resource.key: None}) for one in _preparations(schema, resource)),
    )


def _usable(schema: GraphQLSchema, update: CollectionOperation, resource: Resource) -> bool:
    """Whether it changes something that is shown, and does not ask for the version that it changes."""
    fields = _updated(schema, update, resource)
    versioned = any(one.required and folded(one.name) in _VERSIONS for one in fields)
    return not versioned and any(one.match is not None for one in fields)


def _created(schema: GraphQLSchema, create: CollectionOperation, resource: Resource) -> tuple[EntryField, ...]:
    """What a create is given: no second key that the service gives by itself, as every entry has one."""
    fields = fields_of(schema, create.form, resource.type, resource.key)
    keys = {written_words(name) for name in other_keys(schema, resource.type)}
    always = {name for name, field in resource.type.fields.items() if isinstance(field.type, GraphQLNonNull)}
    return tuple(one for one in fields if one.required or written_words(one.name) not in keys or one.name not in always)


def _updated(schema: GraphQLSchema, update: CollectionOperation, resource: Resource) -> tuple[EntryField, ...]:
    """What an update is given: no second key, unless it must be."""
    fields = fields_of(schema, update.form, resource.type, resource.key)
    keys = {written_words(name) for name in other_keys(schema, resource.type)}
    return tuple(one for one in fields if one.required or written_words(one.name) not in keys)


def _demanded(schema: GraphQLSchema, delete: CollectionOperation, resource: Resource) -> tuple[EntryField, ...]:
    fields = fields_of(schema, delete.form, resource.type, resource.key)
    return tuple(one for one in fields if one.required)


def _document(
    schema: GraphQLSchema, operation: CollectionOperation, entry: Selection, fields: tuple[EntryField, ...]
) -> Document:
    """Only what is ever sent is declared."""
    unused = {slot.name for slot in operation.form.slots} - {one.name for one in fields}
    form = operation.form.without(frozenset(unused))
    return document(
        schema,
        CollectionOperation(operation.root, form, operation.way, operation.type, operation.many, operation.exact),
        entry,
    )


def _preparations(schema: GraphQLSchema, resource: Resource) -> Iterator[CollectionOperation]:
    """``cancelOrder(id)``: neither creates, updates nor deletes, and needs nothing but the key."""
    for root in roots(MUTATION, schema):
        if any(root.verb(verbs) is not None for verbs in (CREATE, UPDATE, DELETE)) or not resource.deletes:
            continue
        named = set(written_words(root.names[-1]))
        if not {*resource.noun} <= named and not {*noun_of_type(resource.type.name)} <= named:
            continue
        place = key_place(root.asked.args, resource.key, resource.noun)
        if place is not None and not place.many and takes_nothing_else(root.asked.args, place.path):
            yield CollectionOperation(root, Form((), place), None, resource.type)
