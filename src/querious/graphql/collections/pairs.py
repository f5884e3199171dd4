"""From a schema to resources: which mutations and queries belong together, by their names and types alone.

A resource begins with a mutation that creates: what its answer holds is the entry. Updates and deletes are found by the
same noun, queries by the type that they give. Where names leave a choice, all candidates are kept, the likeliest first;
``probing`` settles it by what the service does.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from querious.graphql.collections.forms import Form, form_of
from querious.graphql.collections.key_fields import changed_by, key_names, key_place, names_key, required
from querious.graphql.collections.operations import (
    MUTATION,
    QUERY,
    CollectionOperation,
    Root,
    has_own_key,
    is_payload,
    likeness,
    roots,
)
from querious.graphql.collections.pages import paging_of, takes_nothing_else
from querious.graphql.collections.parents import below_parents
from querious.graphql.collections.ways import Found, Holder, holder_of, is_list, leaf_names, ways
from querious.graphql.collections.words import CREATE, DELETE, UPDATE, noun_of_type
from querious.text.words import Words, camel, plural, same_noun

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from graphql import GraphQLSchema

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


@dataclass(frozen=True, slots=True)
class Pairing:
    """What a schema offers for a model, and what it does not."""

    resources: tuple[Resource, ...]
    left_out: tuple[str, ...]
    """A line for each mutation or type that no model can be made of: its name, and why."""


@dataclass(frozen=True, slots=True)
class _Creation:
    rank: tuple[int, ...]
    noun: Words
    operation: CollectionOperation
    type: Holder


def pair(schema: GraphQLSchema) -> Pairing:
    """Find all resources; nothing is sent."""
    mutations = list(roots(MUTATION, schema))
    queries = list(roots(QUERY, schema))
    left_out: list[str] = []
    entities: dict[str, list[_Creation]] = {}
    for root in mutations:
        found = _creation(schema, root)
        if isinstance(found, _Creation):
            entities.setdefault(found.type.name, []).append(found)
        elif found:
            left_out.append(found)
    resources: list[Resource] = []
    for creations in entities.values():
        resource = _resource(schema, sorted(creations, key=lambda one: one.rank), mutations, queries)
        if isinstance(resource, Resource):
            resources.append(_named_apart(resource, resources))
        else:
            left_out.append(resource)
    left_out += _orphans(mutations, resources)
    return Pairing(tuple(resources), tuple(left_out))


def _creation(schema: GraphQLSchema, root: Root) -> _Creation | str | None:
    named = root.verb(CREATE)
    if named is None:
        return None
    verb, noun = named
    if set(noun) & _MANY:
        return f"{root.name}: makes several at once"
    for found, sure in _created(schema, root, noun):
        operation = CollectionOperation(
            root, form_of(root.asked.args, noun), found.way, found.type, exact=sure == _SURE
        )
        return _Creation((-sure, CREATE.index(verb), len(noun)), noun, operation, found.type)
    return f"{root.name}: its answer holds no object with an identifier that could be the one it makes"


def _created(schema: GraphQLSchema, root: Root, noun: Words) -> Iterator[tuple[Found, int]]:
    """The object that is made, the surest first: of the noun's own type, of one that ends like it, any if none fits."""
    type_ = root.asked.type
    for wanted in (2, 1):
        for found in ways(schema, type_, lambda holder: _is_entry(holder, noun), has_own_key):
            if not found.many and likeness(found.type.name, noun) >= wanted:
                yield found, wanted
    if any(likeness(name, noun) == _SURE for name in schema.type_map) or set(noun) & _PREPOSITIONS:
        return
    others = [found for found in ways(schema, type_, has_own_key, has_own_key) if not found.many]
    if len({found.type.name for found in others}) == 1:
        yield others[0], 0


def _is_entry(holder: Holder, noun: Words) -> bool:
    return likeness(holder.name, noun) > 0 and bool(key_names(holder, noun)) and not is_payload(holder.name)


def _resource(
    schema: GraphQLSchema, creations: list[_Creation], mutations: list[Root], queries: list[Root]
) -> Resource | str:
    noun, type_ = creations[0].noun, creations[0].type
    nouns = (noun, noun_of_type(type_.name))
    creates = tuple(creation.operation for creation in creations)
    best: Resource | None = None
    for key in _keys(type_, noun, queries):
        updates = _changes(schema, mutations, UPDATE, nouns, type_=type_, key=key)
        deletes = _changes(schema, mutations, DELETE, nouns, type_=type_, key=key)
        gets, lists = _reads(schema, queries, nouns, type_, key)
        found = Resource("", noun, type_, key, creates, updates, deletes, gets, lists)
        if best is None or _worth(found) > _worth(best):
            best = found
    if best is None:
        return f"{type_.name}: no field of it looks like an identifier"
    if not any(one.exact for one in best.lists):
        below = below_parents(schema, queries, best.type, creates[0].form, best.noun)
        best = replace(best, lists=(*below, *best.lists))
    if not best.gets and not best.lists:
        return f"{type_.name}: {creates[0].name} makes one, but no query gives it by {best.key} or lists it"
    return replace(best, name=_name(best))


