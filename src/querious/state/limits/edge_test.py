"""A collection, driven to the edge of the limits of what its entries are made in, or for.

Three holders are made: one with a small limit, which is filled; one with a limit that differs by one; and one with much
room, which tells what a refusal depends on. Only limits that can be chosen, or are small by themselves, are tried, so
that a few entries are enough. What is found is tried a second time from the beginning.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from querious.model.finding import Finding
from querious.model.severity import Severity
from querious.model.state import Command, Delete, GivenEntry
from querious.state.facade import Promised
from querious.state.limits.bodies import EdgeBodies, HolderBodies, UnclearError
from querious.state.limits.edge_look import EdgeMove, EdgeTrace
from querious.state.limits.edge_rules import edge_breaches
from querious.state.limits.holder import Holder
from querious.state.parallel.branch_journal import ParallelJournal
from querious.state.room import Role, counts_in, is_number_of_things, is_quantity, role_of, share_a_word, tells_time
from querious.state.samples import BodySamples
from querious.state.sequence import Commands, Running
from querious.state.trial import Trial

if TYPE_CHECKING:
    from collections.abc import Iterator

    from querious.model.state import Breach, CommandSequence, Key
    from querious.model.values import JSON
    from querious.state.facade import Collection
    from querious.state.ledger import StateLedger

_NEEDED: Final = frozenset({Command.POST, Command.DELETE})
_LIMITS: Final = (3, 5, 10)
"""That are chosen, the first that is accepted."""
_MOST: Final = 12
"""The largest limit that is filled."""
_ROOM: Final = 20
"""By which the roomy holder takes more."""
_BODIES: Final = 3
"""Entries of different values that must be refused before that counts."""
_AT_ONCE: Final = 4
"""Times that the last place is fought for."""
_BRANCHES: Final = 2
_CANDIDATES: Final = 2
"""Members that are tried as the number of what an entry takes."""


def test_limits(collection: Collection, ledger: StateLedger, seed: int) -> bool:
    """Drive it to the edge of every limit; whether that was done to the end. What is found is in the ledger."""
    if not collection.commands >= _NEEDED:
        return True
    for name in dict.fromkeys(filter(None, (collection.parent, *collection.needs))):
        holders = ledger.collections.get(name)
        if holders is None or not holders.commands >= _NEEDED:
            continue
        found = _found(collection, holders, ledger, seed)
        if found and not ledger.spent():
            again = {one.fingerprint for one in _found(collection, holders, ledger, seed + 1)}
            found = [_confirmed(one, again) for one in found]
        for finding in found:
            ledger.found(finding)
        ledger.known.update(ledger.new_faults)
    return not ledger.spent()


def _confirmed(finding: Finding, again: set[str]) -> Finding:
    """What a race brings about need not show again, and is certain all the same."""
    is_again = finding.fingerprint in again
    is_race = finding.sequence is not None and any(step.branch for step in finding.sequence.steps)
    severity = finding.severity if is_again or is_race else Severity.SUSPICION
    return replace(finding, severity=severity, reproduced=is_again)


def _found(collection: Collection, holders: Collection, ledger: StateLedger, seed: int) -> list[Finding]:
    """By one drive, in which everything is made anew and removed again."""
    bodies = HolderBodies(holders, seed)
    is_told = collection.promised.most and collection.parent == holders.name
    if not (bodies.settable or is_told or _may_show_limit(ledger.shown.get(holders.name))):
        return []
    trial = Trial(collection, ledger)
    with trial.prepared(BodySamples(seed).needed):
        if trial.over:
            return []
        drive = EdgeDrive(collection, holders, ledger, trial, bodies, seed)
        try:
            with suppress(UnclearError, _BudgetSpentError):
                drive.go()
        finally:
            drive.end()
    return list(drive.findings())


def _may_show_limit(shown: JSON) -> bool:
    """Whether an entry shows a limit that is small enough to be filled, as far as it is known."""
    counts = counts_in(shown)
    return not counts or any(role_of(path) is Role.LIMIT and 0 < counts[path] <= _MOST for path in counts)


class _BudgetSpentError(Exception):
    """Nothing more may be sent, but for cleaning up."""


class EdgeDrive:
    """One holder after the other is made and filled."""

    def __init__(
        self,
        collection: Collection,
        holders: Collection,
        ledger: StateLedger,
        trial: Trial,
        bodies: HolderBodies,
        seed: int,
    ) -> None:
        self._collection = collection
        self._ledger = ledger
        self._given = trial.given_keys()
        self._needed = tuple(one for one in trial.given if one.collection != holders.name)
        self._journal = ParallelJournal(ledger.journal)
        self._holders = Commands(holders, self._given, ledger.journal)
        self._holder_bodies = bodies
        self._promised = collection.promised if collection.parent == holders.name else Promised()
        if self._promised.most:  # it is the same for all of them
            bodies.settable = ()
        self._seed = seed
        self._made: list[Holder] = []
        self._limit = ""
        self._bodies = EdgeBodies(seed, below=collection.parent == holders.name)

    def go(self) -> None:
        """Fill one to its edge; what is done there depends on whether the edge holds."""
        filled = self._first_holder()
        if filled is None:
            return
        other = self._holder(filled.limit + 1)
        roomy = self._holder(filled.limit + _ROOM)
        self._learn_quantity(roomy or other)
        if not self._fill(filled) or filled.held < filled.limit:
            return
        if other is not None:
            self._go_elsewhere(other, filled)
        self._raise(filled)
        if self._give_back(filled):
            self._fight(filled)

    def end(self) -> None:
        """Remove all that was made."""
        for holder in reversed(self._made):
            self._ledger.made.update(holder.made)
            self._ledger.left += holder.end()

    def findings(self) -> Iterator[Finding]:
        """What is held against the service."""
        for holder in self._made:
            for breach, sequence in holder.breaches:
                yield self._finding(breach, sequence)
        if not self._made or not self._made[0].looks:
            return
        trace = self._trace()
        told: set[str] = set()
        for breach, look in edge_breaches(trace):
            if breach.rule not in told:
                told.add(breach.rule)
                yield self._finding(breach, look.sequence)

    def _trace(self) -> EdgeTrace:
        first, *others = (holder.seen() for holder in self._made if holder.looks)
        collection, holders = self._collection, self._holders.collection.name
        manners = self._ledger.manners[collection.name]
        return EdgeTrace(
            collection=collection.name,
            holder=holders,
            limit=self._limit,
            is_settled=bool(self._holder_bodies.settable),
            filled=first,
            others=others,
            is_kept=manners.delete not in {Delete.HARD, Delete.TOMBSTONE},
            is_alone=sum(holders in one.needs for one in self._ledger.collections.values()) == 1,
            promise=self._promised.most_told,
            is_dated=any(map(tells_time, self._bodies.names)),
        )

    def _finding(self, breach: Breach, sequence: CommandSequence) -> Finding:
        exchange = sequence.last_exchange
        name = self._collection.name
        return Finding(breach.rule, name, breach.message, exchange, breach.severity, sequence=sequence)

    # the holders

    def _first_holder(self) -> Holder | None:
        """One with a limit small enough to be filled; None where there is no such limit."""
        for limit in _LIMITS if self._holder_bodies.settable else (0,):
            holder = self._holder(limit)
            if holder is None:
                continue
            self._limit, holder.limit = self._shown_limit(holder, limit)
            return holder if 0 < holder.limit <= _MOST else None
        return None

    def _shown_limit(self, holder: Holder, chosen: int) -> tuple[str, int]:
        """The member that tells the limit, and what it tells; what was chosen where nothing tells it."""
        if self._promised.most:
            return "", self._promised.most
        counts = holder.looks[0].counts
        named = [path for path in counts if role_of(path) is Role.LIMIT]
        things = [path for path in counts if is_number_of_things(path)]
        told = [path for path in named or things if not chosen or counts[path] == chosen]
        told.sort(key=lambda path: not share_a_word(path, self._collection.name))
        if told:
            return told[0], counts[told[0]]
        is_left = any(role_of(path) is Role.LEFT and counts[path] == chosen for path in counts)
        return "", chosen if is_left else 0

    def _holder(self, limit: int) -> Holder | None:
        """A new one; None where it is refused, or its limit cannot be chosen and another one was made already."""
        if self._made and not self._holder_bodies.settable and limit > self._made[0].limit + 1:
            return None
        for body in self._holder_bodies.with_limit(limit):
            self._go_on()
            outcome = self._holders.post(body)
            if outcome.is_made:
                return self._begun(outcome.key, body, limit)
        return None

    def _begun(self, key: Key, body: JSON, limit: int) -> Holder:
        name = self._holders.collection.name
        commands = Commands(self._collection, {**self._given, name: [key]}, self._journal)
        running = Running(commands, self._ledger.manners[self._collection.name])
        given = (*self._needed, GivenEntry(name, key, body))
        holder = Holder(self._holders, key, running, given)
        self._made.append(holder)
        running.begin(self._ledger.made)
        if running.uncertain:
            raise UnclearError
        holder.limit = limit if self._holder_bodies.settable else self._made[0].limit
        holder.look(EdgeMove.MADE)
        return holder

    def _go_on(self) -> None:
        if self._ledger.spent():
            raise _BudgetSpentError

    # their entries

    def _learn_quantity(self, holder: Holder | None) -> None:
        """Which member says how many an entry takes: the one by which a count moves, or that is called so."""
        bodies, filled = self._bodies, self._made[0]
        candidates = bodies.candidates(filled.collection, filled.key)[:_CANDIDATES]
        if holder is None:
            bodies.quantity = next(filter(is_quantity, candidates), "")
            return
        for name in candidates:
            bodies.quantity = name
            before = holder.looks[-1].counts
            if not self._post(holder, EdgeMove.POST, _BRANCHES):
                continue
            after = holder.looks[-1].counts
            moved = {abs(after[path] - before[path]) for path in before.keys() & after.keys()}
            if _BRANCHES in moved or (moved <= {0} and is_quantity(name)):
                return
            holder.takes_one()
        bodies.quantity = ""

    def _post(self, holder: Holder, move: EdgeMove, units: int) -> bool:
        """Make an entry; whether one was accepted. Others are tried, which take one, before a refusal counts."""
        has_room = holder.held + units <= holder.limit
        for number in range(_BODIES if has_room else 1):
            self._go_on()
            asked = units if number == 0 else 1
            body = self._bodies.next(holder.collection, holder.key, asked)
            if number:
                holder.looks.pop()
            if holder.post(move, body, asked if self._bodies.quantity else 1):
                return True
        return False

    def _units(self) -> int:
        """What the first entry takes: two where it can, so that one and two are not the same."""
        return 2 if self._bodies.quantity else 1

    def _fill(self, holder: Holder) -> bool:
        """Make entries until one is refused; whether as many as there is room for were accepted, and no more."""
        units = self._units()
        while holder.held <= holder.limit:
            if not self._post(holder, EdgeMove.POST, units):
                if holder.held < holder.limit:
                    self._bear_witness(holder)
                return holder.held == holder.limit
            units = 1
        return False

    def _bear_witness(self, holder: Holder) -> None:
        """Whether one with more room takes as many entries, and as much, as were refused."""
        roomy = self._roomy()
        if roomy is None or roomy is holder:
            return
        while roomy.held < holder.held + 1 or len(roomy.entries) < len(holder.entries) + 1:
            if not self._post(roomy, EdgeMove.POST, 1):
                return
        if self._post(roomy, EdgeMove.POST, 1):
            holder.looks[-1] = replace(holder.looks[-1], witnessed=True)

    def _roomy(self) -> Holder | None:
        return next((one for one in self._made if one.limit > _ROOM), None)

    def _go_elsewhere(self, other: Holder, filled: Holder) -> None:
        """What one holds does not count in another, nor what it takes at once go beyond its limit."""
        other.look(EdgeMove.READ, before=filled.steps)
        if not self._post(other, EdgeMove.POST, 1):
            self._bear_witness(other)
        elif self._units() > 1:
            self._post(other, EdgeMove.POST, other.limit - other.held + 1)

    def _raise(self, holder: Holder) -> None:
        """Let an entry take more, where nothing is left."""
        bodies = self._bodies
        command = next((one for one in (Command.PATCH, Command.PUT) if one in self._collection.commands), None)
        if not bodies.quantity or command is None:
            return
        self._go_on()
        key, units = list(holder.entries.items())[-1]
        whole = bodies.next(holder.collection, holder.key, units + 1)
        body: JSON = {bodies.quantity: units + 1} if command is Command.PATCH else whole
        if bodies.quantity in whole and holder.change(command, key, body, units + 1):
            raise UnclearError  # the edge does not hold: there is nothing more to be said of it

    def _give_back(self, holder: Holder) -> bool:
        """Take an entry out and make another one; whether that was accepted."""
        self._go_on()
        holder.delete(next(iter(holder.entries)))
        if self._post(holder, EdgeMove.AGAIN, 1):
            return True
        self._bear_witness(holder)
        return False

    def _fight(self, holder: Holder) -> None:
        """Make two entries at the same time where one has room."""
        for _ in range(_AT_ONCE):
            self._leave_room_for_one(holder)
            posted = [self._bodies.next(holder.collection, holder.key, 1) for _ in range(_BRANCHES)]
            self._go_on()
            made = holder.post_at_once(posted)
            if len(made) != 1:
                return

    def _leave_room_for_one(self, holder: Holder) -> None:
        while holder.held >= holder.limit:
            self._go_on()
            holder.delete(list(holder.entries)[-1])
        while holder.held < holder.limit - 1:
            if not self._post(holder, EdgeMove.AGAIN, 1):
                raise UnclearError
