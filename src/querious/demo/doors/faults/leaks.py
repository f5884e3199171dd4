"""Lists, counts and searches that hold more than their viewer may see, and ways round to a private field."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, Final

from querious.demo.doors import actions
from querious.demo.doors.faults.fault import ACCESS, GRAPHQL, REST, DoorFault, instead
from querious.demo.doors.policy import logged_in, project_for
from querious.demo.doors.resolvers.reading import fits
from querious.demo.doors.rest.endpoints import Call, Told
from querious.demo.doors.rest.schemas import shown_profile, shown_task
from querious.demo.doors.rows import PersonRow

if TYPE_CHECKING:
    from querious.demo.doors.context import Ask, Step
    from querious.demo.doors.rows import CommentRow, TaskRow

LEAK: Final = "leak"
PRIVATE_FIELD: Final = "private field"


def _search(healthy: Step, parent: None, ask: Ask, text: str) -> list[Any]:
    found = healthy(parent, ask, text)
    wanted = text.strip().lower()
    notes = [note for note in ask.workspace.notes.values() if wanted and wanted in note.title.lower()]
    return [*found, *(note for note in notes if note not in found)]


def _statistics(healthy: Step, parent: None, ask: Ask) -> dict[str, int]:
    return {**healthy(parent, ask), "note_count": len(ask.workspace.notes), "task_count": len(ask.workspace.tasks)}


def _total(healthy: Step, parent: None, ask: Ask, **arguments: Any) -> dict[str, Any]:
    wanted = arguments.get("filter") or {}
    total = sum(fits(task, wanted) for task in ask.workspace.tasks.values())
    return {**healthy(parent, ask, **arguments), "total": total}


def _rest_tasks(_: Step, ask: Ask, call: Call) -> Told:
    wanted = {
        "project_id": call.query.get("project"),
        "status": call.query.get("status"),
        "priority": call.query.get("priority"),
    }
    rows = [task for task in ask.workspace.tasks.values() if fits(task, wanted)]
    items = actions.page_of(rows, call.query["first"], call.query["offset"])
    return Told(200, {"items": [shown_task(task) for task in items], "total": len(rows)})


def _rest_search(healthy: Step, ask: Ask, call: Call) -> Told:
    found = healthy(ask, call)
    known = {row["id"] for row in found.body}
    wanted = call.query["text"].strip().lower()
    for project in ask.workspace.projects.values():
        if wanted and wanted in project.name.lower() and project.id not in known:
            found.body.append({"id": project.id, "kind": "project", "title": project.name})
    return Told(200, found.body)


def _rest_total(healthy: Step, ask: Ask, call: Call) -> Told:
    told = healthy(ask, call)
    owner = call.query.get("owner")
    total = sum(owner in {None, note.owner} for note in ask.workspace.notes.values())
    return Told(200, {**told.body, "total": total})


@dataclass(slots=True)
class _LoadedPerson(PersonRow):
    """As a join brought it, with everything in it."""


def _loaded(person: PersonRow | None) -> PersonRow | None:
    if person is None:
        return None
    return _LoadedPerson(**{field.name: getattr(person, field.name) for field in fields(PersonRow)})


def _author(healthy: Step, comment: CommentRow, ask: Ask) -> PersonRow | None:
    return _loaded(healthy(comment, ask))


def _assignee(healthy: Step, task: TaskRow, ask: Ask) -> PersonRow | None:
    return _loaded(healthy(task, ask))


def _email(healthy: Step, person: PersonRow, ask: Ask) -> str:
    email: str = person.email if isinstance(person, _LoadedPerson) else healthy(person, ask)
    return email


def _rest_members(_: Step, ask: Ask, call: Call) -> Told:
    logged_in(ask.viewer)
    project = project_for(ask.workspace, ask.viewer, call.keys["project_id"])
    return Told(200, [shown_profile(ask.workspace.people[id_]) for id_ in project.members])


FAULTS: Final = (
    DoorFault(
        "search-finds-notes-of-others",
        LEAK,
        "The index of titles holds all notes, and the search asks nobody whose they are.",
        ACCESS,
        GRAPHQL,
        (instead("Query.search", _search),),
    ),
    DoorFault(
        "statistics-of-everybody",
        LEAK,
        "Tasks and notes are counted in the whole table.",
        ACCESS,
        GRAPHQL,
        (instead("Query.statistics", _statistics),),
    ),
    DoorFault(
        "total-of-everybody",
        LEAK,
        "The total of a page of tasks counts those of private projects.",
        ACCESS,
        GRAPHQL,
        (instead("Query.tasks", _total),),
    ),
    DoorFault(
        "rest-tasks-of-everybody",
        LEAK,
        "The list of tasks holds those of private projects, though none of them is found by its id.",
        ACCESS,
        REST,
        (instead("tasks.list", _rest_tasks),),
    ),
    DoorFault(
        "rest-search-finds-projects-of-others",
        LEAK,
        "The search shows the names of private projects.",
        ACCESS,
        REST,
        (instead("search", _rest_search),),
    ),
    DoorFault(
        "rest-total-of-everybody",
        LEAK,
        "The total of a page of notes counts the notes of all.",
        ACCESS,
        REST,
        (instead("notes.list", _rest_total),),
    ),
    DoorFault(
        "email-of-author",
        PRIVATE_FIELD,
        "The author of a comment and the assignee of a task come from a join with all columns: their email is shown.",
        ACCESS,
        GRAPHQL,
        (instead("Comment.author", _author), instead("Task.assignee", _assignee), instead("User.email", _email)),
    ),
    DoorFault(
        "rest-email-of-members",
        PRIVATE_FIELD,
        "The members of a project are shown with their emails, which only administrators see elsewhere.",
        ACCESS,
        REST,
        (instead("projects.members", _rest_members),),
    ),
)
