"""The paths of a collection as its facade takes them: parameters named once, constants and queries filled in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from querious.model.crud import Command
from querious.rest.openapi.parameters import placed
from querious.rest.paths import quoted

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from querious.rest.openapi.dependencies import Linked
    from querious.rest.openapi.parameters import Furnishing
    from querious.rest.openapi.paths import Route


@dataclass(frozen=True, slots=True)
class Routes:
    """Paths with the parameters of ``parents``; of ``item``, the last one is the key."""

    collection: str
    item: str
    parents: Mapping[str, str]
    listed: str = ""
    """Where entries are listed, if not where they are made."""
    trash: str = ""


def routes_of(linked: Linked, furnished: Mapping[Command, Furnishing]) -> Routes:
    """Parameters are called as in the path of the collection, and none like the key."""
    resource = linked.resource
    key = resource.key_parameter
    names = _unique(resource.collection.parameters, key)
    parents = {}
    constants = {}
    for name, said in zip(names, resource.collection.parameters, strict=True):
        if said in linked.parents:
            parents[name] = linked.parents[said]
        else:
            constants[name] = linked.constants[said]
    at_item = [
        command for command in furnished if command in _AT_ITEM or (resource.named_by_us and command is Command.POST)
    ]
    at_home = [command for command in furnished if command is Command.POST and not resource.named_by_us]
    return Routes(
        _finished(resource.collection, names, constants, _queries(furnished, at_home)),
        _finished(
            resource.item, (*names[: len(resource.item.parameters) - 1], key), constants, _queries(furnished, at_item)
        ),
        parents,
        _finished(resource.listed, names, constants, {}) if resource.listed else "",
        _filled(resource.trash, resource.collection.parameters, names, constants),
    )


_AT_ITEM = (Command.GET, Command.PUT, Command.PATCH, Command.DELETE)


def _unique(names: Iterable[str], key: str) -> tuple[str, ...]:
    found: list[str] = []
    for name in names:
        while name in found or name == key:
            name += "_"  # noqa: PLW2901 - the same name, until nobody else has it
        found.append(name)
    return tuple(found)


def _queries(furnished: Mapping[Command, Furnishing], commands: Iterable[Command]) -> dict[str, str]:
    return {name: value for command in commands for name, value in furnished[command].query.items()}


def _finished(route: Route, names: tuple[str, ...], constants: Mapping[str, str], query: Mapping[str, str]) -> str:
    path = route.named(names[: len(route.parameters)])
    for name, value in constants.items():
        path = placed(path, name, value)
    asked = "&".join(f"{quoted(name)}={quoted(value)}" for name, value in query.items())
    return f"{path}?{asked}" if asked else path


def _filled(path: str, said: Iterable[str], names: Iterable[str], constants: Mapping[str, str]) -> str:
    for old, new in zip(said, names, strict=True):
        path = path.replace("{" + old + "}", "{" + new + "}")
    for name, value in constants.items():
        path = placed(path, name, value)
    return path
