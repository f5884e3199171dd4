"""From a description to facades that a service answers."""

from __future__ import annotations

import copy
import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from querious.errors import ConfigError
from querious.model import Exchange
from querious.model.state import Command, Ending
from querious.rest.cases.modelled_bodies import Models
from querious.rest.openapi import read_openapi
from querious.rest.openapi.collections import collections_of, plan_of
from querious.rest.searched_list import SearchBody
from querious.state import collection_test
from querious.state.facade import Promised
from querious.state.journal import Journal
from querious.state.ledger import StateLedger
from querious.state.samples import samples
from services.transport import ANY_CASE
from unit.rest.openapi.descriptions import BOOK, answers, body, crud, described, document, found, planned, reasons, ref

TEXT = {"type": "string"}


class Shelf:
    """A service with collections in memory, by path; keys count up."""

    def __init__(self):
        self.entries = {}
        self.requests = []

    def __call__(self, case):
        request = case.request
        self.requests.append(request)
        path = request.path.partition("?")[0].rstrip("/")
        if request.method == "POST":
            key = str(len(self.requests))
            self.entries[f"{path}/{key}"] = {**request.body, "id": int(key)}
            return self._reply(201, self.entries[f"{path}/{key}"])
        if request.method == "PUT":
            status = 200 if path in self.entries else 201
            self.entries[path] = request.body
            return self._reply(status, request.body)
        if path in self.entries:
            return self._reply(200, self.entries[path])
        inside = [entry for place, entry in self.entries.items() if place.rpartition("/")[0] == path]
        return self._reply(200, inside) if inside else self._reply(404, {})

    @staticmethod
    def _reply(status, payload):
        raw = json.dumps(payload).encode()
        return Exchange(ANY_CASE, status, {"content-type": "application/json"}, raw, payload, is_json=True)


def built(paths, schemas=None, base="", **more):
    shelf = Shelf()
    reading = collections_of(described(paths, schemas, **more), shelf, base)
    return shelf, {each.name: each for each in reading.collections}, reading


def test_a_collection_is_used_through_its_facade():
    shelf, made, _ = built(crud("/books", "/books/{id}"), base="/api")
    books = made["books"]
    entry = samples(books.entries(), 1, 0)[0]
    outcome = books.post(entry)
    assert (outcome.ending, outcome.breaches) == (Ending.DONE, ())
    assert books.get(outcome.key).value == {**entry, "id": int(outcome.key)}
    assert [(request.method, request.path) for request in shelf.requests] == [
        ("POST", "/api/books"),
        ("GET", "/api/books/1"),
    ]
    assert [each.key for each in [books.list()] if each.entries] == [""]
    assert books.promised.methods == ("POST", "PATCH")


def test_answers_are_checked():
    shown = {
        **BOOK,
        "required": ["id", "title", "pages"],
        "properties": {**BOOK["properties"], "id": {"type": "string"}},
    }
    _, made, _ = built(crud("/books", "/books/{id}", BOOK, shown))
    rules = {breach.message for breach in made["books"].post({"title": "War"}).breaches}
    assert rules == {"POST /books 201: id: 1 is not of type 'string'",
                     "POST /books 201: the body: 'pages' is a required property"}  # fmt: skip


def test_a_parent_and_a_reference_are_bound():
    comment = {
        "type": "object",
        "required": ["text", "authorId"],
        "properties": {"text": TEXT, "authorId": {"type": "integer"}},
    }
    paths = {**crud("/books/{b}/comments", "/books/{b}/comments/{id}", comment), **crud("/books", "/books/{id}"),
             **crud("/authors", "/authors/{id}")}  # fmt: skip
    shelf, made, reading = built(paths)
    assert [each.name for each in reading.collections] == ["books", "authors", "books/comments"]
    assert made["books/comments"].needs == ("books", "authors")
    bound = made["books/comments"].bind({"books": ["7"], "authors": ["3"]})
    entry = samples(bound.entries(), 1, 0)[0]
    assert entry["authorId"] == 3
    key = bound.post(entry).key
    assert shelf.requests[-1].path == "/books/7/comments"
    assert bound.get(key).ending is Ending.DONE
    assert shelf.requests[-1].path == f"/books/7/comments/{key}"


