"""What a template is made of. Each part knows the values it stands for, given the keys of other collections.

A part that needs a key of a collection of which there is none is not ``possible``: what is optional is left out then,
of several choices another one is taken, a list that may be empty is.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from hypothesis import strategies as st

from querious.errors import ConfigError
from querious.model.state import Key

if TYPE_CHECKING:
    from hypothesis.strategies import DrawFn, SearchStrategy

    from querious.model.values import JSON

GivenKeys: TypeAlias = Mapping[str, Sequence[Key]]
"""Name of a collection → keys of entries that are there."""


class Node:
    """A part of a template, which may have parts itself."""

    __slots__ = ()

    may_lack = False
    """Whether it may be left out of the object or list that it stands in."""

    @property
    def parts(self) -> tuple[Node, ...]:
        """All that it is made of, in the order of the text."""
        return ()

    @property
    def references(self) -> tuple[str, ...]:
        """Names of collections of which it needs keys, each once, in the order of the text."""
        return tuple(dict.fromkeys(name for part in self.parts for name in part.references))

    def possible(self, given: GivenKeys) -> bool:
        """Whether there is any value."""
        return all(part.may_lack or part.possible(given) for part in self.parts)

    def strategy(self, given: GivenKeys) -> SearchStrategy[JSON]:
        """The values. A ConfigError if there are none."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Constant(Node):
    """The value itself, a new copy each time."""

    value: JSON

    def strategy(self, _: GivenKeys) -> SearchStrategy[JSON]:
        """See ``Node``."""
        return st.builds(copy.deepcopy, st.just(self.value))


@dataclass(frozen=True, slots=True)
class Made(Node):
    """A tag that stands for one value."""

    values: SearchStrategy[Any]

    def strategy(self, _: GivenKeys) -> SearchStrategy[JSON]:
        """See ``Node``."""
        return self.values


@dataclass(frozen=True, slots=True)
class Reference(Node):
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
        if not self.possible(given):
            raise ConfigError(
                f"A template refers to {self.collection!r}, but no entry of such a collection exists. "
                "Name a collection that is tested too, or make the reference optional()."
            )
        return st.sampled_from(tuple(given[self.collection])).map(self._written)

    def _written(self, key: Key) -> JSON:
        if self.pattern:
            return self.pattern.replace("{key}", key)
        return int(key) if is_number(key) else key


@dataclass(frozen=True, slots=True)
class Omittable(Node):
    """A member of an object or an item of a list that may be left out. What it stands in leaves it out."""

    node: Node
    may_lack = True

    @property
    def parts(self) -> tuple[Node, ...]:
        """Its value."""
        return (self.node,)

    def strategy(self, given: GivenKeys) -> SearchStrategy[JSON]:
        """The values where it is not left out."""
        return self.node.strategy(given)


@dataclass(frozen=True, slots=True)
class OneOf(Node):
    """One of several."""

    choices: tuple[Node, ...]

    @property
    def parts(self) -> tuple[Node, ...]:
        """All choices."""
        return self.choices

    def possible(self, given: GivenKeys) -> bool:
        """Whether any choice is."""
        return any(choice.possible(given) for choice in self.choices)

    def strategy(self, given: GivenKeys) -> SearchStrategy[JSON]:
        """See ``Node``."""
        possible = [choice for choice in self.choices if choice.possible(given)]
        return st.one_of([choice.strategy(given) for choice in possible or self.choices])


@dataclass(frozen=True, slots=True)
class ListOf(Node):
    """A list of alike items."""

    item: Node
    least: int
    most: int

    @property
    def parts(self) -> tuple[Node, ...]:
        """What each item is."""
        return (self.item,)

    def possible(self, given: GivenKeys) -> bool:
        """Whether its items are, or it may be empty."""
        return self.least == 0 or self.item.possible(given)

    def strategy(self, given: GivenKeys) -> SearchStrategy[JSON]:
        """See ``Node``."""
        if self.least == 0 and not self.item.possible(given):
            return st.builds(list)
        return st.lists(self.item.strategy(given), min_size=self.least, max_size=self.most)


@dataclass(frozen=True, slots=True)
class Object(Node):
    """Members in the order of the template."""

    members: tuple[tuple[str, Node], ...]

    @property
    def parts(self) -> tuple[Node, ...]:
        """The values of its members."""
        return tuple(node for _, node in self.members)

    def strategy(self, given: GivenKeys) -> SearchStrategy[JSON]:
        """See ``Node``."""
        return _some(self.members, given).map(dict)


@dataclass(frozen=True, slots=True)
class Array(Node):
    """Items one by one."""

    items: tuple[Node, ...]

    @property
    def parts(self) -> tuple[Node, ...]:
        """Its items."""
        return self.items

    def strategy(self, given: GivenKeys) -> SearchStrategy[JSON]:
        """See ``Node``."""
        return _some(tuple(enumerate(self.items)), given).map(lambda items: [value for _, value in items])


def is_number(key: Key) -> bool:
    """Whether the key is a whole number as a service would write it."""
    return key.isascii() and key.isdigit() and (key == "0" or not key.startswith("0"))


def _some(members: Sequence[tuple[Any, Node]], given: GivenKeys) -> SearchStrategy[list[tuple[Any, JSON]]]:
    """All members with a value each, but for some or all of those that may be left out."""
    parts = [
        (key, node.may_lack, node.strategy(given)) for key, node in members if not node.may_lack or node.possible(given)
    ]

    @st.composite
    def drawn(draw: DrawFn) -> list[tuple[Any, JSON]]:
        return [(key, draw(values)) for key, may_lack, values in parts if not may_lack or draw(st.booleans())]

    return drawn()