def _worth(resource: Resource) -> tuple[int, ...]:
    """How much can be done with this key."""
    exact = any(one.exact for one in resource.gets)
    return (exact + bool(resource.updates) + bool(resource.deletes), bool(resource.gets), bool(resource.lists))


def _keys(type_: Holder, noun: Words, queries: list[Root]) -> list[str]:
    """Fields that look like keys, then those by which a query finds one."""
    keys = key_names(type_, noun)
    for root in queries:
        must = [name for name, argument in root.asked.args.items() if required(argument)]
        if holder_of(root.asked.type) is type_ and len(must) == 1 and must[0] in leaf_names(type_):
            keys.append(must[0])
    return list(dict.fromkeys(keys))


def _changes(
    schema: GraphQLSchema,
    mutations: Iterable[Root],
    verbs: tuple[str, ...],
    nouns: tuple[Words, ...],
    *,
    type_: Holder,
    key: str,
) -> tuple[CollectionOperation, ...]:
    """Updates or deletes of this noun that take the key."""
    found: list[tuple[tuple[int, bool, int], CollectionOperation]] = []
    for root in mutations:
        named = root.verb(verbs)
        if named is None or not any(same_noun(named[1], noun) for noun in nouns):
            continue
        place = changed_by(root.asked.args, type_, key, named[1])
        if place is None or place.many:
            continue
        form = form_of(root.asked.args, named[1], place)
        shown = next((one for one in _to(schema, root, type_) if not one.many), None)
        operation = CollectionOperation(root, form, shown.way if shown else None, shown.type if shown else None)
        otherwise = not names_key(place, key, named[1])
        found.append(((verbs.index(named[0]), otherwise, len(place.path)), operation))
    return tuple(operation for _, operation in sorted(found, key=lambda one: one[0]))


def _to(schema: GraphQLSchema, root: Root, type_: Holder) -> Iterator[Found]:
    return ways(schema, root.asked.type, lambda holder: holder is type_, has_own_key)


def _reads(
    schema: GraphQLSchema, queries: list[Root], nouns: tuple[Words, ...], type_: Holder, key: str
) -> tuple[tuple[CollectionOperation, ...], tuple[CollectionOperation, ...]]:
    """Look-ups and lists, the likeliest first."""
    gets: list[tuple[int, CollectionOperation]] = []
    lists: list[tuple[int, CollectionOperation]] = []
    for root in queries:
        shown = next(_to(schema, root, type_), None)
        if shown is None:
            continue
        own, exact = root.reads(nouns[0]), any(root.reads(noun) for noun in nouns)
        place = key_place(root.asked.args, key, nouns[0]) or key_place(root.asked.args, key, nouns[1])
        if place is not None and takes_nothing_else(root.asked.args, place.path):
            sure = exact or (root.noun == ("node",) and not shown.many)
            form = Form((), place)
            rank = (0 if exact else 1) + 2 * shown.many + place.many
            gets.append((rank, CollectionOperation(root, form, shown.way, shown.type, shown.many, sure)))
        if shown.many and takes_nothing_else(root.asked.args):
            lists.append((2 - own - exact, _listing(root, shown, exact=own)))
    return _ordered(gets), _ordered(lists)


def _listing(root: Root, shown: Found, *, exact: bool) -> CollectionOperation:
    payload = None if is_list(root.asked.type) else holder_of(root.asked.type)
    return CollectionOperation(
        root, Form(), shown.way, shown.type, many=True, exact=exact, paging=paging_of(root.asked.args, payload)
    )


def _ordered(found: list[tuple[int, CollectionOperation]]) -> tuple[CollectionOperation, ...]:
    return tuple(operation for _, operation in sorted(found, key=lambda one: one[0]))


def _name(resource: Resource) -> str:
    exact = next((one for one in resource.lists if one.exact and one.parent is None), None)
    if exact is not None and len(exact.root.names) == 1 and exact.root.reads(resource.noun):
        return camel(exact.root.noun)
    return camel((*resource.noun[:-1], plural(resource.noun[-1])))


def _named_apart(resource: Resource, others: list[Resource]) -> Resource:
    taken = {other.name for other in others}
    return replace(resource, name=resource.type.name) if resource.name in taken else resource


def _orphans(mutations: list[Root], resources: list[Resource]) -> Iterator[str]:
    used = {one.name for resource in resources for one in (*resource.creates, *resource.updates, *resource.deletes)}
    for root in mutations:
        if root.name in used or root.verb(CREATE) is not None:
            continue
        if root.verb(UPDATE) is None and root.verb(DELETE) is None:
            yield f"{root.name}: neither creates, updates nor deletes, by its name"
        else:
            yield f"{root.name}: nothing that is created and found again goes by that name and key"
