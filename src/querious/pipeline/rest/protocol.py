"""REST as a protocol: its description is known before it is opened, and its phases ask operation by operation."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from querious.baseline import BASELINE
from querious.execute import open_target
from querious.harvest.named_headers import named_by
from querious.pipeline.baseline.entries import check_of
from querious.pipeline.baseline.phase import BaselinePhase
from querious.pipeline.protocol import ApiProtocol, BoundProtocol, Removal, nothing_to_remove
from querious.pipeline.recorded import read_recordings
from querious.pipeline.resources.consent import check_consent
from querious.pipeline.resources.phase import RESOURCES, ResourcesPhase
from querious.pipeline.rest.access_phase import RestAccessPhase
from querious.pipeline.rest.actions_phase import RestActionsPhase
from querious.pipeline.rest.api import RestApi
from querious.pipeline.rest.baseline_entries import rest_entries
from querious.pipeline.rest.edge_phase import RestEdgePhase
from querious.pipeline.rest.flaw_phase import RestFlawPhase
from querious.pipeline.rest.known_operations import rest_operations
from querious.pipeline.rest.learnable import rest_learnable
from querious.pipeline.rest.listed_entries import ListedEntries
from querious.pipeline.rest.path_phase import RestPathPhase
from querious.pipeline.rest.plan_phase import RestPlanPhase
from querious.pipeline.rest.recorded_phase import RestRecordedPhase
from querious.pipeline.rest.relations_phase import RestRelationsPhase
from querious.pipeline.rest.removal import RestRemoval
from querious.pipeline.rest.resource_questions import rest_questions
from querious.pipeline.run.random_phase import RandomPhase
from querious.pipeline.state.run_phase import remove_remains, test_state
from querious.pipeline.state.sources import described_source

if TYPE_CHECKING:
    from collections.abc import Callable

    from querious.execute import Target
    from querious.model import Reach, Settings
    from querious.model.state import StateSection
    from querious.pipeline.budget import RunBudget
    from querious.pipeline.protocol import Asking, Phase
    from querious.pipeline.rest.description import RestService
    from querious.pipeline.run.batch_sender import BatchSender
    from querious.pipeline.run.context import RunContext
    from querious.pipeline.state.run_phase import StateRemains

_RECORDINGS: Final = 0.12
_OPERATIONS: Final = 0.2
_PATHS: Final = 0.25
_PARAMETERS: Final = 0.3
_RELATIONS: Final = 0.4
"""The parts of the budget after which recordings, operations, paths, parameters, relations leave the rest to others."""
_ACTIONS: Final = 0.52
_ACCESS: Final = 0.7
_EDGES: Final = 0.05
_FLAWS: Final = 0.05
_RANDOM: Final = 0.01
"""How much of it edges, flaws and random calls take before the state is tested; what others left over is not theirs."""
_RESOURCES: Final = 0.3
"""How much of it is for measuring what answers cost."""
_STATE: Final = 0.92
_RANDOM_SEQUENCES: Final = 0.86
_EDGES_AGAIN: Final = 0.89
_FLAWS_AGAIN: Final = 0.92
_RELATIONS_AGAIN: Final = 0.98
"""What edges, flaws and relations had no time for before the state was tested is tried after it."""


def rest_protocol(service: RestService) -> ApiProtocol:
    """The protocol of one described API."""

    async def load(_target: Target, _settings: Settings) -> RestService:
        return service

    return ApiProtocol("REST", partial(open_target, graphql=False), load, bind, rest_learnable)


def bind(context: RunContext, service: RestService) -> BoundProtocol:
    """A REST API, ready to be asked."""
    check_consent(context.settings, context.target.url)
    api = RestApi(context, service)
    entries = rest_entries(api)
    if context.settings.baseline:
        api.baseline = check_of(entries, context.settings.baseline)

    walks: list[RestPathPhase] = []
    remains: list[StateRemains] = []
    listed = ListedEntries(api)

    def reach() -> tuple[Reach, ...]:
        return walks[0].reach() if walks else ()

    def phases(asking: Asking) -> list[Phase]:
        sender = asking.sender
        walks.append(RestPathPhase(api, sender))
        plan, edges, random = RestPlanPhase(api, sender), RestEdgePhase(api, sender), RandomPhase(sender)
        flaws = RestFlawPhase(api, sender)
        found: list[Phase] = []
        if context.settings.mutations:
            found.append(("what is there", partial(listed.look, sender)))
        if api.baseline is not None:
            found.append((BASELINE, BaselinePhase(entries, sender, api.baseline).hold))
        if context.settings.recordings:
            named = named_by(service.description.document)
            recorded, recordings = RestRecordedPhase(api, sender), read_recordings(context.settings.recordings, named)
            found.append(("recordings", lambda: recorded.start(recordings, sender.budget.part(_RECORDINGS))))
        found += [
            ("operations", lambda: plan.reach(sender.budget.part(_OPERATIONS))),
            ("paths", lambda: walks[0].walk(sender.budget.part(_PATHS))),
            ("parameters", lambda: plan.try_parameters(sender.budget.part(_PARAMETERS))),
        ]
        relations = RestRelationsPhase(api, sender, asking.ledger)
        if api.relations:
            found.append(("relations", lambda: relations.relate(sender.budget.part(_RELATIONS))))
        if api.settings.mutations and api.action_rules:
            actions = RestActionsPhase(api, sender)
            found.append(("actions", lambda: actions.act(sender.budget.part(_ACTIONS))))
        access = RestAccessPhase(api, sender)
        if access.is_worth_it:
            found.append(("access", lambda: access.look(sender.budget.part(_ACCESS))))
        found.append(("edges", lambda: edges.probe(_next_part(sender, _EDGES))))
        found.append(("flaws", lambda: flaws.probe(_next_part(sender, _FLAWS))))
        if api.tests_state:
            found.append(("random", lambda: random.explore(_next_part(sender, _RANDOM))))
            found.append(("state", lambda: _test_state(api, sender, remains.append)))
        if context.settings.resources and api.resource_rules:
            resources, questions = (
                ResourcesPhase(sender, api.resource_rules, context.settings.timeout),
                rest_questions(api),
            )
            found.append((RESOURCES, lambda: resources.measure(questions, _next_part(sender, _RESOURCES))))
        found.append(("edges", lambda: edges.probe(sender.budget.part(_EDGES_AGAIN))))
        found.append(("flaws", lambda: flaws.probe(sender.budget.part(_FLAWS_AGAIN))))
        if api.relations:
            found.append(("relations", lambda: relations.relate(sender.budget.part(_RELATIONS_AGAIN))))
        return [*found, ("random", random.explore_to_the_end)]

    def removal(sender: BatchSender) -> Removal:
        removal = RestRemoval(api, sender, listed)

        async def remove() -> StateSection | None:
            """Sequences have noted some of it in their journal; what is gone by now is struck out there."""
            await removal.remove()
            return await remove_remains(remains, sender)

        return Removal(lambda: removal.share, remove)

    removed = removal if context.settings.mutations else nothing_to_remove
    return BoundProtocol(api.bound(reach), phases, rest_operations(api), removed)


def _next_part(sender: BatchSender, width: float) -> RunBudget:
    """So much of the budget, from where it is now."""
    return sender.budget.part((sender.budget.effort.share() or 0.0) + width)


async def _test_state(api: RestApi, sender: BatchSender, keep: Callable[[StateRemains], None]) -> StateSection | None:
    part, random_until = sender.budget.part(_STATE), _RANDOM_SEQUENCES / _STATE
    source = described_source(api.service, api.settings.permits_calls, api.calls.accepted)
    return await test_state(sender, source, part, random_until, api.note_sequence, keep)
