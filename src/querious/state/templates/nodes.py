"""What a template is made of. Each part knows the values it stands for, given the keys of other collections.

A part that needs a key of a collection of which there is none is not ``possible``: what is optional is left out then,
of several choices another one is taken, a list that may be empty is.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from hypothesis import strategies as st

from querious.errors import ConfigError
from querious.model.state import Key

if TYPE_CHECKING:
    from hypothesis.strategies import DrawFn, SearchStrategy

    from querious.model.values import JSON

GivenKeys: TypeAlias = Mapping[str, Sequence[Key]]
"""Name of a collection → keys of entries that are there."""


class Node(Protocol):
    """A part of a template."""

    @property
    def references(self) -> tuple[str, ...]:
        """Names of collections of which it needs keys, in the order of the text."""

    def possible(self, given: GivenKeys) -> bool:
        """Whether there is any value."""

    def strategy(self, given: GivenKeys) -> SearchStrategy[JSON]:
        """The values. A ConfigError if there are none."""


@dataclass(frozen=True, slots=True)
class Constant:
    """The value itself, a new copy each time."""

    value: JSON
    references: tuple[str, ...] = ()

    def possible(self, given: GivenKeys) -> bool:
        """Always."""
        del given
        return True

    def strategy(self, given: GivenKeys) -> SearchStrategy[JSON]:
        """See ``Node``."""
        del given
        return st.builds(copy.deepcopy, st.just(self.value))


@dataclass(frozen=True, slots=True)
class Made:
    """A tag that stands for one value."""

    values: SearchStrategy[Any]
    references: tuple[str, ...] = ()

    def possible(self, given: GivenKeys) -> bool:
        """Always."""
        del given
        return True

    def strategy(self, given: GivenKeys) -> SearchStrategy[JSON]:
        """See ``Node``."""
        del given
        return self.values


@dataclass(frozen=True, slots=True)
class Reference:
    """The key of an entry of another collection. Numbers are numbers, unless ``pattern`` says otherwise."""

    collection: str
    pattern: str = ""
    """With ``{key}`` in it; empty: the key alone, in its own type."""

    @property
    def references(self) -> tuple[str, ...]:
        """The collection."""
        return (self.collection,)

    def possible(self, given: GivenKeys) -> bool:
        """Whether there is such an entry."""
        return bool(given.get(self.collection))

    def strategy(self, given: GivenKeys) -> SearchStrategy[JSON]:
        """See ``Node``."""
        keys = given.get(self.collection)
        if not keys:
            raise ConfigError(
                f"a template refers to {self.collection!r}, and no entry of such a collection is at hand; "
                "name a collection that is tested too, or make the reference optional()"
            )
        return st.sampled_from(tuple(keys)).map(self._written)

    def _written(self, key: Key) -> JSON:
        if self.pattern:
            return self.pattern.replace("{key}", key)
        return int(key) if is_number(key) else key


@dataclass(frozen=True, slots=True)
class Omittable:
    """A member of an object or an item of a list that may be left out. What it stands in leaves it out."""

    node: Node

    @property
    def references(self) -> tuple[str, ...]:
        """Those of its value."""
        return self.node.references

    def possible(self, given: GivenKeys) -> bool:
        """Whether it can be anything but left out."""
        return self.node.possible(given)

    def strategy(self, given: GivenKeys) -> SearchStrategy[JSON]:
        """The values where it is not left out."""
        return self.node.strategy(given)


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of several."""

    choices: tuple[Node, ...]

    @property
    def references(self) -> tuple[str, ...]:
        """Those of all choices."""
        return joined(self.choices)

    def possible(self, given: GivenKeys) -> bool:
        """Whether any choice is."""
        return any(choice.possible(given) for choice in self.choices)

    def strategy(self, given: GivenKeys) -> SearchStrategy[JSON]:
        """See ``Node``."""
        possible = [choice for choice in self.choices if choice.possible(given)]
        return st.one_of([choice.strategy(given) for choice in possible or self.choices])


@dataclass(frozen=True, slots=True)
class ListOf:
    """A list of alike items."""

    item: Node
    least: int
    most: int

    @property
    def references(self) -> tuple[str, ...]:
        """Those of its items."""
        return self.item.references

    def possible(self, given: GivenKeys) -> bool:
        """Whether its items are, or it may be empty."""
        return self.least == 0 or self.item.possible(given)

    def strategy(self, given: GivenKeys) -> SearchStrategy[JSON]:
        """See ``Node``."""
        if self.least == 0 and not self.item.possible(given):
            return st.builds(list)
        return st.lists(self.item.strategy(given), min_size=self.least, max_size=self.most)


@dataclass(frozen=True, slots=True)
class Object:
    """Members in the order of the template."""

    members: tuple[tuple[str, Node], ...]

    @property
    def references(self) -> tuple[str, ...]:
        """Those of its members."""
        return joined(node for _, node in self.members)

    def possible(self, given: GivenKeys) -> bool:
        """Whether all members are that may not be left out."""
        return all(isinstance(node, Omittable) or node.possible(given) for _, node in self.members)

    def strategy(self, given: GivenKeys) -> SearchStrategy[JSON]:
        """See ``Node``."""
        parts = _parts(self.members, given)
        return _some(parts).map(dict)


@dataclass(frozen=True, slots=True)
class Array:
    """Items one by one."""

    items: tuple[Node, ...]

    @property
    def references(self) -> tuple[str, ...]:
        """Those of its items."""
        return joined(self.items)

    def possible(self, given: GivenKeys) -> bool:
        """Whether all items are that may not be left out."""
        return all(isinstance(node, Omittable) or node.possible(given) for node in self.items)

    def strategy(self, given: GivenKeys) -> SearchStrategy[JSON]:
        """See ``Node``."""
        parts = _parts([("", node) for node in self.items], given)
        return _some(parts).map(lambda named: [value for _, value in named])


def is_number(key: Key) -> bool:
    """Whether the key is a whole number as a service would write it."""
    return key.isascii() and key.isdigit() and (key == "0" or not key.startswith("0"))


def joined(nodes: Any) -> tuple[str, ...]:
    """The references of all, each once."""
    return tuple(dict.fromkeys(name for node in nodes for name in node.references))


_Part: TypeAlias = "tuple[str, bool, SearchStrategy[JSON]]"
"""A member: its key, whether it may be left out, its values."""


def _parts(members: Sequence[tuple[str, Node]], given: GivenKeys) -> tuple[_Part, ...]:
    return tuple(
        (key, isinstance(node, Omittable), node.strategy(given))
        for key, node in members
        if not isinstance(node, Omittable) or node.possible(given)
    )


@st.composite
def _some(draw: DrawFn, parts: tuple[_Part, ...]) -> list[tuple[str, JSON]]:
    """The parts with a value each, some or all of those that may be left out left out."""
    return [(key, draw(values)) for key, may_lack, values in parts if not may_lack or draw(st.booleans())]
