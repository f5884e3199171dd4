"""All operations of REST, in the order in which the description tells them."""

from __future__ import annotations

from typing import Final

from querious.demo.doors.rest import notes, people, tasks

ENDPOINTS: Final = (*people.ENDPOINTS, *tasks.ENDPOINTS, *notes.ENDPOINTS)
