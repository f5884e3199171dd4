from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import pytest
from graphql import (
    REMOVE,
    TypeInfo,
    TypeInfoVisitor,
    Visitor,
    build_schema,
    execute_sync,
    parse,
    validate,
    visit,
)

from querious.model import Case, Exchange, Operation, graphql_case

if TYPE_CHECKING:
    from collections.abc import Callable

    from querious.graphql.schema import Loaded

SDL = """
directive @tag(name: String) repeatable on FIELD
scalar Date @specifiedBy(url: "https://example.org/date")
interface Node { id: ID! }
type User implements Node { id: ID! born: Date friends(first: Int = 3, old: Int @deprecated): [[User!]!]! }
type Shop implements Node { id: ID! name: String @deprecated(reason: "gone") }
union Owner = User | Shop
enum Order { ASC DESC @deprecated }
input Filter @oneOf { name: String born: Date }
type Query { node(id: ID!): Node owners(filter: Filter, order: Order = ASC): [Owner!] }
type Mutation { rename(id: ID!, name: String!): User }
type Subscription { user: User }
"""


@dataclass
class Server:
    """Answers introspection with graphql-core, refusing the coordinates that a server of its age does not know."""

    sdl: str = SDL
    unknown: frozenset[str] = frozenset()
    flags: bool = False
    """Knows onOperation, onFragment and onField."""
    depth: int = 100
    opaque: bool = False
    """Refuses without saying what."""
    doctor: Callable[[dict[str, Any]], Any] = lambda result: result
    cases: list[Case] = field(default_factory=list)

    def answer(self, case: Case) -> Exchange:
        self.cases.append(case)
        document = parse(case.document)
        refusals: list[str] = []
        schema = build_schema(self.sdl)
        document = self._strip(document, schema, refusals)
        refusals += [error.message for error in validate(schema, document)]
        if case.document.count("ofType") > self.depth:
            refusals.append(f"'IntrospectionQuery' exceeds maximum operation depth of {self.depth}")
        if refusals:
            messages = ["Bad request"] if self.opaque else refusals
            return answered({"errors": [{"message": message} for message in messages]}, case=case, status=400)
        result = {"data": execute_sync(schema, document).data}
        if self.flags:
            for directive in result["data"]["__schema"].get("directives", ()):
                directive.update(onOperation=False, onFragment=True, onField=True)
        return answered(self.doctor(json.loads(json.dumps(result))), case=case)

    def _strip(self, document: Any, schema: Any, refusals: list[str]) -> Any:
        server, info = self, TypeInfo(schema)

        class Refuse(Visitor):
            def enter_field(self, node: Any, *_args: Any) -> Any:
                parent = info.get_parent_type()
                coordinate = f"{parent.name if parent else '?'}.{node.name.value}"
                legacy = node.name.value in {"onOperation", "onFragment", "onField"}
                if coordinate in server.unknown:
                    refusals.append(f'Cannot query field "{node.name.value}" on type "{parent.name}".')
                    return REMOVE
                names = [argument.name.value for argument in node.arguments or ()]
                unknown = [name for name in names if f"{coordinate}({name}:)" in server.unknown]
                refusals.extend(f'Unknown argument "{name}" on field "{coordinate}".' for name in unknown)
                return REMOVE if legacy and server.flags else None

        return visit(document, TypeInfoVisitor(info, Refuse()))


def answered(payload: Any = None, *, case: Case | None = None, status: int = 200, **more: Any) -> Exchange:
    case = case or graphql_case(-1, Operation("query", "", "Query", ()), "{ __typename }", {})
    body = more.pop("body", None)
    if body is not None:
        return Exchange(case=case, status=status, body=body, **more)
    return Exchange(case=case, status=status, body=json.dumps(payload).encode(), payload=payload, is_json=True, **more)


def converse(conversation: Any, answer: Callable[[Case], Exchange]) -> Loaded:
    """Hold the conversation to its end."""
    try:
        case = next(conversation)
        while True:
            case = conversation.send(answer(case))
    except StopIteration as end:
        return end.value


@pytest.fixture
def old_server() -> type[Server]:
    return Server


@pytest.fixture
def exchange() -> Callable[..., Exchange]:
    return answered


@pytest.fixture
def hold() -> Callable[..., Loaded]:
    return converse
