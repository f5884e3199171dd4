"""The demo as an ASGI app."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

from ariadne.asgi import GraphQL
from graphql import parse, validate

from querious.demo.answering import Answering, Changes, weaves_of
from querious.demo.context import Context
from querious.demo.data import filled_store
from querious.demo.depth import DepthLimitRule
from querious.demo.executable import executable_schema
from querious.demo.faults import choose
from querious.demo.faults.fault import AtDocument, AtResolver, AtValidation

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from graphql import DocumentNode

    from querious.demo.store import Store

HANG = 60.0
"""Seconds that the fault named ``hang`` waits, unless told otherwise."""


def create_app(
    faults: Iterable[str] = (), *, introspection: bool = True, hang: float = HANG, store: Store | None = None
) -> GraphQL:
    """A demo with these faults switched on, over its own data unless a store is given. It answers at every path."""
    chosen = choose(faults)
    store = store or filled_store()
    return GraphQL(
        executable_schema(weaves_of(chosen, AtResolver)),
        context_value=lambda _, __: Context(store, hang),
        introspection=introspection,
        logger=_silence(),
        http_handler=Answering(Changes.of(chosen)),
        validation_rules=[DepthLimitRule],
        query_parser=_reader([weave.change for weave in weaves_of(chosen, AtDocument)]),
        query_validator=_validator({weave.rule for weave in weaves_of(chosen, AtValidation)}),
    )


def _silence() -> logging.Logger:
    """A logger outside the tree of loggers: errors are what the demo is for, and belong into answers only."""
    logger = logging.Logger("querious.demo")  # noqa: LOG001  # in the tree it would be shared by all apps
    logger.disabled = True
    return logger


def _reader(changes: list[Callable[[DocumentNode], DocumentNode]]) -> Any:
    if not changes:
        return None

    def read(_: Context, data: dict[str, Any]) -> DocumentNode:
        document = parse(data["query"])
        for change in changes:
            document = change(document)
        return document

    return read


def _validator(left_out: set[str]) -> Any:
    if not left_out:
        return None

    def check(schema: Any, document: DocumentNode, rules: Iterable[Any], **options: Any) -> Any:
        return validate(schema, document, [rule for rule in rules if rule.__name__ not in left_out], **options)

    return check
