"""Calls of a field with all its arguments, as plans make them. What works is learned for the arguments together.

Two values that each exist may not exist together (``repository(owner:, name:)``), and an object that exists may have
nothing below it. So whole calls that brought data are kept, those first that brought more.
"""

from __future__ import annotations

import json
from functools import cached_property
from operator import attrgetter
from typing import TYPE_CHECKING, Final

from querious.answers.pages import is_size
from querious.values.complaints import arguments_named, listed_values, names_argument, refuses_arguments
from querious.values.forms import Draft, SentParts
from querious.values.joint_values import JointValues
from querious.values.learned_values import TOLD
from querious.values.lessons import LONGEST
from querious.values.trials import DrawContext

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from querious.model import JSON, Value
    from querious.values.chance import Chance
    from querious.values.forms import LeafForm, ObjectForm

KEPT: Final = 32
"""Calls that worked, kept for one field."""
_SELDOM: Final = 6
"""Once something has worked, one call in so many is a new one; more of them if new ones are likely to work as well."""
_SURE, _GOOD, _LIKELY = 0.8, 0.6, 0.3
_TURNS: Final[tuple[tuple[float, Callable[[int], bool]], ...]] = (
    (_SURE, lambda draws: draws % 3 != 0),
    (_GOOD, lambda draws: draws % 2 != 0),
    (_LIKELY, lambda draws: draws % _SELDOM == 0),
    (0.0, lambda _: False),
)
"""From which likelihood on, and at which draws, it is time for a new call."""
_ATTEMPTS: Final = 6
"""Proposals made at most to find one that has not been tried."""
_TRIED: Final = 1_024
"""Calls that are known to have been tried."""
_BROUGHT: Final = attrgetter("brought")
_BLAME: Final = 0.34
"""How much of a failure is put down to the members chosen, rather than to their values."""


class Worked:
    """Arguments that brought data."""

    __slots__ = ("arguments", "brought", "drawn", "found", "times")

    def __init__(self, arguments: Mapping[str, Value], drawn: int) -> None:
        self.arguments = arguments
        self.found = 0
        """What came back below, see ``ArgumentTrial.found``."""
        self.brought = 0
        """How much that is."""
        self.times = 0
        self.drawn = drawn
        """The number of the call that was last made with them; 0 for none."""

    def bring(self, found: int, times: int) -> None:
        """Take in what came back."""
        self.found |= found
        self.brought = self.found.bit_count()
        self.times += times


