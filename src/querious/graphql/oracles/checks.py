"""The fast half of judging data: a yes or no for each type, compiled once, with no path and no message.

A ``Check`` takes a value, the shape below it (None for a leaf) and the plans of this pass. Nearly all answers are
right, so this half must be quick; when it says no, ``explain`` walks again slowly and has the last word. Hence it may
say no too often (a subclass of ``str`` in process, say) but never yes to what is wrong.
"""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from graphql import is_enum_type, is_leaf_type, is_list_type, is_non_null_type

if TYPE_CHECKING:
    from collections.abc import Callable

    from graphql import GraphQLOutputType

    from querious.model import ObjectShape, SelectionShape

    Plans: TypeAlias = dict[int, "CheckPlan"]
    """By identity of an ObjectShape, for as long as one answer is judged."""
    Check: TypeAlias = Callable[[Any, SelectionShape | None, Plans], bool]

LOWEST_INT: Final = -(2**31)
HIGHEST_INT: Final = 2**31 - 1
HIGHEST_FLOAT: Final = 1.7976931348623157e308

_TYPES: Final[dict[str, frozenset[type]]] = {
    "String": frozenset({str}),
    "ID": frozenset({str}),
    "Boolean": frozenset({bool}),
}
"""Scalars that are decided by the Python type alone. ID is written as a string, says the specification."""
_ANY: Final[frozenset[type]] = frozenset({str, int, float, bool, list, dict})
"""A custom scalar may be any JSON."""
_NULL: Final[frozenset[type]] = frozenset({type(None)})


class CheckPlan(NamedTuple):
    """How to look at an object of one shape: leaves are compared in place, as a call costs more than the comparison."""

    runtime: ObjectShape
    """Held, so that its identity is not given to another."""
    types: list[tuple[str, frozenset[type]]]
    """Leaves that the Python type alone decides."""
    members: list[tuple[str, frozenset[str | None]]]
    """Enums."""
    integers: list[tuple[str, bool]]
    """Whether null is allowed."""
    others: list[tuple[str, Check, SelectionShape | None]]


class LeafCheck(NamedTuple):
    """Python types or members of an enum, null among them where it is allowed; one of the two is empty."""

    types: frozenset[type]
    members: frozenset[str | None]


class Checks:
    """The checks of one schema's types; kept for a whole run."""

    def __init__(self) -> None:
        self._checks: dict[GraphQLOutputType, Check] = {}
        self._leaves: dict[GraphQLOutputType, LeafCheck | bool | None] = {}

    def accept(self, data: Any, shape: SelectionShape) -> bool:
        """Whether ``data`` is surely as the shape wants it."""
        return self._object(data, shape, {})

    def _object(self, value: Any, shape: SelectionShape | None, plans: Plans) -> bool:
        if type(value) is not dict or shape is None:
            return False
        runtime = shape.runtime(value)
        if runtime is None:
            # Without a type name nothing can be held against an object of an abstract type.
            return not shape.typename_key
        plan = plans.get(id(runtime))
        if plan is None:
            plan = plans[id(runtime)] = self._plan(runtime)
        typename = runtime.typename
        if len(value) != len(runtime.fields) or value.get(shape.typename_key or "__typename", typename) != typename:
            return False
        return _fields(value, plan, plans)

    def _plan(self, runtime: ObjectShape) -> CheckPlan:
        plan = CheckPlan(runtime, [], [], [], [])
        for key, field in runtime.fields.items():
            leaf = self._leaf(field.type)
            if leaf is None:
                plan.others.append((key, self._check(field.type), field.child))
            elif isinstance(leaf, bool):
                plan.integers.append((key, leaf))
            elif leaf.members:
                plan.members.append((key, leaf.members))
            else:
                plan.types.append((key, leaf.types))
        return plan

    def _leaf(self, type_: GraphQLOutputType) -> LeafCheck | bool | None:
        """What decides a leaf without a call; for Int, whether null is allowed; None for all else."""
        try:
            return self._leaves[type_]
        except KeyError:
            leaf = self._leaves[type_] = _leaf_of(type_)
            return leaf

    def _check(self, type_: GraphQLOutputType) -> Check:
        check = self._checks.get(type_)
        if check is None:
            check = self._checks[type_] = self._compile(type_)
        return check

    def _compile(self, type_: GraphQLOutputType) -> Check:
        if is_non_null_type(type_):
            return self._present(_inside(type_))
        inner = self._present(type_)
        return lambda value, shape, plans: value is None or inner(value, shape, plans)

    def _present(self, type_: Any) -> Check:
        """For a value that must not be null."""
        if is_list_type(type_):
            return self._list(type_.of_type)
        if is_leaf_type(type_):
            return _check_of(type_)
        return self._object

    def _list(self, item: GraphQLOutputType) -> Check:
        leaf = self._leaf(item)
        if isinstance(leaf, LeafCheck) and leaf.types:
            types = leaf.types
            return lambda value, _shape, _plans: type(value) is list and types.issuperset(map(type, value))
        check = self._check(item)

        def of_items(value: Any, shape: SelectionShape | None, plans: Plans) -> bool:
            if type(value) is not list:
                return False
            for one in value:  # noqa: SIM110 - a generator would cost a frame for every list
                if not check(one, shape, plans):
                    return False
            return True

        return of_items


def _inside(type_: Any) -> Any:
    return type_.of_type if is_non_null_type(type_) else type_


def _leaf_of(type_: GraphQLOutputType) -> LeafCheck | bool | None:
    inner = _inside(type_)
    nullable = inner is type_
    if is_enum_type(inner):
        return LeafCheck(frozenset(), frozenset(inner.values) | ({None} if nullable else set()))
    if not is_leaf_type(inner) or inner.name == "Float":
        return None
    if inner.name == "Int":
        return nullable
    types = _TYPES.get(inner.name, _ANY)
    return LeafCheck(types | _NULL if nullable else types, frozenset())


def _fields(value: dict[str, Any], plan: CheckPlan, plans: Plans) -> bool:
    try:
        for key, types in plan.types:
            if type(value[key]) not in types:
                return False
        for key, members in plan.members:
            if value[key] not in members:
                return False
        for key, nullable in plan.integers:
            number = value[key]
            if not (LOWEST_INT <= number <= HIGHEST_INT if type(number) is int else number is None and nullable):
                return False
        for key, check, child in plan.others:
            if not check(value[key], child, plans):
                return False
    except (KeyError, TypeError):
        # A key is missing, or a list or an object stands where a member of an enum should.
        return False
    return True


def _check_of(type_: Any) -> Check:
    """For a leaf in a list whose Python type does not decide, or a Float."""
    if is_enum_type(type_):
        members = frozenset(type_.values)
        return lambda value, _shape, _plans: type(value) is str and value in members
    if type_.name == "Int":
        return lambda value, _shape, _plans: type(value) is int and LOWEST_INT <= value <= HIGHEST_INT
    return _float


def _float(value: Any, _shape: SelectionShape | None, _plans: Plans) -> bool:
    if type(value) is float:
        return isfinite(value)
    return type(value) is int and -HIGHEST_FLOAT <= value <= HIGHEST_FLOAT
