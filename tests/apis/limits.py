"""Limits on what one operation may ask, and the words in which real products refuse.

A ``Limit`` measures the parsed document (or the body) as its product counts, and says no: with both numbers, with one,
or with none. Questions about the schema itself always pass.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from graphql import (
    DocumentNode,
    FieldNode,
    FragmentDefinitionNode,
    FragmentSpreadNode,
    GraphQLList,
    GraphQLNonNull,
    IntValueNode,
    Lexer,
    OperationDefinitionNode,
    TokenKind,
    TypeInfo,
    TypeInfoVisitor,
    VariableNode,
    Visitor,
    build_schema,
    visit,
)

from apis.serving import Answer, refusal
from apis.strict import SDL

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping


def levels(body: bytes, document: DocumentNode) -> int:
    """Fields inside each other, the leaf included."""
    return max((level for _, level, _, _ in _fields(body, document)), default=0)


def levels_above_leaves(body: bytes, document: DocumentNode) -> int:
    """As graphql-depth-limit and Strawberry count: the leaf is no level."""
    return levels(body, document) - 1


def fields(body: bytes, document: DocumentNode) -> int:
    """All fields."""
    return sum(1 for _ in _fields(body, document))


def aliases(body: bytes, document: DocumentNode) -> int:
    """Fields that are given another name."""
    return sum(node.alias is not None for node, _, _, _ in _fields(body, document))


def multiplied(body: bytes, document: DocumentNode) -> int:
    """Every field costs 1, times the sizes of the lists around it."""
    return sum(factor for _, _, factor, _ in _fields(body, document))


def possible_nodes(body: bytes, document: DocumentNode) -> int:
    """As GitHub counts: only lists with a size, each with the product of the sizes so far."""
    return sum(inside for _, _, around, inside in _fields(body, document) if inside > around)


def armored(body: bytes, document: DocumentNode) -> int:
    """As GraphQL Armor counts: a leaf 1, an object 2, and what is below an object one and a half times."""
    return round(
        sum((2 if node.selection_set else 1) * 1.5 ** (level - 1) for node, level, _, _ in _fields(body, document))
    )


def listed(_: bytes, document: DocumentNode) -> int:
    """As graphql-validation-complexity counts: a leaf 1, an object nothing, ten times for each list around."""
    info = TypeInfo(_PLAIN)
    counting = _Lists(info)
    visit(document, TypeInfoVisitor(info, counting))
    return counting.cost


def tokens(_: bytes, document: DocumentNode) -> int:
    """What a lexer reads."""
    assert document.loc
    lexer = Lexer(document.loc.source)
    count = 0
    while lexer.advance().kind is not TokenKind.EOF:
        count += 1
    return count


def size(body: bytes, _: DocumentNode | None) -> int:
    """Bytes of the body."""
    return len(body)


class _Lists(Visitor):
    def __init__(self, info: TypeInfo) -> None:
        super().__init__()
        self._info = info
        self._factors = [1]
        self.cost = 0

    def enter_field(self, node: FieldNode, *_: Any) -> None:
        if node.selection_set is None:
            self.cost += self._factors[-1]
        kind = self._info.get_type()
        kind = kind.of_type if isinstance(kind, GraphQLNonNull) else kind
        self._factors.append(self._factors[-1] * (10 if isinstance(kind, GraphQLList) else 1))

    def leave_field(self, *_: Any) -> None:
        self._factors.pop()


_PLAIN = build_schema(SDL)


def _fields(body: bytes, document: DocumentNode) -> Iterator[tuple[FieldNode, int, int, int]]:
    """Every field of the operations, through fragments, with its level and the products of the list sizes.

    The first product is of the lists around the field, the second has its own size in it.
    """
    variables = json.loads(body).get("variables") or {}
    named = {node.name.value: node for node in document.definitions if isinstance(node, FragmentDefinitionNode)}
    stack: list[tuple[Any, int, int]] = [
        (node, 1, 1) for node in document.definitions if isinstance(node, OperationDefinitionNode)
    ]
    while stack:
        parent, level, factor = stack.pop()
        for node in parent.selection_set.selections:
            if isinstance(node, FieldNode):
                if node.name.value.startswith("__"):
                    continue
                inside = factor * _size(node, variables)
                yield node, level, factor, inside
                if node.selection_set is not None:
                    stack.append((node, level + 1, inside))
            else:
                inner = named[node.name.value] if isinstance(node, FragmentSpreadNode) else node
                stack.append((inner, level, factor))


def _size(node: FieldNode, variables: Mapping[str, Any]) -> int:
    asked = next((given.value for given in node.arguments or () if given.name.value == "first"), None)
    if isinstance(asked, VariableNode):
        return int(variables.get(asked.name.value) or 1)
    return int(asked.value) if isinstance(asked, IntValueNode) else 1


@dataclass(frozen=True)
class Limit:
    """One product's limit; ``message`` and the extensions may hold ``{count}``, ``{most}`` and ``{name}``."""

    product: str
    measure: Callable[[bytes, Any], int]
    most: int
    message: str
    status: int = 400
    extensions: Mapping[str, str] = field(default_factory=dict)
    page: str = ""
    """The whole answer where it is no JSON; the message is then not used."""

    def __str__(self) -> str:
        return self.product

    def guard(self, body: bytes, document: DocumentNode | None) -> Answer | None:
        """Refuse what is too much. Bytes are counted before anything is parsed."""
        if document is None:
            refused = self.measure is size and b"__schema" not in body and len(body) > self.most
            return self._refusal(len(body)) if refused else None
        if self.measure is size or not any(_fields(body, document)):
            return None
        count = self.measure(body, document)
        return self._refusal(count, document) if count > self.most else None

    def _refusal(self, count: int, document: DocumentNode | None = None) -> Answer:
        if self.page:
            return Answer(self.status, self.page.encode(), "text/html")
        named = getattr(document.definitions[0], "name", None) if document else None
        written = {key: text.format(count=count, most=self.most) for key, text in self.extensions.items()}
        extensions = {key: int(text) if text.isdecimal() else text for key, text in written.items()}
        text = self.message.format(count=f"{count:,}", most=f"{self.most:,}", name=named.value if named else "")
        return refusal(text, self.status, **extensions)


