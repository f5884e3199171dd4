"""The schema, as one builds it with Ariadne. All applications share it: a resolver asks for its step."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Final, cast

from ariadne import InterfaceType, ObjectType, ScalarType, SubscriptionType, UnionType, make_executable_schema
from graphql import GraphQLEnumType

from querious.demo.doors.refusal import invalid
from querious.demo.doors.resolvers import RESOLVERS, SOURCES
from querious.demo.doors.rows import CommentRow, FileRow, NoteRow, PersonRow, ProjectRow, TaskRow
from querious.demo.doors.uploads import Part
from querious.demo.executable import python_name

if TYPE_CHECKING:
    from graphql import GraphQLResolveInfo, GraphQLSchema

TYPE_OF: Final[dict[type, str]] = {
    PersonRow: "User",
    ProjectRow: "Project",
    TaskRow: "Task",
    CommentRow: "Comment",
    NoteRow: "Note",
    FileRow: "File",
}
_SUBGRAPH: Final = """
directive @key(fields: String!, resolvable: Boolean = true) repeatable on OBJECT | INTERFACE

scalar _Any
union _Entity = User | Project | Task

type _Service {
  sdl: String!
}

extend type Query {
  _service: _Service!
  _entities(representations: [_Any!]!): [_Entity]!
}
"""


@cache
def doors_schema() -> GraphQLSchema:
    """Built once: nothing in it changes."""
    types: dict[str, ObjectType] = {}
    for coordinate in RESOLVERS:
        name, _, field = coordinate.partition(".")
        types.setdefault(name, ObjectType(name)).set_field(field, _resolver(coordinate))
    subscription = SubscriptionType()
    for coordinate in SOURCES:
        field = coordinate.partition(".")[2]
        subscription.set_source(field, _source(coordinate))
        subscription.set_field(field, lambda event, *_, **__: event)
    schema = make_executable_schema(
        [files("querious.demo.doors").joinpath("schema.graphql").read_text("utf-8"), _SUBGRAPH],
        *types.values(),
        subscription,
        InterfaceType("Node", _type_of),
        UnionType("SearchResult", _type_of),
        UnionType("_Entity", _type_of),
        _upload(),
        convert_names_case=python_name,
    )
    for type_ in schema.type_map.values():  # as in querious.demo.executable
        if isinstance(type_, GraphQLEnumType):
            vars(type_).pop("parse_value", None)
    return schema


def _resolver(coordinate: str) -> Any:
    def resolve(parent: Any, info: GraphQLResolveInfo, **arguments: Any) -> Any:
        return info.context.step(coordinate)(parent, info.context, **arguments)

    return resolve


def _source(coordinate: str) -> Any:
    def subscribe(parent: Any, info: GraphQLResolveInfo, **arguments: Any) -> Any:
        return info.context.step(coordinate)(parent, info.context, **arguments)

    return subscribe


def _type_of(value: object, *_: Any) -> str:
    return TYPE_OF[cast("type", type(value))]


def _upload() -> ScalarType:
    upload = ScalarType("Upload")

    @upload.value_parser
    def parse(value: object) -> Part:
        if not isinstance(value, Part):
            raise invalid("A file comes in a multipart request.")
        return value

    return upload
