"""From a schema to collections: pair, look at what is there, probe, and say what was left out."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from querious.graphql.collections.collection import GraphQLCollection
from querious.graphql.collections.fields import all_fields
from querious.graphql.collections.pages import Pages
from querious.graphql.collections.pairs import lists_of, pair_index
from querious.graphql.collections.plans import entry_paths, planned, selecting
from querious.graphql.collections.probe import confirm
from querious.graphql.collections.requests import ask
from querious.graphql.collections.schema_index import SchemaIndex, along, holder_of
from querious.graphql.collections.values import SeenEntries, ValueKnowledge, maker
from querious.graphql.collections.words import noun_of_type
from querious.model.state import Command, Ending, Key
from querious.state.journal import Journal
from querious.state.sequence import Commands

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from graphql import GraphQLSchema

    from querious.graphql.collections.fields import EntryField, Place
    from querious.graphql.collections.operations import CollectionOperation
    from querious.graphql.collections.plans import CandidatePlan
    from querious.model.exchange import Send

_MOST_LISTS: Final = 30
"""That are read before the probe."""
_TRIES: Final = 3


@dataclass(frozen=True, slots=True)
class FoundCollections:
    """What of a schema can be tested."""

    collections: tuple[GraphQLCollection, ...]
    """Those that others need come first."""
    left_out: tuple[str, ...]
    """A line for each thing that cannot: what, and why."""


def collections_of(
    schema: GraphQLSchema,
    send: Send,
    *,
    probe: bool = True,
    journal: Journal | None = None,
    allowed: Callable[[str], bool] = lambda _: True,
) -> FoundCollections:
    """Read lists for values, then make, change and remove a few entries of each resource, unless ``probe`` is off.

    Without a probe nothing is written, the likeliest candidates are taken, and values are guesses. No field is asked
    for that ``allowed`` does not allow.
    """
    index = SchemaIndex(schema, allowed)
    pairing = pair_index(index)
    plans = [planned(index, resource) for resource in pairing.resources]
    knowledge = ValueKnowledge(SeenEntries(schema))
    _Reader(index, send, knowledge.seen).read(plans)
    others = {plan.resource.name: (plan.resource.type.name, plan.resource.key) for plan in plans}
    found = [GraphQLCollection(plan, send, knowledge, _needs(plan, others), others) for plan in plans]
    left_out = list(pairing.left_out)
    kept = _makeable(found, left_out)
    if probe:
        kept = _confirmed(index, kept, journal or Journal(), left_out)
    return FoundCollections(tuple(kept), tuple(left_out))


@dataclass(slots=True)
class _Reader:
    """Reads what is there already, one page of each list: keys of anything, examples of fields and scalars."""

    index: SchemaIndex
    send: Send
    seen: SeenEntries

    def read(self, plans: list[CandidatePlan]) -> None:
        """The lists of all resources, then of all that they refer to."""
        read: set[str] = set()
        own = [one for plan in plans for one in plan.resource.lists[:1]]
        for one in own:
            if one.parent is None:
                self._read_once(one, read)
        for type_, name in _wanted(plans):
            holder = holder_of(self.index.schema.type_map[type_])
            lists = lists_of(self.index, holder, noun_of_type(type_)) if holder is not None else ()
            for one in sorted(lists, key=lambda one: not one.exact):
                if not self.seen.at((type_, name)):
                    self._read_once(one, read)
        for plan in plans:
            collection = GraphQLCollection(plan, self.send, ValueKnowledge(self.seen))
            if collection.parent_value is not None and len(read) < _MOST_LISTS:
                for exchange in collection.list().exchanges:
                    self.seen.learn(exchange)

    def _read_once(self, operation: CollectionOperation, read: set[str]) -> None:
        """One page; smaller, then as the service likes it, where the size is refused; or pages counted from 0."""
        if operation.name in read or len(read) >= _MOST_LISTS or operation.type is None:
            return
        read.add(operation.name)
        paging = operation.paging
        asked = selecting(self.index, operation, entry_paths(operation.type))
        tried = [Pages(), *([Pages(first=0)] if paging.is_unsure else []), Pages(10), Pages(None)]
        for pages in tried if paging.size or paging.is_unsure else tried[:1]:
            answer = ask(self.send, asked, pages.arguments(paging, pages.start(paging)))
            is_last = answer.ending is None and (pages.first == 0 or not paging.is_unsure)
            if is_last or along(answer.value, operation.hops or ()):
                self.seen.learn(answer.exchange)
                return


def _wanted(plans: Iterable[CandidatePlan]) -> Iterator[Place]:
    """What entries refer to."""
    for plan in plans:
        for one in all_fields((*plan.created, *plan.updated)):
            if one.refers_to is not None:
                yield one.refers_to
        if plan.parent is not None:
            yield plan.parent.type, plan.parent.field


def _needs(plan: CandidatePlan, others: dict[str, Place]) -> tuple[str, ...]:
    """Collections that must be referred to; not the collection itself, of which the first entry could never be made."""
    places = {one.refers_to for one in _demanded(plan.created)}
    if plan.parent is not None:
        places.add((plan.parent.type, plan.parent.field))
    return tuple(name for name, place in others.items() if name != plan.resource.name and place in places)


def _demanded(fields: Iterable[EntryField]) -> Iterator[EntryField]:
    """Fields that must be given, with all that they are inside of."""
    for one in fields:
        if one.required:
            yield one
            yield from _demanded(one.inner)


def _makeable(found: list[GraphQLCollection], left_out: list[str]) -> list[GraphQLCollection]:
    """Without those for which some field that must be given has no value; what needs them goes with them."""
    kept: dict[str, GraphQLCollection] = {}
    for collection in _in_order(found):
        seen = collection.knowledge.seen
        promised = {collection.others[name]: ("",) for name in collection.needs}
        knowledge = collection.knowledge.but(given=promised)
        missing = [one for one in collection.plan.created if one.required and maker(one, knowledge) is None]
        needed = [name for name in collection.needs if name not in kept]
        if missing:
            create, field = collection.plan.create.name, missing[0]
            left_out.append(
                f"{collection.name}: no values are known for {field.path} ({field.type}), which {create} demands"
            )
        elif needed and not all(seen.at(place) for place in promised):
            left_out.append(f"{collection.name}: needs {' and '.join(collection.needs)}, which cannot be made")
        else:
            needs = tuple(name for name in collection.needs if name in kept)
            kept[collection.name] = replace(collection, needs=needs)
    return list(kept.values())


def _in_order(found: list[GraphQLCollection]) -> list[GraphQLCollection]:
    """What is needed first; in a circle, as they came."""
    ordered: list[GraphQLCollection] = []
    waiting = list(found)
    while waiting:
        names = {one.name for one in waiting}
        ready = [one for one in waiting if not names & set(one.needs)] or waiting[:1]
        ordered += ready
        waiting = [one for one in waiting if one not in ready]
    return ordered


def _confirmed(
    index: SchemaIndex, found: list[GraphQLCollection], journal: Journal, left_out: list[str]
) -> list[GraphQLCollection]:
    kept: dict[str, GraphQLCollection] = {}
    for collection in found:
        if Command.DELETE not in collection.commands:  # nothing would remove what a probe makes
            kept[collection.name] = collection
            continue
        given: dict[str, list[Key]] = {}
        made: list[tuple[Commands, Key]] = []
        try:
            for name in _all_needs(collection, kept):
                commands = Commands(kept[name], given, journal)
                key = _one(commands, kept[name].bind(given))
                if key:
                    made.append((commands, key))
                    given[name] = [key]
            confirmed = confirm(index, collection, journal, given)
        finally:
            for commands, key in reversed(made):
                commands.delete(key)
        if confirmed.remark:
            left_out.append(confirmed.remark)
        if confirmed.collection is not None:
            kept[collection.name] = confirmed.collection
    return list(kept.values())


def _all_needs(collection: GraphQLCollection, kept: dict[str, GraphQLCollection]) -> list[str]:
    """Those that are needed, after those that they need themselves."""
    names: dict[str, None] = {}
    for name in collection.needs:
        if name in kept:
            names |= dict.fromkeys([*_all_needs(kept[name], kept), name])
    return list(names)


def _one(commands: Commands, collection: GraphQLCollection) -> Key:
    """The key of a new entry; empty if it could not be made."""
    for turn in range(_TRIES):
        outcome = commands.post(collection.likely(collection.plan.created, turn))
        if outcome.ending is Ending.DONE:
            return outcome.key
    return ""
