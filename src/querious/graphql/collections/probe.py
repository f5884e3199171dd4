"""The first probe of a GraphQL service: which values it accepts, and which of several candidates do what they seem to.

A handful of entries is made and removed again; the journal is told of each. Whether the service keeps them rightly is
not judged here: where names leave no doubt, an operation is kept even if it does not work.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final

from querious.graphql.collections.collection import GraphQLCollection, complaints
from querious.graphql.collections.pages import Pages, Turning
from querious.graphql.collections.plans import planned
from querious.graphql.collections.refusals import adapted, numbers
from querious.graphql.collections.values import largest, maker, object_maker
from querious.model.state import Command, Ending, Key, Outcome
from querious.state.sequence import Commands
from querious.state.substructure import same

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence

    from querious.graphql.collections.fields import EntryField
    from querious.graphql.collections.operations import CollectionOperation
    from querious.graphql.collections.schema_index import SchemaIndex
    from querious.model.values import JSON
    from querious.state.journal import Journal

_MOST_TRIES: Final = 10
"""Entries that are tried before a resource is given up."""
_PATIENCE: Final = 3
"""Tries with the same knowledge."""
_MOST_OPTIONAL: Final = 8
_MOST_UPDATES: Final = 12
_RANGE: Final = 2
"""Different numbers that show a range."""
_SIZES: Final = (10, None)
"""Of pages, where the usual one is refused."""
_MOST_TROUBLE: Final = 200
"""Characters of a refusal that are told."""


@dataclass(frozen=True, slots=True)
class Confirmed:
    """The collection as it is best driven; None if it cannot be, and why."""

    collection: GraphQLCollection | None
    remark: str = ""


def confirm(
    index: SchemaIndex, collection: GraphQLCollection, journal: Journal, given: Mapping[str, Sequence[Key]]
) -> Confirmed:
    """Make an entry, find it, change it, remove it. ``given`` are keys of the collections that it needs."""
    probe = Probe(index, collection, journal, given)
    try:
        ending = probe.create()
        if ending is Ending.BROKEN:  # for the model to tell
            return Confirmed(probe.collection)
        if ending is not Ending.DONE:
            create = probe.collection.plan.create.name
            return Confirmed(None, f"{collection.name}: every entry given to {create} is refused: {probe.trouble}")
        probe.stretch()
        probe.leave_out_altered()
        probe.find()
        remark = probe.change()
        return Confirmed(probe.collection, remark)
    finally:
        commands = Commands(probe.collection, given, journal)
        for key in reversed(probe.made):
            commands.delete(key)


@dataclass(slots=True)
class Probe:
    """A collection that is being learned; what it makes is written down, to be removed."""

    index: SchemaIndex
    collection: GraphQLCollection
    journal: Journal
    given: Mapping[str, Sequence[Key]]
    made: list[Key] = field(default_factory=list)
    sent: dict[str, JSON] = field(default_factory=dict)
    """The last entry that was accepted."""
    trouble: str = ""
    """The words of the last refusal."""

    @property
    def bound(self) -> GraphQLCollection:
        """With what it needs."""
        return self.collection.bind(self.given)

    def know(self, **changes: Any) -> None:
        """Change what is known of the collection."""
        self.collection = replace(self.collection, knowledge=self.collection.knowledge.but(**changes))

    def entry(self, turn: int, optional: float) -> dict[str, JSON]:
        """What is tried next: with all that may be left out, or without."""
        return self.bound.likely(self.collection.plan.created, turn, optional)

    def post(self, entry: dict[str, JSON]) -> Outcome:
        """Add an entry."""
        outcome = Commands(self.collection, self.given, self.journal).post(entry)
        if outcome.ending is Ending.DONE and outcome.key:
            self.made.append(outcome.key)
            self.sent = entry
            for exchange in outcome.exchanges:
                self.collection.knowledge.seen.learn(exchange, scalars_only=True)
            self.know(faithful=self._faithful(outcome))
        return outcome

    def _faithful(self, outcome: Outcome) -> dict[str, bool]:
        """What may hold anything: whether it is shown as sent, and not only in the answer, which may repeat it."""
        faithful = dict(self.collection.knowledge.faithful)
        free = [one.name for one in self.collection.plan.created if one.is_free and one.name in self.sent]
        for view in (outcome.value, self.bound.get(outcome.key).value) if free else ():
            for name in free if isinstance(view, dict) else ():
                faithful[name] = faithful.get(name, True) and same(self.sent[name], view.get(name))
        return faithful

    def learn(self, outcome: Outcome, sent: Collection[str], *, updating: bool = False) -> bool:
        """Whether a refusal taught something."""
        plan, knowledge = self.collection.plan, self.collection.knowledge
        heard = complaints(outcome)
        trouble = next((message for message, _ in heard if message), outcome.ending.value)
        self.trouble = trouble[:_MOST_TROUBLE]
        new = adapted(knowledge, plan.updated if updating else plan.created, heard, sent)
        if updating:
            refused, wanted = new.dropped - knowledge.dropped, new.demanded - knowledge.demanded
            updated = (replace(one, required=one.required or one.path in wanted) for one in plan.updated)
            self._plan_updates(tuple(one for one in updated if one.path not in refused))
            self.collection = replace(self.collection, knowledge=new.but(dropped=knowledge.dropped & new.dropped))
        else:
            self.collection = replace(self.collection, knowledge=new)
        return new != knowledge

    def _plan_updates(self, updated: tuple[EntryField, ...]) -> None:
        self.collection = replace(self.collection, plan=replace(self.collection.plan, updated=updated))

    def _choose(self, **candidates: tuple[CollectionOperation, ...]) -> GraphQLCollection:
        """The collection with these candidates, of which the first is taken."""
        resource = replace(self.collection.plan.resource, **candidates)  # type: ignore[arg-type]
        return replace(self.collection, plan=planned(self.index, resource))

    # make an entry

    def create(self) -> Ending:
        """Try candidates of the mutation, and entries of each: whole ones first, then only what must be there."""
        ending = Ending.REFUSED
        candidates = self.collection.plan.resource.creates
        for number, candidate in enumerate(candidates):
            if number:
                self.collection = self._choose(creates=candidates[number:])
            ending = self._try_entries()
            if ending is Ending.DONE and (candidate.exact or self._makes_another()):
                break
        return ending

    def _makes_another(self) -> bool:
        """Whether a second entry is another one: a mutation of a doubtful name may only change what was there."""
        outcome = self.post(self.entry(1, 0.0))
        return outcome.ending is Ending.DONE and len(set(self.made)) == len(self.made)

    def _try_entries(self) -> Ending:
        turn, optional, ending = 0, 1.0, Ending.REFUSED
        for _ in range(_MOST_TRIES):
            entry = self.entry(turn, optional)
            outcome = self.post(entry)
            ending = outcome.ending
            if ending is Ending.DONE and outcome.key:
                if optional:
                    self._reduce(turn + 1)
                else:
                    self._grow()
                return ending
            if ending is Ending.CONFLICT or not self.learn(outcome, entry):
                turn += 1
                optional = optional if ending is Ending.CONFLICT else 0.0
            if turn > _PATIENCE and ending is Ending.BROKEN:
                break
        return ending

    def _reduce(self, turn: int) -> None:
        """Leave out all that may be left out; where that is refused, learn what the service wants all the same.

        If that is not found out, everything is sent that there are values for.
        """
        for attempt in range(turn, turn + _MOST_TRIES):
            entry = self.entry(attempt, 0.0)
            if entry == self.entry(attempt, 1.0):
                return
            outcome = self.post(entry)
            if outcome.ending not in {Ending.REFUSED, Ending.CONFLICT}:
                return
            learned = self.learn(outcome, entry)
            if not learned and (outcome.ending is Ending.REFUSED or attempt >= turn + _PATIENCE):
                break
        bound = self.bound.bound_knowledge
        made = {one.path for one in self.collection.plan.created if maker(one, bound) is not None}
        self.know(demanded=self.collection.knowledge.demanded | made)

    def _grow(self) -> None:
        """Of fields that may be left out, leave out those that are refused one by one."""
        fields = [one for one in self.collection.plan.created if not one.required]
        for turn, one in enumerate(fields[:_MOST_OPTIONAL], 1):
            alone = self.bound.likely([one], turn)
            if alone and self.post({**self.entry(turn, 0.0), **alone}).ending is not Ending.DONE:
                self._drop(one)
        for one in fields[_MOST_OPTIONAL:]:
            self._drop(one)

    def leave_out_altered(self) -> None:
        """Send no more of what may hold anything, may be left out, and was not shown as it was sent."""
        for one in (*self.collection.plan.created, *self.collection.plan.updated):
            if one.is_free and not one.required and not self.collection.knowledge.faithful.get(one.name, False):
                self._drop(one)

    def _drop(self, one: EntryField) -> None:
        self.know(dropped=self.collection.knowledge.dropped | {one.path})

    def stretch(self) -> None:
        """Try larger numbers where none were seen; if nobody says what is too large, keep to what was accepted."""
        plan, knowledge, small = self.collection.plan, self.collection.knowledge, self.sent
        unsure = [
            one.path
            for one in numbers(plan.created)
            if one.path in small and one.path not in knowledge.limits and len(knowledge.seen.at(one.shown_at)) < _RANGE
        ]
        make = object_maker(plan.created, self.bound.bound_knowledge.but(optional=1.0))
        if not unsure or make is None:
            return
        entry = largest(make)
        outcome = self.post(entry)
        if outcome.ending is Ending.REFUSED and not self.learn(outcome, entry):
            self.know(accepted={**knowledge.accepted, **{path: (small[path],) for path in unsure}})

    # find it

    def find(self) -> None:
        """Settle on a look-up and a list. Where the names leave no choice, what fails is for the model to tell."""
        resource = self.collection.plan.resource
        gets = self._settled(resource.gets, lambda one: self._choose(gets=(one,)), self._gets)
        self.collection = self._choose(gets=gets)
        lists = self._settled(resource.lists, lambda one: self._choose(lists=(one,)), self._lists)
        self.collection = self._choose(lists=lists)
        self.collection = replace(self.collection, pages=_pages(self.bound))

    def _settled(
        self,
        candidates: tuple[CollectionOperation, ...],
        choose: Callable[[CollectionOperation], GraphQLCollection],
        finds: Callable[[GraphQLCollection], bool],
    ) -> tuple[CollectionOperation, ...]:
        """The only one that is named so; of several the first that finds the entry; a doubtful one only if it does."""
        noun = self.collection.plan.resource.noun
        named = tuple(one for one in candidates if one.exact and one.root.reads(noun))
        if len(named) == 1 or (not named and any(one.exact for one in candidates[:1])):
            return candidates[:1]
        for one in named or candidates:
            if finds(choose(one).bind(self.given)):
                return (one,)
        return named[:1]

    def _gets(self, collection: GraphQLCollection) -> bool:
        outcome = collection.get(self.made[-1])
        return outcome.ending is Ending.DONE and not outcome.breaches

    def _lists(self, collection: GraphQLCollection) -> bool:
        sized = replace(collection, pages=_pages(collection))
        return Command.LIST in sized.commands and self.made[-1] in dict(sized.list().entries)

    # change it

    def change(self) -> str:
        """Leave out of updates what is refused in them; what is said if nothing is left."""
        update = self.collection.plan.operations.get(Command.PATCH)
        for turn in range(1, _PATIENCE + 1) if update is not None else ():
            changes = self.bound.likely(self.collection.plan.updated, turn)
            outcome = self.bound.patch(self.made[-1], changes)
            if outcome.ending is not Ending.REFUSED:
                return ""
            self.learn(outcome, changes, updating=True)
        if update is None:
            return ""
        updated = self.collection.plan.updated
        must = [one for one in updated if one.required]
        may = [one for one in updated[:_MOST_UPDATES] if not one.required]
        kept = [one for turn, one in enumerate(may, 1) if self._changes([*must, one], turn)]
        if kept or (must and self._changes(must, 1)):
            self._plan_updates(tuple(one for one in updated if one in kept or one.required))
            return ""
        plan = replace(self.collection.plan.without(Command.PATCH), updated=())
        self.collection = replace(self.collection, plan=plan)
        return f"{self.collection.name}: every change by {update.name} is refused: {self.trouble}"

    def _changes(self, fields: Sequence[EntryField], turn: int) -> bool:
        changes = self.bound.likely(fields, turn)
        return bool(changes) and self.bound.patch(self.made[-1], changes).ending is not Ending.REFUSED


def _pages(collection: GraphQLCollection) -> Pages:
    """The usual size, unless it is refused. Pages are counted from 0 if page 0 shows other entries than page 1."""
    pages = collection.pages
    paging = collection.plan.operations[Command.LIST].paging if Command.LIST in collection.commands else None
    if paging is None or paging.turning is Turning.NOT:
        return pages
    sizes = (pages.size, *_SIZES) if paging.size else (None,)
    tried = [replace(pages, size=size) for size in sizes]
    pages = next((one for one in tried if _keys(collection, one) is not None), pages)
    if not paging.is_unsure:
        return pages
    from_none, from_one = _keys(collection, replace(pages, first=0)), _keys(collection, pages)
    return replace(pages, first=0) if from_none and set(from_none) > set(from_one or ()) else pages


def _keys(collection: GraphQLCollection, pages: Pages) -> list[Key] | None:
    """What is listed so; None if that is refused."""
    outcome = replace(collection, pages=pages).list()
    return None if outcome.ending is Ending.REFUSED else [key for key, _ in outcome.entries]
