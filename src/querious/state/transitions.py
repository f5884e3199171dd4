"""The study's finite state machine: which commands lead from where to where, and how often each was gone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from querious.model.state import Command
from querious.state.model import Place

if TYPE_CHECKING:
    from collections.abc import Iterator

    from querious.model.state import Key
    from querious.state.model import State


class Transition(NamedTuple):
    """A command in a state, and the state that it leads to."""

    source: Place
    command: str
    target: Place


_EC, _NC, _NN, _EN = Place
TRANSITIONS: Final = (
    Transition(_EC, "post_first", _NC),
    Transition(_NC, "post_norm", _NC),
    Transition(_NC, "get_norm", _NC),
    Transition(_NC, "put_norm", _NC),
    Transition(_NC, "del_norm", _NN),
    Transition(_NC, "del_last", _EN),
    Transition(_NN, "post_norm", _NN),
    Transition(_NN, "get_norm", _NN),
    Transition(_NN, "get_del", _NN),
    Transition(_NN, "put_norm", _NN),
    Transition(_NN, "put_del", _NN),
    Transition(_NN, "del_norm", _NN),
    Transition(_NN, "del_last", _EN),
    Transition(_NN, "del_del", _NN),
    Transition(_NN, "empty_trash", _NC),
    Transition(_EN, "post_first", _NN),
    Transition(_EN, "get_del", _EN),
    Transition(_EN, "put_del", _EN),
    Transition(_EN, "del_del", _EN),
    Transition(_EN, "empty_trash", _EC),
)
"""All that the study's machine has."""
_NEEDS: Final = {
    "post": Command.POST,
    "get": Command.GET,
    "put": Command.PUT,
    "del": Command.DELETE,
    "empty": Command.EMPTY_TRASH,
}


def possible(commands: frozenset[Command], *, put_creates: bool = False) -> Iterator[Transition]:
    """Those that a service with these commands has. Where there is no ``put``, ``patch`` takes its place.

    Where ``put`` makes what is not there, it brings back what was deleted: then nothing in the trash can be put to.
    """
    offered = commands | {Command.PUT} if Command.PATCH in commands else commands
    for transition in TRANSITIONS:
        is_offered = _NEEDS[transition.command.partition("_")[0]] in offered
        if is_offered and not (put_creates and transition.command == "put_del"):
            yield transition


def named(command: Command, key: Key, state: State) -> str:
    """The study's name of a command in this state."""
    verb = {Command.DELETE: "del", Command.PATCH: "patch"}.get(command, str(command))
    if command is Command.POST:
        return "post_norm" if state.normal else "post_first"
    if command in {Command.LIST, Command.EMPTY_TRASH}:
        return str(command)
    if key in state.trash:
        return f"{verb}_del"
    if key not in state.normal:
        return f"{verb}_unknown"
    if command is Command.DELETE and len(state.normal) == 1:
        return "del_last"
    return f"{verb}_norm"


def gone(command: str, before: State, after: State) -> list[Transition]:
    """The transition that a command took, if it is one of the machine's."""
    taken = Transition(before.place, command.replace("patch_", "put_"), after.place)
    return [taken] if taken in TRANSITIONS else []
