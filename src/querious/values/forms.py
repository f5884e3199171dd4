"""The forms that argument values of a plan take: leaves, lists and input objects, each of which learns.

A form proposes values that are worth a trial, and reads values that were sent, whoever made them, so that what came of
them can be told to every part. Plain values only: nothing odd, no null, no empty list.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from querious.values.adaptive_choice import AdaptiveChoice

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from querious.model import JSON, Value
    from querious.values.chance import Chance
    from querious.values.learned_values import LearnedValues
    from querious.values.scalars import Make
    from querious.values.value_trials import DrawContext

_LENGTHS = {1: 0.9, 2: 0.5, 3: 0.2}
"""How many items a list is given, and how likely that is to be what it needs."""
_ATTEMPTS = 4
"""Draws for one further item that is not in the list yet."""

_AGAIN = 0.5
"""How often a whole value that the user gave is taken once each of them has been."""
_ALL = 0.15
"""How likely it is that everything likely has to be there at once."""
_LIKELY = 0.3
_DEMANDED, _DEMANDED_TOGETHER = 1.0, 0.7
"""How likely members are to be what is needed that an error message asks for: one of them, or all."""
_UNWANTED = 0.02


class Draft(NamedTuple):
    """What a proposal is made with."""

    chance: Chance
    fixed: Mapping[LeafForm, JSON]
    """Leaves whose values are settled, because they were seen together."""
    wish: DrawContext


class SentParts(NamedTuple):
    """The parts of a value that was sent."""

    leaves: list[tuple[LeafForm, JSON]]
    choices: list[tuple[AdaptiveChoice[Any], object]]


class ValueForm(Protocol):
    """Makes and reads values of one place in a call."""

    def propose(self, draft: Draft) -> Value:
        """A value that is worth a trial."""

    def read(self, value: Value, into: SentParts) -> bool:
        """Note the parts of a value; False if it is not one that this form could have made."""

    def restore(self, value: JSON) -> Value:
        """A value read from a file, in the form it is sent; None if it cannot be one of this form."""

    def promise(self) -> float:
        """From 0 to 1: how likely the next value is to fit."""

    def fresh(self, wish: DrawContext) -> tuple[float, int]:
        """How well the best value that was never tried may fit, from 0 to 1, and how much of it would be new."""

    @property
    def opened(self) -> bool:
        """Whether it is known what stands inside: to look into an input type that was never sent costs much."""

    def needed(self) -> Iterator[LeafForm]:
        """The leaves that every value has."""

    def every(self) -> Iterator[LeafForm]:
        """The leaves that some value has."""


class LeafForm:
    """A scalar or an enum."""

    opened = True

    def __init__(self, coordinate: str, learned: LearnedValues) -> None:
        self.coordinate = coordinate
        self.learned = learned

    def propose(self, draft: Draft) -> Value:
        """The settled value, or the next one to be tried."""
        if self in draft.fixed:
            return draft.fixed[self]
        return self.learned.propose(draft.chance, draft.wish)

    def read(self, value: Value, into: SentParts) -> bool:
        """Any value but null, lists and objects."""
        if not isinstance(value, str | int | float):
            return False
        into.leaves.append((self, value))
        return True

    def restore(self, value: JSON) -> Value:
        """As a value that was shown somewhere."""
        return self.learned.sent(value) if isinstance(value, str | int | float) else None

    def promise(self) -> float:
        """That of its sources."""
        return self.learned.promise()

    def fresh(self, wish: DrawContext) -> tuple[float, int]:
        """As its sources say."""
        return self.learned.fresh(wish)

    def needed(self) -> Iterator[LeafForm]:
        """Itself."""
        yield self

    def every(self) -> Iterator[LeafForm]:
        """Itself."""
        yield self


class MadeForm:
    """Values from a maker that learns nothing: the user's own generator, or what is too deep to be learned about."""

    opened = True

    def __init__(self, make: Make, likely: float) -> None:
        self._make = make
        self._likely = likely

    def propose(self, draft: Draft) -> Value:
        """Whatever is made."""
        return self._make(draft.chance)

    def read(self, value: Value, into: SentParts) -> bool:  # noqa: ARG002 (there is nothing to note)
        """Anything that was sent."""
        return value is not None

    def restore(self, value: JSON) -> Value:  # noqa: ARG002 (any value would do)
        """None: the maker is there to make others."""
        return None

    def promise(self) -> float:
        """Always the same."""
        return self._likely

    def fresh(self, wish: DrawContext) -> tuple[float, int]:  # noqa: ARG002 (nothing is known of what comes)
        """Nothing that is known to be."""
        return 0.0, 0

    def needed(self) -> Iterator[LeafForm]:
        """None."""
        return iter(())

    def every(self) -> Iterator[LeafForm]:
        """None."""
        return iter(())


class _Given:
    """Whole lists and objects that the user gave: each once, then now and then."""

    def __init__(self, values: Sequence[Value]) -> None:
        self.values = values
        """Grows while settings are read."""
        self._offered = 0

    def has(self, draft: Draft) -> bool:
        """Whether one of them is to be taken now."""
        return bool(self.values) and (self._offered < len(self.values) or draft.chance.draw() < _AGAIN)

    def next(self) -> Value:
        """The one that was not taken for longest."""
        self._offered += 1
        return self.values[(self._offered - 1) % len(self.values)]


