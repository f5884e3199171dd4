from __future__ import annotations

import copy
import json
from dataclasses import replace
from itertools import count

import pytest

from querious.errors import QueriousError
from querious.model import Settings, Severity
from querious.model.diff import Kind, Weight
from querious.pipeline.diff import confirmation
from querious.pipeline.diff.use_case import diff
from unit.pipeline.rest.library import DESCRIPTION, Library

SETTINGS = Settings(seed=2, requests=500, seconds=None, connections=4)
FAULTS = {
    "not found": ("GET /books/{id}", Kind.STATUS),
    "another price": ("book.price", Kind.VALUE),
    "filter lets through": ("GET /books.items", Kind.ADDED),
    "filter leaves out": ("GET /books.items", Kind.LOST),
    "two rows swapped": ("GET /books.items", Kind.ORDER),
    "wrong total": ("GET /books.total", Kind.VALUE),
    "a row between pages": ("GET /books.items", Kind.LOST),
    "another author's book": ("GET /authors/{id}/books", Kind.ADDED),
}


@pytest.fixture(autouse=True)
def _without_pause(monkeypatch):
    monkeypatch.setattr(confirmation, "PAUSE", 0.0)


class Described(Library):
    """A library with another description, and answers of its own."""

    def __init__(self, change=lambda _: None, answer=lambda found: found) -> None:
        super().__init__()
        self.description = copy.deepcopy(DESCRIPTION)
        change(self.description["paths"])
        self.say = answer

    def answer(self, steps, query):
        return self.description if steps == ["openapi.json"] else self.say(super().answer(steps, query))


def test_a_version_does_not_differ_from_itself():
    found = diff(Library(), Library(), SETTINGS)
    assert (found.differences, found.changes, found.protocol) == ((), (), "REST")
    assert found.cases > 100


@pytest.mark.parametrize("fault", FAULTS)
def test_what_b_answers_otherwise_is_found(fault):
    found = diff(Library(), Library(fault), SETTINGS)
    assert FAULTS[fault] in {(one.coordinate, one.kind) for one in found.differences}
    assert all(one.severity is Severity.FAULT and one.shrunk for one in found.differences)


def test_members_that_change_by_themselves_and_those_left_out_are_no_difference():
    clock, other = count(), count(1000)

    def ticking(numbers):
        return lambda found: found | {"seen": next(numbers)} if isinstance(found, dict) and "title" in found else found

    found = diff(Described(answer=ticking(clock)), Described(answer=ticking(other)), SETTINGS)
    assert found.differences == ()
    assert ("book.seen", Kind.VALUE) in {(one.coordinate, one.kind) for one in found.noise}
    left_out = diff(Library(), Library("another price"), replace(SETTINGS, exclude=("book.price",)))
    assert left_out.differences == ()


def test_what_the_description_of_b_lacks_is_told_and_not_asked():
    def change(paths):
        del paths["/authors/{id}"]
        paths["/books"]["get"]["parameters"].pop(2)
        paths["/books/{bookId}"] = copy.deepcopy(paths.pop("/books/{id}"))
        paths["/books/{bookId}"]["get"]["parameters"][0]["name"] = "bookId"

    found = diff(Library(), Described(change), SETTINGS)
    assert [(one.weight, one.about) for one in found.changes] == [
        (Weight.BREAKING, "GET /books: the parameter genre was removed."),
        (Weight.BREAKING, "GET /authors/{id} was removed."),
    ]
    assert {one.cause for one in found.broken} == {
        "GET /books: the parameter genre was removed",
        "GET /authors/{id} was removed",
    }
    assert found.differences == ()


def test_two_files_are_compared_with_the_services_they_describe(tmp_path):
    def written(name, change=lambda _: None):
        file = tmp_path / name
        description = copy.deepcopy(DESCRIPTION)
        change(description["paths"])
        file.write_text(json.dumps(description), encoding="utf-8")
        return str(file)

    def require(paths):
        paths["/books"]["get"]["parameters"][0]["required"] = True

    settings = replace(SETTINGS, schema=written("a.json"))
    found = diff(Library(), Library("wrong total"), settings, replace(settings, schema=written("b.json", require)))
    assert [one.about for one in found.changes] == ["GET /books: the parameter limit is now required."]
    assert "GET /books.total" in {one.coordinate for one in found.differences}


def test_a_file_without_its_service_is_refused_in_one_line(tmp_path):
    file = tmp_path / "openapi.json"
    file.write_text(json.dumps(DESCRIPTION), encoding="utf-8")
    with pytest.raises(QueriousError, match=r"^A: .*--url") as raised:
        diff(str(file), Library(), SETTINGS)
    assert "\n" not in str(raised.value)
