"""The fields of Query."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from querious.demo.doors.actions import LARGEST_PAGE, page_of
from querious.demo.doors.policy import (
    administrator,
    logged_in,
    sees_file,
    sees_note,
    sees_project,
    sees_task,
)
from querious.demo.doors.refusal import invalid

if TYPE_CHECKING:
    from collections.abc import Mapping

    from querious.demo.doors.context import Ask, Step
    from querious.demo.doors.rows import (
        AuditRow,
        CommentRow,
        FileRow,
        NoteRow,
        PersonRow,
        ProjectRow,
        TaskRow,
    )


def me(_: None, ask: Ask) -> PersonRow | None:
    """Who is logged in."""
    return ask.viewer


def user(_: None, ask: Ask, id_: str) -> PersonRow | None:
    """Everybody sees who there is."""
    return ask.workspace.people.get(id_)


def project(_: None, ask: Ask, id_: str) -> ProjectRow | None:
    """Null where it is not there, or not for the viewer."""
    found = ask.workspace.projects.get(id_)
    return found if found is not None and sees_project(ask.viewer, found) else None


def projects(_: None, ask: Ask) -> list[ProjectRow]:
    """Those that the viewer sees."""
    return [one for one in ask.workspace.projects.values() if sees_project(ask.viewer, one)]


def task(_: None, ask: Ask, id_: str) -> TaskRow | None:
    """Likewise."""
    found = ask.workspace.tasks.get(id_)
    return found if found is not None and sees_task(ask.workspace, ask.viewer, found) else None


def visible_tasks(ask: Ask) -> list[TaskRow]:
    """Those that the viewer sees."""
    return [one for one in ask.workspace.tasks.values() if sees_task(ask.workspace, ask.viewer, one)]


def tasks(_: None, ask: Ask, first: int, offset: int, **arguments: Any) -> dict[str, Any]:
    """A page of those that the viewer sees and all conditions hold of."""
    wanted = arguments.get("filter") or {}
    rows = [one for one in visible_tasks(ask) if fits(one, wanted)]
    return {"items": page_of(rows, first, offset), "total": len(rows)}


def fits(one: TaskRow, wanted: dict[str, Any]) -> bool:
    """A condition that is null holds of all."""
    facts = {
        "project_id": one.project,
        "assignee_id": one.assignee,
        "status": one.status,
        "priority": one.priority,
    }
    return all(value is None or facts[name] == value for name, value in wanted.items())


def comment(_: None, ask: Ask, id_: str) -> CommentRow | None:
    """Who sees the task, sees it."""
    found = ask.workspace.comments.get(id_)
    return found if found is not None and task(None, ask, found.task) else None


def file(_: None, ask: Ask, id_: str) -> FileRow | None:
    """Who sees the task, sees it."""
    found = ask.workspace.files.get(id_)
    return found if found is not None and sees_file(ask.workspace, ask.viewer, found) else None


def note(_: None, ask: Ask, id_: str) -> NoteRow | None:
    """Null where it is not there, or not for the viewer."""
    found = ask.workspace.notes.get(id_)
    return found if found is not None and sees_note(ask.viewer, found) else None


def visible_notes(ask: Ask) -> list[NoteRow]:
    """Those that the viewer may read."""
    return [one for one in ask.workspace.notes.values() if sees_note(ask.viewer, one)]


def notes(_: None, ask: Ask, first: int, offset: int, owner_id: str | None = None) -> dict[str, Any]:
    """For who is logged in."""
    logged_in(ask.viewer)
    rows = [one for one in visible_notes(ask) if owner_id in {None, one.owner}]
    return {"items": page_of(rows, first, offset), "total": len(rows)}


def notes_by_ids(_: None, ask: Ask, ids: list[str]) -> list[NoteRow | None]:
    """In their order."""
    logged_in(ask.viewer)
    if len(ids) > LARGEST_PAGE:
        raise invalid(f"At most {LARGEST_PAGE} identifiers.")
    return [note(None, ask, id_) for id_ in ids]


LOOK_UPS: Final[Mapping[str, Step]] = {
    "user": user,
    "project": project,
    "task": task,
    "comment": comment,
    "note": note,
    "file": file,
}


def node(_: None, ask: Ask, id_: str) -> Any:
    """What the look-up of its kind finds."""
    look_up = LOOK_UPS.get(id_.partition("-")[0])
    return look_up(None, ask, id_) if look_up else None


def search(_: None, ask: Ask, text: str) -> list[Any]:
    """Of each kind, what the viewer sees."""
    wanted = text.strip().lower()
    if not wanted:
        return []
    found: list[Any] = [one for one in projects(None, ask) if wanted in one.name.lower()]
    found += [one for one in visible_tasks(ask) if wanted in one.title.lower()]
    found += [one for one in visible_notes(ask) if wanted in one.title.lower()]
    return found[:LARGEST_PAGE]


def statistics(_: None, ask: Ask) -> dict[str, int]:
    """Of what the viewer sees."""
    return {
        "project_count": len(projects(None, ask)),
        "task_count": len(visible_tasks(ask)),
        "note_count": len(visible_notes(ask)),
    }


def audit_log(_: None, ask: Ask) -> list[AuditRow]:
    """Newest first, a page at most."""
    administrator(ask.viewer, "read the audit log")
    return list(reversed(ask.workspace.audit.values()))[:LARGEST_PAGE]


RESOLVERS: Final[Mapping[str, Step]] = {
    "Query.me": me,
    "Query.user": user,
    "Query.users": lambda _, ask: list(ask.workspace.people.values()),
    "Query.project": project,
    "Query.projects": projects,
    "Query.task": task,
    "Query.tasks": tasks,
    "Query.comment": comment,
    "Query.file": file,
    "Query.note": note,
    "Query.notes": notes,
    "Query.notesByIds": notes_by_ids,
    "Query.node": node,
    "Query.search": search,
    "Query.statistics": statistics,
    "Query.announcements": lambda _, ask: list(ask.workspace.announcements.values())[-LARGEST_PAGE:],
    "Query.auditLog": audit_log,
}
