"""Projects, their tasks, and comments on them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from querious.demo.doors import actions
from querious.demo.doors.policy import logged_in, owns_project, project_for, task_for, task_to_change
from querious.demo.doors.refusal import forbidden
from querious.demo.doors.resolvers import changes, reading
from querious.demo.doors.rest.endpoints import ANYBODY, Call, DoorEndpoint, Told
from querious.demo.doors.rest.schemas import (
    ID,
    LONG_TEXT,
    PAGE,
    PRIORITY,
    STATUS,
    TITLE,
    exactly,
    page,
    reference,
    shown_comment,
    shown_project,
    shown_task,
    shown_user,
    some_of,
)

if TYPE_CHECKING:
    from querious.demo.doors.context import Ask
    from querious.demo.doors.rows import TaskRow


def list_projects(ask: Ask, _: Call) -> Told:
    """Those that the viewer sees."""
    rows = reading.projects(None, ask)
    return Told(200, {"items": [shown_project(project) for project in rows], "total": len(rows)})


def read_project(ask: Ask, call: Call) -> Told:
    """One of them."""
    return Told(200, shown_project(project_for(ask.workspace, ask.viewer, call.keys["project_id"])))


def list_members(ask: Ask, call: Call) -> Told:
    """Who works on a project that the viewer sees."""
    project = project_for(ask.workspace, ask.viewer, call.keys["project_id"])
    return Told(200, [shown_user(ask.workspace.people[id_]) for id_ in project.members])


def archive_project(ask: Ask, call: Call) -> Told:
    """One of the viewer's own."""
    project = project_for(ask.workspace, logged_in(ask.viewer), call.keys["project_id"])
    if not owns_project(ask.viewer, project):
        raise forbidden("archive this project")
    return Told(200, shown_project(actions.archive_project(ask, project, archived=call.body["archived"])))


def list_tasks(ask: Ask, call: Call) -> Told:
    """Those that the viewer sees."""
    wanted = {
        "project_id": call.query.get("project"),
        "status": call.query.get("status"),
        "priority": call.query.get("priority"),
    }
    return page_of_tasks([task for task in reading.visible_tasks(ask) if reading.fits(task, wanted)], call)


def page_of_tasks(rows: list[TaskRow], call: Call) -> Told:
    """A page, and how many there are."""
    items = actions.page_of(rows, call.query["first"], call.query["offset"])
    return Told(200, {"items": [shown_task(task) for task in items], "total": len(rows)})


def list_tasks_of_project(ask: Ask, call: Call) -> Told:
    """Of one that the viewer sees."""
    project = project_for(ask.workspace, ask.viewer, call.keys["project_id"])
    return page_of_tasks(ask.workspace.tasks_of(project.id), call)


def create_task(ask: Ask, call: Call) -> Told:
    """In a project that the viewer works on."""
    wanted = {"priority": "NORMAL", **call.body, "project_id": call.keys["project_id"]}
    task = changes.create_task(None, ask, input={**wanted, "assignee_id": call.body.get("assignee")})
    return Told(201, shown_task(task), headers={"location": f"/tasks/{task.id}"})


def read_task(ask: Ask, call: Call) -> Told:
    """One that the viewer sees."""
    return Told(200, shown_task(task_for(ask.workspace, ask.viewer, call.keys["task_id"])))


def change_task(ask: Ask, call: Call) -> Told:
    """Of a project that the viewer works on."""
    task = task_to_change(ask.workspace, ask.viewer, call.keys["task_id"])
    return Told(200, shown_task(actions.change_task(ask, task, call.body)))


def delete_task(ask: Ask, call: Call) -> Told:
    """Likewise."""
    actions.delete_task(ask, task_to_change(ask.workspace, ask.viewer, call.keys["task_id"]))
    return Told(204)


def complete_task(ask: Ask, call: Call) -> Told:
    """Likewise."""
    task = task_to_change(ask.workspace, ask.viewer, call.keys["task_id"])
    return Told(200, shown_task(actions.complete_task(ask, task)))


