"""Findings by cause: the first exchange that showed it, and how many did."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from querious.model import Severity

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from querious.model import Exchange, Finding

MOST = 500
"""Distinct findings kept; an API that is wrong in more ways than that has been told enough."""
_KEPT = 64 * 1024
"""Bytes of an answer kept with a finding."""


class Ledger:
    """All findings of a run; bounded in number and in what each one holds."""

    def __init__(self) -> None:
        self._findings: dict[str, Finding] = {}
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
    def faults(self) -> int:
        """How many distinct faults there are."""
        return sum(finding.severity is Severity.FAULT for finding in self._findings.values())

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
                new.append(finding)
            elif known is not None:
                easier = _easier(finding.exchange, known.exchange)
                shown = light(finding.exchange) if easier else known.exchange
                self._findings[fingerprint] = replace(known, count=known.count + 1, exchange=shown)
            elif len(self._findings) >= MOST:
                self.dropped += 1
            else:
                self._findings[fingerprint] = lightened(finding)
                new.append(finding)
        return new

    def drop(self, oracles: Collection[str], coordinates: Collection[str]) -> None:
        """Take back what these oracles hold against fields that turned out to be beyond their judgement."""
        self._findings = {
            fingerprint: finding
            for fingerprint, finding in self._findings.items()
            if finding.oracle not in oracles or finding.coordinate not in coordinates
        }

    def items(self) -> list[tuple[str, Finding]]:
        """Every finding with the fingerprint it was first seen with."""
        return list(self._findings.items())

    def remove(self, fingerprint: str) -> None:
        """Take one finding back."""
        del self._findings[fingerprint]

    def update(self, fingerprint: str, finding: Finding) -> None:
        """Put a shrunk finding in the place of the one it came from, with its count."""
        self._findings[fingerprint] = replace(finding, count=self._findings[fingerprint].count)


def _surer(new: Finding, known: Finding) -> bool:
    """Whether a trace shows for certain what was a suspicion before; what one exchange shows is judged by its words."""
    return bool(new.trace) and new.severity is Severity.FAULT and known.severity is Severity.SUSPICION


def _easier(new: Exchange, known: Exchange) -> bool:
    """A query can be sent again as often as one likes; a mutation may find the world changed."""
    return known.case.operation.kind == "mutation" and new.case.operation.kind == "query"


def lightened(finding: Finding) -> Finding:
    """The finding without the bulk of large answers."""
    trace = tuple(map(light, finding.trace))
    return replace(finding, exchange=light(finding.exchange), trace=trace)


def light(exchange: Exchange) -> Exchange:
    """The exchange without the bulk of a large answer."""
    return replace(exchange, body=exchange.body[:_KEPT], payload=None) if len(exchange.body) > _KEPT else exchange
