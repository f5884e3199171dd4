"""Strategies that depend on the keys that are given: only what holds a reference is built again for each."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

    from querious.model.state import Key

Given: TypeAlias = Mapping[str, Sequence["Key"]]
"""Keys of entries that are there, by the name of their collection."""
Strategy: TypeAlias = "SearchStrategy[Any]"


@dataclass(frozen=True, slots=True)
class KeyedStrategy:
    """A strategy that may need keys of other entries."""

    make: Callable[[Given], Strategy]
    fixed: bool
    """The same strategy whatever is given."""

    @classmethod
    def of(cls, strategy: Strategy) -> KeyedStrategy:
        """One that needs nothing."""
        return cls(lambda _given: strategy, fixed=True)

    def then(self, change: Callable[[Strategy], Strategy]) -> KeyedStrategy:
        """The same, changed."""
        return joined([self], lambda made: change(made[0]))


def joined(parts: Sequence[KeyedStrategy], join: Callable[[list[Strategy]], Strategy]) -> KeyedStrategy:
    """One of several; built once if all of them are fixed."""
    if all(part.fixed for part in parts):
        return KeyedStrategy.of(join([part.make({}) for part in parts]))
    return KeyedStrategy(lambda given: join([part.make(given) for part in parts]), fixed=False)
