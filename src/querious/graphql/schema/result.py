"""An introspection result, as JSON, to a schema."""

from __future__ import annotations

import gc
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, cast

from graphql import build_client_schema

from querious.errors import SchemaError
from querious.graphql.schema.dangling import prune
from querious.graphql.schema.loaded import Loaded
from querious.graphql.schema.repair import repair_directives, repair_types
from querious.graphql.schema.repair_notes import RepairNotes
from querious.graphql.schema.validity import describe, settle
from querious.text.display import one_line

if TYPE_CHECKING:
    from collections.abc import Iterator

    from graphql import GraphQLSchema, IntrospectionQuery

    from querious.model import JSON


def read_result(described: JSON, source: str) -> Loaded:
    """Build a schema from the value of ``__schema``; the SchemaError is the reason alone, without the source."""
    if not isinstance(described, dict) or not isinstance(described.get("types"), list):
        raise SchemaError("it has no list of types")
    with _no_collection():
        return _read(described, source)


@contextmanager
def _no_collection() -> Iterator[None]:
    """Let no garbage be looked for meanwhile.

    Of the millions of objects that a large schema is made of nearly all stay, and looking through them again and again
    takes as long as making them.
    """
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


def _read(described: dict[str, Any], source: str) -> Loaded:
    repairs = RepairNotes()
    types = repair_types(described["types"], repairs)
    directives = repair_directives(described.get("directives"), repairs)
    prune(types, directives, repairs)
    repaired: dict[str, Any] = {
        "description": described["description"] if isinstance(described.get("description"), str) else None,
        "types": list(types.values()),
        "directives": directives,
        **_roots(described, types, repairs),
    }

    def build(assume_valid: bool) -> GraphQLSchema:  # noqa: FBT001 - settle() calls it with its one argument
        return build_client_schema(cast("IntrospectionQuery", {"__schema": repaired}), assume_valid=assume_valid)

    schema, problems = settle(build)
    notes = repairs.notes()
    if problems:
        notes += (f"the schema is not strictly valid but was read anyway; {describe(problems)}",)
    return Loaded(schema, notes, source)


def _roots(described: dict[str, Any], types: dict[str, dict[str, Any]], repairs: RepairNotes) -> dict[str, Any]:
    roots = {}
    for kind in ("query", "mutation", "subscription"):
        raw = described.get(f"{kind}Type")
        name = raw.get("name") if isinstance(raw, dict) else None
        if isinstance(name, str) and types.get(name, {}).get("kind") == "OBJECT":
            roots[f"{kind}Type"] = {"name": name}
        elif raw is not None:
            told = one_line(name, 60) if isinstance(name, str) else "without a name"
            if kind == "query":
                raise SchemaError(f"its query type {told} is not among its object types")
            repairs.add("root types that are not among the object types, left out", f"{kind} ({told})")
    if "queryType" not in roots:
        if types.get("Query", {}).get("kind") != "OBJECT":
            raise SchemaError("it has no query type")
        repairs.add("query type not named by the introspection, assumed", "Query")
        roots["queryType"] = {"name": "Query"}
    return roots
