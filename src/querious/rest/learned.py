"""What a service has shown of itself. Shared by a collection and all that is bound of it, and by threads."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable

    from querious.model.state import Key

_OK: Final = 200
_CREATED: Final = 201


class LearnedHabits:
    """Single values are read and written as they are; what takes two steps takes the lock."""

    def __init__(self, fields: Iterable[str] = ()) -> None:
        self.key_field = ""
        """The member of an entry that held its key."""
        self.patch_form = 0
        """Which of the media types of a patch it takes."""
        self.token_parameter = ""
        """Which takes the token of the next page of a list."""
        self.short_page = 0
        """The longest page behind which nothing stood."""
        self.matching = False
        """Whether it wants ``If-Match`` with what is written."""
        self.says_created = False
        """Whether it answers a POST with 201: then 200 means that the entry was there already."""
        self._fields = frozenset(fields)
        self._slashes: dict[str, bool] = {}
        self._forms: frozenset[str] = frozenset()
        self._unconfirmed: set[Key] = set()
        self._lock = threading.Lock()

    @property
    def fields(self) -> frozenset[str]:
        """Members that we have sent: those that entries have."""
        return self._fields

    def sent(self, fields: Iterable[str]) -> None:
        """Entries have these members."""
        with self._lock:
            self._fields |= frozenset(fields)

    def was_there(self, status: int) -> bool:
        """Whether a POST that was answered with this gave an entry which the service had already."""
        self.says_created = self.says_created or status == _CREATED
        return self.says_created and status == _OK

    def slash(self, place: str) -> bool | None:
        """Whether paths of this place end with a slash; None: as they were given."""
        return self._slashes.get(place)

    def ends_with_slash(self, place: str, *, slash: bool) -> None:
        """The service redirects paths of this place that do not end so."""
        with self._lock:
            self._slashes[place] = slash

    def leads(self, form: str) -> None:
        """A ``Location`` of this form was followed and leads to entries."""
        with self._lock:
            self._forms |= {form}

    def is_led_by(self, form: str) -> bool:
        """Whether it was."""
        return form in self._forms

    def suppose(self, key: Key) -> None:
        """Only a ``Location`` told this key, and nobody has followed it yet."""
        with self._lock:
            self._unconfirmed.add(key)

    def confirm(self, key: Key) -> bool:
        """The key was used; whether only a ``Location`` had told it until now."""
        with self._lock:
            known = key in self._unconfirmed
            self._unconfirmed.discard(key)
            return known
