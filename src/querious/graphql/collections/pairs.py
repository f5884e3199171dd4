"""From a schema to resources: which mutations and queries belong together, by their names and types alone.

A resource begins with a mutation that creates: what its answer holds is the entry. Updates and deletes are found by the
same noun, queries by the type that they give. Where names leave a choice, all candidates are kept, the likeliest first;
the probe settles it by what the service does.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from querious.graphql.collections.fields import match
from querious.graphql.collections.forms import Form, changed_by, form_of, is_called, key_place
from querious.graphql.collections.operations import CollectionOperation, Parent
from querious.graphql.collections.pages import paging_of, takes_nothing_else
from querious.graphql.collections.schema_index import (
    Holder,
    Hop,
    PathToEntry,
    Root,
    SchemaIndex,
    has_own_key,
    holder_of,
    is_payload,
    key_names,
    leaf_names,
)
from querious.graphql.collections.words import CREATE, DELETE, UPDATE, noun_of_type
from querious.model.definitions import is_list
from querious.text.words import Words, camel, plural, same_noun, written_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from graphql import GraphQLSchema

    Ranked = tuple[Any, CollectionOperation]

_PREPOSITIONS: Final = frozenset({"to", "from", "for", "in", "on", "with", "of", "by", "as", "into"})
_MANY: Final = frozenset({"bulk", "many", "batch", "multiple"})
_SURE: Final = 2


@dataclass(frozen=True, slots=True)
class Resource:
    """Entries of one type, with what can be done to them; of each, the likeliest first."""

    name: str
    noun: Words
    type: Holder
    key: str
    creates: tuple[CollectionOperation, ...]
    updates: tuple[CollectionOperation, ...]
    deletes: tuple[CollectionOperation, ...]
    gets: tuple[CollectionOperation, ...]
    lists: tuple[CollectionOperation, ...]

    @property
    def worth(self) -> tuple[int, ...]:
        """How much can be done with this key."""
        exact = any(one.exact for one in self.gets)
        return (exact + bool(self.updates) + bool(self.deletes), bool(self.gets), bool(self.lists))


@dataclass(frozen=True, slots=True)
class Pairing:
    """What a schema offers for a model, and what it does not."""

    resources: tuple[Resource, ...]
    left_out: tuple[str, ...]
    """A line for each mutation or type that no model can be made of: its name, and why."""


class _Creation(NamedTuple):
    rank: tuple[int, ...]
    noun: Words
    operation: CollectionOperation
    type: Holder


def pair(schema: GraphQLSchema) -> Pairing:
    """Find all resources; nothing is sent."""
    return pair_index(SchemaIndex(schema))


def pair_index(index: SchemaIndex) -> Pairing:
    """The same, where the schema was read already."""
    left_out: list[str] = []
    entities: dict[str, list[_Creation]] = {}
    for root in index.mutations:
        verb, noun = root.verb(CREATE) or ("", ())
        creation = _creation(index, root, verb, noun) if verb and not set(noun) & _MANY else None
        if creation is not None:
            entities.setdefault(creation.type.name, []).append(creation)
        elif set(noun) & _MANY:
            left_out.append(f"{root.name}: makes several at once")
        elif verb:
            left_out.append(
                f"{root.name}: its answer holds no object with an identifier that could be the one it makes"
            )
    resources: dict[str, Resource] = {}
    for creations in entities.values():
        resource = _resource(index, sorted(creations, key=lambda one: one.rank))
        type_ = resource.type.name
        if not resource.key:
            left_out.append(f"{type_}: no field of it looks like an identifier")
        elif not resource.gets and not resource.lists:
            create = resource.creates[0].name
            left_out.append(f"{type_}: {create} makes one, but no query gives it by {resource.key} or lists it")
        else:
            name = type_ if resource.name in resources else resource.name
            resources[name] = replace(resource, name=name)
    left_out += _orphans(index, resources.values())
    return Pairing(tuple(resources.values()), tuple(left_out))


def _orphans(index: SchemaIndex, resources: Iterable[Resource]) -> Iterator[str]:
    used = {one.name for each in resources for one in (*each.creates, *each.updates, *each.deletes)}
    for root in index.mutations:
        if root.name in used or root.verb(CREATE):
            continue
        if root.verb(UPDATE) or root.verb(DELETE):
            yield f"{root.name}: nothing that is created and found again goes by that name and key"
        else:
            yield f"{root.name}: neither creates, updates nor deletes, by its name"


def _creation(index: SchemaIndex, root: Root, verb: str, noun: Words) -> _Creation | None:
    for found, sure in _created(index, root, noun):
        form = form_of(root.inputs, noun)
        operation = CollectionOperation(root, form, found.hops, found.type, exact=sure == _SURE)
        return _Creation((-sure, CREATE.index(verb), len(noun)), noun, operation, found.type)
    return None


def _created(index: SchemaIndex, root: Root, noun: Words) -> Iterator[tuple[PathToEntry, int]]:
    """The object that is made, the surest first: of the noun's own type, of one that ends like it, any if none fits."""
    type_ = root.asked.type
    alike = [found for found in index.paths(type_, lambda holder: _is_entry(holder, noun)) if not found.many]
    for found in sorted(alike, key=lambda found: -_likeness(found.type.name, noun)):
        yield found, _likeness(found.type.name, noun)
    if any(_likeness(name, noun) == _SURE for name in index.schema.type_map) or set(noun) & _PREPOSITIONS:
        return
    others = [found for found in index.paths(type_, has_own_key) if not found.many]
    if len({found.type.name for found in others}) == 1:
        yield others[0], 0


