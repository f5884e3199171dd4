"""One harness for all relations: a schema with resolvers, some documents that were asked before, and what is found."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from graphql import GraphQLSchema, build_schema, graphql_sync

from querious.graphql.cases import read_documents
from querious.graphql.shape import Shapes
from querious.model.document_text import write
from querious.relations import Mismatch, Observations, QueryAnswer, Relation

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from querious.model import Operation


class Api:
    """An API in process. ``resolvers`` are by coordinate, called with the parent object, info and the arguments.

    ``types`` tells by interface or union which key of an object holds the name of its type.
    """

    def __init__(
        self, sdl: str, resolvers: Mapping[str, Callable[..., Any]], types: Mapping[str, str] | None = None
    ) -> None:
        self.schema: GraphQLSchema = build_schema(sdl)
        for coordinate, resolve in resolvers.items():
            parent, name = coordinate.split(".")
            self.schema.type_map[parent].fields[name].resolve = resolve
        for abstract, key in (types or {}).items():
            self.schema.type_map[abstract].resolve_type = lambda value, *_, key=key: value[key]
        self.shapes = Shapes(self.schema)
        self.observed = Observations(self.schema)
        self.requests = 0

    def ask(self, operation: Operation) -> QueryAnswer:
        """Execute an operation, and let the observed know."""
        document, variables = write(operation)
        result = graphql_sync(self.schema, document, variable_values=variables)
        self.requests += 1
        asked = QueryAnswer(operation, self.shapes.of(operation), result.data, not result.errors)
        self.observed.note(asked)
        return asked

    def operation(self, document: str) -> Operation:
        """The one operation of a document."""
        (operation,) = read_documents(self.schema, document, "test")
        return operation

    def know(self, *documents: str) -> Api:
        """Ask these first, as the earlier phases of a run do."""
        for document in documents:
            assert self.ask(self.operation(document)).data is not None, f"nothing came of {document}"
        return self

    def traces(self, relation: Relation, most: int = 500) -> list[list[QueryAnswer]]:
        """What the relation asks, conversation by conversation."""
        traces = []
        for conversation in relation.propose(self.observed):
            trace: list[QueryAnswer] = []
            try:
                operation = next(conversation)
                while self.requests < most:
                    trace.append(self.ask(operation))
                    operation = conversation.send(trace[-1])
            except StopIteration:
                pass
            traces.append(trace)
        return traces

    def found(self, relation: Relation, most: int = 500) -> list[Mismatch]:
        """What the relation holds against the API, each mismatch once."""
        found: dict[str, Mismatch] = {}
        for trace in self.traces(relation, most):
            for mismatch in relation.check(trace, self.observed.types):
                found.setdefault(f"{mismatch.coordinate} {mismatch.message}", mismatch)
        return list(found.values())


def said(mismatches: Sequence[Mismatch]) -> list[str]:
    """Coordinates and messages, for assertions that show all of it when they fail."""
    return [f"{mismatch.coordinate}: {mismatch.message}" for mismatch in mismatches]
