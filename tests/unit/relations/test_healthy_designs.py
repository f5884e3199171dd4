"""Healthy servers whose design makes a rule look broken: no relation calls any of them a fault.

Beside each stands the same server with a mistake that no design explains: that is a fault, so that silence is no proof of
deafness.
"""

from __future__ import annotations

from difflib import SequenceMatcher
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from querious.model import Severity
from querious.relations.catalogue import RELATIONS
from relating import Api, said

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

Row = dict[str, Any]


class Design(NamedTuple):
    """A small API, as a healthy server and as a broken one, and what was asked of it before."""

    name: str
    sdl: str
    healthy: dict[str, Callable[..., Any]]
    known: tuple[str, ...]
    broken: Mapping[str, Callable[..., Any]] = MappingProxyType({})
    """What is other in the broken server; none where the design has no such sibling."""
    says: str = ""
    """What is said of the broken one."""


def faults(design: Design, *, broken: bool) -> list[str]:
    resolvers = {**design.healthy, **(design.broken if broken else {})}
    api = Api(design.sdl, resolvers, {"Any": "kind"} if "union Any" in design.sdl else None).know(*design.known)
    found = [mismatch for relation in RELATIONS for mismatch in api.found(relation, most=2_000)]
    return said([mismatch for mismatch in found if mismatch.severity is Severity.FAULT])


def by_id(rows: list[Row]) -> Callable[..., Row | None]:
    def resolve(*_: Any, **asked: Any) -> Row | None:
        return next((row for row in rows if row["id"] == asked["id"]), None)

    return resolve


def every(rows: list[Row]) -> Callable[..., list[Row]]:
    return lambda *_: rows


def filtered(rows: list[Row], **rules: Callable[[Row, Any], bool]) -> Callable[..., list[Row]]:
    def resolve(*_: Any, **asked: Any) -> list[Row]:
        given = {name: value for name, value in asked.items() if value is not None}
        return [row for row in rows if all(rules[name](row, value) for name, value in given.items())]

    return resolve


NAMES = ("Hex bolt", "Wood screw", "Claw hammer", "Power drill", "Band saw", "Spirit level", "Pipe wrench")
THINGS: list[Row] = [
    {
        "id": f"thing-{place}",
        "name": name,
        "rating": 4.271 + place / 7,
        "price": 10 * place + 5,
        "level": ("DEBUG", "INFO", "WARN", "ERROR")[place % 4],
        "state": ("OPEN", "DONE", "LATE")[place % 3],
        "sold": place % 2 == 0,
        "removedAt": "2024-05-01T10:00:00Z" if place == 3 else None,
        "owner": {"id": "me" if place != 3 else "you"},
        "variants": [10 * place + 5, 10 * place + 40],
        "category": {"id": f"c{place % 2}", "slug": ("tools", "parts")[place % 2]},
        "categories": {("tools", "parts")[place % 2], "tools"},
    }
    for place, name in enumerate(NAMES)
]


def without(place: int) -> list[Row]:
    return [row for index, row in enumerate(THINGS) if index != place]


def like(row: Row, text: str) -> bool:
    """As a search engine that forgives mistakes in typing."""
    words = row["name"].lower().split()
    return any(SequenceMatcher(None, word, text.lower()).ratio() > 0.6 for word in words)


def rounded(rows: list[Row]) -> list[Row]:
    return [{**row, "rating": round(row["rating"], 1)} for row in rows]


def other_name(rows: list[Row]) -> list[Row]:
    return [{**row, "name": row["name"][::-1]} for row in rows]


LOOKUP = "type Query { things: [Thing!]! thing(id: ID!): Thing best: [Thing!]! } "
ALL = "{ things { id } best { id } }"

