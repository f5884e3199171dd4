"""What the tests of a run find, kept over all of them: findings with their shortest sequence, transitions covered."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from querious.model.severity import Severity

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from querious.model.exchange import Exchange
    from querious.model.finding import Finding
    from querious.model.state import Key
    from querious.model.values import JSON
    from querious.state.facade import Collection
    from querious.state.journal import Journal
    from querious.state.model import Manners
    from querious.state.transitions import Transition


@dataclass(slots=True)
class StateLedger:
    """Asked by every test, changed by it."""

    collections: Mapping[str, Collection]
    journal: Journal
    spent: Callable[[], str] = field(default=lambda: "")
    """Why no more commands may be sent, but for cleaning up; empty: go on."""
    tell: Callable[[Finding], object] = field(default=lambda _: None)
    """Called when a finding is new."""
    judge: Callable[[Exchange], Iterable[Finding]] = field(default=lambda _: ())
    """What is wrong with an answer by itself, whatever was asked before."""
    manners: dict[str, Manners] = field(default_factory=dict)
    known: set[str] = field(default_factory=set)
    """Fingerprints of what need not be shown again."""
    unshrunk: list[str] = field(default_factory=list)
    """Fingerprints of faults for which the shortest sequence is still to be looked for."""
    findings: dict[str, Finding] = field(default_factory=dict)
    """By fingerprint, in the order in which they were found, each with the shortest sequence so far."""
    tests: Counter[str] = field(default_factory=Counter)
    steps: Counter[str] = field(default_factory=Counter)
    transitions: dict[str, Counter[Transition]] = field(default_factory=lambda: defaultdict(Counter))
    left: int = 0
    """Entries that could not be removed."""
    shown: dict[str, JSON] = field(default_factory=dict)
    """An entry of a collection as the service showed it when it was made, where others needed one and it did."""
    made: set[Key] = field(default_factory=set)
    """All keys that were ever given to us: what is left in a trash is not somebody else's."""

    @property
    def faults(self) -> list[str]:
        """Fingerprints of the faults: a sequence ends with the first that shows."""
        return [name for name, one in self.findings.items() if one.severity is Severity.FAULT]

    @property
    def new_faults(self) -> list[str]:
        """Those of them that a sequence still ends with."""
        return [name for name in self.faults if name not in self.known]

    def put_off(self) -> None:
        """Let the new faults end no more sequences, and shrink them later."""
        self.unshrunk += self.new_faults
        self.known.update(self.unshrunk)

    def is_unshrunk(self, collection: str) -> bool:
        """Whether a fault of a collection is still to be shrunk."""
        return any(self.findings[one].coordinate == collection for one in self.unshrunk)

    def needs_of(self, collection: Collection) -> Iterator[Collection]:
        """What must be there first, in the order in which it can be made."""
        seen: set[str] = {collection.name}

        def deeper(names: Iterable[str]) -> Iterator[Collection]:
            for name in names:
                if name not in seen and name in self.collections:
                    seen.add(name)
                    needed = self.collections[name]
                    yield from deeper(needed.needs)
                    yield needed

        yield from deeper(collection.needs)

    def refuses_referred(self, name: str) -> bool:
        """Whether a collection promises not to delete entries that others refer to."""
        return name in self.collections and self.collections[name].promised.refuses_referred

    def found(self, finding: Finding) -> bool:
        """Keep it if it is new, or shown by fewer steps than before; whether it ends the sequence."""
        fingerprint = finding.fingerprint
        before = self.findings.get(fingerprint)
        if before is None:
            self.findings[fingerprint] = finding
            self.tell(finding)
        elif _size(finding) < _size(before):
            self.findings[fingerprint] = replace(finding, count=before.count + 1)
        elif fingerprint in self.known:
            self.findings[fingerprint] = replace(before, count=before.count + 1)
        return finding.severity is Severity.FAULT and fingerprint not in self.known


def _size(finding: Finding) -> tuple[int, int]:
    """How many steps, and characters that their first requests sent."""
    steps = finding.sequence.steps if finding.sequence else ()
    bodies = [step.outcome.exchanges[0].case.body if step.outcome.exchanges else step.sent for step in steps]
    return len(steps), sum(len(json.dumps(body, default=str)) for body in bodies)
