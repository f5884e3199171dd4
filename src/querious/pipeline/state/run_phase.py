"""Testing state as one phase of a run with mutations: the same transport, budget, findings and report."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Final

from querious.errors import QueriousError, TargetError
from querious.execute.bridge import Bridge, RunningLoop
from querious.pipeline.budget import Interruption
from querious.pipeline.observer import Silent
from querious.pipeline.state.journals import discard, new_journal
from querious.pipeline.state.phase import run_state_phase
from querious.pipeline.state.service import GRACE, find_collections
from querious.pipeline.state.watch import AnswerWatch
from querious.state.journal import FileJournal
from querious.text.display import plural
from querious.text.urls import without_secrets

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from querious.model import Exchange
    from querious.model.state import Key, StateSection
    from querious.model.values import JSON
    from querious.pipeline.budget import RunBudget
    from querious.pipeline.run.batch_sender import BatchSender
    from querious.pipeline.state.phase import StateResults
    from querious.pipeline.state.sources import ServiceSource

_LEAST: Final = 100
"""Requests that finding the collections and a first sequence take, about."""


async def test_state(
    sender: BatchSender,
    source: ServiceSource,
    part: RunBudget,
    random_until: float,
    observe: Callable[[Exchange], None] | None,
) -> StateSection | None:
    """Test the collections of an API within a part of the budget; None if there are none.

    Random sequences, which come last, leave what is beyond ``random_until`` of that part to other phases. ``observe``
    is told of every answer, from one thread or another.
    Sequences are synchronous, so they get a thread. When the run is cancelled they end at the next command, and what
    they have made is removed before the run goes on ending.
    """
    if part.effort.spent(requests=_LEAST, seconds=_LEAST * sender.latency):
        sender.note("Collections were not tested by sequences of commands: the budget is too small for that.")
        return None
    sender.enter("state")
    interruption = Interruption()
    budget = part.effort.unless(interruption)
    path = new_journal()
    journal = _TimedJournal(path, _about(sender, source), budget.spent)
    loop = asyncio.get_running_loop()
    test = partial(_test, sender, source, budget, RunningLoop(loop), journal, random_until, observe)
    work = loop.run_in_executor(None, test)
    results = None
    try:
        results = await asyncio.shield(work)
    except QueriousError as error:
        sender.note(f"Collections were not tested by sequences of commands: {error}")
    except asyncio.CancelledError:
        interruption.interrupt()
        with suppress(QueriousError):
            results = await work
        raise
    finally:
        sender.count_unless_told(results.findings if results else ())
        left = len(journal.left())
        if left:
            sender.note(
                f"{plural(left, 'entry', 'entries')} could not be removed: querious crud --clean-up {path.stem}"
            )
        else:
            discard(path)
    return results.section if results else None


def _about(sender: BatchSender, source: ServiceSource) -> dict[str, str]:
    """How ``querious crud --clean-up`` finds the collections again: by the description, and the address beside it."""
    target, address = sender.session.target, sender.session.settings.state.url
    if "://" in target.url and source.described_at:
        return {"target": source.described_at, "url": without_secrets(address), "template": ""}
    return {"target": without_secrets(target.url or target.name), "url": "", "template": ""}


def _test(
    sender: BatchSender,
    source: ServiceSource,
    budget: RunBudget,
    loop: RunningLoop,
    journal: _TimedJournal,
    random_until: float,
    observe: Callable[[Exchange], None] | None,
) -> StateResults | None:
    session = sender.session
    answers = AnswerWatch(graphql=source.graphql)

    def note(exchange: Exchange) -> None:
        answers.note(exchange)
        if observe is not None:
            observe(exchange)

    # What was made may be removed as long as the run lasts, not only within the part of this phase.
    bridge = Bridge(session.target, loop, session.settings.timeout, sender.budget.part(GRACE).left, note)
    service = find_collections(source, bridge, answers, session.settings, journal)
    journal.has_found = True
    if not service.collections:
        return None
    return run_state_phase(service, session.settings, budget, Silent(), session.errors, random_until)


class _TimedJournal(FileJournal):
    """Ends the search for collections when its time is over: what is not sent any more is nothing that was made."""

    def __init__(self, path: Path, about: Mapping[str, str], spent: Callable[[], str]) -> None:
        super().__init__(path, about)
        self._spent = spent
        self.has_found = False
        """Whether the search is over; from then on tests look at the budget themselves."""

    def posting(self, collection: str, given: Mapping[str, Sequence[Key]], entry: JSON) -> None:
        """See ``Journal``."""
        if not self.has_found and self._spent():
            raise TargetError("their part of the budget was over before they were found")
        super().posting(collection, given, entry)
