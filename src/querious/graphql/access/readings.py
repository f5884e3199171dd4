"""An answer of GraphQL → what it says to whoever asked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from graphql import GraphQLObjectType, get_named_type

from querious.access.reading import Answered, Reading, ShownObject
from querious.answers.fault.triage import ErrorKind
from querious.answers.identity import identifier_of, identity_in
from querious.answers.objects import MOST_OBJECTS, objects_in
from querious.answers.pages import HOLDERS, ROWS, PageMember, argument_of, is_paging, member_of
from querious.answers.response import errors_of, message_of, path_of
from querious.graphql.access.demands import demand_of
from querious.model.arguments import sent
from querious.model.definitions import is_list
from querious.model.operation import Field, fields
from querious.text.words import same

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from graphql import GraphQLSchema

    from querious.answers.objects import PlacedObject
    from querious.model import JSON, Exchange, FieldShape, Operation, SelectionShape

_WRAPPERS: Final = frozenset(map(same, (*ROWS, "node")))
_HOLDERS: Final = frozenset(HOLDERS)
_UNAUTHORISED: Final = frozenset({401, 403})
_SERVER_ERROR: Final = 500
_NOT_FOUND: Final = ("not found", "no such", "does not exist", "doesn't exist", "unknown id", "could not find")
_LONGEST: Final = 120
_USUAL_PAGES: Final = frozenset({10, 15, 20, 24, 25, 30, 50, 100, 200, 250, 500, 1000})


class AccessReader:
    """Reads answers of one schema. ``kinds`` tells who is to blame for each error of an answer."""

    def __init__(
        self,
        schema: GraphQLSchema,
        shape_of: Callable[[Operation], SelectionShape],
        kinds: Callable[[Exchange], Sequence[ErrorKind]],
        lesser: frozenset[str] = frozenset(),
    ) -> None:
        self._schema = schema
        self._shape_of = shape_of
        self._kinds = kinds
        self._lesser = lesser

    def reading(self, exchange: Exchange) -> Reading:
        """What it says."""
        case, operation = exchange.case, exchange.case.operation
        data = exchange.payload.get("data") if isinstance(exchange.payload, dict) else None
        errors = errors_of(exchange.payload)
        denied = _denied(errors)
        placed = list(objects_in(self._shape_of(operation), data, MOST_OBJECTS)) if isinstance(data, dict) else []
        objects = tuple(filter(None, (self._shown(one, denied) for one in placed)))
        way = next((_way(node) for node in operation.selections if isinstance(node, Field)), "")
        return Reading(
            identity=case.identity,
            question=f"{case.document}\0{case.variables!r}",
            way=way,
            answered=self._answered(exchange, data),
            objects=objects,
            given=frozenset(_given(operation)),
            complete=not any(self._goes_on(one) for one in placed) and not _is_full(operation, objects),
            totals=dict(_totals(placed)),
            refusal=message_of(errors[0])[:_LONGEST] if errors else "",
            changes=operation.kind == "mutation",
            sent=dict(_sent(operation)) if operation.kind == "mutation" else {},
            demand=demand_of(self._schema, operation),
            lesser=case.identity in self._lesser,
        )

    def _answered(self, exchange: Exchange, data: JSON) -> Answered:
        if exchange.failure is not None or exchange.status >= _SERVER_ERROR:
            return Answered.FAILED
        if _has_value(data):
            return Answered.DATA
        errors = errors_of(exchange.payload)
        if exchange.status in _UNAUTHORISED:
            return Answered.REFUSED
        if not errors:
            return Answered.NOTHING if isinstance(data, dict) else Answered.FAILED
        kinds = self._kinds(exchange)
        if ErrorKind.AUTHORISATION in kinds:
            return Answered.REFUSED
        told = message_of(errors[0]).lower()
        if any(words in told for words in _NOT_FOUND):
            return Answered.NOTHING
        return Answered.FAILED

    def _goes_on(self, placed: PlacedObject) -> bool:
        """Whether an object of a page says that there are more rows; or would have said so, and was not asked."""
        fields = placed.shape.fields.values()
        told = [field for field in fields if member_of(field.name) is PageMember.NEXT]
        if told:
            return any(bool(placed.value.get(field.key)) for field in told)
        asked = {field.name for field in fields}
        tellers = self._tellers(placed.shape.typename)
        is_page = bool(_rows(placed)) or any(member_of(name) is PageMember.NEXT for name in tellers)
        return is_page and any(name not in asked for name in tellers)

    def _tellers(self, typename: str) -> list[str]:
        """Fields of a page that say whether it goes on, or hold what says so."""
        declared = self._schema.type_map.get(typename)
        if not isinstance(declared, GraphQLObjectType):
            return []
        found = []
        for name, field in declared.fields.items():
            inner = get_named_type(field.type)
            members = inner.fields if isinstance(inner, GraphQLObjectType) and same(name) in _HOLDERS else ()
            if member_of(name) is PageMember.NEXT or any(member_of(one) is PageMember.NEXT for one in members):
                found.append(name)
        return found

    def _shown(self, placed: PlacedObject, denied: frozenset[tuple[str | int, ...]]) -> ShownObject | None:
        """The object, if it can be told from others."""
        typename = placed.shape.typename
        declared = self._schema.type_map.get(typename)
        if not isinstance(declared, GraphQLObjectType):
            return None
        identifier = identifier_of(typename, declared.fields)
        key = identity_in(placed.shape, identifier, placed.value)
        if key is None or not placed.fields:
            return None
        facts: dict[str, JSON] = {}
        refused: set[str] = set()
        for field in placed.shape.fields.values():
            if field.child is not None or field.arguments or field.name in (identifier, "__typename"):
                continue
            if (*placed.path, field.key) in denied:
                refused.add(field.name)
            elif placed.value.get(field.key) is not None:
                facts[field.name] = placed.value[field.key]
        way, is_row, is_nested = _place(placed.fields)
        return ShownObject(typename, str(key), way, facts, frozenset(refused), is_row, is_nested)


def _denied(errors: Iterable[dict[str, Any]]) -> frozenset[tuple[str | int, ...]]:
    return frozenset(path for path in map(path_of, errors) if path is not None)


def _way(node: Field) -> str:
    """The field that is asked; below one that takes no arguments, such as ``me``, the next as well."""
    return node.coordinate


def _place(way: Sequence[FieldShape]) -> tuple[str, bool, bool]:
    """The coordinate of the field that gives an object, whether by rows, and whether below another object."""
    steps = list(way)
    is_row = False
    while len(steps) > 1 and same(steps[-1].name) in _WRAPPERS:
        is_row = is_row or is_list(steps[-1].type)
        steps.pop()
    is_row = is_row or is_list(steps[-1].type)
    above = [step for step in steps[:-1] if same(step.name) not in _WRAPPERS]
    return steps[-1].coordinate, is_row, bool(above)


def _given(operation: Operation) -> Iterator[str]:
    """The values that are sent, as text, but for those that choose a page."""
    for node in fields(operation.selections):
        for name, value in sent(node.arguments).items():
            if not is_paging(name):
                yield from _scalars(value)


def _sent(operation: Operation) -> Iterator[tuple[str, JSON]]:
    for node in fields(operation.selections):
        yield from _named(sent(node.arguments))


def _named(values: Mapping[str, JSON]) -> Iterator[tuple[str, JSON]]:
    for name, value in values.items():
        if isinstance(value, dict):
            yield from _named(value)
        else:
            yield name, value


def _scalars(value: JSON) -> Iterator[str]:
    if isinstance(value, dict):
        for inner in value.values():
            yield from _scalars(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _scalars(inner)
    elif isinstance(value, str | int) and not isinstance(value, bool):
        yield str(value)


def _rows(placed: PlacedObject) -> list[FieldShape]:
    """The fields of a page that hold its rows."""
    fields = placed.shape.fields.values()
    return [field for field in fields if field.child is not None and same(field.name) in _WRAPPERS]


def _is_full(operation: Operation, objects: Sequence[ShownObject]) -> bool:
    """Whether as many rows came as were asked for, or as services are wont to give at once: there may be more."""
    if sum(one.is_row for one in objects) in _USUAL_PAGES:
        return True
    sizes = [
        value
        for node in fields(operation.selections)
        for name, value in sent(node.arguments).items()
        if argument_of(name) is not None and isinstance(value, int) and not isinstance(value, bool)
    ]
    return any(0 < size <= len(objects) for size in sizes)


def _totals(placed: Iterable[PlacedObject]) -> Iterator[tuple[str, int]]:
    for one in placed:
        for field in one.shape.fields.values():
            value = one.value.get(field.key)
            if isinstance(value, bool) or not isinstance(value, int):
                continue
            if member_of(field.name) is PageMember.TOTAL:
                yield field.coordinate, value


def _has_value(data: Mapping[str, JSON] | JSON) -> bool:
    """Whether anything but nulls and empty lists came, at the root or right below it."""
    if not isinstance(data, dict):
        return False
    return any(value not in (None, [], {}) for value in data.values())
