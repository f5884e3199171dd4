"""The same little library in the styles of many services: each comes out as a collection, and all commands work."""

# ruff: noqa: A002, A006, N803 - resolvers take arguments as the schema names them

from __future__ import annotations

import base64
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import pytest
from graphql import GraphQLError, parse, validate

from querious.graphql.collections import collections_of, pair
from querious.model.state import Command, Ending
from querious.state.samples import samples
from querious.state.substructure import differences

if TYPE_CHECKING:
    from collections.abc import Callable


class RefusedError(Exception):
    pass


@dataclass
class Shelf:
    """Entries by number, and authors that are there from the start."""

    rows: dict[int, dict[str, Any]] = field(default_factory=dict)
    last: int = 3
    authors: dict[int, dict[str, Any]] = field(
        default_factory=lambda: {7: {"id": 7, "name": "Le Guin"}, 8: {"id": 8, "name": "Lem"}}
    )

    def __post_init__(self) -> None:
        for number, title in enumerate(("Solaris", "Fiasco", "Eden"), 1):
            self.rows[number] = {"id": number, "title": title, "pages": 100 + number, "author": self.authors[8]}

    def add(self, values: dict[str, Any], author: Any = None) -> dict[str, Any]:
        if not values.get("title"):
            raise RefusedError("title must not be empty")
        if values.get("pages") is not None and not 1 <= values["pages"] <= 900:
            raise RefusedError("pages must be between 1 and 900")
        if author is not None and int(author) not in self.authors:
            raise RefusedError("There is no such author")
        self.last += 1
        self.rows[self.last] = {
            "id": self.last,
            "title": None,
            "pages": None,
            "genre": None,
            **values,
            "author": self.authors.get(int(author)) if author is not None else None,
        }
        return self.rows[self.last]

    def change(self, key: Any, values: dict[str, Any]) -> dict[str, Any] | None:
        row = self.rows.get(number(key))
        if row is not None:
            row.update(values)
        return row

    def take(self, key: Any) -> dict[str, Any] | None:
        return self.rows.pop(number(key), None)

    def find(self, key: Any) -> dict[str, Any] | None:
        return self.rows.get(number(key))


def number(key: Any) -> int:
    return int(key) if str(key).isdecimal() else -1


def missing(value: Any) -> Any:
    if value is None:
        raise GraphQLError("Book not found", extensions={"code": "NOT_FOUND"})
    return value


def raised(make: Callable[[], Any]) -> Any:
    try:
        return make()
    except RefusedError as error:
        raise GraphQLError(str(error), extensions={"code": "BAD_USER_INPUT"}) from None


BOOK = "type Book {{ id: {id}! title: String! pages: Int genre: Genre author: Author }}"
COMMON = "enum Genre {{ NOVEL ESSAY }} type Author {{ id: {id}! name: String! }} " + BOOK
TEXT, INT = COMMON.format(id="ID"), COMMON.format(id="Int")


def flat(shelf: Shelf) -> tuple[str, dict[str, Any]]:
    """Arguments side by side, numbers as keys, plain lists, delete answers true or false."""
    sdl = (
        INT
        + """
      type Query { book(id: Int!): Book books: [Book!]! authors: [Author!]! }
      type Mutation {
        addBook(title: String!, pages: Int, genre: Genre, authorId: Int): Book!
        editBook(id: Int!, title: String, pages: Int, genre: Genre): Book
        removeBook(id: Int!): Boolean!
      }"""
    )
    return sdl, {
        "Query.book": lambda _, id: shelf.find(id),
        "Query.books": lambda _: list(shelf.rows.values()),
        "Query.authors": lambda _: list(shelf.authors.values()),
        "Mutation.addBook": lambda _, authorId=None, **values: raised(lambda: shelf.add(values, authorId)),
        "Mutation.editBook": lambda _, id, **values: missing(shelf.change(id, values)),
        "Mutation.removeBook": lambda _, id: shelf.take(id) is not None,
    }


def opaque(key: Any, kind: str = "Book") -> str:
    return base64.b64encode(f"{kind}:{key}".encode()).decode()


def opened(key: str) -> int:
    try:
        return number(base64.b64decode(key, validate=True).decode().partition(":")[2])
    except ValueError:
        return -1


