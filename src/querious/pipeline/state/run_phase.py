"""Testing state as one phase of a run with mutations: the same transport, budget, findings and report."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING

from querious.errors import QueriousError
from querious.execute.bridge import Bridge, RunningLoop
from querious.pipeline.budget import Interruption
from querious.pipeline.observer import Silent
from querious.pipeline.state.journals import discard, new_journal
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


async def test_state(sender: BatchSender, source: ServiceSource, part: RunBudget) -> StateSection | None:
    """Test the collections of an API within a part of the budget; None if there are none.

    Sequences are synchronous, so they get a thread. When the run is cancelled they end at the next command, and what
    they have made is removed before the run goes on ending.
    """
    sender.enter("state")
    interruption = Interruption()
    budget = part.effort.unless(interruption)
    loop = asyncio.get_running_loop()
    work = loop.run_in_executor(None, partial(_test, sender, source, budget, RunningLoop(loop)))
    try:
        results = await asyncio.shield(work)
    except QueriousError as error:
        sender.note(f"Collections were not tested by sequences of commands: {error}")
        return None
    except asyncio.CancelledError:
        interruption.interrupt()
        _take_in(sender, await work)
        raise
    return _take_in(sender, results)


def _take_in(sender: BatchSender, results: StateResults | None) -> StateSection | None:
    if results is None:
        return None
    sender.count(results.findings)
    section = results.section
    if section.left:
        sender.note(f"{section.left} entries could not be removed: querious crud --clean-up {section.name}")
    return section


def _test(sender: BatchSender, source: ServiceSource, budget: RunBudget, loop: RunningLoop) -> StateResults | None:
    session = sender.session
    settings, target = session.settings, session.target
    answers = AnswerWatch(graphql=source.graphql)
    bridge = Bridge(target, loop, settings.timeout, budget.part(GRACE).left, answers.note)
    path = new_journal()
    journal = FileJournal(path, {"target": without_secrets(target.url or target.name), "url": "", "template": ""})
    service = find_collections(source, bridge, answers, settings, journal)
    if not service.collections:
        if not journal.left():  # whatever was tried out to find them is removed
            discard(path)
        return None
    results = run_state_phase(service, settings, budget, Silent(), session.errors)
    if not results.section.left:
        discard(path)
    return results
