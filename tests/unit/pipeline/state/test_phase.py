"""The state phase by itself: on a target that somebody else has opened, within a part of somebody else's budget."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from querious import demo
from querious.execute import open_target
from querious.execute.bridge import Bridge, RunningLoop
from querious.model import Progress, Settings
from querious.model.state_settings import StateSettings
from querious.pipeline.budget import RunBudget
from querious.pipeline.observer import Silent
from querious.pipeline.own_errors import OwnErrors
from querious.pipeline.schema.use_case import load_schema
from querious.pipeline.state.phase import run_state_phase
from querious.pipeline.state.service import find_collections
from querious.pipeline.state.sources import schema_source
from querious.pipeline.state.use_case import crud
from querious.pipeline.state.watch import AnswerWatch
from querious.state.journal import Journal

SETTINGS = Settings(seed=1, requests=None, seconds=None, state=StateSettings(tests=3, steps=5, only=("suppliers",)))


class Told(Silent):
    def __init__(self):
        self.findings, self.phases = [], set()

    def found(self, finding):
        self.findings.append(finding)

    def progress(self, progress):
        self.phases.add(progress.phase)


def phase_of(app, settings, budget, observer):
    """As a run calls it: from a thread beside the event loop that sends."""
    schema = load_schema(app, settings).schema

    async def run():
        target = await open_target(app, settings)
        answers = AnswerWatch(graphql=True)
        loop = RunningLoop(asyncio.get_running_loop())
        bridge = Bridge(target, loop, settings.timeout, budget.left, answers.note)

        def work():
            service = find_collections(schema_source(schema, app, lambda _: True), bridge, answers, settings, Journal())
            return run_state_phase(service, settings, budget, observer, OwnErrors(observer.note))

        try:
            return await asyncio.to_thread(work)
        finally:
            await target.client.close()

    return asyncio.run(run())


@pytest.mark.parametrize("faults", [(), ("update-not-kept",)])
def test_findings_and_a_section_are_given_back(faults):
    told = Told()
    results = phase_of(demo.create_app(faults), SETTINGS, RunBudget.of(SETTINGS), told)
    assert {one.oracle for one in results.findings} == ({"patch-not-kept", "stale-list"} if faults else set())
    assert [one.oracle for one in told.findings] == [one.oracle for one in results.findings]
    assert [one.name for one in results.section.collections] == ["suppliers"]
    assert (results.section.left, results.ended, results.interrupted) == (0, "", False)
    assert told.phases == {"suppliers"}


def test_what_others_have_spent_and_found_counts():
    settings = replace(SETTINGS, requests=1000, stop_after=3, state=replace(SETTINGS.state, only=()))
    before = Progress("random", requests=0, findings=3)
    results = phase_of(
        demo.create_app(()), settings, replace(RunBudget.of(settings), progress=lambda: before), Silent()
    )
    assert results.ended == "3 findings"
    assert len(results.section.collections) == 1


def test_a_part_of_the_budget_is_kept():
    settings = replace(SETTINGS, requests=120)
    results = phase_of(demo.create_app(()), settings, RunBudget.of(settings).part(0.5), Silent())
    assert results.ended == "120 requests"
    assert results.section.left == 0


def test_the_first_collection_starves_no_other():
    settings = Settings(seed=1, requests=500, seconds=None, state=StateSettings(tests=1_000))
    section = crud(demo.create_rest_app(), settings).state
    assert len(section.collections) == 6
    assert all(collection.steps >= 10 for collection in section.collections)
