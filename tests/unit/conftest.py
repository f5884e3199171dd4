"""A harness for whoever judges exchanges: a schema, cases read from documents, exchanges and verdicts."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from graphql import GraphQLSchema, TypeInfo, Visitor, build_schema, get_named_type, parse, print_ast, visit
from graphql import TypeInfoVisitor as TypedVisitor
from graphql.language import FieldNode, InlineFragmentNode, OperationDefinitionNode
from graphql.utilities import value_from_ast_untyped

from querious.graphql.oracles import CATALOGUE, Expectation, Memory, judge
from querious.graphql.shape import Shapes
from querious.model import Case, Exchange, Failure, Field, Fragment, Operation, Variable, graphql_case

if TYPE_CHECKING:
    from querious.oracles import Oracle, Verdict

SDL = """
scalar Date
interface Node { id: ID! }
enum Role { ADMIN MEMBER }
union Found = Project | User
input Filter { name: String, since: Date, role: Role, all: [Filter!] }
type Project implements Node {
  id: ID!  name: String!  description: String  stars: Int!  score: Float  open: Boolean!
  owner: User  members: [User!]!  tags: [String!]  grid: [[Int!]!]  created: Date!  role: Role
}
type User implements Node { id: ID!  name: String!  age: Int  role: Role!  projects: [Project] }
type Query {
  project(id: ID): Project
  projects(filter: Filter, first: Int): [Project!]!
  me: User!
  node(id: ID!): Node
  search(text: String!, day: Date): [Found!]
  count: Int
  roles: [Role]
  ratios: [Float!]
}
type Mutation { rename(id: ID!, name: String!): Project }
"""
ABSENT = object()


class Harness:
    """Builds what oracles look at."""

    def __init__(self) -> None:
        self.schema: GraphQLSchema = build_schema(SDL)
        self.shapes = Shapes(self.schema)

    def case(self, query: str = "{ count }", variables: dict[str, Any] | None = None, flaw: str = "") -> Case:
        variables = variables or {}
        return graphql_case(1, operation_of(self.schema, query, variables), query, variables, flaw)

    def exchange(
        self,
        query: str = "{ count }",
        payload: Any = ABSENT,
        *,
        status: int = 200,
        body: bytes | None = None,
        headers: dict[str, str] | None = None,
        failure: Failure | None = None,
        detail: str = "",
        flaw: str = "",
        variables: dict[str, Any] | None = None,
    ) -> Exchange:
        is_json = payload is not ABSENT
        if body is None:
            body = json.dumps(payload).encode() if is_json else b""
        case = self.case(query, variables, flaw)
        payload = payload if is_json else None
        return Exchange(case, status, headers or {}, body, payload, is_json, 0.01, failure, detail)

    def expectation(self, exchange: Exchange) -> Expectation:
        shape = self.shapes.of(exchange.case.operation) if exchange.case.valid else None
        return Expectation(self.schema, shape, Memory())

    def verdict(self, oracle: Oracle, query: str = "{ count }", payload: Any = ABSENT, **more: Any) -> Verdict:
        exchange = self.exchange(query, payload, **more)
        return oracle.judge(exchange, self.expectation(exchange))

    def told(
        self, oracle: Oracle, query: str = "{ count }", payload: Any = ABSENT, **more: Any
    ) -> list[tuple[str, str]]:
        """Coordinate and message of every finding; the oracle must have had something to say."""
        verdict = self.verdict(oracle, query, payload, **more)
        assert verdict is not None
        return [(finding.coordinate, finding.message) for finding in verdict]

    def failing(self, query: str = "{ count }", payload: Any = ABSENT, **more: Any) -> list[str]:
        """The names of all oracles of the catalogue that find something, once per finding."""
        exchange = self.exchange(query, payload, **more)
        verdicts = judge(exchange, self.expectation(exchange), CATALOGUE)
        return [finding.oracle for _, verdict in verdicts for finding in verdict or ()]


def operation_of(schema: GraphQLSchema, query: str, variables: dict[str, Any]) -> Operation:
    """The operation tree of a document with inline fragments only; unknown fields keep their parent."""
    document = parse(query)
    parents: dict[int, str] = {}
    info = TypeInfo(schema)

    class Parents(Visitor):
        def enter_field(self, node: FieldNode, *_: Any) -> None:
            parent = info.get_parent_type()
            parents[id(node)] = parent.name if parent else "Unknown"

    visit(document, TypedVisitor(info, Parents()))
    definition = document.definitions[0]
    assert isinstance(definition, OperationDefinitionNode)
    types = {variable.variable.name.value: type_text(variable) for variable in definition.variable_definitions or ()}

    def argument(node: Any) -> Any:
        if node.kind == "variable":
            name = node.name.value
            return Variable(name, types[name], variables.get(name))
        return value_from_ast_untyped(node)

    def selections(node: Any) -> list[Field | Fragment]:
        return [selection(child) for child in (node.selections if node else ())]

    def selection(node: Any) -> Field | Fragment:
        if isinstance(node, InlineFragmentNode):
            return Fragment(node.type_condition.name.value, (), selections(node.selection_set))
        arguments = [(item.name.value, argument(item.value)) for item in node.arguments or ()]
        alias = node.alias.value if node.alias else ""
        return Field(parents[id(node)], node.name.value, alias, arguments, (), selections(node.selection_set))

    kind = definition.operation.value
    root = {"query": schema.query_type, "mutation": schema.mutation_type}[kind]
    assert root is not None
    name = definition.name.value if definition.name else ""
    return Operation(kind, name, get_named_type(root).name, selections(definition.selection_set))


def type_text(variable: Any) -> str:
    return print_ast(variable.type)


@pytest.fixture(scope="session")
def api() -> Harness:
    return Harness()
