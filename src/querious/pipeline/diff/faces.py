"""The two faces of a service, each asked in its own protocol: its lists, its objects by their keys, its orders."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol, TypeAlias

from graphql import GraphQLEnumType, get_named_type, is_composite_type
from graphql import is_required_argument as is_required

from querious.answers.identity import identifier_of
from querious.answers.objects import objects_in
from querious.answers.pages import PageMember, is_size, member_of, sorts
from querious.graphql.oracles import outcome
from querious.graphql.shape import Shapes
from querious.model import EnumValue, Field, Operation
from querious.model.arguments import is_plain
from querious.model.definitions import fields_of, is_list
from querious.model.document_text import write_case
from querious.rest.call_requests import call_case
from querious.rest.oracles import rest_outcome
from querious.rest.relations.readable_lists import ReadableList, largest_page, look_ups_of, rows_of
from querious.text.words import folded
from querious.versions.parity import FieldRefusal
from querious.versions.views import View

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator, Mapping

    from graphql import GraphQLField, GraphQLSchema

    from querious.model import JSON, Case, Exchange, Selection, Settings, Value
    from querious.model.rest_call import RestCall
    from querious.pipeline.rest.description import RestService
    from querious.rest.cases.callable_operation import CallableOperation
    from querious.rest.cases.calls import OperationCalls
    from querious.versions.parity import Row

Send: TypeAlias = "Callable[[Case], Awaitable[Exchange]]"
_PAGE: Final = 100
_REFUSED: Final = "authorisation"
_DOWN: Final = ("desc", "descending")
_UP: Final = ("asc", "ascending")


class FaceList(NamedTuple):
    """A list, as one face shows it."""

    name: str
    """``GET /books`` or ``Query.books``."""
    typename: str
    rows: list[Row]
    exchange: Exchange
    is_whole: bool
    total: int | None = None
    total_name: str = ""


class FaceAnswer(NamedTuple):
    """One object, as one face shows it by its key."""

    name: str
    row: Row | None
    refusal: str
    """Why there is none: empty where it was not found."""
    exchange: Exchange


Order = tuple[str, bool]
"""The member that a list is sorted by, folded, and whether downwards."""


class Face(Protocol):
    """One side."""

    async def lists(self) -> list[FaceList]:
        """Every list that can be had without knowing anything."""

    async def look_up(self, typename: str, key: str, value: JSON) -> FaceAnswer | None:
        """An object by its key; None where there is no way to ask for it."""

    def orders(self, shown: FaceList) -> set[Order]:
        """In which orders a list can be asked for."""

    async def ordered(self, shown: FaceList, order: Order) -> FaceList | None:
        """The list in an order."""


class RestFace:
    """REST, by its description. See ``Face``."""

    def __init__(self, service: RestService, calls: OperationCalls, settings: Settings, send: Send) -> None:
        self._service = service
        self._calls = calls
        self._send = send
        permitted = settings.permits
        reads = [plan for plan in calls.plans.values() if plan.method == "GET" and permitted(plan.coordinate)]
        self._plans = {plan.coordinate: plan for plan in reads}
        self._types: dict[str, CallableOperation] = {}
        """The list that showed each type first."""

    async def lists(self) -> list[FaceList]:
        """See ``Face``."""
        found = []
        for plan in self._plans.values():
            if not any(kind.parameter.required for kind in plan.parameters):
                shown = await self._list(plan, self._calls.call(plan, largest_page(plan)))
                if shown is not None:
                    self._types.setdefault(plan.resource, plan)
                    found.append(shown)
        return found

    async def _list(self, plan: CallableOperation, call: RestCall) -> FaceList | None:
        exchange = await self._ask(call, plan)
        good = exchange.status == HTTPStatus.OK and exchange.is_json
        rows = rows_of(exchange.payload) if good else None
        if not rows:
            return None
        total, name = _total(exchange.payload)
        is_whole = _is_whole(len(rows), total, more=_tells_more(exchange.payload), sized=bool(largest_page(plan)))
        return FaceList(plan.coordinate, plan.resource, [_flat(row) for row in rows], exchange, is_whole, total, name)

    async def _ask(self, call: RestCall, plan: CallableOperation) -> Exchange:
        return await self._send(call_case(0, call, plan.operation, self._service.base))

    async def look_up(self, typename: str, key: str, value: JSON) -> FaceAnswer | None:  # noqa: ARG002 - see ``Face``
        """See ``Face``."""
        listed = self._types.get(typename)
        plans = look_ups_of(listed.operation.path, self._plans.values()) if listed else []
        if listed is None or not plans:
            return None
        call = ReadableList(listed, self._calls.call(listed, {}), (), plans).look_up(plans[0], value)
        exchange = await self._ask(call, plans[0])
        good = exchange.status == HTTPStatus.OK and isinstance(exchange.payload, dict)
        word = rest_outcome(exchange)
        refusal = "" if good or word == "not found" else f"status {exchange.status}"
        return FaceAnswer(plans[0].coordinate, _flat(_inner(exchange.payload)) if good else None, refusal, exchange)

    def orders(self, shown: FaceList) -> set[Order]:
        """See ``Face``."""
        return {order for order, _ in self._order_calls(shown)}

    def _order_calls(self, shown: FaceList) -> Iterator[tuple[Order, RestCall]]:
        plan = self._plans[shown.name]
        for kind in plan.parameters:
            if sorts(kind.parameter.name) and kind.parameter.where == "query":
                for member in shown.rows[0]:
                    for down, words in ((False, member), (True, f"-{member}")):
                        call = self._calls.call(plan, {**largest_page(plan), kind.parameter.name: words})
                        if self._calls.is_valid(call, strict=True):
                            yield (folded(member), down), call

    async def ordered(self, shown: FaceList, order: Order) -> FaceList | None:
        """See ``Face``."""
        call = next(call for known, call in self._order_calls(shown) if known == order)
        return await self._list(self._plans[shown.name], call)


def _inner(payload: dict[str, JSON]) -> dict[str, JSON]:
    """The object itself, where an envelope holds nothing else."""
    only = next(iter(payload.values())) if len(payload) == 1 else None
    return only if isinstance(only, dict) else payload


def _flat(value: Mapping[str, JSON]) -> Row:
    """The leaves of an object, and those of the objects in it by both names."""
    row: Row = {}
    for name, member in value.items():
        if isinstance(member, dict):
            row |= {f"{name}_{inner}": leaf for inner, leaf in member.items() if not isinstance(leaf, dict | list)}
        elif not (isinstance(member, list) and any(isinstance(item, dict) for item in member)):
            row[name] = member
    return row


def _total(payload: JSON) -> tuple[int | None, str]:
    for name, value in payload.items() if isinstance(payload, dict) else ():
        if member_of(name) is PageMember.TOTAL and isinstance(value, int) and not isinstance(value, bool):
            return value, name
    return None, ""


def _tells_more(payload: JSON) -> bool | None:
    """Whether the answer tells of a further page; None where it says nothing."""
    told = None
    for name, value in payload.items() if isinstance(payload, dict) else ():
        if member_of(name) is PageMember.NEXT or folded(name) in {"next", "nextpage", "nexturl"}:
            told = bool(value)
        elif isinstance(value, dict) and folded(name) in {"pageinfo", "meta", "pagination", "paging", "links"}:
            told = told if _tells_more(value) is None else _tells_more(value)
    return told


def _is_whole(rows: int, total: int | None, *, more: bool | None, sized: bool) -> bool:
    """Whether a list shows all there is. One that takes a size, and tells nothing of a total or of more, may not."""
    if total is not None:
        return total == rows
    return more is False or (more is None and not sized)


class GraphqlFace:
    """GraphQL, by its schema. See ``Face``."""

    def __init__(self, schema: GraphQLSchema, settings: Settings, send: Send) -> None:
        self._schema = schema
        self._send = send
        self._root = schema.query_type.name if schema.query_type else ""
        allowed = settings.permits
        self._view = View(schema, allowed)
        self._shapes = Shapes(schema)
        fields = fields_of(schema, self._root)
        self._fields = {name: field for name, field in fields.items() if allowed(f"{self._root}.{name}")}

    async def lists(self) -> list[FaceList]:
        """See ``Face``."""
        found = []
        for name, field in self._fields.items():
            if is_plain(field) and is_composite_type(get_named_type(field.type)):
                shown = await self._list(name, field, {})
                if shown is not None:
                    found.append(shown)
        return found

    async def _list(self, name: str, field: GraphQLField, arguments: Mapping[str, Value]) -> FaceList | None:
        sizes = {argument: _PAGE for argument in field.args if is_size(argument)}
        exchange = await self._ask(name, field, {**sizes, **arguments})
        if outcome(exchange) != "data" and sizes:
            exchange = await self._ask(name, field, arguments)
        rows, typename = self._rows(exchange)
        if not rows:
            return None
        payload = exchange.payload["data"].get(name)
        total, total_name = _total(payload)
        is_whole = _is_whole(len(rows), total, more=_tells_more(payload), sized=bool(sizes))
        return FaceList(f"{self._root}.{name}", typename, rows, exchange, is_whole, total, total_name)

    async def _ask(self, name: str, field: GraphQLField, arguments: Mapping[str, Value]) -> Exchange:
        chosen: list[Selection] = self._view.of(get_named_type(field.type).name)
        asked = Field(self._root, name, "", tuple(arguments.items()), (), chosen)
        return await self._send(write_case(0, Operation("query", "", self._root, (asked,))))

    def _rows(self, exchange: Exchange) -> tuple[list[Row], str]:
        """The first objects on the way down that have a key, and their type."""
        payload = exchange.payload if isinstance(exchange.payload, dict) else {}
        refused = {tuple(error.get("path") or ()): str(error.get("message", "")) for error in _errors(payload)}
        rows: list[Row] = []
        typename, depth = "", 0
        for placed in objects_in(self._shapes.of(exchange.case.operation), payload.get("data")):
            kind = placed.shape.typename
            is_row = identifier_of(kind, fields_of(self._schema, kind)) and placed.fields
            if not is_row or (typename and kind != typename) or (rows and len(placed.path) != depth):
                continue
            typename, depth = kind, len(placed.path)
            row = _flat({field.name: placed.value.get(key) for key, field in placed.shape.fields.items()})
            for key, field in placed.shape.fields.items():
                if (*placed.path, key) in refused:
                    row[field.name] = FieldRefusal(refused[*placed.path, key])
            rows.append(row)
        return rows, typename

    async def look_up(self, typename: str, key: str, value: JSON) -> FaceAnswer | None:
        """See ``Face``."""
        for name, field in self._fields.items():
            argument = _key_argument(field, typename, key)
            if argument:
                kind = get_named_type(field.args[argument].type).name
                sent = int(value) if kind == "Int" and str(value).lstrip("-").isdigit() else str(value)
                exchange = await self._ask(name, field, {argument: sent})
                return self._found(f"{self._root}.{name}", exchange)
        return None

    def _found(self, name: str, exchange: Exchange) -> FaceAnswer:
        rows, _ = self._rows(exchange)
        payload = exchange.payload if isinstance(exchange.payload, dict) else {}
        errors = [error for error in _errors(payload) if len(error.get("path") or ()) <= 1]
        refusal = ""
        if not rows and outcome(exchange) == _REFUSED:
            refusal = f"error: {errors[0].get('message', '') if errors else exchange.status}"
        elif not rows and not isinstance(payload.get("data"), dict) and not errors:
            refusal = f"status {exchange.status}"
        return FaceAnswer(name, rows[0] if rows else None, refusal, exchange)

    def orders(self, shown: FaceList) -> set[Order]:
        """See ``Face``."""
        return {order for order, _ in self._order_arguments(shown)}

    def _order_arguments(self, shown: FaceList) -> Iterator[tuple[Order, dict[str, Value]]]:
        field = self._fields[shown.name.partition(".")[2]]
        members = {folded(name) for name in shown.rows[0]}
        for name, argument in field.args.items():
            kind = get_named_type(argument.type)
            if sorts(name) and isinstance(kind, GraphQLEnumType) and not is_list(argument.type):
                for value in kind.values:
                    order = _order_of(value, members)
                    if order is not None:
                        yield order, {name: EnumValue(value)}

    async def ordered(self, shown: FaceList, order: Order) -> FaceList | None:
        """See ``Face``."""
        name = shown.name.partition(".")[2]
        arguments = next(arguments for known, arguments in self._order_arguments(shown) if known == order)
        return await self._list(name, self._fields[name], arguments)


def _errors(payload: Mapping[str, JSON]) -> list[dict[str, JSON]]:
    listed = payload.get("errors")
    return [error for error in listed if isinstance(error, dict)] if isinstance(listed, list) else []


def _key_argument(field: GraphQLField, typename: str, key: str) -> str:
    """The argument of a field that takes the key of the one object it gives; empty if it is no such field."""
    if is_list(field.type) or get_named_type(field.type).name != typename:
        return ""
    names = {folded(key), folded(f"{typename}{key}")}
    fitting = [name for name in field.args if folded(name) in names]
    others = [name for name in field.args if name not in fitting[:1]]
    return fitting[0] if fitting and not any(is_required(field.args[name]) for name in others) else ""


def _order_of(value: str, members: set[str]) -> Order | None:
    """What a member of an enum sorts by: ``TITLE``, ``TITLE_DESC``, ``price_ASC``."""
    text = value.casefold()
    for words, down in ((_DOWN, True), (_UP, False)):
        for word in words:
            if text.endswith(f"_{word}") and folded(text[: -len(word) - 1]) in members:
                return folded(text[: -len(word) - 1]), down
    return (folded(text), False) if folded(text) in members else None
