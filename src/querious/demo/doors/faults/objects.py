"""Broken object level authorisation: by one way in or another, things of others are read and changed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from querious.demo.doors import actions
from querious.demo.doors.faults.fault import ACCESS, GRAPHQL, REST, DoorFault, instead
from querious.demo.doors.policy import logged_in
from querious.demo.doors.refusal import not_found
from querious.demo.doors.rest.endpoints import Call, Told
from querious.demo.doors.rest.schemas import shown_comment, shown_note, shown_task

if TYPE_CHECKING:
    from querious.demo.doors.context import Ask, Step
    from querious.demo.doors.rows import CommentRow, NoteRow, PersonRow, TaskRow

KIND: Final = "object access"


def any_note(ask: Ask, id_: str) -> NoteRow:
    """Whoever it is of."""
    note = ask.workspace.notes.get(id_)
    if note is None:
        raise not_found("note")
    return note


def any_task(ask: Ask, id_: str) -> TaskRow:
    """Whatever project it is of."""
    task = ask.workspace.tasks.get(id_)
    if task is None:
        raise not_found("task")
    return task


def _note(_: Step, __: None, ask: Ask, id_: str) -> NoteRow | None:
    return ask.workspace.notes.get(id_)


def _node(healthy: Step, parent: None, ask: Ask, id_: str) -> Any:
    tables: tuple[dict[str, Any], ...] = (ask.workspace.notes, ask.workspace.tasks, ask.workspace.files)
    for table in tables:
        if id_ in table:
            return table[id_]
    return healthy(parent, ask, id_)


def _notes_of_user(_: Step, person: PersonRow, ask: Ask) -> list[NoteRow]:
    return [note for note in ask.workspace.notes.values() if note.owner == person.id]


def _assigned_tasks(_: Step, person: PersonRow, ask: Ask) -> list[TaskRow]:
    return [task for task in ask.workspace.tasks.values() if task.assignee == person.id]


def _notes_of_owner(healthy: Step, parent: None, ask: Ask, owner_id: str | None = None, **page: int) -> Any:
    if owner_id is None:
        return healthy(parent, ask, **page)
    logged_in(ask.viewer)
    rows = [note for note in ask.workspace.notes.values() if note.owner == owner_id]
    return {"items": actions.page_of(rows, **page), "total": len(rows)}


def _tasks_of_filter(healthy: Step, parent: None, ask: Ask, **arguments: Any) -> Any:
    wanted = arguments.get("filter") or {}
    if wanted.get("project_id") is None:
        return healthy(parent, ask, **arguments)
    rows = ask.workspace.tasks_of(wanted["project_id"])
    return {"items": actions.page_of(rows, arguments["first"], arguments["offset"]), "total": len(rows)}


def _notes_by_ids(healthy: Step, parent: None, ask: Ask, ids: list[str]) -> list[NoteRow | None]:
    healthy(parent, ask, ids)
    return [ask.workspace.notes.get(id_) for id_ in ids]


def _comment(_: Step, __: None, ask: Ask, id_: str) -> CommentRow | None:
    return ask.workspace.comments.get(id_)


def _update_note(_: Step, __: None, ask: Ask, id_: str, changes: dict[str, Any]) -> NoteRow:
    logged_in(ask.viewer)
    return actions.change_note(ask, any_note(ask, id_), changes)


def _delete_note(_: Step, __: None, ask: Ask, id_: str) -> str:
    logged_in(ask.viewer)
    return actions.delete_note(ask, any_note(ask, id_))


def _complete_task(_: Step, __: None, ask: Ask, id_: str) -> TaskRow:
    logged_in(ask.viewer)
    return actions.complete_task(ask, any_task(ask, id_))


def _rest_read_note(_: Step, ask: Ask, call: Call) -> Told:
    return Told(200, shown_note(any_note(ask, call.keys["note_id"])))


def _rest_change_note(_: Step, ask: Ask, call: Call) -> Told:
    return Told(200, shown_note(actions.change_note(ask, any_note(ask, call.keys["note_id"]), call.body)))


def _rest_delete_note(_: Step, ask: Ask, call: Call) -> Told:
    actions.delete_note(ask, any_note(ask, call.keys["note_id"]))
    return Told(204)


def _rest_share_note(_: Step, ask: Ask, call: Call) -> Told:
    note = any_note(ask, call.keys["note_id"])
    return Told(200, shown_note(actions.share_note(ask, note, call.body["user"])))


def _rest_complete_task(_: Step, ask: Ask, call: Call) -> Told:
    return Told(200, shown_task(actions.complete_task(ask, any_task(ask, call.keys["task_id"]))))


def _rest_delete_task(_: Step, ask: Ask, call: Call) -> Told:
    actions.delete_task(ask, any_task(ask, call.keys["task_id"]))
    return Told(204)


def _rest_comments(_: Step, ask: Ask, call: Call) -> Told:
    comments = ask.workspace.comments_on(any_task(ask, call.keys["task_id"]).id)
    return Told(200, [shown_comment(comment) for comment in comments])


def _rest_content(_: Step, ask: Ask, call: Call) -> Told:
    file = ask.workspace.files.get(call.keys["file_id"])
    if file is None:
        raise not_found("file")
    return Told(200, file.content, file.media_type, {"content-disposition": "attachment"})


def _fault(name: str, about: str, protocol: str, place: str, careless: Any) -> DoorFault:
    return DoorFault(name, KIND, about, ACCESS, protocol, (instead(place, careless),))


FAULTS: Final = (
    _fault("note-of-anybody", "A note is looked up by its id alone: everybody reads it.", GRAPHQL, "Query.note", _note),
    _fault(
        "node-of-anybody",
        "The global look-up takes notes, tasks and files from their tables, past every check.",
        GRAPHQL,
        "Query.node",
        _node,
    ),
    _fault(
        "comment-of-anybody",
        "A comment is looked up without a look at its task: those of private projects are read.",
        GRAPHQL,
        "Query.comment",
        _comment,
    ),
    _fault(
        "nested-notes-of-anybody",
        "The notes below a user are all of theirs, not those that the viewer may read.",
        GRAPHQL,
        "User.notes",
        _notes_of_user,
    ),
    _fault(
        "nested-tasks-of-anybody",
        "The tasks assigned to a user hold those of private projects.",
        GRAPHQL,
        "User.assignedTasks",
        _assigned_tasks,
    ),
    _fault(
        "filter-replaces-owner",
        "The condition on the viewer is replaced by the filter: with an owner, all notes of that owner come.",
        GRAPHQL,
        "Query.notes",
        _notes_of_owner,
    ),
    _fault(
        "filter-by-project-unchecked",
        "Tasks filtered by a project come from a query of its own, which asks nobody.",
        GRAPHQL,
        "Query.tasks",
        _tasks_of_filter,
    ),
    _fault(
        "batch-of-anybody",
        "A look-up of several notes at once goes to the loader, which checks nothing.",
        GRAPHQL,
        "Query.notesByIds",
        _notes_by_ids,
    ),
    _fault(
        "note-changed-by-anybody",
        "To change a note it is enough to be logged in.",
        GRAPHQL,
        "Mutation.updateNote",
        _update_note,
    ),
    _fault(
        "note-deleted-by-anybody",
        "To delete a note it is enough to be logged in.",
        GRAPHQL,
        "Mutation.deleteNote",
        _delete_note,
    ),
    _fault(
        "task-completed-by-anybody",
        "To complete a task it is enough to be logged in, and it is shown then.",
        GRAPHQL,
        "Mutation.completeTask",
        _complete_task,
    ),
    _fault("rest-note-of-anybody", "GET of a note looks at its id alone.", REST, "notes.read", _rest_read_note),
    _fault(
        "rest-note-changed-by-anybody",
        "PATCH of a note looks at its id alone.",
        REST,
        "notes.change",
        _rest_change_note,
    ),
    _fault(
        "rest-note-deleted-by-anybody",
        "DELETE of a note looks at its id alone.",
        REST,
        "notes.delete",
        _rest_delete_note,
    ),
    _fault(
        "rest-note-shared-by-anybody",
        "The action that shares a note does not ask whose it is: one shares those of others with oneself.",
        REST,
        "notes.share",
        _rest_share_note,
    ),
    _fault(
        "rest-task-completed-by-anybody",
        "The action that completes a task does not ask for its project.",
        REST,
        "tasks.complete",
        _rest_complete_task,
    ),
    _fault(
        "rest-task-deleted-by-anybody",
        "DELETE of a task looks at its id alone.",
        REST,
        "tasks.delete",
        _rest_delete_task,
    ),
    _fault(
        "rest-comments-of-anybody",
        "The comments below a task are listed for whoever knows its id.",
        REST,
        "comments.list",
        _rest_comments,
    ),
    _fault(
        "rest-file-of-anybody",
        "What is in a file is sent to whoever knows its id, though its record is not.",
        REST,
        "files.content",
        _rest_content,
    ),
)
