"""A library of books as an API in process, for tests of the baseline: data by seed, and any resolver can be changed."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Any

from graphql import GraphQLSchema, build_schema, graphql_sync

from querious.graphql.cases import read_documents
from querious.graphql.shape import Shapes
from querious.model import Exchange, graphql_case
from querious.model.document_text import write

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from querious.model import Operation, SelectionShape

SDL = """
enum Status { IN OUT LOST }
enum Sort { TITLE PAGES }
interface Node { id: ID! }
type Author implements Node { id: ID! name: String! email: String born: String books: [Book!]! }
type Cover { colour: String width: Int height: Int }
type Book implements Node {
  id: ID! isbn: String code: String title: String! pages: Int status: Status! added: String updated: String
  owner: Author writers: [Author!]! copies: [Int!]! cover: Cover next: Book price(currency: String): Float
}
type Edge { cursor: String! node: Book! }
type PageInfo { startCursor: String endCursor: String }
type Books { edges: [Edge!]! nodes: [Book!]! pageInfo: PageInfo! totalCount: Int! }
type Query {
  book(id: ID!): Book
  author(id: ID!): Author
  node(id: ID!): Node
  books(first: Int, after: String, sort: Sort = TITLE, status: Status): Books!
  authors: [Author!]!
  now: String!
}
"""
EVERYTHING = """
{ books { totalCount pageInfo { startCursor endCursor } edges { cursor node { id } }
  nodes { id isbn code title pages status added updated copies owner { id } writers { id } cover { colour width height } } }
  authors { id name email born books { id } } }
"""
Row = dict[str, Any]


@dataclass
class Data:
    authors: list[Row] = field(default_factory=list)
    books: list[Row] = field(default_factory=list)

    def author(self, key: str) -> Row | None:
        return next((row for row in self.authors if row["id"] == key), None)


def made_up(books: int = 30, authors: int = 12, seed: int = 0) -> Data:
    """A library in which much always holds."""
    random = Random(seed)
    names = [f"{random.choice('ABCDEFGH')}{random.choice(('nna', 'ob', 'arl'))} {number}" for number in range(authors)]
    data = Data(
        [
            {
                "id": f"a{100 + number}",
                "name": name,
                "email": f"w{number}@example.org",
                "born": f"19{40 + number}-0{number % 9 + 1}-17",
            }
            for number, name in enumerate(names)
        ]
    )
    for number in range(books):
        writers = random.sample([row["id"] for row in data.authors], random.randint(1, min(3, authors)))
        isbn = f"978-{random.randint(0, 9)}-{1000 + number}"
        data.books.append(
            {
                "id": f"b{100 + number}",
                "isbn": isbn,
                "code": isbn,
                "title": f"Book {random.randint(10, 99)} of {number}",
                "pages": random.randint(20, 900),
                "status": random.choice(("IN", "IN", "OUT", "LOST")),
                "added": f"2020-0{number % 9 + 1}-01",
                "updated": f"2021-0{random.randint(1, 9)}-{10 + number % 15}",
                "owner": random.choice(writers),
                "writers": writers,
                "copies": [number, number + 1, number + 2],
                "cover": {"colour": random.choice(("red", "blue")), "width": random.randint(10, 15), "height": 20},
            }
        )
    return data


class Library:
    """``changed`` are resolvers by coordinate, instead of the healthy ones."""

    def __init__(self, data: Data | None = None, changed: Mapping[str, Callable[..., Any]] | None = None) -> None:
        self.data = data or made_up()
        self.asked = 0
        self.documents: list[str] = []
        self.schema: GraphQLSchema = build_schema(SDL)
        for coordinate, resolve in {**self._healthy(), **(changed or {})}.items():
            parent, name = coordinate.split(".")
            self.schema.type_map[parent].fields[name].resolve = resolve
        self.schema.type_map["Node"].resolve_type = lambda row, *_: "Book" if "title" in row else "Author"
        self.shapes = Shapes(self.schema)

    def _healthy(self) -> dict[str, Callable[..., Any]]:
        data = self.data
        return {
            "Query.book": lambda _, __, id: next((row for row in data.books if row["id"] == id), None),  # noqa: A006
            "Query.author": lambda _, __, id: data.author(id),  # noqa: A006
            "Query.node": lambda _, __, id: next(  # noqa: A006
                (row for row in [*data.books, *data.authors] if row["id"] == id), None
            ),
            "Query.authors": lambda *_: data.authors,
            "Query.books": self._page,
            "Query.now": lambda *_: str(self.asked),
            "Author.books": lambda row, _: [book for book in data.books if row["id"] in book["writers"]],
            "Book.owner": lambda row, _: data.author(row["owner"]),
            "Book.writers": lambda row, _: [data.author(key) for key in row["writers"]],
            "Book.price": lambda row, _, currency="EUR": row["pages"] / (10 if currency == "EUR" else 1),
            "Book.next": lambda row, _: next((book for book in data.books if book["id"] > row["id"]), None),
        }

    def _page(self, _: None, __: Any, sort: str = "TITLE", **given: Any) -> Row:
        status = given.get("status")
        rows = [row for row in self.data.books if status is None or row["status"] == status]
        rows.sort(key=lambda row: row[sort.lower()])
        start = int(given["after"]) + 1 if given.get("after") else 0
        first = given.get("first")
        found = list(enumerate(rows))[start : start + (len(rows) if first is None else first)]
        edges = [{"cursor": str(place), "node": row} for place, row in found]
        ends = {"startCursor": edges[0]["cursor"], "endCursor": edges[-1]["cursor"]} if edges else {}
        return {"edges": edges, "nodes": [row for _, row in found], "totalCount": len(rows), "pageInfo": ends}

    def operation(self, document: str) -> Operation:
        return read_documents(self.schema, document, "test")[0]

    def shape(self, operation: Operation) -> SelectionShape:
        return self.shapes.of(operation)

    def send(self, document: str, variables: dict[str, Any] | None = None) -> Exchange:
        """The exchange of a document."""
        self.asked += 1
        self.documents.append(document)
        operation = read_documents(self.schema, document, "test", variables)[0]
        result = graphql_sync(self.schema, document, variable_values=variables)
        return Exchange(
            graphql_case(0, operation, document, variables or {}), 200, payload=result.formatted, is_json=True
        )

    def data_of(self, document: str) -> tuple[SelectionShape, Any]:
        """Shape and data of the answer to a document."""
        exchange = self.send(document)
        return self.shape(exchange.case.operation), exchange.payload["data"]

    def ask(self, operation: Operation) -> tuple[SelectionShape, Any, bool]:
        """Shape, data and whether there were no errors."""
        payload = self.send(*write(operation)).payload
        return self.shape(operation), payload.get("data"), "errors" not in payload