def relay(shelf: Shelf) -> tuple[str, dict[str, Any]]:
    """Global identifiers, payloads with their own errors, edges only, node to look up."""
    sdl = """
      interface Node { id: ID! }
      enum Genre { NOVEL ESSAY }
      type Author implements Node { id: ID! name: String! }
      type Book implements Node { id: ID! title: String! pages: Int genre: Genre author: Author }
      type Query { node(id: ID!): Node books(first: Int!, after: String): BookConnection! authors(first: Int): AuthorConnection! }
      type BookConnection { edges: [BookEdge] pageInfo: PageInfo! }
      type BookEdge { cursor: String! node: Book }
      type AuthorConnection { edges: [AuthorEdge] }
      type AuthorEdge { node: Author }
      type PageInfo { hasNextPage: Boolean! endCursor: String }
      type UserError { field: [String!] message: String! }
      input CreateBookInput { title: String! pages: Int genre: Genre authorId: ID clientMutationId: String }
      type CreateBookPayload { bookEdge: BookEdge userErrors: [UserError!]! clientMutationId: String }
      input UpdateBookInput { id: ID! title: String pages: Int genre: Genre clientMutationId: String }
      type UpdateBookPayload { book: Book userErrors: [UserError!]! clientMutationId: String }
      input DeleteBookInput { id: ID! clientMutationId: String }
      type DeleteBookPayload { deletedBookId: ID userErrors: [UserError!]! clientMutationId: String }
      type Mutation {
        createBook(input: CreateBookInput!): CreateBookPayload
        updateBook(input: UpdateBookInput!): UpdateBookPayload
        deleteBook(input: DeleteBookInput!): DeleteBookPayload
      }"""

    def create(_: Any, input: dict[str, Any]) -> Any:
        values = dict(input)
        author = values.pop("authorId", None)
        try:
            made = shelf.add(values, opened(author) if author else None)
        except RefusedError as error:
            return {"bookEdge": None, "userErrors": [{"field": ["pages"], "message": str(error)}]}
        return {"bookEdge": {"node": made}, "userErrors": []}

    def update(_: Any, input: dict[str, Any]) -> Any:
        values = dict(input)
        found = shelf.change(opened(values.pop("id")), values)
        errors = [] if found else [{"field": ["id"], "message": "Book does not exist"}]
        return {"book": found, "userErrors": errors}

    def delete(_: Any, input: dict[str, Any]) -> Any:
        found = shelf.take(opened(input["id"]))
        return {"deletedBookId": input["id"] if found else None, "userErrors": []}

    def books(_: Any, first: int, after: str | None = None) -> Any:
        rows = [row for row in shelf.rows.values() if after is None or row["id"] > int(after)]
        page = rows[: min(first, 2)]
        end = str(page[-1]["id"]) if page else None
        return {
            "edges": [{"cursor": str(row["id"]), "node": row} for row in page],
            "pageInfo": {"hasNextPage": len(rows) > len(page), "endCursor": end},
        }

    def node(_: Any, id: str) -> Any:
        found = shelf.find(opened(id))
        return {**found, "__typename": "Book"} if found else None

    return sdl, {
        "Query.node": node,
        "Query.books": books,
        "Query.authors": lambda _, first=10: {"edges": [{"node": one} for one in shelf.authors.values()][:first]},
        "Book.id": lambda row: opaque(row["id"]),
        "Author.id": lambda row: opaque(row["id"], "Author"),
        "Mutation.createBook": create,
        "Mutation.updateBook": update,
        "Mutation.deleteBook": delete,
    }


