"""A bare list says nothing of what follows: where its description tells how it is cut, it is read to its end."""

from __future__ import annotations

from urllib.parse import parse_qsl, urlsplit

import pytest

from querious.rest.collection import RestCollection
from querious.rest.described_pages import DescribedPages
from querious.rest.known_collection import KnownCollection
from services.transport import Scripted, answer

OFFSET = DescribedPages("limit", 3, "offset")
ENTRIES = [{"id": number} for number in range(1, 8)]


def books(page_of, pages, entries=ENTRIES, envelope=lambda page, _entries: page):
    """A collection whose pages are cut out of the entries by the query."""

    def reply(request):
        query = {name: int(value) for name, value in parse_qsl(urlsplit(request.path).query)}
        return answer(200, envelope(page_of(entries, query), entries))

    return RestCollection(Scripted(reply), "/books", {"title": "nonempty_string()"}, KnownCollection(pages=pages))


def by_offset(entries, query):
    start = query.get("offset", 0)
    return entries[start : start + query.get("limit", 3)]


def by_number(first):
    def page_of(entries, query):
        start = (query.get("page", first) - first) * 3
        return entries[start : start + 3]

    return page_of


def keys(listed):
    return [int(key) for key, _ in listed.entries]


@pytest.mark.parametrize(
    ("page_of", "pages"),
    [
        (by_offset, OFFSET),
        (by_offset, DescribedPages(place="offset")),
        (by_number(0), DescribedPages("size", 3, "page", by_number=True)),
        (by_number(1), DescribedPages("size", 3, "page", by_number=True)),
        (by_number(1), DescribedPages("size", 3, "page", by_number=True, first=1)),
    ],
    ids=["offset", "no documented size", "from 0", "from 1, not documented", "from 1"],
)
def test_a_bare_list_is_read_to_its_end(page_of, pages):
    listed = books(page_of, pages).list()
    assert keys(listed) == [1, 2, 3, 4, 5, 6, 7]
    assert listed.whole


def test_a_page_that_is_not_full_is_the_last_which_is_tried_once():
    """A service may give less than was asked for without a word."""
    collection = books(by_offset, OFFSET, ENTRIES[:2])
    first, second = collection.list(), collection.list()
    assert first.whole
    assert second.whole
    assert (len(first.exchanges), len(second.exchanges)) == (2, 1)
    capped = books(lambda entries, query: by_offset(entries, {**query, "limit": 2}), OFFSET).list()
    assert keys(capped) == [1, 2, 3, 4, 5, 6, 7]
    assert capped.whole


def test_where_no_size_is_documented_only_longer_lists_are_asked_for_more():
    everything = books(lambda entries, query: entries[query.get("offset", 0) :], DescribedPages(place="offset"))
    first, second = everything.list(), everything.list()
    assert first.whole
    assert len(first.exchanges) == 2
    everything._learned.short_page = 8
    assert len(everything.list().exchanges) == 1
    assert second.whole


def test_a_full_page_without_a_way_to_the_next_is_not_the_whole_list():
    assert not books(by_offset, DescribedPages("limit", 3)).list().whole
    assert books(by_offset, DescribedPages("limit", 3), ENTRIES[:2]).list().whole


def test_where_the_place_makes_no_difference_nobody_knows_the_whole_list():
    assert not books(lambda entries, _: entries[:3], OFFSET).list().whole


def test_a_list_of_a_round_length_may_be_cut_without_a_word():
    many = [{"id": number} for number in range(1, 41)]
    cut = books(lambda entries, _: entries[:20], DescribedPages(), many).list()
    assert not cut.whole
    assert books(lambda entries, _: entries, DescribedPages(), many[:19]).list().whole


def test_the_end_that_an_answer_tells_counts():
    def told(page, entries):
        return {"items": page, "total": len(entries)}

    cut = books(by_offset, DescribedPages(place="offset"), ENTRIES[:3], told).list()
    assert cut.whole
    assert len(cut.exchanges) == 1


def test_a_count_of_the_page_tells_no_end():
    listed = books(by_offset, OFFSET, envelope=lambda page, _: {"items": page, "count": len(page)}).list()
    assert keys(listed) == [1, 2, 3, 4, 5, 6, 7]
    assert listed.whole


def test_a_page_behind_the_last_may_be_unknown():
    def reply(request):
        query = dict(parse_qsl(urlsplit(request.path).query))
        page = ENTRIES[: 3 if "page" not in query else 0]
        return answer(200, page) if page else answer(404, {"title": "no such page"})

    pages = DescribedPages("size", 3, "page", by_number=True, first=1)
    listed = RestCollection(Scripted(reply), "/books", {"title": "x"}, KnownCollection(pages=pages)).list()
    assert keys(listed) == [1, 2, 3]
    assert listed.whole
