"""Sequences drawn at random.

Each step draws one of the commands that apply: reading twice as likely as anything else, as in the study, and what was
not yet done from this state in this sequence more likely than what was, so that visits are balanced over the
transitions of the state machine.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import TYPE_CHECKING, Final, NamedTuple

from querious.model.state import Command
from querious.state.samples import BodySamples
from querious.state.trial import Trial

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from querious.model.state import Key
    from querious.state.facade import Collection
    from querious.state.ledger import StateLedger
    from querious.state.model import Place

_MOST: Final = 5
"""Entries that are there at a time."""
_UNKNOWN: Final = 3
"""Commands of a sequence that go to keys that never existed."""


class Choice(NamedTuple):
    """Something that a sequence may do next."""

    name: str
    command: Command
    """That the service must offer."""
    keys: Callable[[Trial], Iterable[Key]]
    """Where it may go; nowhere: it does not apply."""
    act: Callable[[Trial, Key, BodySamples], object]
    most: int = 1000
    """How often in one sequence."""


def _command(name: str, command: Command, keys: Callable[[Trial], Iterable[Key]]) -> Choice:
    def act(trial: Trial, key: Key, bodies: BodySamples) -> None:
        trial.do(command, key, bodies.next(trial.collection, command))

    return Choice(name, command, keys, act)


def _unknown(command: Command) -> Choice:
    def act(trial: Trial, _: Key, bodies: BodySamples) -> None:
        key = bodies.unknown_key(trial.collection, trial.seen_keys)
        if key and not trial.state.known(key):
            trial.do(command, key, bodies.next(trial.collection, command))

    return Choice("unknown", command, lambda _: ("",), act, _UNKNOWN)


def _last_put(trial: Trial) -> tuple[Key, ...]:
    return (trial.last_put[0],) if trial.last_put else ()


def _has_room(trial: Trial) -> bool:
    return len(trial.state.normal) < _MOST


_ON_ENTRIES: Final = (Command.GET, Command.PUT, Command.PATCH, Command.DELETE)
CHOICES: Final = (
    _command("post", Command.POST, lambda trial: ("",) * _has_room(trial)),
    *(_command(f"{one}_norm", one, lambda trial: trial.state.normal) for one in _ON_ENTRIES),
    *(_command(f"{one}_del", one, lambda trial: trial.state.trash) for one in _ON_ENTRIES),
    _command("get_removed", Command.GET, lambda trial: trial.state.removed),
    _command("empty_trash", Command.EMPTY_TRASH, lambda trial: ("",) * bool(trial.state.trash)),
    Choice(
        "post_again",
        Command.POST,
        lambda trial: tuple(trial.state.trash) * _has_room(trial),
        lambda trial, key, _: trial.post_again(key),
    ),
    Choice("put_again", Command.PUT, _last_put, lambda trial, *_: trial.put_again()),
    *map(_unknown, _ON_ENTRIES),
)


def wander(collection: Collection, ledger: StateLedger, steps: int, seed: int) -> None:
    """Carry out so many steps at most, and a quarter of them at least; a new fault ends it."""
    chance, bodies = random.Random(seed), BodySamples(seed)
    done: Counter[str] = Counter()
    gone: set[tuple[Place, str]] = set()
    trial = Trial(collection, ledger)
    with trial.prepared(bodies.needed):
        trial.look()
        for _ in range(chance.randint(steps // 4, steps)):
            if trial.over:
                break
            choices = weights(trial, done, gone)
            (choice,) = chance.choices(list(choices), list(choices.values()))
            done[choice.name] += 1
            gone.add((trial.state.place, choice.name))
            choice.act(trial, chance.choice(list(choice.keys(trial))), bodies)
            trial.look()


def weights(trial: Trial, done: Counter[str], gone: set[tuple[Place, str]]) -> dict[Choice, float]:
    """What applies now, and how likely it is; the commands that go to an unknown key are as likely as one together."""
    choices: dict[Choice, float] = {}
    for choice in CHOICES:
        if choice.command in trial.collection.commands and done[choice.name] < choice.most and choice.keys(trial):
            is_new = (trial.state.place, choice.name) not in gone
            choices[choice] = (1 + is_new) * (1 + choice.name.startswith("get"))
    unknown = [choice for choice in choices if choice.name == "unknown"]
    return choices | {choice: choices[choice] / len(unknown) for choice in unknown}