def saleor(shelf: Shelf) -> tuple[str, dict[str, Any]]:
    """The verb at the end, errors with codes, the payload of a delete holds the entry."""
    sdl = (
        TEXT
        + """
      type Query { book(id: ID): Book books(filter: BookFilter, page: Int = 1, perPage: Int): BookPage! authors: [Author!]! }
      input BookFilter { title: String }
      type BookPage { items: [Book!]! totalCount: Int! }
      enum BookErrorCode { NOT_FOUND INVALID }
      type BookError { field: String message: String code: BookErrorCode! }
      input BookInput { title: String pages: Int genre: Genre author: ID }
      input BookPatch { title: String pages: Int genre: Genre }
      type BookCreate { book: Book bookErrors: [BookError!]! }
      type BookUpdate { book: Book bookErrors: [BookError!]! }
      type BookDelete { book: Book bookErrors: [BookError!]! }
      type Mutation {
        bookCreate(input: BookInput!): BookCreate
        bookUpdate(id: ID!, input: BookPatch!): BookUpdate
        bookDelete(id: ID!): BookDelete
        bookBulkDelete(ids: [ID!]!): BookDelete
      }"""
    )

    def answered(make: Callable[[], Any]) -> Any:
        try:
            found = make()
        except RefusedError as error:
            return {"book": None, "bookErrors": [{"message": str(error), "code": "INVALID"}]}
        errors = [] if found else [{"message": "Couldn't resolve to a node", "code": "NOT_FOUND"}]
        return {"book": found, "bookErrors": errors}

    def create(_: Any, input: dict[str, Any]) -> Any:
        values = dict(input)
        author = values.pop("author", None)
        return answered(lambda: shelf.add(values, author))

    def books(_: Any, page: int, perPage: int = 3, **__: Any) -> Any:
        rows = list(shelf.rows.values())
        return {"items": rows[(page - 1) * perPage : page * perPage], "totalCount": len(rows)}

    return sdl, {
        "Query.book": lambda _, id: shelf.find(id),
        "Query.books": books,
        "Query.authors": lambda _: list(shelf.authors.values()),
        "Mutation.bookCreate": create,
        "Mutation.bookUpdate": lambda _, id, input: answered(lambda: shelf.change(id, input)),
        "Mutation.bookDelete": lambda _, id: answered(lambda: shelf.take(id)),
    }


def hasura(shelf: Shelf) -> tuple[str, dict[str, Any]]:
    """Tables: snake case, plurals as types, look-up by primary key, offset and limit."""
    sdl = """
      scalar uuid
      type authors { id: Int! name: String! }
      type books { id: Int! title: String! pages: Int author_id: Int author: authors }
      input books_insert_input { id: Int title: String pages: Int author_id: Int }
      input books_set_input { title: String pages: Int }
      input books_pk_columns_input { id: Int! }
      input books_on_conflict { constraint: String! }
      type books_mutation_response { affected_rows: Int! returning: [books!]! }
      type Query { books(limit: Int, offset: Int, where: books_bool_exp): [books!]! books_by_pk(id: Int!): books authors(limit: Int, offset: Int): [authors!]! }
      input books_bool_exp { title: String }
      type Mutation {
        insert_books(objects: [books_insert_input!]!): books_mutation_response
        insert_books_one(object: books_insert_input!, on_conflict: books_on_conflict): books
        update_books_by_pk(pk_columns: books_pk_columns_input!, _set: books_set_input): books
        delete_books_by_pk(id: Int!): books
      }"""

    def create(_: Any, object: dict[str, Any], **__: Any) -> Any:
        values = dict(object)
        return raised(lambda: shelf.add(values, values.get("author_id")))

    return sdl, {
        "Query.books": lambda _, limit=None, offset=0, **__: list(shelf.rows.values())[offset : offset + (limit or 99)],
        "Query.books_by_pk": lambda _, id: shelf.find(id),
        "Query.authors": lambda _, limit=None, offset=0: list(shelf.authors.values())[offset:],
        "books.author_id": lambda row: row["author"] and row["author"]["id"],
        "Mutation.insert_books_one": create,
        "Mutation.update_books_by_pk": lambda _, pk_columns, _set: shelf.change(pk_columns["id"], _set),
        "Mutation.delete_books_by_pk": lambda _, id: shelf.take(id),
    }


def spaces(shelf: Shelf) -> tuple[str, dict[str, Any]]:
    """Everything in a namespace."""
    sdl = (
        TEXT
        + """
      type Query { books: BookQueries! }
      type BookQueries { get(id: ID!): Book list(limit: Int = 2, offset: Int = 0): [Book!]! authors: [Author!]! }
      type Mutation { books: BookMutations! }
      input BookInput { title: String! pages: Int genre: Genre authorId: ID }
      type Removed { success: Boolean! message: String }
      type BookMutations {
        create(input: BookInput!): Book!
        update(id: ID!, title: String, pages: Int): Book
        delete(id: ID!): Removed!
      }"""
    )

    def create(_: Any, input: dict[str, Any]) -> Any:
        values = dict(input)
        author = values.pop("authorId", None)
        return raised(lambda: shelf.add(values, author))

    def delete(_: Any, id: str) -> Any:
        found = shelf.take(id)
        return {"success": found is not None, "message": None if found else "No book with this id"}

    return sdl, {
        "Query.books": lambda _: {},
        "Mutation.books": lambda _: {},
        "BookQueries.get": lambda _, id: shelf.find(id),
        "BookQueries.list": lambda _, limit, offset: list(shelf.rows.values())[offset : offset + limit],
        "BookQueries.authors": lambda _: list(shelf.authors.values()),
        "BookMutations.create": create,
        "BookMutations.update": lambda _, id, **values: shelf.change(id, values),
        "BookMutations.delete": delete,
    }


