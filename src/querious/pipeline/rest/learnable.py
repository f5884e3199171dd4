"""A REST API that a baseline can be learned from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from querious.answers.pages import is_size
from querious.baseline import ObservedRestCalls, choose_calls
from querious.model.rest_call import RestArgument
from querious.pipeline.learn.learnable import LearnableApi
from querious.pipeline.rest.api import RestApi
from querious.pipeline.rest.baseline_entries import rest_entries
from querious.pipeline.rest.plan_phase import RestPlanPhase
from querious.pipeline.run.random_phase import RandomPhase

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from querious.baseline import AnsweredOperation, Conversation
    from querious.model import JSON, Case, SelectionShape
    from querious.model.rest_call import RestCall
    from querious.pipeline.protocol import Phase
    from querious.pipeline.rest.description import RestService
    from querious.pipeline.run.batch_sender import BatchSender
    from querious.pipeline.run.context import RunContext

_OPERATIONS: Final = 0.3
_PARAMETERS: Final = 0.45
"""The parts of the budget after which operations and parameters leave the rest to others."""
_ROWS: Final = 3
"""Rows that are asked for where the answer would be too large."""


def rest_learnable(context: RunContext, service: RestService) -> LearnableApi:
    """The API, ready to be learned from."""
    api = RestApi(context, service)
    observed = ObservedRestCalls(lambda coordinate, name: _choices(api, coordinate, name))

    def phases(sender: BatchSender) -> list[Phase]:
        plan = RestPlanPhase(api, sender)
        return [
            ("operations", lambda: plan.reach(sender.budget.part(_OPERATIONS))),
            ("parameters", lambda: plan.try_parameters(sender.budget.part(_PARAMETERS))),
            ("random", RandomPhase(sender).explore),
        ]

    def observe(case: Case, shape: SelectionShape, data: dict[str, JSON]) -> None:
        observed.observe(case.call, shape, data)

    def chosen(
        known: Iterable[AnsweredOperation[RestCall]], may_keep: Callable[[RestCall], bool]
    ) -> Conversation[RestCall]:
        return choose_calls(observed, known, may_keep, lambda call: _few_rows(api, call))

    return LearnableApi(api.bound(), phases, rest_entries(api), observe, lambda: observed.reached, chosen)


def _choices(api: RestApi, coordinate: str, name: str) -> frozenset[str]:
    """The documented values of a parameter that are worth a call each."""
    for kind in api.plans[coordinate].parameters:
        if kind.parameter.name == name:
            documented = kind.schema.merged.get("enum", ())
            return frozenset(map(str, documented or ((True, False) if kind.schema.types[0] == "boolean" else ())))
    return frozenset()


def _few_rows(api: RestApi, call: RestCall) -> RestArgument | None:
    """The parameter of an operation that says how many rows are wanted, asking for few."""
    for kind in api.plans[call.coordinate].parameters:
        if kind.parameter.where == "query" and is_size(kind.parameter.name):
            return RestArgument("query", kind.parameter.name, _ROWS)
    return None
