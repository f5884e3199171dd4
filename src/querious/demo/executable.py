"""The schema with its resolvers, as one builds it with Ariadne, and faults woven around them."""

from __future__ import annotations

from importlib.resources import files
from typing import TYPE_CHECKING, Any, cast

import graphql
from ariadne import InterfaceType, ObjectType, UnionType, convert_camel_case_to_snake, make_executable_schema
from graphql import GraphQLAbstractType, GraphQLEnumType, GraphQLObjectType, GraphQLSchema, default_field_resolver

from querious.demo.resolvers import RESOLVERS, runtime_type
from querious.demo.scalars import bindables

if TYPE_CHECKING:
    from collections.abc import Iterable

    from querious.demo.faults.fault import AtResolver

_ARGUMENT_PATH = 3


def type_definitions() -> str:
    """The schema as text; where graphql-core is too old to know ``@oneOf``, without it."""
    text = files("querious.demo").joinpath("schema.graphql").read_text("utf-8")
    return text if hasattr(graphql, "GraphQLOneOfDirective") else text.replace(" @oneOf", "")


def executable_schema(weaves: Iterable[AtResolver] = ()) -> GraphQLSchema:
    """A schema of its own for each caller, because faults change it."""
    types: dict[str, ObjectType] = {}
    for coordinate, resolver in RESOLVERS.items():
        name, _, field = coordinate.partition(".")
        types.setdefault(name, ObjectType(name)).set_field(field, resolver)
    schema = make_executable_schema(
        type_definitions(),
        *types.values(),
        InterfaceType("Node", runtime_type),
        InterfaceType("Item", runtime_type),
        UnionType("SearchResult", runtime_type),
        *bindables(),
        convert_names_case=python_name,
    )
    _restore_enums(schema)
    for weave in weaves:
        _weave(schema, weave)
    return schema


def _restore_enums(schema: GraphQLSchema) -> None:
    """Take back Ariadne's patch of how enums are read: with graphql-core 3.2.14 it refuses every enum in a variable.

    The patch is for enums with Python values, of which there are none here.
    """
    for type_ in schema.type_map.values():
        if isinstance(type_, GraphQLEnumType):
            vars(type_).pop("parse_value", None)


def python_name(name: str, _: GraphQLSchema, path: tuple[str, ...]) -> str:
    """Snake case; the argument ``id`` is ``id_``, which hides nothing of Python's."""
    return "id_" if name == "id" and len(path) == _ARGUMENT_PATH else convert_camel_case_to_snake(name)


def _weave(schema: GraphQLSchema, weave: AtResolver) -> None:
    name, _, field = weave.coordinate.partition(".")
    if not field:
        abstract = cast("GraphQLAbstractType", schema.type_map[name])
        abstract.resolve_type = cast("Any", weave.wrap(cast("Any", abstract.resolve_type)))
        return
    definition = cast("GraphQLObjectType", schema.type_map[name]).fields[field]
    definition.resolve = weave.wrap(definition.resolve or default_field_resolver)
