"""A table of rows as an API, for tests of traits: what is learned from some rows, and what other rows break."""

from __future__ import annotations

from typing import Any

from graphql import build_schema, graphql_sync

from querious.baseline import Invariants, Miner, TypeIdentifiers
from querious.graphql.cases import read_documents
from querious.graphql.shape import Shapes

Row = dict[str, Any]


class Table:
    """``fields`` are those of type Row beside its ``id``, in SDL; ``asked`` is how they are selected."""

    def __init__(self, fields: str, asked: str, arguments: str = "", more: str = "") -> None:
        declared = "(first: Int, kind: String)" if arguments else ""
        self.schema = build_schema(f"type Query {{ rows{declared}: [Row!]! }} type Row {{ id: ID! {fields} }} {more}")
        self._document = f"{{ rows{arguments} {{ id {asked} }} }}"
        (operation,) = read_documents(self.schema, self._document)
        self._shape = Shapes(self.schema).of(operation)

    def learned(self, rows: list[Row]) -> dict[str, dict[str, Any]]:
        """What held in all of these rows, by place and kind."""
        miner = Miner(TypeIdentifiers(self.schema))
        miner.observe(self._shape, self._data(rows))
        return miner.invariants()

    def broken(self, place: str, kind: str, about: Any, rows: list[Row]) -> list[str]:
        """How these rows break what was learned."""
        held = Invariants({place: {kind: about}}, TypeIdentifiers(self.schema))
        return [one.how.message for one in held.broken(self._shape, self._data(rows))]

    def _data(self, rows: list[Row]) -> Any:
        numbered = [{"id": f"r{number}", **row} for number, row in enumerate(rows)]
        result = graphql_sync(self.schema, self._document, {"rows": numbered})
        assert not result.errors
        return result.data


def column(name: str, values: Any) -> list[Row]:
    """Rows that hold one value each."""
    return [{name: value} for value in values]
