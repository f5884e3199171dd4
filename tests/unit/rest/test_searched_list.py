from __future__ import annotations

import pytest

from querious.model.state import Ending
from querious.rest.collection import RestCollection
from querious.rest.known_collection import KnownCollection
from querious.rest.searched_list import SearchBody
from services.transport import Scripted, answer

ROWS = [{"id": number, "title": "t"} for number in range(1, 8)]


def search(reply, **body):
    known = KnownCollection(search=SearchBody(**body))
    return RestCollection(Scripted(reply), "/books/filter", {"title": "nonempty_string()"}, known).list()


def pages_of_three(request):
    offset = (request.body or {}).get("offset", 0)
    size = (request.body or {}).get("limit", 3)
    return answer(200, ROWS[offset : offset + size])


@pytest.mark.parametrize(
    ("body", "requests"), [({"offset": "offset"}, 4), ({"offset": "offset", "size": "limit", "largest": 5}, 2)]
)
def test_pages_are_read_by_the_offset_in_the_body(body, requests):
    listed = search(pages_of_three, **body)
    assert [key for key, _ in listed.entries] == [str(row["id"]) for row in ROWS]
    assert listed.whole
    assert [exchange.case.request.method for exchange in listed.exchanges] == ["POST"] * requests


def test_without_an_offset_nobody_knows_whether_the_list_is_whole():
    listed = search(pages_of_three)
    assert len(listed.entries) == 3
    assert not listed.whole


def test_an_offset_that_is_ignored_ends_the_list():
    listed = search(answer(200, ROWS[:3]), offset="offset")
    assert len(listed.entries) == 3
    assert not listed.whole


@pytest.mark.parametrize("reply", [answer(200, {"found": "nothing"}), answer(200, [{"score": 1.5}]), answer(422, {})])
def test_what_is_no_list_of_entries_is_not_taken_for_one(reply):
    assert search(reply, offset="offset").ending is Ending.REFUSED


def test_a_search_that_crashes_is_told():
    assert search(answer(500, {}), offset="offset").ending is Ending.BROKEN