def unions(shelf: Shelf) -> tuple[str, dict[str, Any]]:
    """Answers are a union of the entry and of errors; the message of one has another type than the other's."""
    sdl = (
        TEXT
        + """
      type NotFoundError { message: String! id: ID }
      type ValidationError { message: String code: Int }
      union BookResult = Book | ValidationError | NotFoundError
      type Deletion { deletedId: ID }
      union DeleteResult = Deletion | NotFoundError
      type Query { bookById(id: ID!): BookResult! allBooks: [Book!]! allAuthors: [Author!]! }
      input NewBook { title: String! pages: Int genre: Genre author: ID }
      type Mutation {
        createBook(book: NewBook!): BookResult!
        saveBook(id: ID!, title: String, pages: Int): BookResult!
        destroyBook(id: ID!): DeleteResult!
      }"""
    )

    def shown(found: Any) -> Any:
        gone = {"__typename": "NotFoundError", "message": "no such book"}
        return {**found, "__typename": "Book"} if found else gone

    def create(_: Any, book: dict[str, Any]) -> Any:
        values = dict(book)
        author = values.pop("author", None)
        try:
            return shown(shelf.add(values, author))
        except RefusedError as error:
            return {"__typename": "ValidationError", "message": str(error)}

    def destroy(_: Any, id: str) -> Any:
        return {"__typename": "Deletion", "deletedId": id} if shelf.take(id) else shown(None)

    return sdl, {
        "Query.bookById": lambda _, id: shown(shelf.find(id)),
        "Query.allBooks": lambda _: list(shelf.rows.values()),
        "Query.allAuthors": lambda _: list(shelf.authors.values()),
        "Mutation.createBook": create,
        "Mutation.saveBook": lambda _, id, **values: shown(shelf.change(id, values)),
        "Mutation.destroyBook": destroy,
    }


def prisma(shelf: Shelf) -> tuple[str, dict[str, Any]]:
    """Where and data; nothing looks one up but a filter of the list."""
    sdl = (
        TEXT
        + """
      input BookWhereUniqueInput { id: ID }
      input IdFilter { equals: ID in: [ID!] }
      input BookWhereInput { id: IdFilter title: String }
      type Query { books(where: BookWhereInput, take: Int, skip: Int): [Book!]! authors: [Author!]! }
      input BookCreateInput { title: String! pages: Int genre: Genre }
      input BookUpdateInput { title: String pages: Int genre: Genre }
      type Mutation {
        createBook(data: BookCreateInput!): Book!
        updateBook(where: BookWhereUniqueInput!, data: BookUpdateInput!): Book
        deleteBook(where: BookWhereUniqueInput!): Book
      }"""
    )

    def books(_: Any, where: Any = None, take: int | None = None, skip: int = 0) -> Any:
        wanted = ((where or {}).get("id") or {}).get("equals")
        rows = [row for row in shelf.rows.values() if wanted is None or str(row["id"]) == wanted]
        return rows[skip : skip + (take or 99)]

    return sdl, {
        "Query.books": books,
        "Query.authors": lambda _: list(shelf.authors.values()),
        "Mutation.createBook": lambda _, data: raised(lambda: shelf.add(data)),
        "Mutation.updateBook": lambda _, where, data: shelf.change(where["id"], data),
        "Mutation.deleteBook": lambda _, where: shelf.take(where["id"]),
    }


