"""GraphQL as a protocol: how its schema is read, and in which phases its APIs are asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from querious.baseline import BASELINE
from querious.execute import open_target
from querious.extras import installing
from querious.pipeline.audit.auditor import AUDIT
from querious.pipeline.baseline.entries import check_of
from querious.pipeline.baseline.phase import BaselinePhase
from querious.pipeline.graphql.access_phase import AccessPhase
from querious.pipeline.graphql.api import GraphqlApi
from querious.pipeline.graphql.audit_phase import audit_server
from querious.pipeline.graphql.baseline_entries import graphql_entries
from querious.pipeline.graphql.federation_phase import FederationPhase
from querious.pipeline.graphql.known_operations import graphql_operations
from querious.pipeline.graphql.learnable import graphql_learnable
from querious.pipeline.graphql.load import load
from querious.pipeline.graphql.plan_phase import PlanPhase
from querious.pipeline.graphql.recorded_phase import deviate
from querious.pipeline.graphql.relations_phase import RelationsPhase
from querious.pipeline.graphql.resource_questions import graphql_questions
from querious.pipeline.graphql.subscriptions_phase import SubscriptionsPhase
from querious.pipeline.graphql.uploads_phase import UploadsPhase
from querious.pipeline.graphql.variants_phase import VariantsPhase
from querious.pipeline.protocol import ApiProtocol, BoundProtocol, Removal
from querious.pipeline.recorded import read_recordings
from querious.pipeline.resources.consent import check_consent
from querious.pipeline.resources.phase import RESOURCES, ResourcesPhase
from querious.pipeline.run.random_phase import RandomPhase
from querious.text.display import plural

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from querious.graphql.schema import Loaded
    from querious.model import Reach
    from querious.model.state import StateSection
    from querious.pipeline.budget import RunBudget
    from querious.pipeline.protocol import Asking, Phase
    from querious.pipeline.run.batch_sender import BatchSender
    from querious.pipeline.run.context import RunContext
    from querious.pipeline.state.run_phase import StateRemains

_BEFORE_FIRST_RELATIONS = 600
"""Random cases before relations are asked for the first time: they rest on what answers have shown."""
_BEFORE_RELATIONS = 0.4
"""The part of the budget that is spent before they are asked again, for all that has been learned by then."""
_VARIANTS = 0.5
"""The part of the budget after which no variants of operations are begun."""
_RELATIONS = 0.85
"""The part of the budget after which relations, or collections where these are tested, begin nothing new."""
_BEFORE_CHANGES = 0.65
"""The part of the budget after which relations leave the rest to those that ask mutations, and to collections."""
_FOR_UPLOADS = 0.05
_BEFORE_STATE = 0.75
"""The part of the budget after which these leave the rest to collections."""

_BEFORE_RESOURCES = 0.7
"""What other phases have of the budget where it is measured what answers cost."""
_RESOURCES = 0.95
"""The part of the budget after which nothing more is measured."""


def bind(context: RunContext, loaded: Loaded) -> BoundProtocol:
    """A GraphQL API, ready to be asked; held against a baseline, if one is given."""
    check_consent(context.settings, context.target.url)
    api = GraphqlApi(context, loaded)
    api.notes.extend(_left_out_mutations(api))
    if context.settings.baseline:
        api.baseline = check_of(graphql_entries(api), context.settings.baseline)
    plans: list[PlanPhase] = []
    remains: list[StateRemains] = []

    def phases(asking: Asking) -> list[Phase]:
        plans.append(PlanPhase(api, asking.sender, asking.health))
        return list(_phases(api, asking, plans[0], remains.append))

    def removal(sender: BatchSender) -> Removal:
        return Removal(lambda: 0.0, lambda: _remove_remains(remains, sender))

    def reach() -> tuple[Reach, ...]:
        return plans[0].reach() if plans else ()

    return BoundProtocol(api.bound(reach), phases, graphql_operations(api), removal)


def _left_out_mutations(api: GraphqlApi) -> list[str]:
    mutations = api.schema.mutation_type
    if api.settings.mutations or mutations is None:
        return []
    count = sum(api.settings.permits(f"{mutations.name}.{field}") for field in mutations.fields)
    return (
        [f"{plural(count, 'mutation was', 'mutations were')} left out: ask for them with --mutations."] if count else []
    )


def _phases(api: GraphqlApi, asking: Asking, plans: PlanPhase, keep: Callable[[StateRemains], None]) -> Sequence[Phase]:
    settings, sender = api.settings, asking.sender
    scale = _BEFORE_RESOURCES if settings.resources else 1.0

    def part(share: float) -> RunBudget:
        return sender.budget.part(share * scale)

    relations = RelationsPhase(api, sender, asking.ledger)
    random = RandomPhase(sender, relations.ask_again if api.relations else None)
    phases: list[Phase] = []
    if api.baseline is not None:
        phases.append((BASELINE, BaselinePhase(graphql_entries(api), sender, api.baseline).hold))
    if settings.recordings:
        recordings = read_recordings(settings.recordings)
        phases.append(("recordings", lambda: deviate(api, sender, recordings)))
    if api.auditor is not None:
        phases.append((AUDIT, lambda: audit_server(api, sender)))
    phases.append(("paths", plans.walk))
    access = AccessPhase(api, sender, asking.ledger)
    if access.can_compare:
        phases.append(("access", access.compare))
    if api.schema.subscription_type is not None:
        phases.append(("subscriptions", SubscriptionsPhase(api, sender).subscribe))
    if api.relations:
        before = part(_BEFORE_RELATIONS)
        phases += [
            ("random", lambda: random.explore(before, _BEFORE_FIRST_RELATIONS)),
            ("relations", lambda: relations.relate(before, early=True)),
            ("random", lambda: random.explore(before)),
            *_variants(api, sender),
            (
                "relations",
                lambda: relations.relate(part(_BEFORE_CHANGES if settings.mutations else _RELATIONS)),
            ),
        ]
    else:
        phases += _variants(api, sender)
    if api.subgraph is not None:
        federation = FederationPhase(api, sender, asking.ledger)
        phases.append(("federation", lambda: federation.ask(part(_RELATIONS))))
    if api.relations and settings.mutations:
        phases.append(("relations", lambda: relations.relate_changes(part(_BEFORE_STATE))))
    if access.can_compare and settings.mutations:
        phases.append(("access", lambda: _change_as_others(access, sender)))
    if api.uploads and api.target.url:
        uploads = UploadsPhase(api, sender)
        phases.append(("uploads", lambda: uploads.upload(part(_BEFORE_STATE + _FOR_UPLOADS))))
    if api.tests_state:
        phases.append(("state", lambda: _test_state(api, sender, keep)))
    if settings.resources and api.resource_rules:
        resources = ResourcesPhase(sender, api.resource_rules, settings.timeout)
        questions = graphql_questions(api)
        phases.append((RESOURCES, lambda: resources.measure(questions, sender.budget.part(_RESOURCES))))
    return [*phases, ("random", lambda: _spend_the_rest(api, relations, random, sender))]


def _variants(api: GraphqlApi, sender: BatchSender) -> list[Phase]:
    if not api.variants or not api.target.url:  # a schema in process has no forms
        return []
    phase = VariantsPhase(api, sender)
    return [("variants", lambda: phase.vary(sender.budget.part(_VARIANTS)))]


async def _spend_the_rest(
    api: GraphqlApi, relations: RelationsPhase, random: RandomPhase, sender: BatchSender
) -> StateSection | None:
    """Random cases to the end. First relations, which what was kept for shrinking may have cut short."""
    if relations.cut_short and api.relations and not api.errors.is_off("phase", "relations"):
        with api.errors.guard("phase", "relations"):
            await relations.relate(sender.budget.part(_RELATIONS))
    await random.explore_to_the_end()
    return None


async def _change_as_others(access: AccessPhase, sender: BatchSender) -> None:
    try:
        await access.change()
    except ModuleNotFoundError:
        sender.note(f"Nobody tried to change what others have created. For that: {installing('crud')}")


async def _remove_remains(remains: Sequence[StateRemains], sender: BatchSender) -> StateSection | None:
    if not remains:
        return None
    from querious.pipeline.state.run_phase import remove_remains  # noqa: PLC0415 - needs the packages of an extra

    return await remove_remains(remains, sender)


async def _test_state(
    api: GraphqlApi, sender: BatchSender, keep: Callable[[StateRemains], None]
) -> StateSection | None:
    try:
        from querious.pipeline.state.run_phase import test_state  # noqa: PLC0415 - needs the packages of an extra
        from querious.pipeline.state.sources import schema_source  # noqa: PLC0415 - likewise
    except ModuleNotFoundError:
        sender.note(f"Collections were not tested by sequences of commands. For that: {installing('crud')}")
        return None
    service = api.target.url if "://" in api.target.url else api.target
    api.note_change()
    source = schema_source(api.schema, service, api.allowed_now)
    part = sender.budget.part(_RELATIONS)
    return await test_state(sender, source, part, random_until=1.0, observe=api.note_sequence, keep=keep)


GRAPHQL = ApiProtocol("GraphQL", open_target, load, bind, graphql_learnable)
