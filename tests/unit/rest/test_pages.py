"""The next page is found however a service tells it."""

from __future__ import annotations

import pytest

from querious.rest.pages import Next, Page, following
from services.transport import answer


def after(payload, path="/books", items=2, so_far=2, last="k2", **headers):
    return following(Page(path, answer(200, payload, **headers), items, so_far, last))


@pytest.mark.parametrize(
    ("link", "path"),
    [
        ('<http://h/api/books?page=2>; rel="next", <http://h/api/books?page=9>; rel="last"', "/books?page=2"),
        ('<http://h/books?page=9>; rel=last, </books?page=2>; title="a, b; rel=no"; rel="prev NEXT"', "/books?page=2"),
        ("<?page=2>;rel=next", "/books?page=2"),
        ("<https://proxy/x/books/?cursor=a%2Fb>; Rel=next", "/books?cursor=a%2Fb"),
        ("</other/2>; rel=next", "/other/2"),
    ],
)
def test_by_a_link_header(link, path):
    assert after([1, 2], link=link) == Next(path, more=True)


@pytest.mark.parametrize("link", ['</books?page=1>; rel="prev"', "nonsense", "<a>; rel=nextish", ""])
def test_other_links_tell_of_no_next_page(link):
    assert after([1, 2], link=link) == Next()


@pytest.mark.parametrize(
    ("payload", "path"),
    [
        ({"next": "http://h/books?page=2"}, "/books?page=2"),
        ({"next": "/v1/books?offset=2"}, "/books?offset=2"),
        ({"next": 2}, "/books?page=2"),
        ({"next": "abc"}, "/books?cursor=abc"),
        ({"next_page": 2}, "/books?page=2"),
        ({"nextPageToken": "t=1"}, "/books?pageToken=t%3D1"),
        ({"next_page_token": "t"}, "/books?page_token=t"),
        ({"next_cursor": "c"}, "/books?cursor=c"),
        ({"meta": {"nextCursor": "c"}}, "/books?cursor=c"),
        ({"cursor": "c"}, "/books?cursor=c"),
        ({"links": {"next": "/books?page=2"}}, "/books?page=2"),
        ({"_links": {"next": {"href": "/books?page=2"}, "self": {"href": "/books"}}}, "/books?page=2"),
        ({"@odata.nextLink": "http://h/books?$skip=2"}, "/books?$skip=2"),
        ({"paging": {"cursors": {"after": "x"}, "next": "https://h/books?after=x"}}, "/books?after=x"),
        ({"pageInfo": {"hasNextPage": True, "endCursor": "e"}}, "/books?after=e"),
        ({"has_more": True, "data": [1]}, "/books?starting_after=k2"),
        ({"data": {"items": [], "next": "/books?page=3"}}, "/books?page=3"),
    ],
)
def test_by_what_the_body_says(payload, path):
    assert after(payload)[:2] == (path, True)


@pytest.mark.parametrize(
    "payload",
    [
        {"next": None},
        {"next": ""},
        {"links": {"next": None}},
        {"nextPageToken": ""},
        {"has_more": False, "cursor": "c"},
        {"pageInfo": {"hasNextPage": False, "endCursor": "e"}},
        {"total": 2, "page": 1},
        {"count": 2},
        {"total_pages": 1, "page": 1},
        [1, 2],
        None,
    ],
)
def test_there_may_be_none(payload):
    assert after(payload) == Next()


@pytest.mark.parametrize(
    ("payload", "asked", "path"),
    [
        ({"total": 5, "page": 1}, "/books", "/books?page=2"),
        ({"total": 5, "page": 0}, "/books", "/books?page=1"),
        ({"total": 5, "offset": 0, "limit": 2}, "/books", "/books?offset=2"),
        ({"total": 5, "skip": 2}, "/books?skip=2", "/books?skip=4"),
        ({"total": 5}, "/books?page=3&x=1", "/books?x=1&page=4"),
        ({"total": 5}, "/books?_page=1&_limit=2", "/books?_limit=2&_page=2"),
        ({"total": 5, "limit": 2}, "/books", "/books?offset=2"),
        ({"meta": {"total_count": 5, "per_page": 2}}, "/books", "/books?page=2"),
        ({"page": {"totalElements": 5, "number": 0, "size": 2}}, "/books", "/books?page=1"),
        ({"totalPages": 3, "currentPage": 2}, "/books?page=2", "/books?page=3"),
        ({"count": 5}, "/books?limit=2&offset=2", "/books?limit=2&offset=4"),
        ({"has_more": True, "page": 1}, "/books", "/books?page=2"),
    ],
)
def test_by_counting_on_to_a_total(payload, asked, path):
    assert after(payload, asked) == Next(path, more=True)


def test_a_total_may_stand_in_a_header():
    assert after([1, 2], "/books?page=1", x_total_count="5") == Next("/books?page=2", more=True)
    assert after([1, 2], "/books?page=1", x_total_count="2") == Next()


def test_there_may_be_more_and_nobody_says_where():
    assert after({"total": 5}) == Next(more=True)
    assert after({"has_more": True}, items=0) == Next(more=True)
    assert after({"has_more": True}, last="") == Next(more=True)


def test_an_empty_page_ends_counting():
    assert after({"total": 5, "page": 3}, items=0) == Next()


def test_an_object_in_a_header_tells_of_pages():
    told = '{"total": 5, "total_pages": 3, "page": 2, "next_page": 3}'
    assert after([1, 2], "/books?page=2", so_far=4, **{"x-pagination": told}) == Next(
        "/books?page=3", more=True, token="3"
    )
    assert after([1, 2], "/books?page=2", so_far=5, **{"x-pagination": '{"total": 5, "page": 2}'}) == Next()
    assert after([1, 2], **{"x-pagination": "{nonsense"}) == Next()


def test_of_a_full_page_nobody_knows_whether_it_is_the_last():
    assert after([1, 2], "/books?page_size=2") == Next(more=True)
    assert after([1], "/books?page_size=2", items=1) == Next()
