"""The phase that reaches every operation: producers before consumers, with what each answer shows for the next.

Operations with fewer keys in their path come first: lists show what look-ups need. One that was refused is tried again
with other values as long as something new is learned. Then every optional parameter is tried, and every documented
choice.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from querious.model.hazards import Grade
from querious.model.rest_call import RestArgument
from querious.rest.call_requests import call_case
from querious.rest.cases.edges import unknown_key
from querious.rest.hazards import only_reads
from querious.values import Chance

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from querious.model import Case
    from querious.pipeline.budget import RunBudget
    from querious.pipeline.rest.api import RestApi
    from querious.pipeline.run.batch_sender import BatchSender
    from querious.rest.cases.callable_operation import CallableOperation, ParameterKind

_ATTEMPTS: Final = 12
"""How often an operation is tried that was never reached."""
_IN_VAIN: Final = 4
"""Rounds in a row without anything new after which the rest is given up."""
_KEYS: Final = 4
_DRAWS: Final = 12
"""Keys with which a look-up is asked, and draws to find them."""
_CHOICES: Final = 12
"""Documented values of one parameter that are tried."""


class RestPlanPhase:
    """Asks every operation until it was reached, or nothing more is known to try."""

    def __init__(self, api: RestApi, sender: BatchSender) -> None:
        self._api = api
        self._sender = sender

    async def reach(self, budget: RunBudget) -> None:
        """Reach all operations that may be asked; those that change data in the order of their grades."""
        self._sender.enter("operations")
        safe = [plan for plan in self._api.plans.values() if only_reads(plan.operation)]
        await self._reach(safe, budget)
        for grade in (Grade.CREATING, Grade.CHANGING, Grade.ACTING):
            changing = [self._api.plans[name] for name in self._api.order.of(grade)]
            if changing and not self._api.order.ended:
                await self._reach(changing, budget)
                await self._reach(safe, budget)

    async def _reach(self, plans: Sequence[CallableOperation], budget: RunBudget) -> None:
        in_vain = 0
        for _ in range(_ATTEMPTS):
            before = self._known()
            for level in _levels(plans):
                missing = [plan for plan in level if not self._api.recorder.is_reached(plan.coordinate)]
                if missing and not self._over(budget):
                    await self._sender.send(self._proposed(missing))
            in_vain = 0 if self._known() > before else in_vain + 1
            if in_vain >= _IN_VAIN or self._over(budget):
                return

    def _known(self) -> tuple[int, int]:
        """Grows with every value that is new, and with every operation that is reached."""
        return self._api.pool.seen.version, self._api.recorder.counts()[2]

    def _proposed(self, plans: Sequence[CallableOperation]) -> Iterator[Case]:
        round_, first = self._api.pool.begin(), self._sender.cases
        for place, plan in enumerate(plans):
            yield self._api.generator.proposed(plan, first + place, round_)

    def _over(self, budget: RunBudget) -> bool:
        return bool(self._sender.ended or budget.spent())

    async def try_parameters(self, budget: RunBudget) -> None:
        """Keys of nothing and other keys of what was reached; then its optional parameters and documented choices."""
        self._sender.enter("parameters")
        held_back = self._api.order.held_back()
        for tried in (self._unknown_keys, self._other_keys, self._values):
            for plan in self._api.plans.values():
                if self._over(budget):
                    return
                if plan.coordinate not in held_back and self._api.recorder.is_reached(plan.coordinate):
                    await self._sender.send(self._with_parameters(plan, tried))

    def _with_parameters(
        self, plan: CallableOperation, tried: Callable[[CallableOperation, ParameterKind, int], list[object]]
    ) -> Iterator[Case]:
        first, round_ = self._sender.cases, self._api.pool.begin()
        number = first
        for kind in plan.parameters:
            for value in tried(plan, kind, number):
                case = self._api.generator.proposed(plan, number, round_)
                call = case.call
                argument = RestArgument(kind.parameter.where, kind.parameter.name, value)
                others = [each for each in call.arguments if each[:2] != argument[:2]]
                changed = self._api.calls.page_sizes.within(call._replace(arguments=(*others, argument)))
                yield call_case(number, changed, plan.operation, self._api.service.base)
                number += 1

    def _values(self, plan: CallableOperation, kind: ParameterKind, number: int) -> list[object]:
        if kind.parameter.where == "path":
            return []
        choices = kind.schema.merged.get("enum", ())[:_CHOICES]
        if choices:
            return [value for value in choices if value is not None]
        if kind.parameter.required:
            return []
        chance = Chance(self._api.generator.random(number))
        return [self._api.calls.parameter_maker(plan, kind)(chance)]

    def _unknown_keys(self, plan: CallableOperation, kind: ParameterKind, number: int) -> list[object]:
        """What does not exist is refused in the documented way, and never answered with something else.

        PUT may create what does not exist.
        """
        if kind.parameter.where != "path" or plan.method == "PUT":
            return []
        key = unknown_key(kind.schema, Chance(self._api.generator.random(number)))
        return [] if key is None else [key]

    def _other_keys(self, plan: CallableOperation, kind: ParameterKind, number: int) -> list[object]:
        """What is below one entry, or of one kind, need not be like what is below another."""
        if kind.parameter.where != "path" or plan.method != "GET" or plan.operation.path.count("{") != 1:
            return []
        learned = self._api.pool.argument(f"{plan.coordinate}.{kind.parameter.name}")
        chance = Chance(self._api.generator.random(number))
        drawn = [learned.draw(chance) for _ in range(_DRAWS)]
        return list(dict.fromkeys(value for value in drawn if value is not None))[:_KEYS]


def _levels(plans: Sequence[CallableOperation]) -> list[list[CallableOperation]]:
    """By the number of keys in their paths."""
    levels: dict[int, list[CallableOperation]] = {}
    for plan in plans:
        levels.setdefault(plan.operation.path.count("{"), []).append(plan)
    return [levels[depth] for depth in sorted(levels)]
