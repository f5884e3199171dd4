"""Services of some hundred fields, each with one habit that real services have and that is hard on a planner.

All are schemas with resolvers, made by a loop, so that there is more than a handful of everything. ``WITNESSABLE`` says
for each which tuples have a value somewhere, by construction.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from graphql import GraphQLError, build_schema

if TYPE_CHECKING:
    from collections.abc import Callable

    from graphql import GraphQLSchema

KINDS = 24
"""Types of things that each service has."""


def lookups_before_lists() -> GraphQLSchema:
    """Every type has a look-up by a key that no answer shows, and further from the root a list that needs no value."""
    parts = ["type Query {"]
    parts += [f"  thing{n}(id: ID, slug: String): Thing{n}" for n in range(KINDS)]
    parts += ["  catalogue: Catalogue! }", "type Catalogue { sections: [Section!]! }", "type Section {"]
    parts += [f"  things{n}: [Thing{n}!]!" for n in range(KINDS)]
    parts.append("}")
    for n in range(KINDS):
        parts.append(f"type Thing{n} {{ name: String! detail: Detail{n}! part(place: Int!): Part{n} }}")
        parts.append(f"type Detail{n} {{ colour: String! weight: Int! maker: Maker{n}! }}")
        parts.append(f"type Maker{n} {{ name: String! town: String! }}")
        parts.append(f"type Part{n} {{ label: String! screws: Int! }}")
    schema = build_schema("\n".join(parts))
    schema.query_type.fields["catalogue"].resolve = lambda *_: {"sections": [{}]}
    for n in range(KINDS):
        schema.type_map["Section"].fields[f"things{n}"].resolve = _things
        schema.type_map[f"Thing{n}"].fields["part"].resolve = lambda thing, _, place: (
            {"label": thing["name"], "screws": place} if place == 1 else None
        )
    return schema


def _things(*_: Any) -> list[dict[str, Any]]:
    maker = {"name": "Ada & Sons", "town": "Umeå"}
    return [{"name": f"thing {k}", "detail": {"colour": "red", "weight": k, "maker": maker}} for k in range(3)]


def empty_lists() -> GraphQLSchema:
    """Every type has a list that is empty or refused, and a look-up by an id that another type's list shows."""
    parts = ["type Query {", "  index: [Entry!]!"]
    parts += [f"  page{n}: [Page{n}!] page{n}ById(id: ID!): Page{n}" for n in range(KINDS)]
    parts.append("} type Entry { id: ID! kind: String! }")
    parts += [
        f"type Page{n} {{ title: String! body: Body{n}! }} type Body{n} {{ text: String! }}" for n in range(KINDS)
    ]
    schema = build_schema("\n".join(parts))
    fields = schema.query_type.fields
    fields["index"].resolve = lambda *_: [{"id": f"p-{n}", "kind": f"page{n}"} for n in range(KINDS)]

    def refuse(*_: Any) -> None:
        raise GraphQLError("Pages cannot be listed.")

    for n in range(KINDS):
        fields[f"page{n}"].resolve = refuse if n % 2 else lambda *_: []
        fields[f"page{n}ById"].resolve = lambda _, __, id, n=n: (  # noqa: A006
            {"title": f"Page {n}", "body": {"text": "…"}} if id.startswith("p-") else None
        )
    return schema


NESTED = 60
"""Nested lists of ``nested_limits``; every third has no data at all."""


def nested_limits(*, whole: bool = False) -> GraphQLSchema:
    """Lists at the top take ``limit``; those inside others refuse it, or, if ``whole``, the request that holds it."""
    parts = ["type Query { rooms(limit: Int): [Room!]! }", "type Room { name: String!"]
    parts += [f"  shelf{n}(limit: Int, offset: Int): [Shelf{n}!]" for n in range(NESTED)]
    parts.append("}")
    parts += [f"type Shelf{n} {{ label: String! boxes(limit: Int): [Box{n}!] }}" for n in range(NESTED)]
    parts += [f"type Box{n} {{ code: String! }}" for n in range(NESTED)]
    schema = build_schema("\n".join(parts))
    schema.query_type.fields["rooms"].resolve = lambda _, __, limit=5: [
        {"name": f"room {k}"} for k in range(min(limit or 5, 20))
    ]
    error = Whole if whole else GraphQLError

    def nested(items: list[dict[str, Any]]) -> Callable[..., Any]:
        def resolve(_: Any, __: Any, limit: int | None = None, **___: Any) -> list[dict[str, Any]]:
            if limit is not None:
                raise error("'limit' is not supported on nested lists")
            return items

        return resolve

    for n in range(NESTED):
        shelves = [] if n % 3 == 2 else [{"label": f"shelf {k}"} for k in range(4)]
        schema.type_map["Room"].fields[f"shelf{n}"].resolve = nested(shelves)
        schema.type_map[f"Shelf{n}"].fields["boxes"].resolve = nested([{"code": "b-1"}, {"code": "b-2"}])
    return schema


