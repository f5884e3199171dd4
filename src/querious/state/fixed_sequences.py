"""Sequences that are known beforehand: the tour, and those that shrinking tries."""

from __future__ import annotations

from itertools import cycle
from typing import TYPE_CHECKING, Final, NamedTuple

from querious.model.state import Command
from querious.state.results import Violated
from querious.state.samples import empty_members, full_and_sparse, samples
from querious.state.sequence import IN_PAGES
from querious.state.trial import Trial

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from querious.model.finding import Finding
    from querious.model.state import CommandSequence, CommandStep, GivenEntry, Key
    from querious.model.values import JSON
    from querious.state.facade import Collection
    from querious.state.results import Gathering
    from querious.state.tour import Move

_DRAWN: Final = 16
"""Values of a kind that a tour takes in turns."""
_WITH_BODY: Final = frozenset({Command.POST, Command.PUT, Command.PATCH})


class Act(NamedTuple):
    """A command on an entry that is called by its name, as keys are other ones each time."""

    verb: Command
    name: str
    key: Key
    """Where the name is of no entry: a key that never was."""
    sent: JSON


def sequence_of(finding: Finding) -> CommandSequence:
    """The sequence of a finding of state."""
    if finding.sequence is None:
        raise ValueError(f"{finding.oracle} is not shown by a sequence of commands")
    return finding.sequence


def acts_of(steps: Sequence[CommandStep]) -> list[Act]:
    """What was done, without what came of it; looking at the list comes by itself."""
    return [Act(step.verb, step.name, step.key, step.sent) for step in steps if step.verb is not Command.LIST]


def play(
    finding: Finding, collection: Collection, gathering: Gathering, acts: Sequence[Act], fresh: int | None = None
) -> bool | None:
    """Carry them out in a test of its own; whether the finding shows, None if it ended early or otherwise.

    With a seed for ``fresh`` values of the same members are sent: where a service keeps what it must not keep, the same
    values a second time show nothing new.
    """
    sequence, wanted = sequence_of(finding), finding.fingerprint
    given = sequence.given
    trial = Trial(collection, gathering, wanted)
    entries = iter(given)
    try:
        trial.prepare(lambda needed: _renamed(_next(entries, needed), _names(given, trial)))
        names = _names(given, trial)
        made: dict[str, Key] = {}
        values = None if fresh is None else Values(fresh)
        trial.look()
        for act in acts:
            if trial.over:
                break
            key = _key(act, trial, made)
            if key is not None:
                before = trial.state.normal.keys()
                sent = act.sent if values is None else values.like(trial.collection, act.verb, act.sent)
                trial.do(act.verb, key, _renamed(sent, names))
                made.update((act.name, new) for new in trial.state.normal.keys() - before)
                trial.look()
        if sequence.steps[-1].command == IN_PAGES:
            trial.look_in_pages()
    except Violated as error:
        return True if error.fingerprint == wanted else None
    finally:
        trial.end()
    return None if trial.over else False


def walk(collection: Collection, gathering: Gathering, moves: Sequence[Move], seed: int) -> str:
    """Go a tour; the fingerprint of a finding that ended it, empty if none did."""
    trial = Trial(collection, gathering)
    values = Values(seed)
    try:
        trial.prepare(lambda needed: values.sent(needed, Command.POST))
        trial.look()
        for number, move in enumerate(moves):
            if trial.over:
                break
            key = _chosen(move, trial, number)
            if key is not None:
                _go(move, trial, key, values)
        _last_looks(trial)
    except Violated as error:
        return error.fingerprint
    finally:
        trial.end()
    return ""


def _go(move: Move, trial: Trial, key: Key, values: Values) -> None:
    """One move. What is changed is read before and after, put twice and patched in parts: so that caches show."""
    is_change = move.verb in {Command.PUT, Command.PATCH} and key in trial.state.normal
    if is_change:
        trial.do(Command.GET, key)
    if not trial.over and (not is_change or key in trial.state.normal):
        trial.do(move.verb, key, values.sent(trial.collection, move.verb))
        trial.look()
    if is_change and not trial.over and key in trial.state.normal:
        if trial.last_put:
            trial.put_again()
            _put_less(trial, key, values)
        else:
            trial.do(Command.GET, key)
            _change_more(trial, key, values)


def _put_less(trial: Trial, key: Key, values: Values) -> None:
    """Put much, then little: what was left out must go."""
    most, least = values.extremes(trial.collection)
    for verb, body in ((Command.PUT, most), (Command.PUT, least), (Command.GET, None)):
        if not trial.over and key in trial.state.normal:
            trial.do(verb, key, body)
            trial.look()


