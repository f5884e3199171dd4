"""What is wrong with the contents of a store, told in one line wherever it is noticed."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from sqlalchemy.exc import InvalidRequestError

if TYPE_CHECKING:
    from collections.abc import Iterator


class DamagedStoreError(Exception):
    """A row holds what querious never writes. ``Database`` adds the name of the store."""


@contextmanager
def rows_as_written() -> Iterator[None]:
    """Rows are read here: values of another type, or none where there must be one, are damage."""
    try:
        yield
    except (ValueError, TypeError, OverflowError, InvalidRequestError) as error:
        raise DamagedStoreError(str(error)) from error
