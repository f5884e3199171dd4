"""The SDL of a subgraph, held against what introspection shows of the same service.

A router plans by the SDL, and the server answers by the schema that introspection shows. Where both know a field and
say different things of its type, both cannot be right: a fault. What only one of them has is a suspicion, as
introspection may hide what those who ask may not see, and the SDL may leave out what routers need not know.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from graphql import GraphQLEnumType, GraphQLSyntaxError, GraphQLUnionType, TypeDefinitionNode, parse, print_ast

from querious.graphql.schema.definitions import join, parts_of
from querious.model import Severity
from querious.model.definitions import fields_of
from querious.text.display import listing

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from graphql import GraphQLNamedType, GraphQLSchema

_MACHINERY: Final = ("_", "federation__", "link__", "join__", "core__", "FieldSet", "LinkImport", "LinkPurpose")
"""What begins the names of types that belong to federation itself."""
_NAMED: Final = 5


class SdlProblem(NamedTuple):
    """What is wrong with an SDL."""

    coordinate: str
    message: str
    severity: Severity


def sdl_problems(sdl: str, schema: GraphQLSchema) -> Iterator[SdlProblem]:
    """Everything in which a readable SDL and the schema differ; nothing where it cannot be read."""
    try:
        definitions = join(parse(sdl, no_location=True).definitions)
    except (GraphQLSyntaxError, RecursionError):
        return
    described = {node.name.value: node for node in definitions if isinstance(node, TypeDefinitionNode)}
    roots = {kind.name for kind in (schema.query_type, schema.mutation_type, schema.subscription_type) if kind}
    unknown = [name for name in described if name not in schema.type_map and not _is_machinery(name)]
    if unknown:
        told = listing((f"`{name}`" for name in unknown), _NAMED)
        yield SdlProblem("", f"the SDL has types that introspection does not show: {told}", Severity.SUSPICION)
    untold = [
        name for name in schema.type_map if name not in described and not _is_machinery(name) and _is_own(schema, name)
    ]
    left_out = [name for name in untold if name not in roots]
    if left_out:
        told = listing((f"`{name}`" for name in left_out), _NAMED)
        yield SdlProblem("", f"introspection shows types that the SDL lacks: {told}", Severity.SUSPICION)
    for name, node in described.items():
        shown = schema.type_map.get(name)
        if shown is not None and not _is_machinery(name):
            yield from _in_type(name, node, shown, schema)


def _is_machinery(name: str) -> bool:
    return name.startswith(_MACHINERY)


def _is_own(schema: GraphQLSchema, name: str) -> bool:
    """Whether a type of the schema was made by people: no scalar, which needs no definition in every framework."""
    return not name.startswith("__") and schema.type_map[name].__class__.__name__ != "GraphQLScalarType"


def _in_type(name: str, node: Any, shown: GraphQLNamedType, schema: GraphQLSchema) -> Iterator[SdlProblem]:
    kind = node.kind.removesuffix("_definition").replace("_", " ")
    if _kind_of(shown) != kind:
        message = f"is a type of kind {kind} by the SDL, and of kind {_kind_of(shown)} by introspection"
        yield SdlProblem(name, message, Severity.FAULT)
        return
    known: Mapping[str, Any] = fields_of(schema, name) or getattr(shown, "fields", {})
    told = {part.name.value: part for part in parts_of(node, "fields")}
    for field, part in told.items():
        if field.startswith("_"):
            continue
        if field not in known:
            yield SdlProblem(f"{name}.{field}", "the SDL has a field that introspection does not show", _SUSPICION)
            continue
        yield from _types(f"{name}.{field}", part, known[field].type)
        arguments = getattr(known[field], "args", {})
        for argument in parts_of(part, "arguments"):
            if argument.name.value in arguments:
                place = f"{name}.{field}.{argument.name.value}"
                yield from _types(place, argument, arguments[argument.name.value].type)
    for field in known:
        if told and field not in told and not field.startswith("_"):
            yield SdlProblem(f"{name}.{field}", "introspection shows a field that the SDL lacks", _SUSPICION)
    yield from _members(name, node, shown)


_SUSPICION: Final = Severity.SUSPICION


def _types(coordinate: str, part: Any, declared: object) -> Iterator[SdlProblem]:
    written = print_ast(part.type)
    if written != str(declared):
        message = f"is `{written}` by the SDL, and `{declared}` by introspection"
        yield SdlProblem(coordinate, message, Severity.FAULT)


def _members(name: str, node: Any, shown: GraphQLNamedType) -> Iterator[SdlProblem]:
    """Values of an enum, members of a union."""
    if isinstance(shown, GraphQLEnumType):
        told, known = {part.name.value for part in parts_of(node, "values")}, set(shown.values)
    elif isinstance(shown, GraphQLUnionType):
        told, known = {part.name.value for part in parts_of(node, "types")}, {member.name for member in shown.types}
    else:
        return
    if told != known:
        differing = listing((f"`{one}`" for one in sorted(told ^ known)), _NAMED)
        yield SdlProblem(name, f"SDL and introspection have different members: {differing}", Severity.SUSPICION)


def _kind_of(shown: GraphQLNamedType) -> str:
    kinds = {"Scalar": "scalar type", "Object": "object type", "Interface": "interface type", "Union": "union type"}
    kinds |= {"Enum": "enum type", "InputObject": "input object type"}
    return kinds.get(shown.__class__.__name__.removeprefix("GraphQL").removesuffix("Type"), "")
