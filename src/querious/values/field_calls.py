"""Calls: a field with all its arguments, as plans make them. What works is learned for the arguments together.

Two arguments that each exist may not exist together (``repository(owner:, name:)``), and an object that exists may have
nothing below it. So what is kept are whole calls that brought data, those first that brought more.
"""

from __future__ import annotations

import json
from functools import cached_property
from typing import TYPE_CHECKING

from querious.values.complaints import arguments_named, listed_values, names_argument, refuses_arguments
from querious.values.forms import Draft, SentParts
from querious.values.joint_values import JointValues
from querious.values.learned_values import TOLD
from querious.values.lessons import LONGEST
from querious.values.semantics import is_page_size
from querious.values.value_trials import DrawContext

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from querious.model import JSON, Value
    from querious.values.chance import Chance
    from querious.values.forms import LeafForm, ObjectForm

KEPT = 32
"""Calls that worked, kept for one field."""
_SELDOM = 6
"""Once something has worked, each call of so many is a new one; more of them if new ones are likely to work as well."""
_SURE, _GOOD, _LIKELY = 0.8, 0.6, 0.3
_ATTEMPTS = 6
"""Proposals made at most to find one that has not been tried."""
_TRIED = 1_024
"""Calls that are known to have been tried."""
_BLAME = 0.34
"""How much of a failure is put down to the members chosen, rather than to their values."""


class Worked:
    """Arguments that brought data."""

    __slots__ = ("arguments", "drawn", "found", "times")

    def __init__(self, arguments: Mapping[str, Value], found: int, times: int, drawn: int) -> None:
        self.arguments = arguments
        self.found = found
        """What came back below, see ``Trial.found``."""
        self.times = times
        self.drawn = drawn
        """The number of the call that was last made with them; 0 for none."""


