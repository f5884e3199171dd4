"""The random phase: case after case until the budget is spent."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from querious.pipeline.session import Session
    from querious.pipeline.volley import Volley

_FIRST_BATCH = 32
_LARGEST_BATCH = 512


async def explore(session: Session, volley: Volley) -> None:
    """Ask random operations, with what has been learned, in batches that grow."""
    volley.enter("random")
    if not session.generator.askable:
        volley.ended = "nothing may be asked"
    before = volley.cases  # the generator counts its own cases from 0, the run counts on
    done, size = 0, _FIRST_BATCH
    while not volley.ended:
        await volley.send(session.generator.case(number, before) for number in range(done, done + size))
        done, size = done + size, min(2 * size, _LARGEST_BATCH)
