"""How a wrong answer is woven in: careless code between the arguments and the rows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeAlias

from querious.demo.faults.fault import AtResolver, Fault, Resolver, Wrap

if TYPE_CHECKING:
    from collections.abc import Callable

    from graphql import GraphQLResolveInfo

KIND: Final = "wrong answer"

Arguments: TypeAlias = dict[str, Any]


def given(change: Callable[[Arguments, GraphQLResolveInfo], Arguments]) -> Wrap:
    """The healthy resolver, with other arguments than those that were sent."""

    def wrap(resolve: Resolver) -> Resolver:
        def resolver(parent: Any, info: GraphQLResolveInfo, **arguments: Any) -> Any:
            return resolve(parent, info, **change(arguments, info))

        return resolver

    return wrap


def shown(change: Callable[[Any, GraphQLResolveInfo, Arguments], Any]) -> Wrap:
    """Careless code on what the healthy resolver found, that knows the arguments too."""

    def wrap(resolve: Resolver) -> Resolver:
        def resolver(parent: Any, info: GraphQLResolveInfo, **arguments: Any) -> Any:
            return change(resolve(parent, info, **arguments), info, arguments)

        return resolver

    return wrap


def fault(name: str, coordinates: str, wrap: Wrap, about: str) -> Fault:
    """One that gives a wrong answer at these coordinates, parted by blanks."""
    return Fault(name, KIND, about, tuple(AtResolver(coordinate, wrap) for coordinate in coordinates.split()))


def of_items(field: str) -> str:
    """The coordinates of a field of ``Item``: it is resolved at each object type."""
    return " ".join(f"{kind}.{field}" for kind in ("Part", "Tool", "Kit"))
