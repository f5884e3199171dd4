"""Sequences from Hypothesis's stateful engine, which draws them and shrinks them.

Each step draws one of the study's commands that apply: reading twice as likely as anything else, as in the study, and
what was not yet done from this state in this sequence more likely than what was, so that visits are balanced over the
transitions of the state machine. What a sequence does is ``sequence.Running``'s business.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from querious.model.state import Command
from querious.state.samples import varied

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from querious.model.state import Key
    from querious.model.values import JSON
    from querious.state.trial import Trial

_MOST: Final = 5
"""Entries that are there at a time."""
_UNKNOWN: Final = 3
"""Commands of a sequence that go to keys that never were."""
_NEW: Final = 2
"""How much likelier what was not done yet is."""


class Machine(RuleBasedStateMachine):
    """One test: a sequence of commands from an empty model."""

    def __init__(self, trial: Trial) -> None:
        super().__init__()
        self.trial = trial
        self._gone: set[tuple[str, str]] = set()
        self._unknown = 0

    @initialize(data=st.data())
    def given(self, data: st.DataObject) -> None:
        """Make what the collection needs, and see what is there."""
        self.trial.prepare(lambda collection: data.draw(collection.entries()))

    @precondition(lambda machine: not machine.trial.over)
    @rule(data=st.data())
    def step(self, data: st.DataObject) -> None:
        """One command."""
        command = data.draw(st.sampled_from(self._choices()))
        self._gone.add((self.trial.state.place, command))
        if command == "unknown":
            self._unknown += 1
            self.trial.unknown(data.draw)
        elif command == "put_again":
            self.trial.put_again()
        elif command == "get_removed":
            self.trial.do(Command.GET, _one_of(data, self.trial.state.removed))
        elif command == "post_again":
            self.trial.post_again(_one_of(data, self.trial.state.trash))
        else:
            self._carry_out(command, data)

    @precondition(lambda machine: machine.trial.over)
    @rule()
    def rest(self) -> None:
        """Nothing: the sequence is over, and the engine wants something to do."""

    @invariant()
    def listed(self) -> None:
        """The listed keys are the model's keys."""
        self.trial.look()

    def teardown(self) -> None:
        """Remove everything that was made."""
        self.trial.end()

    def _choices(self) -> list[str]:
        """Commands that apply, each as often as it is likely; the simplest first, as shrinking prefers it."""
        choices: list[str] = []
        for command in self._possible():
            times = 2 if command.startswith("get") else 1
            is_new = (self.trial.state.place, command) not in self._gone
            choices.extend([command] * times * (_NEW if is_new else 1))
        return choices

    def _possible(self) -> Iterator[str]:
        state, offers = self.trial.state, self.trial.offers
        if len(state.normal) < _MOST:
            yield "post_norm" if state.normal else "post_first"
        for name, keys in (("norm", state.normal), ("del", state.trash)):
            for verb in (Command.GET, Command.PUT, Command.PATCH, Command.DELETE):
                if keys and offers(verb):
                    yield f"{'del' if verb is Command.DELETE else verb}_{name}"
        if state.trash and len(state.normal) < _MOST:
            yield "post_again"
        if self.trial.last_put:
            yield "put_again"
        if state.trash and offers(Command.EMPTY_TRASH):
            yield "empty_trash"
        if state.removed:
            yield "get_removed"
        if self._unknown < _UNKNOWN:
            yield "unknown"

    def _carry_out(self, command: str, data: st.DataObject) -> None:
        name, _, which = command.partition("_")
        verb = {"del": Command.DELETE, "empty": Command.EMPTY_TRASH}.get(name) or Command(name)
        key = ""
        if verb not in {Command.POST, Command.EMPTY_TRASH}:
            key = _one_of(data, self.trial.state.trash if which == "del" else self.trial.state.normal)
        self.trial.do(verb, key, self._sent(verb, data))

    def _sent(self, verb: Command, data: st.DataObject) -> JSON:
        collection = self.trial.collection
        match verb:
            case Command.POST:
                return data.draw(varied(collection.entries()))
            case Command.PUT:
                return data.draw(varied(collection.replacements()))
            case Command.PATCH:
                return data.draw(varied(collection.changes()))
            case _:
                return None


def _one_of(data: st.DataObject, keys: Mapping[Key, object]) -> Key:
    """By its number: keys are the service's, and other ones when the sequence is run again."""
    return list(keys)[data.draw(st.integers(0, len(keys) - 1))]
