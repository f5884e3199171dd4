"""What can be done in the workspace. Whether somebody may do it is asked before, at each door."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from querious.demo.doors.refusal import forbidden, invalid
from querious.demo.doors.rows import DONE, AnnouncementRow, CommentRow, FileRow, NoteRow, TaskRow

if TYPE_CHECKING:
    from collections.abc import Mapping

    from querious.demo.doors.context import Ask
    from querious.demo.doors.rows import PersonRow, ProjectRow

LONGEST_TITLE: Final = 120
LONGEST_TEXT: Final = 2_000
LARGEST_PAGE: Final = 50
CREATED, UPDATED, DELETED = "CREATED", "UPDATED", "DELETED"


def title_of(text: str) -> str:
    """A title is one line of up to 120 characters."""
    if not text or len(text) > LONGEST_TITLE:
        raise invalid(f"A title or name has between 1 and {LONGEST_TITLE} characters.")
    return text


def text_of(text: str) -> str:
    """A text is not empty, and has up to 2,000 characters."""
    if not text or len(text) > LONGEST_TEXT:
        raise invalid(f"A text has between 1 and {LONGEST_TEXT} characters.")
    return text


def page_of(rows: list[Any], first: int, offset: int) -> list[Any]:
    """A page of rows."""
    if not 0 <= first <= LARGEST_PAGE:
        raise invalid(f"A page holds between 0 and {LARGEST_PAGE}.")
    if offset < 0:
        raise invalid("An offset is not negative.")
    return rows[offset : offset + first]


def given(changes: Mapping[str, Any], *names: str) -> dict[str, Any]:
    """What of these names is to be changed: null leaves things as they are."""
    return {name: changes[name] for name in names if changes.get(name) is not None}


def write_note(ask: Ask, owner: str, title: str, text: str) -> NoteRow:
    """A new note."""
    notes = ask.workspace.notes
    note = NoteRow(ask.workspace.new_id("note", notes), owner, title_of(title), text_of(text))
    notes[note.id] = note
    ask.workspace.feed.tell("note", CREATED, note)
    return note


def change_note(ask: Ask, note: NoteRow, changes: Mapping[str, Any]) -> NoteRow:
    """Title and text, those that are given."""
    wanted = given(changes, "title", "text")
    title, text = title_of(wanted.get("title", note.title)), text_of(wanted.get("text", note.text))
    note.title, note.text = title, text
    ask.workspace.feed.tell("note", UPDATED, note)
    return note


def share_note(ask: Ask, note: NoteRow, with_: str) -> NoteRow:
    """With one more person; with its owner it is shared anyway."""
    if with_ not in ask.workspace.people:
        raise invalid("There is no such user to share it with.")
    if with_ != note.owner and with_ not in note.shared_with:
        note.shared_with.append(with_)
        ask.workspace.feed.tell("note", UPDATED, note)
    return note


def delete_note(ask: Ask, note: NoteRow) -> str:
    """For good."""
    del ask.workspace.notes[note.id]
    return note.id


def open_task(ask: Ask, project: ProjectRow, title: str, priority: str, assignee: str | None) -> TaskRow:
    """A new task, whose number is the next of its project."""
    if assignee and assignee not in project.members:
        raise invalid("Tasks are for members of their project.")
    workspace = ask.workspace
    number = 1 + max((task.number for task in workspace.tasks_of(project.id)), default=0)
    id_ = workspace.new_id("task", workspace.tasks)
    task = TaskRow(id_, project.id, number, title_of(title), priority, assignee=assignee or "")
    workspace.tasks[task.id] = task
    workspace.feed.tell("task", CREATED, replace(task))
    return task


def change_task(ask: Ask, task: TaskRow, changes: Mapping[str, Any]) -> TaskRow:
    """Title, priority and status, those that are given."""
    wanted = given(changes, "title", "priority", "status")
    task.title = title_of(wanted.get("title", task.title))
    task.priority = wanted.get("priority", task.priority)
    task.status = wanted.get("status", task.status)
    ask.workspace.feed.tell("task", UPDATED, replace(task))
    return task


def complete_task(ask: Ask, task: TaskRow) -> TaskRow:
    """Done, whether it was before or not."""
    return change_task(ask, task, {"status": DONE})


def delete_task(ask: Ask, task: TaskRow) -> str:
    """With its comments and files."""
    workspace = ask.workspace
    for comment in workspace.comments_on(task.id):
        del workspace.comments[comment.id]
    for file in workspace.files_of(task.id):
        del workspace.files[file.id]
    del workspace.tasks[task.id]
    workspace.feed.tell("task", DELETED, replace(task))
    return task.id


def comment_on(ask: Ask, task: TaskRow, author: PersonRow, text: str) -> CommentRow:
    """A new comment."""
    comments = ask.workspace.comments
    comment = CommentRow(ask.workspace.new_id("comment", comments), task.id, author.id, text_of(text))
    comments[comment.id] = comment
    ask.workspace.feed.tell("comment", CREATED, comment)
    return comment


def keep_file(ask: Ask, task: TaskRow, owner: PersonRow, name: str, media_type: str, content: bytes) -> FileRow:
    """What was uploaded, if it is small enough, of a type that we take, and has a plain name."""
    ask.step("upload.check")(name, media_type, content)
    files = ask.workspace.files
    file_name, kept = ask.step("upload.name")(name), ask.step("upload.content")(content)
    file = FileRow(ask.workspace.new_id("file", files), task.id, owner.id, file_name, media_type, kept)
    files[file.id] = file
    return file


def archive_project(ask: Ask, project: ProjectRow, *, archived: bool) -> ProjectRow:
    """Or take it back."""
    project.archived = archived
    if ask.viewer is not None:
        ask.workspace.note_down(ask.viewer.id, f"{'archived' if archived else 'restored'} {project.key}")
    return project


def change_profile(person: PersonRow, changes: Mapping[str, Any]) -> PersonRow:
    """Name and email. The role is not theirs to set."""
    wanted = given(changes, "name", "email", "role")
    if wanted.get("role", person.role) != person.role:
        raise forbidden("set your own role")
    name, email = title_of(wanted.get("name", person.name)), wanted.get("email", person.email)
    if len(email) > LONGEST_TITLE or email.count("@") != 1 or not all(email.split("@")):
        raise invalid("This is no address of email.")
    person.name, person.email = name, email
    return person


def announce(ask: Ask, text: str) -> AnnouncementRow:
    """For everybody."""
    announcements = ask.workspace.announcements
    row = AnnouncementRow(ask.workspace.new_id("announcement", announcements), text_of(text))
    announcements[row.id] = row
    return row
