"""Faults below GraphQL: of the HTTP answer, of the connection, and of how the server reads operations."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Final

from graphql import REMOVE, DirectiveNode, DocumentNode, VariableDefinitionNode, VariableNode, Visitor, visit

from querious.demo.entities import Order
from querious.demo.faults.fault import Answer, AtDocument, AtResolver, AtValidation, AtWire, Fault, Resolver
from querious.demo.faults.wrapping import strikes

if TYPE_CHECKING:
    from graphql import GraphQLResolveInfo

HTTP: Final = "HTTP"
READING: Final = "reading operations"
LONGEST_KEY: Final = 255
MANY_DAYS: Final = 10_000
_BAD_REQUEST: Final = 400
_SERVER_ERROR: Final = 500
_PAGE: Final = b"<!DOCTYPE html><html><body><h1>500 Internal Server Error</h1><hr>shop-proxy/1.24</body></html>"


def _with_500(answer: Answer) -> Answer:
    return answer.but(status=_SERVER_ERROR)


def _refusal_with_500(answer: Answer) -> Answer:
    return _with_500(answer) if answer.status == _BAD_REQUEST else answer


def _page(answer: Answer) -> Answer:
    return answer.but(status=_SERVER_ERROR, content_type="text/html; charset=utf-8", body=_PAGE)


def _dropped(answer: Answer) -> Answer:
    return answer.but(complete=False)


def _cut_off(answer: Answer) -> Answer:
    return answer.but(body=answer.body[: len(answer.body) * 3 // 4])


def _nothing(answer: Answer) -> Answer:
    return answer.but(body=b"")


def _unknown_order(resolve: Resolver) -> Resolver:
    def resolver(parent: None, info: GraphQLResolveInfo, **arguments: Any) -> Order:
        found = resolve(parent, info, **arguments)
        if not isinstance(found, Order):
            info.context.mark("unknown-id-500")
            raise KeyError(arguments["id_"][:40])
        return found

    return resolver


def _unknown_item(resolve: Resolver) -> Resolver:
    def resolver(parent: None, info: GraphQLResolveInfo, **arguments: Any) -> Any:
        found = resolve(parent, info, **arguments)
        if found is None:
            info.context.mark("html-error-page")
            raise LookupError("no rows")
        return found

    return resolver


def _day_by_day(resolve: Resolver) -> Resolver:
    async def resolver(parent: None, info: GraphQLResolveInfo, **arguments: Any) -> Any:
        if arguments["working_days"] > MANY_DAYS:
            await asyncio.sleep(info.context.hang)
        return resolve(parent, info, **arguments)

    return resolver


class _Blind(Visitor):
    """Takes ``@skip`` and ``@include`` out of a document and remembers the variables that only they used."""

    def __init__(self) -> None:
        super().__init__()
        self.used: set[str] = set()
        self.dropped: set[str] = set()

    def enter_directive(self, node: DirectiveNode, *_: Any) -> Any:
        """A directive removed is not entered, so its variables are counted here."""
        if node.name.value not in {"skip", "include"}:
            return None
        values = (argument.value for argument in node.arguments)
        self.dropped.update(value.name.value for value in values if isinstance(value, VariableNode))
        return REMOVE

    def enter_variable(self, node: VariableNode, *_: Any) -> None:
        """Definitions are counted apart."""
        self.used.add(node.name.value)

    def enter_variable_definition(self, _: VariableDefinitionNode, *__: Any) -> Any:
        """A definition is no use."""
        return False


class _Undeclare(Visitor):
    """Takes out the definitions of variables."""

    def __init__(self, names: set[str]) -> None:
        super().__init__()
        self.names = names

    def enter_variable_definition(self, node: VariableDefinitionNode, *_: Any) -> Any:
        """By name."""
        return REMOVE if node.variable.name.value in self.names else None


def without_conditions(document: DocumentNode) -> DocumentNode:
    """The document as a server reads it that has never heard of ``@skip`` and ``@include``."""
    blind = _Blind()
    bare: DocumentNode = visit(document, blind)
    unused = blind.dropped - blind.used
    return visit(bare, _Undeclare(unused)) if unused else bare


def _too_long(arguments: dict[str, Any]) -> bool:
    return len(arguments["id_"]) > LONGEST_KEY


def _negative(arguments: dict[str, Any]) -> bool:
    return (arguments.get("limit") or 0) < 0


FAULTS: Final = (
    Fault(
        "long-string-500",
        HTTP,
        "A key longer than its column makes the request fail with status 500.",
        (
            AtResolver(
                "Query.node",
                strikes("long-string-500", _too_long, lambda: ValueError("value too long for character varying(255)")),
            ),
            AtWire("long-string-500", _with_500),
        ),
    ),
    Fault(
        "unknown-id-500",
        HTTP,
        "An order that is not there makes the request fail with status 500 instead of being null.",
        (AtResolver("Query.order", _unknown_order), AtWire("unknown-id-500", _with_500)),
    ),
    Fault(
        "html-error-page",
        HTTP,
        "An item that is not there raises, and a proxy answers with an error page.",
        (AtResolver("Query.item", _unknown_item), AtWire("html-error-page", _page)),
    ),
    Fault(
        "dropped-connection",
        HTTP,
        "A negative limit kills the worker in the middle of its answer.",
        (
            AtResolver("Query.search", strikes("dropped-connection", _negative, MemoryError)),
            AtWire("dropped-connection", _dropped),
        ),
    ),
    Fault(
        "hang",
        HTTP,
        "Counts working days one by one, and does not come back from a large number.",
        (AtResolver("Query.deliveryDay", _day_by_day),),
    ),
    Fault("truncated-body", HTTP, "The end of the body is cut off.", (AtWire("Query.suppliers", _cut_off),)),
    Fault("empty-body", HTTP, "Status 200 and not one byte.", (AtWire("Query.userProjects", _nothing),)),
    Fault(
        "invalid-operation-500",
        READING,
        "An operation that is not valid is refused with status 500, as if the server were at fault.",
        (AtWire("", _refusal_with_500),),
    ),
    Fault(
        "unknown-field-accepted",
        READING,
        "Validation does not ask whether a field exists, and an operation with an unknown one is answered.",
        (AtValidation("FieldsOnCorrectTypeRule"),),
    ),
    Fault(
        "conditions-ignored",
        READING,
        "@skip and @include have no effect: what was to be left out is in the answer.",
        (AtDocument(without_conditions),),
    ),
)
