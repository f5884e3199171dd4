"""The store of recordings: a file of SQLite, or PostgreSQL by its URL. Both behave alike, also with many writers.

Needs the extra ``harvest``. What this module names can be imported without it, so that commands can show their help.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from querious.extras import explained
from querious.store.choice import RecordingFilter, RecordingOrder
from querious.store.places import read_place

if TYPE_CHECKING:
    from querious.store.recording_store import Store

__all__ = ["DEFAULT", "RecordingFilter", "RecordingOrder", "open_store"]

DEFAULT: Final = "harvest.sqlite"
"""The store where none is named."""


def open_store(place: str = DEFAULT, *, create: bool = True, patience: float = 60.0) -> Store:
    """Open a store by path or ``postgresql://`` URL; an older one is brought up to date.

    Without ``create`` a store that is not there is an error. ``patience``: seconds to wait for other writers.
    """
    found = read_place(place)
    try:
        from querious.store.connect import open_database  # noqa: PLC0415 - likewise
        from querious.store.recording_store import Store  # noqa: PLC0415 - the extra may be missing

        return Store(open_database(found, create=create, patience=patience))
    except ModuleNotFoundError as error:
        raise explained(error, "a store") from None
