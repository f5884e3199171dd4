"""Streams: events that should not come, that do not come, or are wrong; and what the protocols forbid."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from querious.demo.doors import actions
from querious.demo.doors.faults.fault import GRAPHQL, SUBSCRIPTIONS, DoorFault, instead, never
from querious.demo.doors.policy import logged_in, project_for, task_for, task_to_change
from querious.demo.doors.rows import DONE
from querious.demo.doors.wire.streams import COMPLETE, NEXT

if TYPE_CHECKING:
    import asyncio
    from collections.abc import AsyncGenerator

    from querious.demo.doors.context import Ask, Step
    from querious.demo.doors.rows import CommentRow, NoteRow, TaskRow

EVENTS: Final = "events"
PROTOCOL: Final = "socket protocol"
_INTERNAL_ERROR: Final = 1011
_LATE: Final = 0.3


def _notes_of_all(_: Step, __: None, ask: Ask) -> AsyncGenerator[NoteRow, None]:
    logged_in(ask.viewer)

    async def notes() -> AsyncGenerator[NoteRow, None]:
        async for change in ask.workspace.feed.listen("note"):
            yield change.row

    return notes()


def _tasks_of_any_project(_: Step, __: None, ask: Ask, project_id: str) -> AsyncGenerator[dict[str, Any], None]:
    project = project_for(ask.workspace, ask.viewer, project_id)

    async def changes() -> AsyncGenerator[dict[str, Any], None]:
        async for change in ask.workspace.feed.listen("task"):
            if ask.workspace.projects[change.row.project].visibility == project.visibility:
                yield {"kind": change.kind, "task": change.row}

    return changes()


def _unchecked_project(_: Step, __: None, ask: Ask, project_id: str) -> AsyncGenerator[dict[str, Any], None]:
    async def changes() -> AsyncGenerator[dict[str, Any], None]:
        async for change in ask.workspace.feed.listen("task"):
            if change.row.project == project_id:
                yield {"kind": change.kind, "task": change.row}

    return changes()


def _comments_on_project(_: Step, __: None, ask: Ask, task_id: str) -> AsyncGenerator[CommentRow, None]:
    wanted = task_for(ask.workspace, ask.viewer, task_id)

    async def comments() -> AsyncGenerator[CommentRow, None]:
        async for change in ask.workspace.feed.listen("comment"):
            task = ask.workspace.tasks.get(change.row.task)
            if task is not None and task.project == wanted.project:
                yield change.row

    return comments()


def _complete_quietly(_: Step, __: None, ask: Ask, id_: str) -> TaskRow:
    task = task_to_change(ask.workspace, ask.viewer, id_)
    task.status = DONE
    return task


def _told_before(_: Step, __: None, ask: Ask, id_: str, changes: dict[str, Any]) -> TaskRow:
    """The event is made, then the change."""
    task = task_to_change(ask.workspace, ask.viewer, id_)
    wanted = actions.given(changes, "title", "priority", "status")
    title = actions.title_of(wanted.get("title", task.title))
    ask.workspace.feed.tell("task", actions.UPDATED, replace(task))
    task.title = title
    task.priority = wanted.get("priority", task.priority)
    task.status = wanted.get("status", task.status)
    return task


def _in_event(change: Any) -> Any:
    async def outcomes(healthy: Step, payloads: Any) -> AsyncGenerator[tuple[str, Any], None]:
        async for kind, payload in healthy(payloads):
            for told in change(kind, payload):
                yield told

    return outcomes


def _without_author(kind: str, payload: Any) -> list[tuple[str, Any]]:
    data = (payload or {}).get("data") or {}
    comment = data.get("commentAdded")
    if isinstance(comment, dict):
        payload = {**payload, "data": {**data, "commentAdded": dict.fromkeys(comment)}}
    return [(kind, payload)]


def _twice(kind: str, payload: Any) -> list[tuple[str, Any]]:
    return [(kind, payload), (kind, payload)] if kind == NEXT else [(kind, payload)]


def _never_complete(kind: str, payload: Any) -> list[tuple[str, Any]]:
    return [(kind, payload)] if kind == NEXT else []


async def _complete_too_early(healthy: Step, payloads: Any) -> AsyncGenerator[tuple[str, Any], None]:
    """One event is held back, and sent when the stream is over."""
    held: Any = None
    async for kind, payload in healthy(payloads):
        if kind == NEXT and held is None:
            held = payload
            yield kind, payload
        elif kind == COMPLETE:
            yield kind, payload
            if held is not None:
                yield NEXT, held
        else:
            yield kind, payload


async def _goes_on(_: Step, __: asyncio.Task[None]) -> None:
    """The stream is forgotten, not stopped."""


def _other_code(healthy: Step, reason: str) -> int:
    return _INTERNAL_ERROR if reason in {"unauthorized", "twice", "duplicate"} else healthy(reason)


def _fault(name: str, kind: str, about: str, *weaves: Any) -> DoorFault:
    return DoorFault(name, kind, about, SUBSCRIPTIONS, GRAPHQL, weaves)


FAULTS: Final = (
    _fault(
        "note-events-of-others",
        EVENTS,
        "Changes of notes are told to all who are logged in.",
        instead("Subscription.noteChanged", _notes_of_all),
    ),
    _fault(
        "task-events-of-private-projects",
        EVENTS,
        "A subscription to a project is not checked: who knows its id hears of its tasks.",
        instead("Subscription.taskChanged", _unchecked_project),
    ),
    _fault(
        "task-events-of-other-projects",
        EVENTS,
        "The topic is the visibility of the project, not the project: events of others come.",
        instead("Subscription.taskChanged", _tasks_of_any_project),
    ),
    _fault(
        "comment-events-of-other-tasks",
        EVENTS,
        "Comments on all tasks of the same project come, not only on the one that was asked for.",
        instead("Subscription.commentAdded", _comments_on_project),
    ),
    _fault(
        "completion-without-event",
        EVENTS,
        "To complete a task was forgotten where events are made.",
        instead("Mutation.completeTask", _complete_quietly),
    ),
    _fault(
        "event-with-old-values",
        EVENTS,
        "The event of a changed task is made before the change: it has the old title.",
        instead("Mutation.updateTask", _told_before),
    ),
    _fault(
        "null-in-event",
        EVENTS,
        "Events of comments are made by hand, with null where the schema promises a value.",
        instead("stream.outcomes", _in_event(_without_author)),
    ),
    _fault("event-twice", EVENTS, "Every event is sent by two workers.", instead("stream.outcomes", _in_event(_twice))),
    _fault(
        "event-after-complete",
        PROTOCOL,
        "An event is sent once more when the stream is complete.",
        instead("stream.outcomes", _complete_too_early),
    ),
    _fault(
        "event-after-client-complete",
        PROTOCOL,
        "When a client completes a stream it is forgotten, but not stopped: events go on.",
        instead("socket.stop", _goes_on),
    ),
    _fault(
        "stream-never-completes",
        PROTOCOL,
        "When there are no more events, nobody is told.",
        instead("stream.outcomes", _in_event(_never_complete)),
    ),
    _fault(
        "never-acknowledged",
        PROTOCOL,
        "The first message of a socket is never acknowledged.",
        never("socket.acknowledges", value=False),
    ),
    _fault("ping-unanswered", PROTOCOL, "A ping is taken, and no pong comes.", never("socket.pongs", value=False)),
    _fault(
        "wrong-close-code",
        PROTOCOL,
        "A socket that breaks the protocol is closed as if the server had failed.",
        instead("socket.code", _other_code),
    ),
    _fault(
        "socket-of-nobody",
        PROTOCOL,
        "The token of a socket is never read: whoever connects is nobody, also with a good token.",
        never("socket.viewer"),
    ),
)