def _is_entry(holder: Holder, noun: Words) -> bool:
    return _likeness(holder.name, noun) > 0 and bool(key_names(holder, noun)) and not is_payload(holder.name)


def _likeness(name: str, noun: Words) -> int:
    """How well the name of a type fits a noun: 2 the same, 1 the end of one is the other, 0 not at all."""
    own = noun_of_type(name)
    if same_noun(own, noun):
        return _SURE
    shorter, longer = sorted((own, noun), key=len)
    return int(len(longer) > len(shorter) and same_noun(longer[-len(shorter) :], shorter))


def _resource(index: SchemaIndex, creations: list[_Creation]) -> Resource:
    """Of all keys that entries may have, the one with which most can be done."""
    noun, type_ = creations[0].noun, creations[0].type
    nouns = (noun, noun_of_type(type_.name))
    creates = tuple(creation.operation for creation in creations)
    lists = sorted(lists_of(index, type_, noun), key=lambda one: (not one.exact, not one.root.reads(nouns[1])))
    best = Resource("", noun, type_, "", creates, (), (), (), tuple(lists))
    for key in _keys(index, type_, noun):
        updates = _changes(index, UPDATE, nouns, type_, key)
        deletes = _changes(index, DELETE, nouns, type_, key)
        gets = _gets(index, nouns, type_, key)
        found = Resource("", noun, type_, key, creates, updates, deletes, gets, best.lists)
        best = found if not best.key or found.worth > best.worth else best
    if not any(one.exact for one in best.lists):
        best = replace(best, lists=(*_below_parents(index, best), *best.lists))
    return replace(best, name=_name(best))


def _keys(index: SchemaIndex, type_: Holder, noun: Words) -> list[str]:
    """Fields that look like keys, then those by which a query finds one."""
    keys = key_names(type_, noun)
    for root in index.queries:
        if holder_of(root.asked.type) is type_ and len(root.demanded) == 1:
            keys += [name for name in root.demanded if name in leaf_names(type_)]
    return list(dict.fromkeys(keys))


def _changes(
    index: SchemaIndex, verbs: tuple[str, ...], nouns: tuple[Words, ...], type_: Holder, key: str
) -> tuple[CollectionOperation, ...]:
    """Updates or deletes of this noun that take the key."""
    found: list[Ranked] = []
    for root in index.mutations:
        verb, noun = root.verb(verbs) or ("", ())
        named = any(same_noun(noun, one) for one in nouns)
        place = changed_by(root.inputs, type_, key, noun) if named else None
        if place is None or place.many:
            continue
        shown = [path for path in index.paths(root.asked.type, lambda one: one is type_) if not path.many]
        hops, shown_type = (shown[0].hops, type_) if shown else (None, None)
        operation = CollectionOperation(root, form_of(root.inputs, noun, place), hops, shown_type)
        found.append(((verbs.index(verb), not is_called(place, key, noun), len(place.path)), operation))
    return _ordered(found)