def strapi(shelf: Shelf) -> tuple[str, dict[str, Any]]:
    """Fields in attributes, data around everything, pages in an input object."""
    sdl = """
      type Book { title: String! pages: Int }
      type BookEntity { id: ID attributes: Book }
      type BookEntityResponse { data: BookEntity }
      type Pagination { total: Int! page: Int! }
      type Meta { pagination: Pagination! }
      type BookEntityResponseCollection { data: [BookEntity!]! meta: Meta! }
      input BookInput { title: String pages: Int }
      input PaginationArg { page: Int pageSize: Int }
      type Query { book(id: ID): BookEntityResponse books(pagination: PaginationArg): BookEntityResponseCollection }
      type Mutation {
        createBook(data: BookInput!): BookEntityResponse
        updateBook(id: ID!, data: BookInput!): BookEntityResponse
        deleteBook(id: ID!): BookEntityResponse
      }"""

    def wrapped(row: Any) -> Any:
        return {"data": {"id": row["id"], "attributes": row} if row else None}

    def books(_: Any, pagination: Any = None) -> Any:
        size, page = (pagination or {}).get("pageSize", 10), (pagination or {}).get("page", 1)
        rows = [wrapped(row)["data"] for row in shelf.rows.values()]
        return {
            "data": rows[(page - 1) * size : page * size],
            "meta": {"pagination": {"total": len(rows), "page": page}},
        }

    return sdl, {
        "Query.book": lambda _, id: wrapped(shelf.find(id)),
        "Query.books": books,
        "Mutation.createBook": lambda _, data: wrapped(raised(lambda: shelf.add(data))),
        "Mutation.updateBook": lambda _, id, data: wrapped(shelf.change(id, data)),
        "Mutation.deleteBook": lambda _, id: wrapped(shelf.take(id)),
    }


STYLES = [flat, relay, saleor, hasura, spaces, unions, prisma, strapi]


@pytest.mark.parametrize("style", STYLES)
def test_all_commands_work(style: Any, serve: Any):
    shelf = Shelf()
    served = serve(*style(shelf))
    reading = collections_of(served.schema, served)
    assert [one.name for one in reading.collections] == ["books"], reading.left_out
    assert sorted(shelf.rows) == [1, 2, 3]
    assert len(served.asked) <= 20
    books = reading.collections[0]
    assert books.commands == {Command.POST, Command.GET, Command.PATCH, Command.DELETE, Command.LIST}
    made = []
    for entry in samples(books.entries(), 6, 1):
        outcome = books.post(entry)
        assert outcome.ending is Ending.DONE, (entry, outcome.exchanges)
        assert not list(differences(entry, outcome.value))
        assert not list(differences(entry, books.get(outcome.key).value))
        made.append(outcome.key)
    listed = books.list()
    assert listed.whole
    assert {key for key, _ in listed.entries} >= {*made}
    assert len(listed.entries) == len(shelf.rows)
    for changes in samples(books.changes(), 5, 2):
        outcome = books.patch(made[0], changes)
        assert (outcome.ending, outcome.key) == (Ending.DONE, made[0])
        assert not list(differences(changes, books.get(made[0]).value))
    assert books.delete(made[0]).ending is Ending.DONE
    assert books.get(made[0]).ending is Ending.NOT_FOUND
    assert books.delete(made[0]).ending is Ending.NOT_FOUND
    assert books.patch(made[0], changes).ending is Ending.NOT_FOUND
    assert made[0] not in dict(books.list().entries)
    for unknown in samples(books.unknown_keys(made), 3, 3):
        assert unknown not in made
        assert books.get(unknown).ending is Ending.NOT_FOUND


@pytest.mark.parametrize("style", STYLES)
def test_every_document_is_valid(style: Any, serve: Any):
    served = serve(*style(Shelf()))
    collections_of(served.schema, served)
    for body in served.asked:
        assert validate(served.schema, parse(body["query"])) == []


@pytest.mark.parametrize("style", STYLES)
def test_without_a_probe_nothing_is_written(style: Any, serve: Any):
    shelf = Shelf()
    served = serve(*style(shelf))
    reading = collections_of(served.schema, served, probe=False)
    assert [one.name for one in reading.collections] == ["books"]
    assert shelf.last == 3
    assert all(body["query"].startswith("query") for body in served.asked)


@pytest.mark.parametrize("style", STYLES)
def test_pairing_is_pure(style: Any, serve: Any):
    served = serve(*style(Shelf()))
    pairing = pair(served.schema)
    assert [one.name for one in pairing.resources] == ["books"]
    assert served.asked == []


@pytest.mark.parametrize("style", [flat, relay, saleor, hasura, spaces, unions])
@pytest.mark.unmeasured
def test_references_name_what_is_there(style: Any, serve: Any):
    shelf = Shelf()
    served = serve(*style(shelf))
    books = collections_of(served.schema, served).collections[0]
    entries = samples(books.entries(), 40, 5)
    named = [entry for entry in entries if set(entry) & {"author", "authorId", "author_id"}]
    assert len(named) > 5
    assert {books.post(entry).ending for entry in named} == {Ending.DONE}
