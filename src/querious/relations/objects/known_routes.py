"""Ways to the objects of a type, chosen from all that the answers of a run have shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from graphql import get_named_type

from querious.model.arguments import canonical
from querious.relations.answer_objects import instances
from querious.relations.objects.lookups import possible_types

if TYPE_CHECKING:
    from collections.abc import Iterator

    from querious.model import JSON
    from querious.relations.observations import Observations
    from querious.relations.relation import QueryAnswer
    from querious.relations.routes import Route


def routes_to(observed: Observations, typename: str, *, but: str = "", most: int = 3) -> list[Route]:
    """Ways on which objects of a type were seen, those that show the most of them first; none by the field ``but``."""
    found: dict[str, list[Route]] = {}
    for ways in list(observed.objects.get(typename, {}).values()):
        for route in list(ways.values()):
            if route[-1].coordinate != but:
                found.setdefault(route_text(route), []).append(route)
    chosen = sorted(found.values(), key=lambda routes: (-len(routes), len(routes[0])))[:most]
    if chosen:
        return [routes[0] for routes in chosen]
    return [route for route in _declared(observed, typename) if not route or route[-1].coordinate != but][:most]


def _declared(observed: Observations, typename: str) -> Iterator[Route]:
    """For types without identity, whose objects are not kept: ways to where the schema has them stand."""
    if typename == observed.types.root:
        yield ()
        return
    for exact in (True, False):
        for ways in list(observed.routes.values()):
            for route in list(ways.values()):
                field = observed.types.fields(route[-1].parent).get(route[-1].name)
                kind = get_named_type(field.type).name if field else ""
                if (
                    (kind == typename)
                    if exact
                    else (kind != typename and typename in possible_types(observed.types, kind))
                ):
                    yield route


def route_text(route: Route) -> str:
    """The same for the same way."""
    return ".".join(f"{step.coordinate}({canonical(step.arguments)})" for step in route)


def shown(asked: QueryAnswer, typename: str, name: str) -> list[JSON]:
    """The values that an answer shows of a field of a type, each once."""
    coordinate = f"{typename}.{name}"
    found: dict[str, JSON] = {}
    for instance in instances(asked):
        if instance.typename == typename:
            for field in instance.shape.fields.values():
                value = instance.value.get(field.key)
                if field.coordinate == coordinate and not field.arguments and isinstance(value, str | int):
                    found.setdefault(str(value), value)
    return list(found.values())


def all_shown(asked: QueryAnswer) -> set[str]:
    """``Type.field value`` of every leaf that an answer shows."""
    return {
        f"{field.coordinate} {instance.value[field.key]}"
        for instance in instances(asked)
        for field in instance.shape.fields.values()
        if field.child is None and isinstance(instance.value.get(field.key), str | int)
    }
