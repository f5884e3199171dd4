"""The ways in which a fault gets around a healthy resolver."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    from graphql import GraphQLResolveInfo

    from querious.demo.faults.fault import Resolver, Wrap


def before(careless: Callable[[GraphQLResolveInfo, dict[str, Any]], object]) -> Wrap:
    """Careless code on the arguments that runs first; if it survives, the healthy resolver answers."""

    def wrap(resolve: Resolver) -> Resolver:
        def resolver(parent: Any, info: GraphQLResolveInfo, **arguments: Any) -> Any:
            careless(info, arguments)
            return resolve(parent, info, **arguments)

        return resolver

    return wrap


def after(careless: Callable[[Any, GraphQLResolveInfo], Any]) -> Wrap:
    """Careless code on the healthy result, that answers in its place."""

    def wrap(resolve: Resolver) -> Resolver:
        def resolver(parent: Any, info: GraphQLResolveInfo, **arguments: Any) -> Any:
            return careless(resolve(parent, info, **arguments), info)

        return resolver

    return wrap


def instead(careless: Resolver) -> Wrap:
    """Careless code in place of the healthy resolver."""

    def wrap(_: Resolver) -> Resolver:
        return careless

    return wrap


def strikes(name: str, when: Callable[[dict[str, Any]], bool], error: Callable[[], Exception]) -> Wrap:
    """An exception that nobody catches; the mark lets the wire show what a server makes of it."""

    def careless(info: GraphQLResolveInfo, arguments: dict[str, Any]) -> None:
        if when(arguments):
            info.context.mark(name)
            raise error()

    return before(careless)
