"""A collection over HTTP: a path and a template are enough, and services may answer in many ways."""

from __future__ import annotations

import threading

import pytest
from hypothesis import Phase, find, given, settings
from hypothesis import strategies as st

from querious.errors import ConfigError
from querious.model import Exchange
from querious.model.exchange import Failure
from querious.model.severity import Severity
from querious.model.state import Breach, Command, Delete, Ending
from querious.rest.collection import RestCollection
from querious.rest.known_collection import KnownCollection
from querious.rest.whole_list import MOST_PAGES
from services.transport import ANY_CASE, Scripted, answer

BOOK = {"title": "nonempty_string()", "pages": "int(1, 900)"}
WAR = {"title": "War", "pages": 900}


def books(*replies, **options):
    collection = RestCollection(Scripted(*replies), "/books", BOOK, KnownCollection(**options))
    collection.sleep = lambda _: None
    return collection


def simplest(strategy):
    """What Hypothesis begins with, and shrinks to."""
    return find(strategy, lambda _: True, settings=settings(max_examples=1, phases=[Phase.generate], database=None))


def asked(collection):
    return collection._send.lines


@pytest.mark.parametrize(
    ("reply", "key", "value"),
    [
        (answer(201, {"id": 5, **WAR}), "5", {"id": 5, **WAR}),
        (answer(200, {"data": {"_id": "x", **WAR}}), "x", {"_id": "x", **WAR}),
        (answer(201, {"id": 5}), "5", None),
        (answer(201, {"id": 5, "message": "created"}), "5", None),
        (answer(201, 5), "5", None),
        (answer(201, "abc"), "abc", None),
        (answer(201, "OK"), "", None),
        (answer(201, location="http://h/api/books/a%2Fb"), "a/b", None),
        (answer(201, location="7"), "7", None),
        (answer(303, location="/books/7"), "7", None),
        (answer(201, {"id": 5, **WAR}, location="http://h/v2/books/5/"), "5", {"id": 5, **WAR}),
        (answer(201, b"Created", content_type="text/plain", location="/books/9"), "9", None),
        (answer(201), "", None),
    ],
)
def test_post_finds_the_key_of_the_new_entry(reply, key, value):
    collection = books(reply)
    outcome = collection.post(WAR)
    assert (outcome.ending, outcome.key, outcome.value, outcome.breaches) == (Ending.DONE, key, value, ())
    assert asked(collection) == ["POST /books"]
    assert outcome.exchanges[0].case.body == WAR


def test_a_location_that_leads_to_the_entry_by_another_key_is_right():
    shown = {"id": 5, "slug": "war", **WAR}
    collection = books(
        answer(201, shown, location="/books/war"), answer(200, shown), answer(201, shown, location="/books/war")
    )
    assert collection.post(WAR).key == "war"
    assert collection.post(WAR).key == "war"
    assert asked(collection) == ["POST /books", "GET /books/war", "POST /books"]


@pytest.mark.parametrize(
    ("location", "found", "words"),
    [
        ("/books/6", answer(404), "`Location: /books/6` does not lead to the new entry: GET is answered with 404"),
        (
            "/books/6",
            answer(200, {"id": 6, **WAR}),
            "`Location: /books/6` does not lead to the new entry: GET shows another one",
        ),
        ("/book/5", answer(404), "`Location: /book/5` does not lead to the new entry: GET is answered with 404"),
    ],
)
def test_a_location_that_leads_elsewhere_is_a_breach(location, found, words):
    collection = books(answer(201, {"id": 5, **WAR}, location=location), found)
    outcome = collection.post(WAR)
    assert outcome.key == "5"
    assert outcome.breaches == (Breach("location", words),)
    assert len(outcome.exchanges) == len(asked(collection)) > 1


@pytest.mark.parametrize(
    ("keys", "severity", "why"),
    [
        ([4, 5], Severity.SUSPICION, "GET shows the list that it stands in"),
        ([4, 6], Severity.FAULT, "GET shows another one"),
    ],
)
def test_a_location_that_leads_to_the_list_with_the_entry_is_a_suspicion(keys, severity, why):
    listed = answer(200, {"books": [{"id": key, **WAR} for key in keys]})
    collection = books(answer(201, {"id": 5, **WAR}, location="books"), listed)
    (breach,) = collection.post(WAR).breaches
    assert (breach.severity, breach.message) == (severity, f"`Location: books` does not lead to the new entry: {why}")


