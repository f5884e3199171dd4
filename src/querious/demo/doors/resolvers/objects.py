"""Fields of objects: what leads from one to another, and what not everybody sees of one."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any, Final

from querious.demo.doors.actions import page_of
from querious.demo.doors.policy import is_self, owns_project, sees_note, sees_task
from querious.demo.doors.refusal import forbidden

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


def email(person: PersonRow, ask: Ask) -> str:
    """Refused for others."""
    if not is_self(ask.viewer, person):
        raise forbidden("see the email of others")
    return person.email


def notes_of_user(person: PersonRow, ask: Ask) -> list[NoteRow]:
    """Those that the viewer may read."""
    return [note for note in ask.workspace.notes.values() if note.owner == person.id and sees_note(ask.viewer, note)]


def assigned_tasks(person: PersonRow, ask: Ask) -> list[TaskRow]:
    """Those that the viewer may see."""
    workspace = ask.workspace
    assigned = [task for task in workspace.tasks.values() if task.assignee == person.id]
    return [task for task in assigned if sees_task(workspace, ask.viewer, task)]


def budget(project: ProjectRow, ask: Ask) -> int:
    """Refused for others."""
    if not owns_project(ask.viewer, project):
        raise forbidden("see the budget of this project")
    return project.budget


def tasks_of_project(project: ProjectRow, ask: Ask, first: int, offset: int, status: str | None = None) -> Any:
    """Who sees a project, sees its tasks."""
    tasks = [task for task in ask.workspace.tasks_of(project.id) if status in {None, task.status}]
    return {"items": page_of(tasks, first, offset), "total": len(tasks)}


def sha256(file: FileRow, _: Ask) -> str:
    """Of its content."""
    return hashlib.sha256(file.content).hexdigest()


def person(ask: Ask, id_: str) -> PersonRow | None:
    """By identifier."""
    return ask.workspace.people.get(id_)


def project_of(task: TaskRow, ask: Ask) -> ProjectRow:
    """Of a task."""
    return ask.workspace.projects[task.project]


def task_of(row: CommentRow | FileRow, ask: Ask) -> TaskRow:
    """Of a comment or a file."""
    return ask.workspace.tasks[row.task]


def owner_of(row: ProjectRow | NoteRow, ask: Ask) -> PersonRow | None:
    """Of a project or a note."""
    return person(ask, row.owner)


def author_of(comment: CommentRow, ask: Ask) -> PersonRow | None:
    """Who wrote it."""
    return person(ask, comment.author)


def actor_of(entry: AuditRow, ask: Ask) -> PersonRow | None:
    """Who did it."""
    return person(ask, entry.actor)


RESOLVERS: Final[Mapping[str, Step]] = {
    "User.email": email,
    "User.notes": notes_of_user,
    "User.assignedTasks": assigned_tasks,
    "Project.owner": owner_of,
    "Project.members": lambda project, ask: [person(ask, id_) for id_ in project.members],
    "Project.budget": budget,
    "Project.tasks": tasks_of_project,
    "Task.projectKey": lambda task, ask: project_of(task, ask).key,
    "Task.project": project_of,
    "Task.assignee": lambda task, ask: person(ask, task.assignee),
    "Task.comments": lambda task, ask: ask.workspace.comments_on(task.id),
    "Task.files": lambda task, ask: ask.workspace.files_of(task.id),
    "Comment.author": author_of,
    "Comment.task": task_of,
    "Note.owner": owner_of,
    "Note.sharedWith": lambda note, ask: [person(ask, id_) for id_ in note.shared_with],
    "File.size": lambda file, _: len(file.content),
    "File.sha256": sha256,
    "File.task": task_of,
    "AuditEntry.actor": actor_of,
}
