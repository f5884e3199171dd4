"""Who may see and change what. Nobody (None) is somebody who has not logged in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from querious.demo.doors.refusal import forbidden, log_in_first, not_found
from querious.demo.doors.rows import ADMIN, PUBLIC

if TYPE_CHECKING:
    from querious.demo.doors.memory import Workspace
    from querious.demo.doors.rows import FileRow, NoteRow, PersonRow, ProjectRow, TaskRow


def is_admin(viewer: PersonRow | None) -> bool:
    """Administrators see and change everything."""
    return viewer is not None and viewer.role == ADMIN


def sees_project(viewer: PersonRow | None, project: ProjectRow) -> bool:
    """Everybody sees what is public, members the rest."""
    return project.visibility == PUBLIC or is_admin(viewer) or (viewer is not None and viewer.id in project.members)


def sees_task(workspace: Workspace, viewer: PersonRow | None, task: TaskRow) -> bool:
    """As its project."""
    project = workspace.projects.get(task.project)
    return project is not None and sees_project(viewer, project)


def sees_note(viewer: PersonRow | None, note: NoteRow) -> bool:
    """Its owner, those it is shared with, administrators."""
    return viewer is not None and (is_admin(viewer) or viewer.id == note.owner or viewer.id in note.shared_with)


def sees_file(workspace: Workspace, viewer: PersonRow | None, file: FileRow) -> bool:
    """As its task."""
    task = workspace.tasks.get(file.task)
    return task is not None and sees_task(workspace, viewer, task)


def is_self(viewer: PersonRow | None, person: PersonRow) -> bool:
    """What is private of a person is for themselves and administrators."""
    return viewer is not None and (is_admin(viewer) or viewer.id == person.id)


def owns_project(viewer: PersonRow | None, project: ProjectRow) -> bool:
    """Its owner and administrators see its budget and archive it."""
    return viewer is not None and (is_admin(viewer) or viewer.id == project.owner)


def logged_in(viewer: PersonRow | None) -> PersonRow:
    """The person, or a refusal."""
    if viewer is None:
        raise log_in_first()
    return viewer


def administrator(viewer: PersonRow | None, what: str) -> PersonRow:
    """The same, for administrators alone."""
    person = logged_in(viewer)
    if not is_admin(person):
        raise forbidden(what)
    return person


def project_for(workspace: Workspace, viewer: PersonRow | None, id_: str) -> ProjectRow:
    """One that the viewer sees."""
    project = workspace.projects.get(id_)
    if project is None or not sees_project(viewer, project):
        raise not_found("project")
    return project


def task_for(workspace: Workspace, viewer: PersonRow | None, id_: str) -> TaskRow:
    """One that the viewer sees."""
    task = workspace.tasks.get(id_)
    if task is None or not sees_task(workspace, viewer, task):
        raise not_found("task")
    return task


def task_to_change(workspace: Workspace, viewer: PersonRow | None, id_: str) -> TaskRow:
    """One of a project that the viewer works on."""
    person = logged_in(viewer)
    task = task_for(workspace, person, id_)
    if not is_admin(person) and person.id not in workspace.projects[task.project].members:
        raise forbidden("change tasks of this project")
    return task


def note_for(workspace: Workspace, viewer: PersonRow | None, id_: str) -> NoteRow:
    """One that the viewer sees."""
    note = workspace.notes.get(id_)
    if note is None or not sees_note(logged_in(viewer), note):
        raise not_found("note")
    return note


def note_to_change(workspace: Workspace, viewer: PersonRow | None, id_: str) -> NoteRow:
    """One of the viewer's own: with whom a note is shared, they read it."""
    person = logged_in(viewer)
    note = note_for(workspace, person, id_)
    if not is_admin(person) and note.owner != person.id:
        raise forbidden("change notes of others")
    return note


def file_for(workspace: Workspace, viewer: PersonRow | None, id_: str) -> FileRow:
    """One that the viewer sees."""
    file = workspace.files.get(id_)
    if file is None or not sees_file(workspace, viewer, file):
        raise not_found("file")
    return file