def test_a_list_elsewhere_is_asked_there():
    paths = {**crud("/book", "/books/{id}", verbs="post get"),
             "/books": {"get": answers({"type": "array", "items": BOOK})}}  # fmt: skip
    shelf, made, _ = built(paths)
    made["book"].bind({}).list()
    assert shelf.requests[-1].path == "/books"


def test_entries_that_we_name_are_put_under_keys_of_ours():
    keyed = {**BOOK, "required": ["id", "title"], "properties": {"id": {"type": "integer"}, "title": TEXT}}
    item = {"put": {**body(keyed), **answers(keyed, "201")}, "get": answers(keyed)}
    shelf, made, _ = built({"/books/{id}": item})
    outcome = made["books"].post({"id": 5, "title": "War"})
    assert (shelf.requests[-1].method, shelf.requests[-1].path) == ("PUT", f"/books/{outcome.key}")
    assert shelf.requests[-1].body == {"id": int(outcome.key), "title": "War"}
    assert made["books"].get(outcome.key).value["title"] == "War"
    assert "id" in made["books"].unseen


def test_a_key_that_must_be_sent_is_that_of_the_path():
    keyed = {"type": "object", "required": ["name"], "properties": {"name": TEXT, "size": {"type": "integer"}}}
    shelf, made, _ = built(crud("/pools", "/pools/{name}", keyed, verbs="post get put patch"))
    pools = made["pools"]
    for entry in (*samples(pools.entries(), 20, 0), {"name": "x"}, {"name": "x"}):
        assert entry["name"].isalnum()
        assert pools.post(entry).key == shelf.requests[-1].body["name"]
    assert len({request.body["name"] for request in shelf.requests}) == 22
    pools.put("red", {"name": "x", "size": 1})
    assert shelf.requests[-1].body == {"name": "red", "size": 1}
    assert not any("name" in change for change in samples(pools.changes(), 20, 0))


def test_headers_that_are_required_are_sent():
    paths = crud("/books", "/books/{id}")
    for method in ("get", "put"):
        paths["/books/{id}"][method]["parameters"] = [
            {"name": "X-Version", "in": "header", "required": True, "schema": {**TEXT, "default": method}}
        ]
    shelf, made, _ = built(paths, base="/v1")
    made["books"].get("1")
    made["books"].put("1", {"title": "a"})
    made["books"].post({"title": "a"})
    assert [request.headers.get("X-Version") for request in shelf.requests] == ["get", "put", None]


def test_headers_that_the_wire_carries_are_not_asked_for():
    paths = crud("/books", "/books/{id}")
    paths["/books"]["post"]["parameters"] = [{"name": "X-Key", "in": "header", "required": True, "schema": TEXT}]
    description = described(paths)
    assert collections_of(description, Shelf()).collections == ()
    assert len(collections_of(description, Shelf(), carried=["x-key"]).collections) == 1


def test_what_is_wrapped_listed_inside_or_never_shown():
    user = {
        "type": "object",
        "required": ["name", "password"],
        "properties": {"name": TEXT, "password": TEXT, "pin": TEXT},
    }
    shown = {
        "type": "object",
        "properties": {
            "id": {"anyOf": [{"type": "integer"}, {"type": "null"}]},
            "name": TEXT,
            "pin": {**TEXT, "writeOnly": True},
        },
    }
    wrapped = {"type": "object", "required": ["user"], "properties": {"user": user}}
    paths = crud("/users", "/users/{id}", wrapped, {"type": "object", "properties": {"user": shown}})
    paths["/users"]["get"] = answers(
        {"type": "object", "properties": {"users": {"type": "array", "items": shown}, "total": {}}}
    )
    facts = found(planned(paths))["users"].facts
    assert (facts.wrap, facts.listed_at, facts.key, facts.key_type) == ("user", "users", "id", "integer")
    assert facts.unseen == {"password", "pin"}
    shelf, made, _ = built(paths)
    made["users"].post({"name": "Ada"})
    assert shelf.requests[-1].body == {"user": {"name": "Ada"}}


