"""What documents ask for, also beside what users asked; nothing is sent."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from querious.coverage import CoverageRecorder
from querious.graphql.cases import read_documents
from querious.pipeline.graphql.load import universe_of
from querious.pipeline.recorded import Asked, Unused, fields_used, usable

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from graphql import GraphQLSchema

    from querious.model import Coverage, Settings
    from querious.model.recording import Recording


class Compared(NamedTuple):
    """What production uses beside what documents cover, by (object, field) tuple."""

    covered: frozenset[str]
    used: dict[str, int]
    """How often each was asked for."""
    unused: tuple[Unused, ...]

    @property
    def missing(self) -> list[tuple[str, int]]:
        """Used and not covered, the most used first."""
        return sorted(
            ((name, calls) for name, calls in self.used.items() if name not in self.covered),
            key=lambda pair: (-pair[1], pair[0]),
        )


def measure(schema: GraphQLSchema, documents: Mapping[str, str], settings: Settings) -> Coverage:
    """What a set of documents asks for, without any server: file name → text."""
    recorder = CoverageRecorder(universe_of(schema, settings))
    for name, text in documents.items():
        for operation in read_documents(schema, text, name):
            recorder.request(operation)
    return recorder.coverage()


def compare(schema: GraphQLSchema, covered: Coverage, recordings: Iterable[Recording], settings: Settings) -> Compared:
    """Compare what documents cover with what users asked; nothing is sent."""
    asked: list[Asked] = []
    unused: list[Unused] = []
    for one in usable(schema, recordings, mutations=settings.mutations):
        if isinstance(one, Asked):
            asked.append(one)
        else:
            unused.append(one)
    return Compared(covered.requested, fields_used(universe_of(schema, settings), asked), tuple(unused))
