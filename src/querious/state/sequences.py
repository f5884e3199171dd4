"""Sequences that are known beforehand: tours of the state machine, and those that shrinking and replaying try."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from querious.model.state import Command, Ending
from querious.state.samples import BodySamples
from querious.state.sequence import IN_PAGES
from querious.state.trial import Trial

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from querious.model.finding import Finding
    from querious.model.state import CommandSequence, CommandStep, Key
    from querious.model.values import JSON
    from querious.state.facade import Collection
    from querious.state.ledger import StateLedger
    from querious.state.tour import Move


_OTHERS: Final = 3
"""Other values that are tried where an entry is refused as being there already."""
_FEW: Final = 4
"""Entries up to which the list is looked at after each new one."""


class Act(NamedTuple):
    """A command on an entry that is called by its name, as keys are other ones each time."""

    verb: Command
    name: str
    key: Key
    """Where the name is of no entry: a key that never existed."""
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
    finding: Finding, collection: Collection, ledger: StateLedger, acts: Sequence[Act], fresh: int | None = None
) -> bool | None:
    """Carry them out in a test of its own; whether the finding shows, None if it ended early or otherwise.

    With a seed for ``fresh`` values of the same members are sent: where a service keeps what it must not keep, the same
    values a second time show nothing new.
    """
    sequence, wanted = sequence_of(finding), finding.fingerprint
    bodies = None if fresh is None else BodySamples(fresh)
    waiting = iter(sequence.given)
    trial = Trial(collection, ledger, wanted)

    def entry_of(needed: Collection) -> JSON:
        return renamed(next((one.entry for one in waiting if one.collection == needed.name), None))

    def renamed(sent: JSON) -> JSON:
        return with_keys(sent, {old.key: new.key for old, new in zip(sequence.given, trial.given, strict=False)})

    with trial.prepared(entry_of):
        made: dict[str, Key] = {}
        trial.look()
        for act in acts:
            key = _key_now(act, trial, made)
            if key is None:
                continue
            before = trial.state.normal.keys()
            sent = act.sent if bodies is None else bodies.like(trial.collection, act.verb, act.sent)
            outcome = trial.do(act.verb, key, renamed(sent))
            for _ in range(_OTHERS if bodies is not None and act.verb is Command.POST else 0):
                if bodies is not None and outcome.ending is Ending.CONFLICT:  # what is left of before may have the name
                    sent = bodies.like(trial.collection, act.verb, act.sent, varied=True)
                    outcome = trial.do(act.verb, key, renamed(sent))
            made.update((act.name, new) for new in trial.state.normal.keys() - before)
            trial.look()
        if sequence.steps[-1].command == IN_PAGES:
            trial.look_in_pages()
    if trial.ended_by == wanted:
        return True
    return None if trial.over else False


def _key_now(act: Act, trial: Trial, made: Mapping[str, Key]) -> Key | None:
    """The key that an entry of this name has now; None if there is none, so that the act is left out."""
    if act.verb in {Command.POST, Command.EMPTY_TRASH}:
        return ""
    if act.name.startswith("#"):
        return made.get(act.name)
    return None if trial.state.known(act.key) else act.key


def with_keys(sent: JSON, keys: Mapping[Key, Key]) -> JSON:
    """What is sent, with other keys in the place of those that it refers to."""
    match sent:
        case dict():
            return {name: with_keys(value, keys) for name, value in sent.items()}
        case list():
            return [with_keys(value, keys) for value in sent]
        case str():
            return keys.get(sent, sent)
        case int() if keys.get(str(sent), "").isdecimal():
            return int(keys[str(sent)])
        case _:
            return sent


def walk(collection: Collection, ledger: StateLedger, moves: Sequence[Move], seed: int) -> bool:
    """Take a tour; whether it was taken to its end, or a new fault ended it."""
    trial, bodies = Trial(collection, ledger), BodySamples(seed)
    tried: set[Command] = set()
    with trial.prepared(bodies.needed):
        trial.look()
        for number, move in enumerate(moves):
            key = _chosen(move, trial, number)
            if key is None:
                continue
            if key in trial.state.normal and move.verb in _CHANGES and move.verb not in tried:
                tried.add(move.verb)
                _CHANGES[move.verb](trial, key, bodies)
            else:
                _go(move, trial, key, bodies)
        _look_at_all(trial)
        _ask_for_unknown(trial, bodies)
    return not trial.ended_by


def _chosen(move: Move, trial: Trial, number: int) -> Key | None:
    """One after the other; None if the service has refused to go there."""
    if move.verb in {Command.POST, Command.EMPTY_TRASH}:
        return ""
    keys = list(trial.state.trash if move.name.endswith("_del") else trial.state.normal)
    return keys[number % len(keys)] if keys else None


def _go(move: Move, trial: Trial, key: Key, bodies: BodySamples) -> None:
    """One move, and what the list shows then."""
    trial.do(move.verb, key, bodies.next(trial.collection, move.verb))
    if _may_show_in_list(move.verb, trial):
        trial.look()


def _replace(trial: Trial, key: Key, bodies: BodySamples) -> None:
    """Read before and after, so that caches show; twice with many members, so that nothing grows; then with few."""
    collection, posted = trial.collection, trial.state.normal[key].posted
    most, least = bodies.fullest(collection, Command.PUT, posted), bodies.barest(collection, Command.PUT)
    trial.do_on(key, (Command.GET, None))
    _watch(trial, key, (Command.PUT, most))
    if trial.last_put:
        trial.put_again()
    _watch(trial, key, (Command.PUT, least), (Command.GET, None))  # what was left out must go


def _change(trial: Trial, key: Key, bodies: BodySamples) -> None:
    """All members, then one of them, which must leave the others, then such as are set to nothing."""
    collection = trial.collection
    most, least = bodies.fullest(collection, Command.PATCH), bodies.barest(collection, Command.PATCH)
    trial.do_on(key, (Command.GET, None))
    for body in (most, least, bodies.emptiest(collection)):
        _watch(trial, key, (Command.PATCH, body), (Command.GET, None))


_CHANGES: Final = {Command.PUT: _replace, Command.PATCH: _change}
"""What is changed for the first time is looked at closely: later changes with other values, once each."""


def _may_show_in_list(verb: Command, trial: Trial) -> bool:
    """Whether the list is worth a look: not after a read, and in a crowd only now and then."""
    count = len(trial.state.normal)
    return verb is not Command.GET and (verb is not Command.POST or count <= _FEW or count % _FEW == 0)


def _watch(trial: Trial, key: Key, *commands: tuple[Command, JSON]) -> None:
    """Carry out commands on an entry, and look at the list after each."""
    for command in commands:
        trial.do_on(key, command)
        trial.look()


def _look_at_all(trial: Trial) -> None:
    """Read everything that is there; and what was deleted must not prevent that the same is created again."""
    for key in (*trial.state.normal, *list(trial.state.trash)[:2], *list(trial.state.removed)[:1]):
        trial.do(Command.GET, key)
    for key in list(trial.state.trash)[:1]:
        trial.post_again(key)
    trial.look_in_pages()


def _ask_for_unknown(trial: Trial, bodies: BodySamples) -> None:
    """A key that never existed is not found, and writing to it makes nothing."""
    for command in (Command.GET, Command.PUT, Command.PATCH, Command.DELETE):
        if command in trial.collection.commands and not trial.over:
            key = bodies.unknown_key(trial.collection, trial.seen_keys)
            if key and not trial.state.known(key):
                trial.do(command, key, bodies.next(trial.collection, command))
    trial.look()