class FieldCall:
    """The arguments of ``Type.field``, where it matters meant to give a certain object type."""

    def __init__(self, coordinate: str, target: str, form: ObjectForm, *, nested: bool) -> None:
        self.coordinate = coordinate
        self.target = target
        """The object type that is looked for; empty where the field gives but one."""
        self.form = form
        self._nested = nested
        """Whether it stands below other objects, of which some may have what is looked for and others not."""
        self._worked: dict[str, Worked] = {}
        self._tried: dict[str, None] = {}
        self._drawn: dict[str, int] = {}
        """When new calls were drawn that nothing is known of."""
        self._provided = 0
        """What calls have brought so far, all together."""
        self._draws = 0
        self.answered = 0
        """How often it was told what came of it."""

    @cached_property
    def leaves(self) -> tuple[LeafForm, ...]:
        """The leaves that every such call has."""
        return tuple(self.form.needed())

    @cached_property
    def _company(self) -> JointValues:
        return JointValues(self.leaves)

    @property
    def joint(self) -> bool:
        """Whether values have to fit each other, or the object that the call is made on."""
        return len(self.leaves) > 1 or (self._nested and bool(self.leaves))

    @property
    def worked(self) -> Sequence[Worked]:
        """What brought data, the best first."""
        return sorted(self._worked.values(), key=lambda worked: -worked.found.bit_count())

    @property
    def variety(self) -> int:
        """How many ways to make it have worked, of those that are kept."""
        return len(self._worked)

    @property
    def knowledge(self) -> int:
        """How many values are known that may fit some argument, and how many ways to make it have worked."""
        leaves = self.leaves or tuple(self.form.every())
        return len(self._worked) + sum(leaf.learned.supply for leaf in leaves)

    @property
    def has_more(self) -> bool:
        """Whether it has never worked and the API or the schema named values for it that were never tried."""
        leaves = self.leaves or tuple(self.form.every())
        return not self._worked and any(leaf.learned.has_untried_hints for leaf in leaves)

    def draw(self, chance: Chance, round_: int = 0, near: AbstractSet[str] = frozenset()) -> list[tuple[str, Value]]:
        """Arguments for the next call: such that worked, spread evenly, and new ones; if none has, only new ones.

        A new one that is known to bring what none has brought yet comes at once. ``near`` are values that calls above
        this one are made with: what was seen with them comes first, most of the time.
        """
        self._draws += 1
        chance.depth = 0
        wish = DrawContext(round_, self.joint, self._provided)
        if self._nested and near and self._draws % _SELDOM:
            values, likely = self._company.near(near)
            if likely >= _LIKELY:
                return [*self._with(values, chance, wish).items()]
        if self._worked and not self._is_time_for_new(wish):
            best = min(self._worked.values(), key=lambda worked: (worked.drawn, -worked.found.bit_count()))
            best.drawn = self._draws
            return [*best.arguments.items()]
        return [*self._new(chance, wish).items()]

    def _is_time_for_new(self, wish: DrawContext) -> bool:
        likely, new = self.form.fresh(wish)
        if len(self.leaves) > 1:  # values that were not seen together hardly ever belong together
            likely, new = max(min(likely, _LIKELY), self._company.untried(wish.round).likely), 0
        if likely >= _GOOD and new > 0:
            return True
        if not all(worked.drawn for worked in self._worked.values()):
            return False
        if likely >= _GOOD:
            return self._draws % (3 if likely >= _SURE else 2) != 0
        return likely >= _LIKELY and self._draws % _SELDOM == 0

    def _new(self, chance: Chance, wish: DrawContext) -> Mapping[str, Value]:
        values, likely = self._company.untried(wish.round)
        if likely >= (_GOOD if self._worked else _LIKELY):
            return self._with(values, chance, wish)
        arguments: Mapping[str, Value] = {}
        for _ in range(_ATTEMPTS):
            arguments = self.form.propose(Draft(chance, {}, wish))
            if _key(arguments) not in self._tried:
                break
        self._note(arguments)
        return arguments

    def _note(self, arguments: Mapping[str, Value]) -> None:
        """Note when a new call was drawn: should it work, the others are due before it is due again."""
        if len(self._drawn) >= _TRIED:
            self._drawn.clear()
        self._drawn[_key(arguments)] = self._draws

    def _with(self, values: tuple[JSON, ...], chance: Chance, wish: DrawContext) -> Mapping[str, Value]:
        """Arguments with these values at the leaves."""
        self._company.draw(values, wish.round)
        fixed = dict(zip(self.leaves, values, strict=True))
        arguments: Mapping[str, Value] = self.form.propose(Draft(chance, fixed, wish))
        self._note(arguments)
        return arguments

    def tell(
        self, arguments: Mapping[str, Value], *, worked: bool | None, found: int = 0, complaint: str = ""
    ) -> SentParts | None:
        """What came of a call; None if the answer does not say. Gives the parts that were sent.

        ``complaint`` is what an error said: it may ask for another argument, refuse one, or list what it takes.
        """
        read = SentParts([], [])
        if not self.form.read(arguments, read):
            return None
        self.answered += 1
        known = {name: value for name, value in arguments.items() if name in self.form.members}
        if not worked and any(_may_be_the_reason(name, complaint) for name in arguments if name not in known):
            worked = None
        if worked and all(_is_plain(value) for _, value in read.leaves):
            self.keep(known, found)
            self._provided |= found
        elif len(self._tried) < _TRIED and all(leaf.learned.has_source(value) for leaf, value in read.leaves):
            self._tried[_key(known)] = None
        self._company.heard(tuple(value for _, value in read.leaves))
        for leaf, value, blame in _blamed(read.leaves):
            leaf.learned.tell(value, worked=worked if worked or blame else None, blame=blame)
        # Where no value was sent, it can only have been what was left out.
        blame = _BLAME if read.leaves else 1.0
        for choice, option in read.choices if worked is not None else ():
            choice.tell(option, worked=worked is True, blame=blame)
        if complaint and not worked:
            self._heed(complaint, known, read)
        return read

    def _heed(self, complaint: str, sent: Mapping[str, Value], read: SentParts) -> None:
        """Do as an error message says, as far as it speaks of these arguments."""
        named = arguments_named(complaint, self.form.members)
        values = listed_values(complaint)
        if self.form.members.keys() >= set(values):
            values = []  # it lists arguments
        addressed = {leaf for leaf, _ in read.leaves if leaf.coordinate.rpartition(".")[2] in named}
        leaves = {leaf for leaf, _ in read.leaves}
        for leaf in addressed or leaves if values and len(addressed or leaves) == 1 else ():
            leaf.learned.hint(TOLD, values)
        missing = [name for name in named if name not in sent]
        unwanted = [name for name in named if name in sent and not self.form.members[name].required]
        filled = tuple(name for name in self.form.members if name in sent)
        if missing and not unwanted:
            self.form.require(missing, filled)
        elif unwanted and not values and refuses_arguments(complaint):
            self.form.refuse(unwanted, filled)

    def keep(self, arguments: Mapping[str, Value], found: int, times: int = 1) -> None:
        """Remember what brought data, for the next calls; the poorest goes if there are too many."""
        key = _key(arguments)
        known = self._worked.get(key)
        if known is not None:
            known.found |= found
            known.times += times
            return
        self._worked[key] = Worked(arguments, found, times, self._drawn.get(key, 0))
        if len(self._worked) > KEPT:
            del self._worked[min(self._worked, key=lambda key: self._worked[key].found.bit_count())]

    def suggest(self, together: Mapping[str, JSON]) -> None:
        """Take up values that one object showed, by coordinate."""
        self._company.add(together)


def _blamed(sent: Sequence[tuple[LeafForm, JSON]]) -> Iterator[tuple[LeafForm, JSON, float]]:
    """How much of a failure is put down to each value: not to one that has worked, more to the less likely ones.

    Of several it may have been any, so all of them together take less than one would take alone.
    """
    doubts = [
        0.0 if leaf.learned.has_worked(value) else 1.0 - leaf.learned.value_likelihood(value) for leaf, value in sent
    ]
    suspects = sum(doubt > 0 for doubt in doubts)
    total = sum(doubts) * max(1, suspects)
    for (leaf, value), doubt in zip(sent, doubts, strict=True):
        yield leaf, value, doubt / total if total else 0.0


def _may_be_the_reason(name: str, complaint: str) -> bool:
    """Whether an argument that a form does not know of may be why a call failed; the size of a page hardly ever is."""
    return not is_page_size(name) or names_argument(complaint, name)


def _is_plain(value: JSON) -> bool:
    """Whether a value may stand in a plan: hostile ones that happened to work do not."""
    return not isinstance(value, str) or (value.isprintable() and len(value) <= LONGEST)


def _key(arguments: Mapping[str, Value]) -> str:
    return json.dumps(arguments, sort_keys=True, default=str)