class Whole(GraphQLError):  # noqa: N818
    """An error that leaves nothing of the answer, where the server is told so: see ``serve``."""


def dead_ends(places: int = 120) -> GraphQLSchema:
    """A few things that can be had, and many look-ups that never find anything, whatever they are given."""
    parts = ["type Query { notes: [Note!]!", *(f"  lost{n}(id: ID!, name: String): Lost{n}" for n in range(places))]
    parts.append("} type Note { id: ID! text: String! author: Author! } type Author { id: ID! name: String! }")
    parts += [
        f"type Lost{n} {{ id: ID! a: String b: Deep{n} }} type Deep{n} {{ c: Int d: Int }}" for n in range(places)
    ]
    schema = build_schema("\n".join(parts))
    authors = [{"id": f"a{k}", "name": f"Author {k}"} for k in range(5)]
    notes = [{"id": f"n{k}", "text": f"note {k}", "author": authors[k % 5]} for k in range(40)]
    schema.query_type.fields["notes"].resolve = lambda *_: notes

    def refuse(*_: Any, **__: Any) -> None:
        raise GraphQLError("There is no such thing.")

    def fail(*_: Any, **__: Any) -> None:
        raise Whole("This cannot be shown.")

    for n in range(places):
        schema.query_type.fields[f"lost{n}"].resolve = (refuse, fail, lambda *_, **__: None)[n % 3]
    return schema


SALES = """
type Query {
  sales(groupBy: String!): [Row!]!
  ranking(sortBy: String!, direction: String!): [Sale!]!
  chosen(fields: [String!]!): [Sale!]!
  expanded(include: String!): [Expanded!]!
  byStatus(status: String!): [Filtered!]!
  byMode("The mode to use. One of: `eager`, `lazy`, `hybrid`." mode: String!): [Mode!]!
  report(period: String!): [Reported!]!
  exported(target: String!): [Exported!]!
}
type Row { key: String! total: Int! of: [Sale!]! }
type Sale { id: ID! customerName: String! soldAt: String! price: Float! buyer: Buyer! }
type Buyer { name: String! }
type Expanded { label: String! }
type Filtered { label: String! }
type Mode { label: String! }
type Reported { label: String! }
type Exported { label: String! }
"""
_COLUMNS = ("id", "customer_name", "sold_at", "price")
_TARGETS = ("frobnicator-7", "gizmo-3")


def names_as_values() -> GraphQLSchema:
    """Arguments typed as texts that take the names of fields, usual words, or what an error or a description lists."""
    schema = build_schema(SALES)
    sale = {"id": "1", "customerName": "Ada", "soldAt": "2024-01-01", "price": 1.5, "buyer": {"name": "Ada"}}
    row = {"key": "Ada", "total": 3, "of": [sale]}

    def takes(values: tuple[str, ...], items: list[Any], told: str = "Unusable argument.") -> Callable[..., Any]:
        def resolve(_: Any, __: Any, **sent: Any) -> list[Any]:
            asked = next(iter(sent.values()))
            for value in asked if isinstance(asked, list) else [asked]:
                if value not in values:
                    raise GraphQLError(told)
            if sent.get("direction", "asc") not in {"asc", "desc"}:
                raise GraphQLError("Unusable direction.")
            return items

        return resolve

    label = [{"label": "here"}]
    listed = f"target must be one of: {', '.join(_TARGETS)}"
    for name, resolve in {
        "sales": takes(_COLUMNS, [row]),
        "ranking": takes(_COLUMNS, [sale]),
        "chosen": takes(("id", "customerName", "soldAt", "price"), [sale]),
        "expanded": takes(("label",), label),
        "byStatus": takes(("active", "archived"), label),
        "byMode": takes(("eager", "lazy", "hybrid"), label),
        "report": takes(("day", "week", "month"), label),
        "exported": takes(_TARGETS, label, listed),
    }.items():
        schema.query_type.fields[name].resolve = resolve
    return schema


