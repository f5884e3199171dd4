"""The paths of a collection as its facade takes them: parameters named once, constants and queries filled in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from querious.model.state import Command
from querious.rest.paths import quoted, with_query

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from querious.rest.openapi.collections.dependencies import LinkedCollection
    from querious.rest.openapi.parameter_values import RequiredValues

_AT_ITEM: Final = frozenset({Command.GET, Command.PUT, Command.PATCH, Command.DELETE})


@dataclass(frozen=True, slots=True)
class CollectionPaths:
    """Paths with the parameters of ``parents``; of ``item``, the last one is the key."""

    collection: str
    item: str
    parents: Mapping[str, str]
    listed: str = ""
    """Where entries are listed, if not where they are made."""
    trash: str = ""


def collection_paths(linked: LinkedCollection, values: Mapping[Command, RequiredValues], base: str) -> CollectionPaths:
    """Parameters are called as in the path of the collection, none like the key. ``base`` goes before every path."""
    resource = linked.resource
    key = resource.key_parameter
    names = _unique(resource.collection.parameters, key)
    parents, constants = {}, {}
    for name, original in zip(names, resource.collection.parameters, strict=True):
        if original in linked.parents:
            parents[name] = linked.parents[original]
        else:
            constants[name] = linked.constants[original]
    at_item: dict[str, str] = {}
    at_collection: dict[str, str] = {}
    for command, required in values.items():
        if command in _AT_ITEM or (command is Command.POST and resource.named_by_us):
            at_item |= required.query
        elif command is Command.POST:
            at_collection |= required.query
    item = resource.item.named((*names[: len(resource.item.parameters) - 1], key))
    trash = resource.trash
    for original, name in zip(resource.collection.parameters, names, strict=True):
        trash = trash.replace(f"{{{original}}}", f"{{{name}}}")
    listed = resource.listed.named(names[: len(resource.listed.parameters)]) if resource.listed else ""

    def filled(path: str) -> str:
        for name, value in constants.items():
            path = path.replace(f"{{{name}}}", quoted(value))
        return base + path if path else ""

    return CollectionPaths(
        collection=with_query(filled(resource.collection.named(names)), at_collection),
        item=with_query(filled(item), at_item),
        parents=parents,
        listed=filled(listed),
        trash=filled(trash),
    )


def _unique(names: Iterable[str], key: str) -> tuple[str, ...]:
    found: list[str] = []
    for name in names:
        while name in found or name == key:
            name += "_"  # noqa: PLW2901 - the same name, until nobody else has it
        found.append(name)
    return tuple(found)
