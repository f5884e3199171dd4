"""The little product that all servers of Python serve: a board for all, notes of one's own, events."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from itertools import count
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

LONGEST = 500
MOST = 500


@dataclass(frozen=True)
class Person:
    """Somebody with a token."""

    id: str
    name: str


@dataclass(frozen=True)
class Text:
    """A note, or a post."""

    id: str
    text: str
    person: Person


ALICE, BOB = Person("user-1", "Alice"), Person("user-2", "Bob")
PEOPLE = {"alice-token": ALICE, "bob-token": BOB}


class Refusal(Exception):  # noqa: N818 - its message is shown
    """The client asked for something it cannot have."""


def viewer_of(authorization: str | None) -> Person | None:
    """By bearer token."""
    return PEOPLE.get((authorization or "").removeprefix("Bearer "))


def authorization_of(payload: object) -> str | None:
    """In the first message of a socket."""
    told = payload if isinstance(payload, dict) else {}
    return next((str(value) for name, value in told.items() if name.lower() == "authorization"), None)


class Product:
    """Its data, made anew for each server."""

    def __init__(self) -> None:
        self.notes = {
            "note-1": Text("note-1", "Ask for a raise", ALICE),
            "note-2": Text("note-2", "Call the doctor", BOB),
        }
        self.posts = {"post-1": Text("post-1", "Welcome", ALICE)}
        self._queues: list[asyncio.Queue[Text]] = []
        self._numbers = count(101)

    def notes_of(self, viewer: Person | None) -> list[Text]:
        """Of who is logged in."""
        person = self.logged_in(viewer)
        return [note for note in self.notes.values() if note.person == person]

    def note(self, viewer: Person | None, id_: str) -> Text | None:
        """One of them."""
        note = self.notes.get(id_)
        return note if note is not None and note.person == viewer else None

    def add_note(self, viewer: Person | None, text: str) -> Text:
        """Of who is logged in."""
        return self._added(self.notes, "note", viewer, text)

    def remove_note(self, viewer: Person | None, id_: str) -> str:
        """Of who is logged in."""
        if self.note(self.logged_in(viewer), id_) is None:
            raise Refusal("There is no such note.")
        del self.notes[id_]
        return id_

    def add_post(self, viewer: Person | None, text: str) -> Text:
        """For all; and all who listen hear of it."""
        post = self._added(self.posts, "post", viewer, text)
        for queue in self._queues:
            queue.put_nowait(post)
        return post

    async def new_posts(self) -> AsyncIterator[Text]:
        """From now on."""
        queue: asyncio.Queue[Text] = asyncio.Queue()
        self._queues.append(queue)
        try:
            while True:
                yield await queue.get()
        finally:
            self._queues.remove(queue)

    async def countdown(self, start: int) -> AsyncIterator[int]:
        """To zero."""
        for number in range(start, -1, -1):
            yield number

    def check_start(self, start: int) -> int:
        """Not too far."""
        if not 0 <= start <= 100:
            raise Refusal("Between 0 and 100.")
        return start

    def logged_in(self, viewer: Person | None) -> Person:
        """Or a refusal."""
        if viewer is None:
            raise Refusal("Log in first.")
        return viewer

    def _added(self, rows: dict[str, Text], kind: str, viewer: Person | None, text: str) -> Text:
        person = self.logged_in(viewer)
        if not 0 < len(text) <= LONGEST or len(rows) >= MOST:
            raise Refusal("Between 1 and 500 characters, and at most 500 of a kind.")
        row = Text(f"{kind}-{next(self._numbers)}", text, person)
        rows[row.id] = row
        return row
