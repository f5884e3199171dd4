from __future__ import annotations

from querious.model import EnumValue
from querious.pipeline.graphql.created import Created
from querious.values import Lessons, Pool


def created() -> Created:
    """Books 1 and 2 were there; 7 and 8 were created."""
    pool = Pool()
    pool.teach([("Book.id", "1"), ("Book.id", "2"), ("Book.pages", 3)])
    found = Created(pool)
    found.note(Lessons([("Book.id", "1", 0), ("Book.id", "7", 0), ("Book.id", "8", 0)], [], []))
    return found


def test_what_was_there_gives_way_to_what_was_created():
    assert created().instead_of("1") == "8"
    assert created().instead_of({"id": "2", "ids": ["1"]}) == {"id": "8", "ids": ["8"]}


def test_values_of_other_fields_stay():
    assert created().instead_of(3) == 3
    assert created().instead_of("unknown") == "unknown"
    assert created().instead_of(EnumValue("1")) == EnumValue("1")
    assert created().instead_of(None) is None


def test_a_function_that_fills_arguments_is_wrapped():
    fill = created().filled(lambda *_: [("id", "1")])
    assert fill("Mutation", "deleteBook", "") == [("id", "8")]
