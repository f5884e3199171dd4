"""One test: what a collection needs is made, a sequence runs, and everything is removed again.

A fault that is new ends the test: nothing more is sent, whatever is asked of it. After one that is known already the
test goes on without the entry: a fault that shows everywhere must not hide the others.
"""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from querious.model.finding import Finding
from querious.model.severity import Severity
from querious.model.state import Breach, Command, CommandSequence, CommandStep, Ending, GivenEntry, Outcome
from querious.state.rules.answer import SERVER_ERROR
from querious.state.rules.post import STILL_CONFLICTS
from querious.state.rules.quotes import quote_difference, quoted
from querious.state.rules.write import steady
from querious.state.samples import samples
from querious.state.sequence import Commands, Running
from querious.state.substructure import differences, members, same

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from querious.model.state import Key
    from querious.model.values import JSON
    from querious.state.facade import Collection
    from querious.state.ledger import StateLedger
    from querious.state.model import State

_TRIES: Final = 5
"""Values with which an entry that another collection needs is tried to be made."""
_OWN: Final = 2
"""Entries of each needed collection: with one alone nothing could be mixed up."""
_READS: Final = 2
"""Reads that each must change what the list shows, before reading is held to be the reason."""
_DRAWN: Final = 16
_NOT_SENT: Final = Outcome(Ending.UNANSWERED)


