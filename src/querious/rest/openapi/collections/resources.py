"""A collection as the description has it: its paths, its operations, its key. Plain data."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from querious.model.state import Command
from querious.rest.openapi.operations import METHODS, RestOperation
from querious.state.facade import Promised
from querious.text.words import same_noun, written_words

if TYPE_CHECKING:
    from collections.abc import Mapping

    from querious.rest.openapi.collections.path_templates import PathTemplate

_MOST: Final = re.compile(
    r"\b(?:at most|(?:no|not) more than|a maximum of|limited to|the limit of) (?P<number>\d{1,6}) (?P<noun>\w+)"
    r"(?! at once| at a time| per (?:request|call|page|second|minute|hour|day|week|month)| in (?:one|a) )",
    re.IGNORECASE,
)
"""Words that say how many there may be."""


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
    restorable: bool = False
    """Whether a path brings deleted entries back, or shows them."""

    def operation(self, command: Command) -> RestOperation:
        """That of a command; one that takes and answers nothing where there is none."""
        return self.operations.get(command, RestOperation("", self.path))

    @property
    def path(self) -> str:
        """Of the collection, as it is written."""
        return self.collection.text

    @property
    def key_parameter(self) -> str:
        """The name of the parameter that is the key."""
        return self.item.parameters[-1]


def promised(resource: RestResource) -> Promised:
    """What the documented statuses and methods promise."""
    most, most_told = _most(resource)
    return Promised(
        most=most,
        most_told=most_told,
        not_found=_documenting(resource, "404"),
        refuses_referred=Command.DELETE in _documenting(resource, "409"),
        versions=bool(_documenting(resource, "412")),
        restorable=resource.restorable,
        searched=resource.operation(Command.LIST).method == "post",
        methods=tuple(method.upper() for method in METHODS if method not in resource.item_methods),
    )


def _most(resource: RestResource) -> tuple[int, str]:
    """How many entries the words of POST allow ("at most 5 notes"), and these words; 0 where they say nothing of it."""
    for told in _MOST.finditer(resource.operation(Command.POST).about):
        if same_noun(written_words(told["noun"]), resource.collection.last_words):
            return int(told["number"]), told[0]
    return 0, ""


def put_creates(resource: RestResource) -> bool:
    """Whether PUT documents that it makes what is not there, also what was deleted."""
    return Command.PUT in _documenting(resource, "201")


def _documenting(resource: RestResource, status: str) -> frozenset[Command]:
    operations = resource.operations.items()
    return frozenset(command for command, operation in operations if status in operation.responses)
