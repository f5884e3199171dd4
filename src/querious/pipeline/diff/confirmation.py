"""Differences asked again, so that chance and clocks drop out, and made smaller."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from math import inf
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

from querious.model import Severity
from querious.model.diff import Difference, Steadiness
from querious.model.shape import path_text
from querious.pipeline.ledger import light
from querious.versions import DifferenceExample, Round, roots, verdict

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Sequence

    from querious.model import Case, Exchange, Progress
    from querious.pipeline.diff.both_versions import BothVersions
    from querious.pipeline.diff.questions import Pair, QuestionReading
    from querious.versions import Candidate, Key, Tallies

CONFIRMING: Final = "confirming"
PAUSE: Final = 1.2
"""Seconds before the last time that A is asked: a clock that tells seconds has gone on by then."""
_ROUNDS: Final = 3
_MOST: Final = 200
"""Differences asked again; versions that differ at more places have little in common."""
_TRIED_AT_ONCE: Final = 32
"""Many, as most of the time is a pause."""
_SHRUNK_AT_ONCE: Final = 4
_SECONDS: Final = 20.0
"""For making all differences smaller."""


class Confirming:
    """Asks for every candidate again, and keeps what shows again."""

    def __init__(
        self,
        pair: Pair,
        tallies: Tallies,
        reading: QuestionReading,
        versions: BothVersions,
        over: Callable[[], bool],
    ) -> None:
        """``over`` says when nothing may be asked any more."""
        self._over = over
        self._pair = pair
        self._tallies = tallies
        self._reading = reading
        self._versions = versions
        self._deadline = inf
        self._done = self._all = 0
        self.kept: dict[Key, Difference] = {}
        self.dropped: dict[Key, str] = {}
        """With the reason; an empty one for what follows from another difference."""

    async def confirm(self, candidates: Sequence[Candidate], shrinking: int) -> None:
        """Ask again, then make smaller what showed again; ``shrinking`` smaller cases for each. May be cancelled."""
        chosen = candidates[:_MOST]
        self.dropped |= {one.key: "there was no time to try again" for one in candidates[_MOST:]}
        self._all = 2 * len(chosen)
        await self._all_of([self._try(candidate) for candidate in chosen], _TRIED_AT_ONCE)
        self._gather([candidate for candidate in chosen if candidate.key in self.kept])
        self._deadline = monotonic() + _SECONDS
        await self._all_of([self._reduce(candidate, shrinking) for candidate in chosen], _SHRUNK_AT_ONCE)

    def _gather(self, kept: list[Candidate]) -> None:
        """Tell what follows from another difference with that one."""
        for key, root in roots(kept).items():
            known = self.kept[root]
            self.kept[root] = replace(known, also=(*known.also, self.kept.pop(key).coordinate))
            self.dropped[key] = ""

    async def _all_of(self, tasks: list[Coroutine[Any, Any, None]], at_once: int) -> None:
        gate = asyncio.Semaphore(at_once)

        async def gated(task: Coroutine[Any, Any, None]) -> None:
            async with gate:
                await task
            self._done += 1

        async with asyncio.TaskGroup() as group:
            for task in tasks:
                group.create_task(gated(task))

    async def _try(self, candidate: Candidate) -> None:
        """Ask its cases until one shows it every time; one that shows it sometimes is better than none."""
        tried: list[tuple[Steadiness | None, DifferenceExample]] = []
        rounds: list[Round] = []
        for example in candidate.examples:
            shown, rounds = await self._rounds(candidate.key, example)
            tried.append((verdict(candidate, rounds), shown or example))
            if tried[-1][0] is Steadiness.STEADY:
                break
        if self._over() and len(rounds) < _ROUNDS:
            return  # nobody knows
        found = [(steadiness, example) for steadiness, example in tried if steadiness is not None]
        steady = [steadiness for steadiness, _ in found if steadiness is not Steadiness.GONE]
        if not found or (not steady and len(found) < len(tried)):
            self.dropped[candidate.key] = _reason(rounds)
            return
        steadiness, example = min(found, key=lambda one: list(Steadiness).index(one[0]))
        self.kept[candidate.key] = self.difference(candidate, example, steadiness)

    async def _rounds(self, key: Key, example: DifferenceExample) -> tuple[DifferenceExample | None, list[Round]]:
        """Ask a case some times, the last time after a pause."""
        case = example.a.case
        shown: DifferenceExample | None = None
        rounds: list[Round] = []
        before: Exchange | None = None
        for left in reversed(range(_ROUNDS)):
            if self._over():
                break
            await asyncio.sleep(0 if left else PAUSE)
            three = await self._pair.ask(case, self._reading.differ(case))
            if three is not None:
                compared = self._reading.compared(case, three)
                moved = self._reading.compared(case, three._replace(again=before or three.first))
                before = three.first
                rounds.append(Round(key in compared.differences, noisy=key in {**compared.noise, **moved.noise}))
                if key in compared.differences:
                    shown = DifferenceExample(compared.differences[key], three.first, three.b)
        return shown, rounds

    def difference(self, candidate: Candidate, example: DifferenceExample, steadiness: Steadiness) -> Difference:
        """A candidate as a value."""
        mismatch, a, b = example
        sure = mismatch.promised and steadiness is not Steadiness.GONE
        return Difference(
            coordinate=mismatch.coordinate,
            kind=mismatch.kind,
            count=candidate.count,
            cases=self._tallies.seen(mismatch.coordinate),
            path=path_text(mismatch.path),
            said_a=mismatch.one,
            said_b=mismatch.other,
            a=light(a),
            b=light(b),
            severity=Severity.FAULT if sure else Severity.SUSPICION,
            steadiness=steadiness,
            noise=candidate.noise,
        )

    async def _reduce(self, candidate: Candidate, most: int) -> None:
        """Make the case smaller as long as it shows a difference of the same kind at the same place."""
        known = self.kept.get(candidate.key)
        if known is None or known.steadiness is not Steadiness.STEADY or not most:
            return
        conversation = self._versions.smaller(known.a.case, self._is_over)
        try:
            (smaller,) = next(conversation)
            for _ in range(most):
                if self._is_over():
                    return
                example = await self._shows(candidate.key, smaller)
                if example is not None and known.severity is Severity.FAULT and not example.mismatch.promised:
                    example = None  # smaller, but no longer what was promised
                if example is not None:
                    found = self.difference(candidate, example, Steadiness.STEADY)
                    self.kept[candidate.key] = replace(found, shrunk=True, also=known.also)
                (smaller,) = conversation.send(example is not None)
        except StopIteration:
            self.kept[candidate.key] = replace(self.kept[candidate.key], shrunk=True)
        finally:
            conversation.close()

    async def _shows(self, key: Key, case: Case) -> DifferenceExample | None:
        three = await self._pair.ask(case, self._reading.differ(case))
        mismatch = three and self._reading.compared(case, three).differences.get(key)
        return DifferenceExample(mismatch, three.first, three.b) if three and mismatch else None

    def _is_over(self) -> bool:
        return monotonic() > self._deadline or self._over()

    def progress(self, before: Progress) -> Progress:
        """How far it is, on top of how far the asking came."""
        share = self._done / self._all if self._all else 1.0
        return replace(before, phase=CONFIRMING, stop=f"{self._all // 2} differences", done=share)


def _reason(rounds: Sequence[Round]) -> str:
    if any(one.noisy for one in rounds):
        return "A is inconsistent with itself"
    return "it was not reproduced" if rounds else "it could not be asked again"
