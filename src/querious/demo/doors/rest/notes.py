"""Notes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from querious.demo.doors import actions
from querious.demo.doors.policy import logged_in, note_for, note_to_change
from querious.demo.doors.resolvers.reading import visible_notes
from querious.demo.doors.rest.endpoints import Call, DoorEndpoint, Told
from querious.demo.doors.rest.schemas import ID, LONG_TEXT, PAGE, TITLE, page, reference, shown_note, some_of

if TYPE_CHECKING:
    from querious.demo.doors.context import Ask


def list_notes(ask: Ask, call: Call) -> Told:
    """Those that the viewer may read."""
    rows = visible_notes(ask)
    owner = call.query.get("owner")
    rows = [note for note in rows if owner in {None, note.owner}]
    items = actions.page_of(rows, call.query["first"], call.query["offset"])
    return Told(200, {"items": [shown_note(note) for note in items], "total": len(rows)})


def create_note(ask: Ask, call: Call) -> Told:
    """The viewer's."""
    note = actions.write_note(ask, logged_in(ask.viewer).id, call.body["title"], call.body["text"])
    return Told(201, shown_note(note), headers={"location": f"/notes/{note.id}"})


def read_note(ask: Ask, call: Call) -> Told:
    """One that the viewer may read."""
    return Told(200, shown_note(note_for(ask.workspace, ask.viewer, call.keys["note_id"])))


def change_note(ask: Ask, call: Call) -> Told:
    """One of the viewer's own."""
    note = note_to_change(ask.workspace, ask.viewer, call.keys["note_id"])
    return Told(200, shown_note(actions.change_note(ask, note, call.body)))


def delete_note(ask: Ask, call: Call) -> Told:
    """Likewise."""
    actions.delete_note(ask, note_to_change(ask.workspace, ask.viewer, call.keys["note_id"]))
    return Told(204)


def share_note(ask: Ask, call: Call) -> Told:
    """Likewise."""
    note = note_to_change(ask.workspace, ask.viewer, call.keys["note_id"])
    return Told(200, shown_note(actions.share_note(ask, note, call.body["user"])))


_CHANGES: Final = some_of(title=TITLE, text=LONG_TEXT)
ENDPOINTS: Final = (
    DoorEndpoint(
        "notes.list",
        "GET",
        "/notes",
        "The notes that you may read",
        list_notes,
        schema=page("Note"),
        refusals=(422,),
        query={"owner": ID, **PAGE},
    ),
    DoorEndpoint(
        "notes.create",
        "POST",
        "/notes",
        "Write a note",
        create_note,
        201,
        reference("Note"),
        (400, 415, 422),
        body=some_of("title", "text", title=TITLE, text=LONG_TEXT),
    ),
    DoorEndpoint(
        "notes.read",
        "GET",
        "/notes/{note_id}",
        "A note that you may read",
        read_note,
        schema=reference("Note"),
        refusals=(404,),
    ),
    DoorEndpoint(
        "notes.change",
        "PATCH",
        "/notes/{note_id}",
        "Change a note of yours",
        change_note,
        schema=reference("Note"),
        refusals=(400, 403, 404, 415, 422),
        body=_CHANGES,
    ),
    DoorEndpoint(
        "notes.delete", "DELETE", "/notes/{note_id}", "Delete a note of yours", delete_note, 204, refusals=(403, 404)
    ),
    DoorEndpoint(
        "notes.share",
        "POST",
        "/notes/{note_id}/share",
        "Share a note of yours with somebody",
        share_note,
        schema=reference("Note"),
        refusals=(400, 403, 404, 415, 422),
        body=some_of("user", user=ID),
    ),
)
