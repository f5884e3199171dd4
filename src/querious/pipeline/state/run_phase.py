"""Testing state as one phase of a run with mutations: the same transport, budget, findings and report."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING, Final

from querious.execute.bridge import Bridge, RunningLoop
from querious.pipeline.budget import Interruption
from querious.pipeline.observer import Silent
from querious.pipeline.state.journals import new_journal
from querious.pipeline.state.phase import run_state_phase
from querious.pipeline.state.service import GRACE, find_collections
from querious.pipeline.state.watch import AnswerWatch
from querious.state.journal import FileJournal
from querious.text.urls import without_secrets

if TYPE_CHECKING:
    from querious.model.state import StateSection
    from querious.pipeline.budget import RunBudget
    from querious.pipeline.run.batch_sender import BatchSender
    from querious.pipeline.state.phase import StateResults
    from querious.pipeline.state.sources import ServiceSource

_SHARE: Final = 0.15
"""The part of the budget that this phase may take."""


async def test_state(sender: BatchSender, source: ServiceSource) -> StateSection | None:
    """Test the collections of an API; gives what there is to tell of them, None if there are none.

    Sequences are synchronous, so they get a thread. When the run is cancelled they end at the next command, and what
    they have made is removed before the run goes on ending.
    """
    sender.enter("state")
    done = sender.budget.effort.share() or 0.0
    interruption = Interruption()
    budget = sender.budget.effort.part(min(1.0, done + _SHARE)).unless(interruption)
    loop = asyncio.get_running_loop()
    work = loop.run_in_executor(None, partial(_test, sender, source, budget, RunningLoop(loop)))
    try:
        results = await asyncio.shield(work)
    except asyncio.CancelledError:
        interruption.interrupt()
        results = await work
        sender.count(results.findings if results else ())
        raise
    if results is None:
        return None
    sender.count(results.findings)
    return results.section


def _test(sender: BatchSender, source: ServiceSource, budget: RunBudget, loop: RunningLoop) -> StateResults | None:
    session = sender.session
    settings, target = session.settings, session.target
    answers = AnswerWatch(graphql=source.graphql)
    bridge = Bridge(target, loop, settings.timeout, budget.part(GRACE).left, answers.note)
    path = new_journal()
    journal = FileJournal(path, {"target": without_secrets(target.url or target.name), "url": "", "template": ""})
    service = find_collections(source, bridge, answers, settings, journal)
    if not service.collections:
        return None
    results = run_state_phase(service, settings, budget, Silent(), session.errors)
    if not results.section.left:
        path.unlink(missing_ok=True)
    return results
