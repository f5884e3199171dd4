"""Synchronous resolvers as the synchronous views of their framework would call them: where no event loop runs.

Django refuses its database in any thread in which a loop runs (SynchronousOnlyOperation), as that would block the loop.
Ours waits for the answer anyway. So while such a schema executes, the loop is hidden from it, in the thread of the
caller: a test finds in it the connection, and with it the transaction, of its fixtures.
"""

from __future__ import annotations

import asyncio
import sys
from asyncio import events
from contextlib import contextmanager
from functools import partial
from inspect import isasyncgenfunction, iscoroutinefunction
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

from graphql import GraphQLInterfaceType, GraphQLObjectType

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Generator, Iterator

    from graphql import GraphQLSchema

T = TypeVar("T")

_REFUSING: Final = ("django.db",)
"""Modules that refuse to work where a loop runs. Without them, resolvers may rather need it, as data loaders do."""


def is_synchronous(schema: GraphQLSchema) -> bool:
    """Whether no resolver is a coroutine, so that views without a loop could execute it."""
    for kind in schema.type_map.values():
        if isinstance(kind, GraphQLObjectType | GraphQLInterfaceType):
            for field in kind.fields.values():
                if iscoroutinefunction(field.resolve) or isasyncgenfunction(field.resolve):
                    return False
    return True


def refuses_a_loop() -> bool:
    """Whether something is loaded that refuses to work where a loop runs."""
    return any(name in sys.modules for name in _REFUSING)


@contextmanager
def loop_hidden() -> Iterator[None]:
    """Within it, no loop runs in this thread for anybody who asks. Nothing may be awaited there."""
    loop = asyncio.get_running_loop()
    events._set_running_loop(None)  # noqa: SLF001 - what event loops themselves are told to call
    try:
        yield
    finally:
        events._set_running_loop(loop)  # noqa: SLF001


class WithoutLoop(Generic[T]):
    """Awaits a coroutine, and hides the running loop from it at each of its steps."""

    def __init__(self, work: Coroutine[Any, Any, T]) -> None:
        self._work = work

    def __await__(self) -> Generator[Any, Any, T]:
        step: Callable[[], Any] = partial(self._work.send, None)
        while True:
            with loop_hidden():
                try:
                    waiting = step()
                except StopIteration as done:
                    result: T = done.value
                    return result
            try:
                yield waiting
                step = partial(self._work.send, None)
            except BaseException as error:  # noqa: BLE001 - it is the coroutine's to handle, as a cancellation is
                step = partial(self._work.throw, error)