class ListForm:
    """A list of one to three different items."""

    def __init__(self, item: ValueForm, given: Sequence[Value]) -> None:
        self._item = item
        self._given = _Given(given)
        self._lengths = AdaptiveChoice(dict(_LENGTHS))

    @property
    def opened(self) -> bool:
        """As an item."""
        return self._item.opened

    def propose(self, draft: Draft) -> Value:
        """One item, or more if one has not been enough."""
        if self._given.has(draft):
            return self._given.next()
        length = self._lengths.pick(draft.wish.round)
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
        """A list of items of which each is one."""
        items = [self._item.restore(item) for item in value] if isinstance(value, list) else []
        return None if not items or None in items else items

    def promise(self) -> float:
        """That of an item."""
        return 1.0 if self._given.values else self._item.promise()

    def fresh(self, wish: DrawContext) -> tuple[float, int]:
        """As an item."""
        return self._item.fresh(wish)

    def needed(self) -> Iterator[LeafForm]:
        """Those of an item."""
        return self._item.needed()

    def every(self) -> Iterator[LeafForm]:
        """Those of an item."""
        return self._item.every()


class FormMember(NamedTuple):
    """One field of an input object, or one argument of a call."""

    required: bool
    likely: float
    """For an optional one: how likely it is to be what makes the rest work."""
    form: ValueForm


class ObjectForm:
    """An input object, or all arguments of a call: learns which members have to be there."""

    def __init__(
        self,
        make: Callable[[], Mapping[str, FormMember]],
        given: Sequence[Value],
        *,
        alone: float,
        one_of: bool = False,
    ) -> None:
        self._make = make
        self._given = _Given(given)
        self._alone = alone
        """How likely it is enough to fill what is required and no more."""
        self._one_of = one_of
        self._members: Mapping[str, FormMember] | None = None
        self._sets: AdaptiveChoice[tuple[str, ...]] | None = None

    @property
    def members(self) -> Mapping[str, FormMember]:
        """Made when first asked for, since input objects may hold each other."""
        if self._members is None:
            self._members = self._make()
        return self._members

    @property
    def opened(self) -> bool:
        """Whether its members were asked for."""
        return self._members is not None

    @property
    def sets(self) -> AdaptiveChoice[tuple[str, ...]]:
        """Which members to fill: what is required, that and one more, or all that are likely."""
        if self._sets is None:
            self._sets = AdaptiveChoice(self._options())
        return self._sets

    def _options(self) -> dict[tuple[str, ...], float]:
        members = self.members
        required = tuple(name for name, member in members.items() if member.required)
        options = {} if self._one_of else {required: self._alone}
        for name, member in members.items():
            if not member.required:
                options[tuple(key for key in members if key == name or members[key].required)] = member.likely
        likely = tuple(name for name, member in members.items() if member.required or member.likely > _LIKELY)
        if not self._one_of:
            options.setdefault(likely, _ALL)
        return options

    def require(self, names: Sequence[str], sent: tuple[str, ...]) -> None:
        """The API says that one of these members is missing: each is tried, and then all of them."""
        self.sets.expect(sent, _UNWANTED)
        for missing in (*((name,) for name in names), tuple(names)):
            option = tuple(key for key in self.members if key in missing or self.members[key].required)
            self.sets.expect(option, _DEMANDED if len(missing) == 1 else _DEMANDED_TOGETHER)

    def refuse(self, names: Sequence[str], sent: tuple[str, ...]) -> None:
        """The API does not want these members here: what was sent without them is tried."""
        self.sets.expect(sent, _UNWANTED)
        left = tuple(name for name in sent if name not in names or self.members[name].required)
        if left != sent:
            self.sets.expect(left, _DEMANDED)

    def propose(self, draft: Draft) -> Value:
        """An object with the members that look best now."""
        if self._given.has(draft):
            return self._given.next()
        return {
            name: self.members[name].form.propose(draft) for name in self.sets.pick(draft.wish.round, self._promise_of)
        }

    def _promise_of(self, names: tuple[str, ...]) -> float:
        return min((self.members[name].form.promise() for name in names), default=1.0)

    def read(self, value: Value, into: SentParts) -> bool:
        """An object; its optional members may be null."""
        if not isinstance(value, dict):
            return False
        filled = [name for name in self.members if value.get(name) is not None]
        into.choices.append((self.sets, tuple(filled)))
        return all(self.members[name].form.read(value[name], into) for name in filled)

    def restore(self, value: JSON) -> Value:
        """An object with all that is required and nothing that is not known."""
        if not isinstance(value, dict) or not value.keys() <= self.members.keys():
            return None
        if any(member.required and name not in value for name, member in self.members.items()):
            return None
        restored = {name: self.members[name].form.restore(item) for name, item in value.items()}
        return None if None in restored.values() else restored

    def promise(self) -> float:
        """That of its least promising required member, or of its most promising one if none is required."""
        if self._given.values:
            return 1.0
        required = [member.form.promise() for member in self.members.values() if member.required]
        if required:
            return min(required)
        return max((member.form.promise() for member in self.members.values()), default=self._alone)

    def fresh(self, wish: DrawContext) -> tuple[float, int]:
        """As the best of its likely members, but for optional input objects that were never sent."""
        likely = [
            member.form
            for member in self.members.values()
            if member.required or (member.likely > _LIKELY and member.form.opened)
        ]
        return max((form.fresh(wish) for form in likely), default=(0.0, 0))

    def needed(self) -> Iterator[LeafForm]:
        """Those of its required members."""
        for member in self.members.values():
            if member.required:
                yield from member.form.needed()

    def every(self) -> Iterator[LeafForm]:
        """Those of all members; none while nobody has looked into it."""
        for member in (self._members or {}).values():
            yield from member.form.every()
