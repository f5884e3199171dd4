"""Requests are sent again where a service asks for it, and only there."""

from __future__ import annotations

import pytest

from querious.model import Exchange, Request
from querious.model.exchange import Failure
from querious.rest.learned import LearnedHabits
from querious.rest.requests import Conversation
from services.transport import ANY_CASE, Scripted, answer

POST = Request("POST", "/books", {"a": 1}, has_body=True)
PUT = Request("PUT", "/books/1", {"a": 1}, has_body=True)
PATCH = Request("PATCH", "/books/1", {"a/b": 1}, has_body=True)


class Told:
    """A conversation with a scripted service."""

    def __init__(self, *replies, learned=None) -> None:
        self.wire = Scripted(*replies)
        self.learned = learned or LearnedHabits()
        self.talk = Conversation(self.wire, self.learned)


@pytest.mark.parametrize(
    ("status", "method", "location", "again"),
    [
        (307, "POST", "http://testserver/books/", "/books/"),
        (308, "POST", "/api/books/", "/books/"),
        (301, "GET", "/books/", "/books/"),
        (307, "POST", "/books", None),
        (301, "POST", "/books/", "/books/"),
        (302, "GET", "/books/", "/books/"),
        (302, "POST", "/books/", None),
        (307, "POST", "http://other/shelf/", None),
        (303, "POST", "/books/", None),
        (307, "POST", "", None),
    ],
)
def test_only_a_redirect_to_the_same_path_with_a_slash_is_followed(status, method, location, again):
    told = Told(answer(status, location=location), answer(200, []))
    exchange = told.talk.send(Request(method, "/books?x=1"), "list")
    assert told.wire.lines == [f"{method} /books?x=1"] + ([f"{method} {again}?x=1"] if again else [])
    assert exchange.status == (200 if again else status)
    assert exchange.case.request.path == (f"{again}?x=1" if again else "/books?x=1")


def test_where_a_path_ends_is_remembered_for_its_place():
    told = Told(answer(307, location="/books/"), answer(200, []))
    told.talk.send(POST, "list")
    told.talk.send(POST, "list")
    told.talk.send(PUT, "item")
    assert told.wire.lines == ["POST /books", "POST /books/", "POST /books/", "PUT /books/1"]
    assert [exchange.case.request for exchange in told.talk.exchanges] == told.wire.requests


def test_services_that_send_us_in_circles_are_not_followed_for_ever():
    told = Told(
        lambda request: answer(307, location=request.path + "/" if request.path[-1] != "/" else request.path[:-1])
    )
    assert told.talk.send(POST, "list").status == 307
    assert told.learned.slash("list") is None
    assert len(told.wire.requests) == 2


def test_nothing_is_sent_again_after_a_failure():
    told = Told(Exchange(ANY_CASE, failure=Failure.LOST, detail="reset"))
    told.talk.send(POST)
    assert len(told.wire.requests) == 1
    assert told.talk.exchanges[0].failure_text == "the connection was lost before the answer was complete: reset"


@pytest.mark.parametrize("status", [412, 428])
def test_who_wants_if_match_gets_the_tag_that_reading_shows(status):
    tag = {"etag": '"v1"'}
    told = Told(answer(status), answer(200, {"id": 1}, **tag), answer(200), answer(200, {"id": 1}, **tag), answer(200))
    assert told.talk.write(PUT, "item").status == 200
    assert told.wire.lines == ["PUT /books/1", "GET /books/1", "PUT /books/1"]
    assert told.wire.requests[-1].headers == {"if-match": '"v1"'}
    told.talk.write(PUT, "item")
    assert told.wire.lines[3:] == ["GET /books/1", "PUT /books/1"]


def test_without_a_tag_a_refusal_stays_one():
    told = Told(answer(412), answer(200, {"id": 1}))
    assert told.talk.write(PUT, "item").status == 412
    assert told.wire.lines == ["PUT /books/1", "GET /books/1"]


def test_what_wants_a_tag_of_something_that_is_not_there_is_not_found():
    told = Told(answer(428), answer(404))
    assert told.talk.write(PUT, "item").status == 404
    learned = LearnedHabits()
    learned.matching = True
    told = Told(answer(404), answer(410), learned=learned)
    assert told.talk.write(PUT, "item").status == 410
    assert told.wire.lines == ["GET /books/1", "PUT /books/1"]


def test_a_patch_takes_the_form_that_the_service_takes():
    told = Told(answer(415), answer(200), answer(200))
    told.talk.write(PATCH, "item")
    told.talk.write(PATCH, "item")
    assert [request.headers.get("content-type") for request in told.wire.requests] == [
        None,
        "application/merge-patch+json",
        "application/merge-patch+json",
    ]


def test_the_last_form_of_a_patch_is_a_list_of_operations():
    told = Told(answer(415), answer(415), answer(415))
    assert told.talk.write(PATCH, "item").status == 415
    assert told.wire.requests[-1].body == [{"op": "add", "path": "/a~1b", "value": 1}]
    assert told.learned.patch_form == 0


@pytest.mark.parametrize(("request_", "sent"), [(PUT, 2), (Request("DELETE", "/books/1"), 2), (POST, 1), (PATCH, 1)])
def test_what_may_be_sent_twice_is_sent_again_to_a_service_that_has_no_time(request_, sent):
    waited = []
    wire = Scripted(answer(503), answer(200, {"a": 1}))
    told = Conversation(wire, LearnedHabits(), waited.append).send(request_)
    assert (len(wire.requests), told.status, len(waited)) == (sent, 200 if sent == 2 else 503, sent - 1)
