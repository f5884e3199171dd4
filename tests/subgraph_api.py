"""A subgraph in process, with faults that can be switched on, and what the rules of federation hold against it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from graphql import GraphQLError, build_schema, graphql_sync

from querious.graphql.cases import read_documents
from querious.graphql.federation import FEDERATION_RULES, FederationStep, read_subgraph
from querious.graphql.federation.conversation import EntityReader, FederationAsk
from querious.graphql.shape import Shapes
from querious.model.document_text import write

if TYPE_CHECKING:
    from collections.abc import Sequence

    from querious.graphql.federation import FederationBreach
    from querious.graphql.federation.conversation import FederationConversation
    from querious.model import Operation

TYPES = """
type Product @key(fields: "id") @key(fields: "sku maker { code }") {
  id: ID! sku: String! maker: Maker! name: String price: Int
  weight: Int @external
  postage: Int @requires(fields: "weight")
}
type Store @key(fields: "code") { code: String! city: String }
type Maker @key(fields: "code", resolvable: false) { code: String! }
"""
SDL = f"type Query {{ products: [Product!]! stores: [Store!]! product(id: ID!): Product }} {TYPES}"
SERVED = f"""
directive @key(fields: String!, resolvable: Boolean = true) repeatable on OBJECT
directive @external on FIELD_DEFINITION
directive @requires(fields: String!) on FIELD_DEFINITION
scalar _Any
union _Entity = Product | Store
type _Service {{ sdl: String }}
type Query {{
  products: [Product!]! stores: [Store!]! product(id: ID!): Product
  _service: _Service! _entities(representations: [_Any!]!): [_Entity]!
}}
{TYPES}
"""
PRODUCTS = [
    {"__typename": "Product", "id": str(n), "sku": f"s{n % 2}", "maker": {"code": f"m{n}"}, "name": f"P{n}", "price": n}
    for n in range(1, 5)
]
STORES = [{"__typename": "Store", "code": f"c{n}", "city": None if n == 2 else "Oslo"} for n in range(1, 4)]


def found_by(representation: dict[str, Any], fault: str) -> dict[str, Any] | None:
    """What a healthy reference resolver finds, or one with a fault."""
    if representation["__typename"] == "Store":
        return next((one for one in STORES if one["code"] == representation.get("code")), None)
    if "id" in representation:
        return next((one for one in PRODUCTS if one["id"] == str(representation["id"])), None)
    if "sku" not in representation or fault == "compound key finds nothing":
        return None
    wanted = representation["sku"], representation["maker"]["code"]
    if fault == "compound key by its first field":
        return next((one for one in PRODUCTS if one["sku"] == wanted[0]), None)
    return next((one for one in PRODUCTS if (one["sku"], one["maker"]["code"]) == wanted), None)


class SubgraphApi:
    """Answers as a healthy subgraph does, but for one fault."""

    def __init__(self, fault: str = "", sdl: str = SDL) -> None:
        self.fault = fault
        self.schema = build_schema(SERVED)
        self.shapes = Shapes(self.schema)
        self.subgraph = read_subgraph(sdl, self.schema)
        self.reader = EntityReader(self.schema, self.subgraph, lambda name: name not in self.subgraph.external)
        fields = self.schema.query_type.fields  # type: ignore[union-attr]
        fields["products"].resolve = lambda *_: PRODUCTS
        fields["product"].resolve = lambda *_, **given: found_by({"__typename": "Product", **given}, "")
        fields["stores"].resolve = lambda *_: STORES
        fields["_service"].resolve = lambda *_: {"sdl": sdl}
        fields["_entities"].resolve = lambda _, __, representations: self.entities(representations)
        self.schema.type_map["Product"].fields["postage"].resolve = lambda one, _: one["weight"] * 2  # type: ignore[attr-defined]

    def entities(self, representations: Sequence[dict[str, Any]]) -> Any:
        """What comes of a list of representations."""
        fault = self.fault
        found: list[Any] = []
        for one in representations:
            if one["__typename"] not in {"Product", "Store"}:
                if fault == "unknown type is answered":
                    found.append(STORES[0])
                    continue
                raise GraphQLError(f"Unknown type {one['__typename']}")
            entity = found_by(one, fault)
            if entity is None and fault == "unknown key fails the question":
                raise GraphQLError("not found")
            if entity is None and fault == "unknown key is an error of its own":
                found.append(GraphQLError("not found"))
                continue
            if entity is None and fault == "unknown key is left out":
                continue
            if entity is None and fault == "unknown key gives the first":
                entity = (PRODUCTS if one["__typename"] == "Product" else STORES)[0]
            if entity is not None and "weight" in one:
                entity = {**entity, "weight": one["weight"]}
            found.append(entity)
        if fault == "last one is left out":
            return found[:-1]
        if fault == "in order of keys":
            return sorted(found, key=lambda one: str((one or {}).get("id", (one or {}).get("code"))))
        if fault == "each once":
            return list({str(one): one for one in found}.values())
        if fault == "other price":
            return [one and {**one, "price": 7} for one in found]
        if fault == "price of the first":
            return [one and {**one, "price": (found[0] or one).get("price")} for one in found]
        if fault == "other type":
            return [one and {**STORES[0]} for one in found]
        if fault == "last is never found":
            return [None if one in (PRODUCTS[-1], STORES[-1]) else one for one in found]
        return found

    def step(self, operation: Operation) -> FederationStep:
        """What comes of an operation."""
        document, variables = write(operation)
        result = graphql_sync(self.schema, document, variable_values=variables)
        errors = tuple((tuple(one.path or ()), one.message) for one in result.errors or ())
        return FederationStep(operation, self.shapes.of(operation), result.data, errors)

    def operation(self, document: str) -> Operation:
        """The one operation of a document."""
        (operation,) = read_documents(self.schema, document, "test")
        return operation

    def trace(self, conversation: FederationConversation) -> list[FederationStep]:
        """All of a conversation."""
        steps: list[FederationStep] = []
        ask: FederationAsk | None = next(conversation, None)
        while ask is not None:
            steps.append(self.step(ask.operation))
            try:
                ask = conversation.send(steps[-1])
            except StopIteration:
                ask = None
        return steps

    def traces(self) -> list[list[FederationStep]]:
        """The conversations that a run holds."""
        products = self.operation("{ products { id sku maker { code } name price } }")
        stores = self.operation("{ stores { code city } }")
        entities = self.subgraph.entities
        return [
            self.trace(self.reader.about(entities["Product"], [products], 1)),
            self.trace(self.reader.about(entities["Store"], [stores], 1)),
            self.trace(self.reader.mixed([entities["Product"], entities["Store"]], [products, stores])),
        ]

    def found(self) -> dict[str, list[FederationBreach]]:
        """By rule, what it holds against all of that."""
        found: dict[str, list[FederationBreach]] = {}
        for trace in [*self.traces(), [self.step(self.operation("{ _service { sdl } }"))]]:
            for rule in FEDERATION_RULES:
                for breach in rule.judge(trace, self.subgraph, self.schema):
                    found.setdefault(rule.name, []).append(breach)
        return found
