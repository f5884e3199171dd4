"""The phase that holds a baseline against the API: its operations are asked again before anything else is.

What differs is asked once more when all others have been asked. Only what differs in the same way both times counts: a
value that is another one each time is volatile, and nobody's fault.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from querious.baseline import BASELINE
from querious.pipeline.baseline.findings import findings_against, unfit_finding

if TYPE_CHECKING:
    from collections.abc import Sequence

    from querious.baseline import Asked, BaselineCheck
    from querious.model import Exchange, Finding
    from querious.pipeline.baseline.entries import BaselineEntries
    from querious.pipeline.run.batch_sender import BatchSender
    from querious.pipeline.run.session import Judged

_UNANSWERED = frozenset(("limit", "lost"))
"""Outcomes that say nothing of the data."""
_REFUSED = "authorisation"
_MOSTLY = 0.5
_FEW = 10


class BaselinePhase:
    """The phase as such."""

    def __init__(self, entries: BaselineEntries[Any], sender: BatchSender, holding: BaselineCheck) -> None:
        self._entries = entries
        self._sender = sender
        self._tallies = sender.session.tallies
        self._holding = holding
        self._outcomes: dict[int, str] = {}

    async def hold(self) -> None:
        """Ask all operations of the baseline, and what differs once more."""
        self._sender.enter(BASELINE)
        first = await self._ask([question.asked for question in self._holding.questions])
        asked = [exchange for exchange in first if exchange is not None and self._says_something(exchange)]
        self._tell(len(first), len(asked))
        differing = [found for exchange in asked if (found := self._differing(exchange))]
        again = await self._ask([found[0].exchange.case.asked for found in differing])
        confirmed = sum(map(self._confirm, differing, again))
        self._tallies.add(BASELINE, "passed", len(asked) - confirmed)
        self._tallies.add(BASELINE, "failed", confirmed)
        await self._ask_unfit()
        if confirmed >= _FEW and confirmed / len(asked) > _MOSTLY:
            self._sender.note(
                "Most answers differ from the baseline: if it was learned on other data, learn it again on this, "
                "or without answers: querious learn --no-answers."
            )

    def _confirm(self, found: Sequence[Finding], again: Exchange | None) -> bool:
        """Count what showed both times; whether anything did."""
        shown = set() if again is None else {(one.coordinate, one.message) for one in self._differing(again)}
        kept = [one for one in found if (one.coordinate, one.message) in shown]
        self._sender.count(kept)
        return bool(kept)

    def _differing(self, exchange: Exchange) -> list[Finding]:
        return findings_against(self._holding, exchange, self._entries.shape_of(exchange.case.asked), BASELINE)

    def _says_something(self, exchange: Exchange) -> bool:
        return self._outcomes.get(exchange.case.number, "") not in _UNANSWERED

    def _tell(self, questions: int, asked: int) -> None:
        refused = sum(outcome == _REFUSED for outcome in self._outcomes.values())
        if asked < questions:
            missing = questions - asked
            self._sender.note(f"{missing:,} of {questions:,} operations of the baseline had no answer to compare.")
        if refused > _MOSTLY * questions:
            self._sender.note("Most operations of the baseline asked for credentials: pass those it was learned with.")

    async def _ask(self, operations: Sequence[Asked]) -> list[Exchange | None]:
        """What came of each; None where the budget ended before it."""
        first = self._sender.cases
        answers: list[Exchange | None] = [None] * len(operations)

        def look(exchange: Exchange, judged: Judged) -> None:
            answers[exchange.case.number - first] = exchange
            self._outcomes[exchange.case.number] = judged.outcome

        await self._sender.send((self._entries.case(first + place, one) for place, one in enumerate(operations)), look)
        return answers

    async def _ask_unfit(self) -> None:
        """What the description does not allow any more is sent as it is, so that there is an answer to show."""
        for answer, reason in self._holding.invalid:
            if self._sender.spent():
                return
            case = self._entries.unfit_case(self._sender.cases, answer, reason)
            self._sender.count([unfit_finding(await self._sender.session.send(case), reason)])
