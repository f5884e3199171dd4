"""One table of samples, and all who have to know who is at fault: triage, state over GraphQL, state over REST."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from bench.triage import samples

from querious.answers.complaints import ending_of_complaint
from querious.answers.fault.triage import ErrorKind, classify
from querious.graphql.collections.requests import Answer
from querious.model import Exchange
from querious.model.state import Command, Ending
from querious.rest.endings import ending_of as rest_ending
from services.transport import ANY_CASE, answer

CRASHES = (Path(__file__).parent / "fault" / "samples" / "crashes.txt").read_text("utf-8").splitlines()
TABLE = [*samples("refusals.tsv"), *samples("refusals_held_out.tsv")]
OF_A_DATABASE = ("Column 'name' cannot be null", "Data too long for column")


def test_there_are_as_many_samples_as_ever():
    assert len(CRASHES) == 238


@pytest.mark.parametrize("message", CRASHES)
def test_a_crash_is_the_servers_fault_for_all(message: str):
    error: dict[str, Any] = {"message": message, "path": ["addBook"]}
    assert classify(error) is ErrorKind.SERVER_FAULT
    whole = Answer(Exchange(ANY_CASE, 200), None, (error,), readable=True)
    assert whole.ending is Ending.BROKEN
    assert ending_of_complaint(message) is Ending.BROKEN
    assert rest_ending(Command.GET, answer(200, {"error": message})) is Ending.BROKEN
    assert rest_ending(Command.GET, answer(200, {"success": False, "message": message})) is Ending.BROKEN


@pytest.mark.parametrize("sample", TABLE, ids=lambda sample: str(sample.error["message"])[:40])
def test_state_blames_the_server_exactly_where_triage_does(sample: Any):
    message = sample.error["message"]
    if sample.kind is ErrorKind.SERVER_FAULT and not any(words in message for words in OF_A_DATABASE):
        assert ending_of_complaint(sample.error) is Ending.BROKEN
    else:
        assert ending_of_complaint(sample.error) is not Ending.BROKEN


@pytest.mark.parametrize(
    ("message", "ending"),
    [
        ("Duplicate entry 'x' for key 'users.email'", Ending.CONFLICT),
        ("SQLSTATE[23000]: Integrity constraint violation: 1062 Duplicate entry 'x' for key 'a'", Ending.CONFLICT),
        ('duplicate key value violates unique constraint "a_key"', Ending.CONFLICT),
        ("E11000 duplicate key error collection: shop.users index: email_1", Ending.CONFLICT),
        ("Cannot add or update a child row: a foreign key constraint fails", Ending.REFUSED),
        ("Error 1048 (23000): Column 'name' cannot be null", Ending.REFUSED),
        ("Data too long for column 'name' at row 1", Ending.REFUSED),
        ("value too long for type character varying(20)", Ending.REFUSED),
        ("Invalid UUID string: abc", Ending.REFUSED),
    ],
)
def test_what_was_sent_broke_a_rule_of_the_database_or_could_not_be_converted(message: str, ending: Ending):
    """Triage calls them faults, as a person should have worded them; a sequence learns from them what to send."""
    assert classify({"message": message, "path": ["addBook"]}) is ErrorKind.SERVER_FAULT
    assert ending_of_complaint({"message": message, "path": ["addBook"]}) is ending
