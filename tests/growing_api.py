"""A GraphQL API in process that keeps to limits, and whose cost grows in one way at a time that can be switched on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from graphql import FieldNode, GraphQLSchema, build_schema, execute_sync, parse

if TYPE_CHECKING:
    from collections.abc import Callable

SDL = """
type Query { top: Item items(first: Int): [Item!]! find(text: String!): Int total(ids: [Int!]!): Int }
type Item { id: Int! next: Item }
"""
ROWS = 5_000
MOST_SELECTIONS = 100
DEEPEST = 12
LONGEST_PAGE = 100


def _schema(fault: str, spend: Callable[[float], None]) -> GraphQLSchema:
    schema = build_schema(SDL)
    fields: Any = schema.query_type.fields  # type: ignore[union-attr]

    def items(_: Any, __: Any, first: int | None = None) -> list[dict[str, int]]:
        wanted = 10 if first is None else max(0, first)
        rows = wanted if fault == "no page limit" else min(LONGEST_PAGE, wanted)
        return [{"id": number} for number in range(min(ROWS, rows))]

    def find(_: Any, __: Any, text: str) -> int:
        if fault == "text explodes" and text[:-1] == "a" * (len(text) - 1):
            spend(min(60.0, 2e-8 * 2 ** min(len(text), 40)))
        return len(text)

    def total(_: Any, __: Any, ids: list[int]) -> int:
        if fault == "list squared":
            spend(2.5e-7 * len(ids) ** 2)
        return sum(ids)

    fields["top"].resolve = lambda *_: {"id": 1}
    fields["items"].resolve = items
    fields["find"].resolve = find
    fields["total"].resolve = total
    schema.type_map["Item"].fields["next"].resolve = lambda one, _: {"id": one["id"] + 1}  # type: ignore[attr-defined]
    return schema


def _depth(node: Any) -> int:
    inside = node.selection_set.selections if getattr(node, "selection_set", None) else ()
    return 1 + max(map(_depth, inside), default=0)


def _selections(node: Any, *, aliased: bool) -> int:
    """How many fields, those with an alias too or not."""
    inside = node.selection_set.selections if getattr(node, "selection_set", None) else ()
    own = isinstance(node, FieldNode) and (aliased or node.alias is None)
    below = inside if aliased or not isinstance(node, FieldNode) or node.alias is None else ()
    return own + sum(_selections(one, aliased=aliased) for one in below)


class GrowingApi:
    """Answers bodies of requests; ``seconds`` is what the last one took, on a clock of its own."""

    def __init__(self, fault: str = "") -> None:
        self.fault = fault
        self.requests = 0
        self.seconds = 0.0
        self.schema = _schema(fault, self._spend)

    def _spend(self, seconds: float) -> None:
        self.seconds += seconds

    def _refusal(self, document: str) -> str:
        try:
            definitions = parse(document).definitions
        except ValueError:
            return ""
        if self.fault != "no depth limit" and max(map(_depth, definitions)) > DEEPEST:
            return "too deep" if "__schema" not in document else ""
        selections = sum(_selections(one, aliased=self.fault != "no alias limit") for one in definitions)
        return "too many fields" if selections > MOST_SELECTIONS else ""

    def answer(self, body: Any) -> tuple[int, Any]:
        """Status and payload."""
        self.requests += 1
        if isinstance(body, list):
            if self.fault != "batches":
                return 400, {"errors": [{"message": "no batches"}]}
            return 200, [self.answer(one)[1] for one in body]
        document, variables = body.get("query"), body.get("variables") or {}
        if not isinstance(document, str):
            return 400, {"errors": [{"message": "no document"}]}
        if self.fault == "breaks at 16 aliases" and "a15:" in document:
            return 500, {"errors": [{"message": "out of memory"}]}
        refusal = self._refusal(document) if "__schema" not in document else ""
        if refusal:
            return 400, {"errors": [{"message": refusal}]}
        result = execute_sync(self.schema, parse(document), variable_values=variables)  # validating takes longest
        return (200 if result.data is not None else 400), result.formatted