class FieldCall:
    """The arguments of ``Type.field``; where it matters, for a certain object type that is looked for."""

    def __init__(self, coordinate: str, target: str, form: ObjectForm, *, nested: bool) -> None:
        self.coordinate = coordinate
        self.target = target
        """The object type that is looked for; empty where the field gives only one."""
        self.form = form
        self._nested = nested
        """Whether it is below other objects, of which some may have what is looked for and others not."""
        self._worked: dict[str, Worked] = {}
        self._tried: dict[str, None] = {}
        self._drawn: dict[str, int] = {}
        """When new calls were drawn that have no outcome yet."""
        self._provided = 0
        """What all calls together have brought so far."""
        self._draws = 0
        self.answered = 0
        """How often its outcome was told."""

    @cached_property
    def leaves(self) -> tuple[LeafForm, ...]:
        """The leaves that every such call has."""
        return tuple(self.form.leaves(required=True))

    @property
    def possible_leaves(self) -> tuple[LeafForm, ...]:
        """The leaves that every such call has; if there are none, those that some call has."""
        return self.leaves or tuple(self.form.leaves(required=False))

    @cached_property
    def _seen_together(self) -> JointValues:
        return JointValues(self.leaves)

    @property
    def joint(self) -> bool:
        """Whether values have to fit each other, or the object that the call is made on."""
        return len(self.leaves) > (0 if self._nested else 1)

    @property
    def worked(self) -> Sequence[Worked]:
        """What brought data, the best first."""
        return sorted(self._worked.values(), key=lambda worked: -worked.brought)

    @property
    def variety(self) -> int:
        """How many ways to make it have worked, of those that are kept."""
        return len(self._worked)

    @property
    def knowledge(self) -> int:
        """How many values are known that may fit some argument, and how many ways to make it have worked."""
        return len(self._worked) + sum(leaf.learned.supply for leaf in self.possible_leaves)

    @property
    def has_more(self) -> bool:
        """Whether it has never worked and the API or the schema named values for it that were never tried."""
        return not self._worked and any(leaf.learned.has_untried_hints for leaf in self.possible_leaves)

    def draw(self, chance: Chance, round_: int = 0, near: AbstractSet[str] = frozenset()) -> list[tuple[str, Value]]:
        """Arguments for the next call: such that worked, spread evenly, and new ones; if none has, only new ones.

        A new one that is known to bring what none has brought yet comes at once. ``near`` are values that calls above
        this one are made with: what was seen with them comes first, most of the time.
        """
        self._draws += 1
        chance.depth = 0
        context = DrawContext(round_, self.joint, self._provided)
        return list(self._next(chance, context, near).items())

    def _next(self, chance: Chance, context: DrawContext, near: AbstractSet[str]) -> Mapping[str, Value]:
        if self._nested and near and self._draws % _SELDOM:
            values, likely = self._seen_together.near(near)
            if likely >= _LIKELY:
                return self._with_values(values, chance, context)
        if not self._worked or self._is_time_for_new(context):
            return self._new(chance, context)
        best = min(self._worked.values(), key=lambda worked: (worked.drawn, -worked.brought))
        best.drawn = self._draws
        return best.arguments

    def _is_time_for_new(self, context: DrawContext) -> bool:
        likely, new = self.form.fresh(context)
        if len(self.leaves) > 1:  # values that were not seen together hardly ever belong together
            likely, new = max(min(likely, _LIKELY), self._seen_together.untried(context.round).likely), 0
        if likely >= _GOOD and new > 0:
            return True
        is_turn = next(turn(self._draws) for least, turn in _TURNS if likely >= least)
        return is_turn and all(worked.drawn for worked in self._worked.values())

    def _new(self, chance: Chance, context: DrawContext) -> Mapping[str, Value]:
        values, likely = self._seen_together.untried(context.round)
        if likely >= (_GOOD if self._worked else _LIKELY):
            return self._with_values(values, chance, context)
        arguments: Mapping[str, Value] = {}
        for _ in range(_ATTEMPTS):
            arguments = self.form.propose(Draft(chance, {}, context))
            if _key(arguments) not in self._tried:
                break
        return self._noted(arguments)

    def _with_values(self, values: tuple[JSON, ...], chance: Chance, context: DrawContext) -> Mapping[str, Value]:
        """Arguments with these values at the leaves."""
        self._seen_together.draw(values, context.round)
        fixed = dict(zip(self.leaves, values, strict=True))
        return self._noted(self.form.propose(Draft(chance, fixed, context)))

    def _noted(self, arguments: Mapping[str, Value]) -> Mapping[str, Value]:
        """A new call; it is noted when it was drawn: should it work, the others are due before it is due again."""
        if len(self._drawn) >= _TRIED:
            self._drawn.clear()
        self._drawn[_key(arguments)] = self._draws
        return arguments

    def tell(
        self, arguments: Mapping[str, Value], *, worked: bool | None, found: int = 0, complaint: str = ""
    ) -> SentParts | None:
        """Take in the outcome of a call, None if the answer does not say. Returns the parts that were sent.

        ``complaint`` is the message of an error: it may ask for another argument, refuse one, or list what it takes.
        """
        parts = SentParts([], [])
        if not self.form.read(arguments, parts):
            return None
        self.answered += 1
        sent = {name: value for name, value in arguments.items() if name in self.form.members}
        if not worked and any(_may_be_the_reason(name, complaint) for name in arguments.keys() - sent.keys()):
            worked = None
        if worked and all(_is_plain(value) for _, value in parts.leaves):
            self.keep(sent, found)
            self._provided |= found
        elif len(self._tried) < _TRIED and all(leaf.learned.has_source(value) for leaf, value in parts.leaves):
            self._tried[_key(sent)] = None
        self._seen_together.heard(tuple(value for _, value in parts.leaves))
        _tell_parts(parts, worked)
        if complaint and not worked:
            self._follow_hints(complaint, sent, parts)
        return parts

    def _follow_hints(self, complaint: str, sent: Mapping[str, Value], parts: SentParts) -> None:
        """Do as an error message says, as far as it speaks of these arguments."""
        members = self.form.members
        named = arguments_named(complaint, members)
        values = listed_values(complaint)
        if members.keys() >= set(values):
            values = []  # it lists arguments
        leaves = {leaf for leaf, _ in parts.leaves}
        addressed = {leaf for leaf in leaves if leaf.coordinate.rpartition(".")[2] in named} or leaves
        if values and len(addressed) == 1:
            addressed.pop().learned.hint(TOLD, values)
        missing = [name for name in named if name not in sent]
        unwanted = [name for name in named if name in sent and not members[name].required]
        filled = tuple(filter(sent.__contains__, members))
        if missing and not unwanted:
            self.form.require(missing, filled)
        elif unwanted and not values and refuses_arguments(complaint):
            self.form.refuse(unwanted, filled)

    def keep(self, arguments: Mapping[str, Value], found: int, times: int = 1) -> None:
        """Remember arguments that brought data; those that brought least are dropped if there are too many."""
        key = _key(arguments)
        known = self._worked.get(key)
        if known is None:
            known = self._worked[key] = Worked(arguments, self._drawn.get(key, 0))
        known.bring(found, times)
        if len(self._worked) > KEPT:
            least = min(map(_BROUGHT, self._worked.values()))
            del self._worked[next(key for key, worked in self._worked.items() if worked.brought == least)]

    def suggest(self, together: Mapping[str, JSON]) -> None:
        """Take up values that one object showed, by coordinate."""
        self._seen_together.add(together)