def defaults() -> GraphQLSchema:
    """Look-ups that mean "the default one" without their argument; lists and texts that need one that is optional."""
    parts = ["type Query {", "  codes: [Code!]!"]
    parts += [f"  settings{n}(scope: String, id: ID): Settings{n}" for n in range(KINDS)]
    parts += [f"  find{n}(code: String, colour: String, limit: Int): [Found{n}!]" for n in range(KINDS)]
    parts.append("} type Code { code: String! }")
    for n in range(KINDS):
        parts.append(f"type Settings{n} {{ theme: String! volume(unit: String): Int inner: Inner{n}! }}")
        parts.append(f"type Inner{n} {{ on: Boolean! }} type Found{n} {{ label: String! more: More{n}! }}")
        parts.append(f"type More{n} {{ text: String! }}")
    schema = build_schema("\n".join(parts))
    fields = schema.query_type.fields
    fields["codes"].resolve = lambda *_: [{"code": f"c-{k}"} for k in range(30)]

    def settings(_: Any, __: Any, **sent: Any) -> dict[str, Any] | None:
        return None if sent else {"theme": "dark", "inner": {"on": True}}

    def found(_: Any, __: Any, code: str | None = None, colour: str | None = None, **___: Any) -> list[Any]:
        if not code and not colour:
            raise GraphQLError("Give at least one of code, colour.")
        return [{"label": code, "more": {"text": "…"}}] if (code or "").startswith("c-") else []

    def volume(_: Any, __: Any, unit: str = "") -> int:
        if unit not in {"percent", "db"}:
            raise GraphQLError("unit must be one of: percent, db")
        return 11

    for n in range(KINDS):
        fields[f"settings{n}"].resolve = settings
        fields[f"find{n}"].resolve = found
        schema.type_map[f"Settings{n}"].fields["volume"].resolve = volume
    return schema


BRITTLE = 150


def brittle() -> GraphQLSchema:
    """Many fields, of which one in fifteen leaves nothing of an answer that holds it."""
    parts = ["type Query {", *(f"  part{n}: Part{n}!" for n in range(BRITTLE)), "}"]
    parts += [f"type Part{n} {{ name: String! size: Int! }}" for n in range(BRITTLE)]
    schema = build_schema("\n".join(parts))

    def fail(*_: Any) -> None:
        raise Whole("This cannot be done.")

    for n in range(BRITTLE):
        name = schema.query_type.fields[f"part{n}"]
        name.resolve = fail if n % 15 == 7 else lambda *_: {"name": "a part", "size": 3}
    return schema


def library(*, old: bool = False) -> GraphQLSchema:
    """A library; the ``old`` schema has fields, arguments and a type that the present one dropped."""
    gone = "isbn10: String shelfMark: String" if old else ""
    loan = "loans(late: Boolean): [Loan!]!" if old else ""
    kinds = "type Loan { id: ID! due: String! }" if old else ""
    search = "(first: Int, sortKey: String, colour: String)" if old else "(first: Int)"
    schema = build_schema(
        f"""
        type Query {{ books{search}: [Book!]! authors: [Author!]! book(id: ID!): Book readers: [Reader!]! }}
        type Book {{ id: ID! title: String! pages: Int! author: Author! {gone} publisher: Publisher! }}
        type Author {{ id: ID! name: String! born: Int books{search}: [Book!]! }}
        type Publisher {{ id: ID! name: String! town: String! {"vatNumber: String" if old else ""} }}
        type Reader {{ id: ID! name: String! {loan} favourite: Book }}
        {kinds}
        """
    )
    publishers = [{"id": f"p{k}", "name": f"House {k}", "town": "Lund"} for k in range(3)]
    authors: list[dict[str, Any]] = [{"id": f"a{k}", "name": f"Author {k}", "born": 1900 + k} for k in range(8)]
    books: list[dict[str, Any]] = [
        {
            "id": f"b{k}",
            "title": f"Book {k}",
            "pages": 100 + k,
            "author": authors[k % 8],
            "publisher": publishers[k % 3],
        }
        for k in range(40)
    ]
    for author in authors:
        author["books"] = [book for book in books if book["author"] is author]
    readers = [{"id": f"r{k}", "name": f"Reader {k}", "favourite": books[k]} for k in range(10)]
    fields = schema.query_type.fields
    fields["books"].resolve = lambda *_, first=20: books[: max(first or 0, 0)]
    fields["authors"].resolve = lambda *_: authors
    fields["readers"].resolve = lambda *_: readers
    fields["book"].resolve = lambda _, __, id: next((book for book in books if book["id"] == id), None)  # noqa: A006
    schema.type_map["Author"].fields["books"].resolve = lambda author, _, first=20: author["books"][
        : max(first or 0, 0)
    ]
    return schema
