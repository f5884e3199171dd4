from __future__ import annotations

from querious.model.document_text import write
from querious.model.edits import places, replaced, selected_at
from querious.model.operation import fields, walk
from sample import operation

OPERATION = operation("{ version book(id: 1) { id author { name ... on Author { rival { id } } } } }")


def test_places_lead_back_to_their_selections():
    found = list(places(OPERATION.selections))
    assert [node for _, node in found] == list(walk(OPERATION.selections))
    assert all(selected_at(OPERATION.selections, place) is node for place, node in found)
    assert [node.name for node in fields(OPERATION.selections)] == [
        "version", "book", "id", "author", "name", "rival", "id",
    ]  # fmt: skip


def test_replacing_by_none_one_and_two():
    def after(place, by) -> str:
        return write(OPERATION._replace(selections=replaced(OPERATION.selections, place, by)))[0]

    version = OPERATION.selections[0]
    assert after((0,), ()).startswith("{ book(")
    assert after((1, 1, 1), ()) == "{ version book(id: 1) { id author { name } } }"
    assert after((1, 0), [version, version]).startswith("{ version book(id: 1) { version version author")


def test_the_original_is_left_as_it_was():
    before = write(OPERATION)
    replaced(OPERATION.selections, (1, 1, 0), ())
    assert write(OPERATION) == before
