"""The schema of ``bench/audit/servers`` behind servers of Python: ``python http_rules_servers.py NAME`` serves one.

The port is ``$PORT``. With ``$BATCHING`` those that know batches take them. Its libraries are not those of the tests.
"""

# ruff: noqa: PLC0415 - only the library that is served need be there

from __future__ import annotations

import os
import sys

BOOKS = [{"id": "1", "title": "Emma"}, {"id": "2", "title": "Persuasion"}]
SDL = """
type Query { books(first: Int = 10): [Book!]! book(id: ID!): Book broken: String }
type Mutation { rename(id: ID!, title: String!): Book }
type Book { id: ID! title: String! }
"""


def found(key: str) -> dict[str, str] | None:
    return next((one for one in BOOKS if one["id"] == key), None)


def broken(*_: object) -> str:
    raise ValueError("broken")


def strawberry_schema():
    global strawberry, Book  # noqa: PLW0603 - Strawberry looks names up where the module has them
    import strawberry

    @strawberry.type
    class Book:
        id: strawberry.ID
        title: str

    @strawberry.type
    class Query:
        @strawberry.field
        def books(self, first: int = 10) -> list[Book]:
            return [Book(**one) for one in BOOKS[:first]]

        @strawberry.field
        def book(self, id: strawberry.ID) -> Book | None:  # noqa: A002
            one = found(id)
            return Book(**one) if one else None

        @strawberry.field
        def broken(self) -> str | None:
            return broken()

    @strawberry.type
    class Mutation:
        @strawberry.mutation
        def rename(self, id: strawberry.ID, title: str) -> Book | None:  # noqa: A002
            one = found(id)
            return Book(id=one["id"], title=title) if one else None

    return strawberry.Schema(Query, Mutation)


def strawberry_fastapi():
    from fastapi import FastAPI
    from strawberry.fastapi import GraphQLRouter

    app = FastAPI()
    app.include_router(GraphQLRouter(strawberry_schema()), prefix="/graphql")
    return app


def strawberry_asgi():
    from strawberry.asgi import GraphQL

    return mounted(GraphQL(strawberry_schema()))


def ariadne():
    from ariadne import MutationType, QueryType, make_executable_schema
    from ariadne.asgi import GraphQL

    query, mutation = QueryType(), MutationType()
    query.set_field("books", lambda *_, first=10: BOOKS[:first])
    query.set_field("book", lambda *_, id: found(id))  # noqa: A006
    query.set_field("broken", broken)
    mutation.set_field("rename", lambda *_, id, title: {**(found(id) or {}), "title": title})  # noqa: A006
    return mounted(GraphQL(make_executable_schema(SDL, query, mutation), debug=False))


def mounted(app):
    """At its path alone: Starlette's own ``Mount`` would redirect to the path with a slash."""
    from starlette.applications import Starlette
    from starlette.routing import Route

    return Starlette(routes=[Route("/graphql", app)])


def graphene_schema():
    import graphene

    class Book(graphene.ObjectType):
        id = graphene.ID(required=True)
        title = graphene.String(required=True)

    class Query(graphene.ObjectType):
        books = graphene.List(graphene.NonNull(Book), first=graphene.Int(default_value=10), required=True)
        book = graphene.Field(Book, id=graphene.ID(required=True))
        broken = graphene.String(resolver=broken)

        def resolve_books(self, info, first):
            return BOOKS[:first]

        def resolve_book(self, info, id):  # noqa: A002
            return found(id)

    class Rename(graphene.Mutation):
        class Arguments:
            id = graphene.ID(required=True)
            title = graphene.String(required=True)

        Output = Book

        def mutate(self, info, id, title):  # noqa: A002
            return {**(found(id) or {}), "title": title}

    class Mutation(graphene.ObjectType):
        rename = Rename.Field()

    return graphene.Schema(query=Query, mutation=Mutation)


def graphene_django():
    from django.conf import settings
    from django.core.wsgi import get_wsgi_application
    from django.urls import path
    from django.views.decorators.csrf import csrf_exempt

    settings.configure(
        ROOT_URLCONF="servers.urls",
        ALLOWED_HOSTS=["*"],
        SECRET_KEY="made up",
        INSTALLED_APPS=["graphene_django"],
        GRAPHENE={},
    )
    import types

    urls = types.ModuleType("servers.urls")
    sys.modules["servers.urls"] = urls
    app = get_wsgi_application()
    from graphene_django.views import GraphQLView

    batch = bool(os.environ.get("BATCHING"))
    view = csrf_exempt(GraphQLView.as_view(schema=graphene_schema(), graphiql=not batch, batch=batch))
    urls.urlpatterns = [path("graphql", view)]
    return app


def strawberry_flask():
    from flask import Flask
    from strawberry.flask.views import GraphQLView

    app = Flask(__name__)
    app.add_url_rule("/graphql", view_func=GraphQLView.as_view("graphql", schema=strawberry_schema()))
    return app


ASGI = {"strawberry-fastapi": strawberry_fastapi, "strawberry": strawberry_asgi, "ariadne": ariadne}
WSGI = {"graphene-django": graphene_django, "strawberry-flask": strawberry_flask}


def serve(name: str, port: int) -> None:
    if name in ASGI:
        import uvicorn

        uvicorn.run(ASGI[name](), host="127.0.0.1", port=port, log_level="critical")
        return
    from wsgiref.simple_server import WSGIRequestHandler, make_server

    class Quiet(WSGIRequestHandler):
        def log_message(self, *_: object) -> None:
            pass

    make_server("127.0.0.1", port, WSGI[name](), handler_class=Quiet).serve_forever()


if __name__ == "__main__":
    serve(sys.argv[1], int(os.environ["PORT"]))
