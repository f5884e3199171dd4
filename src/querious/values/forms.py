"""The forms that argument values of a plan take: leaves, lists and input objects, each of which learns.

A form proposes values that are worth a trial, and reads values that were sent, whoever made them, so that every part
can be told the outcome. Plain values only: nothing odd, no null, no empty list.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from querious.values.trials import AdaptiveChoice

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

    from querious.model import JSON, Value
    from querious.values.chance import Chance
    from querious.values.learned_values import LearnedValues
    from querious.values.scalars import Make
    from querious.values.trials import DrawContext

_LENGTHS: Final = {1: 0.9, 2: 0.5, 3: 0.2}
"""How many items a list gets, and how likely that is to be what it needs."""
_ATTEMPTS: Final = 4
"""Draws for one further item that is not in the list yet."""
_AGAIN: Final = 0.5
"""How often a whole value that the user gave is taken once each of them has been."""
_ALL: Final = 0.15
"""How likely it is that all likely members have to be there at once."""
_LIKELY: Final = 0.3
_DEMANDED, _DEMANDED_TOGETHER = 1.0, 0.7
"""How likely the members that an error message asks for are what is needed: one of them, or all."""
_UNWANTED: Final = 0.02


class Draft(NamedTuple):
    """What a proposal is made with."""

    chance: Chance
    fixed: Mapping[LeafForm, JSON]
    """Leaves whose values are settled, because they were seen together."""
    context: DrawContext


class SentParts(NamedTuple):
    """The parts of a value that was sent."""

    leaves: list[tuple[LeafForm, JSON]]
    choices: list[tuple[AdaptiveChoice[Any], object]]


class ValueForm:
    """Values of one place in a call, from a maker that learns nothing.

    As such for the user's own generators, and for what is too deep to be learned about.
    """

    def __init__(self, make: Make, likely: float) -> None:
        self._make = make
        self._likely = likely

    def propose(self, draft: Draft) -> Value:
        """A value that is worth a trial."""
        return self._make(draft.chance)

    def read(self, value: Value, into: SentParts) -> bool:  # noqa: ARG002 (there is nothing to note)
        """Note the parts of a value; False if this form cannot have made it."""
        return value is not None

    def restore(self, value: JSON) -> Value:  # noqa: ARG002 (the maker is there to make others)
        """A value read from a file, in the form it is sent; None if it does not fit this form."""
        return None

    def promise(self) -> float:
        """From 0 to 1: how likely the next value is to fit."""
        return self._likely

    def fresh(self, context: DrawContext) -> tuple[float, int]:  # noqa: ARG002 (nothing is known of what comes)
        """How well the best value that was never tried may fit, from 0 to 1, and how much of it would be new."""
        return 0.0, 0

    @property
    def opened(self) -> bool:
        """Whether its members are known: to look into an input type that was never sent costs much."""
        return True

    def leaves(self, *, required: bool) -> Iterator[LeafForm]:  # noqa: ARG002 (there are none)
        """The leaves that every value has, or those that some value has."""
        return iter(())


class LeafForm(ValueForm):
    """A scalar or an enum."""

    def __init__(self, coordinate: str, learned: LearnedValues) -> None:
        self.coordinate = coordinate
        self.learned = learned
        self.promise = learned.promise  # type: ignore[method-assign]
        self.fresh = learned.fresh  # type: ignore[method-assign]

    def propose(self, draft: Draft) -> Value:
        """The settled value, or the next one to be tried."""
        if self in draft.fixed:
            return draft.fixed[self]
        return self.learned.propose(draft.chance, draft.context)

    def read(self, value: Value, into: SentParts) -> bool:
        """Any value but null, lists and objects."""
        if not isinstance(value, str | int | float):
            return False
        into.leaves.append((self, value))
        return True

    def restore(self, value: JSON) -> Value:
        """As a value that was shown somewhere."""
        return self.learned.convert(value) if isinstance(value, str | int | float) else None

    def leaves(self, *, required: bool) -> Iterator[LeafForm]:  # noqa: ARG002 (a leaf always has its value)
        """Itself."""
        yield self


class _GivenValues:
    """Whole lists and objects that the user gave: each once, then now and then."""

    def __init__(self, values: Sequence[Value]) -> None:
        self.values = values
        """Grows while settings are read."""
        self._offered = 0

    def is_due(self, draft: Draft) -> bool:
        """Whether one of them is to be taken now."""
        return bool(self.values) and (self._offered < len(self.values) or draft.chance.draw() < _AGAIN)

    def next(self) -> Value:
        """The one that was not taken for longest."""
        self._offered += 1
        return self.values[(self._offered - 1) % len(self.values)]


class ListForm(ValueForm):
    """A list of one to three different items."""

    def __init__(self, item: ValueForm, given: Sequence[Value]) -> None:
        self._item = item
        self._given = _GivenValues(given)
        self._lengths = AdaptiveChoice(dict(_LENGTHS))
        self.fresh = item.fresh  # type: ignore[method-assign]
        self.leaves = item.leaves  # type: ignore[method-assign]

    @property
    def opened(self) -> bool:
        """As an item."""
        return self._item.opened

    def propose(self, draft: Draft) -> Value:
        """One item, or more if one has not been enough."""
        if self._given.is_due(draft):
            return self._given.next()
        length = self._lengths.pick(draft.context.round)
        items: list[Value] = []
        for _ in range(_ATTEMPTS * length):
            item = self._item.propose(draft)
            if item not in items:
                items.append(item)
            if len(items) == length:
                break
        return items

    def read(self, value: Value, into: SentParts) -> bool:
        """A list, or a single value, which GraphQL takes for a list of one."""
        items = value if isinstance(value, list) else [value]
        into.choices.append((self._lengths, len(items)))
        return bool(items) and all(self._item.read(item, into) for item in items)

    def restore(self, value: JSON) -> Value:
        """A list whose items all fit."""
        items = [self._item.restore(item) for item in value] if isinstance(value, list) else []
        return items if items and None not in items else None

    def promise(self) -> float:
        """That of an item."""
        return 1.0 if self._given.values else self._item.promise()


class FormMember(NamedTuple):
    """One field of an input object, or one argument of a call."""

    required: bool
    likely: float
    """For an optional one: how likely it is to be what makes the rest work."""
    form: ValueForm


class ObjectForm(ValueForm):
    """An input object, or all arguments of a call: learns which members have to be there."""

    def __init__(
        self,
        make: Callable[[], Mapping[str, FormMember]],
        given: Sequence[Value],
        *,
        alone: float,
        one_of: bool = False,
    ) -> None:
        self._make_members = make
        self._given = _GivenValues(given)
        self._alone = alone
        """How likely it is enough to fill what is required and no more."""
        self._one_of = one_of

    @cached_property
    def members(self) -> Mapping[str, FormMember]:
        """Made when first asked for, since input objects may hold each other."""
        return self._make_members()

    @property
    def opened(self) -> bool:
        """Whether its members were asked for."""
        return "members" in vars(self)

    @cached_property
    def choice(self) -> AdaptiveChoice[tuple[str, ...]]:
        """Which members to fill: what is required, that and one more, or all that are likely."""
        options = {} if self._one_of else {self._with_required(()): self._alone}
        for name, member in self.members.items():
            if not member.required:
                options[self._with_required((name,))] = member.likely
        if not self._one_of:
            likely = [name for name, member in self.members.items() if member.likely > _LIKELY]
            options.setdefault(self._with_required(likely), _ALL)
        return AdaptiveChoice(options)

    def _with_required(self, names: Collection[str]) -> tuple[str, ...]:
        """These members and the required ones, in the order of the schema."""
        return tuple(name for name, member in self.members.items() if member.required or name in names)

    def require(self, names: Sequence[str], sent: tuple[str, ...]) -> None:
        """The API says that one of these members is missing: each is tried, and then all of them."""
        self.choice.expect(sent, _UNWANTED)
        for name in names:
            self.choice.expect(self._with_required((name,)), _DEMANDED)
        self.choice.expect(self._with_required(names), _DEMANDED if len(names) == 1 else _DEMANDED_TOGETHER)

    def refuse(self, names: Sequence[str], sent: tuple[str, ...]) -> None:
        """The API does not want these members here: what was sent without them is tried."""
        self.choice.expect(sent, _UNWANTED)
        left = tuple(name for name in sent if name not in names or self.members[name].required)
        if left != sent:
            self.choice.expect(left, _DEMANDED)

    def propose(self, draft: Draft) -> Value:
        """An object with the members that look best now."""
        if self._given.is_due(draft):
            return self._given.next()
        names = self.choice.pick(draft.context.round, self._least_promise)
        return {name: self.members[name].form.propose(draft) for name in names}

    def _least_promise(self, names: tuple[str, ...]) -> float:
        return min((self.members[name].form.promise() for name in names), default=1.0)

    def read(self, value: Value, into: SentParts) -> bool:
        """An object; its optional members may be null."""
        if not isinstance(value, dict):
            return False
        filled = tuple(name for name in self.members if value.get(name) is not None)
        into.choices.append((self.choice, filled))
        return all(self.members[name].form.read(value[name], into) for name in filled)

    def restore(self, value: JSON) -> Value:
        """An object with all that is required and nothing that is not known."""
        required = set(self._with_required(()))
        if not isinstance(value, dict) or not required <= value.keys() <= self.members.keys():
            return None
        restored = {name: self.members[name].form.restore(item) for name, item in value.items()}
        return None if None in restored.values() else restored

    def promise(self) -> float:
        """That of its least promising required member, or of its most promising one if none is required."""
        if self._given.values:
            return 1.0
        required = self._with_required(())
        if required:
            return self._least_promise(required)
        return max((member.form.promise() for member in self.members.values()), default=self._alone)

    def fresh(self, context: DrawContext) -> tuple[float, int]:
        """As the best of its likely members, but for optional input objects that were never sent."""
        best = (0.0, 0)
        for required, likely, form in self.members.values():
            if required or (likely > _LIKELY and form.opened):
                best = max(best, form.fresh(context))
        return best

    def leaves(self, *, required: bool) -> Iterator[LeafForm]:
        """Those of its required members; or those of all, none while nobody has looked into it."""
        for member in self.members.values() if required or self.opened else ():
            if member.required or not required:
                yield from member.form.leaves(required=required)
