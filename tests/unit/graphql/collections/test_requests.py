from __future__ import annotations

from typing import Any

import pytest

from querious.answers.complaints import ending_of_complaint, worst
from querious.graphql.collections.requests import Answer, removed
from querious.model import Exchange
from querious.model.exchange import Failure
from querious.model.state import Ending
from services.transport import ANY_CASE


def error(message: str, code: str | None = None) -> dict[str, Any]:
    return {"message": message, "extensions": {"code": code}} if code else {"message": message}


@pytest.mark.parametrize(
    ("complaint", "ending"),
    [
        (error("There is no such review.", "NOT_FOUND"), Ending.NOT_FOUND),
        (error("Book not found"), Ending.NOT_FOUND),
        (error("Could not resolve to a node with the global id of 'x'."), Ending.NOT_FOUND),
        (error("Book matching query does not exist."), Ending.NOT_FOUND),
        (error("x", "BookNotFoundException"), Ending.NOT_FOUND),
        ({"message": "x", "extensions": {"http": {"status": 404}}}, Ending.NOT_FOUND),
        ({"message": "nope", "type": "NOT_FOUND"}, Ending.NOT_FOUND),
        (error("The book has been deleted"), Ending.GONE),
        (error("There is a supplier of that name already.", "BAD_USER_INPUT"), Ending.CONFLICT),
        (error("A book with this title already exists"), Ending.CONFLICT),
        (error("Email has been taken"), Ending.CONFLICT),
        (error("x", "CONFLICT"), Ending.CONFLICT),
        (error("Between 1 and 5 stars can be given.", "BAD_USER_INPUT"), Ending.REFUSED),
        (error("title must not be empty", "INTERNAL_SERVER_ERROR"), Ending.REFUSED),
        (error("Not authorised", "FORBIDDEN"), Ending.REFUSED),
        (error("boom", "INTERNAL_SERVER_ERROR"), Ending.BROKEN),
        (error("'NoneType' object has no attribute 'id'"), Ending.BROKEN),
        (error("Cannot read properties of undefined (reading 'id')", "INTERNAL_SERVER_ERROR"), Ending.BROKEN),
        (error("UNIQUE constraint failed: supplier.name"), Ending.CONFLICT),
        (error('duplicate key value violates unique constraint "person_email_key"'), Ending.CONFLICT),
        (error("SqliteError: UNIQUE constraint failed: tag.value", "INTERNAL_SERVER_ERROR"), Ending.CONFLICT),
        (error("Tag already exists", "INTERNAL_SERVER_ERROR"), Ending.CONFLICT),
        (error('update on table "p" violates foreign key constraint "p_fkey"', "23503"), Ending.REFUSED),
        (error("SQLITE_CONSTRAINT: FOREIGN KEY constraint failed", "INTERNAL_SERVER_ERROR"), Ending.REFUSED),
        (error("NOT NULL constraint failed: region.name", "INTERNAL_SERVER_ERROR"), Ending.REFUSED),
        (error('null value in column "name" of relation "p" violates not-null constraint'), Ending.REFUSED),
        (error('new row for relation "p" violates check constraint "p_check"'), Ending.REFUSED),
        (
            error('Variable "$id" got invalid value "x y"; Int cannot represent non-integer value: "x y"'),
            Ending.REFUSED,
        ),
        (error('Variable "$in" of type "In!" was provided invalid value'), Ending.REFUSED),
        ({"message": "Int cannot represent non-integer value: 1.5", "path": ["book", "pages"]}, Ending.BROKEN),
        (error("Int cannot represent non-integer value: 1.5"), Ending.REFUSED),
        (error("psycopg.OperationalError: server closed the connection"), Ending.BROKEN),
        (
            error(
                "No values were deleted in collection 'people' because no values you can delete were found matching "
                "these criteria."
            ),
            Ending.NOT_FOUND,
        ),
        (error("No values were updated in collection 'people' because none were found"), Ending.NOT_FOUND),
        (error("Internal Server Error"), Ending.BROKEN),
        (error("'name'"), Ending.BROKEN),
        ({"__typename": "NotFoundError", "m1_message": "x"}, Ending.NOT_FOUND),
        ({"m2_code": "ALREADY_EXISTS", "message": ""}, Ending.CONFLICT),
        ("Book not found", Ending.NOT_FOUND),
        (None, Ending.REFUSED),
    ],
)
def test_a_complaint(complaint: Any, ending: Ending):
    assert ending_of_complaint(complaint) is ending


