"""The rows that every workspace begins with: two members who share some things, an administrator, a fourth."""

from __future__ import annotations

from typing import Final

from querious.demo.doors.rows import (
    ADMIN,
    DONE,
    MEMBER,
    PRIVATE,
    PUBLIC,
    AnnouncementRow,
    AuditRow,
    CommentRow,
    FileRow,
    NoteRow,
    PersonRow,
    ProjectRow,
    TaskRow,
)

ALICE: Final = "user-1"
BOB: Final = "user-2"
CAROL: Final = "user-3"
DAVE: Final = "user-4"


def people() -> list[PersonRow]:
    """Four people; the password of each is their login and ``-secret``."""
    return [
        PersonRow(ALICE, "alice", "Alice", "alice@desk.example", MEMBER, "alice-secret"),
        PersonRow(BOB, "bob", "Bob", "bob@desk.example", MEMBER, "bob-secret"),
        PersonRow(CAROL, "carol", "Carol", "carol@desk.example", ADMIN, "carol-secret"),
        PersonRow(DAVE, "dave", "Dave", "dave@desk.example", MEMBER, "dave-secret"),
    ]


def projects() -> list[ProjectRow]:
    """One for everybody, one of Alice's, one of Bob's, one that both work on."""
    return [
        ProjectRow("project-1", "WEB", "New website", PUBLIC, ALICE, [ALICE, BOB], 12_000),
        ProjectRow("project-2", "APO", "Apollo", PRIVATE, ALICE, [ALICE], 48_000),
        ProjectRow("project-3", "BOR", "Borealis", PRIVATE, BOB, [BOB, DAVE], 31_500),
        ProjectRow("project-4", "COM", "Commons", PRIVATE, DAVE, [ALICE, BOB, DAVE], 7_250),
    ]


def tasks() -> list[TaskRow]:
    """Twelve, of all projects."""
    return [
        TaskRow("task-1", "project-1", 1, "Choose the colours", assignee=ALICE),
        TaskRow("task-2", "project-1", 2, "Write the imprint", "LOW", DONE, BOB),
        TaskRow("task-3", "project-1", 3, "Move the domain", "HIGH"),
        TaskRow("task-4", "project-2", 1, "Order the telescope", "HIGH", assignee=ALICE),
        TaskRow("task-5", "project-2", 2, "Rent the hill", "LOW", DONE, ALICE),
        TaskRow("task-6", "project-2", 3, "Invite the speakers"),
        TaskRow("task-7", "project-3", 1, "Book the cabins", assignee=BOB),
        TaskRow("task-8", "project-3", 2, "Check the snow chains", "HIGH", DONE, DAVE),
        TaskRow("task-9", "project-3", 3, "Pack the cameras", "LOW", assignee=BOB),
        TaskRow("task-10", "project-4", 1, "Water the plants", assignee=DAVE),
        TaskRow("task-11", "project-4", 2, "Refill the printer", "LOW", assignee=BOB),
        TaskRow("task-12", "project-4", 3, "Clean the kitchen", "HIGH", DONE, ALICE),
    ]


def comments() -> list[CommentRow]:
    """Some on tasks of each project."""
    return [
        CommentRow("comment-1", "task-1", BOB, "Green, please."),
        CommentRow("comment-2", "task-1", ALICE, "Green it is."),
        CommentRow("comment-3", "task-4", ALICE, "The dealer waits for the deposit."),
        CommentRow("comment-4", "task-7", BOB, "Two cabins are left."),
        CommentRow("comment-5", "task-7", DAVE, "I take the small one."),
        CommentRow("comment-6", "task-10", DAVE, "Twice a week."),
    ]


def notes() -> list[NoteRow]:
    """Of everybody; one of Alice's is shared with Bob."""
    return [
        NoteRow("note-1", ALICE, "Raise", "Ask for eight percent in May."),
        NoteRow("note-2", ALICE, "Lunch places", "The one at the bridge.", [BOB]),
        NoteRow("note-3", ALICE, "Surprise for Bob", "Cake on Friday."),
        NoteRow("note-4", BOB, "Doctor", "Tuesday at nine."),
        NoteRow("note-5", BOB, "Flat", "The landlord raises the rent."),
        NoteRow("note-6", CAROL, "Restructuring", "Nobody knows yet."),
        NoteRow("note-7", DAVE, "Garden", "Tomatoes after the frost."),
    ]


def files() -> list[FileRow]:
    """One of a public task, one of Alice's alone, one of Bob's."""
    return [
        FileRow("file-1", "task-1", ALICE, "colours.txt", "text/plain", b"#1f883d\n#8250df\n"),
        FileRow("file-2", "task-4", ALICE, "offer.txt", "text/plain", b"Telescope: 9,400\n"),
        FileRow("file-3", "task-7", BOB, "cabins.txt", "text/plain", b"North: 80\nSouth: 95\n"),
    ]


def audit_log() -> list[AuditRow]:
    """What was done before."""
    return [
        AuditRow("audit-1", CAROL, "made Dave a member"),
        AuditRow("audit-2", CAROL, "reset the password of Bob"),
    ]


def announcements() -> list[AnnouncementRow]:
    """One."""
    return [AnnouncementRow("announcement-1", "The office is closed on Friday.")]
