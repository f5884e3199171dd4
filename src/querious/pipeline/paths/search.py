"""What the user points at → the search for its paths, by its protocol."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Protocol

from querious.pipeline.detection import description_of
from querious.pipeline.paths.use_case import PathSearch
from querious.pipeline.schema.use_case import is_file, load_schema

if TYPE_CHECKING:
    from collections.abc import Iterator

    from querious.model import Settings
    from querious.pipeline.paths.use_case import PathsAsked


class AnyPathSearch(Protocol):
    """One search, whatever the protocol."""

    def drawing(self) -> str:
        """What was asked for as a picture."""

    def lines(self) -> Iterator[str]:
        """The paths as they are found."""

    def summary(self) -> str:
        """How many there are, by which criterion, in which graph."""


def search_paths(target: str, settings: Settings, asked: PathsAsked) -> AnyPathSearch:
    """Through the types of a GraphQL API, or through the operations that a description of REST has."""
    description = description_of(target, settings)
    if description is None:
        files = replace(settings, schema=target) if is_file(target) else settings
        return PathSearch(load_schema(target, files).schema, asked)
    from querious.pipeline.paths.operation_search import OperationPathSearch  # noqa: PLC0415 - needs an extra

    return OperationPathSearch(description, asked)