@pytest.mark.parametrize(
    ("put", "replaces"),
    [
        (BOOK, True),
        ({**BOOK, "required": []}, False),
        ({**BOOK, "properties": {"title": TEXT}}, False),
        ({**BOOK, "properties": {**BOOK["properties"], "more": TEXT}}, True),
    ],
)
def test_a_put_that_cannot_say_everything_does_not_replace(put, replaces):
    paths = crud("/books", "/books/{id}")
    paths["/books/{id}"]["put"] = {**body(put), **answers(BOOK)}
    assert built(paths)[1]["books"].put_replaces is replaces


def test_changes_come_from_the_body_of_patch_or_from_parts_of_the_entry():
    paths = crud("/books", "/books/{id}", verbs="post get patch")
    changes = samples(built(paths)[1]["books"].changes(), 30, 0)
    assert {frozenset(change) for change in changes} == {
        frozenset(names) for names in ({"title"}, {"pages"}, {"title", "pages"})
    }
    paths["/books/{id}"]["patch"] = {
        **body({"type": "object", "properties": {"stars": {"type": "integer"}}}),
        **answers(),
    }
    assert all(change.keys() == {"stars"} for change in samples(built(paths)[1]["books"].changes(), 10, 0))
    paths["/books/{id}"]["patch"] = {**body({"type": "array"}, "application/json-patch+json"), **answers()}
    assert all(change.keys() <= {"title", "pages"} for change in samples(built(paths)[1]["books"].changes(), 10, 0))


def test_a_merge_patch_has_no_null():
    schema = {
        "type": "object",
        "properties": {"a": {"type": ["null", "integer"]}, "b": {"anyOf": [{"type": "null"}, TEXT]}},
    }
    paths = crud("/books", "/books/{id}", verbs="post get")
    paths["/books/{id}"]["patch"] = {**body(schema, "application/merge-patch+json"), **answers()}
    assert all(None not in change.values() for change in samples(built(paths)[1]["books"].changes(), 40, 0))


def test_pages_are_made_as_large_as_documented():
    paths = crud("/books", "/books/{id}")
    paths["/books"]["get"]["parameters"] = [
        {"name": "limit", "in": "query", "schema": {"type": "integer", "maximum": 50}}
    ]
    shelf, made, _ = built(paths)
    made["books"].list()
    assert shelf.requests[-1].path == "/books?limit=50"


def test_promises():
    paths = crud("/books", "/books/{id}")
    paths["/books/{id}"]["get"]["responses"]["404"] = {}
    paths["/books"]["post"]["responses"]["409"] = {}
    books = built(paths)[1]["books"]
    assert books.promised == Promised(not_found=frozenset({Command.GET}), methods=("POST", "PATCH"))
    assert not books.put_creates
    paths["/books/{id}"]["put"]["responses"] |= {"201": {}, "412": {}}
    paths["/books/{id}"]["delete"]["responses"]["409"] = {}
    books = built(paths)[1]["books"]
    assert (books.promised.refuses_referred, books.promised.versions, books.put_creates) == (True, True, True)


def test_fields_that_services_keep_themselves_are_left_to_them():
    schema = {"type": "object", "properties": {"id": TEXT, "name": TEXT, "createdAt": {**TEXT, "format": "date-time"}}}
    entries = samples(built(crud("/books", "/books/{id}", schema))[1]["books"].entries(), 30, 0)
    assert {name for entry in entries for name in entry} == {"name"}


def test_a_body_without_a_valid_value_leaves_the_collection_out():
    schema = {"type": "object", "required": ["a"], "properties": {"a": {"type": "integer", "minimum": 2, "maximum": 1}}}
    assert reasons(planned(crud("/books", "/books/{id}", schema))) == {
        "/books": "no body could be generated that its schema allows"
    }


