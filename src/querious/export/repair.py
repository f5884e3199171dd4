"""A document for an older schema → one that a newer schema accepts, with what was changed, or why it cannot be.

Whatever comes out without problems is valid by graphql-core: that is checked last, and nothing is taken for granted.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from graphql import (
    REMOVE,
    SKIP,
    ArgumentNode,
    DirectiveNode,
    FieldNode,
    FragmentDefinitionNode,
    GraphQLInterfaceType,
    GraphQLObjectType,
    GraphQLUnionType,
    NameNode,
    OperationDefinitionNode,
    SelectionSetNode,
    TypeInfo,
    TypeInfoVisitor,
    Visitor,
    do_types_overlap,
    get_named_type,
    is_composite_type,
    is_leaf_type,
    is_required_argument,
    validate,
    visit,
)
from graphql.execution.values import get_variable_values

from querious.export.documents import ParsedOperation, read, variables_in
from querious.export.fitted_values import UNFIT, ValueFitter, has_default, made_up, shown, to_value
from querious.export.hints import Hints
from querious.export.variables import VariableDeclarations
from querious.model.arguments import is_plain
from querious.model.literals import node_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from graphql import (
        DocumentNode,
        FragmentSpreadNode,
        GraphQLArgument,
        GraphQLField,
        GraphQLNamedType,
        GraphQLSchema,
        InlineFragmentNode,
        SelectionNode,
    )
    from graphql.language.visitor import VisitorAction

    from querious.model import JSON

_COMPOSITE = GraphQLObjectType | GraphQLInterfaceType | GraphQLUnionType
_MOST = 5
"""Problems of one document that are told."""


@dataclass(frozen=True, slots=True)
class Repaired:
    """What became of a document."""

    document: str
    variables: dict[str, JSON]
    changes: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()
    """Why it cannot be asked any more; empty if it can."""


def repair(
    schema: GraphQLSchema,
    document: str,
    variables: Mapping[str, JSON] | None = None,
    *,
    operation_name: str = "",
    old: GraphQLSchema | None = None,
) -> Repaired:
    """Make a document valid by ``schema``. ``old`` is the one it was written for: its deprecations tell new names."""
    given = dict(variables or {})
    try:
        asked = read(document, operation_name)
    except ValueError as error:
        return Repaired(document, given, problems=(str(error),))
    if schema.get_root_type(asked.operation.operation) is None:
        return Repaired(document, given, problems=(f"the schema no longer has a {asked.kind} type",))
    if not _problems(schema, asked, given):
        return Repaired(document, given)
    attempt = _attempt(schema, asked, given, _Repairer(schema, Hints(old)))
    if attempt.problems:
        attempt = _attempt(schema, asked, given, _Repairer(schema, Hints(old), aliases=True))
    if attempt.problems:
        return Repaired(document, given, attempt.changes, attempt.problems)
    return attempt


def _problems(schema: GraphQLSchema, asked: ParsedOperation, variables: dict[str, JSON]) -> tuple[str, ...]:
    try:
        errors = validate(schema, asked.node)
    except RecursionError:
        return ("nested too deeply",)
    if not errors:
        values = get_variable_values(schema, asked.operation.variable_definitions or (), variables)
        errors = values if isinstance(values, list) else []
    return tuple(" ".join(error.message.split()) for error in errors[:_MOST])


def _attempt(
    schema: GraphQLSchema, asked: ParsedOperation, variables: dict[str, JSON], repairer: _Repairer
) -> Repaired:
    document = repairer.repaired(asked.node)
    operation, *fragments = document.definitions
    assert isinstance(operation, OperationDefinitionNode)  # noqa: S101 - as ParsedOperation puts them
    if not operation.selection_set.selections:
        problem = "nothing of what it asks for is left in the schema"
        return Repaired(asked.text, variables, tuple(repairer.changes), (problem,))
    values = dict(variables)
    declarations = VariableDeclarations(schema, repairer.fitter, repairer.tell)
    declared = OperationDefinitionNode(
        operation=operation.operation,
        name=operation.name,
        variable_definitions=declarations.declared(
            operation.variable_definitions or (), variables_in(document), values
        ),
        directives=operation.directives,
        selection_set=operation.selection_set,
    )
    by_name = {node.name.value: node for node in fragments if isinstance(node, FragmentDefinitionNode)}
    result = ParsedOperation(declared, by_name)
    return Repaired(result.text, values, tuple(repairer.changes), _problems(schema, result, values))


class _Repairer(Visitor):
    """Goes through a document. With ``aliases`` a field under a new name keeps its old key, so that no two clash."""

    def __init__(self, schema: GraphQLSchema, hints: Hints, *, aliases: bool = False) -> None:
        super().__init__()
        self._schema = schema
        self._info = TypeInfo(schema)
        self._hints = hints
        self._aliases = aliases
        self._only_names: list[bool] = []
        """Of the selection sets around: whether they asked for nothing but type names from the beginning."""
        self._fragments: dict[str, str] = {}
        """The types that the fragments are on, of those that are still there."""
        self.changes: dict[str, None] = {}
        self.tell: Callable[[str], object] = self.changes.setdefault
        self.fitter = ValueFitter(hints, self.tell)

    def repaired(self, document: DocumentNode) -> DocumentNode:
        """Goes through it again as long as fragments disappear, for they leave their spreads behind."""
        before = 0
        while before != (before := len(document.definitions)):
            fragments = [node for node in document.definitions if isinstance(node, FragmentDefinitionNode)]
            self._fragments = {node.name.value: node.type_condition.name.value for node in fragments}
            document = visit(document, TypeInfoVisitor(self._info, self))
        return document

    def enter_variable_definition(self, *_: object) -> VisitorAction:
        return SKIP  # they are declared when all their uses are known

    def enter_selection_set(self, node: SelectionSetNode, *_: object) -> None:
        self._only_names.append(all(map(_is_typename, node.selections)))

    def leave_selection_set(self, node: SelectionSetNode, *_: object) -> SelectionSetNode | None:
        """Nothing is left if it is nothing but type names where there was more."""
        had_only_names = self._only_names.pop()
        is_empty = all(map(_is_typename, node.selections)) and not had_only_names
        return SelectionSetNode(selections=()) if is_empty else None

    def enter_fragment_definition(self, node: FragmentDefinitionNode, *_: object) -> VisitorAction:
        on = node.type_condition.name.value
        if is_composite_type(self._schema.type_map.get(on)):
            return None
        self.tell(f"the type {on} was removed: fragment {node.name.value} is cut")
        return REMOVE

    def leave_fragment_definition(self, node: FragmentDefinitionNode, *_: object) -> VisitorAction:
        return None if node.selection_set.selections else REMOVE

    def enter_fragment_spread(self, node: FragmentSpreadNode, *_: object) -> VisitorAction:
        on = self._fragments.get(node.name.value, "")
        is_known = is_composite_type(self._schema.type_map.get(on))
        return None if is_known and self._overlaps(on) else REMOVE

    def enter_inline_fragment(self, node: InlineFragmentNode, *_: object) -> VisitorAction:
        if node.type_condition is None or self._overlaps(node.type_condition.name.value):
            return None
        return REMOVE

    def leave_inline_fragment(self, node: InlineFragmentNode, *_: object) -> VisitorAction:
        return None if node.selection_set.selections else REMOVE

    def _overlaps(self, on: str) -> bool:
        """Whether an object of the type that is selected on may be of the type that a fragment is on."""
        kind, parent = self._schema.type_map.get(on), self._info.get_parent_type()
        if not isinstance(kind, _COMPOSITE) or parent is None:
            self.tell(f"the type {on} was removed: cut")
            return False
        if not do_types_overlap(self._schema, kind, parent):
            self.tell(f"{parent.name} can no longer be {on}: cut")
            return False
        return True

    def enter_field(self, node: FieldNode, *_: object) -> FieldNode | VisitorAction:
        parent = self._info.get_parent_type()
        name = node.name.value
        if parent is None or name.startswith("__"):
            return SKIP
        fields = _fields(parent)
        target = name if name in fields else self._new_name(parent, node)
        if not target:
            self.tell(f"{parent.name}.{name} was removed: cut")
            return REMOVE
        alias = node.alias
        if target != name:
            self.tell(f"{parent.name}.{name} is now {target}, as its deprecation said")
            alias = node.name if self._aliases and alias is None else alias
        here = f"{parent.name}.{target}"
        arguments = self._arguments(node, parent, fields[target], here)
        if arguments is None:
            return REMOVE
        return FieldNode(
            alias=alias,
            name=NameNode(value=target),
            arguments=arguments,
            directives=node.directives,
            selection_set=self._selected(node, get_named_type(fields[target].type), here),
        )

    def leave_field(self, node: FieldNode, *_: object) -> VisitorAction:
        parent = self._info.get_parent_type()
        if parent is None or node.selection_set is None or node.selection_set.selections:
            return None
        self.tell(f"{parent.name}.{node.name.value}: nothing is left in it, cut")
        return REMOVE

    def _new_name(self, parent: GraphQLNamedType, node: FieldNode) -> str:
        """What the deprecation of a field recommends, if that is as much a leaf as the field was; or nothing."""
        fields = _fields(parent)
        target = self._hints.member(parent.name, node.name.value, fields)
        fits = target and is_composite_type(get_named_type(fields[target].type)) is (node.selection_set is not None)
        return target if fits else ""

    def _selected(self, node: FieldNode, kind: GraphQLNamedType, here: str) -> SelectionSetNode | None:
        """What is selected in a field, which may have become a leaf or ceased to be one."""
        if is_composite_type(kind) is (node.selection_set is not None):
            return node.selection_set
        if node.selection_set is not None:
            self.tell(f"{here} is now a {kind.name}: what was selected in it is cut")
            return None
        leaf = _some_leaf(kind)
        self.tell(f"{here} is now a {kind.name}: {leaf} is selected in it")
        return SelectionSetNode(selections=(FieldNode(name=NameNode(value=leaf), arguments=(), directives=()),))

    def _arguments(
        self, node: FieldNode, parent: GraphQLNamedType, definition: GraphQLField, here: str
    ) -> tuple[ArgumentNode, ...] | None:
        """None if an argument is required now that cannot be made up: then the field cannot be asked."""

        def new_name(name: str) -> str:
            return self._hints.argument(parent.name, node.name.value, name, definition.args)

        given = self._fitted(node.arguments or (), definition.args, new_name, here)
        for name, argument in definition.args.items():
            if name in given or not is_required_argument(argument):
                continue
            made = made_up(argument.type)
            if made is UNFIT:
                self.tell(f"{here} needs {name}: {argument.type}, for which no value can be made up: cut")
                return None
            self.tell(f"{here} needs {name}: {argument.type} now: filled with {shown(made)}")
            given[name] = ArgumentNode(name=NameNode(value=name), value=node_of(made))
        return tuple(given.values())

    def enter_directive(self, node: DirectiveNode, *_: object) -> DirectiveNode | VisitorAction:
        name = node.name.value
        declared = self._schema.get_directive(name)
        if declared is None:
            self.tell(f"the directive @{name} is unknown: cut")
            return REMOVE
        arguments = self._fitted(node.arguments or (), declared.args, lambda _: "", f"@{name}")
        return DirectiveNode(name=node.name, arguments=tuple(arguments.values()))

    def _fitted(
        self,
        nodes: Sequence[ArgumentNode],
        declared: Mapping[str, GraphQLArgument],
        new_name: Callable[[str], str],
        here: str,
    ) -> dict[str, ArgumentNode]:
        given: dict[str, ArgumentNode] = {}
        for node in nodes:
            name = node.name.value
            target = name if name in declared else new_name(name)
            if not target:
                self.tell(f"{here}: the argument {name} was removed: left out")
                continue
            if target != name:
                self.tell(f"{here}: the argument {name} is now {target}, as its deprecation said")
            argument = declared[target]
            value = to_value(node.value)
            fitted = self.fitter.fit(value, argument.type, f"{here}({target}:)", default=has_default(argument))
            if fitted is not UNFIT:
                literal = node_of(fitted)
                kept = node.value if literal == node_of(value) else literal
                given[target] = ArgumentNode(name=NameNode(value=target), value=kept)
            elif not is_required_argument(argument):
                self.tell(f"{here}: the argument {target} no longer fits {argument.type}: left out")
        return given


def _is_typename(node: SelectionNode) -> bool:
    return isinstance(node, FieldNode) and node.name.value == "__typename"


def _fields(kind: GraphQLNamedType) -> Mapping[str, GraphQLField]:
    return kind.fields if isinstance(kind, GraphQLObjectType | GraphQLInterfaceType) else {}


def _some_leaf(kind: GraphQLNamedType) -> str:
    """A field that can be selected without knowing more; the type name if there is none."""
    leaves = [
        name for name, field in _fields(kind).items() if is_leaf_type(get_named_type(field.type)) and is_plain(field)
    ]
    return "id" if "id" in leaves else (leaves or ["__typename"])[0]
