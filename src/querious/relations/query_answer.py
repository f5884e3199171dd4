"""An operation and what came of it, as relations read it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from querious.model import Operation, SelectionShape


class QueryAnswer(NamedTuple):
    """An operation and what came of it."""

    operation: Operation
    shape: SelectionShape
    data: dict[str, Any] | None
    """None where there is none, for whatever reason."""
    clean: bool = True
    """Whether the answer holds no errors: where it does, a null may be an error's."""
