"""The demo's memory: made anew for each app, bounded, and the same after the same operations."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Final, TypeVar

from querious.demo.entities import Category, Item, Numbered, Order, Project, Review, Supplier, User
from querious.demo.globalid import decode
from querious.demo.refusal import bad_input

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sized

CAPACITY: Final = 200
"""Things of one type at most, so that a long run keeps memory and answers flat."""

_FIRST_MOMENT = datetime(2024, 6, 3, 8, 0, tzinfo=UTC)

Thing = TypeVar("Thing", bound=Numbered)


@dataclass(slots=True)
class Store:
    """Projects and users are those of the study and never change; nor do categories. Items change but stay."""

    projects: list[Project] = field(default_factory=list)
    users: list[User] = field(default_factory=list)
    categories: dict[str, Category] = field(default_factory=dict)
    items: dict[str, Item] = field(default_factory=dict)
    suppliers: dict[int, Supplier] = field(default_factory=dict)
    orders: dict[int, Order] = field(default_factory=dict)
    reviews: dict[int, Review] = field(default_factory=dict)
    ticks: int = 0
    last_number: int = 1000

    def now(self) -> datetime:
        """A clock that goes on by a minute whenever it is looked at; after a year of minutes it starts again."""
        self.ticks = (self.ticks + 1) % 525_600
        return _FIRST_MOMENT + timedelta(minutes=self.ticks)

    def project(self, identifier: str | None) -> Project | None:
        """The project of the study with this identifier."""
        return next((project for project in self.projects if project.id == identifier), None)

    def user(self, identifier: str | None) -> User | None:
        """The user of the study with this identifier."""
        return next((user for user in self.users if user.id == identifier), None)

    def node(self, identifier: str) -> Numbered | None:
        """What has this global identifier; what cannot be one is refused."""
        kind, number = decode(identifier)
        return next((thing for thing in self._of(kind) if thing.number == number), None)

    def find(self, kind: type[Thing], identifier: str) -> Thing | None:
        """What has this global identifier, if it is of this type."""
        thing = self.node(identifier)
        return thing if isinstance(thing, kind) else None

    def number(self) -> int:
        """A number that nothing has or had."""
        self.last_number += 1
        return self.last_number

    def _of(self, kind: str) -> Iterator[Numbered]:
        tables: dict[str, Iterable[Numbered]] = {
            "Category": self.categories.values(),
            "Supplier": self.suppliers.values(),
            "Order": self.orders.values(),
            "Review": self.reviews.values(),
        }
        return (thing for thing in tables.get(kind, self.items.values()) if type(thing).__name__ == kind)


def require_room(table: Sized) -> None:
    """Refuse one thing more where there are as many as there may be."""
    if len(table) >= CAPACITY:
        raise bad_input(f"The shop keeps at most {CAPACITY} of these: delete one first.")
