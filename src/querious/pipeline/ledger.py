"""Findings, each with the first exchange that showed it and how many did; and which of them have one cause."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from querious.causes import folded, grouped_by, possible_causes
from querious.model import Severity

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from querious.causes import Cause
    from querious.model import Exchange, Finding, Settings

MOST = 500
"""Findings kept that have nothing in common with any other; an API that is wrong in more ways has been told enough."""
_MOST_IN_ALL = 5_000
"""Findings kept, those included that share a cause with one that is."""
_KEPT = 64 * 1024
"""Bytes of an answer kept with a finding."""
_KEPT_OF_SIBLINGS = 8 * 1024
"""The same, where the cause is known already."""


class Ledger:
    """All findings of a run; bounded in number and in what each one holds."""

    def __init__(self) -> None:
        self._findings: dict[str, Finding] = {}
        self._behind: dict[str, frozenset[Cause]] = {}
        """What may be behind each of them."""
        self._seen: set[Cause] = set()
        """What may be behind any finding so far."""
        self._unlike = 0
        """Findings that had nothing in common with those before them."""
        self._groups: list[list[str]] | None = None
        """Fingerprints of findings with one cause each; None: to be worked out again."""
        self.dropped = 0

    def __contains__(self, fingerprint: str) -> bool:
        return fingerprint in self._findings

    def knows(self, finding: Finding) -> bool:
        """Whether this was found before, and as surely."""
        known = self._findings.get(finding.fingerprint)
        return known is not None and not _surer(finding, known)

    def __len__(self) -> int:
        return len(self._findings)

    @property
    def causes(self) -> list[list[Finding]]:
        """Findings with one cause each, the one to be told first."""
        if self._groups is None:
            explained = [(finding, self._behind[name]) for name, finding in self._findings.items()]
            names = {id(finding): name for name, finding in self._findings.items()}
            self._groups = [[names[id(one)] for one in group] for group in grouped_by(explained)]
        return [[self._findings[name] for name in group] for group in self._groups]

    @property
    def told(self) -> tuple[Finding, ...]:
        """One finding for each cause, the others folded beneath it."""
        return tuple(map(folded, self.causes))

    @property
    def findings(self) -> tuple[Finding, ...]:
        """In the order in which they were first seen."""
        return tuple(self._findings.values())

    def add(self, findings: Iterable[Finding]) -> list[Finding]:
        """Count the findings of one exchange, a cause at most once; gives those that are new, or certain now."""
        new = []
        for fingerprint, finding in {finding.fingerprint: finding for finding in findings}.items():
            known = self._findings.get(fingerprint)
            if known is not None and _surer(finding, known):
                self._findings[fingerprint] = replace(lightened(finding), count=known.count + 1)
                self._groups = None
                new.append(finding)
            elif known is not None:
                shown = lightened(finding) if _is_easier(finding, known) else known
                self._findings[fingerprint] = replace(shown, count=known.count + 1)
            elif self._keep(fingerprint, finding):
                new.append(finding)
            else:
                self.dropped += 1
        return new

    def _keep(self, fingerprint: str, finding: Finding) -> bool:
        """Take in a new finding, if there is room for one of its kind."""
        causes = possible_causes(finding)
        is_like_another = not self._seen.isdisjoint(causes)
        if len(self._findings) >= _MOST_IN_ALL or (not is_like_another and self._unlike >= MOST):
            return False
        self._seen |= causes
        self._unlike += not is_like_another
        self._behind[fingerprint] = causes
        self._findings[fingerprint] = lightened(finding, _KEPT_OF_SIBLINGS if is_like_another else _KEPT)
        self._groups = None
        return True

    def drop(self, oracles: Collection[str], coordinates: Collection[str]) -> None:
        """Take back what these oracles hold against fields that turned out to be beyond their judgement."""
        self._findings = {
            fingerprint: finding
            for fingerprint, finding in self._findings.items()
            if finding.oracle not in oracles or finding.coordinate not in coordinates
        }
        self._groups = None

    def items(self) -> list[tuple[str, Finding]]:
        """Every finding with the fingerprint it was first seen with."""
        return list(self._findings.items())

    def remove(self, fingerprint: str) -> None:
        """Take one finding back."""
        del self._findings[fingerprint]
        self._groups = None

    def update(self, fingerprint: str, finding: Finding) -> None:
        """Put a shrunk finding in the place of the one it came from, with its count."""
        self._findings[fingerprint] = replace(finding, count=self._findings[fingerprint].count)
        self._behind[fingerprint] = possible_causes(finding)
        self._groups = None


def failing(causes: Iterable[Sequence[Finding]], settings: Settings) -> int:
    """How many causes count against the run. How an API is deployed is no fault that ends one."""
    excuses = settings.excused
    counted = [group for group in causes if excuses.isdisjoint(finding.fingerprint for finding in group)]
    if settings.fail_on == "suspicion":
        return len(counted)
    return sum(told.severity is Severity.FAULT and not told.deployment for told, *_ in counted)


def _surer(new: Finding, known: Finding) -> bool:
    """Whether a trace, or a smaller request that never was answered, shows for certain what was a suspicion before.

    What an answer alone shows is judged by its words, which are the same.
    """
    certain = new.severity is Severity.FAULT and known.severity is Severity.SUSPICION
    return certain and bool(new.trace or new.exchange.failure)


def _is_easier(new: Finding, known: Finding) -> bool:
    """A query can be sent again as often as one likes, a mutation may find the world changed; then, the smaller one."""
    if known.shrunk or known.sequence is not None or new.sequence is not None or known.severity is not new.severity:
        return False
    return _effort(new) < _effort(known)


def _effort(finding: Finding) -> tuple[bool, int]:
    steps = [exchange.case for exchange in finding.steps]
    return any(case.operation.kind == "mutation" for case in steps), sum(len(str(case.body)) for case in steps)


def lightened(finding: Finding, kept: int = _KEPT) -> Finding:
    """The finding without the bulk of large answers."""
    trace = tuple(light(exchange, kept) for exchange in finding.trace)
    return replace(finding, exchange=light(finding.exchange, kept), trace=trace)


def light(exchange: Exchange, kept: int = _KEPT) -> Exchange:
    """The exchange without the bulk of a large answer."""
    return replace(exchange, body=exchange.body[:kept], payload=None) if len(exchange.body) > kept else exchange
