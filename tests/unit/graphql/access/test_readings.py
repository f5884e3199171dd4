"""Which questions a schema has, and what answers say to whoever asked."""

from __future__ import annotations

from typing import Any

from graphql import build_schema
from tests.identified_api import SDL

from querious.access import Answered
from querious.answers.fault.triage import Triage
from querious.graphql.access import AccessReader, EntryPoints
from querious.graphql.shape import Shapes
from querious.model import Exchange
from querious.model.document_text import write, write_case

SCHEMA = build_schema(SDL)
ENTRIES = EntryPoints(SCHEMA, lambda coordinate: coordinate != "Query.users")
READER = AccessReader(SCHEMA, Shapes(SCHEMA).of, Triage().kinds)
KEYED = {one.coordinate: one for one in ENTRIES.keyed()}
LISTS = {one.coordinate: one for one in ENTRIES.lists()}


def reading(operation: Any, data: Any, errors: Any = None, status: int = 200) -> Any:
    payload = {"data": data, **({"errors": errors} if errors else {})}
    case = write_case(1, operation, identity="bob")
    return READER.reading(Exchange(case, status, payload=payload, is_json=True))


def test_lists_and_look_ups_are_found_and_what_may_not_be_asked_is_left_out() -> None:
    assert set(LISTS) == {"User.notes", "Query.notes", "Query.documents", "Query.articles", "Query.auditLog"}
    assert {"Query.note", "Query.node", "Query.notesByIds", "Query.notesOf", "Query.user"} <= set(KEYED)
    assert [one.coordinate for one in ENTRIES.searches()] == ["Query.searchNotes"]
    assert write(KEYED["Query.notesByIds"].asking("n1"))[0].startswith('{ notesByIds(ids: ["n1"]) { id text')


def test_an_answer_says_what_it_shows_and_whether_it_goes_on() -> None:
    page = {"nodes": [{"id": "n1", "text": "a"}], "totalCount": 3, "pageInfo": {"hasNextPage": True, "endCursor": "n1"}}
    told = reading(LISTS["Query.notes"].asking(), {"notes": page})
    (shown,) = told.objects
    assert (shown.type, shown.key, shown.way, shown.facts, shown.is_row) == (
        "Note",
        "n1",
        "Query.notes",
        {"text": "a"},
        True,
    )
    assert (told.identity, told.way, told.complete, told.totals) == (
        "bob",
        "Query.notes",
        False,
        {"NoteConnection.totalCount": 3},
    )
    assert told.lists()


def test_a_page_that_was_not_asked_whether_it_goes_on_may_go_on() -> None:
    operation = LISTS["Query.notes"].asking()
    (field,) = operation.selections
    less = [one for one in field.children if one.name == "nodes"]
    operation = operation._replace(selections=(field._replace(children=less),))
    assert not reading(operation, {"notes": {"nodes": [{"id": "n1", "text": "a"}]}}).complete


def test_refused_not_there_and_broken_are_told_apart() -> None:
    look_up = KEYED["Query.note"].asking("n1")
    forbidden = [{"message": "Not yours", "path": ["note"], "extensions": {"code": "FORBIDDEN"}}]
    crashed = [{"message": "Cannot read properties of undefined (reading 'id')", "path": ["note"]}]
    assert reading(look_up, {"note": None}).answered is Answered.NOTHING
    assert reading(look_up, {"note": None}, forbidden).answered is Answered.REFUSED
    assert reading(look_up, {"note": None}, [{"message": "Note not found"}]).answered is Answered.NOTHING
    assert reading(look_up, {"note": None}, crashed).answered is Answered.FAILED
    assert reading(look_up, None, status=401).answered is Answered.REFUSED
    assert reading(look_up, None, status=502).answered is Answered.FAILED


def test_a_leaf_with_an_error_at_its_place_was_denied() -> None:
    look_up = KEYED["Query.user"].asking("u1")
    error = {"message": "Not yours", "path": ["user", "email"]}
    told = reading(look_up, {"user": {"id": "u1", "name": "Ada", "email": None, "notes": []}}, [error])
    (user,) = told.objects
    assert user.denied == {"email"}
    assert told.given == {"u1"}
