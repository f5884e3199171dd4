"""A document → the one operation that is asked, laid out as a person would, with type names where they are needed."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from graphql import (
    SKIP,
    DocumentNode,
    FieldNode,
    FragmentDefinitionNode,
    FragmentSpreadNode,
    GraphQLError,
    InlineFragmentNode,
    NameNode,
    OperationDefinitionNode,
    SelectionSetNode,
    StringValueNode,
    VariableNode,
    Visitor,
    parse,
    print_ast,
    visit,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator
    from typing import Any

    from graphql import GraphQLObjectType, GraphQLSchema, Node, SelectionNode
    from graphql.language.visitor import VisitorAction

_LONGEST = 1_000_000
"""Characters of a document that are read."""


class ParsedOperation:
    """One operation of a document with the fragments that it uses."""

    def __init__(self, operation: OperationDefinitionNode, fragments: dict[str, FragmentDefinitionNode]) -> None:
        self.operation = operation
        self.fragments = fragments
        self.kind: str = operation.operation.value
        self.name = operation.name.value if operation.name else ""
        self.node = DocumentNode(definitions=(operation, *fragments.values()))

    @cached_property
    def text(self) -> str:
        """The document in the usual layout: the operation first, then its fragments in the order of their use."""
        return print_document(self.node)

    @cached_property
    def type_conditions(self) -> list[str]:
        """The types that fragments are on."""
        names: dict[str, None] = {}

        class Conditions(Visitor):
            def enter(self, node: Node, *_: object) -> None:
                condition = getattr(node, "type_condition", None)
                if condition is not None:
                    names.setdefault(condition.name.value)

        visit(self.node, Conditions())
        return list(names)

    @property
    def roots(self) -> list[str]:
        """The keys of the operation's own fields, those in fragments included."""
        found: dict[str, None] = {}
        for node in _fields(self.operation.selection_set, self.fragments, set()):
            found.setdefault(node.name.value)
        return list(found)


def read(document: str, operation_name: str = "") -> ParsedOperation:
    """The operation of that name, or the only one. Raises ValueError with one line for what cannot be asked."""
    if len(document) > _LONGEST:
        raise ValueError(f"a document of {len(document):,} characters is too long")
    try:
        parsed = parse(document, no_location=True)
    except GraphQLError as error:
        raise ValueError(f"not GraphQL: {' '.join(error.message.split())}") from None
    except RecursionError:
        raise ValueError("the document is nested too deeply") from None
    operations = [node for node in parsed.definitions if isinstance(node, OperationDefinitionNode)]
    fragments = {node.name.value: node for node in parsed.definitions if isinstance(node, FragmentDefinitionNode)}
    named = [node for node in operations if node.name and node.name.value == operation_name]
    chosen = named if operation_name and len(operations) > 1 else operations
    if len(chosen) != 1:
        raise ValueError(f"{len(operations)} operations, and no name says which one was asked")
    return ParsedOperation(chosen[0], _used(chosen[0], fragments))


def root_of(schema: GraphQLSchema, kind: str) -> GraphQLObjectType | None:
    """The type that operations of a kind start at; None if the schema has none."""
    roots = {"query": schema.query_type, "mutation": schema.mutation_type, "subscription": schema.subscription_type}
    return roots[kind]


def _used(operation: OperationDefinitionNode, fragments: dict[str, FragmentDefinitionNode]) -> dict[str, Any]:
    """The fragments that an operation spreads, and those that these spread."""
    used: dict[str, FragmentDefinitionNode] = {}
    waiting: list[str] = list(reversed(list(spreads(operation))))
    while waiting:
        name = waiting.pop()
        if name in fragments and name not in used:
            used[name] = fragments[name]
            waiting.extend(reversed(list(spreads(fragments[name]))))
    return used


def spreads(node: OperationDefinitionNode | FragmentDefinitionNode) -> list[str]:
    """The names of the fragments that a definition spreads, in its order."""
    names: list[str] = []
    waiting: list[SelectionNode] = list(reversed(node.selection_set.selections))
    while waiting:
        selection = waiting.pop()
        if isinstance(selection, FragmentSpreadNode):
            names.append(selection.name.value)
        elif isinstance(selection, FieldNode | InlineFragmentNode) and selection.selection_set is not None:
            waiting.extend(reversed(selection.selection_set.selections))
    return names


def variables_in(node: Node) -> set[str]:
    """The names of the variables that stand anywhere in it but in their own declarations."""
    names: set[str] = set()

    class Variables(Visitor):
        def enter_variable_definition(self, *_: object) -> VisitorAction:
            return SKIP

        def enter_variable(self, variable: VariableNode, *_: object) -> None:
            names.add(variable.name.value)

    visit(node, Variables())
    return names


def _fields(
    selections: SelectionSetNode, fragments: dict[str, FragmentDefinitionNode], inside: set[str]
) -> Iterator[FieldNode]:
    for node in selections.selections:
        if isinstance(node, FieldNode):
            yield node
        elif isinstance(node, FragmentSpreadNode):
            name = node.name.value
            if name in fragments and name not in inside:
                yield from _fields(fragments[name].selection_set, fragments, inside | {name})
        elif isinstance(node, InlineFragmentNode):
            yield from _fields(node.selection_set, fragments, inside)


def with_typenames(asked: ParsedOperation, selections: Collection[int]) -> ParsedOperation:
    """The same operation with ``__typename`` asked for first in these selection sets, given by their identity."""

    class Naming(Visitor):
        def enter_selection_set(self, node: SelectionSetNode, *_: object) -> SelectionSetNode | None:
            if id(node) not in selections:
                return None
            taken = {_key(field) for field in node.selections if isinstance(field, FieldNode)}
            alias = NameNode(value="typeName") if "__typename" in taken else None
            added = FieldNode(alias=alias, name=NameNode(value="__typename"), arguments=(), directives=())
            return SelectionSetNode(selections=(added, *node.selections))

    document = visit(asked.node, Naming())
    operation = next(node for node in document.definitions if isinstance(node, OperationDefinitionNode))
    fragments = [node for node in document.definitions if isinstance(node, FragmentDefinitionNode)]
    return ParsedOperation(operation, {node.name.value: node for node in fragments})


def _key(node: FieldNode) -> str:
    return node.alias.value if node.alias else node.name.value


def print_document(node: Node) -> str:
    r"""GraphQL in the usual layout; what does not print, such as a mark that turns text around, becomes ``\u202e``."""
    text = print_ast(node)
    if all(character.isprintable() or character == "\n" for character in text):
        return text
    text = print_ast(visit(node, _PlainStrings()))
    return "".join(
        character if character.isprintable() or character == "\n" else _escaped(character) for character in text
    )


class _PlainStrings(Visitor):
    """In block strings escapes mean nothing: makes plain strings of them."""

    def enter_string_value(self, node: StringValueNode, *_: object) -> StringValueNode | None:
        return StringValueNode(value=node.value, block=False) if node.block else None


def _escaped(character: str) -> str:
    units = character.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[at]:02x}{units[at + 1]:02x}" for at in range(0, len(units), 2))
