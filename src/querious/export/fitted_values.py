"""Values that once were right → values that fit the types of now, with as little change as possible.

A value is JSON in which an ``EnumValue`` or a variable's node may stand: so literals of a document and variables are
fitted alike.
"""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING, Final

from graphql import (
    BooleanValueNode,
    EnumValueNode,
    FloatValueNode,
    GraphQLEnumType,
    GraphQLInputObjectType,
    GraphQLList,
    GraphQLNonNull,
    IntValueNode,
    ListValueNode,
    NameNode,
    NullValueNode,
    ObjectFieldNode,
    ObjectValueNode,
    StringValueNode,
    Undefined,
    VariableNode,
    is_required_input_field,
    print_ast,
)

from querious.model import EnumValue
from querious.model.defaults import default_of
from querious.model.json_text import float_of, integer_of
from querious.text.display import cut

if TYPE_CHECKING:
    from collections.abc import Callable

    from graphql import GraphQLArgument, GraphQLInputField, GraphQLInputType, ValueNode

    from querious.export.hints import Hints
    from querious.model import Value

UNFIT: Final = object()
"""No value of the type can be made of it."""
_DEEPEST = 12
_NUMBER = re.compile(r"-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?")
_LARGEST_INT = 2**31
_MADE_UP: Final[dict[str, Value]] = {"Int": 1, "Float": 1.5, "String": "text", "Boolean": True, "ID": "1"}


class ValueFitter:
    """Fits values; tells what was changed, and of every variable the type that its place wants."""

    def __init__(
        self,
        hints: Hints,
        tell: Callable[[str], None],
        used: Callable[[str, GraphQLInputType, bool, str], None],
    ) -> None:
        self._hints = hints
        self._tell = tell
        self._used = used

    def fit(self, value: Value, wanted: GraphQLInputType, where: str, *, default: bool = False) -> Value:
        """The value, or the nearest one of the type; UNFIT if there is none. ``default``: the place has one."""
        if isinstance(value, VariableNode):
            self._used(value.name.value, wanted, default, where)
            return value
        if value is None:
            return UNFIT if isinstance(wanted, GraphQLNonNull) else None
        return self._present(value, wanted.of_type if isinstance(wanted, GraphQLNonNull) else wanted, where)

    def _present(self, value: Value, wanted: GraphQLInputType, where: str) -> Value:
        """For a value that is not null."""
        if isinstance(wanted, GraphQLList):
            return self._list(value, wanted.of_type, where)
        if isinstance(value, list):
            kept = self.fit(value[0], wanted, where) if value else UNFIT
            if kept is not UNFIT:
                self._tell(f"{where}: no longer a list, the first of {len(value)} is kept")
            return kept
        if isinstance(wanted, GraphQLInputObjectType):
            return self._object(value, wanted, where) if isinstance(value, dict) else UNFIT
        if isinstance(wanted, GraphQLEnumType):
            return self._member(value, wanted, where)
        return self._scalar(value, str(wanted), where)

    def _list(self, value: Value, item: GraphQLInputType, where: str) -> Value:
        if not isinstance(value, list):
            return self.fit(value, item, where)
        fitted = [self.fit(one, item, where) for one in value]
        kept = [one for one in fitted if one is not UNFIT]
        if len(kept) < len(fitted):
            self._tell(f"{where}: {len(fitted) - len(kept)} of {len(fitted)} items no longer fit and are left out")
        return kept if kept or not value else UNFIT

    def _object(self, value: dict[str, Value], wanted: GraphQLInputObjectType, where: str) -> Value:
        fitted: dict[str, Value] = {}
        for name, item in value.items():
            here = f"{wanted.name}.{name}"
            field = wanted.fields.get(name)
            target = name
            if field is None:
                target = self._hints.member(wanted.name, name, wanted.fields)
                if not target or target in value:
                    self._tell(f"{here} was removed: left out")
                    continue
                self._tell(f"{here} is now {target}, as its deprecation said")
                field = wanted.fields[target]
            kept = self.fit(item, field.type, here, default=has_default(field))
            if kept is not UNFIT:
                fitted[target] = kept
            elif not is_required_input_field(field):
                self._tell(f"{here} no longer fits {field.type}: left out")
        return self._completed(fitted, wanted, where)

    def _completed(self, fitted: dict[str, Value], wanted: GraphQLInputObjectType, where: str) -> Value:
        for name, field in wanted.fields.items():
            if name not in fitted and is_required_input_field(field):
                made = made_up(field.type)
                if made is UNFIT:
                    return UNFIT
                self._tell(f"{where}: {wanted.name}.{name} needs a value now: filled with {shown(made)}")
                fitted[name] = made
        return UNFIT if is_one_of(wanted) and len(fitted) != 1 else fitted

    def _member(self, value: Value, wanted: GraphQLEnumType, where: str) -> Value:
        if not isinstance(value, str):
            return UNFIT
        if value in wanted.values:
            return EnumValue(value)
        target = self._hints.member(wanted.name, value, wanted.values)
        if target:
            self._tell(f"{where}: {wanted.name}.{value} is now {target}, as its deprecation said")
        return EnumValue(target) if target else UNFIT

    def _scalar(self, value: Value, name: str, where: str) -> Value:
        fitted = _AS.get(name, lambda same: same)(value)
        if fitted is not UNFIT and (type(fitted) is not type(value) or fitted != value):
            self._tell(f"{where}: {shown(value)} is written as {shown(fitted)}, since {name} is wanted now")
        return fitted


