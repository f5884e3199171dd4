"""Taking back what was held against the API before it was known that these are its words for a refusal.

An error that nobody could place is withdrawn. One whose code alone calls it internal becomes a suspicion: the API may
put that code on everything, but nobody can be sure. So does what a database says where data break its constraints, if
the API hands it through in several places: a thin layer over a database may mean it so. What the words or a stack
trace prove stays as it is.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from querious.model import Severity

if TYPE_CHECKING:
    from querious.model import Finding
    from querious.pipeline.ledger import Ledger
    from querious.pipeline.run.api_under_test import RefusalKnowledge

_JUDGE: Final = "server_fault"
_TOLD: Final = 5
"""Wordings that a note quotes."""


class Withdrawal:
    """Goes through the findings of a ledger as often as it is asked to; what was taken back is told in ``notes``."""

    def __init__(self, ledger: Ledger, wordings: RefusalKnowledge) -> None:
        self._ledger = ledger
        self._wordings = wordings
        self._withdrawn: dict[str, str] = {}
        self._demoted: dict[str, str] = {}
        self._handed_through: dict[str, str] = {}

    def settle(self) -> None:
        """Withdraw and demote by what is known now."""
        for fingerprint, finding in self._ledger.items():
            if finding.oracle == _JUDGE:
                self._settle(fingerprint, finding)

    def _settle(self, fingerprint: str, finding: Finding) -> None:
        if self._wordings.hands_through(fingerprint):
            self._demote(fingerprint, finding, self._handed_through)
        elif fingerprint in self._demoted or finding.severity is Severity.FAULT:
            if self._wordings.demotes(fingerprint):
                self._demote(fingerprint, finding, self._demoted)
        elif self._wordings.refuses(fingerprint):
            self._ledger.remove(fingerprint)
            self._withdrawn[fingerprint] = _said(finding)

    def _demote(self, fingerprint: str, finding: Finding, told: dict[str, str]) -> None:
        self._ledger.update(fingerprint, replace(finding, severity=Severity.SUSPICION))
        told[fingerprint] = _said(finding)

    @property
    def notes(self) -> list[str]:
        """What was taken back, for the reader of the report."""
        notes = []
        if self._withdrawn:
            notes.append(
                f"Withdrawn: {_errors(self._withdrawn)} that could not be classified, because the API says the same to "
                f"invalid input in several places and never to ordinary input: {_quoted(self._withdrawn)}."
            )
        if self._demoted:
            notes.append(
                f"No longer a fault but a suspicion: {_errors(self._demoted)} that only a code calls internal, because "
                f"the API says the same to invalid input in several places: {_quoted(self._demoted)}."
            )
        if self._handed_through:
            notes.append(
                f"No longer a fault but a suspicion: {_errors(self._handed_through)} in the words of a database whose "
                f"constraints the data break, because the API hands them through in several places: "
                f"{_quoted(self._handed_through)}."
            )
        return notes


def _said(finding: Finding) -> str:
    return finding.message.partition(": ")[2]


def _errors(said: dict[str, str]) -> str:
    return "1 error" if len(said) == 1 else f"{len(said):,} errors"


def _quoted(said: dict[str, str]) -> str:
    distinct = list(dict.fromkeys(said.values()))
    told = ", ".join(f'"{words:.80}"' for words in distinct[:_TOLD])
    return f"{told} and others" if len(distinct) > _TOLD else told
