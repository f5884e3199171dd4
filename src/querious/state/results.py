"""What the tests of a run find, kept over all of them: findings with their shortest sequence, transitions covered."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from querious.model.severity import Severity

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from querious.model.finding import Finding
    from querious.model.state import Key
    from querious.state.facade import Collection
    from querious.state.journal import Journal
    from querious.state.model import Manners
    from querious.state.sequence import Running
    from querious.state.transitions import Transition


class Violated(AssertionError):  # noqa: N818 - it is the engine's signal, and no error of ours
    """The service did otherwise than the model."""

    fingerprint: str = ""


@dataclass(slots=True)
class Gathering:
    """Asked by every test, changed by it."""

    collections: Mapping[str, Collection]
    journal: Journal
    spent: Callable[[], str] = field(default=lambda: "")
    """Why no more commands may be sent, but for cleaning up; empty: go on."""
    tell: Callable[[Finding], object] = field(default=lambda _: None)
    """Called when a finding is new."""
    manners: dict[str, Manners] = field(default_factory=dict)
    known: set[str] = field(default_factory=set)
    """Fingerprints of what need not be shown again."""
    findings: dict[str, Finding] = field(default_factory=dict)
    """By fingerprint, each with the shortest sequence so far."""
    tests: Counter[str] = field(default_factory=Counter)
    steps: Counter[str] = field(default_factory=Counter)
    transitions: dict[str, Counter[Transition]] = field(default_factory=lambda: defaultdict(Counter))
    left: int = 0
    """Entries that could not be removed."""
    begun_tests: int = 0
    made: set[Key] = field(default_factory=set)
    """All keys that were ever given to us: what is left in a trash is not somebody else's."""
    signals: dict[str, type[Violated]] = field(default_factory=dict)

    def signal(self, finding: Finding) -> Violated:
        """An exception of a class of its own for each cause: the engine shrinks towards the same class."""
        fingerprint = finding.fingerprint
        if fingerprint not in self.signals:
            self.signals[fingerprint] = type("Violated", (Violated,), {"fingerprint": fingerprint})
        return self.signals[fingerprint](finding.message)

    @property
    def faults(self) -> set[str]:
        """Fingerprints of the faults that a sequence ends with."""
        return {name for name, one in self.findings.items() if one.severity is Severity.FAULT}

    def order(self, fingerprint: str) -> int:
        """In which they were found."""
        return list(self.findings).index(fingerprint)

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

    def begun(self) -> None:
        """One more test."""
        self.begun_tests += 1

    def found(self, finding: Finding) -> bool:
        """Keep it if it is new, or shown by fewer steps than before; whether it is to be shrunk."""
        fingerprint = finding.fingerprint
        before = self.findings.get(fingerprint)
        if before is None or _size(finding) < _size(before):
            count = before.count if before else 0
            self.findings[fingerprint] = replace(finding, count=count + 1)
            if before is None:
                self.tell(finding)
        elif fingerprint in self.known:
            self.findings[fingerprint] = replace(before, count=before.count + 1)
        return finding.severity is Severity.FAULT and fingerprint not in self.known

    def ended(self, collection: str, running: Running | None, left: int) -> None:
        """A test is over."""
        self.left += left
        if running is not None:
            self.tests[collection] += 1
            self.steps[collection] += len(running.steps)
            self.transitions[collection].update(running.gone)


def _size(finding: Finding) -> tuple[int, int]:
    steps = finding.sequence.steps if finding.sequence else ()
    return len(steps), sum(len(json.dumps(step.sent, default=str)) for step in steps)
