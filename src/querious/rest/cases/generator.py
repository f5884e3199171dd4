"""Random cases: the same seed and number give the same case, whatever was asked before but for what was learned."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Final

from querious.model.rest_call import RestArgument, RestCall
from querious.rest.call_requests import LONGEST_IN_LINE, call_case, is_one_step, text_of_value
from querious.rest.cases.flaws import flawed
from querious.values import Chance

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from querious.model.case import Case
    from querious.model.values import JSON
    from querious.rest.cases.callable_operation import CallableOperation, ParameterKind
    from querious.rest.cases.calls import OperationCalls

_SIZE_GROWS: Final = 150
"""Cases after which texts and lists get longer by one."""
_LARGEST: Final = 24
_WILD: Final = (0.0, 0.0, 0.15, 0.5)
"""How odd the values of a case are; chosen for each."""
_OPTIONAL: Final = (0.15, 0.4, 0.8)
"""How often optional parameters are there; chosen for each case."""
_HELD: Final = 0.1
"""How often one of them is there all the same with which nothing has worked."""
_BODY: Final = 0.85
"""How often a body that is not required is there."""
_OTHER_MEDIA: Final = 0.3
"""How often a body goes out in another of its media types, where it has some."""


class RestGenerator:
    """Makes the random cases of one API."""

    def __init__(
        self, calls: OperationCalls, plans: Sequence[CallableOperation], seed: int, base: str, invalid: float
    ) -> None:
        self._calls = calls
        self._plans = plans
        self._seed = seed
        self._base = base
        self._invalid = invalid
        self._random = Random()
        self._chance = Chance(self._random)

    def case(self, number: int, before: int = 0, without: Collection[str] = ()) -> Case | None:
        """The random case of a number; ``before`` cases were sent ahead of the first. None if nothing may be asked."""
        plans = [plan for plan in self._plans if plan.coordinate not in without] if without else self._plans
        if not plans:
            return None
        chance = self._begin(number)
        plan = chance.choose(plans)
        call = self._random_call(plan, chance)
        if chance.rarely(self._invalid):
            wrong = flawed(call, plan, chance)
            if wrong is not None:
                return call_case(number + before, wrong.call, plan.operation, self._base, wrong.what)
        return call_case(number + before, self._calls.page_sizes.within(call), plan.operation, self._base)

    def proposed(self, plan: CallableOperation, number: int, round_: int) -> Case:
        """A case of one operation with the values that look best now."""
        call = self._calls.page_sizes.within(self._calls.propose(plan, self._begin(number), round_))
        call = self._calls.tags.matching(call)
        return call_case(number, _sendable(call), plan.operation, self._base)

    def random(self, number: int) -> Random:
        """The source of the draws of a case."""
        return Random((self._seed << 40) + number)

    def _begin(self, number: int) -> Chance:
        self._random.seed((self._seed << 40) + number)
        chance = self._chance
        chance.draw = self._random.random
        chance.size = min(_LARGEST, 4 + number // _SIZE_GROWS)
        chance.wild = 0.0
        chance.depth = 0
        return chance

    def _random_call(self, plan: CallableOperation, chance: Chance) -> RestCall:
        chance.wild = chance.choose(_WILD)
        often = chance.choose(_OPTIONAL)
        arguments = []
        for kind in plan.parameters:
            parameter = kind.parameter
            if not parameter.required and not chance.rarely(often):
                continue
            if not parameter.required and self._calls.refused.hold(plan, parameter) and not chance.rarely(_HELD):
                continue
            value = self._random_argument(plan, kind, chance)
            arguments.append(RestArgument(parameter.where, parameter.name, value))
        call = RestCall(plan.method, plan.operation.path, tuple(arguments))
        if plan.media and (plan.operation.body.required or chance.rarely(_BODY)):
            others = [*plan.others, plan.media]
            media = chance.choose(others) if plan.others and chance.rarely(_OTHER_MEDIA) else plan.media
            call = call._replace(media=media, body=self._calls.body_maker(plan, media)(chance))
        return _sendable(self._calls.tags.matching(call))

    def _random_argument(self, plan: CallableOperation, kind: ParameterKind, chance: Chance) -> JSON:
        wild, in_path = chance.wild, kind.parameter.where == "path"
        if in_path:
            chance.wild = wild / 2  # an odd key reaches little
        make = self._calls.parameter_maker(plan, kind)
        value = make(chance)
        if wild and (len(str(value)) > LONGEST_IN_LINE or (in_path and not is_one_step(value))):
            chance.wild = 0.0
            value = make(chance)
        chance.wild = wild
        return value


def _sendable(call: RestCall) -> RestCall:
    """With keys that stay in their place: an empty one, or dots, would make it the path of something else."""
    if all(each.where != "path" or _segment(each.value) is each.value for each in call.arguments):
        return call
    arguments = [each._replace(value=_segment(each.value)) if each.where == "path" else each for each in call.arguments]
    return call._replace(arguments=tuple(arguments))


def _segment(value: JSON) -> JSON:
    is_plain = not isinstance(value, list | dict)
    return "1" if is_plain and text_of_value(value).strip(". \t\r\n/") == "" else value