def _gets(index: SchemaIndex, nouns: tuple[Words, ...], type_: Holder, key: str) -> tuple[CollectionOperation, ...]:
    """Queries that give the type and take the key."""
    found: list[Ranked] = []
    for root, shown in _reading(index, type_):
        place = key_place(root.inputs, key, nouns[0]) or key_place(root.inputs, key, nouns[1])
        if place is None or not takes_nothing_else(root.inputs, place.path):
            continue
        named = any(root.reads(noun) for noun in nouns)
        exact = named or (root.noun == ("node",) and not shown.many)
        operation = CollectionOperation(root, Form((), place), shown.hops, shown.type, shown.many, exact)
        found.append(((not named) + 2 * shown.many + place.many, operation))
    return _ordered(found)


def other_lookups(index: SchemaIndex, resource: Resource) -> Iterator[tuple[str, CollectionOperation]]:
    """Queries that find an entry by another leaf of it: ``customerByName(name:)``; each with the name of that."""
    nouns = (resource.noun, noun_of_type(resource.type.name))
    for name in leaf_names(resource.type):
        for one in _gets(index, nouns, resource.type, name) if name != resource.key else ():
            place, leaf = one.form.key, written_words(name)
            if place is None or place.many or one.many or len(place.path) > 1 or written_words(place.name) != leaf:
                continue
            spoken = written_words(one.root.names[-1])
            says_so = spoken[-len(leaf) - 1 :] == ("by", *leaf)
            if one.exact or (says_so and any(same_noun(spoken[: -len(leaf) - 1], noun) for noun in nouns)):
                yield name, one


def lists_of(index: SchemaIndex, type_: Holder, noun: Words) -> Iterator[CollectionOperation]:
    """Queries that list a type and need nothing; exact are those of the noun's name."""
    for root, shown in _reading(index, type_):
        if shown.many and takes_nothing_else(root.inputs):
            yield _listing(root, shown, exact=root.reads(noun))


def _reading(index: SchemaIndex, type_: Holder) -> Iterator[tuple[Root, PathToEntry]]:
    """Queries that give a type."""
    for root in index.queries:
        for shown in index.paths(root.asked.type, lambda one: one is type_):
            yield root, shown
            break


def _listing(root: Root, shown: PathToEntry, *, exact: bool, parent: Parent | None = None) -> CollectionOperation:
    payload = None if is_list(root.asked.type) else holder_of(root.asked.type)
    paging = paging_of(root.inputs, payload)
    return CollectionOperation(
        root, Form(), shown.hops, shown.type, many=True, exact=exact, paging=paging, parent=parent
    )


def _ordered(found: list[Ranked]) -> tuple[CollectionOperation, ...]:
    return tuple(operation for _, operation in sorted(found, key=lambda one: one[0]))


def _name(resource: Resource) -> str:
    for one in resource.lists:
        if one.exact and one.parent is None:
            named = len(one.root.names) == 1 and one.root.reads(resource.noun)
            return camel(one.root.noun) if named else _plural(resource.noun)
    return _plural(resource.noun)


def _plural(noun: Words) -> str:
    return camel((*noun[:-1], plural(noun[-1])))


# lists below another entry: item(sku: …) { reviews }


def _below_parents(index: SchemaIndex, resource: Resource) -> Iterator[CollectionOperation]:
    """Lists of entries below an entry that they name when they are made; the parent that must be named first."""
    for slot in sorted(resource.creates[0].form.slots, key=lambda slot: not slot.required):
        shown = match(slot.name, slot.declared.type, resource.type)
        if shown is None or not shown.is_reference or is_list(slot.declared.type):
            continue
        parent = holder_of(index.schema.type_map[shown.holder])
        for root in index.queries:
            place = key_place(root.inputs, shown.path[-1], noun_of_type(shown.holder))
            is_parent = holder_of(root.asked.type) is parent and not is_list(root.asked.type) and len(root.names) == 1
            if not is_parent or place is None or place.many or not takes_nothing_else(root.inputs, place.path):
                continue
            above = Parent(shown.holder, shown.path[-1], place, slot.name)
            yield from _below(index, root, above, resource)


def _below(index: SchemaIndex, root: Root, above: Parent, resource: Resource) -> Iterator[CollectionOperation]:
    """Lists through a root field that gives the parent itself."""
    parent = holder_of(root.asked.type)
    for name, below in parent.fields.items() if parent is not None else ():
        whole = Root(root.kind, (*root.hops, Hop(above.type, name)), (*root.fields, below))
        named = whole.reads(resource.noun) or whole.reads(noun_of_type(resource.type.name))
        for entries in index.paths(below.type, lambda one: one is resource.type):
            if named and entries.many and takes_nothing_else(whole.inputs):
                yield _listing(whole, entries, exact=True, parent=above)
            break
