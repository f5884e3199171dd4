"""A library whose mutations may take the ground away: end the session, remove the account, break the schema.

``Library(*extras)`` has the ordinary mutations on books and those named: ``logout`` and ``closeDay`` end the session
(the second by a name that does not tell), ``deleteMe`` removes the account, ``deleteClass`` and ``tidyUp`` make every
query answer 500, ``setMaintenanceMode`` makes it 503, ``explode`` kills the server, ``breakDrafts`` breaks one query
alone. Without extras nothing in it is dangerous.
"""

from __future__ import annotations

import json
import re
import socket
import threading
from contextlib import contextmanager
from itertools import count
from typing import TYPE_CHECKING, Any

from graphql import GraphQLError, GraphQLSchema, build_schema

from apis.serving import Answer, answered
from servers import answering, hang_up, respond

if TYPE_CHECKING:
    from collections.abc import Iterator
    from http.server import BaseHTTPRequestHandler

SDL = """
type Query {
  books(first: Int): [Book!]!
  book(id: ID!): Book
  authors: [Author!]!
  author(id: ID!): Author
  shelves: [Shelf!]!
  stats: Stats!
  drafts: [Draft!]!
  draft(id: ID!): Draft
  findDrafts(note: String!): [Draft!]!
  ticket(code: String!): Ticket
}
type Book { id: ID! title: String! author: Author! }
type Author { id: ID! name: String! books: [Book!]! }
type Shelf { label: String! books: [Book!]! }
type Stats { books: Int! open: Boolean! }
type Draft { id: ID! note: String! state: State! }
enum State { NEW DONE }
type Created { id: ID! }
type Ticket { code: String! seat: Seat! }
type Seat { row: Int! }
type Mutation {
  createBook(title: String!, authorId: ID!): Book
  updateBook(id: ID!, title: String!): Book
  deleteBook(id: ID!): Boolean!
  createDraft(note: String!): Created!
  finishDraft(id: ID!): Draft
  createTicket(code: String!): Boolean!
  EXTRAS
}
"""
EXTRAS = {
    "logout": "logout: Boolean!",
    "closeDay": "closeDay: Boolean!",
    "deleteMe": "deleteMe: Boolean!",
    "deleteClass": "deleteClass(name: String!): Boolean!",
    "tidyUp": "tidyUp(shelf: String): Boolean!",
    "setMaintenanceMode": "setMaintenanceMode(on: Boolean!): Boolean!",
    "explode": "explode: Boolean!",
    "breakDrafts": "breakDrafts: Boolean!",
}
_ROOT_FIELD = re.compile(r"^\s*(?:mutation|query)?[^{]*\{\s*(?:\w+\s*:\s*)?(\w+)")


