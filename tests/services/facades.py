"""The study's services as querious sees them: what a user writes to test them."""

from __future__ import annotations

from querious.model.state import Command, Delete
from querious.rest.collection import RestCollection
from querious.rest.known_collection import KnownCollection
from services.storage_room import COLLECTION

COMMENT = {
    "name": "nonempty_string()",
    "rating": "int(1, 5)",
    "was_read": "bool()",
    "finished_reading": {"optional()": "date()"},
    "ideas": ["nonempty_string()", {"optional()": "nonempty_string()"}],
}


def storage_room_entries(wire, delete_means: Delete | None = None) -> RestCollection:
    """Storage Room: entries wrapped in ``entry``, whose keys are told by links; no PATCH."""
    commands = frozenset(Command) - {Command.PATCH, Command.EMPTY_TRASH}
    known = KnownCollection(name="entries", wrap="entry", commands=commands, delete_means=delete_means)
    return RestCollection(wire, f"{COLLECTION}/entries", COMMENT, known)


def google_task_lists(wire) -> RestCollection:
    """Google Tasks: the lists that tasks stand in; they are only made, read and deleted here."""
    commands = frozenset({Command.POST, Command.GET, Command.LIST, Command.DELETE})
    known = KnownCollection(name="lists", commands=commands)
    return RestCollection(wire, "/users/@me/lists", {"title": "nonempty_string()"}, known)


class GoogleTasks(RestCollection):
    """Google Tasks: an update repeats the key in the body, so ``put`` is overridden."""

    def __init__(self, wire, delete_means: Delete | None = None) -> None:
        template = {
            "title": "nonempty_string()",
            "notes": {"optional()": "string()"},
            "due": {"optional()": "datetime()"},
        }
        known = KnownCollection(name="tasks", parents={"tasklist": "lists"}, delete_means=delete_means)
        super().__init__(wire, "/lists/{tasklist}/tasks", template, known)

    def put(self, key, entry):
        return super().put(key, {"id": key, **entry})