def _change_more(trial: Trial, key: Key, values: Values) -> None:
    """Further changes of the same entry: after one of many members one of few, and one to nothing."""
    for sent in (values.sent(trial.collection, Command.PATCH), values.emptiest(trial.collection)):
        for verb, body in ((Command.PATCH, sent), (Command.GET, None)):
            if not trial.over and key in trial.state.normal:
                trial.do(verb, key, body)
                trial.look()


def _last_looks(trial: Trial) -> None:
    """At everything that is there; and what was deleted must not be in the way of making the same anew."""
    for key in list(trial.state.normal):
        if not trial.over:
            trial.do(Command.GET, key)
    for key in list(trial.state.removed)[:1]:
        if not trial.over:
            trial.do(Command.GET, key)
    for key in list(trial.state.trash)[:1]:
        if not trial.over:
            trial.post_again(key)
    trial.look_in_pages()


class Values:
    """What one tour sends: a few are drawn of each kind, and taken one after the other, from the first again."""

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._drawn: dict[tuple[str, Command], Iterator[JSON]] = {}

    def sent(self, collection: Collection, verb: Command) -> JSON:
        """The body of the next such command; None for those that have none."""
        if verb not in _WITH_BODY:
            return None
        place = collection.name, verb
        if place not in self._drawn:
            self._drawn[place] = cycle(full_and_sparse(self._samples(collection, verb)))
        return next(self._drawn[place])

    def extremes(self, collection: Collection) -> tuple[JSON, JSON]:
        """The replacement with most members, and the one with fewest."""
        ordered = full_and_sparse(self._samples(collection, Command.PUT))
        return ordered[0], ordered[min(1, len(ordered) - 1)]

    def emptiest(self, collection: Collection) -> JSON:
        """The change that sets most members to nothing: 0, false, an empty text or list."""
        return max(self._samples(collection, Command.PATCH), key=empty_members, default={})

    def like(self, collection: Collection, verb: Command, sent: JSON) -> JSON:
        """Other values of the same members."""
        if verb not in _WITH_BODY or not isinstance(sent, dict):
            return sent
        self._seed += 1
        values = self._samples(collection, verb)
        return {name: _member(name, values, value) for name, value in sent.items()}

    def _samples(self, collection: Collection, verb: Command) -> list[JSON]:
        kinds = {Command.POST: collection.entries, Command.PUT: collection.replacements}
        return samples(kinds.get(verb, collection.changes)(), _DRAWN, self._seed)


def _member(name: str, values: Sequence[JSON], like: JSON) -> JSON:
    """Another value of the member; the same one if none was drawn."""
    others = [value[name] for value in values if isinstance(value, dict) and name in value]
    return next((other for other in others if other and other != like), like)


def _names(given: Sequence[GivenEntry], trial: Trial) -> dict[Key, Key]:
    """The keys that needed entries had, with those that they have now, as far as they are made."""
    return {old.key: new.key for old, new in zip(given, trial.given, strict=False)}


def _next(given: Iterator[GivenEntry], needed: Collection) -> JSON:
    """The next entry that was made of this collection."""
    return next((one.entry for one in given if one.collection == needed.name), None)


def _key(act: Act, trial: Trial, made: Mapping[str, Key]) -> Key | None:
    """The key that an entry of this name has now; None if there is none, so that the act is left out."""
    if act.verb in {Command.POST, Command.EMPTY_TRASH}:
        return ""
    if act.name.startswith("#"):
        return made.get(act.name)
    return None if trial.state.known(act.key) else act.key


def _chosen(move: Move, trial: Trial, number: int) -> Key | None:
    """One after the other; None if the service has refused to go there."""
    if move.verb in {Command.POST, Command.EMPTY_TRASH}:
        return ""
    keys = list(trial.state.trash if move.name.endswith("_del") else trial.state.normal)
    return keys[number % len(keys)] if keys else None


def _renamed(sent: JSON, names: Mapping[Key, Key]) -> JSON:
    """With the keys that needed entries have now."""
    if isinstance(sent, dict):
        return {name: _renamed(value, names) for name, value in sent.items()}
    if isinstance(sent, list):
        return [_renamed(value, names) for value in sent]
    if isinstance(sent, str):
        return names.get(sent, sent)
    if isinstance(sent, int) and not isinstance(sent, bool) and names.get(str(sent), "").isdecimal():
        return int(names[str(sent)])
    return sent
