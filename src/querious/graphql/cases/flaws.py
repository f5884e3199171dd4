"""Deliberately invalid operations: a valid one with one flaw, which every server must refuse, and politely.

Each flaw breaks a rule of the GraphQL specification that does not depend on the server's own scalars.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from graphql import (
    GraphQLEnumType,
    GraphQLInputObjectType,
    GraphQLNonNull,
    get_named_type,
    is_required_argument,
)

from querious.model import Directive, Field, Fragment, Raw, Variable
from querious.model.definitions import fields_of, is_list
from querious.model.edits import places, replaced

if TYPE_CHECKING:
    from collections.abc import Callable

    from graphql import GraphQLArgument, GraphQLField, GraphQLInputType, GraphQLSchema

    from querious.model import Operation, Selection, Value
    from querious.values import Chance

_Flawed: TypeAlias = "tuple[list[Selection], str]"
"""What replaces a field, and what is wrong with it, in words."""

_UNKNOWN = "noSuchThing"
_WRONG: dict[str, tuple[Value, ...]] = {
    "Int": ("x", 0.5, True, {}, 2**31, -(2**31) - 1, 2**63),
    "Float": ("x", True, {}),
    "String": (0, True, {}),
    "Boolean": ("true", 0, {}),
    "ID": (True, 0.5, {}),
}
"""Values that no server may take for a built-in scalar."""


def spoil(schema: GraphQLSchema, operation: Operation, chance: Chance) -> tuple[Operation, str] | None:
    """The operation with one flaw, and what the flaw is; None if no flaw fits it."""
    fields = [(place, node) for place, node in places(operation.selections) if isinstance(node, Field)]
    start = chance.below(len(_FLAWS))
    for step in range(len(_FLAWS)):
        flaw = _FLAWS[(start + step) % len(_FLAWS)]
        first = chance.below(len(fields))
        for place, node in fields[first:] + fields[:first]:
            spoilt = flaw(node, fields_of(schema, node.parent).get(node.name), chance)
            if spoilt is not None:
                changed, words = spoilt
                return operation._replace(selections=replaced(operation.selections, place, changed)), words
    return None


def _unknown_field(node: Field, _: GraphQLField | None, __: Chance) -> _Flawed | None:
    return [node._replace(name=_UNKNOWN, alias="", arguments=(), children=())], f"{node.parent} has no field {_UNKNOWN}"


def _unknown_argument(node: Field, _: GraphQLField | None, __: Chance) -> _Flawed | None:
    changed = node._replace(arguments=[*node.arguments, (_UNKNOWN, 1)])
    return [changed], f"{node.coordinate} has no argument {_UNKNOWN}"


def _missing_argument(node: Field, definition: GraphQLField | None, _: Chance) -> _Flawed | None:
    required = [name for name, argument in _arguments(definition) if is_required_argument(argument)]
    if not required:
        return None
    kept = [(name, value) for name, value in node.arguments if name != required[0]]
    return [node._replace(arguments=kept)], f"{node.coordinate} lacks its required argument {required[0]}"


def _null_argument(node: Field, definition: GraphQLField | None, _: Chance) -> _Flawed | None:
    for name, argument in _arguments(definition):
        if isinstance(argument.type, GraphQLNonNull):
            changed = _with_argument(node, name, None)
            return [changed], f"null for the non-null argument {name} of {node.coordinate}"
    return None


def _wrong_value(node: Field, definition: GraphQLField | None, chance: Chance) -> _Flawed | None:
    for name, argument in _arguments(definition):
        wrong = _wrong_for(argument.type, chance)
        if wrong is not None:
            value, words = wrong
            if chance.rarely(0.5) and not isinstance(value, Raw):
                value = Variable("wrong", str(argument.type), value)
            return [_with_argument(node, name, value)], f"{words} for the argument {name} of {node.coordinate}"
    return None


def _wrong_for(kind: GraphQLInputType, chance: Chance) -> tuple[Value, str] | None:
    """A value that the type does not allow, and what it is in words; None for custom scalars, which we do not know."""
    named = get_named_type(kind)
    words = f"a wrong value ({named.name} is expected)"
    if isinstance(named, GraphQLEnumType):
        return Raw("NO_SUCH_MEMBER"), f"a value that the enum {named.name} does not have"
    if isinstance(named, GraphQLInputObjectType):
        return {_UNKNOWN: 1}, f"a field that {named.name} does not have"
    if named.name not in _WRONG:
        return None
    value = chance.choose(_WRONG[named.name])
    if isinstance(value, int) and not isinstance(value, bool) and named.name == "Int":
        words = "a number beyond 32 bits"
    return ([value] if is_list(kind) and chance.rarely(0.5) else value), words


def _undeclared_variable(node: Field, definition: GraphQLField | None, _: Chance) -> _Flawed | None:
    for name, _argument in _arguments(definition):
        changed = _with_argument(node, name, Raw("$undeclared"))
        return [changed], f"a variable that is not declared, for {name} of {node.coordinate}"
    return None


def _unknown_variable_type(node: Field, definition: GraphQLField | None, _: Chance) -> _Flawed | None:
    for name, _argument in _arguments(definition):
        changed = _with_argument(node, name, Variable("strange", "NoSuchType", 1))
        return [changed], f"a variable of a type that does not exist, for {name} of {node.coordinate}"
    return None


def _leaf_with_selection(node: Field, definition: GraphQLField | None, _: Chance) -> _Flawed | None:
    if node.children or definition is None:
        return None
    inner = Field(node.parent, _UNKNOWN, "", (), (), ())
    return [node._replace(children=[inner])], f"a selection on the leaf {node.coordinate}"


def _object_without_selection(node: Field, _: GraphQLField | None, __: Chance) -> _Flawed | None:
    return ([node._replace(children=())], f"no selection on {node.coordinate}") if node.children else None


def _unknown_type(node: Field, _: GraphQLField | None, __: Chance) -> _Flawed | None:
    return [node, Fragment("NoSuchType", (), [node])], "a fragment on a type that does not exist"


def _unknown_directive(node: Field, _: GraphQLField | None, __: Chance) -> _Flawed | None:
    return [node._replace(directives=[Directive(_UNKNOWN, ())])], "a directive that does not exist"


def _conflict(node: Field, definition: GraphQLField | None, _: Chance) -> _Flawed | None:
    if node.children or definition is None:
        return None
    other = Field(node.parent, "__typename", node.key, (), (), ())
    return [node, other], f"two different fields under the one key {node.key}"


def _broken_text(node: Field, _: GraphQLField | None, chance: Chance) -> _Flawed | None:
    raw = Raw(chance.choose(('"', "{", "]", "\x00", "..", "$", '"\\u12"', "1a")))
    return [node._replace(arguments=[*node.arguments, ("broken", raw)])], "a document that is not GraphQL"


def _arguments(definition: GraphQLField | None) -> list[tuple[str, GraphQLArgument]]:
    return list(definition.args.items()) if definition is not None else []


def _with_argument(node: Field, name: str, value: Value) -> Field:
    kept = [(key, old) for key, old in node.arguments if key != name]
    return node._replace(arguments=[*kept, (name, value)])


_FLAWS: tuple[Callable[[Field, GraphQLField | None, Chance], _Flawed | None], ...] = (
    _unknown_field,
    _unknown_argument,
    _missing_argument,
    _null_argument,
    _wrong_value,
    _wrong_value,  # twice: it has the most forms
    _undeclared_variable,
    _unknown_variable_type,
    _leaf_with_selection,
    _object_without_selection,
    _unknown_type,
    _unknown_directive,
    _conflict,
    _broken_text,
)
