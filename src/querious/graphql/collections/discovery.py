"""From a schema to collections: pair, look at what is there, probe, and say what was left out."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from querious.graphql.collections.collection import GraphQLCollection
from querious.graphql.collections.fields import all_fields
from querious.graphql.collections.first_probe import confirm
from querious.graphql.collections.pairs import pair
from querious.graphql.collections.plans import CandidatePlan, planned
from querious.graphql.collections.requests import Service
from querious.graphql.collections.seen_values import learned
from querious.graphql.collections.values import ValueKnowledge, can_make, likely_object
from querious.model.state import Command, Ending, Key
from querious.state.journal import Journal
from querious.state.sequence import Commands

if TYPE_CHECKING:
    from collections.abc import Iterator

    from graphql import GraphQLSchema

    from querious.graphql.collections.seen import Place
    from querious.model.exchange import Send


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
    path: str = "",
    *,
    probe: bool = True,
    journal: Journal | None = None,
) -> FoundCollections:
    """Read lists for values, then make, change and remove a few entries of each resource, unless ``probe`` is off.

    Without a probe nothing is written, the likeliest candidates are taken, and values are guesses.
    """
    pairing = pair(schema)
    service = Service(send, path)
    plans = [planned(schema, resource) for resource in pairing.resources]
    seen = learned(schema, service, plans)
    others: dict[str, Place] = {plan.resource.name: (plan.resource.type.name, plan.resource.key) for plan in plans}
    left_out = list(pairing.left_out)
    found = [GraphQLCollection(plan, service, ValueKnowledge(seen), _needs(plan, others), others) for plan in plans]
    found = _makeable(found, left_out)
    if probe:
        found = _confirmed(schema, found, journal or Journal(), left_out)
    return FoundCollections(tuple(found), tuple(left_out))


def _needs(plan: CandidatePlan, others: dict[str, Place]) -> tuple[str, ...]:
    """Collections that must be referred to; not the collection itself, of which the first entry could never be made."""
    own = plan.resource.name
    demanded = [one for one in all_fields(plan.created) if _is_demanded(plan, one.path)]
    parent = (plan.parent.type, plan.parent.field) if plan.parent is not None else None
    places = [*(one.refers_to for one in demanded), parent]
    return tuple(name for name, place in others.items() if name != own and place in places)


def _is_demanded(plan: CandidatePlan, path: str) -> bool:
    """Whether a field must be given, and all that it is inside of."""
    by_path = {one.path: one for one in all_fields(plan.created)}
    parts = path.split(".")
    return all(by_path[".".join(parts[: length + 1])].required for length in range(len(parts)))


def _makeable(found: list[GraphQLCollection], left_out: list[str]) -> list[GraphQLCollection]:
    """Without those for which some field that must be given has no value; what needs them goes with them."""
    kept: list[GraphQLCollection] = []
    for collection in _in_order(found):
        names = {one.name for one in kept}
        missing = next(_missing(collection), None)
        if missing is not None:
            left_out.append(f"{collection.name}: {missing}")
        elif any(name not in names for name in collection.needs) and not _exists_already(collection):
            left_out.append(f"{collection.name}: needs {' and '.join(collection.needs)}, which cannot be made")
        else:
            kept.append(replace(collection, needs=tuple(name for name in collection.needs if name in names)))
    return kept


def _exists_already(collection: GraphQLCollection) -> bool:
    return all(collection.knowledge.seen.at(collection.others[name]) for name in collection.needs)


def _missing(collection: GraphQLCollection) -> Iterator[str]:
    made = frozenset(collection.others[name] for name in collection.needs)
    promised = collection.knowledge.but(given=dict.fromkeys(made, ("",)))
    for one in collection.plan.created:
        if one.required and not can_make(one, promised):
            create = collection.plan.create.operation.name
            yield f"nobody knows values for {one.path} ({one.type}), which {create} demands"


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
    schema: GraphQLSchema, found: list[GraphQLCollection], journal: Journal, left_out: list[str]
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
                key = _one(commands)
                if key:
                    made.append((commands, key))
                    given[name] = [key]
            confirmed = confirm(schema, collection, journal, given)
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
    names: list[str] = []
    for name in collection.needs:
        if name in kept and name not in names:
            names += [one for one in _all_needs(kept[name], kept) if one not in names] + [name]
    return names


def _one(commands: Commands) -> Key:
    """The key of a new entry; empty if it could not be made."""
    collection = commands.collection
    if not isinstance(collection, GraphQLCollection):
        return ""
    for turn in range(3):
        entry = likely_object(collection.plan.created, collection.bound_knowledge, turn)
        outcome = commands.post(entry)
        if outcome.ending is Ending.DONE:
            return outcome.key
    return ""