def test_a_location_below_another_path_is_followed_once():
    shown = {"id": 5, **WAR}
    collection = books(
        answer(201, shown, location="/shelf/5"), answer(200, shown), answer(201, shown, location="/shelf/5")
    )
    assert collection.post(WAR).breaches == collection.post(WAR).breaches == ()
    assert asked(collection) == ["POST /books", "GET /shelf/5", "POST /books"]


def test_a_location_that_only_reading_shows_to_be_wrong_is_a_breach_once():
    collection = books(answer(201, location="/books/5"), answer(404))
    key = collection.post(WAR).key
    first, second = collection.get(key), collection.get(key)
    assert [breach.rule for breach in first.breaches] == ["location"]
    assert (first.ending, second.breaches) == (Ending.NOT_FOUND, ())
    collection = books(answer(201, location="/books/5"), answer(204), answer(404))
    collection.post(WAR)
    collection.delete("5")
    assert collection.get("5").breaches == ()


def test_what_is_only_accepted_is_waited_for():
    job = answer(202, {"id": 5, **WAR}, location="/jobs/1")
    collection = books(job, answer(404), answer(404), answer(200, {"id": 5, **WAR}))
    outcome = collection.post(WAR)
    assert (outcome.ending, outcome.key, outcome.breaches) == (Ending.DONE, "5", ())
    assert asked(collection) == ["POST /books", *["GET /books/5"] * 3]
    collection = books(answer(202), answer(200, {"id": 5, **WAR}), answer(404))
    assert collection.delete("5").ending is Ending.DONE
    assert asked(collection) == ["DELETE /books/5", "GET /books/5", "GET /books/5"]
    collection = books(answer(202), answer(200, {"id": 5, **WAR}), answer(200, {"id": 5, **WAR, "pages": 1}))
    collection.patch("5", {"pages": 1})
    assert asked(collection) == ["PATCH /books/5", "GET /books/5", "GET /books/5"]
    collection = books(answer(202), answer(200, {"id": 5, **WAR}))
    collection.put("5", {"pages": 1})
    assert len(asked(collection)) == 5, "waiting has an end"


@pytest.mark.parametrize(
    ("reply", "ending"),
    [
        (answer(404, {"error": "no"}), Ending.NOT_FOUND),
        (answer(200, {"error": "not found"}), Ending.NOT_FOUND),
        (answer(500, b"<html>"), Ending.BROKEN),
        (answer(200, b"{"), Ending.BROKEN),
        (Exchange(ANY_CASE, failure=Failure.TIMEOUT), Ending.UNANSWERED),
        (Exchange(ANY_CASE, failure=Failure.UNREACHABLE), Ending.BROKEN),
    ],
)
def test_commands_end_as_the_service_answers_and_never_raise(reply, ending):
    for command in (lambda c: c.post(WAR), lambda c: c.get("1"), lambda c: c.put("1", WAR), lambda c: c.patch("1", WAR),
                    lambda c: c.delete("1"), lambda c: c.list()):  # fmt: skip
        outcome = command(books(reply))
        assert (outcome.ending, outcome.value, outcome.entries) == (ending, None, ())
        assert len(outcome.exchanges) == 1


def test_get_shows_the_entry_with_its_own_types():
    outcome = books(answer(200, {"data": {"id": 5, **WAR}})).get("5")
    assert (outcome.key, outcome.value) == ("5", {"id": 5, **WAR})


def test_answers_without_the_entry_have_no_value():
    assert books(answer(204)).put("1", WAR).value is None
    assert books(answer(200, {"message": "deleted"})).delete("1").value is None
    assert books(answer(200, {"id": 1, **WAR})).delete("1").value == {"id": 1, **WAR}
    assert books(answer(200, {"id": 1, **WAR})).patch("1", {"pages": 900}).value == {"id": 1, **WAR}


def test_bodies_are_wrapped_where_the_service_wants_it():
    collection = RestCollection(
        Scripted(answer(201, {"entry": {"id": 1, **WAR}})), "/books", {"entry": BOOK}, KnownCollection(wrap="entry")
    )
    outcome = collection.post(WAR)
    assert outcome.exchanges[0].case.body == {"entry": WAR}
    assert outcome.value == {"id": 1, **WAR}
    assert simplest(collection.entries()) == {"title": "0", "pages": 1}