# As FastAPI writes it, cut down.
TITLE = {"type": "string", "title": "Title"}
FASTAPI = document(
    {
        "/authors": crud("/authors", "/authors/{author_id}", ref("AuthorIn"), ref("Author"))["/authors"],
        "/authors/{author_id}": crud("/a", "/authors/{author_id}", ref("AuthorIn"), ref("Author"))["/authors/{author_id}"],
        **crud("/api/v1/books/", "/api/v1/books/{book_id}", ref("BookIn"), ref("Book")),
        **crud("/api/v1/books/{id}/comments", "/api/v1/books/{book_id}/comments/{comment_id}", ref("Comment"), ref("Comment")),
        "/api/v1/books/{book_id}/publish": {"post": answers()},
    },
    {
        "AuthorIn": {"type": "object", "required": ["name"],
                     "properties": {"name": TITLE, "email": {"anyOf": [{**TEXT, "format": "email"}, {"type": "null"}]}}},
        "Author": {"type": "object", "required": ["name", "id"], "properties": {"name": TITLE, "id": {"type": "integer"}, "email": {}}},
        "BookIn": {"type": "object", "required": ["title", "author_id"],
                   "properties": {"title": TITLE, "author_id": {"type": "integer", "title": "Author Id"},
                                  "co_author_ids": {"type": "array", "items": {"type": "integer"}, "default": []},
                                  "cover": {"anyOf": [{"oneOf": [ref("Hard"), ref("Soft")],
                                                       "discriminator": {"propertyName": "type", "mapping": {
                                                           "hard": "#/components/schemas/Hard", "soft": "#/components/schemas/Soft"}}},
                                                      {"type": "null"}]}}},
        "Book": {"type": "object", "required": ["id"],
                 "properties": {"id": {**TEXT, "format": "uuid"}, "title": {}, "author_id": {}, "co_author_ids": {}, "cover": {}}},
        "Hard": {"type": "object", "required": ["type"], "properties": {"type": {**TEXT, "const": "hard"}}},
        "Soft": {"type": "object", "required": ["type", "pages"],
                 "properties": {"type": {**TEXT, "const": "soft"}, "pages": {"type": "integer", "exclusiveMinimum": 0}}},
        "Comment": {"type": "object", "required": ["text"],
                    "properties": {"text": TITLE, "parent_id": {"anyOf": [{"type": "integer"}, {"type": "null"}]}}},
    },
)  # fmt: skip


def test_a_description_made_by_fastapi():
    plan = plan_of(read_openapi(json.dumps(FASTAPI), "openapi.json"))
    assert [(each.name, each.known.needs, each.facts.key) for each in plan.plans] == [
        ("authors", (), "id"),
        ("books", ("authors",), "id"),
        ("books/comments", ("books",), ""),
    ]
    assert list(reasons(plan)) == ["/api/v1/books/{book_id}/publish"]
    entries = samples(plan.plans[1].known.entries({"authors": ["4"]}), 60, 0)
    assert {entry["author_id"] for entry in entries} == {4}
    assert {(entry.get("cover") or {}).get("type") for entry in entries} == {None, "hard", "soft"}


def places(value, path=()):
    yield path
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for step, part in inner:
        yield from places(part, (*path, step))


PLACES = [path for path in places(FASTAPI) if path]
JUNK = st.sampled_from(
    [None, True, -1, 1.5, "", "x", [], {}, [[]], {"a": 1}, {"$ref": "#/"}, {"$ref": "#"}, {"$ref": 5}, {"$ref": "a#/b"},
     ref("Book"), {"allOf": [ref("Book")]}, {"oneOf": []}, {"type": ["null"]}, {"not": {}}, {"pattern": "("}, 10**30,
     {"type": "array", "minItems": 10**9}, "object", "/a/{b}-{c}", {"enum": []}]
)  # fmt: skip


@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(st.tuples(st.sampled_from(PLACES), JUNK), min_size=1, max_size=4))
def test_broken_descriptions_are_read_as_far_as_they_go_or_refused_in_one_line(changes):
    broken = copy.deepcopy(FASTAPI)
    for path, junk in changes:
        here = broken
        try:
            for step in path[:-1]:
                here = here[step]
            here[path[-1]] = copy.deepcopy(junk)
        except (KeyError, IndexError, TypeError):
            continue
    reading, refused = None, ""
    try:
        reading = collections_of(read_openapi(json.dumps(broken), "x.json"), Shelf())
    except ConfigError as error:
        refused = str(error)
    if reading is None:
        assert refused.startswith("x.json ")
        assert "\n" not in refused
    else:
        assert all(each.name and each.commands >= {Command.POST} for each in reading.collections)
        assert all(each.reason for each in reading.left_out)


