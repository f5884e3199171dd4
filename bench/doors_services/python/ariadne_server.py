"""Ariadne: one protocol of sockets, server-sent events, uploads."""

from __future__ import annotations

import hashlib
import sys
from typing import TYPE_CHECKING, Any

import uvicorn
from ariadne import MutationType, ObjectType, QueryType, SubscriptionType, make_executable_schema, upload_scalar
from ariadne.asgi import GraphQL
from ariadne.asgi.handlers import GraphQLTransportWSHandler
from ariadne.contrib.sse import GraphQLHTTPSSEHandler
from product import Product, authorization_of, viewer_of

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

TYPES = """
scalar Upload
type User { id: ID! name: String! }
"Only its owner sees it."
type Note { id: ID! text: String! owner: User! }
type Post { id: ID! text: String! author: User! }
type File { name: String! size: Int! sha256: String! }
type Query { me: User notes: [Note!]! note(id: ID!): Note posts: [Post!]! post(id: ID!): Post }
type Mutation {
  addNote(text: String!): Note!
  removeNote(id: ID!): ID!
  addPost(text: String!): Post!
  upload(file: Upload!): File!
}
type Subscription {
  "New posts of anybody."
  postAdded: Post!
  "Counts down to zero and completes."
  countdown(start: Int!): Int!
}
"""
product = Product()
query, mutation, subscription = QueryType(), MutationType(), SubscriptionType()
note_type, post_type = ObjectType("Note"), ObjectType("Post")
note_type.set_field("owner", lambda row, _: row.person)
post_type.set_field("author", lambda row, _: row.person)
query.set_field("me", lambda _, info: info.context["viewer"])
query.set_field("notes", lambda _, info: product.notes_of(info.context["viewer"]))
query.set_field("note", lambda _, info, id: product.note(info.context["viewer"], id))
query.set_field("posts", lambda *_: list(product.posts.values()))
query.set_field("post", lambda _, __, id: product.posts.get(id))
mutation.set_field("addNote", lambda _, info, text: product.add_note(info.context["viewer"], text))
mutation.set_field("removeNote", lambda _, info, id: product.remove_note(info.context["viewer"], id))
mutation.set_field("addPost", lambda _, info, text: product.add_post(info.context["viewer"], text))


@mutation.field("upload")
async def upload(_: None, info: Any, file: Any) -> dict[str, Any]:
    """Not kept."""
    product.logged_in(info.context["viewer"])
    content = await file.read()
    return {"name": file.filename, "size": len(content), "sha256": hashlib.sha256(content).hexdigest()}


@subscription.source("postAdded")
async def post_source(*_: Any) -> AsyncIterator[Any]:
    """New posts."""
    async for post in product.new_posts():
        yield post


@subscription.source("countdown")
async def countdown_source(_: None, __: Any, start: int) -> AsyncIterator[int]:
    """To zero."""
    async for number in product.countdown(product.check_start(start)):
        yield number


subscription.set_field("postAdded", lambda post, _: post)
subscription.set_field("countdown", lambda number, _, **__: number)


def context(request: Any, _: Any) -> dict[str, Any]:
    """Of a request, or of a socket."""
    told = request.scope.get("told") or request.headers.get("authorization")
    return {"request": request, "viewer": viewer_of(told)}


def connected(websocket: Any, payload: Any) -> None:
    """The first message of a socket."""
    websocket.scope["told"] = authorization_of(payload)


app = GraphQL(
    make_executable_schema(TYPES, query, mutation, subscription, note_type, post_type, upload_scalar),
    context_value=context,
    execute_get_queries=True,
    http_handler=GraphQLHTTPSSEHandler(),
    websocket_handler=GraphQLTransportWSHandler(on_connect=connected),
)

if __name__ == "__main__":
    port = int(sys.argv[1])
    print(f"http://127.0.0.1:{port}/graphql", flush=True)
    uvicorn.run(app, port=port, log_level="critical", ws="websockets-sansio")
