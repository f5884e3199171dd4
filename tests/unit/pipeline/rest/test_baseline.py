from __future__ import annotations

from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest

from querious.baseline import Baseline, dump, load
from querious.errors import ConfigError
from querious.model import Settings
from querious.pipeline.learn.use_case import Learning, learn
from querious.pipeline.run.use_case import replay, run
from unit.pipeline.rest.library import Library

SETTINGS = Settings(seed=0, requests=700, seconds=None, connections=4)
HELD = replace(SETTINGS, seed=5, requests=160, skip_oracles=("relations",))
FAULTS = {
    "another price": ("book.price", "is `"),
    "filter lets through": ("GET /books.items", "in the baseline"),
    "filter leaves out": ("GET /books.items", "items, but had"),
    "order ignored": ("GET /books.items", "in the baseline"),
    "wrong total": ("GET /books.total", "is `"),
    "another author's book": ("GET /authors/{id}/books", "items, but had"),
}


class Ticking(Library):
    """A library that counts its answers, and where one author is gone."""

    def __init__(self, *, gone: bool = False) -> None:
        super().__init__()
        self._clock = count()
        for book in self.books.values():
            book["seen"] = 0
        if gone:
            del self.authors[6]

    def answer(self, steps, query):
        found = super().answer(steps, query)
        if isinstance(found, dict) and "title" in found:
            return found | {"seen": next(self._clock)}
        return found


def learned(target, before=None, requests=700):
    return learn(target, replace(SETTINGS, requests=requests), before, Learning(seconds=0.0))


@pytest.fixture(scope="module")
def trusted():
    return learned(Library()).baseline


@pytest.fixture
def place(trusted, tmp_path):
    file = tmp_path / "baseline.json"
    file.write_text(dump(trusted), encoding="utf-8")
    return str(file)


def test_the_file_holds_calls_with_their_parameters_and_what_was_not_found(trusted):
    answers = {(one.document, *one.variables.items()): one.data for one in trusted.answers}
    assert answers["GET /authors",][""][0] == {"id": 1, "name": "author 1"}
    assert any(one.data == {"status": 404} for one in trusted.answers if one.document == "GET /books/{id}")
    asked = {name for one in trusted.answers if one.document == "GET /books" for name in one.variables}
    assert asked == {"limit", "offset", "genre", "sort"}
    assert trusted.invariants["book.genre"] == {"never null": True, "one of": ["essay", "novel", "poem"]}
    assert dump(load(dump(trusted), "file")) == dump(trusted)


def test_the_same_library_gives_the_same_bytes(trusted):
    assert dump(learned(Library()).baseline) == dump(trusted)


def test_nothing_is_held_against_the_same_library(place):
    assert run(Library(), replace(HELD, baseline=place)).findings == ()


@pytest.mark.parametrize("fault", FAULTS)
def test_another_answer_is_found_and_shows_again(fault, place):
    settings = replace(HELD, baseline=place)
    coordinate, words = FAULTS[fault]
    found = [one for one in run(Library(fault), settings).faults if one.oracle == "baseline"]
    finding = next(one for one in found if one.coordinate == coordinate)
    assert words in finding.message
    (again,) = replay([finding], Library(fault), settings)
    assert again.shown
    (mended,) = replay([finding], Library(), settings)
    assert not mended.shown


def test_an_entry_that_is_gone_is_told_by_its_status(place):
    library = Library()
    text = Path(place).read_text(encoding="utf-8")
    gone = {one.variables["id"] for one in load(text, "").answers if one.document == "GET /authors/{id}"}
    library.authors = {key: author for key, author in library.authors.items() if key not in gone}
    messages = {one.message for one in run(library, replace(HELD, baseline=place)).findings}
    assert "has status `404`, but succeeded in the baseline" in messages


def test_an_operation_that_is_gone_from_the_description_is_told(place):
    class Smaller(Library):
        def answer(self, steps, query):
            found = super().answer(steps, query)
            if steps == ["openapi.json"]:
                paths = {path: one for path, one in found["paths"].items() if path != "/authors/{id}"}
                return found | {"paths": paths}
            return found

    found = run(Smaller(), replace(HELD, baseline=place)).findings
    assert (
        "GET /authors/{id}",
        "a call of the baseline no longer fits the description: GET /authors/{id} was removed",
    ) in [(one.coordinate, one.message) for one in found]


def test_what_changes_by_itself_is_set_aside_and_what_changed_is_told():
    before = learned(Ticking(), requests=120)
    assert before.baseline.volatile == {"book.seen"}
    after = learned(Ticking(gone=True), before.baseline, requests=120)
    assert "GET /authors" in {coordinate for coordinate, _, _ in after.by_coordinate}
    assert not learned(Ticking(), before.baseline, requests=120).changes.changed


def test_a_baseline_of_the_other_protocol_is_refused(tmp_path):
    file = tmp_path / "graphql.json"
    file.write_text(dump(Baseline()), encoding="utf-8")
    with pytest.raises(ConfigError, match="is the baseline of a GraphQL API, and this is a REST API"):
        run(Library(), replace(HELD, baseline=str(file)))
    with pytest.raises(ConfigError, match="is the baseline of a GraphQL API"):
        learned(Library(), Baseline())
