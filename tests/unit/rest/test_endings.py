"""What a reply means."""

from __future__ import annotations

import pytest

from querious.model import Exchange
from querious.model.exchange import Failure
from querious.model.state import Command, Ending
from querious.rest.endings import ending_of
from services.transport import ANY_CASE, answer


@pytest.mark.parametrize(
    ("status", "ending"),
    [
        (200, Ending.DONE), (201, Ending.DONE), (202, Ending.DONE), (204, Ending.DONE), (303, Ending.DONE),
        (404, Ending.NOT_FOUND), (410, Ending.GONE), (409, Ending.CONFLICT), (412, Ending.CONFLICT),
        (405, Ending.NOT_ALLOWED), (501, Ending.NOT_ALLOWED), (400, Ending.REFUSED), (401, Ending.REFUSED),
        (422, Ending.REFUSED), (301, Ending.REFUSED), (304, Ending.REFUSED), (500, Ending.BROKEN), (503, Ending.BROKEN),
        (429, Ending.UNANSWERED), (101, Ending.BROKEN), (0, Ending.BROKEN),
    ],
)  # fmt: skip
def test_a_status_is_an_ending(status, ending):
    assert ending_of(Command.PUT, answer(status)) is ending


@pytest.mark.parametrize("failure", list(Failure))
def test_no_answer_in_time_is_unanswered_and_every_other_failure_broken(failure):
    expected = Ending.UNANSWERED if failure is Failure.TIMEOUT else Ending.BROKEN
    assert ending_of(Command.GET, Exchange(ANY_CASE, failure=failure)) is expected


@pytest.mark.parametrize(
    ("payload", "ending"),
    [
        ({"error": "Book not found"}, Ending.NOT_FOUND),
        ({"error": {"code": 404, "message": "?"}}, Ending.NOT_FOUND),
        ({"errors": [{"status": "409"}]}, Ending.CONFLICT),
        ({"status": "error", "message": "no such book"}, Ending.NOT_FOUND),
        ({"status": 410, "error": "Gone"}, Ending.GONE),
        ({"success": False, "message": "title is too long"}, Ending.REFUSED),
        ({"ok": False, "code": 500}, Ending.BROKEN),
        ({"error": "not_found", "reason": "deleted"}, Ending.NOT_FOUND),
        ({"error": "missing"}, Ending.NOT_FOUND),
        ({"error": "title is missing"}, Ending.REFUSED),
        ({"error": "'NoneType' object has no attribute 'id'"}, Ending.BROKEN),
        ({"errors": [{"message": "Tag already exists"}]}, Ending.CONFLICT),
        ({"error": None, "id": 1}, Ending.DONE),
        ({"errors": [], "data": {}}, Ending.DONE),
        ({"success": True, "id": 1}, Ending.DONE),
        ({"status": "done"}, Ending.DONE),
        ({"id": 1}, Ending.DONE),
        ({"id": 1, "status": "failed", "error": "out of paper"}, Ending.DONE),
    ],
)
def test_an_error_may_stand_in_the_body_of_a_success(payload, ending):
    assert ending_of(Command.GET, answer(200, payload)) is ending


def test_what_entries_have_themselves_is_no_error():
    reply = answer(200, {"id": 1, "error": "E1", "status": "failed", "success": False})
    assert ending_of(Command.GET, reply, {"error", "status", "success"}) is Ending.DONE


def test_reading_must_bring_json():
    page = answer(200, b"<html>", content_type="text/html")
    assert ending_of(Command.GET, page) is Ending.BROKEN
    assert ending_of(Command.LIST, page) is Ending.BROKEN
    assert ending_of(Command.DELETE, answer(200, b"OK", content_type="text/plain")) is Ending.DONE
    assert ending_of(Command.DELETE, answer(200, b'{"id": ')) is Ending.BROKEN


@pytest.mark.parametrize("reply", [answer(204), answer(200, b"null"), answer(200, [])])
def test_reading_an_entry_that_brings_nothing_finds_nothing(reply):
    assert ending_of(Command.GET, reply) is Ending.NOT_FOUND
    assert ending_of(Command.LIST, reply) is Ending.DONE