def test_keys_are_percent_encoded():
    collection = books(answer(200, WAR))
    collection.get("a b/c?d")
    assert asked(collection) == ["GET /books/a%20b%2Fc%3Fd"]


def test_a_list_is_read_page_by_page():
    pages = [
        answer(200, {"items": [{"id": n, **WAR}], "next": f"/api/books?page={n + 1}" if n < 3 else None})
        for n in (1, 2, 3)
    ]
    collection = books(*pages, list_query={"size": "1"})
    outcome = collection.list()
    assert [key for key, _ in outcome.entries] == ["1", "2", "3"]
    assert outcome.whole
    assert asked(collection) == ["GET /books?size=1", "GET /books?page=2", "GET /books?page=3"]


def test_a_list_without_end_is_cut():
    numbers = iter(range(1, 10_000))

    def page(_):
        number = next(numbers)
        return answer(200, {"items": [{"id": number}], "next": number + 1})

    outcome = books(page).list()
    assert (len(outcome.entries), outcome.whole) == (MOST_PAGES, False)


@pytest.mark.parametrize(
    ("pages", "keys", "whole"),
    [
        ([answer(200, {"items": [{"id": 1}], "next": 2})], ["1"], False),  # the same page again: it is not understood
        (
            [answer(200, {"items": [{"id": 1}], "cursor": "c"}), answer(200, {"items": [{"id": 2}], "cursor": "c"})],
            ["1", "2"],
            False,
        ),
        ([answer(200, {"items": [{"id": 1}], "next": 2}), answer(404)], ["1"], False),
        ([answer(200, {"items": [], "nextPageToken": "t"}), answer(200, {"items": [{"id": 2}]})], ["2"], True),
        ([answer(200, {"items": [{"id": 1}], "total": 3})], ["1"], False),
        ([answer(200, [{"id": 1}, {"id": 1}])], ["1", "1"], True),
    ],
)
def test_a_list_is_whole_only_if_all_was_read(pages, keys, whole):
    outcome = books(*pages).list()
    assert ([key for key, _ in outcome.entries], outcome.whole, outcome.ending) == (keys, whole, Ending.DONE)


def test_a_page_that_fails_fails_the_list():
    outcome = books(answer(200, {"items": [{"id": 1}], "next": 2}), answer(500)).list()
    assert (outcome.ending, outcome.whole) == (Ending.BROKEN, False)
    assert books(answer(200, {"message": "hello"})).list().ending is Ending.BROKEN


def test_a_parent_stands_in_the_path():
    collection = RestCollection(
        Scripted(answer(200, [])), "/books/{book}/comments", {"text": "string()", "by": "reference(people)"},
        KnownCollection(parents={"book": "books"}, needs=("shops",)),
    )  # fmt: skip
    assert collection.name == "books/comments"
    assert collection.needs == ("books", "shops", "people")
    with pytest.raises(ConfigError, match=r"has no value for \{book\}"):
        collection.list()
    bound = collection.bind({"books": ["7/8", "9"], "people": ["3"], "shops": []})
    bound.list()
    assert bound.item("x") == "/books/7%2F8/comments/x"
    assert asked(collection) == ["GET /books/7%2F8/comments"]
    assert simplest(bound.entries()) == {"text": "", "by": 3}


def test_a_collection_may_refer_to_itself():
    collection = RestCollection(
        Scripted(), "/comments", {"parent": {"optional()": "reference(comments)"}, "text": "string()"}
    )
    assert collection.needs == ()
    assert simplest(collection.entries()) == {"text": ""}


def test_the_trash_is_emptied_as_somebody_says():
    collection = books(answer(204), trash="post /books/trash/empty")
    assert Command.EMPTY_TRASH in collection.commands
    assert collection.empty_trash().ending is Ending.DONE
    assert asked(collection) == ["POST /books/trash/empty"]
    collection = books(answer(204), trash="/books/trash", commands=frozenset(Command))
    collection.empty_trash()
    assert asked(collection) == ["DELETE /books/trash"]
    assert Command.EMPTY_TRASH not in books(answer(204)).commands


