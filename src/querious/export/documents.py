"""A document → the one operation that is asked, laid out as a person would, with type names where they are needed."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from graphql import (
    REMOVE,
    SKIP,
    DocumentNode,
    FieldNode,
    FragmentDefinitionNode,
    FragmentSpreadNode,
    GraphQLError,
    NameNode,
    OperationDefinitionNode,
    SelectionSetNode,
    StringValueNode,
    VariableNode,
    Visitor,
    parse,
    print_ast,
    value_from_ast_untyped,
    visit,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping

    from graphql import Node, SelectionNode
    from graphql.language.visitor import VisitorAction

    from querious.model import JSON

_LONGEST = 1_000_000
"""Characters of a document that are read."""
_NOTHING = SelectionSetNode(selections=())
"""What a fragment that is not defined selects."""


class ParsedOperation:
    """One operation of a document with the fragments that it uses, in the order of their use."""

    def __init__(self, operation: OperationDefinitionNode, fragments: Mapping[str, FragmentDefinitionNode]) -> None:
        self.operation = operation
        self.fragments = _used(operation, fragments)
        self.kind: str = operation.operation.value
        self.name = operation.name.value if operation.name else ""
        self.node = DocumentNode(definitions=(operation, *self.fragments.values()))

    @cached_property
    def text(self) -> str:
        """The document in the usual layout: the operation first, then its fragments."""
        return print_document(self.node)

    @cached_property
    def roots(self) -> list[str]:
        """The names of the operation's own fields, those in fragments included."""
        nodes = self.fields(self.operation.selection_set.selections, lambda _: True)
        return list(dict.fromkeys(node.name.value for node in nodes))

    @cached_property
    def type_conditions(self) -> list[str]:
        """The types that fragments are on."""
        names: dict[str, None] = {}

        class Conditions(Visitor):
            def enter(self, node: Node, *_: object) -> None:
                condition = getattr(node, "type_condition", None)
                if condition is not None:
                    names[condition.name.value] = None

        visit(self.node, Conditions())
        return list(names)

    def fields(
        self, selections: Collection[SelectionNode], is_entered: Callable[[SelectionNode], bool]
    ) -> Iterator[FieldNode]:
        """The fields among selections, and those in their fragments, each fragment once."""
        unseen = dict(self.fragments)
        waiting = list(reversed(list(selections)))
        while waiting:
            node = waiting.pop()
            if not is_entered(node):
                continue
            if isinstance(node, FieldNode):
                yield node
                continue
            body = unseen.pop(node.name.value, None) if isinstance(node, FragmentSpreadNode) else node
            waiting.extend(reversed(getattr(body, "selection_set", _NOTHING).selections))

    def condition(self, node: SelectionNode) -> str:
        """The type that a fragment is on; empty for a field, and for a fragment on any type."""
        fragment = self.fragments[node.name.value] if isinstance(node, FragmentSpreadNode) else node
        on = getattr(fragment, "type_condition", None)
        return on.name.value if on else ""

    def values(self, variables: Mapping[str, JSON]) -> dict[str, JSON]:
        """The variables with their defaults."""
        defaults = {}
        for definition in self.operation.variable_definitions or ():
            if definition.default_value is not None:
                defaults[definition.variable.name.value] = value_from_ast_untyped(definition.default_value)
        return defaults | dict(variables)

    def left_in(self, values: Mapping[str, JSON]) -> ParsedOperation:
        """What ``@include`` and ``@skip`` leave of it. Selection sets may be empty then."""

        class Excluded(Visitor):
            def enter(self, node: Node, *_: object) -> VisitorAction:
                return None if is_included(node, values) else REMOVE

        return _from_nodes(visit(self.node, Excluded()))

    def with_typenames(self, selections: Collection[int]) -> ParsedOperation:
        """With ``__typename`` asked for first in these selection sets, given by their identity."""

        class Names(Visitor):
            def enter_selection_set(self, node: SelectionSetNode, *_: object) -> SelectionSetNode | None:
                if id(node) not in selections:
                    return None
                taken = {key_of(field) for field in node.selections if isinstance(field, FieldNode)}
                alias = NameNode(value="typeName") if "__typename" in taken else None
                added = FieldNode(alias=alias, name=NameNode(value="__typename"), arguments=(), directives=())
                return SelectionSetNode(selections=(added, *node.selections))

        return _from_nodes(visit(self.node, Names()))


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
    return _from_nodes(parsed, operation_name)


def _from_nodes(document: DocumentNode, operation_name: str = "") -> ParsedOperation:
    operations = [node for node in document.definitions if isinstance(node, OperationDefinitionNode)]
    fragments = {node.name.value: node for node in document.definitions if isinstance(node, FragmentDefinitionNode)}
    chosen = operations
    if operation_name and len(operations) > 1:
        chosen = [node for node in operations if node.name and node.name.value == operation_name]
    if len(chosen) != 1:
        raise ValueError(f"{len(operations)} operations, and no name says which one was asked")
    return ParsedOperation(chosen[0], fragments)


def is_included(node: Node, values: Mapping[str, JSON]) -> bool:
    """Whether ``@include`` and ``@skip`` leave a selection in, given the values of all variables."""
    for directive in getattr(node, "directives", None) or ():
        name = directive.name.value
        if name in {"include", "skip"} and directive.arguments:
            value = value_from_ast_untyped(directive.arguments[0].value, dict(values))
            if bool(value) is (name == "skip"):
                return False
    return True


def key_of(node: FieldNode) -> str:
    """The key under which the answer holds a field."""
    return (node.alias or node.name).value


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


def _used(
    operation: OperationDefinitionNode, fragments: Mapping[str, FragmentDefinitionNode]
) -> dict[str, FragmentDefinitionNode]:
    """The fragments that an operation spreads, and those that these spread."""
    used: dict[str, FragmentDefinitionNode] = {}
    waiting = _spreads(operation)[::-1]
    while waiting:
        name = waiting.pop()
        if name in fragments and name not in used:
            used[name] = fragments[name]
            waiting += _spreads(fragments[name])[::-1]
    return used


def _spreads(definition: Node) -> list[str]:
    names: list[str] = []

    class Spreads(Visitor):
        def enter_fragment_spread(self, node: FragmentSpreadNode, *_: object) -> None:
            names.append(node.name.value)

    visit(definition, Spreads())
    return names


def print_document(node: Node) -> str:
    r"""GraphQL in the usual layout; what does not print, such as a mark that turns text around, becomes ``\u202e``."""
    text = print_ast(node)
    if all(map(_is_printed, text)):
        return text
    text = print_ast(visit(node, _PlainStrings()))
    return "".join(character if _is_printed(character) else _escaped(character) for character in text)


class _PlainStrings(Visitor):
    """In block strings escapes mean nothing: makes plain strings of them."""

    def enter_string_value(self, node: StringValueNode, *_: object) -> StringValueNode | None:
        return StringValueNode(value=node.value, block=False) if node.block else None


def _is_printed(character: str) -> bool:
    return character.isprintable() or character == "\n"


def _escaped(character: str) -> str:
    units = character.encode("utf-16-be", "surrogatepass").hex()
    return "".join(f"\\u{units[at : at + 4]}" for at in range(0, len(units), 4))
