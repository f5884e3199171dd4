"""What the workspace keeps."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

MEMBER: Final = "MEMBER"
ADMIN: Final = "ADMIN"
ROLES: Final = (MEMBER, ADMIN)
PUBLIC: Final = "PUBLIC"
PRIVATE: Final = "PRIVATE"
VISIBILITIES: Final = (PUBLIC, PRIVATE)
OPEN: Final = "OPEN"
DONE: Final = "DONE"
STATUSES: Final = (OPEN, DONE)
PRIORITIES: Final = ("LOW", "NORMAL", "HIGH")


@dataclass(slots=True)
class PersonRow:
    """Somebody who can log in."""

    id: str
    login: str
    name: str
    email: str
    role: str
    password: str


@dataclass(slots=True)
class ProjectRow:
    """What a team works on. Others see it only where it is public."""

    id: str
    key: str
    name: str
    visibility: str
    owner: str
    members: list[str]
    budget: int
    archived: bool = False


@dataclass(slots=True)
class TaskRow:
    """Numbered within its project."""

    id: str
    project: str
    number: int
    title: str
    priority: str = "NORMAL"
    status: str = OPEN
    assignee: str = ""


@dataclass(slots=True)
class CommentRow:
    """On a task."""

    id: str
    task: str
    author: str
    text: str


@dataclass(slots=True)
class NoteRow:
    """Private, unless its owner shared it."""

    id: str
    owner: str
    title: str
    text: str
    shared_with: list[str] = field(default_factory=list)


@dataclass(slots=True)
class FileRow:
    """Uploaded to a task."""

    id: str
    task: str
    owner: str
    name: str
    media_type: str
    content: bytes


@dataclass(slots=True)
class AuditRow:
    """What somebody did that administrators want to know."""

    id: str
    actor: str
    action: str


@dataclass(slots=True)
class AnnouncementRow:
    """For everybody, from an administrator."""

    id: str
    text: str
