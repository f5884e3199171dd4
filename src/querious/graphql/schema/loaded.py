"""A schema that was read, and what the user should know about the reading."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from graphql import GraphQLSchema


@dataclass(frozen=True, slots=True)
class Loaded:
    """A schema with a query type that has fields; it counts as valid for graphql-core whatever the notes say."""

    schema: GraphQLSchema
    notes: tuple[str, ...] = ()
    """What was repaired, left out or lost, one line each."""
    source: str = ""
    """Where it came from, in words: ``introspection``, a file name, ``3 files of schema/*.graphql``."""

    sdl: str = ""
    """What ``_service { sdl }`` says of a subgraph of Apollo Federation; empty where the API is none."""

    def noted(self, *notes: str) -> Loaded:
        """The same with further notes."""
        return replace(self, notes=(*self.notes, *notes))
