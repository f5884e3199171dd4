"""What the demo stores. References are keys into the store, so nothing here points to anything."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from querious.demo.globalid import encode

if TYPE_CHECKING:
    from datetime import date, datetime
    from decimal import Decimal


@dataclass(frozen=True, slots=True)
class Project:
    """Of the study; ``owner`` and ``members`` are identifiers of users."""

    id: str
    name: str
    description: str
    owner: str
    members: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class User:
    """Of the study; ``projects`` is not the inverse of ``Project.members`` there, so neither is it here."""

    id: str
    name: str
    age: int
    projects: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Money:
    """An amount with two decimals."""

    amount: Decimal
    currency: str = "EUR"

    @property
    def text(self) -> str:
        """For people."""
        return f"{self.amount:.2f} {self.currency}"


@dataclass(slots=True)
class Numbered:
    """What has an opaque global identifier."""

    number: int

    @property
    def id(self) -> str:
        """The global identifier."""
        return encode(type(self).__name__, self.number)


@dataclass(slots=True)
class Item(Numbered):
    """Something for sale; ``price`` is in euros, ``category`` a slug, ``supplier`` the number of one."""

    sku: str
    name: str
    description: str | None
    price: Decimal
    stock: int
    added_at: datetime
    picture: str | None
    category: str
    supplier: int

    @property
    def code(self) -> str:
        """The old name of ``sku``."""
        return self.sku


@dataclass(slots=True)
class Part(Item):
    """Bought by the piece."""

    material: str | None
    weight: float
    attributes: Any


@dataclass(slots=True)
class Tool(Item):
    """Used, not used up."""

    voltage: int | None
    warranty_until: date | None
    manual: str | None


@dataclass(frozen=True, slots=True)
class KitLine:
    """One position of a kit; ``sku`` is that of a part."""

    position: int
    sku: str
    quantity: int


@dataclass(slots=True)
class Kit(Item):
    """Several parts sold together."""

    lines: tuple[KitLine, ...]


@dataclass(slots=True)
class Category(Numbered):
    """A node of the tree of categories; ``parent`` is a slug."""

    slug: str
    name: str
    parent: str | None


@dataclass(frozen=True, slots=True)
class Address:
    """Where something is sent."""

    street: str
    city: str
    postcode: str | None
    country: str


@dataclass(slots=True)
class Supplier(Numbered):
    """Who makes the items; ``contact`` is the identifier of a user."""

    name: str
    website: str | None = None
    since: date | None = None
    rating: float | None = None
    address: Address | None = None
    contact: str | None = None


@dataclass(frozen=True, slots=True)
class OrderLine:
    """So many of one item at the price of the day."""

    sku: str
    quantity: int
    unit_price: Money

    @property
    def subtotal(self) -> Money:
        """Price times quantity."""
        return Money(self.unit_price.amount * self.quantity, self.unit_price.currency)


@dataclass(slots=True)
class Order(Numbered):
    """``placed_by`` and ``project`` are identifiers of the study's users and projects."""

    placed_at: datetime
    lines: tuple[OrderLine, ...]
    status: str = "PLACED"
    placed_by: str | None = None
    project: str | None = None
    ship_to: Address | None = None
    ship_on: date | None = None
    note: str | None = None
    cancel_reason: str | None = None


@dataclass(slots=True)
class Review(Numbered):
    """``author`` is the identifier of a user."""

    sku: str
    stars: int
    written_at: datetime
    text: str | None = None
    author: str | None = None
    edited_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Quote:
    """What an order would cost."""

    lines: tuple[OrderLine, ...]
    subtotal: Money
    discount: Money
    total: Money
    valid_until: date


@dataclass(frozen=True, slots=True)
class Deleted:
    """What is gone."""

    id: str
    remaining: int


@dataclass(frozen=True, slots=True)
class StatusCount:
    """How many orders are in a status."""

    status: str
    count: int


@dataclass(frozen=True, slots=True)
class Statistics:
    """The shop in numbers."""

    item_count: int
    order_count: int
    average_stars: float | None
    turnover: Money
    busiest_day: date | None
    orders_by_status: list[StatusCount] = field(default_factory=list)
