"""The fields of Subscription: each is a stream of events."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from querious.demo.doors.policy import logged_in, project_for, sees_note, sees_task, task_for
from querious.demo.doors.refusal import invalid

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Mapping

    from querious.demo.doors.context import Ask, Step
    from querious.demo.doors.rows import CommentRow, NoteRow

LONGEST_COUNTDOWN: Final = 100


def task_changed(_: None, ask: Ask, project_id: str) -> AsyncGenerator[dict[str, Any], None]:
    """Of one project, for as long as the viewer sees it."""
    project_for(ask.workspace, ask.viewer, project_id)

    async def changes() -> AsyncGenerator[dict[str, Any], None]:
        async for change in ask.workspace.feed.listen("task"):
            if change.row.project == project_id and sees_task(ask.workspace, ask.viewer, change.row):
                yield {"kind": change.kind, "task": change.row}

    return changes()


def comment_added(_: None, ask: Ask, task_id: str) -> AsyncGenerator[CommentRow, None]:
    """On one task, for as long as the viewer sees it."""
    task = task_for(ask.workspace, ask.viewer, task_id)

    async def comments() -> AsyncGenerator[CommentRow, None]:
        async for change in ask.workspace.feed.listen("comment"):
            if change.row.task == task_id and sees_task(ask.workspace, ask.viewer, task):
                yield change.row

    return comments()


def note_changed(_: None, ask: Ask) -> AsyncGenerator[NoteRow, None]:
    """Those that the viewer may read."""
    viewer = logged_in(ask.viewer)

    async def notes() -> AsyncGenerator[NoteRow, None]:
        async for change in ask.workspace.feed.listen("note"):
            if sees_note(viewer, change.row):
                yield change.row

    return notes()


def countdown(_: None, __: Ask, **arguments: int) -> AsyncGenerator[int, None]:
    """To zero, and the end."""
    if not 0 <= arguments["from"] <= LONGEST_COUNTDOWN:
        raise invalid(f"Counts down from {LONGEST_COUNTDOWN} at most.")

    async def numbers() -> AsyncGenerator[int, None]:
        for number in range(arguments["from"], -1, -1):
            yield number

    return numbers()


SOURCES: Final[Mapping[str, Step]] = {
    "Subscription.taskChanged": task_changed,
    "Subscription.commentAdded": comment_added,
    "Subscription.noteChanged": note_changed,
    "Subscription.countdown": countdown,
}
