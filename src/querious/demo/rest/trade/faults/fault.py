"""A fault, and the one place where it can be woven into the healthy shop: around an operation.

The healthy code knows of no fault.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from querious.demo.rest.trade.exchange import Deal, Inquiry, Reply
from querious.demo.rest.trade.memory import Memory

CarelessDeal: TypeAlias = Callable[[Deal, Memory, Inquiry], Reply]
"""Done instead of an operation, which it is given and may call."""


@dataclass(frozen=True, slots=True)
class AtDeal:
    """``place`` is resource and operation: ``items.list``."""

    place: str
    wrap: Callable[[Deal], Deal]


@dataclass(frozen=True, slots=True)
class TradeFault:
    """Something a developer did wrong."""

    name: str
    kind: str
    about: str
    """One sentence: what the developer did wrong, and how it shows."""
    weaves: tuple[AtDeal, ...]

    @property
    def places(self) -> tuple[str, ...]:
        """The operations it is woven in at."""
        return tuple(weave.place for weave in self.weaves)


def instead(place: str, careless: CarelessDeal) -> AtDeal:
    """Careless code in place of the healthy operation."""

    def wrap(deal: Deal) -> Deal:
        return lambda memory, ask: careless(deal, memory, ask)

    return AtDeal(place, wrap)


def asked(place: str, change: Callable[[Inquiry], Inquiry]) -> AtDeal:
    """The healthy operation, asked something else."""
    return instead(place, lambda deal, memory, ask: deal(memory, change(ask)))


def told(place: str, change: Callable[[Reply], Reply]) -> AtDeal:
    """The healthy operation, whose answer is told otherwise. Refusals are exceptions: they do not come here."""
    return instead(place, lambda deal, memory, ask: change(deal(memory, ask)))