def list_comments(ask: Ask, call: Call) -> Told:
    """On a task that the viewer sees."""
    task = task_for(ask.workspace, ask.viewer, call.keys["task_id"])
    return Told(200, [shown_comment(comment) for comment in ask.workspace.comments_on(task.id)])


def add_comment(ask: Ask, call: Call) -> Told:
    """Likewise."""
    comment = changes.add_comment(None, ask, call.keys["task_id"], call.body["text"])
    return Told(201, shown_comment(comment))


_LISTED: Final = {"type": "array"}
ENDPOINTS: Final = (
    DoorEndpoint(
        "projects.list",
        "GET",
        "/projects",
        "The projects that you see",
        list_projects,
        schema=page("Project"),
        who=ANYBODY,
    ),
    DoorEndpoint(
        "projects.read",
        "GET",
        "/projects/{project_id}",
        "A project that you see",
        read_project,
        schema=reference("Project"),
        refusals=(404,),
        who=ANYBODY,
    ),
    DoorEndpoint(
        "projects.members",
        "GET",
        "/projects/{project_id}/members",
        "Who works on a project",
        list_members,
        schema={**_LISTED, "items": reference("User")},
        refusals=(404,),
    ),
    DoorEndpoint(
        "projects.archive",
        "PUT",
        "/projects/{project_id}/archived",
        "Archive a project of yours, or take it back",
        archive_project,
        schema=reference("Project"),
        refusals=(400, 403, 404, 415, 422),
        body=exactly(archived={"type": "boolean"}),
    ),
    DoorEndpoint(
        "projects.tasks",
        "GET",
        "/projects/{project_id}/tasks",
        "The tasks of a project",
        list_tasks_of_project,
        schema=page("Task"),
        refusals=(404, 422),
        query=PAGE,
        who=ANYBODY,
    ),
    DoorEndpoint(
        "tasks.create",
        "POST",
        "/projects/{project_id}/tasks",
        "Open a task in a project that you work on",
        create_task,
        201,
        reference("Task"),
        (400, 403, 404, 415, 422),
        body=some_of("title", title=TITLE, priority=PRIORITY, assignee=ID),
    ),
    DoorEndpoint(
        "tasks.list",
        "GET",
        "/tasks",
        "The tasks that you see",
        list_tasks,
        schema=page("Task"),
        refusals=(422,),
        query={"project": ID, "status": STATUS, "priority": PRIORITY, **PAGE},
        who=ANYBODY,
    ),
    DoorEndpoint(
        "tasks.read",
        "GET",
        "/tasks/{task_id}",
        "A task that you see",
        read_task,
        schema=reference("Task"),
        refusals=(404,),
        who=ANYBODY,
    ),
    DoorEndpoint(
        "tasks.change",
        "PATCH",
        "/tasks/{task_id}",
        "Change a task of a project that you work on",
        change_task,
        schema=reference("Task"),
        refusals=(400, 403, 404, 415, 422),
        body=some_of(title=TITLE, priority=PRIORITY, status=STATUS),
    ),
    DoorEndpoint(
        "tasks.delete",
        "DELETE",
        "/tasks/{task_id}",
        "Delete a task of a project that you work on",
        delete_task,
        204,
        refusals=(403, 404),
    ),
    DoorEndpoint(
        "tasks.complete",
        "POST",
        "/tasks/{task_id}/complete",
        "Complete a task of a project that you work on",
        complete_task,
        schema=reference("Task"),
        refusals=(403, 404),
    ),
    DoorEndpoint(
        "comments.list",
        "GET",
        "/tasks/{task_id}/comments",
        "The comments on a task",
        list_comments,
        schema={**_LISTED, "items": reference("Comment")},
        refusals=(404,),
    ),
    DoorEndpoint(
        "comments.create",
        "POST",
        "/tasks/{task_id}/comments",
        "Comment on a task that you see",
        add_comment,
        201,
        reference("Comment"),
        (400, 404, 415, 422),
        body=some_of("text", text=LONG_TEXT),
    ),
)
