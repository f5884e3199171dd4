"""The random phase: case after case until the budget is spent."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from querious.pipeline.session import Session
    from querious.pipeline.volley import Volley

_FIRST_BATCH = 32
_LARGEST_BATCH = 512
_SOME = 4_000


class Exploring:
    """Asks random operations, with what has been learned, in batches that grow."""

    def __init__(self, session: Session, volley: Volley) -> None:
        self._session = session
        self._volley = volley
        self._done, self._size = 0, _FIRST_BATCH

    async def explore(self, until: float = 1.0) -> None:
        """Go on until this part of the budget is spent; where it has no end, for some time."""
        volley, generator = self._volley, self._session.generator
        volley.enter("random")
        if not generator.askable:
            volley.ended = "nothing may be asked"
        before = volley.cases - self._done  # the generator counts its own cases from 0, the run counts on
        first = self._done
        while not volley.ended and not self._enough(until, first):
            size = min(self._size, self._left(until))
            await volley.send(generator.case(number, before) for number in range(self._done, self._done + size))
            self._done, self._size = self._done + size, min(2 * self._size, _LARGEST_BATCH)

    def _left(self, until: float) -> int:
        """About how many cases there are until this part of the budget is spent."""
        share = self._volley.share
        return _LARGEST_BATCH if not share else max(1, int((until - share) / share * self._volley.cases))

    def _enough(self, until: float, first: int) -> bool:
        share = self._volley.share
        return until < 1 and (self._done - first >= _SOME if share is None else share >= until)