_NGINX = "<html>\r\n<head><title>413 Request Entity Too Large</title></head>\r\n<body>\r\n<center><h1>413 Request Entity Too Large</h1></center>\r\n<hr><center>nginx</center>\r\n</body>\r\n</html>\r\n"

LIMITS: tuple[Limit, ...] = (
    # depth
    Limit("graphql-depth-limit", levels_above_leaves, 3, "'{name}' exceeds maximum operation depth of {most}"),
    Limit(
        "graphene depth_limit_validator",
        levels_above_leaves,
        3,
        "'anonymous' exceeds maximum operation depth of {most}.",
    ),
    Limit(
        "Strawberry QueryDepthLimiter",
        levels_above_leaves,
        3,
        "'anonymous' exceeds maximum operation depth of {most}",
        200,
    ),
    Limit("graphql-ruby max_depth", levels, 4, "Query has depth of {count}, which exceeds max depth of {most}", 200),
    Limit(
        "graphql-java",
        levels,
        4,
        "maximum query depth exceeded {count} > {most}",
        200,
        {"classification": "ExecutionAborted"},
    ),
    Limit("GraphQL Armor max-depth", levels, 4, "Syntax Error: Query depth limit of {most} exceeded, found {count}."),
    Limit(
        "Hot Chocolate depth",
        levels,
        4,
        "The GraphQL document has an execution depth of {count} which exceeds the max allowed execution depth of {most}.",
        400,
        {"allowedExecutionDepth": "{most}", "detectedExecutionDepth": "{count}"},
    ),
    Limit(
        "Apollo Router max_depth",
        levels,
        4,
        "Maximum depth limit exceeded in this operation",
        400,
        {"code": "MAX_DEPTH_LIMIT"},
    ),
    Limit("async-graphql depth", levels, 4, "Query is nested too deep.", 200),
    # complexity
    Limit(
        "graphql-query-complexity",
        multiplied,
        20,
        "The query is too complex: {count}. Maximum allowed complexity: {most}",
    ),
    Limit("graphql-validation-complexity", listed, 120, "query exceeds complexity limit"),
    Limit("GraphQL Armor cost-limit", armored, 30, "Syntax Error: Query Cost limit of {most} exceeded, found {count}."),
    Limit(
        "graphql-ruby max_complexity",
        fields,
        12,
        "Query has complexity of {count}, which exceeds max complexity of {most}",
        200,
    ),
    Limit(
        "Ariadne cost_validator", multiplied, 20, "The query exceeds the maximum cost of {most}. Actual cost is {count}"
    ),
    Limit(
        "Hot Chocolate cost",
        multiplied,
        20,
        "The maximum allowed field cost was exceeded.",
        400,
        {"code": "HC0047", "fieldCost": "{count}", "maxFieldCost": "{most}"},
    ),
    Limit(
        "Shopify",
        multiplied,
        20,
        "Query cost is {count}, which exceeds the single query max cost limit ({most}).",
        200,
        {"code": "MAX_COST_EXCEEDED", "cost": "{count}", "maxCost": "{most}"},
    ),
    Limit(
        "GitHub node limit",
        possible_nodes,
        6,
        "This query requests up to {count} possible nodes which exceeds the maximum limit of {most}.",
        200,
        {"type": "MAX_NODE_LIMIT_EXCEEDED"},
    ),
    Limit("async-graphql complexity", fields, 12, "Query is too complex.", 200),
    # size
    Limit(
        "Apollo Router max_height",
        fields,
        12,
        "Maximum height (field count) limit exceeded in this operation",
        400,
        {"code": "MAX_HEIGHT_LIMIT"},
    ),
    Limit("Strawberry MaxAliasesLimiter", aliases, 1, "{count} aliases found. Allowed: {most}", 200),
    Limit("GraphQL Armor max-aliases", aliases, 1, "Syntax Error: Aliases limit of {most} exceeded, found {count}."),
    Limit("GraphQL Armor max-tokens", tokens, 60, "Syntax Error: Token limit of {most} exceeded."),
    Limit(
        "Strawberry MaxTokensLimiter",
        tokens,
        60,
        "Syntax Error: Document contains more than {most} tokens. Parsing aborted.",
        200,
    ),
    # bytes
    Limit("nginx client_max_body_size", size, 350, "", 413, page=_NGINX),
    Limit(
        "Apollo Router http_max_request_bytes",
        size,
        350,
        "payload too large for the `http_max_request_bytes` configuration",
        413,
        {"code": "INVALID_GRAPHQL_REQUEST"},
    ),
)
"""Wordings as the products have them; the numbers are ours."""
