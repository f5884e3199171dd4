"""Testing state as one phase of a run with mutations: the same transport, budget, findings and report."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple

from querious.errors import QueriousError, TargetError
from querious.execute.bridge import Bridge, RunningLoop
from querious.pipeline.budget import Interruption
from querious.pipeline.observer import Silent
from querious.pipeline.state.journals import discard, new_journal
from querious.pipeline.state.phase import remove_left, run_state_phase
from querious.pipeline.state.service import GRACE, find_collections
from querious.pipeline.state.watch import AnswerWatch
from querious.state.journal import FileJournal
from querious.text.display import plural
from querious.text.urls import without_secrets

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from pathlib import Path

    from querious.model import Exchange
    from querious.model.state import Key, StateSection
    from querious.model.values import JSON
    from querious.pipeline.budget import RunBudget
    from querious.pipeline.run.batch_sender import BatchSender
    from querious.pipeline.state.phase import StateResults
    from querious.pipeline.state.service import StateService
    from querious.pipeline.state.sources import ServiceSource

_LEAST: Final = 100
"""Requests that finding the collections and a first sequence take, about."""


@dataclass(frozen=True, slots=True)
class StateRemains:
    """Entries that sequences have made and could not remove, and how to try again when everything else is done."""

    section: StateSection
    journal: FileJournal
    service: StateService

    async def remove(self, sender: BatchSender) -> StateSection:
        """Try again; what the run tells of its collections after that. What still stays is named."""
        collections = {collection.name: collection for collection in self.service.collections}
        work = partial(remove_left, self.journal, collections)
        try:
            with suppress(QueriousError):
                await asyncio.get_running_loop().run_in_executor(None, work)
        finally:
            left = _name_left(sender, self.journal)
        return replace(self.section, left=left)


async def remove_remains(remains: Iterable[StateRemains], sender: BatchSender) -> StateSection | None:
    """Try again with all of them; what there is to tell of the collections after that, None where nothing remained."""
    section = None
    for one in remains:
        section = await one.remove(sender)
    return section


async def test_state(
    sender: BatchSender,
    source: ServiceSource,
    part: RunBudget,
    random_until: float,
    observe: Callable[[Exchange], None],
    keep: Callable[[StateRemains], None],
) -> StateSection | None:
    """Test the collections of an API within a part of the budget; None if there are none.

    Random sequences, which come last, leave what is beyond ``random_until`` of that part to other phases. ``observe``
    is told of every answer, from one thread or another.
    Sequences are synchronous, so they get a thread. When the run is cancelled they end at the next command, and what
    they have made is removed before the run goes on ending. ``keep`` is given what they could not remove.
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
    tested = None
    is_cancelled = False
    try:
        tested = await asyncio.shield(work)
    except QueriousError as error:
        sender.note(f"Collections were not tested by sequences of commands: {error}")
    except asyncio.CancelledError:
        is_cancelled = True
        interruption.interrupt()
        with suppress(QueriousError):
            tested = await work
        raise
    finally:
        sender.count_unless_told(tested.results.findings if tested else ())
        if tested is not None and tested.results.section.left and not is_cancelled:
            keep(StateRemains(tested.results.section, journal, tested.service))
        else:
            _name_left(sender, journal)
    return tested.results.section if tested else None


def _name_left(sender: BatchSender, journal: FileJournal) -> int:
    """How many entries are left, after a note of it; a journal without any goes."""
    left = 0 if sender.session.settings.vanishes else len(journal.left())
    if left:
        sender.note(f"{plural(left, 'entry', 'entries')} could not be removed: querious crud --clean-up {journal.name}")
    else:
        discard(journal.path)
    return left


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
    observe: Callable[[Exchange], None],
) -> _Tested | None:
    session = sender.session
    answers = AnswerWatch(graphql=source.graphql)

    def note(exchange: Exchange) -> None:
        answers.note(exchange)
        observe(exchange)

    # What was made may be removed as long as the run lasts, not only within the part of this phase.
    bridge = Bridge(session.target, loop, session.settings.timeout, sender.budget.part(GRACE).left, note)
    service = find_collections(source, bridge, answers, session.settings, journal)
    journal.has_found = True
    if not service.collections:
        return None
    results = run_state_phase(service, session.settings, budget, Silent(), session.errors, random_until)
    return _Tested(service, results)


class _Tested(NamedTuple):
    service: StateService
    results: StateResults


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
