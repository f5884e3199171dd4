"""Ways to the objects of a type, chosen from all that the answers of a run have shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from graphql import get_named_type

from querious.model.arguments import canonical
from querious.relations.answer_objects import meet
from querious.relations.objects.lookups import possible

if TYPE_CHECKING:
    from collections.abc import Iterator

    from querious.model import JSON
    from querious.relations.relation import Asked
    from querious.relations.routes import Route
    from querious.relations.world import World


def ways_to(world: World, typename: str, *, but: str = "", most: int = 3) -> list[Route]:
    """Ways on which objects of a type were seen, those that show the most of them first; none by the field ``but``."""
    found: dict[str, list[Route]] = {}
    for ways in list(world.objects.get(typename, {}).values()):
        for route in list(ways.values()):
            if route[-1].coordinate != but:
                found.setdefault(text_of(route), []).append(route)
    chosen = sorted(found.values(), key=lambda routes: (-len(routes), len(routes[0])))[:most]
    if chosen:
        return [routes[0] for routes in chosen]
    return [route for route in _declared(world, typename) if not route or route[-1].coordinate != but][:most]


def _declared(world: World, typename: str) -> Iterator[Route]:
    """For types without identity, whose objects are not kept: ways to where the schema has them stand."""
    if typename == world.terms.root:
        yield ()
        return
    for exact in (True, False):
        for ways in list(world.routes.values()):
            for route in list(ways.values()):
                field = world.terms.fields(route[-1].parent).get(route[-1].name)
                kind = get_named_type(field.type).name if field else ""
                if (kind == typename) if exact else (kind != typename and typename in possible(world.terms, kind)):
                    yield route


def text_of(route: Route) -> str:
    """The same for the same way."""
    return ".".join(f"{step.coordinate}({canonical(step.arguments)})" for step in route)


def shown(asked: Asked, typename: str, name: str) -> list[JSON]:
    """The values that an answer shows of a field of a type, each once."""
    coordinate = f"{typename}.{name}"
    found: dict[str, JSON] = {}
    for met in meet(asked):
        if met.typename == typename:
            for field in met.shape.fields.values():
                value = met.value.get(field.key)
                if field.coordinate == coordinate and not field.arguments and isinstance(value, str | int):
                    found.setdefault(str(value), value)
    return list(found.values())


def all_shown(asked: Asked) -> set[str]:
    """``Type.field value`` of every leaf that an answer shows."""
    return {
        f"{field.coordinate} {met.value[field.key]}"
        for met in meet(asked)
        for field in met.shape.fields.values()
        if field.child is None and isinstance(met.value.get(field.key), str | int)
    }