DESIGNS = [
    Design(
        "permissions: others' things are listed, but cannot be looked up",
        LOOKUP + "type Thing { id: ID! name: String! owner: User! } type User { id: ID! }",
        {
            "Query.things": every(THINGS),
            "Query.best": every(THINGS[:2]),
            "Query.thing": by_id([row for row in THINGS if row["owner"]["id"] == "me"]),
        },
        (ALL,),
        {"Query.thing": by_id(without(6))},
        "but not the one with id",
    ),
    Design(
        "permissions: whoever asks may look up but their own",
        LOOKUP + "type Thing { id: ID! name: String! }",
        {"Query.things": every(THINGS), "Query.best": every(THINGS[:2]), "Query.thing": by_id(THINGS[:1])},
        (ALL,),
    ),
    Design(
        "soft delete: what was removed is listed, but cannot be looked up",
        LOOKUP + "type Thing { id: ID! name: String! removedAt: String }",
        {"Query.things": every(THINGS), "Query.best": every(THINGS[:2]), "Query.thing": by_id(without(3))},
        (ALL,),
        {"Query.thing": lambda *_, **__: THINGS[1]},
        "looked up by id",
    ),
    Design(
        "rounded numbers in a list",
        LOOKUP + "type Thing { id: ID! name: String! rating: Float! }",
        {
            "Query.things": lambda *_: rounded(THINGS),
            "Query.best": lambda *_: rounded(THINGS[:3]),
            "Query.thing": by_id(THINGS),
        },
        (ALL,),
        {"Query.best": lambda *_: [{**row, "rating": row["rating"] * 100} for row in THINGS]},
        "for the same object",
    ),
    Design(
        "objects in lists come with less than all of it",
        LOOKUP + "type Thing { id: ID! name: String! price: Int }",
        {
            "Query.things": lambda *_: [{**row, "price": None} for row in THINGS],
            "Query.best": every(THINGS[:3]),
            "Query.thing": by_id(THINGS),
        },
        (ALL,),
        {"Query.best": lambda *_: other_name(THINGS)},
        "Thing.name",
    ),
    Design(
        "drafts beside what is published",
        "type Query { things(preview: Boolean): [Thing!]! thing(id: ID!): Thing drafts: [Thing!]! }"
        "type Thing { id: ID! name: String! }",
        {
            "Query.things": lambda *_, preview=False: other_name(THINGS) if preview else THINGS,
            "Query.drafts": lambda *_: other_name(THINGS),
            "Query.thing": by_id(THINGS),
        },
        ("{ things { id name } drafts { id name } }", "{ things(preview: true) { id name } }"),
        {"Query.things": lambda *_, preview=False: other_name(THINGS)},
        "Thing.name",
    ),
    Design(
        "a history shows things as they were",
        "type Query { things: [Thing!]! thing(id: ID!): Thing changes: [Change!]! } type Thing { id: ID! name: String! }"
        "type Change { id: ID! before: Thing! after: Thing! }",
        {
            "Query.things": every(THINGS),
            "Query.thing": by_id(THINGS),
            "Query.changes": lambda *_: [
                {"id": row["id"], "before": other_name([row])[0], "after": row} for row in THINGS
            ],
        },
        ("{ things { id name } changes { id before { id name } after { id name } } }",),
    ),
    Design(
        "a search index lags behind",
        "type Query { things: [Thing!]! thing(id: ID!): Thing search(text: String): [Thing!]! }"
        "type Thing { id: ID! name: String! price: Int }",
        {
            "Query.things": every(THINGS),
            "Query.thing": by_id(THINGS),
            "Query.search": lambda *_, text="": [{**row, "price": row["price"] - 1} for row in THINGS],
        },
        ('{ things { id } search(text: "x") { id price } }',),
    ),
    Design(
        "numbers that count within their parent",
        "type Query { orders: [Order!]! } type Order { id: ID! lines: [Line!]! first: Line! }"
        "type Line { id: Int! sku: String! quantity: Int! }",
        {
            "Query.orders": lambda *_: [{"id": f"o{place}", "place": place} for place in range(3)],
            "Order.lines": lambda order, *_: [
                {"id": line, "sku": f"SKU-{order['place']}-{line}", "quantity": 1} for line in range(3)
            ],
            "Order.first": lambda order, *_: {"id": 1, "sku": f"SKU-{order['place']}-1", "quantity": 1},
        },
        ("{ orders { id lines { id sku } first { id sku } } }",),
    ),
    Design(
        "case does not count in look-ups, and old names lead on",
        "type Query { things: [Thing!]! thing(slug: String!): Thing } type Thing { id: ID! slug: String! }",
        {
            "Query.things": lambda *_: [{"id": row["id"], "slug": row["id"].upper()} for row in THINGS],
            "Query.thing": lambda *_, slug: next(
                ({"id": row["id"], "slug": row["id"]} for row in THINGS if row["id"] == slug.lower()),
                {"id": "thing-0", "slug": "thing-0"} if slug.startswith("T") else None,
            ),
        },
        ("{ things { id slug } }",),
    ),
    Design(
        "a fuzzy search behind a filter",
        "type Query { things(nameContains: String, nameStartsWith: String): [Thing!]! } type Thing { id: ID! name: String! }",
        {
            "Query.things": filtered(
                THINGS,
                nameContains=like,
                nameStartsWith=lambda row, text: any(
                    word.startswith(text.lower()) for word in row["name"].lower().split()
                ),
            )
        },
        ("{ things { id name } }",),
        {"Query.things": filtered(THINGS, nameContains=lambda *_: True, nameStartsWith=lambda *_: True)},
        "lets a row through",
    ),
    Design(
        "a search that finds whole words only",
        "type Query { things(nameContains: String): [Thing!]! } type Thing { id: ID! name: String! }",
        {"Query.things": filtered(THINGS, nameContains=lambda row, text: text.lower() in row["name"].lower().split())},
        ("{ things { id name } }",),
        {
            "Query.things": lambda *_, **asked: [
                {**row, "name": f"Bolt {row['name']}" if place else "Hex bolt M8"}
                for place, row in enumerate(THINGS)
                if place or not asked
            ]
        },
        "leaves out a row",
    ),
    Design(
        "case does not count in filters",
        "type Query { things(name: NameFilter): [Thing!]! } input NameFilter { eq: String in: [String!] }"
        "type Thing { id: ID! name: String! }",
        {
            "Query.things": lambda *_, name=None: [
                {**row, "name": row["name"].upper() if row["price"] % 20 else row["name"]}
                for row in THINGS
                if all(
                    row["name"].lower() in [text.lower() for text in ([wanted] if isinstance(wanted, str) else wanted)]
                    for wanted in (name or {}).values()
                )
            ]
        },
        ("{ things { id name } }",),
    ),
    Design(
        "a level means this one and above",
        "enum Level { DEBUG INFO WARN ERROR } type Query { things(level: Level): [Thing!]! }"
        "type Thing { id: ID! level: Level! }",
        {
            "Query.things": filtered(
                THINGS,
                level=lambda row, level: (
                    ("DEBUG", "INFO", "WARN", "ERROR").index(row["level"])
                    >= ("DEBUG", "INFO", "WARN", "ERROR").index(level)
                ),
            )
        },
        ("{ things { id level } }",),
        {"Query.things": filtered(THINGS, level=lambda *_: True)},
        "lets a row through",
    ),
    Design(
        "false means that it does not matter",
        "type Query { things(sold: Boolean): [Thing!]! } type Thing { id: ID! sold: Boolean! }",
        {"Query.things": filtered(THINGS, sold=lambda row, sold: row["sold"] or not sold)},
        ("{ things { id sold } }",),
        {"Query.things": filtered(THINGS, sold=lambda row, sold: row["sold"] is not sold)},
        "lets a row through",
    ),
    Design(
        "a thing in several categories shows one of them",
        "type Query { things(category: String): [Thing!]! } type Thing { id: ID! category: Category! }"
        "type Category { id: ID! slug: String! }",
        {"Query.things": filtered(THINGS, category=lambda row, slug: slug in row["categories"])},
        ("{ things { id category { id slug } } }",),
        {"Query.things": filtered(THINGS, category=lambda *_: True)},
        "lets a row through",
    ),
    Design(
        "a lowest price that any variant may have",
        "type Query { things(minPrice: Int, maxPrice: Int): [Thing!]! } type Thing { id: ID! price: Int! }",
        {
            "Query.things": filtered(
                THINGS,
                minPrice=lambda row, least: max(row["variants"]) >= least,
                maxPrice=lambda row, most: min(row["variants"]) <= most,
            )
        },
        ("{ things { id price } }",),
        {
            "Query.things": filtered(
                THINGS,
                minPrice=lambda row, least: row["price"] <= least,
                maxPrice=lambda row, most: row["price"] <= most,
            )
        },
        "minPrice lets a row through",
    ),
    Design(
        "a default argument filters",
        "enum State { OPEN DONE LATE } type Query { things(state: State = OPEN, sold: Boolean): [Thing!]! thing(id: ID!): Thing }"
        "type Thing { id: ID! state: State! sold: Boolean! }",
        {
            "Query.things": filtered(
                THINGS, state=lambda row, state: row["state"] == state, sold=lambda row, sold: row["sold"] is sold
            ),
            "Query.thing": by_id(THINGS),
        },
        ("{ things { id state } }", "{ things(state: DONE) { id } }"),
        {
            "Query.things": filtered(
                THINGS,
                state=lambda row, state: row["state"] == state,
                sold=lambda row, sold: row["sold"] is not sold,
            )
        },
        "the filter sold lets a row through",
    ),
    Design(
        "a count of all rows beside one of those that were found",
        "enum State { OPEN DONE LATE } type Query { things(state: State): Page! }"
        "type Page { items: [Thing!]! totalCount: Int! filteredCount: Int! } type Thing { id: ID! state: State! }",
        {
            "Query.things": lambda *_, state=None: {
                "items": [row for row in THINGS if state in (None, row["state"])],
                "totalCount": len(THINGS),
                "filteredCount": len([row for row in THINGS if state in (None, row["state"])]),
            }
        },
        ("{ things { items { id state } totalCount } }",),
    ),
    Design(
        "a count knows of rows that whoever asks may not see",
        "enum State { OPEN DONE LATE } type Query { things(state: State, first: Int, offset: Int): Page! }"
        "type Page { items: [Thing!]! totalCount: Int! } type Thing { id: ID! state: State! }",
        {
            "Query.things": lambda *_, state=None, first=None, offset=0: {
                "items": [row for row in THINGS if state in (None, row["state"])][offset:][:first],
                "totalCount": 2 + len([row for row in THINGS if state in (None, row["state"])]),
            }
        },
        ("{ things { items { id state } totalCount } }",),
        {
            "Query.things": lambda *_, state=None, first=None, offset=0: {
                "items": [row for row in THINGS if state in (None, row["state"])][offset:][:first],
                "totalCount": len(THINGS),
            }
        },
        "totalCount is 7 with a filter that gives",
    ),
    Design(
        "names are sorted by their last word, and things of one price come as they like",
        "enum Order { NAME_ASC NAME_DESC PRICE_ASC PRICE_DESC } type Query { things(sort: Order): [Thing!]! }"
        "type Thing { id: ID! name: String! price: Int! }",
        {
            "Query.things": lambda *_, sort=None: sorted(
                [{**row, "price": row["price"] // 30} for row in THINGS],
                key=lambda row: (
                    row["name"].split()[-1]
                    if sort and "NAME" in sort
                    else (row["price"] if sort else 0, row["name"] if sort == "PRICE_ASC" else "")
                ),
                reverse=bool(sort and "DESC" in sort),
            )
        },
        ("{ things { id name price } }",),
        {
            "Query.things": lambda *_, sort=None: (
                sorted(THINGS, key=lambda row: row["name"].split()[-1]) if sort else THINGS
            )
        },
        "sorted by",
    ),
    Design(
        "only what has a value is sorted",
        "enum Order { removedAt_ASC removedAt_DESC } type Query { things(sort: Order): [Thing!]! }"
        "type Thing { id: ID! removedAt: String }",
        {"Query.things": lambda *_, sort=None: [row for row in THINGS if row["removedAt"] or not sort]},
        ("{ things { id removedAt } }",),
        {
            "Query.things": lambda *_, sort=None: [
                {**row, "removedAt": f"2024-0{place + 1}-01T00:00:00Z"}
                for place, row in enumerate(THINGS[:2] if sort else THINGS)
            ]
        },
        "not the same rows",
    ),
    Design(
        "a limit for each kind",
        "union Any = Thing | Other type Query { any(first: Int): [Any!]! } type Thing { id: ID! } type Other { id: ID! }",
        {
            "Query.any": lambda *_, first=3: [
                {"id": f"{kind}{place}", "kind": kind} for kind in ("Thing", "Other") for place in range(min(first, 4))
            ]
        },
        ("{ any { __typename ... on Thing { id } ... on Other { id } } }",),
        {"Query.any": lambda *_, first=3: [{"id": f"Thing{place}", "kind": "Thing"} for place in range(4)]},
        "for a page of at most",
    ),
    Design(
        "a price that is not known in every currency",
        "enum Currency { EUR USD SEK } type Query { things: [Thing!]! thing(id: ID!): Thing }"
        "type Thing { id: ID! cost(currency: Currency): Money! } type Money { amount: Int! currency: Currency! }",
        {
            "Query.things": every(THINGS),
            "Query.thing": by_id(THINGS),
            "Thing.cost": lambda row, _, currency="EUR": {
                "amount": row["price"],
                "currency": "EUR" if currency == "SEK" else currency,
            },
        },
        ("{ things { id cost { amount currency } } }",),
    ),
]


@pytest.mark.parametrize("design", DESIGNS, ids=lambda design: design.name)
def test_a_healthy_server_has_no_fault(design):
    assert faults(design, broken=False) == []


@pytest.mark.parametrize("design", [one for one in DESIGNS if one.broken], ids=lambda design: design.name)
def test_what_no_design_explains_is_a_fault(design):
    found = faults(design, broken=True)
    assert any(design.says in message for message in found), found
