"""Rows below an entry belong to it: ``/authors/7/books`` shows books whose ``authorId`` is 7."""

from __future__ import annotations

from typing import TYPE_CHECKING

from querious.rest.cases.shown_values import owner_of
from querious.rest.relations.readable_lists import rows_of
from querious.rest.relations.relation import RestMismatch, RestRelation
from querious.text.words import same

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from querious.model import JSON
    from querious.rest.relations.readable_lists import ReadableList
    from querious.rest.relations.relation import RestAnswer, RestConversation


def _propose(readable: ReadableList) -> Iterator[RestConversation]:
    if "{" in readable.call.path:
        yield _ask(readable)


def _ask(readable: ReadableList) -> RestConversation:
    yield readable.call


def _check(trace: Sequence[RestAnswer]) -> Iterator[RestMismatch]:
    for step, answer in enumerate(trace):
        rows = rows_of(answer.payload) if answer.is_good else None
        for argument in answer.call.arguments if rows else ():
            owner = owner_of(answer.call.path, argument.name) if argument.where == "path" else ""
            for row in rows or () if owner else ():
                member, shown = _reference(row, owner)
                if member and str(shown) != str(argument.value):
                    message = f'below {owner} "{argument.value}" stands a row with {member} "{shown}"'
                    yield RestMismatch(answer.call.coordinate, message, step)
                    return


def _reference(row: dict[str, JSON], owner: str) -> tuple[str, JSON]:
    """The member of a row that refers to what stands above it, and its value; nothing if there is none."""
    for name, value in row.items():
        if same(name) == f"{owner}id" and isinstance(value, str | int):
            return name, value
        if same(name) == owner and isinstance(value, dict) and isinstance(value.get("id"), str | int):
            return f"{name}.id", value["id"]
    return "", None


BELONGING = RestRelation("belonging", "rows below an entry belong to it", _propose, _check, alone=True)
