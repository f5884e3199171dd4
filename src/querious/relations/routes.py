"""Routes through the schema that are known to lead to an object, and the queries that take them again."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from querious.model import Field, Fragment, Operation
from querious.model.arguments import canonical
from querious.relations.schema_types import type_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from querious.model import Selection, Value
    from querious.relations.schema_types import SchemaTypes


class FieldStep(NamedTuple):
    """One field on the route, on the type that the object there really had."""

    parent: str
    name: str
    arguments: tuple[tuple[str, Value], ...] = ()

    @property
    def coordinate(self) -> str:
        """``Type.field``."""
        return f"{self.parent}.{self.name}"


Route: TypeAlias = tuple[FieldStep, ...]
"""From a field of the query type down; the empty route is the query type itself."""


def query_along(types: SchemaTypes, route: Route, selections: Sequence[Selection]) -> Operation:
    """The query that takes a route and selects this at its end; narrows to the object types met on the way.

    Where the end may be of several types, the selections have to bring their own fragments: ``query_at`` adds them.
    """
    below = list(selections)
    for position, step in reversed(list(enumerate(route))):
        field = Field(step.parent, step.name, arguments=step.arguments, children=below)
        below = _narrowed(types, route[:position], step.parent, [field])
    return Operation("query", "", types.root, below)


def query_at(types: SchemaTypes, route: Route, typename: str, selections: Sequence[Selection]) -> Operation:
    """The query that asks this of the objects of one type at the end of a route."""
    return query_along(types, route, _narrowed(types, route, typename, selections))


def _narrowed(types: SchemaTypes, route: Route, typename: str, selections: Sequence[Selection]) -> list[Selection]:
    """In a fragment, with the type's name beside it, where objects of other types may stand at the end of the route."""
    declared = type_name(types.field(route[-1].coordinate)) if route else types.root
    if declared == typename:
        return list(selections)
    return [Field(declared, "__typename"), Fragment(typename, (), list(selections))]


def route_text(route: Route) -> str:
    """The same for the same route."""
    return ".".join(f"{step.coordinate}({canonical(step.arguments)})" for step in route)
