"""The schemas of what REST shows and takes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from querious.demo.doors.actions import LARGEST_PAGE, LONGEST_TEXT, LONGEST_TITLE
from querious.demo.doors.rows import PRIORITIES, ROLES, STATUSES, VISIBILITIES

if TYPE_CHECKING:
    from querious.demo.doors.rest.endpoints import Schema
    from querious.demo.doors.rows import CommentRow, FileRow, NoteRow, PersonRow, ProjectRow, TaskRow


def exactly(**properties: Schema) -> Schema:
    """An object with all of these members, and no others."""
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def page(name: str) -> Schema:
    """A page of a list."""
    return exactly(items={"type": "array", "items": reference(name)}, total=COUNT)


def reference(name: str) -> Schema:
    """To a schema of the description."""
    return {"$ref": f"#/components/schemas/{name}"}


def some_of(*required: str, **properties: Schema) -> Schema:
    """A body: these members, of which some must be there. Others are passed over."""
    return {
        "type": "object",
        "properties": properties,
        **({"required": list(required)} if required else {"minProperties": 1}),
    }


COUNT: Final[Schema] = {"type": "integer", "minimum": 0}
ID: Final[Schema] = {"type": "string", "pattern": "^[a-z]{1,20}-[0-9]{1,9}$"}
ID_OR_NULL: Final[Schema] = {**ID, "type": ["string", "null"]}
TEXT: Final[Schema] = {"type": "string"}
TITLE: Final[Schema] = {"type": "string", "minLength": 1, "maxLength": LONGEST_TITLE}
LONG_TEXT: Final[Schema] = {"type": "string", "minLength": 1, "maxLength": LONGEST_TEXT}
EMAIL: Final[Schema] = {"type": "string", "maxLength": LONGEST_TITLE, "pattern": "^[^@]+@[^@]+$"}
STATUS: Final[Schema] = {"type": "string", "enum": list(STATUSES)}
PRIORITY: Final[Schema] = {"type": "string", "enum": list(PRIORITIES)}
ROLE: Final[Schema] = {"type": "string", "enum": list(ROLES)}
PAGE: Final[dict[str, Schema]] = {
    "first": {"type": "integer", "minimum": 0, "maximum": LARGEST_PAGE, "default": 20},
    "offset": {"type": "integer", "minimum": 0, "maximum": 1_000_000, "default": 0},
}

USER: Final = exactly(id=ID, name=TEXT, role=ROLE)
PROFILE: Final = exactly(id=ID, name=TEXT, role=ROLE, email=TEXT)
SESSION: Final = exactly(token=TEXT, expires_in=COUNT, user=reference("User"))
PROJECT: Final = exactly(
    id=ID,
    key=TEXT,
    name=TEXT,
    visibility={"type": "string", "enum": list(VISIBILITIES)},
    archived={"type": "boolean"},
    owner=ID,
    members={"type": "array", "items": ID},
)
TASK: Final = exactly(
    id=ID, project=ID, number=COUNT, title=TEXT, status=STATUS, priority=PRIORITY, assignee=ID_OR_NULL
)
COMMENT: Final = exactly(id=ID, task=ID, author=ID, text=TEXT)
NOTE: Final = exactly(id=ID, title=TEXT, text=TEXT, owner=ID, shared_with={"type": "array", "items": ID})
FILE: Final = exactly(id=ID, task=ID, name=TEXT, media_type=TEXT, size=COUNT, sha256=TEXT)
ANNOUNCEMENT: Final = exactly(id=ID, text=TEXT)
AUDIT: Final = exactly(id=ID, actor=ID, action=TEXT)
STATISTICS: Final = exactly(projects=COUNT, tasks=COUNT, notes=COUNT)
FOUND: Final = exactly(id=ID, kind={"type": "string", "enum": ["project", "task", "note"]}, title=TEXT)
PROBLEM: Final = exactly(title=TEXT, status={"type": "integer"}, detail=TEXT)

SCHEMAS: Final[dict[str, Schema]] = {
    "User": USER,
    "Profile": PROFILE,
    "Session": SESSION,
    "Project": PROJECT,
    "Task": TASK,
    "Comment": COMMENT,
    "Note": NOTE,
    "File": FILE,
    "Announcement": ANNOUNCEMENT,
    "AuditEntry": AUDIT,
    "Statistics": STATISTICS,
    "Found": FOUND,
    "Problem": PROBLEM,
}


def shown_user(person: PersonRow) -> dict[str, object]:
    """What everybody may know."""
    return {"id": person.id, "name": person.name, "role": person.role}


def shown_profile(person: PersonRow) -> dict[str, object]:
    """For the person themselves and administrators."""
    return {**shown_user(person), "email": person.email}


def shown_project(project: ProjectRow) -> dict[str, object]:
    """Without the budget, which REST does not tell."""
    return {
        "id": project.id,
        "key": project.key,
        "name": project.name,
        "visibility": project.visibility,
        "archived": project.archived,
        "owner": project.owner,
        "members": list(project.members),
    }


def shown_task(task: TaskRow) -> dict[str, object]:
    """All of it."""
    return {
        "id": task.id,
        "project": task.project,
        "number": task.number,
        "title": task.title,
        "status": task.status,
        "priority": task.priority,
        "assignee": task.assignee or None,
    }


def shown_comment(comment: CommentRow) -> dict[str, object]:
    """All of it."""
    return {"id": comment.id, "task": comment.task, "author": comment.author, "text": comment.text}


def shown_note(note: NoteRow) -> dict[str, object]:
    """All of it."""
    return {
        "id": note.id,
        "title": note.title,
        "text": note.text,
        "owner": note.owner,
        "shared_with": list(note.shared_with),
    }


def shown_file(file: FileRow, sha256: str) -> dict[str, object]:
    """Without its content."""
    return {
        "id": file.id,
        "task": file.task,
        "name": file.name,
        "media_type": file.media_type,
        "size": len(file.content),
        "sha256": sha256,
    }
