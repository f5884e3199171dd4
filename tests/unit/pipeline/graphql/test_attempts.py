from __future__ import annotations

import pytest

from querious.model import Path, Step
from querious.pipeline.graphql.attempts import Attempts, Knowledge


class Known:
    """What is known of arguments, as a test has it."""

    def __init__(self) -> None:
        self.values: dict[str, int] = {}
        self.more: set[str] = set()

    def attempts(self, *alone):
        return Attempts(Knowledge(self.values.get, lambda _: 0, self.more.__contains__), set(alone).__contains__)


@pytest.fixture
def known():
    return Known()


PATH = Path((Step("Query", "book", "Book"), Step("Book", "title", "String")))
OTHER = Path((Step("Query", "books", "Book"), Step("Book", "title", "String")))


def end_at(attempts, path, actual, times):
    for _ in range(times):
        attempts.begin()
        attempts.note([(path, actual)])
    attempts.begin()


def test_a_place_without_values_is_given_up_after_a_few_attempts_and_all_behind_it(known):
    attempts = known.attempts()
    end_at(attempts, PATH, 0, 3)
    assert not attempts.are_over(PATH)
    end_at(attempts, PATH, 0, 1)
    assert attempts.are_over(PATH)
    assert attempts.are_over(Path((PATH.steps[0], Step("Book", "author", "Author"))))


def test_another_way_to_the_same_field_is_not_given_up_with_it(known):
    attempts = known.attempts()
    end_at(attempts, PATH, 0, 8)
    assert attempts.are_over(PATH)
    assert not attempts.are_over(OTHER)


def test_a_field_that_holds_nothing_anywhere_is_given_up_on_every_way(known):
    attempts = known.attempts()
    end_at(attempts, PATH, 1, 8)
    assert attempts.are_over(OTHER)


def test_a_new_value_for_an_argument_on_the_way_is_a_new_chance(known):
    known.values["Query.book"] = 3
    attempts = known.attempts()
    end_at(attempts, PATH, 0, 8)
    assert attempts.are_over(PATH)
    known.values["Query.book"] = 4
    attempts.begin()
    assert not attempts.are_over(PATH)


def test_data_ends_it(known):
    attempts = known.attempts()
    end_at(attempts, PATH, 1, 8)
    attempts.note([(PATH, 2)])
    assert not attempts.are_over(PATH)
    assert not attempts.are_over(OTHER)


def test_what_must_be_asked_alone_is_given_up_sooner(known):
    known.values["Query.book"] = 3
    attempts = known.attempts("Query.book")
    end_at(attempts, PATH, 0, 4)
    assert attempts.are_over(PATH)


def test_values_that_the_api_named_are_tried_first(known):
    known.values["Query.book"] = 3
    known.more.add("Query.book")
    attempts = known.attempts()
    end_at(attempts, PATH, 0, 11)
    assert not attempts.are_over(PATH)
    end_at(attempts, PATH, 0, 1)
    assert attempts.are_over(PATH)


def test_many_paths_of_one_answer_that_end_at_one_place_are_one_attempt(known):
    attempts = known.attempts()
    others = [Path((PATH.steps[0], Step("Book", f"f{n}", "String"))) for n in range(9)]
    attempts.note([(path, 0) for path in others])
    assert not attempts.are_over(others[0])
