"""One test: what a collection needs is made, a sequence runs, and everything is removed again.

A finding that is new ends the test with an exception, which the engine shrinks by. After one that is known already
the test goes on without the entry: a fault that shows everywhere must not hide the others.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from hypothesis import strategies as st

from querious.model.finding import Finding
from querious.model.severity import Severity
from querious.model.state import Command, CommandSequence, CommandStep, Ending, GivenEntry
from querious.state.model import State
from querious.state.rules import Complaint
from querious.state.rules.complaint import told
from querious.state.rules.write import steady
from querious.state.sequence import Commands, Running
from querious.state.substructure import differences

if TYPE_CHECKING:
    from collections.abc import Callable

    from querious.model.state import Key, Outcome
    from querious.model.values import JSON
    from querious.state.facade import Collection
    from querious.state.results import Gathering

_TRIES: Final = 5
"""Values with which an entry that another collection needs is tried to be made."""
_OWN: Final = 2
"""Entries of each needed collection: with one alone nothing could be mixed up."""


class Trial:
    """What the engine's machine works on. Of several findings at once the ``wanted`` one is told, if it is there."""

    def __init__(self, collection: Collection, gathering: Gathering, wanted: str = "") -> None:
        self.collection = collection
        self._wanted = wanted
        self._gathering = gathering
        self._running: Running | None = None
        self._needed: list[tuple[Commands, Key]] = []
        self.given: list[GivenEntry] = []
        """Entries of other collections, in the order in which they were made."""
        self.over = False
        self.last_put: tuple[Key, JSON] | None = None

    @property
    def state(self) -> State:
        """Of the model."""
        return self._running.state if self._running else State()

    def offers(self, *commands: Command) -> bool:
        """Whether the service has them all."""
        return self._running is not None and self.collection.commands.issuperset(commands)

    def prepare(self, entry_of: Callable[[Collection], JSON]) -> None:
        """Make entries of what the collection needs, parents first, and take what is there as somebody else's."""
        self._gathering.begun()
        given: dict[str, list[Key]] = {}
        for needed in self._gathering.needs_of(self.collection):
            given[needed.name] = self._make(needed, given, entry_of)
            if not given[needed.name]:
                self.over = True
                return
        commands = Commands(self.collection, given, self._gathering.journal)
        self.collection = commands.collection
        self._running = Running(commands, self._gathering.manners[self.collection.name])
        self._running.begin(self._gathering.made)
        self.over = self._running.uncertain

    def do(self, command: Command, key: Key = "", sent: JSON = None) -> None:
        """Carry out a command and judge it."""
        running = self._going()
        if self._gathering.spent():
            self.over = True
            return
        self.last_put = (key, sent) if command is Command.PUT and key in running.state.normal else None
        self._judge(running.do(command, key, sent))

    def put_again(self) -> None:
        """Carry out the last ``put`` again: the entry must be as it was."""
        key, sent = self.last_put or ("", None)
        shown: list[Outcome] = []
        for command, body in ((Command.GET, None), (Command.PUT, sent), (Command.GET, None)):
            self.do(command, key, body)
            if self.over or key not in self.state.normal:
                return
            shown.append(self._going().steps[-1].outcome)
        first, _, second = shown
        found = next(differences(steady(first.value), steady(second.value)), None)
        if first.ending is second.ending is Ending.DONE and found is not None:
            message = f"the same put once more changed {self.state.name_of(key)}: {told(found)}"
            self._judge((Complaint("put-not-idempotent", message),))

    def unknown(self, draw: Callable[[st.SearchStrategy[Any]], Any]) -> None:
        """Do something to a key that never was."""
        state = self.state
        given = self._going().manners.keys
        seen = dict.fromkeys((*given, *sorted(state.foreign), *state.removed, *state.trash, *state.normal))
        key = draw(self.collection.unknown_keys(list(seen)))
        offered = [one for one in (Command.GET, Command.DELETE, Command.PATCH, Command.PUT) if self.offers(one)]
        command = draw(st.sampled_from(offered))
        sent = None
        if command is Command.PUT:
            sent = draw(self.collection.replacements())
        elif command is Command.PATCH:
            sent = draw(self.collection.changes())
        if not state.known(key):
            self.do(command, key, sent)

    def keys_of(self, name: str) -> list[Key]:
        """Keys of the entries of a needed collection that were made."""
        return [one.key for one in self.given if one.collection == name]

    def given_keys(self) -> dict[str, list[Key]]:
        """All of them, by collection."""
        return {one.collection: self.keys_of(one.collection) for one in self.given}

    def needed_collection(self, name: str) -> Collection | None:
        """A collection that this one needs."""
        return self._gathering.collections.get(name)

    def delete_needed(self, name: str, key: Key = "") -> Ending:
        """Delete an entry of a needed collection: this one, or the first, which is the parent."""
        key = key or self.keys_of(name)[0]
        commands = next(commands for commands, made in self._needed if made == key)
        return commands.delete(key).ending

    def complain(self, verb: Command, key: Key, outcome: Outcome, complaint: Complaint) -> None:
        """Hold something against the service that was seen outside of the model."""
        running = self._going()
        running.steps.append(CommandStep(verb, str(verb), self.state.name_of(key) if key else "", key, None, outcome))
        self._judge((complaint,))

    def look(self) -> None:
        """Check the invariant."""
        if self._running is not None and not self.over and not self._gathering.spent():
            self._judge(self._running.look())

    def look_in_pages(self) -> None:
        """Check it by the pages that the service makes by itself."""
        if self._running is not None and not self.over and not self._gathering.spent():
            self._judge(self._running.look_in_pages())

    def post_again(self, key: Key) -> None:
        """Post once more what a deleted entry was made of."""
        self.do(Command.POST, "", self.state.trash[key].posted)

    def end(self) -> None:
        """Remove all that was made."""
        left = self._running.end() if self._running else 0
        self._gathering.made.update(self._running.made if self._running else ())
        for commands, key in reversed(self._needed):
            left += not commands.remove(key)
        self._gathering.ended(self.collection.name, self._running, left)

    def _make(
        self, needed: Collection, given: dict[str, list[Key]], entry_of: Callable[[Collection], JSON]
    ) -> list[Key]:
        commands = Commands(needed, given, self._gathering.journal)
        keys: list[Key] = []
        for _ in range(_TRIES):
            entry = entry_of(commands.collection)
            outcome = commands.post(entry)
            if outcome.ending is Ending.DONE and outcome.key:
                keys.append(outcome.key)
                self._needed.append((commands, outcome.key))
                self.given.append(GivenEntry(needed.name, outcome.key, entry))
            if len(keys) == _OWN:
                break
        return keys

    def _going(self) -> Running:
        if self._running is None:
            raise RuntimeError("the sequence has not begun")
        return self._running

    def _judge(self, complaints: tuple[Complaint, ...]) -> None:
        running = self._going()
        self.over = self.over or running.uncertain
        steps, given = tuple(running.steps), tuple(self.given)
        if self._wanted:  # what shrinking tries may be wrong in itself: nothing but faults counts
            complaints = tuple(one for one in complaints if one.severity is Severity.FAULT)
        findings = [_finding(complaint, self.collection.name, steps, given) for complaint in complaints]
        new = [finding for finding in findings if self._gathering.found(finding)]
        if new:
            shown = next((one for one in new if one.fingerprint == self._wanted), new[0])
            raise self._gathering.signal(shown)
        running.forget(
            one.key or steps[-1].key for one in complaints if one.severity is Severity.FAULT and not one.alone
        )
        if self.last_put and self.last_put[0] not in running.state.normal:
            self.last_put = None


def _finding(
    complaint: Complaint, collection: str, steps: tuple[CommandStep, ...], given: tuple[GivenEntry, ...]
) -> Finding:
    """A suspicion is of one answer alone."""
    sequence = CommandSequence(steps if complaint.severity is Severity.FAULT else steps[-1:], given)
    return Finding(
        complaint.rule,
        collection,
        complaint.message,
        sequence.last_exchange,
        complaint.severity,
        sequence=sequence,
    )
