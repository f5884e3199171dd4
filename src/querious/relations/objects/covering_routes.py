"""Few routes that together lead to as many known objects of a type as possible."""

from __future__ import annotations

from typing import TYPE_CHECKING

from querious.relations.routes import route_text

if TYPE_CHECKING:
    from collections.abc import Collection

    from querious.relations.observations import Observations
    from querious.relations.routes import Route


def covering_routes(observed: Observations, typename: str, most: int, without: Collection[str] = ()) -> list[Route]:
    """The route to the most objects, then each time the one to the most others; none that passes these fields.

    Objects without identity are not told apart: for them, the usual routes to their type.
    """
    shown: dict[str, set[str]] = {}
    routes: dict[str, Route] = {}
    for identifier, known in list(observed.objects.get(typename, {}).items()):
        for route in list(known.values()):
            if not any(step.coordinate in without for step in route):
                text = route_text(route)
                routes.setdefault(text, route)
                shown.setdefault(text, set()).add(identifier)
    chosen: list[Route] = []
    while shown and len(chosen) < most:
        best = max(shown, key=lambda text: (len(shown[text]), -len(routes[text])))
        covered = shown.pop(best)
        if not covered:
            break
        chosen.append(routes[best])
        for identifiers in shown.values():
            identifiers.difference_update(covered)
    if chosen or observed.types.identifier(typename):
        return chosen
    usual = observed.routes_to(typename, most=most)
    return [route for route in usual if not any(step.coordinate in without for step in route)]
