"""The first probe of a GraphQL service: which values it accepts, and which of several candidates do what they seem to.

A handful of entries is made and removed again; the journal is told of each. Whether the service keeps them rightly is
not judged here: where names leave no doubt, an operation is kept even if it does not work.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from querious.graphql.collections.accepted_values import PATIENCE, Probe, create, leave_out_altered, stretch
from querious.graphql.collections.pages import Pages, Paging, Turning
from querious.graphql.collections.plans import OperationChoice, planned
from querious.graphql.collections.values import likely_object
from querious.model.state import Command, Ending, Key
from querious.state.sequence import Commands

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from graphql import GraphQLSchema

    from querious.graphql.collections.collection import GraphQLCollection
    from querious.graphql.collections.fields import EntryField
    from querious.graphql.collections.operations import CollectionOperation
    from querious.state.journal import Journal

_MOST_UPDATES: Final = 12
_SIZES: Final = (10, None)
"""Of pages, where the usual one is refused."""


@dataclass(frozen=True, slots=True)
class Confirmed:
    """The collection as it is best driven; None if it cannot be, and why."""

    collection: GraphQLCollection | None
    remark: str = ""


def confirm(
    schema: GraphQLSchema, collection: GraphQLCollection, journal: Journal, given: Mapping[str, Sequence[Key]]
) -> Confirmed:
    """Make an entry, find it, change it, remove it. ``given`` are keys of the collections that it needs."""
    probe = Probe(schema, collection, journal, given)
    try:
        ending = create(probe)
        if ending is not Ending.DONE:
            return _not_made(probe, ending)
        stretch(probe)
        leave_out_altered(probe)
        _find(probe)
        remark = _change(probe)
        return Confirmed(probe.collection, remark)
    finally:
        _remove(probe)


def _not_made(probe: Probe, ending: Ending) -> Confirmed:
    if ending is Ending.BROKEN:  # for the model to tell
        return Confirmed(probe.collection)
    name, create = probe.collection.name, probe.collection.plan.create.operation.name
    return Confirmed(None, f"{name}: every entry given to {create} is refused: {probe.trouble[:200]}")


def _find(probe: Probe) -> None:
    """Settle on a look-up and a list. Where the names leave no choice, what fails is for the model to tell."""
    resource, key = probe.collection.plan.resource, probe.made[-1]
    made_by = probe.collection.plan.create.operation.root
    create_number = next(number for number, one in enumerate(resource.creates) if one.root is made_by)
    get = _settled(
        probe,
        resource.gets,
        [OperationChoice(create_number, number) for number in range(len(resource.gets))],
        _gets,
        key,
    )
    if get is None:
        resource = replace(resource, gets=())
    chosen = get.get if get is not None else 0
    choices = [OperationChoice(create_number, chosen, number) for number in range(len(resource.lists))]
    listing = _settled(probe, resource.lists, choices, _lists, key) or OperationChoice(create_number, chosen, -1)
    probe.collection = replace(probe.collection, plan=planned(probe.schema, resource, listing))
    probe.collection = replace(probe.collection, pages=_pages(probe.bound))


def _settled(
    probe: Probe,
    candidates: tuple[CollectionOperation, ...],
    choices: list[OperationChoice],
    finds: Callable[[GraphQLCollection, Key], bool],
    key: Key,
) -> OperationChoice | None:
    """The only one that is named so; of several the first that finds the entry; of doubtful ones none if none does."""
    noun = probe.collection.plan.resource.noun
    named = [number for number, one in enumerate(candidates) if one.exact and one.root.reads(noun)]
    if len(named) == 1 or (candidates and candidates[0].exact and not named):
        return choices[0]
    for number in named or range(len(choices)):
        plan = planned(probe.schema, probe.collection.plan.resource, choices[number])
        if finds(replace(probe.bound, plan=plan), key):
            return choices[number]
    return choices[0] if named else None


def _gets(collection: GraphQLCollection, key: Key) -> bool:
    outcome = collection.get(key)
    return outcome.ending is Ending.DONE and not outcome.breaches


def _lists(collection: GraphQLCollection, key: Key) -> bool:
    sized = replace(collection, pages=_pages(collection))
    return Command.LIST in sized.commands and key in dict(sized.list().entries)


def _pages(collection: GraphQLCollection) -> Pages:
    """The usual size, unless it is refused. Pages are counted from 0 if page 0 shows other entries than page 1."""
    paging = collection.plan.listing.operation.paging if collection.plan.listing is not None else Paging()
    pages = collection.pages
    if Command.LIST not in collection.commands or paging.turning is Turning.NOT:
        return pages
    tried = [replace(pages, size=size) for size in ((pages.size, *_SIZES) if paging.size else (None,))]
    pages = next((one for one in tried if _keys(collection, one) is not None), pages)
    if paging.turning is not Turning.PAGE or paging.first_page is not None:
        return pages
    from_none, from_one = _keys(collection, replace(pages, first=0)), _keys(collection, pages)
    return replace(pages, first=0) if from_none and set(from_none) > set(from_one or ()) else pages


def _keys(collection: GraphQLCollection, pages: Pages) -> list[Key] | None:
    """What is listed so; None if that is refused."""
    outcome = replace(collection, pages=pages).list()
    return None if outcome.ending is Ending.REFUSED else [key for key, _ in outcome.entries]


def _change(probe: Probe) -> str:
    """Leave out of updates what is refused in them; what is said if nothing is left."""
    plan = probe.collection.plan
    if plan.update is None:
        return ""
    name = plan.update.operation.name
    for turn in range(1, PATIENCE + 1):
        plan = probe.collection.plan
        changes = likely_object(plan.updated, probe.bound.knowledge, turn)
        outcome = probe.bound.patch(probe.made[-1], changes)
        if outcome.ending is not Ending.REFUSED:
            return ""
        probe.learn(outcome, changes, updating=True)
    must = tuple(one for one in plan.updated if one.required)
    kept = [
        one
        for turn, one in enumerate(plan.updated[:_MOST_UPDATES], 1)
        if one.required or _changes(probe, (*must, one), turn)
    ]
    if not any(not one.required for one in kept) and not (must and _changes(probe, must, 1)):
        probe.collection = replace(probe.collection, plan=replace(plan, update=None, updated=()))
        return f"{probe.collection.name}: every change by {name} is refused: {probe.trouble[:200]}"
    probe.collection = replace(probe.collection, plan=replace(plan, updated=tuple(kept)))
    return ""


def _changes(probe: Probe, fields: tuple[EntryField, ...], turn: int) -> bool:
    changes = likely_object(fields, probe.bound.knowledge, turn)
    return bool(changes) and probe.bound.patch(probe.made[-1], changes).ending is not Ending.REFUSED


def _remove(probe: Probe) -> None:
    commands = Commands(probe.collection, probe.given, probe.journal)
    for key in reversed(probe.made):
        commands.delete(key)
