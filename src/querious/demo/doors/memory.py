"""The data of one workspace, in memory, and the feed that tells of changes."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING, Final, Protocol, TypeVar

from querious.demo.doors import seed
from querious.demo.doors.feed import Feed
from querious.demo.doors.refusal import invalid
from querious.demo.doors.rows import AuditRow

if TYPE_CHECKING:
    from collections.abc import Iterable

    from querious.demo.doors.rows import AnnouncementRow, CommentRow, FileRow, NoteRow, PersonRow, ProjectRow, TaskRow

MOST_ROWS: Final = 500
"""Of one kind: a long run stays fast and flat."""


class Keyed(Protocol):
    """A row."""

    id: str


R = TypeVar("R", bound=Keyed)


def by_id(rows: Iterable[R]) -> dict[str, R]:
    """In their order."""
    return {row.id: row for row in rows}


class Workspace:
    """Made anew for every application."""

    def __init__(self) -> None:
        self.people: dict[str, PersonRow] = by_id(seed.people())
        self.projects: dict[str, ProjectRow] = by_id(seed.projects())
        self.tasks: dict[str, TaskRow] = by_id(seed.tasks())
        self.comments: dict[str, CommentRow] = by_id(seed.comments())
        self.notes: dict[str, NoteRow] = by_id(seed.notes())
        self.files: dict[str, FileRow] = by_id(seed.files())
        self.audit: dict[str, AuditRow] = by_id(seed.audit_log())
        self.announcements: dict[str, AnnouncementRow] = by_id(seed.announcements())
        self.feed = Feed()
        self._numbers = count(101)

    def new_id(self, kind: str, rows: dict[str, R]) -> str:
        """The next one; refused where there are too many of a kind."""
        if len(rows) >= MOST_ROWS:
            raise invalid(f"There may be {MOST_ROWS} of a kind at most.")
        return f"{kind}-{next(self._numbers)}"

    def note_down(self, actor: str, action: str) -> None:
        """For administrators; the oldest entries go first."""
        while len(self.audit) >= MOST_ROWS:
            del self.audit[next(iter(self.audit))]
        row = AuditRow(self.new_id("audit", self.audit), actor, action)
        self.audit[row.id] = row

    def tasks_of(self, project: str) -> list[TaskRow]:
        """Of a project, by number."""
        return [task for task in self.tasks.values() if task.project == project]

    def comments_on(self, task: str) -> list[CommentRow]:
        """Oldest first."""
        return [comment for comment in self.comments.values() if comment.task == task]

    def files_of(self, task: str) -> list[FileRow]:
        """Oldest first."""
        return [file for file in self.files.values() if file.task == task]