def _tell_parts(parts: SentParts, worked: bool | None) -> None:  # noqa: FBT001 (three-valued)
    for leaf, value, blame in _blamed(parts.leaves):
        leaf.learned.tell(value, worked=worked if worked or blame else None, blame=blame)
    # Where no value was sent, the reason can only be what was left out.
    blame = _BLAME if parts.leaves else 1.0
    for choice, option in parts.choices if worked is not None else ():
        choice.tell(option, worked=bool(worked), blame=blame)


def _blamed(sent: Sequence[tuple[LeafForm, JSON]]) -> Iterator[tuple[LeafForm, JSON, float]]:
    """How much of a failure each value is blamed for: none if it has worked, more the less likely it is.

    It may have been any of them, so that all together take less blame than one would take alone.
    """
    doubts = []
    for leaf, value in sent:
        doubts.append(0.0 if leaf.learned.has_worked(value) else 1.0 - leaf.learned.value_likelihood(value))
    suspects = sum(doubt > 0 for doubt in doubts)
    total = sum(doubts) * suspects or 1.0
    for (leaf, value), doubt in zip(sent, doubts, strict=True):
        yield leaf, value, doubt / total


def _may_be_the_reason(name: str, complaint: str) -> bool:
    """Whether an argument that is not learned about may be why a call failed; a page size hardly ever is."""
    return not is_size(name) or names_argument(complaint, name)


def _is_plain(value: JSON) -> bool:
    """Whether a value may be used in a plan: hostile ones that happened to work may not."""
    text = str(value)
    return text.isprintable() and len(text) <= LONGEST


def _key(arguments: Mapping[str, Value]) -> str:
    return json.dumps(arguments, sort_keys=True, default=str)
