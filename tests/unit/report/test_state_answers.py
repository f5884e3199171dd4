from __future__ import annotations

from typing import Any

import pytest

from querious.model import Exchange, Failure
from querious.model.state import Command, CommandStep, Ending, Outcome
from querious.report.state_answers import Telling, came
from services.transport import ANY_CASE
from state_runs import finding, step

BOOK = {"title": "a", "pages": 3}
NOBODY = Telling({}, (), frozenset())


def told(*, message: str = "", room: int = 60, verb: Command = Command.GET, **more: Any):
    given = {"status": 200, **more}
    one = step(verb, "some", "#1", given.pop("status"), **given)
    named = (
        step(Command.POST, "post_first", "#1", 201, BOOK),
        step(Command.POST, "post_norm", "#2", 201, BOOK, key="18"),
    )
    return came(one, room, Telling.of(finding("some-rule", "books", message, (*named, one))))


def test_a_value_with_its_status():
    assert told(value={"id": 17, **BOOK}) == '200 {"id":17,"title":"a","pages":3}'


def test_the_members_that_the_message_is_about_come_first():
    message = "get of #1 does not show what put wrote: `pages[0].size` is `3` where `4` was expected"
    assert told(value={"id": 17, **BOOK}, message=message, room=16) == '200 {"pages":3,…'


def test_an_answer_without_content():
    assert told(status=204, verb=Command.DELETE) == "204"
    assert told(status=201, verb=Command.POST) == "201 key 17"
    assert came(CommandStep(Command.DELETE, "del_norm", "#1", "17", None, Outcome(Ending.DONE)), 20, NOBODY) == "done"


def test_what_was_sent_is_not_told_again_where_there_is_no_room():
    shown = {"id": 17, **BOOK}
    assert told(sent=BOOK, value=shown, room=40) == '200 {"id":17,"title":"a","pages":3}'
    assert told(sent=BOOK, value=shown, room=24) == '200 as sent, {"id":17}'
    assert told(sent=BOOK, value=shown, room=21) == "200 as sent"
    assert told(sent=BOOK, value=BOOK, room=12) == "200 as sent"
    assert told(sent=BOOK, value=shown, room=24, message="`title` is wrong") == '200 {"title":"a","id":1…'


@pytest.mark.parametrize(
    "shown", [{"id": 17, "title": "a", "pages": 4}, {"id": 17, "title": "a"}, {**BOOK, "pages": 3.0}]
)
def test_another_answer_is_never_told_to_be_what_was_sent(shown: Any):
    assert "as sent" not in told(sent=BOOK, value=shown, room=14)


@pytest.mark.parametrize(
    ("status", "ending", "answer", "expected"),
    [
        (404, Ending.NOT_FOUND, {"detail": "no such book"}, "404 not found"),
        (410, Ending.GONE, None, "410 gone"),
        (409, Ending.CONFLICT, {"detail": "title taken"}, "409 conflict: title taken"),
        (422, Ending.REFUSED, {"detail": [{"loc": ["a"], "title": "too short"}]}, "422 refused: too short"),
        (200, Ending.REFUSED, {"data": None, "errors": [{"message": "no title"}]}, "200 refused: no title"),
        (400, Ending.REFUSED, {"code": 7}, '400 refused: {"code":7}'),
        (400, Ending.REFUSED, {"message": ""}, '400 refused: {"message":""}'),
        (500, Ending.BROKEN, "<h1>Oops</h1>", "500 broken: <h1>Oops</h1>"),
        (500, Ending.BROKEN, None, "500 broken"),
    ],
)
def test_what_was_not_done_is_told_in_the_words_of_the_service(status: int, ending: Ending, answer: Any, expected: str):
    assert told(status=status, ending=ending, answer=answer) == expected


def test_a_connection_that_was_lost():
    assert (
        told(status=0, ending=Ending.UNANSWERED, failure="no answer in 10 s", room=100)
        == f"unanswered: {Failure.TIMEOUT.value}: no answer in 10 s"
    )
    assert came(CommandStep(Command.GET, "", "", "", None, Outcome(Ending.UNANSWERED)), 20, NOBODY) == "unanswered"


def test_of_several_calls_the_last_counts():
    exchanges = (Exchange(ANY_CASE, status=503), Exchange(ANY_CASE, status=200))
    assert (
        came(CommandStep(Command.GET, "", "", "", None, Outcome(Ending.DONE, value=1, exchanges=exchanges)), 20, NOBODY)
        == "200 1"
    )


def listed(*keys: str, message: str = "", **more: Any):
    return told(verb=Command.LIST, entries=[(key, {"id": key, **BOOK}) for key in keys], message=message, **more)


def test_a_list_names_entries_of_the_sequence_and_counts_others():
    assert listed() == "200 lists nothing"
    assert listed("17") == "200 lists #1"
    assert listed("17", "18", "99", "98") == "200 lists #1, #2 and 2 others"
    assert listed("99", whole=False) == "200 lists 1 other; the rest was not read"


def test_a_list_shows_the_values_that_the_message_is_about():
    assert listed("18", "17", message="list shows #1, which was deleted") == (
        '200 lists #2 and #1 {"id":"17","title":"a","pages":3}'
    )
    assert (
        listed("18", "5", message="list shows `5`, which was never created", room=30)
        == '200 lists #2 and 5 {"id":"5",…'
    )


def test_a_long_list_is_bounded():
    text = listed(*(str(number) for number in range(5000)), room=400)
    assert text == "200 lists #1, #2 and 4,998 others"