class Trial:
    """Carries out commands and judges them. Of several findings at once the ``wanted`` one is told, if it is there."""

    def __init__(self, collection: Collection, ledger: StateLedger, wanted: str = "") -> None:
        self.collection = collection
        self._wanted = wanted
        self._ledger = ledger
        manners = ledger.manners[collection.name]
        manners = replace(manners, unseen=manners.unseen | collection.unseen)
        self._running = Running(Commands(collection, {}, ledger.journal), manners)
        self._needed: dict[tuple[str, Key], Commands] = {}
        self.given: list[GivenEntry] = []
        """Entries of other collections, in the order in which they were made."""
        self.over = False
        self.ended_by = ""
        """The fingerprint of the finding that ended it; empty if none did."""
        self.last_put: tuple[Key, JSON] | None = None

    @property
    def state(self) -> State:
        """Of the model."""
        return self._running.state

    @property
    def steps(self) -> tuple[CommandStep, ...]:
        """Carried out so far."""
        return tuple(self._running.steps)

    @property
    def seen_keys(self) -> list[Key]:
        """Those that the service gave, as far as they are known."""
        state = self.state
        given = self._running.manners.keys
        return list(dict.fromkeys((*given, *sorted(state.foreign), *state.removed, *state.trash, *state.normal)))

    @contextmanager
    def prepared(self, entry_of: Callable[[Collection], JSON]) -> Iterator[None]:
        """Make what the collection needs; whatever was made is removed when the block is left."""
        try:
            self.prepare(entry_of)
            yield
        finally:
            self.end()

    def prepare(self, entry_of: Callable[[Collection], JSON]) -> None:
        """Make entries of what the collection needs, parents first, and take what is there as somebody else's."""
        given: dict[str, list[Key]] = {}
        for needed in self._ledger.needs_of(self.collection):
            given[needed.name] = self._make(needed, given, entry_of)
            if not given[needed.name]:
                self.over = True
                return
        commands = Commands(self.collection, given, self._ledger.journal)
        self.collection = commands.collection
        self._running = Running(commands, self._running.manners)
        self._ledger.tests[self.collection.name] += 1
        self._running.begin(self._ledger.made)
        self.over = self._running.uncertain

    def do(self, command: Command, key: Key = "", sent: JSON = None) -> Outcome:
        """Carry out a command and judge it; nothing is read one by one where the service does not offer that."""
        is_offered = command is not Command.GET or command in self.collection.commands
        if self._is_over() or not is_offered:
            return _NOT_SENT
        self.last_put = (key, sent) if command is Command.PUT and key in self.state.normal else None
        outcome, breaches = self._running.do(command, key, sent)
        if command is Command.GET and any(breach.severity is Severity.FAULT for breach in breaches):
            breaches = self._without_restless(key, outcome, breaches)
        if any(breach.rule == STILL_CONFLICTS for breach in breaches) and not self._takes_another(sent):
            breaches = tuple(breach for breach in breaches if breach.rule != STILL_CONFLICTS)
        self._judge((*breaches, *self._wrong_by_itself(outcome)))
        return outcome

    def _takes_another(self, sent: JSON) -> bool:
        """Whether an entry with other values, and no smaller numbers, is taken: else there may be no room for any."""
        wanted = members(sent)
        drawn = [members(body) for body in samples(self.collection.entries(), _DRAWN, len(self.steps))]
        texts = ({**wanted, **{name: body[name] for name in body if _is_text(wanted.get(name))}} for body in drawn)
        larger = (body for body in drawn if all(_is_as_large(body.get(name), wanted[name]) for name in wanted))
        others = [body for body in (*texts, *larger) if body != wanted]
        for body in others[:_TRIES]:
            outcome = self._running.commands.post(body)
            if outcome.is_made:
                self._running.commands.delete(outcome.key)
                self._running.made.append(outcome.key)
                return True
        return False

    def _without_restless(self, key: Key, outcome: Outcome, breaches: tuple[Breach, ...]) -> tuple[Breach, ...]:
        """Without what is about members that change from one read to the next, such as a value that decays."""
        shown, again = members(outcome.value), members(self.collection.get(key).value)
        changed = [name for name in shown if name in again and not same(shown[name], again[name])]
        restless = [f"`{name}`" for name in (*changed, *self._listed_in_turns(key))]
        steady_ones = tuple(one for one in breaches if not any(name in one.message for name in restless))
        if len(steady_ones) < len(breaches):
            steady_ones += tuple(self._changed_by_reading(key))
            self._running.forget(key)
        return steady_ones

    def _listed_in_turns(self, key: Key) -> Iterator[str]:
        """Members that lists have shown otherwise each time, and never as written, with no write to the entry between.

        What decays may have come to its end by now. A list that once showed what was written is another matter:
        something has changed the entry since.
        """
        entry = self.state.normal.get(key)
        written, rows = members(entry.facts if entry else None), self._rows_since_written(key)
        for name, value in written.items():
            values = [row[name] for row in rows if name in row]
            if any(same(value, one) for one in values):
                continue
            if any(not same(one, other) for one, other in pairwise(values)):
                yield name

    def _rows_since_written(self, key: Key) -> list[dict[str, JSON]]:
        """The entry as lists have shown it since it was last written to."""
        rows = []
        for step in reversed(self.steps):
            if step.verb is Command.LIST:
                rows.append(members(dict(step.outcome.entries).get(key)))
            elif step.key == key and not step.verb.only_reads:
                break
        return rows

    def _changed_by_reading(self, key: Key) -> Iterator[Breach]:
        """What the list shows otherwise after each read, and only then; a value that decays goes on by itself."""
        if Command.LIST not in self.collection.commands:
            return
        rows = [self._row(key)]
        for _ in range(_READS):
            self.collection.get(key)
            rows.append(self._row(key))
        last = self._row(key)
        for name, value in rows[-1].items():
            shown = [row.get(name) for row in rows]
            if same(value, last.get(name)) and not any(same(one, other) for one, other in pairwise(shown)):
                change = f"`{name}` from {quoted(shown[0])} to {quoted(value)}"
                message = f"reading {self.state.name_of(key)} changed its {change}"
                yield Breach("changed-by-reading", message, Severity.SUSPICION, alone=True)

    def _row(self, key: Key) -> dict[str, JSON]:
        """The entry as the list shows it."""
        return members(dict(self.collection.list().entries).get(key))

    def _wrong_by_itself(self, outcome: Outcome) -> Iterator[Breach]:
        """What the oracles hold against the answers to a command."""
        for exchange in outcome.exchanges:
            for finding in self._ledger.judge(exchange):
                about = f"{finding.coordinate}: " if finding.coordinate else ""
                yield Breach(finding.oracle, f"{about}{finding.message}", finding.severity, alone=True)

    def do_on(self, key: Key, *commands: tuple[Command, JSON]) -> list[Outcome]:
        """Carry out commands on an entry, for as long as it is there and nothing is held against it."""
        outcomes = []
        for command, sent in commands:
            if key in self.state.normal:
                outcomes.append(self.do(command, key, sent))
        return outcomes

    def put_again(self) -> None:
        """Carry out the last ``put`` again: the entry must be as it was."""
        key, sent = self.last_put or ("", None)
        shown = self.do_on(key, (Command.GET, None), (Command.PUT, sent), (Command.GET, None))
        if key not in self.state.normal or {shown[0].ending, shown[-1].ending} != {Ending.DONE}:
            return
        found = next(differences(steady(shown[0].value), steady(shown[-1].value)), None)
        if found is not None:
            name = self.state.name_of(key)
            message = f"repeating the same put changed {name}: {quote_difference(found)}"
            self._judge((Breach("put-not-idempotent", message),))

    def post_again(self, key: Key) -> None:
        """Post once more what a deleted entry was made of."""
        self.do(Command.POST, "", self.state.trash[key].posted)

    def look(self) -> None:
        """Check the invariant: the list shows the model's entries."""
        if not self._is_over():
            self._judge(self._running.look())

    def look_in_pages(self) -> None:
        """Check it by the pages that the service makes by itself."""
        if not self._is_over():
            self._judge(self._running.look_in_pages())

    def keys_of(self, name: str) -> list[Key]:
        """Keys of the entries of a needed collection that were made."""
        return [one.key for one in self.given if one.collection == name]

    def given_keys(self) -> dict[str, list[Key]]:
        """All of them, by collection."""
        return {one.collection: self.keys_of(one.collection) for one in self.given}

    def refuses_referred(self, name: str) -> bool:
        """See ``StateLedger``."""
        return self._ledger.refuses_referred(name)

    def delete_needed(self, name: str, key: Key) -> Ending:
        """Delete an entry of a needed collection."""
        return self._needed[name, key].delete(key).ending

    def lose_parent(self) -> None:
        """See ``Commands``."""
        self._running.commands.lose_parent()

    def report(self, verb: Command, key: Key, outcome: Outcome, breach: Breach) -> None:
        """Hold something against the service that was seen of an entry outside of the model."""
        if not self._is_over():
            asked = "" if verb is Command.LIST else key
            name = self.state.name_of(key) if asked else ""
            posts = [step for step in self.steps if step.verb is Command.POST and step.key == key]
            self._running.steps.append(CommandStep(verb, str(verb), name, asked, None, outcome))
            self._judge((breach,), (*posts, self.steps[-1]))

    def forget(self, key: Key) -> None:
        """Leave an entry alone that was changed outside of the model."""
        self._running.forget(key)

    def end(self) -> None:
        """Remove all that was made."""
        running, ledger, name = self._running, self._ledger, self.collection.name
        ledger.left += running.end()
        ledger.made.update(running.made)
        for (_, key), commands in reversed(self._needed.items()):
            ledger.left += not commands.remove(key)
        ledger.steps[name] += len(running.steps)
        ledger.transitions[name].update(running.gone)

    def _is_over(self) -> bool:
        self.over = self.over or bool(self._ledger.spent())
        return self.over

    def _make(
        self, needed: Collection, given: dict[str, list[Key]], entry_of: Callable[[Collection], JSON]
    ) -> list[Key]:
        commands = Commands(needed, given, self._ledger.journal)
        keys: list[Key] = []
        for _ in range(_TRIES):
            entry = entry_of(commands.collection)
            outcome = commands.post(entry)
            if outcome.is_made:
                keys.append(outcome.key)
                self._needed[needed.name, outcome.key] = commands
                self.given.append(GivenEntry(needed.name, outcome.key, entry))
            if len(keys) == _OWN:
                break
        return keys

    def _judge(self, breaches: tuple[Breach, ...], shown: tuple[CommandStep, ...] = ()) -> None:
        """Keep what is held against the service, with the steps that show it: all of them, unless others are given."""
        running = self._running
        self.over = self.over or running.uncertain
        if self._wanted:  # what shrinking tries may be wrong in itself: nothing but faults counts
            breaches = tuple(one for one in breaches if one.severity is Severity.FAULT)
        findings = [self._finding(breach, shown or self.steps) for breach in breaches]
        new = [finding.fingerprint for finding in findings if self._ledger.found(finding)]
        if new:
            self.ended_by = self._wanted if self._wanted in new else new[0]
            self.over = True
            return
        for breach in breaches:
            is_certain = breach.severity is Severity.FAULT or breach.rule == SERVER_ERROR
            if is_certain and not breach.alone:
                running.forget(breach.key or running.steps[-1].key)
        if self.last_put and self.last_put[0] not in running.state.normal:
            self.last_put = None

    def _finding(self, breach: Breach, shown: tuple[CommandStep, ...]) -> Finding:
        """A suspicion is of one answer alone."""
        steps = _telling(shown) if breach.severity is Severity.FAULT else shown[-1:]
        sequence = CommandSequence(steps, tuple(self.given))
        exchange = sequence.last_exchange
        return Finding(breach.rule, self.collection.name, breach.message, exchange, breach.severity, sequence=sequence)


def _telling(steps: tuple[CommandStep, ...]) -> tuple[CommandStep, ...]:
    """Without earlier posts that were refused, where the last post is what shows it: they have made nothing."""
    if not steps or steps[-1].verb is not Command.POST:
        return steps
    told = []
    for step in steps[:-1]:
        if step.verb is not Command.POST or step.outcome.ending is not Ending.REFUSED:
            told.append(step)
    return (*told, steps[-1])


def _is_text(value: JSON) -> bool:
    return isinstance(value, str) and value != ""


def _is_as_large(value: JSON, wanted: JSON) -> bool:
    """Whether a value asks for no less room; what is no number asks for none."""
    if isinstance(wanted, bool) or not isinstance(wanted, int | float):
        return True
    return isinstance(value, int | float) and not isinstance(value, bool) and value >= wanted
