"""Formats: every value of a custom scalar is what the scalar stands for, and is accepted where it is asked for.

What a scalar stands for is said by its name (``DateTime``), by the page that specifies it (``@specifiedBy``), or by its
values, where nearly all of at least ``_UNNAMED`` show one format. A value that cannot be of the format is a fault where
name or page says so and most values are; a scalar of which all values are of another format simply has its own.

A value that the API shows is given back to an argument of the same scalar: where it is refused before anything is
executed, and another value of the scalar is not, the API does not read what it writes.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final, NamedTuple

from graphql import GraphQLScalarType, get_named_type, is_non_null_type, specified_scalar_types

from querious.model import Field, Severity
from querious.model.arguments import sent
from querious.model.operation import fields
from querious.relations.answer_objects import answered_fields
from querious.relations.relation import Mismatch, Relation, notice_alone
from querious.relations.routes import query_along, query_at
from querious.relations.schema_types import is_leaf, is_list, once, type_name
from querious.text.scalar_formats import (
    FORMATS_BY_VALUE,
    NUMBER,
    format_of_custom_scalar,
    has_format,
    is_judged,
    named,
    shows_format,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from querious.model import JSON, Operation
    from querious.relations.answer_objects import AnsweredField, QueryAnswer
    from querious.relations.observations import Observations
    from querious.relations.relation import Arguments, Contradiction, Conversation, Trace
    from querious.relations.routes import FieldStep, Route
    from querious.relations.schema_types import SchemaTypes

_TYPES: Final = 8
"""Types whose values of one scalar are asked for."""
_LEAVES: Final = 12
_ROUTES: Final = 2
_NAMED: Final = 3
"""Different values that must be of the format that a name or a page speaks of."""
_UNNAMED: Final = 8
"""Different values that must show a format of which nothing speaks."""
_SHARE: Final = 0.8
"""Of all different values that must be of the format."""
_GIVEN_BACK: Final = 3
"""Values that one argument is given back."""
_ARGUMENTS: Final = 3
"""Arguments that the values of one scalar are given back to."""
_BUILT_IN: Final = frozenset(specified_scalar_types)


_CERTAIN: Final = frozenset(("date-time", "date", "uuid", "email", "ip", "mac", NUMBER))
"""Formats that no other text has by chance: of "German" and "Old Norse", only the one reads as a language tag."""


class _Value(NamedTuple):
    """A value of a custom scalar, and where it stands."""

    value: JSON
    field: AnsweredField


class _Place(NamedTuple):
    """An argument of a field that is known to have an answer, with the route to it."""

    route: Route
    argument: str

    @property
    def step(self) -> FieldStep:
        """The field that has the argument."""
        return self.route[-1]


@once
def _format(types: SchemaTypes, scalar: str) -> str:
    declared = types.schema.type_map.get(scalar)
    page = declared.specified_by_url if isinstance(declared, GraphQLScalarType) else None
    return format_of_custom_scalar(scalar, page or "")


def _custom_scalars(types: SchemaTypes) -> list[str]:
    kinds = types.schema.type_map.items()
    return [name for name, kind in kinds if isinstance(kind, GraphQLScalarType) and name not in _BUILT_IN]


def _propose(observed: Observations) -> Iterator[Conversation]:
    """The values of every custom scalar; those that have arguments somewhere are given back to these."""
    types = observed.types
    places = _places(observed)
    for scalar in _custom_scalars(types):
        operations = _showing(observed, scalar)
        if operations:
            yield _show(types, scalar, operations, places.get(scalar, []))


def _showing(observed: Observations, scalar: str) -> list[Operation]:
    """Queries that show values of a scalar, of several types on several routes."""
    types = observed.types
    operations = []
    shown = 0
    for typename in types.object_types:
        fields = types.plain(typename)
        leaves = [name for name, field in fields.items() if type_name(field) == scalar][:_LEAVES]
        routes = observed.routes_to(typename, most=_ROUTES) if leaves and shown < _TYPES else []
        shown += bool(routes)
        selections = [Field(typename, name) for name in leaves]
        operations += [query_at(types, route, typename, selections) for route in routes]
    return operations


def _places(observed: Observations) -> dict[str, list[_Place]]:
    """Arguments by the custom scalar that they take, on routes that brought an answer with them."""
    types = observed.types
    found: dict[str, list[_Place]] = {}
    for coordinate, routes in observed.routes.items():
        field = types.field(coordinate)
        for name, argument in field.args.items() if field else ():
            scalar = get_named_type(argument.type).name
            for route in list(routes.values())[:1]:
                is_given = name in sent(route[-1].arguments)
                if is_given and not is_list(argument.type) and _may_be_null(types, route):
                    found.setdefault(scalar, []).append(_Place(route, name))
    return {scalar: places[:_ARGUMENTS] for scalar, places in found.items()}


def _may_be_null(types: SchemaTypes, route: Route) -> bool:
    """Whether an error in the field leaves data behind: then an answer without data was refused before execution."""
    first = types.field(route[0].coordinate)
    return first is not None and not is_non_null_type(first.type)


def _show(types: SchemaTypes, scalar: str, operations: Sequence[Operation], places: Sequence[_Place]) -> Conversation:
    """The values that the API shows; then some of them where it takes such values, after one that it took before."""
    trace: list[QueryAnswer] = []
    for operation in operations:
        trace.append((yield operation))
    shown = list({_json(one.value): one.value for one in _values(trace, types).get(scalar, [])}.values())
    chosen = [shown[place * (len(shown) - 1) // (_GIVEN_BACK - 1)] for place in range(_GIVEN_BACK)] if shown else []
    for place in places if chosen else ():
        yield _giving(types, place, sent(place.step.arguments)[place.argument])
        for value in {_json(value): value for value in chosen}.values():
            yield _giving(types, place, value)


def _giving(types: SchemaTypes, place: _Place, value: JSON) -> Operation:
    """The query along a route with another value for its last argument."""
    step = place.step
    arguments = tuple({**dict(step.arguments), place.argument: value}.items())
    field = types.field(step.coordinate)
    below = [] if field is None or is_leaf(field) else [Field(type_name(field), "__typename")]
    return query_along(types, (*place.route[:-1], step._replace(arguments=arguments)), below)


def _values(trace: Trace, types: SchemaTypes) -> dict[str, list[_Value]]:
    """The values of custom scalars in a trace, by scalar; items of lists each by itself."""
    found: dict[str, list[_Value]] = {}
    for field in answered_fields(trace):
        scalar = field.shape.named
        if field.shape.child is None and isinstance(types.schema.type_map.get(scalar), GraphQLScalarType):
            items = field.value if isinstance(field.value, list) else [field.value]
            known = [_Value(item, field) for item in items if item is not None]
            if scalar not in _BUILT_IN and field.coordinate not in types.volatile:
                found.setdefault(scalar, []).extend(known)
    return found


def _check(trace: Trace, types: SchemaTypes) -> Iterator[Mismatch]:
    yield from _check_values(trace, types)
    yield from _judge_refusals(trace, types, _values(trace, types))


def _check_values(trace: Trace, types: SchemaTypes) -> Iterator[Mismatch]:
    for scalar, values in _values(trace, types).items():
        yield from _judge(types, scalar, values)


def _notice(answer: QueryAnswer, observed: Observations) -> Iterator[Contradiction]:
    return notice_alone(_check_values, answer, observed.types)


def _has_format(types: SchemaTypes, coordinate: str, _: Arguments) -> bool:
    scalar = type_name(types.field(coordinate))
    return bool(scalar) and scalar not in _BUILT_IN and is_judged(_format(types, scalar))


def _judge(types: SchemaTypes, scalar: str, values: Sequence[_Value]) -> Iterator[Mismatch]:
    """Each field once. Empty text is often written for nothing at all, and stays a suspicion."""
    format_ = _format(types, scalar)
    if is_judged(format_):
        wrong = _exceptions(values, [one for one in values if has_format(one.value, format_)], _NAMED)
        reason = f"as a {scalar} should be"
        severity = Severity.FAULT if format_ in _CERTAIN else Severity.SUSPICION
    else:
        wrong, format_ = _exceptions_by_value(values)
        reason, severity = f"as nearly all values of {scalar} are", Severity.SUSPICION
    for coordinate, one in {one.field.coordinate: one for one in reversed(wrong)}.items():
        message = f'"{_cut(one.value)}" is not {named(format_)}, {reason}'
        sure = severity if one.value != "" else Severity.SUSPICION
        yield Mismatch(coordinate, message, one.field.path, f"{_json(one.value)}", sure, one.field.step)


def _exceptions(values: Sequence[_Value], right: Sequence[_Value], least: int) -> list[_Value]:
    """The values that are not right, where nearly all others are, and there are enough of these; else none."""
    good = {_json(one.value) for one in right}
    distinct = {_json(one.value) for one in values}
    if len(good) < least or len(good) < _SHARE * len(distinct):
        return []
    return [one for one in values if _json(one.value) not in good]


def _exceptions_by_value(values: Sequence[_Value]) -> tuple[list[_Value], str]:
    """What stands out where nearly all values show one format, and that format."""
    for format_ in FORMATS_BY_VALUE:
        right = [one for one in values if shows_format(one.value, format_)]
        wrong = _exceptions(values, right, _UNNAMED)
        if wrong:
            return wrong, format_
    return [], ""


def _judge_refusals(trace: Trace, types: SchemaTypes, by_scalar: dict[str, list[_Value]]) -> Iterator[Mismatch]:
    """Values that the API shows and refuses. A suspicion: an argument may be narrower than its scalar."""
    accepted: set[tuple[str, str]] = set()
    refused: dict[tuple[str, str], tuple[str, JSON, int]] = {}
    for step, answer in enumerate(trace):
        for place, scalar, value in _given(answer, types):
            if answer.data is not None:
                accepted.add(place)
            elif not answer.clean and scalar in by_scalar:
                refused.setdefault(place, (scalar, value, step))
    for place in refused.keys() & accepted:
        scalar, value, step = refused[place]
        shown = [one for one in by_scalar[scalar] if _json(one.value) == _json(value)]
        if shown:
            where = shown[0].field.coordinate
            message = f'does not accept the {scalar} "{_cut(value)}" for {place[1]}, which {where} shows'
            yield Mismatch(place[0], message, "", f"{place[1]}: {_json(value)}", step=step)


def _given(answer: QueryAnswer, types: SchemaTypes) -> Iterator[tuple[tuple[str, str], str, JSON]]:
    """The arguments of an operation: where each stands, the name of its type, and its value."""
    for node in fields(answer.operation.selections):
        declared = types.field(node.coordinate) if node.arguments else None
        for name, value in sent(node.arguments).items() if declared else ():
            if declared is not None and name in declared.args:
                yield (node.coordinate, name), get_named_type(declared.args[name].type).name, value


def _json(value: JSON) -> str:
    return json.dumps(value, ensure_ascii=False, default=str)[:200]


def _cut(value: JSON) -> str:
    return str(value).replace('"', "'")[:80]


RELATION: Final[Relation] = Relation(
    "formats",
    "every value of a custom scalar is what the scalar stands for, and is accepted back",
    _propose,
    _check,
    notice=_notice,
    concerns=_has_format,
)