def _as_int(value: Value) -> Value:
    if isinstance(value, str) and not isinstance(value, EnumValue) and _NUMBER.fullmatch(value):
        value = float(value)
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    fits = isinstance(value, int) and not isinstance(value, bool) and -_LARGEST_INT <= value < _LARGEST_INT
    return value if fits else UNFIT


def _as_float(value: Value) -> Value:
    if isinstance(value, str) and not isinstance(value, EnumValue) and _NUMBER.fullmatch(value):
        value = float(value)
    fits = isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)
    return value if fits else UNFIT


def _as_text(value: Value) -> Value:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return str(value)
    return str(value) if isinstance(value, str) else UNFIT


def _as_boolean(value: Value) -> Value:
    if isinstance(value, bool):
        return value
    return {"true": True, "false": False}.get(value, UNFIT) if isinstance(value, str) else UNFIT


def _as_id(value: Value) -> Value:
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    return _as_text(value)


_AS: Final[dict[str, Callable[[Value], Value]]] = {
    "Int": _as_int,
    "Float": _as_float,
    "String": _as_text,
    "Boolean": _as_boolean,
    "ID": _as_id,
}
"""A custom scalar takes anything, as far as the schema tells."""


def made_up(wanted: GraphQLInputType, depth: int = 0) -> Value:
    """Some value of a type; UNFIT if it needs one of a custom scalar, of which nothing is known."""
    if isinstance(wanted, GraphQLNonNull):
        return made_up(wanted.of_type, depth)
    if isinstance(wanted, GraphQLList):
        item = made_up(wanted.of_type, depth)
        return UNFIT if item is UNFIT else [item]
    if isinstance(wanted, GraphQLEnumType):
        current = [name for name, value in wanted.values.items() if value.deprecation_reason is None]
        return EnumValue((current or list(wanted.values))[0])
    if isinstance(wanted, GraphQLInputObjectType):
        return UNFIT if depth >= _DEEPEST else _made_object(wanted, depth + 1)
    return _MADE_UP.get(str(wanted), UNFIT)


def _made_object(wanted: GraphQLInputObjectType, depth: int) -> Value:
    one_of = is_one_of(wanted)
    made: dict[str, Value] = {}
    for name, field in wanted.fields.items():
        if one_of or is_required_input_field(field):
            value = made_up(field.type, depth)
            if value is not UNFIT:
                made[name] = value
                if one_of:
                    return made
            elif not one_of:
                return UNFIT
    return UNFIT if one_of else made


def is_one_of(wanted: GraphQLInputObjectType) -> bool:
    """Whether just one of its fields may be given; older versions of graphql-core keep it as a directive alone."""
    if getattr(wanted, "is_one_of", False):
        return True
    node = wanted.ast_node
    return node is not None and any(directive.name.value == "oneOf" for directive in node.directives or ())


def has_default(field: GraphQLArgument | GraphQLInputField) -> bool:
    """Whether an argument or input field has a default value."""
    return default_of(field) is not Undefined


def shown(value: Value) -> str:
    """A value as GraphQL writes it, cut where it is long."""
    return cut(print_ast(to_node(value)), 60)


def to_value(node: ValueNode) -> Value:
    """A literal as a value; a variable stays its node."""
    match node:
        case NullValueNode():
            return None
        case IntValueNode():
            return integer_of(node.value)
        case FloatValueNode():
            return float_of(node.value)
        case StringValueNode() | BooleanValueNode():
            return node.value
        case EnumValueNode():
            return EnumValue(node.value)
        case ListValueNode():
            return [to_value(item) for item in node.values]
        case ObjectValueNode():
            return {field.name.value: to_value(field.value) for field in node.fields}
    return node


def to_node(value: Value) -> ValueNode:
    """The inverse of ``to_value``."""
    match value:
        case None:
            return NullValueNode()
        case bool():
            return BooleanValueNode(value=value)
        case int():
            return IntValueNode(value=str(value))
        case float():
            return FloatValueNode(value=repr(value))
        case EnumValue():
            return EnumValueNode(value=str(value))
        case str():
            return StringValueNode(value=value, block=False)
        case list():
            return ListValueNode(values=tuple(to_node(item) for item in value))
        case dict():
            fields = (ObjectFieldNode(name=NameNode(value=name), value=to_node(item)) for name, item in value.items())
            return ObjectValueNode(fields=tuple(fields))
    node: ValueNode = value
    return node
