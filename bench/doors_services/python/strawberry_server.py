"""Strawberry: both protocols of sockets, uploads, multipart subscriptions."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import AsyncGenerator
from typing import Any

import strawberry
import uvicorn
from product import Person, Product, Refusal, Text, authorization_of, viewer_of
from strawberry.asgi import GraphQL
from strawberry.file_uploads import Upload

product = Product()


def viewer(info: strawberry.Info) -> Person | None:
    """By header, or by the first message of the socket."""
    request = info.context["request"]
    told = authorization_of(info.context.get("connection_params")) or request.headers.get("authorization")
    return viewer_of(told)


@strawberry.type
class User:
    """A person."""

    id: strawberry.ID
    name: str


def user(person: Person) -> User:
    """To show."""
    return User(id=strawberry.ID(person.id), name=person.name)


@strawberry.type(description="Only its owner sees it.")
class Note:
    """A note."""

    id: strawberry.ID
    text: str
    owner: User


@strawberry.type
class Post:
    """A post."""

    id: strawberry.ID
    text: str
    author: User


@strawberry.type
class File:
    """What was uploaded."""

    name: str
    size: int
    sha256: str


def note(row: Text) -> Note:
    """To show."""
    return Note(id=strawberry.ID(row.id), text=row.text, owner=user(row.person))


def post(row: Text) -> Post:
    """To show."""
    return Post(id=strawberry.ID(row.id), text=row.text, author=user(row.person))


@strawberry.type
class Query:
    """Reading."""

    @strawberry.field
    def me(self, info: strawberry.Info) -> User | None:
        """Who asks."""
        person = viewer(info)
        return user(person) if person else None

    @strawberry.field
    def notes(self, info: strawberry.Info) -> list[Note]:
        """One's own."""
        return [note(row) for row in product.notes_of(viewer(info))]

    @strawberry.field
    def note(self, info: strawberry.Info, id: strawberry.ID) -> Note | None:
        """One of one's own."""
        row = product.note(viewer(info), id)
        return note(row) if row else None

    @strawberry.field
    def posts(self) -> list[Post]:
        """Of all."""
        return [post(row) for row in product.posts.values()]

    @strawberry.field
    def post(self, id: strawberry.ID) -> Post | None:
        """One."""
        row = product.posts.get(id)
        return post(row) if row else None


@strawberry.type
class Mutation:
    """Changes."""

    @strawberry.mutation
    async def add_note(self, info: strawberry.Info, text: str) -> Note:
        """One's own."""
        return note(product.add_note(viewer(info), text))

    @strawberry.mutation
    async def remove_note(self, info: strawberry.Info, id: strawberry.ID) -> strawberry.ID:
        """One's own."""
        return strawberry.ID(product.remove_note(viewer(info), id))

    @strawberry.mutation
    async def add_post(self, info: strawberry.Info, text: str) -> Post:
        """For all."""
        return post(product.add_post(viewer(info), text))

    @strawberry.mutation
    async def upload(self, info: strawberry.Info, file: Upload) -> File:
        """Not kept."""
        product.logged_in(viewer(info))
        content: bytes = await file.read()
        return File(name=file.filename, size=len(content), sha256=hashlib.sha256(content).hexdigest())


@strawberry.type
class Subscription:
    """Events."""

    @strawberry.subscription
    async def post_added(self) -> AsyncGenerator[Post, None]:
        """New posts of anybody."""
        async for row in product.new_posts():
            yield post(row)

    @strawberry.subscription
    async def countdown(self, start: int) -> AsyncGenerator[int, None]:
        """To zero, and the end."""
        async for number in product.countdown(product.check_start(start)):
            yield number


schema = strawberry.Schema(Query, Mutation, Subscription)
app: Any = GraphQL(schema, multipart_uploads_enabled=True)

__all__ = ["Refusal", "app"]

if __name__ == "__main__":
    port = int(sys.argv[1])
    print(f"http://127.0.0.1:{port}/graphql", flush=True)
    uvicorn.run(app, port=port, log_level="critical", ws="websockets-sansio")