def test_a_key_that_is_the_service_s_to_give_is_never_written_to():
    """Its schema may well allow it: a PATCH of the key would make another entry of this one."""
    shape = {
        "type": "object",
        "required": ["name"],
        "properties": {
            "id": {"anyOf": [{"type": "integer"}, {"type": "null"}]},
            "name": TEXT,
            "born": {"type": "integer"},
        },
    }
    _, made, _ = built(crud("/books", "/books/{row_id}", shape, verbs="post list get put patch delete"))
    books = made["books"]
    books.post({"name": "a"})  # a description need not tell which field the key is: the first answer does
    for bodies in (books.entries(), books.replacements(), books.changes()):
        drawn = samples(bodies, 60, 1)
        assert drawn
        assert all("id" not in body for body in drawn)
    assert all(samples(books.changes(), 60, 1)), "a change is never empty"


def test_a_get_that_lists_is_no_look_up_and_of_two_lists_the_one_of_entries_counts():
    several = {"type": "object", "properties": {"books": {"type": "array", "items": BOOK}}}
    genres = {"type": "array", "items": {"type": "object", "properties": {"genre": TEXT}}}
    both = {"type": "object", "properties": {"genres": genres, **several["properties"]}}
    paths = crud("/books", "/books/{title}", shown=BOOK)
    paths["/books/{title}"]["get"] = answers(several)
    paths["/books"]["get"] = answers(both)
    [plan] = planned(paths).plans
    assert Command.GET not in plan.known.commands
    assert plan.known.listed_at == "books"


def test_a_post_lists_where_nothing_else_does():
    paging = {
        "type": "object",
        "properties": {"skip": {"type": "integer"}, "limit": {"type": "integer", "maximum": 50}},
    }
    search = {"post": {**body(paging), **answers({"type": "array", "items": BOOK})}}
    paths = {**crud("/books", "/books/{id}", verbs="post get delete"), "/books/search": search}
    [plan] = planned(paths).plans
    assert plan.known.search == SearchBody("skip", "limit", 50)
    assert plan.known.promised.searched
    assert plan.paths.listed == "/books/search"
    needing = {"post": {**body({**paging, "required": ["skip"]}), **answers({"type": "array", "items": BOOK})}}
    [plan] = planned({**paths, "/books/search": needing}).plans
    assert Command.LIST not in plan.known.commands
    [plan] = planned({**paths, "/books": crud("/books", "/books/{id}")["/books"]}).plans
    assert plan.known.search is None


class Guarded(Shelf):
    """A service that takes only books of an author that it knows."""

    def __call__(self, case):
        if case.request.method == "POST" and case.request.body.get("author") != "Woolf":
            return self._reply(422, {"detail": "unknown author"})
        return super().__call__(case)


def test_where_made_up_entries_are_refused_they_are_made_like_accepted_ones():
    properties = {"title": TEXT, "author": TEXT, "pages": {"type": "integer"}, "format": TEXT}
    schema = {"type": "object", "required": ["title", "author"], "properties": properties}
    known = Models([{"title": "Orlando", "author": "Woolf"}], frozenset({"title"}))
    description = described(crud("/books", "/books/{id}", schema))
    told = {}
    for accepted in ({}, {"POST /books": known}):
        reading = collections_of(
            description, Guarded(), accepted=lambda name, accepted=accepted: accepted.get(name, Models())
        )
        books = reading.collections[0]
        ledger = StateLedger({"books": books}, Journal())
        told[bool(accepted)] = collection_test.Testing(ledger, collection_test.TestPlan()).probe(books)
        entries = samples(books.bind({}).entries(), 40, 0)
    assert told[False].startswith("every post failed")
    assert told[True] != told[False]
    assert sum(entry["author"] == "Woolf" for entry in entries) > len(entries) / 2
    assert {entry["author"] for entry in entries} != {"Woolf"}, "one member is made up now and then"
    assert len({entry["title"] for entry in entries}) > 1
    assert {change.get("author", "Woolf") for change in samples(books.changes(), 9, 0)} == {"Woolf"}
    assert not books.turn_to_models()
    assert {len(entry) for entry in entries} == {2, 3}, "one more member now and then"