class Library:
    """The data, the sessions, and a record of every request: the root field, and the status or refusal it met."""

    def __init__(self, *extras: str, closed: bool = False) -> None:
        """``closed`` asks for a token; ``login`` gives one."""
        self.extras = extras
        self.closed = closed
        self.log: list[tuple[str, str]] = []
        self.logins = 0
        self._lock = threading.Lock()
        self._numbers = count(100)
        self._tokens: set[str] = set()
        self._removed = self._broken = self._maintenance = self._dead = self._no_drafts = False
        self.authors = {str(n): {"id": str(n), "name": f"Author {n}"} for n in (1, 2, 3)}
        self.books = {str(n): {"id": str(n), "title": f"Title {n}", "author_id": str(n % 3 + 1)} for n in range(10, 20)}
        self.drafts: dict[str, dict[str, Any]] = {}
        self.tickets: set[str] = set()
        self.schema = self._schema()

    def login(self) -> dict[str, str]:
        """The headers of a new session, as a hook that renews gives them."""
        self.logins += 1
        token = f"token-{self.logins}"
        self._tokens.add(token)
        return {"authorization": f"Bearer {token}"}

    def asked(self, field: str) -> int:
        """How often a root field was asked first in an operation."""
        return sum(name == field for name, _ in self.log)

    def after(self, field: str) -> list[tuple[str, str]]:
        """What came after a root field was asked for the first time."""
        place = [name for name, _ in self.log].index(field)
        return self.log[place + 1 :]

    def _schema(self) -> GraphQLSchema:
        schema = build_schema(SDL.replace("EXTRAS", "\n".join(EXTRAS[name] for name in self.extras)))
        for kind in ("Query", "Mutation", "Book", "Author", "Shelf"):
            for name, field in schema.type_map[kind].fields.items():
                resolve = getattr(self, f"{kind.lower()}_{name}", None)
                if resolve is not None:
                    field.resolve = lambda source, _, call=resolve, **sent: call(source, **sent)
        return schema

    # queries

    def query_books(self, _source, first=None):
        return list(self.books.values())[: max(first, 0) if first is not None else None]

    def query_book(self, _source, id):  # noqa: A002
        return self.books.get(id)

    def query_authors(self, _source):
        return list(self.authors.values())

    def query_author(self, _source, id):  # noqa: A002
        return self.authors.get(id)

    def query_shelves(self, _source):
        return [{"label": "all"}]

    def query_stats(self, _source):
        return {"books": len(self.books), "open": True}

    def query_drafts(self, _source):
        if self._no_drafts:
            raise AttributeError("'NoneType' object has no attribute 'rows'")
        return []  # they are found by their identifier alone

    def query_draft(self, _source, id):  # noqa: A002
        return self.drafts.get(id)

    def query_findDrafts(self, _source, note):  # noqa: N802
        return [draft for draft in self.drafts.values() if draft["note"] == note]

    def query_ticket(self, _source, code):
        return {"code": code, "seat": {"row": len(code)}} if code in self.tickets else None

    def book_author(self, book):
        return self.authors[book["author_id"]]

    def author_books(self, author):
        return [book for book in self.books.values() if book["author_id"] == author["id"]]

    def shelf_books(self, _shelf):
        return list(self.books.values())

    # mutations

    def mutation_createBook(self, _source, title, authorId):  # noqa: N802, N803
        if authorId not in self.authors:
            raise GraphQLError("There is no such author.", extensions={"code": "NOT_FOUND"})
        number = str(next(self._numbers))
        self.books[number] = {"id": number, "title": title, "author_id": authorId}
        return self.books[number]

    def mutation_updateBook(self, _source, id, title):  # noqa: A002, N802
        book = self.books.get(id)
        if book is not None:
            book["title"] = title
        return book

    def mutation_deleteBook(self, _source, id):  # noqa: A002, N802
        return self.books.pop(id, None) is not None

    def mutation_createDraft(self, _source, note):  # noqa: N802
        number = f"draft-{next(self._numbers)}"
        self.drafts[number] = {"id": number, "note": note, "state": "NEW"}
        return {"id": number}

    def mutation_createTicket(self, _source, code):  # noqa: N802
        self.tickets.add(f"{code}".strip())
        return True

    def mutation_finishDraft(self, _source, id):  # noqa: A002, N802
        draft = self.drafts.get(id)
        if draft is not None:
            draft["state"] = "DONE"
        return draft

    def mutation_logout(self, _source):
        self._tokens.clear()
        return True

    mutation_closeDay = mutation_logout  # noqa: N815

    def mutation_deleteMe(self, _source):  # noqa: N802
        self._removed = True
        return True

    def mutation_deleteClass(self, _source, name):  # noqa: N802
        self._broken = True
        return True

    def mutation_tidyUp(self, _source, shelf=None):  # noqa: N802
        self._broken = True
        return True

    def mutation_setMaintenanceMode(self, _source, on):  # noqa: N802
        self._maintenance = on
        return True

    def mutation_explode(self, _source):
        self._dead = True

    def mutation_breakDrafts(self, _source):  # noqa: N802
        self._no_drafts = True
        return True

    # over HTTP

    @contextmanager
    def serve(self) -> Iterator[str]:
        """Serve it; gives its URL."""
        with answering(self._respond) as url:
            yield url

    def _respond(self, handler: BaseHTTPRequestHandler, body: bytes) -> None:
        handler.connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        with self._lock:
            token = (handler.headers.get("authorization") or "").removeprefix("Bearer ")
            found = self._refusal(token, body) or answered(self.schema, body)
            text = json.loads(body).get("query", "")
            match = _ROOT_FIELD.match(text)
            refused = isinstance(found.body, dict) and "Log in" in json.dumps(found.body)
            self.log.append((match.group(1) if match else "", "refused" if refused else str(found.status)))
        if self._dead:
            hang_up(handler)
            return
        raw = found.body if isinstance(found.body, bytes) else json.dumps(found.body).encode()
        respond(handler, raw, found.status, found.kind)

    def _refusal(self, token: str, body: bytes) -> Answer | None:
        if self._broken:
            return Answer(500, {"errors": [{"message": "Cannot read properties of undefined (reading 'fields')"}]})
        if self._maintenance:
            return Answer(503, b"Down for maintenance", "text/plain")
        if b"__schema" in body or not (self.closed or self._removed):
            return None
        if self._removed or token not in self._tokens:
            error = {"message": "Log in first.", "extensions": {"code": "UNAUTHENTICATED"}}
            return Answer(200, {"data": None, "errors": [error]})
        return None