def answer(exchange: Exchange, *errors: dict[str, Any], readable: bool = True) -> Answer:
    return Answer(exchange, None, errors, readable)


@pytest.mark.parametrize(
    ("given", "ending"),
    [
        (answer(Exchange(ANY_CASE, 200)), None),
        (answer(Exchange(ANY_CASE, 500), error("Book not found")), Ending.BROKEN),
        (answer(Exchange(ANY_CASE, 200), readable=False), Ending.BROKEN),
        (answer(Exchange(ANY_CASE, 401), readable=False), Ending.REFUSED),
        (answer(Exchange(ANY_CASE, failure=Failure.TIMEOUT), readable=False), Ending.UNANSWERED),
        (answer(Exchange(ANY_CASE, failure=Failure.LOST), readable=False), Ending.BROKEN),
        (answer(Exchange(ANY_CASE, 200), error("no such book"), error("list index out of range")), Ending.BROKEN),
    ],
)
def test_a_whole_answer(given: Answer, ending: Ending | None):
    assert given.ending is ending


def test_of_several_the_one_that_tells_most():
    assert worst([Ending.REFUSED, Ending.NOT_FOUND]) is Ending.NOT_FOUND
    assert worst([]) is Ending.REFUSED


@pytest.mark.parametrize(
    ("payload", "ending"),
    [
        ({"book": None, "userErrors": [{"message": "Book does not exist"}]}, Ending.NOT_FOUND),
        ({"book": {"id": 1}, "userErrors": []}, None),
        ({"errors": ["title must be shorter"]}, Ending.REFUSED),
        ({"ok": False, "message": "title is already taken"}, Ending.CONFLICT),
        ({"ok": True, "message": "done, was not found before"}, None),
        ({"result": "NOT_DELETED", "message": "No draft with the ID 7 was found"}, Ending.NOT_FOUND),
        ({"result": "NOT_DELETED", "message": "It is used by 3 products"}, Ending.REFUSED),
        ({"result": "DELETED", "message": "3 products were changed"}, None),
        ({"error": {"code": "NOT_FOUND"}}, Ending.NOT_FOUND),
        ({"__typename": "ValidationError", "m1_message": "bad"}, Ending.REFUSED),
        (None, None),
        (True, None),
    ],
)
def test_a_payload_of_its_own_errors(payload: Any, ending: Ending | None):
    assert Answer(Exchange(ANY_CASE, 200), payload).ending is ending


@pytest.mark.parametrize(
    ("payload", "gone"),
    [
        (True, True),
        (False, False),
        (None, False),
        ("QQ==", True),
        (1, True),
        (0, False),
        ({"success": False}, False),
        ({"success": True}, True),
        ({"result": "NOT_DELETED"}, False),
        ({"result": "FAILED"}, False),
        ({"result": "DELETED"}, True),
        ({"result": "success"}, True),
        ({"result": "NOTED"}, None),
        ({"deleted": "7"}, None),
        ({"affected_rows": 0}, False),
        ({"affected_rows": 1}, True),
        ({"deletedBookId": None}, False),
        ({"m0_deletedId": "7"}, True),
        ({"id": "7", "remaining": 0}, None),
        ({"book": None}, None),
    ],
)
def test_whether_a_delete_removed_something(payload: Any, gone: bool | None):
    assert removed(payload) is gone


@pytest.mark.parametrize(
    ("payload", "gone"),
    [
        ({"person": {"id": 17}, "deletedPersonId": None}, None),
        ({"person": {"id": 17}, "deletedPersonId": "WyJwZW9wbGUiLDE3XQ=="}, True),
        ({"person": {"id": 17}, "success": False}, False),
    ],
)
def test_an_entry_says_more_than_an_identifier_that_is_null(payload: Any, gone: bool | None):
    assert removed(payload, shown=True) is gone
