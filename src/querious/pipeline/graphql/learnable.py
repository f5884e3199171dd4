"""A GraphQL API that a baseline can be learned from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from querious.baseline import ObservedCalls, OperationWriter, TypeIdentifiers, choose
from querious.pipeline.graphql.api import GraphqlApi
from querious.pipeline.graphql.baseline_entries import graphql_entries
from querious.pipeline.graphql.plan_phase import PlanPhase
from querious.pipeline.learn.learnable import LearnableApi
from querious.pipeline.run.random_phase import RandomPhase

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from querious.baseline import AnsweredOperation, Conversation
    from querious.graphql.schema import Loaded
    from querious.model import JSON, Case, Operation, SelectionShape
    from querious.pipeline.protocol import Phase
    from querious.pipeline.run.batch_sender import BatchSender
    from querious.pipeline.run.context import RunContext


def graphql_learnable(context: RunContext, loaded: Loaded) -> LearnableApi:
    """The API, ready to be learned from."""
    api = GraphqlApi(context, loaded)
    observed = ObservedCalls(api.schema)

    def phases(sender: BatchSender) -> list[Phase]:
        return [("paths", PlanPhase(api, sender).walk), ("random", RandomPhase(sender).explore)]

    def observe(_: Case, shape: SelectionShape, data: dict[str, JSON]) -> None:
        observed.observe(shape, data)

    def chosen(
        known: Iterable[AnsweredOperation[Operation]], may_keep: Callable[[Operation], bool]
    ) -> Conversation[Operation]:
        writer = OperationWriter(api.schema, TypeIdentifiers(api.schema), observed.reached)
        return choose(observed, writer, known, may_keep)

    return LearnableApi(api.bound(), phases, graphql_entries(api), observe, lambda: observed.reached, chosen)
