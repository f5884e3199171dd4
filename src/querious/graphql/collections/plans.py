"""A resource with one operation chosen for each command: what it is given, what it selects, how answers are read."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

from graphql import GraphQLNonNull, get_named_type, is_leaf_type

from querious.graphql.collections.fields import EntryField, as_sent, fields_of_form
from querious.graphql.collections.forms import Form, key_place
from querious.graphql.collections.operations import CollectionOperation, Parent
from querious.graphql.collections.pages import takes_nothing_else
from querious.graphql.collections.pairs import other_lookups
from querious.graphql.collections.schema_index import (
    Holder,
    Hop,
    Hops,
    SchemaIndex,
    has_own_key,
    holder_of,
    hops_of,
    is_error_member,
    key_names,
    leaf_names,
    plain_fields,
)
from querious.graphql.collections.words import CREATE, DELETE, UPDATE, noun_of_type
from querious.model.definitions import is_list
from querious.model.state import Command
from querious.text.words import folded, written_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from graphql import GraphQLNamedType

    from querious.graphql.collections.fields import Match
    from querious.graphql.collections.pairs import Resource
    from querious.model.values import JSON

_VERSIONS: Final = frozenset({"version", "rev", "revision", "etag", "lockversion", "rowversion", "expectedversion"})
_MOST_PATHS: Final = 60
"""That are asked of an entry, beside what was sent to it."""
_OTHERS: Final = 2
"""Other ways to find an entry, each of which is asked whenever one is read."""
_FEW: Final = 5
"""Members of a union that tells how something ended; one of all entries has more."""
_DEEPEST: Final = 2
"""Objects without a key inside each other: an address, an amount of money."""


@dataclass(frozen=True, slots=True)
class CandidatePlan:
    """What is sent for each command: the first candidate of the resource."""

    index: SchemaIndex
    resource: Resource
    created: tuple[EntryField, ...]
    updated: tuple[EntryField, ...]
    deleted: tuple[EntryField, ...]
    """What a delete must be given besides the key."""
    operations: Mapping[Command, CollectionOperation]
    preparations: tuple[CollectionOperation, ...] = ()
    """Mutations that take the key alone, of which one may have to come before a delete."""
    entry: tuple[Hops, ...] = ()
    """What is asked of an entry, its key first."""
    other_gets: tuple[tuple[str, CollectionOperation], ...] = ()
    """Queries that find an entry by another of its leaves, with the name of that."""

    @property
    def create(self) -> CollectionOperation:
        """The one operation that every plan has."""
        return self.operations[Command.POST]

    @property
    def parent(self) -> Parent | None:
        """What the list stands below."""
        return self.operations[Command.LIST].parent if Command.LIST in self.operations else None

    def as_sent(self, shown: dict[str, Any]) -> JSON:
        """An entry in the form in which it was sent, with all that is shown besides."""
        return as_sent(shown, [one for one in (*self.created, *self.updated) if self.asks_for(one)])

    @property
    def members(self) -> tuple[str, ...]:
        """Names of the fields that are asked of an entry, without its key, and of what its list need not tell."""
        names = [path[0].name for path in self.entry]
        names += [operation.paging.spare for operation in self.operations.values()]
        return tuple(name for name in dict.fromkeys(names) if name not in {self.resource.key, ""})

    def asks_for(self, field: EntryField) -> bool:
        """Whether a field that is sent is asked for where it is shown."""
        return field.match is not None and any(path[0].name == field.match.path[0] for path in self.entry)

    def showing(self, members: Iterable[str]) -> CandidatePlan:
        """The same, asking for the key, what else finds an entry, and these members alone."""
        wanted = {self.resource.key, "", *members, *(name for name, _ in self.other_gets)}
        entry = tuple(path for path in self.entry if path[0].name in wanted)
        fields = {Command.POST: self.created, Command.PATCH: self.updated, Command.DELETE: self.deleted}
        operations = {}
        for command, operation in self.operations.items():
            paging = operation.paging
            told = paging if paging.spare in wanted else replace(paging, total=())
            operations[command] = selecting(self.index, replace(operation, paging=told), entry, fields.get(command, ()))
        other_gets = tuple((name, selecting(self.index, one, entry)) for name, one in self.other_gets)
        return replace(self, operations=operations, entry=entry, other_gets=other_gets)

    def without(self, command: Command) -> CandidatePlan:
        """The same without a command."""
        return replace(self, operations={each: one for each, one in self.operations.items() if each is not command})


def planned(index: SchemaIndex, resource: Resource) -> CandidatePlan:
    """Choose fields and selections. An update that cannot be given anything is left out."""
    type_, key = resource.type, resource.key
    created = _created(index, resource)
    update, updated = next(_updates(index, resource), (None, ()))
    deletes = resource.deletes[:1]
    deleted = tuple(one for delete in deletes for one in fields_of_form(index, delete.form, type_, key) if one.required)
    entry: list[Hops] = [(Hop(type_.name, key),)]
    for one in (*created, *updated):
        entry += _match_paths(index, type_, one.match) if one.match is not None else ()
    entry += islice(entry_paths(type_), _MOST_PATHS)
    chosen = [(Command.POST, one, created) for one in resource.creates[:1]]
    chosen += [(Command.PATCH, update, updated)] if update is not None else []
    chosen += [(Command.DELETE, one, deleted) for one in deletes]
    chosen += [(Command.GET, one, ()) for one in resource.gets[:1]]
    chosen += [(Command.LIST, one, ()) for one in resource.lists[:1]]
    operations = {command: selecting(index, one, entry, fields) for command, one, fields in chosen}
    preparations = (selecting(index, one, entry[:1]) for one in _preparations(index, resource))
    other_gets = tuple(
        (name, selecting(index, one, entry)) for name, one in islice(other_lookups(index, resource), _OTHERS)
    )
    return CandidatePlan(
        index, resource, created, updated, deleted, operations, tuple(preparations), tuple(entry), other_gets
    )


def selecting(
    index: SchemaIndex, operation: CollectionOperation, entry: Iterable[Hops], fields: Iterable[EntryField] = ()
) -> CollectionOperation:
    """The operation with what it selects: the entry where the answer holds it, and what the payload tells besides."""
    given = get_named_type(operation.root.asked.type)
    form = operation.form.only({one.name for one in fields})
    if is_leaf_type(given):
        return replace(operation, form=form)
    paths = [(*operation.hops, *path) for path in entry] if operation.hops is not None else []
    if not operation.many:
        paths += _told_paths(index, given, operation.type)
    paths += operation.paging.told
    return replace(operation, form=form, selections=index.select(given.name, paths))


def entry_paths(holder: Holder, depth: int = 0) -> Iterator[Hops]:
    """All that can be compared: leaves, the keys of related objects, and what is inside objects without a key."""
    for name, field in plain_fields(holder).items():
        hop, inner = Hop(holder.name, name), holder_of(field.type)
        if field.deprecation_reason is not None:
            continue
        if is_leaf_type(get_named_type(field.type)):
            yield (hop,)
        elif inner is not None and key_names(inner):
            if not is_list(field.type):
                yield hop, Hop(inner.name, key_names(inner)[0])
        elif inner is not None and depth < _DEEPEST and not inner.name.endswith(("Connection", "Edge")):
            for below in entry_paths(inner, depth + 1):
                yield (hop, *below)


def _match_paths(index: SchemaIndex, holder: Holder, match: Match) -> Iterator[Hops]:
    """Where a field that is sent is shown, with all that is inside it."""
    hops = hops_of(holder, match.path)
    inside = holder_of(index.field(match.holder, match.path[-1]).type)
    if inside is None or not match.inner:
        yield hops
        return
    for _, inner in match.inner:
        for below in _match_paths(index, inside, inner):
            yield (*hops, *below)


def _told_paths(index: SchemaIndex, given: GraphQLNamedType, entry: Holder | None) -> Iterator[Hops]:
    """What a payload tells beside the entry: leaves such as ``success``, and its errors."""
    members = list(index.members(given))
    for position, holder in enumerate(members):
        is_member = holder.name != given.name
        if holder is entry or (is_member and len(members) > _FEW and has_own_key(holder)):
            continue
        for name, field in plain_fields(holder).items():
            hop, inner = Hop(holder.name, name, f"m{position}_{name}" if is_member else ""), holder_of(field.type)
            if is_leaf_type(get_named_type(field.type)):
                yield (hop,)
            elif is_error_member(name) and inner is not None:
                for leaf in leaf_names(inner):
                    yield hop, Hop(inner.name, leaf)


def _created(index: SchemaIndex, resource: Resource) -> tuple[EntryField, ...]:
    """What a create is given: no second key that the service gives by itself, as every entry has one."""
    fields = fields_of_form(index, resource.creates[0].form, resource.type, resource.key)
    always = {name for name, field in resource.type.fields.items() if isinstance(field.type, GraphQLNonNull)}
    given = _other_keys(index, resource.type)
    return tuple(
        one for one in fields if one.required or one.name not in always or written_words(one.name) not in given
    )


def _updates(index: SchemaIndex, resource: Resource) -> Iterator[tuple[CollectionOperation, tuple[EntryField, ...]]]:
    """Updates that change something that is shown, no second key, and do not ask for the version that they change."""
    keys = _other_keys(index, resource.type)
    for update in resource.updates:
        fields = fields_of_form(index, update.form, resource.type, resource.key)
        fields = tuple(one for one in fields if one.required or written_words(one.name) not in keys)
        versioned = any(one.required and folded(one.name) in _VERSIONS for one in fields)
        if not versioned and any(one.match is not None for one in fields):
            yield update, fields


def _other_keys(index: SchemaIndex, type_: Holder) -> set[tuple[str, ...]]:
    """Arguments by which a query finds one entry, as its name says: ``personByRowId(rowId: …)``."""
    found = set()
    for root in index.queries:
        gives_one = holder_of(root.asked.type) is type_ and not is_list(root.asked.type)
        key = written_words("".join(root.demanded)) if gives_one and len(root.demanded) == 1 else ("",)
        if written_words(root.names[-1])[-len(key) - 1 :] == ("by", *key):
            found.add(key)
    return found


def _preparations(index: SchemaIndex, resource: Resource) -> Iterator[CollectionOperation]:
    """``cancelOrder(id)``: neither creates, updates nor deletes, and needs nothing but the key."""
    for root in index.mutations if resource.deletes else ():
        words = set(written_words(root.names[-1]))
        named = {*resource.noun} <= words or {*noun_of_type(resource.type.name)} <= words
        if not named or any(root.verb(verbs) for verbs in (CREATE, UPDATE, DELETE)):
            continue
        place = key_place(root.inputs, resource.key, resource.noun)
        if place is not None and not place.many and takes_nothing_else(root.inputs, place.path):
            yield CollectionOperation(root, Form((), place), None, resource.type)
