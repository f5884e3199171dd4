"""Rows below an entry belong to it: ``/authors/7/books`` shows books whose ``authorId`` is 7."""

from __future__ import annotations

from typing import TYPE_CHECKING

from querious.rest.cases.shown_values import owner_of
from querious.rest.relations.readable_lists import key_member, rows_of
from querious.rest.relations.relation import RestMismatch, RestRelation
from querious.text.words import same

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from querious.model import JSON
    from querious.model.rest_call import RestArgument, RestCall
    from querious.rest.cases.callable_operation import CallableOperation
    from querious.rest.relations.readable_lists import ReadableList
    from querious.rest.relations.relation import RestAnswer, RestConversation


def _propose(readable: ReadableList) -> Iterator[RestConversation]:
    if "{" not in readable.call.path:
        return
    yield _ask(readable)
    for plan in readable.look_ups:
        key = key_member(readable.rows)
        for parent in readable.elsewhere if key else ():
            yield _ask_elsewhere(readable, plan, str(readable.rows[0][key]), parent)


def _ask(readable: ReadableList) -> RestConversation:
    yield readable.call


def _ask_elsewhere(readable: ReadableList, plan: CallableOperation, key: str, parent: RestCall) -> RestConversation:
    """A row of one parent, looked up below another."""
    yield readable.call
    yield readable.look_up(plan, key, parent)


def _check_look_ups(trace: Sequence[RestAnswer]) -> Iterator[RestMismatch]:
    """What is found below a parent names that parent, by the member in which all rows of a list name theirs."""
    for step, answer in enumerate(trace):
        above = answer.call.path.rstrip("/").rpartition("/")[0]
        lists = [one for one in trace if one.is_good and one.call.path.rstrip("/") == above and rows_of(one.payload)]
        if not answer.is_good or not answer.key or not isinstance(answer.payload, dict):
            continue
        for shown in lists:
            for name, value in _naming(shown).items():
                asked = answer.sent("path").get(name.lower())
                member = answer.payload.get(value)
                if isinstance(member, str | int) and asked is not None and str(member) != str(asked):
                    message = f'below {name} "{asked}" an entry is found whose {value} is "{member}"'
                    yield RestMismatch(answer.call.coordinate, message, step)
                    return


def _naming(listed: RestAnswer) -> dict[str, str]:
    """The members by which all rows of a list name what stands in its path, by parameter."""
    rows = rows_of(listed.payload) or []
    found = {}
    for argument in listed.call.arguments:
        owner = owner_of(listed.call.path, argument.name) if argument.where == "path" else ""
        for name in rows[0] if owner else ():
            is_named_so = same(name) in {same(argument.name), f"{owner}id", owner, f"{owner}{same(argument.name)}"}
            if is_named_so and all(str(row.get(name)) == str(argument.value) for row in rows):
                found[argument.name] = name
    return found


def _check(trace: Sequence[RestAnswer]) -> Iterator[RestMismatch]:
    yield from _check_rows(trace)
    yield from _check_look_ups(trace)


def _check_rows(trace: Sequence[RestAnswer]) -> Iterator[RestMismatch]:
    for step, answer in enumerate(trace):
        rows = rows_of(answer.payload) if answer.is_good else None
        for argument in answer.call.arguments if rows else ():
            message = _stranger(rows or (), answer.call.path, argument)
            if message:
                yield RestMismatch(answer.call.coordinate, message, step)
                return


def _stranger(rows: Sequence[dict[str, JSON]], path: str, argument: RestArgument) -> str:
    """Tell of the first row that belongs to another entry than the path names; empty if none does."""
    owner = owner_of(path, argument.name) if argument.where == "path" else ""
    if not owner:
        return ""
    key = str(argument.value)
    bare = _bare_name(rows, owner, key)
    for row in rows:
        member, shown = (bare, row[bare]) if bare else _reference(row, owner, same(argument.name))
        if member and str(shown) != key:
            return f'below {owner} "{key}" stands a row with {member} "{shown}"'
    return ""


def _bare_name(rows: Sequence[dict[str, JSON]], owner: str, key: str) -> str:
    """The member called like the owner alone that holds the key of it in some row, as a text or a number in all."""
    for name in rows[0] if rows else ():
        values = [row.get(name) for row in rows] if same(name) == owner else []
        is_plain = all(isinstance(value, str | int) and not isinstance(value, bool) for value in values)
        if is_plain and key in map(str, values):
            return name
    return ""


def _reference(row: dict[str, JSON], owner: str, key: str) -> tuple[str, JSON]:
    """The member of a row that refers to what stands above it, and its value; nothing if there is none.

    Below ``/depots/{slug}`` that is ``depotSlug``, as much as ``depotId`` below ``/depots/{id}``. What is called
    neither way, ``{depot_identifier}``, may name the entry by something else than its id.
    """
    called = {f"{owner}{key}", key} if key.startswith(owner) else {f"{owner}{key}"}
    for name, value in row.items():
        if same(name) in called and isinstance(value, str | int):
            return name, value
    if key not in {"id", "pk", owner, f"{owner}id", f"{owner}pk"}:
        return "", None
    for name, value in row.items():
        if same(name) == f"{owner}id" and isinstance(value, str | int):
            return name, value
        if same(name) == owner and isinstance(value, dict) and isinstance(value.get("id"), str | int):
            return f"{name}.id", value["id"]
    return "", None


BELONGING = RestRelation("belonging", "rows below an entry belong to it", _propose, _check, alone=True, of_lists=True)
