from __future__ import annotations

from urllib.parse import parse_qsl, urlsplit

from querious.model.state import Ending
from querious.rest.collection import RestCollection
from services.transport import Scripted, answer


def test_a_token_is_tried_under_other_names_until_pages_go_on():
    """``next_cursor`` suggests ``cursor``; a service that wants it as ``after`` answers the first page again."""
    entries = [{"id": number} for number in range(1, 8)]

    def page_of(request):
        query = dict(parse_qsl(urlsplit(request.path).query))
        start = int(query.get("after", 0))
        page = entries[start : start + 3]
        more = start + 3 < len(entries)
        return answer(200, {"items": page, "next_cursor": str(start + 3) if more else None})

    books = RestCollection(Scripted(page_of), "/books", {"title": "nonempty_string()"})
    for _ in range(2):
        listed = books.list()
        assert [key for key, _ in listed.entries] == [str(entry["id"]) for entry in entries]
        assert listed.whole
    assert len(listed.exchanges) == 3, "the name is learned"


def test_a_token_that_no_parameter_takes_leaves_the_list_cut():
    books = RestCollection(
        Scripted(answer(200, {"items": [{"id": 1}], "next_cursor": "x"})),
        "/books",
        {"title": "nonempty_string()"},
    )
    listed = books.list()
    assert [key for key, _ in listed.entries] == ["1"]
    assert not listed.whole


def test_of_two_lists_nobody_knows_which_is_meant_and_rows_without_keys_are_no_entries():
    template = {"title": "nonempty_string()"}
    two = RestCollection(Scripted(answer(200, {"writers": [{"id": 1}], "ranks": [{"id": 2}]})), "/people", template)
    assert two.list().ending is Ending.REFUSED
    nameless = RestCollection(Scripted(answer(200, [{"id": 1}, {"hidden": 2.5}])), "/books", template).list()
    assert [key for key, _ in nameless.entries] == ["1"]
    assert not nameless.whole
