"""Which paths belong together: that of a collection and that of its items, one parameter longer.

A pair is found by the item path. Its collection stands one part above (``/books`` for ``/books/{id}``), or there in
another style (``/book``), or under a verb (``/books/create``), or under a parent (``/books/{id}/comments`` for
``/comments/{id}``). What has no pair is left out, with the reason.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from querious.model.crud import Command
from querious.rest.openapi.description import LeftOut
from querious.rest.openapi.paths import route, same_place
from querious.rest.openapi.resources import Resource
from querious.text.words import same_noun, written_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from querious.rest.openapi.description import Description
    from querious.rest.openapi.operations import Operation
    from querious.rest.openapi.paths import Route

_ITEM_COMMANDS: Final = {"get": Command.GET, "put": Command.PUT, "patch": Command.PATCH, "delete": Command.DELETE}
_CREATING: Final = frozenset({"create", "add", "new"})
_TRASHES: Final = frozenset({"trash", "bin", "deleted"})


@dataclass(frozen=True, slots=True)
class Place:
    """A path and what can be done there."""

    route: Route
    methods: Mapping[str, Operation]


def find_resources(description: Description) -> tuple[tuple[Resource, ...], tuple[LeftOut, ...]]:
    """All pairs in the order of the description, named, and the paths without a pair."""
    places, left_out = _places(description)
    found: list[Resource] = []
    used: set[str] = set()
    for item in places:
        if not item.route.ends_with_parameter or not item.methods.keys() & _ITEM_COMMANDS.keys():
            continue
        resource = _resource(item, places)
        if isinstance(resource, LeftOut):
            left_out.append(resource)
            used |= {item.route.text, resource.path}
        elif resource is not None:
            found.append(resource)
            used |= {item.route.text, resource.path, resource.trash, resource.listed.text if resource.listed else ""}
    left_out += [
        LeftOut(place.route.text, _reason(place, places), place.route.ends_with_parameter)
        for place in places
        if place.route.text not in used
    ]
    return _named(found), tuple(left_out)


def _places(description: Description) -> tuple[list[Place], list[LeftOut]]:
    by_path: dict[str, dict[str, Operation]] = {}
    for operation in description.operations:
        by_path.setdefault(operation.path, {})[operation.method] = operation
    places, left_out = [], list(description.broken)
    for path, methods in by_path.items():
        cut = route(path)
        if cut is None:
            left_out.append(LeftOut(path, "a part of the path is made of several parts, so no key can be told"))
        elif cut.parts:
            places.append(Place(cut, methods))
    return places, left_out


def _resource(item: Place, places: Iterable[Place]) -> Resource | LeftOut | None:
    """None where there is no collection for the item."""
    candidates = [place for place in _candidates(item, places) if place.methods.keys() & {"get", "post"}]
    creating = next((place for place in candidates if "post" in place.methods), None)
    by_put = creating is None and _creates(item)
    if not candidates and not by_put:
        return None
    if creating is None and not by_put:
        return LeftOut(candidates[0].route.text, _why_not_created(item), has_entries=True)
    listing = next((place for place in candidates if "get" in place.methods and _lists(place, creating, item)), None)
    home = creating.route if creating else listing.route if listing else _cut(item.route)
    operations = {command: item.methods[method] for method, command in _ITEM_COMMANDS.items() if method in item.methods}
    operations[Command.POST] = creating.methods["post"] if creating else item.methods["put"]
    if listing is not None:
        operations[Command.LIST] = listing.methods["get"]
    if not operations.keys() & {Command.GET, Command.LIST}:
        return LeftOut(home.text, "entries can be made but neither read nor listed")
    trash = _trash(home, places)
    if trash is not None:
        operations[Command.EMPTY_TRASH] = trash.methods["delete"]
    return Resource(
        "",
        home,
        item.route,
        operations,
        {item.route.text: frozenset(item.methods), home.text: frozenset(creating.methods if creating else ())},
        listing.route if listing is not None and listing is not creating and not by_put else None,
        by_put,
        trash.route.text if trash is not None else "",
    )


def _creates(item: Place) -> bool:
    """Whether PUT is documented to make what is not there yet."""
    return "put" in item.methods and "201" in item.methods["put"].answers and bool(item.route.literals)


def _cut(item: Route) -> Route:
    """The path above an item, where the description has none."""
    home = route(item.text.rstrip("/").rpartition("/")[0])
    return home if home is not None and home.parts == item.above else replace(item, parts=item.above)


def _candidates(item: Place, places: Iterable[Place]) -> list[Place]:
    """Paths that may be that of the collection; the best first."""
    above = item.route.above
    ranked: list[tuple[int, Place]] = []
    for place in places:
        parts = place.route.parts
        if parts == above:
            ranked.append((0, place))
        elif same_place(parts, above):
            ranked.append((1, place))
        elif parts[:-1] == above and parts[-1].lower() in _CREATING:
            ranked.append((2, place))
        elif len(parts) > len(above) and _is_shallow(place.route, item.route):
            ranked.append((3, place))
    return [place for _, place in sorted(ranked, key=lambda each: each[0])]


def _is_shallow(collection: Route, item: Route) -> bool:
    """``/books/{id}/comments`` for ``/comments/{id}``: made under a parent, read without it."""
    return (
        len(item.parts) >= 2  # noqa: PLR2004 - a name and a key
        and item.parts.count("{}") == 1
        and len(collection.parts) > 2  # noqa: PLR2004 - a parent, its key, a name
        and collection.parts[-2] == "{}"
        and collection.parts[-1] != "{}"
        and same_noun(written_words(collection.parts[-1]), written_words(item.parts[-2]))
    )


def _lists(place: Place, creating: Place | None, item: Place) -> bool:
    """Whether a path lists the entries that are made.

    Below a parent, as in ``/users/{id}/comments``, only that parent's own are listed, and nothing says which parent
    those have that are made elsewhere.
    """
    return place is creating or not _is_shallow(place.route, item.route)


def _why_not_created(item: Place) -> str:
    if "put" in item.methods:
        return "nothing can be added: there is no POST, and PUT does not document that it creates (201)"
    return "nothing can be added: there is no POST"


def _trash(home: Route, places: Iterable[Place]) -> Place | None:
    """``DELETE /books/trash``."""
    for place in places:
        parts = place.route.parts
        if parts[:-1] == home.parts and parts[-1].lower() in _TRASHES and "delete" in place.methods:
            return place
    return None


def _reason(place: Place, places: Iterable[Place]) -> str:
    """Why a path belongs to no collection."""
    above = place.route.above
    if place.route.ends_with_parameter:
        return "there is no path of a collection above it, to which entries could be added"
    if "{}" in above and above[-1] == "{}":
        return "an action or a single part of an entry, no collection"
    if any(other.route.above == place.route.parts and other.route.ends_with_parameter for other in places):
        return "its items cannot be read, changed or deleted one by one"
    return "no collection: there is no path of its items, one parameter longer"


def _named(resources: list[Resource]) -> tuple[Resource, ...]:
    """By their names in the path; by the whole path where that is not unique; each pair once."""
    unique: dict[tuple[str, str], Resource] = {}
    for resource in resources:
        unique.setdefault((resource.path, resource.item.text), resource)
    kept = list(unique.values())
    short = ["/".join(resource.collection.literals) for resource in kept]
    long = ["/".join(part for part in resource.collection.parts if part != "{}") for resource in kept]
    whole = [resource.item.text.strip("/") for resource in kept]
    names = []
    for position in range(len(kept)):
        options = (short[position], long[position], whole[position])
        names.append(next(name for name, of_all in zip(options, (short, long, whole), strict=True)
                          if of_all.count(name) == 1 or of_all is whole))  # fmt: skip
    return tuple(replace(resource, name=name) for resource, name in zip(kept, names, strict=True))
