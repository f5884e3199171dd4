"""What is in the demo when it starts. Every field of the schema has a value somewhere in here.

The first part is the study's own data, in which ``members`` and ``projects`` are not each other's inverse.
Nearly every two fields that can follow each other have data somewhere: one maker makes parts, tools and kits, and most
categories hold more than one kind of thing.
Lists are kept short: an operation of sixty selections must not grow into thousands of objects.
"""

from __future__ import annotations

from datetime import UTC, date, datetime
from decimal import Decimal
from typing import TYPE_CHECKING, TypeVar

from querious.demo.entities import (
    Address,
    Category,
    Item,
    Kit,
    KitLine,
    Money,
    Numbered,
    Order,
    OrderLine,
    Part,
    Project,
    Review,
    Supplier,
    Tool,
    User,
)
from querious.demo.store import Store

if TYPE_CHECKING:
    from collections.abc import Iterable

Thing = TypeVar("Thing", bound=Numbered)


def filled_store() -> Store:
    """A store as every app has it at first."""
    items = _items()
    return Store(
        projects=[
            Project("1", "Project 1", "Awesome project!", owner="100", members=("100", "200")),
            Project("2", "Project 2", "Not an awesome project!", owner="200", members=("200",)),
        ],
        users=[
            User("100", "Burt", 23, projects=("1", "2")),
            User("200", "Earnie", 32, projects=("2",)),
        ],
        categories={category.slug: category for category in _categories()},
        items={item.sku: item for item in items},
        suppliers=_numbered(_suppliers()),
        orders=_numbered(_orders({item.sku: item for item in items})),
        reviews=_numbered(_reviews()),
    )


def _numbered(things: Iterable[Thing]) -> dict[int, Thing]:
    return {thing.number: thing for thing in things}


def _categories() -> list[Category]:
    return [
        Category(1, "hardware", "Hardware", parent=None),
        Category(2, "fasteners", "Fasteners", parent="hardware"),
        Category(3, "screws", "Screws", parent="fasteners"),
        Category(4, "tools", "Tools", parent=None),
        Category(5, "power-tools", "Power tools", parent="tools"),
        Category(6, "kits", "Kits", parent=None),
    ]


def _items() -> list[Item]:
    return [*_parts(), *_tools(), *_kits()]


def _parts() -> list[Part]:
    return [
        Part(
            *(11, "BO-0001", "Hex bolt M8", "Galvanised, 40 mm.", Decimal("0.35"), 900, _moment(2, 1)),
            *("https://shop.example/pictures/BO-0001.png", "fasteners", 21),
            *("steel", 0.021, {"thread": "M8", "length": 40, "metric": True}),
        ),
        Part(
            *(12, "SC-0001", "Wood screw", "Countersunk.", Decimal("0.08"), 3, _moment(2, 2)),
            *("https://shop.example/pictures/SC-0001.png", "screws", 21),
            *("brass", 0.004, {"drive": ["PZ2", "T20"]}),
        ),
        Part(
            *(13, "SC-0002", "Machine screw", None, Decimal("0.12"), 0, _moment(2, 5)),
            *(None, "tools", 22, None, 0.005, None),
        ),
        Part(
            *(14, "WA-0001", "Washer", "Fits M8.", Decimal("0.05"), 120, _moment(2, 9)),
            *(None, "hardware", 23, "steel", 0.002, []),
        ),
    ]


def _tools() -> list[Tool]:
    return [
        Tool(
            *(15, "DR-0001", "Cordless drill", "With two batteries.", Decimal("129.00"), 7, _moment(3, 1)),
            *("https://shop.example/pictures/DR-0001.png", "power-tools", 21),
            *(18, date(2028, 2, 29), "https://shop.example/manuals/DR-0001.pdf"),
        ),
        Tool(
            *(16, "HA-0001", "Hammer", "Ash handle.", Decimal("24.50"), 15, _moment(3, 4)),
            *(None, "hardware", 21, None, None, None),
        ),
    ]


def _kits() -> list[Kit]:
    return [
        Kit(
            *(17, "KI-0001", "Bolt kit", "Bolts and washers.", Decimal("6.90"), 4, _moment(3, 20)),
            *("https://shop.example/pictures/KI-0001.png", "kits", 21),
            (KitLine(1, "BO-0001", 20), KitLine(2, "WA-0001", 40)),
        ),
        Kit(
            *(18, "KI-0002", "Screw kit", "All the screws.", Decimal("3.00"), 30, _moment(3, 21)),
            *(None, "fasteners", 21, (KitLine(1, "SC-0001", 50),)),
        ),
    ]


def _suppliers() -> list[Supplier]:
    return [
        Supplier(
            *(21, "Nordic Bolts", "https://bolts.example/", date(1998, 4, 1), 4.5),
            *(Address("Storgatan 1", "Västerås", "722 11", "SE"), "100"),
        ),
        Supplier(22, "Ringskruv", "https://ringskruv.example/", date(2004, 2, 29), 3.0, contact="200"),
        Supplier(23, "Toolsmiths", None, date(2011, 9, 12), None, Address("Dock Road 7", "Leith", None, "GB")),
    ]


def _orders(items: dict[str, Item]) -> list[Order]:
    def line(sku: str, quantity: int) -> OrderLine:
        return OrderLine(sku, quantity, Money(items[sku].price))

    home = Address("Ringvägen 12", "Stockholm", "118 53", "SE")
    return [
        Order(
            *(31, _moment(4, 2), (line("BO-0001", 100), line("DR-0001", 1)), "SHIPPED", "100", "1", home),
            *(date(2024, 4, 5), "Leave at the door."),
        ),
        Order(32, _moment(4, 2, 15), (line("KI-0001", 2),), "PLACED", "200", "2", home, date(2024, 4, 9)),
        Order(
            *(33, _moment(4, 18), (line("HA-0001", 1), line("SC-0001", 10)), "CANCELLED", "200", "2"),
            cancel_reason="Ordered twice.",
        ),
        Order(34, _moment(5, 1), (line("WA-0001", 8),), "PLACED", "100"),
    ]


def _reviews() -> list[Review]:
    return [
        Review(41, "BO-0001", 5, _moment(4, 20), "Holds.", "100", _moment(4, 21)),
        Review(42, "BO-0001", 3, _moment(4, 25), None, "200"),
        Review(43, "DR-0001", 4, _moment(4, 26), "Light, strong — a joy.", "100"),
        Review(44, "KI-0001", 2, _moment(5, 2), "Two washers short.", "200"),
        Review(45, "SC-0001", 1, _moment(5, 3), "Bends.", None),
    ]


def _moment(month: int, day: int, hour: int = 9) -> datetime:
    return datetime(2024, month, day, hour, 30, tzinfo=UTC)
