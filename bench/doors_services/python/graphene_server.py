"""graphene-django: no subscriptions of its own; batches, uploads by graphene-file-upload."""

from __future__ import annotations

import hashlib
import sys
from typing import Any

import django
import graphene
from django.conf import settings

settings.configure(
    DEBUG=False,
    ALLOWED_HOSTS=["*"],
    ROOT_URLCONF=__name__,
    SECRET_KEY="for trying things out",
    INSTALLED_APPS=["graphene_django"],
    DATABASES={},
    LOGGING_CONFIG=None,
)
django.setup()

from django.core.asgi import get_asgi_application  # noqa: E402 - Django is set up first
from django.urls import path  # noqa: E402
from django.views.decorators.csrf import csrf_exempt  # noqa: E402
from graphene_file_upload.django import FileUploadGraphQLView  # noqa: E402
from graphene_file_upload.scalars import Upload  # noqa: E402
from product import Person, Product, Text, viewer_of  # noqa: E402

product = Product()


def viewer(info: Any) -> Person | None:
    """By header."""
    return viewer_of(info.context.headers.get("authorization"))


class User(graphene.ObjectType):
    id = graphene.ID(required=True)
    name = graphene.String(required=True)


class Note(graphene.ObjectType):
    """Only its owner sees it."""

    id = graphene.ID(required=True)
    text = graphene.String(required=True)
    owner = graphene.Field(User, required=True)

    def resolve_owner(self: Text, _: Any) -> Person:
        return self.person


class Post(graphene.ObjectType):
    id = graphene.ID(required=True)
    text = graphene.String(required=True)
    author = graphene.Field(User, required=True)

    def resolve_author(self: Text, _: Any) -> Person:
        return self.person


class File(graphene.ObjectType):
    name = graphene.String(required=True)
    size = graphene.Int(required=True)
    sha256 = graphene.String(required=True)


class Query(graphene.ObjectType):
    me = graphene.Field(User)
    notes = graphene.List(graphene.NonNull(Note), required=True)
    note = graphene.Field(Note, id=graphene.ID(required=True))
    posts = graphene.List(graphene.NonNull(Post), required=True)
    post = graphene.Field(Post, id=graphene.ID(required=True))

    def resolve_me(self, info: Any) -> Person | None:
        return viewer(info)

    def resolve_notes(self, info: Any) -> list[Text]:
        return product.notes_of(viewer(info))

    def resolve_note(self, info: Any, id: str) -> Text | None:
        return product.note(viewer(info), id)

    def resolve_posts(self, _: Any) -> list[Text]:
        return list(product.posts.values())

    def resolve_post(self, _: Any, id: str) -> Text | None:
        return product.posts.get(id)


class Mutation(graphene.ObjectType):
    add_note = graphene.Field(Note, required=True, text=graphene.String(required=True))
    remove_note = graphene.ID(required=True, id=graphene.ID(required=True))
    add_post = graphene.Field(Post, required=True, text=graphene.String(required=True))
    upload = graphene.Field(File, required=True, file=Upload(required=True))

    def resolve_add_note(self, info: Any, text: str) -> Text:
        return product.add_note(viewer(info), text)

    def resolve_remove_note(self, info: Any, id: str) -> str:
        return product.remove_note(viewer(info), id)

    def resolve_add_post(self, info: Any, text: str) -> Text:
        return product.add_post(viewer(info), text)

    def resolve_upload(self, info: Any, file: Any) -> dict[str, Any]:
        product.logged_in(viewer(info))
        content = file.read()
        return {"name": file.name, "size": len(content), "sha256": hashlib.sha256(content).hexdigest()}


view = FileUploadGraphQLView.as_view(schema=graphene.Schema(Query, Mutation), batch=False)
urlpatterns = [path("graphql", csrf_exempt(view))]
app = get_asgi_application()

if __name__ == "__main__":
    import uvicorn

    port = int(sys.argv[1])
    print(f"http://127.0.0.1:{port}/graphql", flush=True)
    uvicorn.run(app, port=port, log_level="critical", lifespan="off")
