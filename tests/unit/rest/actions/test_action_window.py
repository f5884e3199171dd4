"""Which object of an answer is the entry that an action was about."""

from __future__ import annotations

import pytest

from querious.model import Exchange
from querious.model.rest_call import RestArgument, RestCall
from querious.rest.actions import ACTION_RULES
from querious.rest.actions.action_window import windows
from querious.rest.relations.relation import RestAnswer
from services.transport import ANY_CASE

TASK = {"id": 1, "title": "Paint", "position": 1, "copy_of": None}
READ = RestCall("GET", "/tasks/{id}", (RestArgument("path", "id", 1),))


def shown_by(answered):
    """The entry that is seen in the answer to ``POST /tasks/1/copy``."""
    read = RestAnswer(READ, 200, TASK, Exchange(ANY_CASE, status=200))
    copied = read._replace(call=READ._replace(method="POST", path="/tasks/{id}/copy"), payload=answered)
    (window,) = windows([read, copied, read])
    return window.shown()


@pytest.mark.parametrize("answered", [TASK, {"task": TASK}])
def test_the_entry_is_known_by_its_key(answered):
    assert shown_by(answered) == TASK


def test_a_number_that_is_that_of_the_key_by_chance_makes_no_entry():
    assert shown_by({**TASK, "id": 9, "copy_of": 1}) == {}


def test_a_key_without_the_word_for_it_is_one_too():
    numbered = {"number": 1, "title": "Paint", "copy_of": None}
    read = RestAnswer(READ, 200, numbered, Exchange(ANY_CASE, status=200))
    done = read._replace(call=READ._replace(method="POST", path="/tasks/{id}/paint"))
    (window,) = windows([read, done, read])
    assert window.shown() == numbered


def test_writing_to_the_entry_itself_is_a_window_too():
    read = RestAnswer(READ, 200, TASK, Exchange(ANY_CASE, status=200))
    written = read._replace(call=READ._replace(method="PUT"), payload={**TASK, "title": "Draw"})
    (window,) = windows([read, written, read])
    assert window.shown()["title"] == "Draw"
    (broken,) = ACTION_RULES[0].check([read, written, read])
    assert broken.member == "title"
