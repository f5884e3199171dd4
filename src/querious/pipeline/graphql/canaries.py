"""Queries that worked, made as small as they can be: asked again when it is doubtful whether the API still works."""

from __future__ import annotations

from typing import TYPE_CHECKING

from querious.model import Field, Operation
from querious.model.document_text import write_case
from querious.pipeline.run.api_under_test import Canary
from querious.pipeline.run.collapse import ALIVE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from querious.model import Case, Exchange


def canaries(exchange: Exchange) -> Iterator[Canary]:
    """Each root field of a query that returned something, as a query of its own that asks for as little as possible."""
    operation = exchange.case.operation
    data = exchange.payload.get("data") if isinstance(exchange.payload, dict) else None
    if operation.kind != "query" or not isinstance(data, dict):
        return
    for node in operation.selections:
        if isinstance(node, Field) and data.get(node.key) is not None and not node.name.startswith("__"):
            below = (Field("", "__typename"),) if node.children else ()
            field = node._replace(alias="", directives=(), children=below)
            case = write_case(0, Operation("query", "", operation.root, (field,)))
            yield Canary(node.coordinate, case, len(node.arguments))


def alive(root: str) -> Case:
    """The query that asks for nothing but the name of the root type."""
    return write_case(0, Operation("query", "", root, (Field(root, ALIVE),)))
