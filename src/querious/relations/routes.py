"""Ways through the schema that are known to bring an object, and the operations that go them again."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from graphql import get_named_type

from querious.model import Field, Fragment, Operation

if TYPE_CHECKING:
    from collections.abc import Sequence

    from querious.model import Selection, Value
    from querious.relations.schema_types import SchemaTypes


class FieldStep(NamedTuple):
    """One field on the way, on the type that the object there really had."""

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
    """The query that goes a route and selects this at its end; narrows to the object types met on the way.

    Where the end may be of several types, the selections have to bring their own fragments: ``narrowed`` makes them.
    """
    below = list(selections)
    for place, step in reversed(list(enumerate(route))):
        here: Selection = Field(step.parent, step.name, "", step.arguments, (), below)
        below = [here]
        declared = _declared(types, route[:place])
        if declared != step.parent:
            below = [Field(declared, "__typename", "", (), (), ()), Fragment(step.parent, (), [here])]
    return Operation("query", "", types.root, below)


def narrowed(types: SchemaTypes, route: Route, typename: str, selections: Sequence[Selection]) -> list[Selection]:
    """Selections for objects of one type at the end of a route, with the type's name where others may stand there."""
    declared = _declared(types, route)
    if declared == typename:
        return list(selections)
    return [Field(declared, "__typename", "", (), (), ()), Fragment(typename, (), list(selections))]


def _declared(types: SchemaTypes, route: Route) -> str:
    """The type that the schema gives the end of a route."""
    if not route:
        return types.root
    last = route[-1]
    return str(get_named_type(types.fields(last.parent)[last.name].type).name)


def coordinates(route: Route) -> tuple[str, ...]:
    """The fields of a route, whatever their arguments."""
    return tuple(step.coordinate for step in route)
