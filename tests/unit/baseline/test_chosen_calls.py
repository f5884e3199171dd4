from __future__ import annotations

from random import Random

from querious.baseline import AnsweredOperation, ObservedRestCalls, choose_calls
from querious.model import Request
from querious.model.rest_call import RestArgument, RestCall
from querious.model.shape import BODY
from querious.rest.answer_shapes import AnswerShape
from querious.rest.openapi import RestOperation

ROWS = [{"id": number, "title": f"book {number}"} for number in range(400)]


def listed(**query):
    return RestCall("GET", "/books", tuple(RestArgument("query", name, value) for name, value in query.items()))


def looked_up(key):
    return RestCall("GET", "/books/{id}", (RestArgument("path", "id", key),))


def answered(call):
    """What the API says: a list of as many rows as asked for, or one of ten books."""
    shape = AnswerShape(Request("GET", call.path), RestOperation("get", call.path))
    given = {argument.name: argument.value for argument in call.arguments}
    if "id" in given:
        data = {BODY: ROWS[given["id"]]} if str(given["id"]).isdecimal() and given["id"] < 10 else {"status": 404}
    else:
        data = {BODY: ROWS[: given.get("limit", 400)]}
    return AnsweredOperation(call, shape, data)


def chosen(calls, known=(), may_keep=lambda _: True):
    observed = ObservedRestCalls(lambda _, name: frozenset({"new", "old"}) if name == "kind" else frozenset())
    for call in calls:
        _, shape, data, _ = answered(call)
        observed.observe(call, shape, data)
    conversation = choose_calls(observed, known, may_keep, lambda _: RestArgument("query", "limit", 3))
    try:
        asked = next(conversation)
        while True:
            asked = conversation.send([answered(call) for call in asked])
    except StopIteration as stop:
        return [one.operation for one in stop.value]


CALLS = [
    *(looked_up(key) for key in range(14)),
    *(looked_up(key) for key in ("nowhere", "else")),
    *(listed(limit=limit) for limit in (1, 2, 3, 7, 9)),
    *(listed(kind=kind, limit=2) for kind in ("new", "old", "other", "another")),
    *(listed(sort=way, limit=3) for way in ("title", "-title", "nonsense")),
    listed(),
]


def test_calls_show_look_ups_refusals_choices_and_orders():
    found = chosen(CALLS)
    keys = [call.arguments[0].value for call in found if call.path == "/books/{id}"]
    assert sum(key in range(10) for key in keys) == 6
    assert sum(key in range(10, 14) for key in keys) == sum(key in {"nowhere", "else"} for key in keys) == 1
    said = [dict(argument[1:] for argument in call.arguments) for call in found if call.path == "/books"]
    assert {one["kind"] for one in said if "kind" in one} >= {"new", "old"}
    assert {"title", "-title"} <= {one["sort"] for one in said if "sort" in one}


def test_an_answer_that_is_too_large_is_asked_for_with_fewer_rows():
    assert chosen([listed()]) == [listed(limit=3)]


def test_the_order_of_the_answers_does_not_matter():
    shuffled = CALLS.copy()
    Random(1).shuffle(shuffled)
    assert chosen(shuffled) == chosen(CALLS)


def test_what_is_known_or_may_not_be_kept_is_not_chosen():
    known = [answered(call) for call in chosen(CALLS)]
    assert chosen(CALLS, known) == []
    assert all(call.path == "/books" for call in chosen(CALLS, may_keep=lambda call: call.path == "/books"))
