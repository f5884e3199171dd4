"""The random phase: case after case until the budget is spent."""

from __future__ import annotations

from typing import TYPE_CHECKING

from querious.pipeline.nothing_judged import NOTHING_TO_ASK

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator

    from querious.model import Case
    from querious.pipeline.budget import RunBudget
    from querious.pipeline.run.batch_sender import BatchSender

_FIRST_BATCH = 32
_SMALLEST_BATCH = 8
_LARGEST_BATCH = 512
_LARGEST_CHANGING = 64
"""The same where mutations are asked: when one of them breaks the API for the others, it is one of few."""
_SOME = 4_000


class RandomPhase:
    """Asks random operations, with what has been learned, in batches that grow."""

    def __init__(self, sender: BatchSender, after_batch: Callable[[RunBudget], Awaitable[None]] | None = None) -> None:
        """``after_batch`` may ask about what a batch has shown, within the budget that it is given."""
        self._session = sender.session
        self._after_batch = after_batch
        self._sender = sender
        self._done, self._size = 0, _FIRST_BATCH

    async def explore(self, part: RunBudget | None = None, most: int = _SOME) -> None:
        """Ask until the budget is spent; where a part of it is given until that is, and no more than ``most`` cases."""
        sender, session = self._sender, self._session
        budget = part or sender.budget
        last = None if part is None else self._done + most
        if self._enough(budget, last):
            return
        sender.enter("random")
        largest = _LARGEST_CHANGING if session.settings.mutations else _LARGEST_BATCH
        while not sender.ended and not self._enough(budget, last):
            before = sender.cases - self._done  # random cases are counted from 0, the run counts on
            size = min(self._size, self._half_left(budget), self._size if last is None else last - self._done)
            if session.api.random_case(self._done, before) is None:
                sender.end(NOTHING_TO_ASK)
                return
            await sender.send(self._cases(size, before))
            self._done, self._size = self._done + size, min(2 * self._size, largest)
            if self._after_batch is not None:
                await self._after_batch(budget)

    def _cases(self, size: int, before: int) -> Iterator[Case]:
        for number in range(self._done, self._done + size):
            case = self._session.api.random_case(number, before)
            if case is not None:
                yield case

    async def explore_to_the_end(self) -> None:
        """Spend what is left for asking; from here on mutations that delete are asked, too."""
        if self._session.settings.mutations:
            self._session.api.mutations.release(self._done)
        await self.explore()

    def _half_left(self, budget: RunBudget) -> int:
        """About half of the cases until this budget is spent: what a batch finds can be shrunk then."""
        share = budget.share()
        return _LARGEST_BATCH if not share else max(_SMALLEST_BATCH, int((1 - share) / share * self._sender.cases / 2))

    def _enough(self, budget: RunBudget, last: int | None) -> bool:
        """Whether a part is over; of the whole budget the sender says so."""
        return last is not None and (self._done >= last or bool(budget.spent()))
