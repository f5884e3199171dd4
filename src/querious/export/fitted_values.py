"""Values that once were right → values that fit the types of now, with as little change as possible.

A value is JSON in which an ``EnumValue`` or a variable's node may stand: so literals of a document and variables are
fitted alike.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Final, NamedTuple, cast

from graphql import (
    GraphQLEnumType,
    GraphQLError,
    GraphQLInputObjectType,
    GraphQLList,
    GraphQLNonNull,
    GraphQLScalarType,
    Undefined,
    VariableNode,
    is_required_input_field,
    parse_value,
    print_ast,
)

from querious.model import EnumValue
from querious.model.defaults import default_of
from querious.model.definitions import nullable
from querious.model.literals import node_of, value_of
from querious.text.display import cut

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from graphql import GraphQLArgument, GraphQLInputField, GraphQLInputType, ValueNode

    from querious.export.hints import Hints
    from querious.model import Value

UNFIT: Final = object()
"""No value of the type can be made of it."""
_DEEPEST = 12
_MADE_UP: Final[dict[str, Value]] = {"Int": 1, "Float": 1.5, "String": "text", "Boolean": True, "ID": "1"}


class VariableUse(NamedTuple):
    """A place where a variable stands."""

    type: GraphQLInputType
    has_default: bool
    """The place has a value without it."""
    where: str


class ValueFitter:
    """Fits values; tells what was changed, and keeps for every variable the places where it stands."""

    def __init__(self, hints: Hints, tell: Callable[[str], object]) -> None:
        self._hints = hints
        self._tell = tell
        self.uses: dict[str, list[VariableUse]] = {}

    def fit(self, value: Value, wanted: GraphQLInputType, where: str, *, default: bool = False) -> Value:
        """The value, or the nearest one of the type; UNFIT if there is none. ``default``: the place has one."""
        if isinstance(value, VariableNode):
            self.uses.setdefault(value.name.value, []).append(VariableUse(wanted, default, where))
            return value
        if value is None:
            return UNFIT if isinstance(wanted, GraphQLNonNull) else None
        kind = nullable(wanted)
        if isinstance(kind, GraphQLList):
            return self._list(value, kind.of_type, where)
        if isinstance(value, list) and not isinstance(kind, GraphQLScalarType):
            return self._first(value, kind, where)
        if isinstance(kind, GraphQLInputObjectType):
            return self._object(value, kind, where)
        if isinstance(kind, GraphQLEnumType):
            return self._member(value, kind, where)
        return self._scalar(value, cast("GraphQLScalarType", kind), where)

    def _list(self, value: Value, item: GraphQLInputType, where: str) -> Value:
        if not isinstance(value, list):
            return self.fit(value, item, where)
        fitted = [self.fit(one, item, where) for one in value]
        kept = [one for one in fitted if one is not UNFIT]
        if len(kept) < len(fitted):
            self._tell(f"{where}: {len(fitted) - len(kept)} of {len(fitted)} items no longer fit and are left out")
        return kept if kept or not value else UNFIT

    def _first(self, values: list[Value], wanted: GraphQLInputType, where: str) -> Value:
        kept = self.fit(values[0], wanted, where) if values else UNFIT
        if kept is not UNFIT:
            self._tell(f"{where}: no longer a list, the first of {len(values)} is kept")
        return kept

    def _object(self, value: Value, wanted: GraphQLInputObjectType, where: str) -> Value:
        if not isinstance(value, dict):
            return UNFIT
        fitted: dict[str, Value] = {}
        for name, item in value.items():
            here = f"{wanted.name}.{name}"
            target = name if name in wanted.fields else self._hints.member(wanted.name, name, wanted.fields)
            if not target or (target != name and target in value):
                self._tell(f"{here} was removed: left out")
                continue
            if target != name:
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
        name = value if isinstance(value, str) else ""
        if name in wanted.values:
            return EnumValue(name)
        target = self._hints.member(wanted.name, name, wanted.values)
        if not target:
            return UNFIT
        self._tell(f"{where}: {wanted.name}.{name} is now {target}, as its deprecation said")
        return EnumValue(target)

    def _scalar(self, value: Value, wanted: GraphQLScalarType, where: str) -> Value:
        # The newest graphql-core reads literals strictly only by its new method, which custom scalars may lack.
        read_literal = getattr(wanted, "coerce_input_literal", None) or wanted.parse_literal
        for candidate in _spellings(value):
            with suppress(GraphQLError):
                read_literal(node_of(candidate))
                if candidate is not value:
                    self._tell(
                        f"{where}: {shown(value)} is written as {shown(candidate)}, since {wanted.name} is wanted now"
                    )
                return candidate
        return self._first(value, wanted, where) if isinstance(value, list) else UNFIT


def _spellings(value: Value) -> Iterator[Value]:
    """A value, and for a leaf the same as another type writes it: text as the number in it, a number as text."""
    yield value
    if isinstance(value, dict | list):
        return
    text = str(value) if isinstance(value, str) else print_ast(node_of(value))
    with suppress(GraphQLError, RecursionError):
        read = to_value(parse_value(text))
        if isinstance(read, float) and read.is_integer():
            yield int(read)
        yield read
    yield text


def made_up(wanted: GraphQLInputType, depth: int = 0) -> Value:
    """Some value of a type; UNFIT if it needs one of a custom scalar, of which nothing is known."""
    kind = nullable(wanted)
    if isinstance(kind, GraphQLList):
        item = made_up(kind.of_type, depth)
        return UNFIT if item is UNFIT else [item]
    if isinstance(kind, GraphQLEnumType):
        current = [name for name, value in kind.values.items() if value.deprecation_reason is None]
        return EnumValue((current or list(kind.values))[0])
    if isinstance(kind, GraphQLInputObjectType):
        return UNFIT if depth >= _DEEPEST else _made_object(kind, depth + 1)
    return _MADE_UP.get(str(kind), UNFIT)


def _made_object(wanted: GraphQLInputObjectType, depth: int) -> Value:
    if is_one_of(wanted):
        options = ({name: made_up(field.type, depth)} for name, field in wanted.fields.items())
        return next((made for made in options if UNFIT not in made.values()), UNFIT)
    required = {name: field for name, field in wanted.fields.items() if is_required_input_field(field)}
    made = {name: made_up(field.type, depth) for name, field in required.items()}
    return UNFIT if UNFIT in made.values() else made


def is_one_of(wanted: GraphQLInputObjectType) -> bool:
    """Whether just one of its fields may be given; older versions of graphql-core keep it as a directive alone."""
    directives = wanted.ast_node.directives if wanted.ast_node else ()
    return getattr(wanted, "is_one_of", False) or any(node.name.value == "oneOf" for node in directives or ())


def has_default(field: GraphQLArgument | GraphQLInputField) -> bool:
    """Whether an argument or input field has a default value."""
    return default_of(field) is not Undefined


def shown(value: Value) -> str:
    """A value as GraphQL writes it, cut where it is long."""
    return cut(print_ast(node_of(value)), 60)


def to_value(node: ValueNode) -> Value:
    """A literal as a value; a variable stays its node."""
    return value_of(node, lambda variable: variable)
