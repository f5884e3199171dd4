"""A document for an older schema → one that a newer schema accepts, with what was changed, or why it cannot be.

Whatever comes out without problems is valid by graphql-core: that is checked last, and nothing is taken for granted.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from graphql import (
    ArgumentNode,
    DirectiveNode,
    FieldNode,
    FragmentDefinitionNode,
    FragmentSpreadNode,
    GraphQLInterfaceType,
    GraphQLObjectType,
    GraphQLUnionType,
    InlineFragmentNode,
    NameNode,
    OperationDefinitionNode,
    SelectionSetNode,
    VariableDefinitionNode,
    do_types_overlap,
    get_named_type,
    is_composite_type,
    is_leaf_type,
    is_required_argument,
    print_ast,
    validate,
)
from graphql.execution.values import get_variable_values

from querious.export.documents import ParsedOperation, read, root_of, variables_in
from querious.export.fitted_values import UNFIT, ValueFitter, has_default, made_up, shown, to_node, to_value
from querious.export.hints import Hints
from querious.export.variables import VariableDeclarations

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from graphql import (
        DocumentNode,
        GraphQLArgument,
        GraphQLField,
        GraphQLNamedType,
        GraphQLSchema,
        SelectionNode,
    )

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
    root = root_of(schema, asked.kind)
    if root is None:
        return Repaired(document, given, problems=(f"the schema no longer has a {asked.kind} type",))
    if not _problems(schema, asked.node, given):
        return Repaired(document, given)
    attempt = Repaired(document, given)
    for aliases in (False, True):
        mender = _Mender(schema, asked, given, Hints(old), aliases=aliases)
        attempt = mender.mended(document, root)
        if not attempt.problems:
            break
    return attempt


def _problems(schema: GraphQLSchema, document: DocumentNode, variables: dict[str, JSON]) -> list[str]:
    try:
        errors = validate(schema, document)
    except RecursionError:
        return ["nested too deeply"]
    if not errors:
        operation = next(node for node in document.definitions if isinstance(node, OperationDefinitionNode))
        values = get_variable_values(schema, operation.variable_definitions or (), variables)
        errors = values if isinstance(values, list) else []
    return [" ".join(error.message.split()) for error in errors[:_MOST]]


class _Mender:
    """Mends one document. With ``aliases`` a field under a new name keeps its old key, so that no two keys clash."""

    def __init__(
        self, schema: GraphQLSchema, asked: ParsedOperation, variables: dict[str, JSON], hints: Hints, *, aliases: bool
    ) -> None:
        self._schema = schema
        self._asked = asked
        self._variables = variables
        self._hints = hints
        self._aliases = aliases
        self._changes: dict[str, None] = {}
        self._declaring = VariableDeclarations(schema, hints, self._tell)
        self._fitting = ValueFitter(hints, self._tell, self._declaring.use)
        self._fragments: dict[str, FragmentDefinitionNode | None] = {}

    def mended(self, document: str, root: GraphQLObjectType) -> Repaired:
        """The whole document."""
        operation = self._asked.operation
        directives = self._directives(operation.directives)
        selections = self._selections(root, operation.selection_set)
        if selections is None:
            return self._failed(document, ["nothing of what it asks for is left in the schema"])
        fragments = [node for node in self._fragments.values() if node is not None]
        asked = ParsedOperation(
            _operation(operation, selections, (), directives), {node.name.value: node for node in fragments}
        )
        values: dict[str, JSON] = dict(self._variables)
        used = variables_in(read(asked.text).node)
        definitions = self._declaring.declared(operation.variable_definitions or (), used, values)
        mended = _operation(operation, selections, definitions, directives)
        # Fragments that were mended, but whose spreads were cut afterwards, are left out by reading it once more.
        asked = read(ParsedOperation(mended, asked.fragments).text)
        problems = _problems(self._schema, asked.node, values)
        if problems:
            return self._failed(document, problems)
        return Repaired(asked.text, values, tuple(self._changes))

    def _failed(self, document: str, problems: Sequence[str]) -> Repaired:
        return Repaired(document, self._variables, tuple(self._changes), tuple(problems))

    def _tell(self, change: str) -> None:
        self._changes.setdefault(change)

    def _selections(self, parent: GraphQLNamedType, selections: SelectionSetNode) -> SelectionSetNode | None:
        """What is left; None if that is nothing, or nothing but type names where there was more."""
        kept = [mended for node in selections.selections for mended in self._selection(parent, node)]
        if not kept or (all(map(_is_typename, kept)) and not all(map(_is_typename, selections.selections))):
            return None
        return SelectionSetNode(selections=tuple(kept))

    def _selection(self, parent: GraphQLNamedType, node: SelectionNode) -> Sequence[SelectionNode]:
        if isinstance(node, FieldNode):
            mended = self._field(parent, node)
            return () if mended is None else (mended,)
        directives = self._directives(node.directives)
        if isinstance(node, FragmentSpreadNode):
            fragment = self._fragment(node.name.value)
            if fragment is None or not self._applies(fragment.type_condition.name.value, parent):
                return ()
            return (FragmentSpreadNode(name=node.name, directives=directives),)
        if isinstance(node, InlineFragmentNode):
            on = node.type_condition.name.value if node.type_condition else parent.name
            if not self._applies(on, parent):
                return ()
            selections = self._selections(self._schema.type_map[on], node.selection_set)
            if selections is not None:
                return (
                    InlineFragmentNode(
                        type_condition=node.type_condition, directives=directives, selection_set=selections
                    ),
                )
        return ()

    def _fragment(self, name: str) -> FragmentDefinitionNode | None:
        if name in self._fragments:
            return self._fragments[name]
        self._fragments[name] = None  # one that includes itself is cut there
        node = self._asked.fragments.get(name)
        if node is None:
            return None
        kind = self._schema.type_map.get(node.type_condition.name.value)
        if kind is None or not is_composite_type(kind):
            self._tell(f"the type {node.type_condition.name.value} was removed: fragment {name} is cut")
            return None
        selections = self._selections(kind, node.selection_set)
        if selections is None:
            return None
        self._fragments[name] = FragmentDefinitionNode(
            name=node.name,
            variable_definitions=node.variable_definitions,
            type_condition=node.type_condition,
            directives=self._directives(node.directives),
            selection_set=selections,
        )
        return self._fragments[name]

    def _applies(self, on: str, parent: GraphQLNamedType) -> bool:
        kind = self._schema.type_map.get(on)
        if isinstance(kind, _COMPOSITE) and isinstance(parent, _COMPOSITE):
            if do_types_overlap(self._schema, kind, parent):
                return True
            self._tell(f"{parent.name} can no longer be {on}: cut")
        else:
            self._tell(f"the type {on} was removed: cut")
        return False

    def _field(self, parent: GraphQLNamedType, node: FieldNode) -> FieldNode | None:
        name = node.name.value
        if name.startswith("__"):
            return node
        fields = parent.fields if isinstance(parent, GraphQLObjectType | GraphQLInterfaceType) else {}
        alias = node.alias
        if name not in fields:
            target = self._hints.member(parent.name, name, fields)
            composite = bool(target) and is_composite_type(get_named_type(fields[target].type))
            if not target or composite is (node.selection_set is None):
                self._tell(f"{parent.name}.{name} was removed: cut")
                return None
            self._tell(f"{parent.name}.{name} is now {target}, as its deprecation said")
            if self._aliases and alias is None:
                alias = node.name
            name = target
        here = f"{parent.name}.{name}"
        definition = fields[name]
        arguments = self._arguments(parent, node.name.value, definition, node.arguments or (), here)
        if arguments is None:
            return None
        below = self._below(definition, node, here)
        if below is False:
            return None
        return FieldNode(
            alias=alias,
            name=NameNode(value=name),
            arguments=tuple(arguments),
            directives=self._directives(node.directives),
            selection_set=below,
        )

    def _below(self, definition: GraphQLField, node: FieldNode, here: str) -> SelectionSetNode | bool | None:
        """What is selected in a field; None for a leaf, False if nothing is left to select."""
        named = get_named_type(definition.type)
        if not is_composite_type(named):
            if node.selection_set is not None:
                self._tell(f"{here} is now a {named.name}: what was selected in it is cut")
            return None
        if node.selection_set is None:
            leaf = _some_leaf(named)
            self._tell(f"{here} is now a {named.name}: {leaf} is selected in it")
            return SelectionSetNode(
                selections=(FieldNode(name=NameNode(value=leaf), arguments=(), directives=()),),
            )
        selections = self._selections(named, node.selection_set)
        if selections is None:
            self._tell(f"{here}: nothing is left in it, cut")
            return False
        return selections

    def _arguments(
        self,
        parent: GraphQLNamedType,
        field: str,
        definition: GraphQLField,
        nodes: Sequence[ArgumentNode],
        here: str,
    ) -> list[ArgumentNode] | None:
        """None if an argument is required now that cannot be made up: then the field cannot be asked."""
        hint = lambda name: self._hints.argument(parent.name, field, name, definition.args)  # noqa: E731
        given = self._fitted(nodes, definition.args, hint, here)
        for name, argument in definition.args.items():
            if name in given or not is_required_argument(argument):
                continue
            made = made_up(argument.type)
            if made is UNFIT:
                self._tell(f"{here} needs {name}: {argument.type}, for which no value can be made up: cut")
                return None
            self._tell(f"{here} needs {name}: {argument.type} now: filled with {shown(made)}")
            given[name] = ArgumentNode(name=NameNode(value=name), value=to_node(made))
        return list(given.values())

    def _fitted(
        self,
        nodes: Sequence[ArgumentNode],
        declared: Mapping[str, GraphQLArgument],
        hint: Callable[[str], str],
        here: str,
    ) -> dict[str, ArgumentNode]:
        given: dict[str, ArgumentNode] = {}
        for node in nodes:
            name = node.name.value
            target = name if name in declared else hint(name)
            if not target:
                self._tell(f"{here}: the argument {name} was removed: left out")
                continue
            if target != name:
                self._tell(f"{here}: the argument {name} is now {target}, as its deprecation said")
            argument = declared[target]
            value = to_value(node.value)
            fitted = self._fitting.fit(value, argument.type, f"{here}({target}:)", default=has_default(argument))
            if fitted is UNFIT:
                if not is_required_argument(argument):
                    self._tell(f"{here}: the argument {target} no longer fits {argument.type}: left out")
                continue
            mended = to_node(fitted)
            kept = node.value if print_ast(mended) == print_ast(to_node(value)) else mended
            given[target] = ArgumentNode(name=NameNode(value=target), value=kept)
        return given

    def _directives(self, nodes: Sequence[DirectiveNode] | None) -> tuple[DirectiveNode, ...]:
        kept = []
        for node in nodes or ():
            name = node.name.value
            declared = self._schema.get_directive(name)
            if declared is None:
                self._tell(f"the directive @{name} is unknown: cut")
                continue
            arguments = self._fitted(node.arguments or (), declared.args, lambda _: "", f"@{name}")
            kept.append(DirectiveNode(name=node.name, arguments=tuple(arguments.values())))
        return tuple(kept)


def _operation(
    node: OperationDefinitionNode,
    selections: SelectionSetNode,
    definitions: tuple[VariableDefinitionNode, ...] = (),
    directives: tuple[DirectiveNode, ...] = (),
) -> OperationDefinitionNode:
    return OperationDefinitionNode(
        operation=node.operation,
        name=node.name,
        variable_definitions=definitions,
        directives=directives,
        selection_set=selections,
    )


def _is_typename(node: SelectionNode) -> bool:
    return isinstance(node, FieldNode) and node.name.value == "__typename"


def _some_leaf(kind: GraphQLNamedType) -> str:
    """A field that can be selected without knowing more; the type name if there is none."""
    fields = kind.fields if isinstance(kind, GraphQLObjectType | GraphQLInterfaceType) else {}
    leaves = [
        name
        for name, field in fields.items()
        if is_leaf_type(get_named_type(field.type)) and not any(map(is_required_argument, field.args.values()))
    ]
    return "id" if "id" in leaves else (leaves or ["__typename"])[0]
