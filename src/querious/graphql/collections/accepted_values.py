"""Which values a service accepts: entries are made until one is taken, and every refusal teaches something."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from querious.graphql.collections.collection import GraphQLCollection, complaints
from querious.graphql.collections.plans import OperationChoice, planned
from querious.graphql.collections.refusals import adapted, numbers
from querious.graphql.collections.values import can_make, likely_object
from querious.model.state import Ending, Key, Outcome
from querious.state.sequence import Commands
from querious.state.substructure import same

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from graphql import GraphQLSchema

    from querious.graphql.collections.fields import EntryField
    from querious.model.values import JSON
    from querious.state.journal import Journal

MOST_TRIES: Final = 10
"""Entries that are tried before a resource is given up."""
PATIENCE: Final = 3
"""Tries with the same knowledge."""
_MOST_OPTIONAL: Final = 8
_RANGE: Final = 2
"""Different numbers that show a range."""
_FAR: Final = 9
"""The turn at which numbers are no longer small."""


@dataclass(slots=True)
class Probe:
    """A collection that is being learned; what it makes is written down, to be removed."""

    schema: GraphQLSchema
    collection: GraphQLCollection
    journal: Journal
    given: Mapping[str, Sequence[Key]]
    made: list[Key] = field(default_factory=list)
    sent: dict[str, JSON] = field(default_factory=dict)
    """The last entry that was accepted."""
    trouble: str = ""

    @property
    def bound(self) -> GraphQLCollection:
        """With what it needs."""
        return self.collection.bind(self.given)

    def post(self, entry: dict[str, JSON]) -> Outcome:
        """Add an entry."""
        outcome = Commands(self.collection, self.given, self.journal).post(entry)
        if outcome.ending is Ending.DONE and outcome.key:
            self.made.append(outcome.key)
            self.sent = entry
            seen = self.collection.knowledge.seen.learning_scalars(self.collection.plan.resource.type, outcome.value)
            faithful = self._faithful(entry, outcome.key, outcome.value)
            knowledge = self.collection.knowledge.but(seen=seen, faithful=faithful)
            self.collection = replace(self.collection, knowledge=knowledge)
        return outcome

    def _faithful(self, sent: dict[str, JSON], key: Key, shown: JSON) -> dict[str, bool]:
        """What may hold anything: whether it is shown as sent, and not only in the answer, which may repeat it."""
        faithful = dict(self.collection.knowledge.faithful)
        free = [one.name for one in self.collection.plan.created if one.is_free and one.name in sent]
        views = (shown, self.bound.get(key).value) if free else ()
        for view in views:
            if isinstance(view, dict):
                faithful.update((name, faithful.get(name, True) and same(sent[name], view.get(name))) for name in free)
        return faithful

    def learn(self, outcome: Outcome, sent: Collection[str], *, updating: bool = False) -> bool:
        """Whether a refusal taught something."""
        plan, knowledge = self.collection.plan, self.collection.knowledge
        heard = complaints(outcome)
        self.trouble = next((message for message, _ in heard if message), outcome.ending.value)
        new = adapted(knowledge, plan.updated if updating else plan.created, heard, sent)
        if updating:
            refused, wanted = new.dropped - knowledge.dropped, new.demanded - knowledge.demanded
            updated = (replace(one, required=one.required or one.path in wanted) for one in plan.updated)
            plan = replace(plan, updated=tuple(one for one in updated if one.path not in refused))
            kept = new.but(dropped=knowledge.dropped & new.dropped)
            self.collection = replace(self.collection, plan=plan, knowledge=kept)
        else:
            self.collection = replace(self.collection, knowledge=new)
        return new is not knowledge


def create(probe: Probe) -> Ending:
    """Try candidates of the mutation, and entries of each: whole ones first, then only what must be there."""
    ending = Ending.REFUSED
    for number, create in enumerate(probe.collection.plan.resource.creates):
        if number:
            plan = planned(probe.schema, probe.collection.plan.resource, OperationChoice(create=number))
            probe.collection = replace(probe.collection, plan=plan)
        ending = _tried(probe)
        if ending is Ending.DONE and (create.exact or _is_new(probe)):
            return ending
    return ending


def _is_new(probe: Probe) -> bool:
    """Whether a second entry is another one: a mutation of a doubtful name may only change what was there."""
    outcome = probe.post(entry_of(probe, 1, whole=False))
    return outcome.ending is Ending.DONE and len(set(probe.made)) == len(probe.made)


def _tried(probe: Probe) -> Ending:
    turn, whole, ending = 0, True, Ending.REFUSED
    for _ in range(MOST_TRIES):
        entry = entry_of(probe, turn, whole=whole)
        outcome = probe.post(entry)
        ending = outcome.ending
        if ending is Ending.DONE and outcome.key:
            if whole:
                _reduce(probe, turn + 1)
            else:
                _grow(probe)
            return Ending.DONE
        if ending is Ending.CONFLICT or not probe.learn(outcome, entry):
            turn += 1
            whole = whole and ending is Ending.CONFLICT
        if turn > PATIENCE and ending is Ending.BROKEN:
            break
    return ending


def _reduce(probe: Probe, turn: int) -> None:
    """Leave out all that may be left out; where that is refused, learn what the service wants all the same.

    If that is not found out, everything is sent that there are values for.
    """
    fields = probe.collection.plan.created
    for attempt in range(turn, turn + MOST_TRIES):
        entry = entry_of(probe, attempt, whole=False)
        if entry == entry_of(probe, attempt, whole=True):
            return
        outcome = probe.post(entry)
        if outcome.ending not in {Ending.REFUSED, Ending.CONFLICT}:
            return
        learned = probe.learn(outcome, entry)
        if not learned and (outcome.ending is Ending.REFUSED or attempt >= turn + PATIENCE):
            break
    knowledge = probe.collection.knowledge
    made = frozenset(one.path for one in fields if can_make(one, probe.bound.bound_knowledge))
    probe.collection = replace(probe.collection, knowledge=knowledge.but(demanded=knowledge.demanded | made))


def _grow(probe: Probe) -> None:
    """Of fields that may be left out, leave out those that are refused one by one."""
    fields = [one for one in probe.collection.plan.created if not one.required]
    for turn, one in enumerate(fields[:_MOST_OPTIONAL], 1):
        if one.path in probe.collection.knowledge.dropped:
            continue
        alone = likely_object((one,), probe.bound.knowledge, turn)
        if alone and probe.post({**entry_of(probe, turn, whole=False), **alone}).ending is not Ending.DONE:
            _drop(probe, one.path)
    for one in fields[_MOST_OPTIONAL:]:
        _drop(probe, one.path)


def leave_out_altered(probe: Probe) -> None:
    """Send no more of what may hold anything, may be left out, and was not shown as it was sent."""
    plan, faithful = probe.collection.plan, probe.collection.knowledge.faithful
    for one in (*plan.created, *plan.updated):
        if one.is_free and not one.required and not faithful.get(one.name, False):
            _drop(probe, one.path)


def _drop(probe: Probe, path: str) -> None:
    knowledge = probe.collection.knowledge
    probe.collection = replace(probe.collection, knowledge=knowledge.but(dropped=knowledge.dropped | {path}))


def stretch(probe: Probe) -> None:
    """Try larger numbers where none were seen; if nobody says what is too large, keep to what was accepted."""
    unsure = [
        one for one in numbers(probe.collection.plan.created) if one.name in probe.sent and _is_unsure(probe, one)
    ]
    if not unsure:
        return
    small = dict(probe.sent)
    entry = entry_of(probe, _FAR, whole=True)
    outcome = probe.post(entry)
    if outcome.ending is not Ending.REFUSED or probe.learn(outcome, entry):
        return
    accepted = {one.path: (small[one.name],) for one in unsure}
    knowledge = probe.collection.knowledge
    probe.collection = replace(probe.collection, knowledge=knowledge.but(accepted={**knowledge.accepted, **accepted}))


def _is_unsure(probe: Probe, one: EntryField) -> bool:
    knowledge = probe.collection.knowledge
    return one.path == one.name and one.path not in knowledge.limits and len(knowledge.seen.at(one.shown_at)) < _RANGE


def entry_of(probe: Probe, turn: int, *, whole: bool) -> dict[str, JSON]:
    """What is tried next."""
    return likely_object(probe.collection.plan.created, probe.bound.bound_knowledge, turn, whole=whole)