def test_replies_are_checked():
    seen = []

    def check(command, exchange):
        request = exchange.case.request
        seen.append((command, request.method, request.path, exchange.status))
        return [Breach("schema", f"{command} is wrong")]

    pages = (answer(200, {"items": [{"id": 1}], "next": 2}), answer(200, {"items": []}))
    outcome = books(*pages, check=check).list()
    assert [breach.message for breach in outcome.breaches] == ["list is wrong"] * 2
    outcome = books(answer(307, location="/books/"), answer(201, {"id": 1}), check=check).post(WAR)
    assert [breach.message for breach in outcome.breaches] == ["post is wrong"]
    books(answer(404), check=check).get("1")
    books(Exchange(ANY_CASE, failure=Failure.LOST), check=check).get("1")
    assert seen == [
        (Command.LIST, "GET", "/books", 200),
        (Command.LIST, "GET", "/books?page=2", 200),
        (Command.POST, "POST", "/books/", 201),
        (Command.GET, "GET", "/books/1", 404),
    ]


@pytest.mark.parametrize(
    ("path", "template", "known", "words"),
    [
        ("books", BOOK, {}, "must begin with a slash"),
        ("/books", BOOK, {"item_path": "/book"}, "has no {parameter} for the key"),
        ("/a/{b}/c", BOOK, {}, "has a parameter {b}: name the collection"),
        ("/books", BOOK, {"item_path": "/a/{b}/c/{d}"}, "has a parameter {b}"),
        ("/books", None, {}, "has no template of its entries"),
        ("/books", BOOK, {"commands": frozenset(Command)}, "give trash='DELETE /books/trash'"),
        ("/books", {"a": "itn()"}, {}, "Did you mean int()?"),
    ],
)
def test_what_cannot_be_is_an_error_that_says_what_to_do(path, template, known, words):
    with pytest.raises(ConfigError) as error:
        RestCollection(Scripted(), path, template, KnownCollection(**known))
    assert words in str(error.value)


def test_entries_may_come_of_functions():
    collection = RestCollection(
        Scripted(), "/books", None,
        KnownCollection(
            entries=lambda given: st.just({"a": 1, "of": given["x"][0]}), replacements=lambda _: st.just({"r": 1})
        ),
    ).bind({"x": ["k"]})  # fmt: skip
    assert simplest(collection.entries()) == {"a": 1, "of": "k"}
    assert simplest(collection.replacements()) == {"r": 1}
    assert find(collection.changes(), lambda change: len(change) == 1) == {"a": 1}
    collection = books(answer(), changes=lambda _: st.just({"c": 1}))
    assert simplest(collection.changes()) == {"c": 1}
    assert simplest(collection.replacements()) == {"title": "0", "pages": 1}


def test_a_collection_without_post_needs_no_entries():
    collection = RestCollection(
        Scripted(), "/books", known=KnownCollection(commands=frozenset({Command.LIST, Command.GET}))
    )
    assert collection.entries().is_empty


@settings(max_examples=30, deadline=None)
@given(books(answer()).unknown_keys(["5", "7"]))
def test_unknown_keys_are_of_the_form_of_known_ones(key):
    assert int(key) > 1000


def test_a_command_that_a_service_does_differently_is_overridden_in_a_few_lines():
    class Shelf(RestCollection):
        def delete(self, key):
            return self.asked(Command.DELETE, "POST", self.item(key) + "/trash", key=key)

        def patch(self, key, changes):
            return self.asked(Command.PATCH, "POST", self.item(key), {"set": changes}, key=key)

    wire = Scripted(answer(200, {"id": 1, **WAR}))
    known = KnownCollection(parents={"room": "rooms"}, delete_means=Delete.READABLE)
    shelf = Shelf(wire, "/shelf/{room}/books", BOOK, known)
    bound = shelf.bind({"rooms": ["1"]})
    assert bound.delete("9").ending is Ending.DONE
    assert bound.patch("9", {"pages": 1}).exchanges[0].case.body == {"set": {"pages": 1}}
    assert wire.lines == ["POST /shelf/1/books/9/trash", "POST /shelf/1/books/9"]
    assert bound.delete_means is Delete.READABLE


def test_many_threads_may_use_it():
    numbers = iter(range(1, 10_000))
    lock = threading.Lock()

    def create(_):
        with lock:
            number = next(numbers)
        return answer(201, {"id": number, **WAR}, location=f"/books/{number}")

    collection = books(create)
    keys = []
    threads = [
        threading.Thread(target=lambda: keys.extend(collection.post(WAR).key for _ in range(50))) for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(map(int, keys)) == list(range(1, 401))
