"""A fault of state, and the one place where it can be woven into the healthy shop: around an operation.

Every answer of a faulty shop fits its description. What is wrong shows only in what one answer says after another.
The healthy code knows of no fault.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from copy import deepcopy
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from querious.demo.rest.exchange import Answer, Ask, Operation
from querious.demo.rest.shop import Shop

if TYPE_CHECKING:
    from querious.demo.rest.shop import Entry, Table

Careless: TypeAlias = Callable[[Operation, Shop, Ask], Awaitable[Answer]]
"""Done instead of an operation, which it is given and may call."""


@dataclass(frozen=True, slots=True)
class AtOperation:
    """``place`` is collection and operation: ``books.delete``."""

    place: str
    wrap: Callable[[Operation], Operation]


@dataclass(frozen=True, slots=True)
class RestFault:
    """Something a developer did wrong."""

    name: str
    kind: str
    about: str
    """One sentence: what the developer did wrong, and how it shows."""
    weaves: tuple[AtOperation, ...]

    @property
    def places(self) -> tuple[str, ...]:
        """The operations it is woven in at."""
        return tuple(weave.place for weave in self.weaves)


@dataclass(frozen=True, slots=True)
class Deed:
    """A request that was done, for a fault to spoil."""

    shop: Shop
    table: Table
    ask: Ask
    answer: Answer
    before: Entry | None
    """A copy of the entry as it was."""
    entry: Entry | None
    """The entry itself, as it is kept now."""


def instead(place: str, careless: Careless) -> AtOperation:
    """Careless code in place of the healthy operation."""

    def wrap(operation: Operation) -> Operation:
        async def woven(shop: Shop, ask: Ask) -> Answer:
            return await careless(operation, shop, ask)

        return woven

    return AtOperation(place, wrap)


def after(place: str, spoil: Callable[[Deed], None]) -> AtOperation:
    """The healthy operation, and then careless code on what is kept. The answer still says what should have been."""

    def careless(deed: Deed) -> Answer:
        spoil(deed)
        return deed.answer

    return answered(place, careless)


def answered(place: str, careless: Callable[[Deed], Answer]) -> AtOperation:
    """The healthy operation, and then careless code that says something else."""
    collection = place.partition(".")[0]

    async def woven(operation: Operation, shop: Shop, ask: Ask) -> Answer:
        table = shop.tables[collection]
        before = deepcopy(table.entries.get(ask.key))
        answer = await operation(shop, ask)
        return careless(Deed(shop, table, ask, answer, before, table.entries.get(answer.key)))

    return instead(place, woven)
