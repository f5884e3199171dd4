"""A small GraphQL service with users, in one ASGI application; each fault by a switch.

Notes belong to users; profiles are shown to everybody; documents are shared with some; articles are public. Healthy, it
has designs of several kinds that are legal although not everybody is shown everything.
"""

from __future__ import annotations

import json
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from graphql import GraphQLError, build_schema, graphql_sync

from querious.model.identity import Identity
from querious.model.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

SDL = """
interface Node { id: ID! }
type User implements Node { id: ID! name: String! email: String notes: [Note!] }
type Note implements Node { id: ID! text: String! owner: User! }
type Document { id: ID! title: String! ownerId: ID! }
type Article { id: ID! title: String! author: User! }
type NoteConnection { nodes: [Note!]! totalCount: Int! pageInfo: PageInfo! }
type PageInfo { hasNextPage: Boolean! endCursor: String }
type Audit { id: ID! line: String! }
type Query {
  me: User
  node(id: ID!): Node
  user(id: ID!): User
  users: [User!]!
  notes(first: Int, after: String): NoteConnection
  note(id: ID!): Note
  notesByIds(ids: [ID!]!): [Note!]!
  notesOf(ownerId: ID!): [Note!]!
  searchNotes(text: String!): [Note!]!
  documents: [Document!]
  document(id: ID!): Document
  articles: [Article!]!
  article(id: ID!): Article
  "Requires authentication."
  auditLog: [Audit!]
}
type Mutation {
  createNote(text: String!, ownerId: ID): Note
  updateNote(id: ID!, text: String!): Note
  deleteNote(id: ID!): Boolean
}
"""
TOKENS = {"alice-s3cret-token-1": "u1", "bob-s3cret-token-22": "u2", "carol-s3cret-token-3": "u3"}
SETTINGS = Settings(
    headers={"Authorization": "Bearer alice-s3cret-token-1"},
    identity="alice",
    identities=(
        Identity("alice", {"Authorization": "Bearer alice-s3cret-token-1"}),
        Identity("bob", {"Authorization": "Bearer bob-s3cret-token-22"}),
    ),
    requests=2_000,
    seconds=60,
)
USERS = {key: SimpleNamespace(id=key, kind="User") for key in ("u1", "u2", "u3")}


