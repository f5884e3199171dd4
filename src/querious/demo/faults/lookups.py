"""Cases of the data, and of the shape of the operation, that nobody handled."""

from __future__ import annotations

import traceback
from typing import TYPE_CHECKING, Any, Final

from graphql import GraphQLError

from querious.demo.faults.fault import AtOutput, AtResolver, Fault, Resolver
from querious.demo.faults.wrapping import after, before

if TYPE_CHECKING:
    from graphql import GraphQLResolveInfo

UNHANDLED: Final = "unhandled case"
LEAK: Final = "leak"


def _forgets(kind: str, answer: str | None) -> Any:
    """Choose the type of every object but those of one type, for which ``answer`` comes out."""

    def wrap(choose: Resolver) -> Resolver:
        def resolver(thing: object, *arguments: Any) -> Any:
            return answer if type(thing).__name__ == kind else choose(thing, *arguments)

        return resolver

    return wrap


def _above(category: Any, info: GraphQLResolveInfo) -> Any:
    return info.context.store.categories[category.slug]


def _shelf(info: GraphQLResolveInfo, _: dict[str, Any]) -> str:
    levels = ("shop", "aisle", "rack", "shelf")
    return levels[sum(isinstance(key, str) for key in info.path.as_list()) - 1]


def _under_its_name(parent: dict[str, Any], key: str) -> None:
    parent["number"] = parent.pop(key)


def _city(address: Any, _: GraphQLResolveInfo) -> Any:
    try:
        address.city.upper()
    except AttributeError:
        raise GraphQLError("Internal server error", extensions={"code": "INTERNAL_SERVER_ERROR"}) from None
    return address


def _traced(resolve: Resolver) -> Resolver:
    def resolver(parent: None, info: GraphQLResolveInfo, **arguments: Any) -> Any:
        try:
            found = resolve(parent, info, **arguments)
            found.name.upper()
        except Exception:  # noqa: BLE001  # careless, as those who show stack traces are
            raise RuntimeError(traceback.format_exc()) from None
        return found

    return resolver


def _select(_: GraphQLResolveInfo, arguments: dict[str, Any]) -> None:
    name = arguments["lookup"].get("name") or ""
    if "'" in name:
        statement = f"SELECT * FROM items WHERE name = '{name[:40]}'"  # noqa: S608  # the injection is the fault
        raise RuntimeError(f'psycopg.errors.SyntaxError: syntax error at or near "{name[:10]}" in: {statement}')


def _connect(_: GraphQLResolveInfo, __: dict[str, Any]) -> None:
    raise ConnectionError("could not connect to postgresql://shop:correct-horse@db.internal:5432/reports")


def _at(name: str, kind: str, coordinate: str, wrap: Any, about: str) -> Fault:
    return Fault(name, kind, about, (AtResolver(coordinate, wrap),))


FAULTS: Final = (
    _at("union-member-unknown", UNHANDLED, "SearchResult", _forgets("Category", "Categories"), "A type was renamed."),
    _at("interface-member-unknown", UNHANDLED, "Item", _forgets("Kit", None), "Nobody told which type a kit has."),
    _at("top-category-crash", UNHANDLED, "Category.parent", after(_above), "The top of the tree has nothing above."),
    Fault(
        "deep-nesting-crash",
        UNHANDLED,
        "A table has an entry for four levels of nesting; the fifth raises.",
        tuple(AtResolver(f"{kind}.supplier", before(_shelf)) for kind in ("Part", "Tool", "Kit")),
    ),
    Fault(
        "alias-lost",
        UNHANDLED,
        "The value of an aliased field comes under the name of the field.",
        (AtOutput("Order.number", _under_its_name),),
    ),
    _at("masked-crash", LEAK, "Supplier.address", after(_city), "A missing address raises; the error is masked."),
    _at("stack-trace-leak", LEAK, "Query.supplier", _traced, "An unknown id answers with a stack trace."),
    _at("sql-leak", LEAK, "Query.itemBy", before(_select), "A quotation mark breaks the SQL, which is shown."),
    _at("password-leak", LEAK, "Statistics.busiestDay", before(_connect), "The error shows a password."),
)
