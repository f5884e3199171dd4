"""Errors of ours, caught where they happen, so that none of them costs a finding."""

from __future__ import annotations

import traceback
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final, TypeVar

from querious.errors import QueriousError
from querious.model.own_error import OwnError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

T = TypeVar("T")

CAUGHT: Final = (Exception, SystemExit)
"""SystemExit too: a hook that calls ``sys.exit`` must not end the run."""
_LONGEST: Final = 300


class OwnErrors:
    """What raised during a run. The first error of a part is kept, and switches that part off."""

    def __init__(self, tell: Callable[[str], None] = lambda _: None) -> None:
        self._tell = tell
        self.hide: Callable[[str], str] = str
        """Takes credentials out of messages and tracebacks, once they are known."""
        self._errors: dict[tuple[str, str], OwnError] = {}

    @property
    def errors(self) -> tuple[OwnError, ...]:
        """In the order in which they happened, one for each part."""
        return tuple(self._errors.values())

    def is_off(self, part: str, name: str) -> bool:
        """Whether it has raised, and is not to be asked any more."""
        return (part, name) in self._errors

    def add(self, part: str, name: str, error: BaseException) -> None:
        """Keep the error, and tell of it."""
        if self.is_off(part, name):
            return
        cause = first_cause(error)
        message = " ".join(self.hide(f"{type(cause).__name__}: {cause}").split())[:_LONGEST].rstrip(": ")
        whole = self.hide("".join(traceback.format_exception(error)))
        self._errors[part, name] = OwnError(part, name, message, whole)
        self._tell(f"Error in {part} {name}, which is switched off for this run: {message}")

    @contextmanager
    def guard(self, part: str, name: str) -> Iterator[None]:
        """Keep whatever is raised inside. What the user or the environment is at fault for goes through."""
        try:
            yield
        except QueriousError:
            raise
        except CAUGHT as error:
            self.add(part, name, error)

    def result_of(self, part: str, name: str, work: Callable[[], T], otherwise: T) -> T:
        """What the work gives, or something else where it raises."""
        with self.guard(part, name):
            return work()
        return otherwise


def first_cause(error: BaseException) -> BaseException:
    """The error that ended a group of tasks; the others are those it pulled down."""
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return error