class Service:
    """One state, and the faults that are switched on."""

    def __init__(self, *faults: str) -> None:
        self.faults = frozenset(faults)
        self.notes = {f"n{number}": (f"u{1 + number % 3}", f"text number {number}") for number in range(1, 10)}
        self.made = 0
        self.documents = {"d1": ("u1", ("u2",)), "d2": ("u1", ()), "d3": ("u2", ()), "d4": ("u3", ("u1",))}
        self.schema = build_schema(SDL)
        self.schema.type_map["Node"].resolve_type = lambda one, *_: one["kind"]  # type: ignore[union-attr]

    def on(self, fault: str) -> bool:
        return fault in self.faults

    # who

    def who(self, headers: dict[str, str]) -> str:
        token = headers.get("authorization", "").removeprefix("Bearer ")
        if self.on("any-token") and token:
            return "u1"
        if self.on("cut-token"):
            return next((user for known, user in TOKENS.items() if len(token) > 5 and known.startswith(token)), "")
        return TOKENS.get(token, "")

    # objects

    def user(self, key: str, who: str) -> dict[str, Any]:
        def email(_: Any) -> str:
            if who != key:
                raise denied()
            return f"{key}@example.org"

        def notes(_: Any) -> list[Any]:
            if who != key and not self.on("nested"):
                return []
            return [self.note(one, who) for one, (owner, _) in self.notes.items() if owner == key]

        return {"kind": "User", "id": key, "name": f"User {key}", "email": email, "notes": notes}

    def note(self, key: str, who: str = "") -> dict[str, Any]:
        owner, text = self.notes[key]
        return {"kind": "Note", "id": key, "text": text, "owner": lambda _: self.user(owner, who)}

    def own(self, who: str) -> list[str]:
        return [key for key, (owner, _) in self.notes.items() if owner == who]

    # the root

    def root(self, who: str) -> dict[str, Any]:
        def known() -> None:
            if not who:
                raise GraphQLError("You are not logged in", extensions={"code": "UNAUTHENTICATED"})

        def seen(key: str, fault: str) -> bool:
            return key in self.notes and (self.notes[key][0] == who or self.on(fault))

        def me(_: Any) -> Any:
            return self.user(who, who) if who else None

        def node(_: Any, id: str) -> Any:  # noqa: A002
            if id in USERS:
                return self.user(id, who)
            if not self.on("node-anonymous"):
                known()
            is_open = self.on("node") or self.on("node-anonymous")
            return self.note(id, who) if id in self.notes and (is_open or self.notes[id][0] == who) else None

        def user(_: Any, id: str) -> Any:  # noqa: A002
            return self.user(id, who) if id in USERS else None

        def notes(_: Any, first: int | None = 2, after: str | None = "") -> Any:
            known()
            first = 2 if first is None else first
            keys = list(self.notes) if self.on("list") else self.own(who)
            start = keys.index(after) + 1 if after in keys else 0
            page = keys[start : start + first]
            total = len(self.notes) if self.on("count") else len(keys)
            more = {"hasNextPage": start + first < len(keys), "endCursor": page[-1] if page else None}
            return {"nodes": [self.note(key, who) for key in page], "totalCount": total, "pageInfo": more}

        def note(_: Any, id: str) -> Any:  # noqa: A002
            known()
            if id not in self.notes:
                return None
            if not seen(id, "note"):
                if self.on("existence"):
                    raise denied()
                return None
            return self.note(id, who)

        def by_ids(_: Any, ids: list[str]) -> Any:
            known()
            return [self.note(key, who) for key in ids if seen(key, "batch")]

        def notes_of(_: Any, ownerId: str) -> Any:  # noqa: N803
            known()
            return [self.note(key, who) for key in self.own(ownerId) if seen(key, "filter")]

        def search(_: Any, text: str) -> Any:
            known()
            return [
                self.note(key, who) for key, (_, told) in self.notes.items() if text in told and seen(key, "search")
            ]

        def documents(_: Any) -> Any:
            known()
            return [self.document(key) for key, (owner, _) in self.documents.items() if owner == who]

        def document(_: Any, id: str) -> Any:  # noqa: A002
            known()
            owner, shared = self.documents.get(id, ("", ()))
            if who != owner and who not in shared:
                raise denied()
            return self.document(id)

        def audit(_: Any) -> Any:
            if not self.on("audit"):
                known()
            return [{"id": "a1", "line": "started"}]

        def create(_: Any, text: str, ownerId: str | None = None) -> Any:  # noqa: N803
            known()
            self.made += 1
            key = f"n{100 + self.made}"
            self.notes[key] = (ownerId if ownerId and self.on("assigned") else who), text
            return self.note(key, who)

        def update(_: Any, id: str, text: str) -> Any:  # noqa: A002
            known()
            if not seen(id, "update"):
                return None
            self.notes[id] = self.notes[id][0], text
            return self.note(id, who)

        def delete(_: Any, id: str) -> bool:  # noqa: A002
            known()
            if not seen(id, "delete"):
                return False
            del self.notes[id]
            return True

        def article(_: Any, id: str) -> Any:  # noqa: A002
            return self.article(id, who) if id in ("r1", "r2") else None

        return {
            "me": me,
            "node": node,
            "user": user,
            "notes": notes,
            "note": note,
            "notesByIds": by_ids,
            "notesOf": notes_of,
            "searchNotes": search,
            "documents": documents,
            "document": document,
            "users": [self.user(key, who) for key in USERS],
            "articles": [self.article(key, who) for key in ("r1", "r2")],
            "article": article,
            "auditLog": audit,
            "createNote": create,
            "updateNote": update,
            "deleteNote": delete,
        }

    def document(self, key: str) -> dict[str, Any]:
        return {"id": key, "title": f"Document {key}", "ownerId": self.documents[key][0]}

    def article(self, key: str, who: str) -> dict[str, Any]:
        def author(_: Any) -> dict[str, Any]:
            shown = self.user("u3", who)
            return {**shown, "email": "u3@example.org"} if self.on("email-nested") else shown

        return {"id": key, "title": f"Article {key}", "author": author}

    async def __call__(self, scope: Any, receive: Callable[[], Awaitable[Any]], send: Any) -> None:
        if scope["type"] == "lifespan":
            await receive()
            await send({"type": "lifespan.startup.complete"})
            await receive()
            await send({"type": "lifespan.shutdown.complete"})
            return
        headers = {name.decode(): value.decode() for name, value in scope["headers"]}
        asked = json.loads((await receive())["body"] or b"{}")
        result = graphql_sync(
            self.schema, asked.get("query", ""), self.root(self.who(headers)), variable_values=asked.get("variables")
        )
        told: dict[str, Any] = {"data": result.data}
        if result.errors:
            told["errors"] = [error.formatted for error in result.errors]
        head = {"type": "http.response.start", "status": 200, "headers": [(b"content-type", b"application/json")]}
        await send(head)
        await send({"type": "http.response.body", "body": json.dumps(told).encode()})


def denied() -> GraphQLError:
    return GraphQLError("You may not see this", extensions={"code": "FORBIDDEN"})
