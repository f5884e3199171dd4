"""A collection as the description has it: its paths, its operations, its key. Plain data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from querious.model.crud import Command
from querious.rest.openapi.operations import METHODS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from querious.rest.openapi.operations import RestOperation
    from querious.rest.openapi.path_templates import PathTemplate


@dataclass(frozen=True, slots=True)
class RestResource:
    """Two paths that belong together."""

    name: str
    collection: PathTemplate
    item: PathTemplate
    operations: Mapping[Command, RestOperation]
    item_methods: frozenset[str]
    """The methods that are documented for an item, in lower case."""
    listed: PathTemplate | None = None
    """Where entries are listed, if not where they are made."""
    named_by_us: bool = False
    """Entries are made by PUT under keys of our choice: there is no POST."""
    trash: str = ""
    """The path that empties the trash."""

    @property
    def path(self) -> str:
        """Of the collection, as it is written."""
        return self.collection.text

    @property
    def key_parameter(self) -> str:
        """The name of the parameter that is the key."""
        return self.item.parameters[-1]


class MethodProbe(NamedTuple):
    """A method that a path does not document: it should be answered with 405 or 404, and change nothing."""

    method: str
    path: str
    """With parameters, the last of which is the key."""


@dataclass(frozen=True, slots=True)
class Promises:
    """What a description says about states: hints, which a service is not held to by themselves."""

    gone: bool
    """Reading an entry is documented to be answered with 410."""
    missing: frozenset[Command]
    """Commands that document 404."""
    conflict: frozenset[Command]
    """Commands that document 409."""
    put_creates: bool
    """PUT documents 201: it makes what is not there, also what was deleted."""


def undocumented_methods(resource: RestResource) -> tuple[MethodProbe, ...]:
    """Of the item path alone: on the path of a collection, an undocumented DELETE may well do what it says."""
    unknown = [method for method in METHODS if method not in resource.item_methods]
    return tuple(MethodProbe(method.upper(), resource.item.text) for method in unknown)


def promises(resource: RestResource) -> Promises:
    """What the documented statuses promise."""

    def documenting(status: str) -> frozenset[Command]:
        operations = resource.operations.items()
        return frozenset(command for command, operation in operations if status in operation.responses)

    return Promises(
        gone=Command.GET in documenting("410"),
        missing=documenting("404"),
        conflict=documenting("409"),
        put_creates=Command.PUT in documenting("201"),
    )
