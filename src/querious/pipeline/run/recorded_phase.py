"""The phase of a run that starts from what users asked, whatever the protocol: as it was, then changed a little."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import TYPE_CHECKING, Final, TypeAlias

from querious.model import Case
from querious.pipeline.recorded import Unused

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from querious.pipeline.budget import RunBudget
    from querious.pipeline.run.batch_sender import BatchSender

NumberedCase: TypeAlias = Callable[[int], Case]
"""The case of a number."""
MOST_RECORDINGS: Final = 10_000
"""Recordings that a run starts from."""
_BATCH: Final = 256
_PART: Final = 0.2
"""The part of the requests that changed recordings may take."""
_CHANGES: Final = 50
"""Of one recording, where the requests of the run have no limit."""
_REASONS: Final = 3


async def ask_recorded(
    sender: BatchSender, asked: Sequence[NumberedCase], changed: Iterator[NumberedCase], budget: RunBudget | None = None
) -> None:
    """Send what was recorded, then what is changed in it; where a budget is given, until that is spent."""
    await _send_in_batches(sender, iter(asked), len(asked), budget)
    await _send_in_batches(sender, changed, _PART * (sender.session.settings.requests or len(asked) * _CHANGES), budget)


async def _send_in_batches(
    sender: BatchSender, cases: Iterator[NumberedCase], most: float, budget: RunBudget | None
) -> None:
    while not sender.ended and most > 0 and not (budget is not None and budget.spent()):
        batch = list(islice(cases, _BATCH))
        if not batch:
            return
        most -= len(batch)
        first = sender.cases
        await sender.send(case(first + place) for place, case in enumerate(batch))


def tell_unused(sender: BatchSender, found: Sequence[object]) -> None:
    """Say how many of the recordings found are not sent, and why."""
    unused = [one for one in found if isinstance(one, Unused)]
    if unused:
        reasons = "; ".join(list(dict.fromkeys(one.reason for one in unused))[:_REASONS])
        sender.note(f"{len(unused):,} of {len(found):,} recordings are not sent: {reasons}")
