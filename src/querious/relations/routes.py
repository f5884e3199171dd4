"""Ways through the schema that are known to bring an object, and the operations that go them again."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from graphql import get_named_type

from querious.model import ABSENT, Field, Fragment, Operation, Variable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from querious.model import JSON, Selection, Value
    from querious.relations.terms import Terms


class Step(NamedTuple):
    """One field on the way, on the type that the object there really had."""

    parent: str
    name: str
    arguments: tuple[tuple[str, Value], ...] = ()

    @property
    def coordinate(self) -> str:
        """``Type.field``."""
        return f"{self.parent}.{self.name}"


Route: TypeAlias = tuple[Step, ...]
"""From a field of the query type down; the empty route is the query type itself."""


def along(terms: Terms, route: Route, selections: Sequence[Selection]) -> Operation:
    """The query that goes a route and selects this at its end; narrows to the object types met on the way.

    Where the end may be of several types, the selections have to bring their own fragments: ``narrowed`` makes them.
    """
    below = list(selections)
    for place, step in reversed(list(enumerate(route))):
        here: Selection = Field(step.parent, step.name, "", step.arguments, (), below)
        below = [here]
        declared = _declared(terms, route[:place])
        if declared != step.parent:
            below = [Field(declared, "__typename", "", (), (), ()), Fragment(step.parent, (), [here])]
    return Operation("query", "", terms.root, below)


def narrowed(terms: Terms, route: Route, typename: str, selections: Sequence[Selection]) -> list[Selection]:
    """Selections for objects of one type at the end of a route, with the type's name where others may stand there."""
    declared = _declared(terms, route)
    if declared == typename:
        return list(selections)
    return [Field(declared, "__typename", "", (), (), ()), Fragment(typename, (), list(selections))]


def _declared(terms: Terms, route: Route) -> str:
    """The type that the schema gives the end of a route."""
    if not route:
        return terms.root
    last = route[-1]
    return str(get_named_type(terms.fields(last.parent)[last.name].type).name)


def coordinates(route: Route) -> tuple[str, ...]:
    """The fields of a route, whatever their arguments."""
    return tuple(step.coordinate for step in route)


def plain(value: Value) -> JSON:
    """A value as it was meant, without the variable that carried it; ABSENT for one that was not sent."""
    if isinstance(value, Variable):
        return value.value
    if isinstance(value, dict):
        return {key: inner for key, item in value.items() if (inner := plain(item)) is not ABSENT}
    if isinstance(value, list):
        return [plain(item) for item in value]
    return value


def sent(arguments: Sequence[tuple[str, Value]]) -> dict[str, JSON]:
    """Arguments by name as the API got them; those that were not sent are left out."""
    return {name: value for name, value in ((name, plain(value)) for name, value in arguments) if value is not ABSENT}


def canonical(arguments: Sequence[tuple[str, Value]]) -> str:
    """The same text for the same arguments, whatever their order and however they were handed over; may be empty."""
    values = sent(arguments)
    return json.dumps(values, sort_keys=True, ensure_ascii=False, default=str) if values else ""
