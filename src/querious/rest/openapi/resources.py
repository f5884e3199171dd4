"""A collection as the description has it: its paths, its operations, its key. Plain data."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from querious.model.crud import Command
from querious.rest.openapi.operations import METHODS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from querious.rest.openapi.operations import Operation
    from querious.rest.openapi.paths import Route


@dataclass(frozen=True, slots=True)
class Resource:
    """Two paths that belong together."""

    name: str
    collection: Route
    item: Route
    operations: Mapping[Command, Operation]
    methods: Mapping[str, frozenset[str]]
    """By path as it is written: the methods that are documented, in lower case."""
    listed: Route | None = None
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


class Probe(NamedTuple):
    """A method that a path does not document: it should be answered with 405 or 404, and change nothing."""

    method: str
    path: str
    """With parameters, the last of which is the key."""


@dataclass(frozen=True, slots=True)
class Promises:
    """What a description says about states: hints, which a service is not held to by themselves."""

    gone: bool
    """Reading an entry is documented to be answered with 410."""
    missing: frozenset[Command] = field(default_factory=frozenset)
    """Commands that document 404."""
    conflict: frozenset[Command] = field(default_factory=frozenset)
    """Commands that document 409."""
    put_creates: bool = False
    """PUT documents 201: it makes what is not there, also what was deleted."""


def undocumented_methods(resource: Resource) -> tuple[Probe, ...]:
    """Of the item path alone: on the path of a collection, an undocumented DELETE may well do what it says."""
    known = resource.methods.get(resource.item.text, frozenset())
    return tuple(Probe(method.upper(), resource.item.text) for method in METHODS if method not in known)


def promises(resource: Resource) -> Promises:
    """What the documented statuses promise."""
    documented = {command: operation.answers.keys() for command, operation in resource.operations.items()}
    return Promises(
        gone=any("410" in statuses for command, statuses in documented.items() if command is Command.GET),
        missing=frozenset(command for command, statuses in documented.items() if "404" in statuses),
        conflict=frozenset(command for command, statuses in documented.items() if "409" in statuses),
        put_creates="201" in documented.get(Command.PUT, ()),
    )
