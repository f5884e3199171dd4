"""People, what is about all of them, and files."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from querious.demo.doors import actions
from querious.demo.doors.policy import administrator, file_for, logged_in, task_to_change
from querious.demo.doors.resolvers import reading
from querious.demo.doors.resolvers.objects import sha256
from querious.demo.doors.rest.endpoints import ANYBODY, Call, DoorEndpoint, Told
from querious.demo.doors.rest.schemas import (
    EMAIL,
    LONG_TEXT,
    TEXT,
    TITLE,
    page,
    reference,
    shown_file,
    shown_profile,
    shown_user,
    some_of,
)
from querious.demo.doors.rows import ProjectRow
from querious.demo.doors.tokens import LIFETIME

if TYPE_CHECKING:
    from querious.demo.doors.context import Ask


def log_in(ask: Ask, call: Call) -> Told:
    """A token."""
    token, person = ask.step("login")(ask, call.body["name"], call.body["password"])
    return Told(200, {"token": token, "expires_in": LIFETIME, "user": shown_user(person)})


def read_me(ask: Ask, _: Call) -> Told:
    """The viewer."""
    return Told(200, shown_profile(logged_in(ask.viewer)))


def change_me(ask: Ask, call: Call) -> Told:
    """Name and email."""
    wanted = {name: call.body[name] for name in ("name", "email") if name in call.body}
    return Told(200, shown_profile(actions.change_profile(logged_in(ask.viewer), wanted)))


def list_users(ask: Ask, _: Call) -> Told:
    """With their emails, for administrators."""
    administrator(ask.viewer, "see the profiles of others")
    return Told(200, [shown_profile(person) for person in ask.workspace.people.values()])


def search(ask: Ask, call: Call) -> Told:
    """What the viewer sees."""
    found = reading.search(None, ask, call.query["text"])
    return Told(200, [_found(one) for one in found])


def _found(row: object) -> dict[str, object]:
    id_ = getattr(row, "id", "")
    title = row.name if isinstance(row, ProjectRow) else getattr(row, "title", "")
    return {"id": id_, "kind": id_.partition("-")[0], "title": title}


def statistics(ask: Ask, _: Call) -> Told:
    """Of what the viewer sees."""
    counted = reading.statistics(None, ask)
    told = {"projects": "project_count", "tasks": "task_count", "notes": "note_count"}
    return Told(200, {name: counted[field] for name, field in told.items()})


def list_announcements(ask: Ask, _: Call) -> Told:
    """The newest, for everybody."""
    rows = list(ask.workspace.announcements.values())
    items = [{"id": row.id, "text": row.text} for row in rows[-actions.LARGEST_PAGE :]]
    return Told(200, {"items": items, "total": len(rows)})


def announce(ask: Ask, call: Call) -> Told:
    """By administrators."""
    administrator(ask.viewer, "announce")
    row = actions.announce(ask, call.body["text"])
    return Told(201, {"id": row.id, "text": row.text})


def list_audit(ask: Ask, _: Call) -> Told:
    """For administrators."""
    rows = reading.audit_log(None, ask)
    return Told(200, [{"id": row.id, "actor": row.actor, "action": row.action} for row in rows])


def upload_file(ask: Ask, call: Call) -> Told:
    """To a task of a project that the viewer works on."""
    task = task_to_change(ask.workspace, ask.viewer, call.keys["task_id"])
    part = call.file
    assert part is not None  # noqa: S101 (for mypy)
    name = part.file_name or ""
    file = actions.keep_file(ask, task, logged_in(ask.viewer), name, part.media_type, part.content)
    return Told(201, shown_file(file, sha256(file, ask)), headers={"location": f"/files/{file.id}"})


def read_file(ask: Ask, call: Call) -> Told:
    """Of a task that the viewer sees."""
    file = file_for(ask.workspace, ask.viewer, call.keys["file_id"])
    return Told(200, shown_file(file, sha256(file, ask)))


def read_content(ask: Ask, call: Call) -> Told:
    """Likewise."""
    file = file_for(ask.workspace, ask.viewer, call.keys["file_id"])
    return Told(200, file.content, file.media_type, {"content-disposition": "attachment"})


ENDPOINTS: Final = (
    DoorEndpoint(
        "sessions.create",
        "POST",
        "/login",
        "Log in",
        log_in,
        schema=reference("Session"),
        refusals=(400, 415, 422),
        body=some_of("name", "password", name=TEXT, password={**TEXT, "format": "password"}),
        who=ANYBODY,
    ),
    DoorEndpoint("me.read", "GET", "/me", "Your profile", read_me, schema=reference("Profile")),
    DoorEndpoint(
        "me.change",
        "PATCH",
        "/me",
        "Change your profile",
        change_me,
        schema=reference("Profile"),
        refusals=(400, 415, 422),
        body=some_of(name=TITLE, email=EMAIL),
    ),
    DoorEndpoint(
        "users.list",
        "GET",
        "/admin/users",
        "All profiles, only for administrators",
        list_users,
        schema={"type": "array", "items": reference("Profile")},
        refusals=(403,),
    ),
    DoorEndpoint(
        "search",
        "GET",
        "/search",
        "Names and titles that hold a text",
        search,
        schema={"type": "array", "items": reference("Found")},
        refusals=(422,),
        query={"text": {**TEXT, "maxLength": 100, "default": ""}},
        who=ANYBODY,
    ),
    DoorEndpoint(
        "statistics",
        "GET",
        "/statistics",
        "How much there is of what you see",
        statistics,
        schema=reference("Statistics"),
    ),
    DoorEndpoint(
        "announcements.list",
        "GET",
        "/announcements",
        "What everybody should know",
        list_announcements,
        schema=page("Announcement"),
        who=ANYBODY,
    ),
    DoorEndpoint(
        "announcements.create",
        "POST",
        "/announcements",
        "Announce something, only for administrators",
        announce,
        201,
        reference("Announcement"),
        (400, 403, 415, 422),
        body=some_of("text", text=LONG_TEXT),
    ),
    DoorEndpoint(
        "audit.list",
        "GET",
        "/admin/audit",
        "What was done, only for administrators",
        list_audit,
        schema={"type": "array", "items": reference("AuditEntry")},
        refusals=(403,),
    ),
    DoorEndpoint(
        "files.create",
        "POST",
        "/tasks/{task_id}/files",
        "Upload a file to a task of a project that you work on",
        upload_file,
        201,
        reference("File"),
        (400, 403, 404, 413, 415, 422),
        takes_file=True,
    ),
    DoorEndpoint(
        "files.read",
        "GET",
        "/files/{file_id}",
        "A file of a task that you see",
        read_file,
        schema=reference("File"),
        refusals=(404,),
    ),
    DoorEndpoint(
        "files.content",
        "GET",
        "/files/{file_id}/content",
        "Its content",
        read_content,
        refusals=(404,),
        gives_file=True,
    ),
)
