"""The shop's memory: made anew for each app, and the same after the same requests."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

from querious.demo.rest.kinds import BY_NAME, KINDS, Kind, Schema, default_of

if TYPE_CHECKING:
    from querious.model.values import JSON

_FIRST_MOMENT: Final = datetime(2024, 6, 3, 8, 0, tzinfo=UTC)
_SPREAD: Final = 2_654_435_761
"""An odd number: multiplying by it modulo 2**32 makes keys that look random and never repeat."""


@dataclass(slots=True)
class Entry:
    """What clients gave, whole, and what the shop notes about it."""

    key: str
    value: dict[str, JSON]
    created: str
    updated: str
    version: int = 1
    parent: str = ""
    trashed: bool = False

    @property
    def etag(self) -> str:
        """Changes with every change of the entry."""
        return f'"{self.key}.{self.version}"'


@dataclass(slots=True)
class Table:
    """The entries of one collection, by key, in the order in which they came."""

    kind: Kind
    entries: dict[str, Entry] = field(default_factory=dict)
    tombstones: set[str] = field(default_factory=set)
    last: int = 0
    """Of the numbers that keys are made of; no number is used twice."""

    def new_key(self) -> str:
        """A key that no entry has or had."""
        self.last += 1
        return key_of(self.kind, self.last)

    def under(self, parent: str) -> list[Entry]:
        """The entries of this parent that are not in the trash."""
        return [entry for entry in self.entries.values() if entry.parent == parent and not entry.trashed]


@dataclass(slots=True)
class Shop:
    """All tables, and a clock that goes on by a second whenever something changes."""

    tables: dict[str, Table] = field(default_factory=lambda: {kind.name: Table(kind) for kind in KINDS})
    ticks: int = 0
    notes: dict[str, Any] = field(default_factory=dict)
    """Where faults remember things; the healthy shop never looks at it."""

    def now(self) -> str:
        """The moment of a change."""
        self.ticks += 1
        return (_FIRST_MOMENT + timedelta(seconds=self.ticks)).isoformat().replace("+00:00", "Z")

    def add(self, table: Table, value: dict[str, JSON], parent: str = "", key: str = "") -> Entry:
        """A new entry, under a key of its own unless the client chose one."""
        now = self.now()
        entry = Entry(key or table.new_key(), value, now, now, parent=parent)
        table.entries[entry.key] = entry
        return entry

    def update(self, entry: Entry, value: dict[str, JSON]) -> None:
        """Another value for an entry."""
        entry.value = value
        entry.version += 1
        entry.updated = self.now()

    def remove(self, table: Table, key: str) -> None:
        """Take an entry out, and all that stands under it."""
        del table.entries[key]
        for other in self.tables.values():
            if other.kind.parent == table.kind.name:
                for child in [entry.key for entry in other.entries.values() if entry.parent == key]:
                    del other.entries[child]

    def referring(self, kind: Kind, key: str) -> bool:
        """Whether an entry of any collection refers to this one."""
        for table in self.tables.values():
            name, wanted = table.kind.reference
            if wanted == kind.name and any(entry.value[name] == key for entry in table.entries.values()):
                return True
        return False


def key_of(kind: Kind, number: int) -> str:
    """Keys of all forms: numbers, UUIDs, words that look random, and words that do not."""
    mixed = (number * _SPREAD) % 2**32
    return {
        "authors": str(UUID(int=(mixed << 96) | number, version=4)),
        "tasks": f"t{mixed:08x}",
        "coupons": f"c-{1000 + number}",
    }.get(kind.name, str(number))


def completed(value: dict[str, JSON], fields: dict[str, Schema]) -> dict[str, JSON]:
    """The value with all that was not given, also within objects; nothing of it is shared with anything."""
    whole = {}
    for name, schema in fields.items():
        given: JSON = value.get(name, default_of(schema))
        whole[name] = completed(given, schema["properties"]) if schema["type"] == "object" else deepcopy(given)
    return whole


def merged(value: JSON, change: JSON) -> JSON:
    """A JSON Merge Patch (RFC 7396); where null removes a field, ``completed`` puts what it is without one."""
    if not isinstance(change, dict):
        return deepcopy(change)
    result = dict(value) if isinstance(value, dict) else {}
    for name, part in change.items():
        if part is None:
            result.pop(name, None)
        else:
            result[name] = merged(result.get(name), part)
    return result


def opened_shop() -> Shop:
    """A shop with what was there before the doors opened."""
    shop = Shop()

    def put(kind: str, parent: str = "", key: str = "", **value: JSON) -> str:
        return shop.add(shop.tables[kind], completed(value, BY_NAME[kind].fields), parent, key).key

    first = put("authors", name="Mary Shelley", born="1797-08-30", awards=1)
    second = put("authors", name="Stanisław Lem", born="1921-09-12", website="https://lem.example")
    book = put("books", title="Frankenstein", author_id=first, isbn="9780000000019", price=7.5, tags=["gothic"])
    put("books", title="Solaris", author_id=second, stock=3, details={"pages": 204, "weight": 0.2})
    put("books", title="Eden", author_id=second, in_print=False)
    put("comments", parent=book, text="I could not put it down.", stars=5)
    put("comments", parent=book, text="Cold.", signed="R. Walton")
    put("tasks", title="Order paper bags", priority="low")
    put("tasks", title="Mend the bell", steps=[{"text": "find the ladder", "done": True}])
    put("coupons", code="SPRING24", percent=10, valid={"first": "2024-03-01", "last": "2024-05-31"})
    put("shelves", key="window", label="In the window", lit=True)
    return shop
