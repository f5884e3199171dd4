"""The fields of Mutation: whether the viewer may, then what is done."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from querious.demo.doors import actions
from querious.demo.doors.policy import (
    administrator,
    is_admin,
    logged_in,
    note_to_change,
    owns_project,
    project_for,
    task_for,
    task_to_change,
)
from querious.demo.doors.refusal import forbidden, invalid
from querious.demo.doors.tokens import LIFETIME

if TYPE_CHECKING:
    from collections.abc import Mapping

    from querious.demo.doors.context import Ask, Step
    from querious.demo.doors.rows import (
        AnnouncementRow,
        CommentRow,
        FileRow,
        NoteRow,
        PersonRow,
        ProjectRow,
        TaskRow,
    )
    from querious.demo.doors.uploads import Part


def login(_: None, ask: Ask, name: str, password: str) -> dict[str, Any]:
    """A token."""
    token, person = ask.step("login")(ask, name, password)
    return {"token": token, "expires_in": LIFETIME, "user": person}


def update_profile(_: None, ask: Ask, changes: dict[str, Any]) -> PersonRow:
    """Of the viewer."""
    return actions.change_profile(logged_in(ask.viewer), changes)


def create_note(_: None, ask: Ask, **arguments: Any) -> NoteRow:
    """The viewer's, unless an administrator writes it for somebody."""
    wanted, person = arguments["input"], logged_in(ask.viewer)
    owner = wanted.get("owner_id") or person.id
    if owner != person.id and not is_admin(person):
        raise forbidden("write notes for others")
    if owner not in ask.workspace.people:
        raise invalid("There is no such owner.")
    return actions.write_note(ask, owner, wanted["title"], wanted["text"])


def update_note(_: None, ask: Ask, id_: str, changes: dict[str, Any]) -> NoteRow:
    """Of the viewer."""
    return actions.change_note(ask, note_to_change(ask.workspace, ask.viewer, id_), changes)


def share_note(_: None, ask: Ask, id_: str, user_id: str) -> NoteRow:
    """Of the viewer."""
    return actions.share_note(ask, note_to_change(ask.workspace, ask.viewer, id_), user_id)


def delete_note(_: None, ask: Ask, id_: str) -> str:
    """Of the viewer."""
    return actions.delete_note(ask, note_to_change(ask.workspace, ask.viewer, id_))


def create_task(_: None, ask: Ask, **arguments: Any) -> TaskRow:
    """In a project that the viewer works on."""
    wanted, person = arguments["input"], logged_in(ask.viewer)
    project = project_for(ask.workspace, person, wanted["project_id"])
    if person.id not in project.members and not is_admin(person):
        raise forbidden("open tasks in this project")
    return actions.open_task(ask, project, wanted["title"], wanted["priority"], wanted.get("assignee_id"))


def update_task(_: None, ask: Ask, id_: str, changes: dict[str, Any]) -> TaskRow:
    """Of a project that the viewer works on."""
    return actions.change_task(ask, task_to_change(ask.workspace, ask.viewer, id_), changes)


def complete_task(_: None, ask: Ask, id_: str) -> TaskRow:
    """Likewise."""
    return actions.complete_task(ask, task_to_change(ask.workspace, ask.viewer, id_))


def delete_task(_: None, ask: Ask, id_: str) -> str:
    """Likewise."""
    return actions.delete_task(ask, task_to_change(ask.workspace, ask.viewer, id_))


def add_comment(_: None, ask: Ask, task_id: str, text: str) -> CommentRow:
    """On a task that the viewer sees."""
    person = logged_in(ask.viewer)
    return actions.comment_on(ask, task_for(ask.workspace, person, task_id), person, text)


def upload_file(_: None, ask: Ask, task_id: str, file: Part) -> FileRow:
    """To a task of a project that the viewer works on."""
    task = task_to_change(ask.workspace, ask.viewer, task_id)
    name = file.file_name or ""
    return actions.keep_file(ask, task, logged_in(ask.viewer), name, file.media_type, file.content)


def archive_project(_: None, ask: Ask, id_: str, *, archived: bool) -> ProjectRow:
    """Of the viewer."""
    project = project_for(ask.workspace, logged_in(ask.viewer), id_)
    if not owns_project(ask.viewer, project):
        raise forbidden("archive this project")
    return actions.archive_project(ask, project, archived=archived)


def announce(_: None, ask: Ask, text: str) -> AnnouncementRow:
    """By administrators."""
    administrator(ask.viewer, "announce")
    return actions.announce(ask, text)


RESOLVERS: Final[Mapping[str, Step]] = {
    "Mutation.login": login,
    "Mutation.updateProfile": update_profile,
    "Mutation.createNote": create_note,
    "Mutation.updateNote": update_note,
    "Mutation.shareNote": share_note,
    "Mutation.deleteNote": delete_note,
    "Mutation.createTask": create_task,
    "Mutation.updateTask": update_task,
    "Mutation.completeTask": complete_task,
    "Mutation.deleteTask": delete_task,
    "Mutation.addComment": add_comment,
    "Mutation.uploadFile": upload_file,
    "Mutation.archiveProject": archive_project,
    "Mutation.announce": announce,
}
