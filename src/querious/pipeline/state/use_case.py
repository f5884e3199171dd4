"""``querious crud``: test the state of a service, show what would be sent, remove what a run left behind."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Final

from querious.causes import folded, grouped
from querious.errors import TargetError
from querious.model.run import Progress, Run
from querious.model.state import Command
from querious.pipeline.budget import RunBudget
from querious.pipeline.observer import Silent
from querious.pipeline.own_errors import OwnErrors
from querious.pipeline.readiness import wait_until_ready
from querious.pipeline.redacted_results import RedactedResults
from querious.pipeline.state.phase import remove_left, run_state_phase
from querious.pipeline.state.service import open_service
from querious.pipeline.state.watch import nothing_answered
from querious.state.journal import FileJournal, Journal, read_journal
from querious.state.samples import samples
from querious.text.urls import without_secrets
from querious.version import __version__

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from querious.model import Settings
    from querious.model.values import JSON
    from querious.pipeline.observer import Observer
    from querious.state.journal import Left

_SHOWN: Final = 2
"""Entries that a dry run shows of each collection."""


def crud(
    target: str | object,
    settings: Settings,
    observer: Observer | None = None,
    journal: Path | None = None,
    *,
    started: float | None = None,
) -> Run:
    """Test every collection of the service, and remove all that was made.

    ``started`` is as for ``querious.pipeline.run``; the observer is told of every new finding at once.
    """
    observer = observer or Silent()
    budget = RunBudget.of(settings, wait_until_ready(target, settings, started))
    observer.progress(Progress("reading the description", elapsed=budget.elapsed))
    kept = FileJournal(journal, _about(target, settings)) if journal else Journal()
    errors = OwnErrors(observer.note)
    with open_service(target, settings, kept, budget) as service:
        errors.hide = service.target.mask.text
        results = run_state_phase(service, settings, budget, observer, errors)
        section, lost_login = results.section, service.target.lost_login
        if not results.interrupted and not errors.errors:
            told = (
                ""
                if lost_login
                else nothing_answered(service.answers, service.source, service.target.name, settings, results.ended)
            )
            if told and journal and not section.left:
                journal.unlink(missing_ok=True)
            if told:
                raise TargetError(told)
        run = Run(
            target=service.target.name,
            seed=settings.seed,
            findings=tuple(map(folded, grouped(results.findings))),
            requests=service.target.sent(),
            elapsed=budget.elapsed,
            notes=service.notes,
            ended=results.ended,
            interrupted=results.interrupted,
            version=__version__,
            fail_on=settings.fail_on,
            accepted=settings.accepted,
            known=settings.known,
            errors=errors.errors,
            state=section,
            unjudged=lost_login,
            lost_login=lost_login,
            begun=datetime.now(UTC) - timedelta(seconds=budget.elapsed),
            traffic=service.target.record.traffic(),
        )
        return RedactedResults().run(run)


def crud_dry(target: str | object, settings: Settings) -> Iterator[tuple[str, JSON]]:
    """What would be sent, as examples: a line and a body; nothing is written, only the description is read."""
    with open_service(target, settings, None) as service:
        for collection in service.chosen(settings.state.only):
            offered = ", ".join(sorted(collection.commands))
            needs = f", needs {', '.join(collection.needs)}" if collection.needs else ""
            yield f"{collection.name}: {offered}{needs}", None
            bound = collection.bind({name: ["KEY"] for name in collection.needs})
            for entry in samples(bound.entries(), _SHOWN, settings.seed):
                yield f"  {Command.POST} {collection.name}", entry
            if Command.PATCH in collection.commands:
                for entry in samples(bound.changes(), 1, settings.seed):
                    yield f"  {Command.PATCH} {collection.name} KEY", entry
        for reason in service.left_out:
            yield reason, None


def crud_clean_up(path: Path, target: str | object | None, settings: Settings) -> tuple[int, Sequence[Left]]:
    """Remove what the run of a journal left behind: how many entries, and those that stay."""
    about, left = read_journal(path)
    if not left:
        return 0, ()
    asked = settings.state
    asked = replace(asked, url=asked.url or about["url"], template=asked.template or about["template"])
    journal = FileJournal(path, about, begun=True)
    with open_service(target or about["target"], replace(settings, state=asked), journal) as service:
        return remove_left(journal, {collection.name: collection for collection in service.collections})


def _about(target: str | object, settings: Settings) -> dict[str, str]:
    """How to find the service again; user, password and query of an address are not written down."""
    asked = settings.state
    return {"target": without_secrets(str(target)), "url": without_secrets(asked.url), "template": asked.template}
