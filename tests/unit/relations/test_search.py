from __future__ import annotations

from typing import Any

import pytest

from querious.model import Severity
from querious.relations.search import RELATION, _word_of
from relating import Api, said

SDL = """
    type Query { items: [Item!]! search(text: String!, limit: Int): [Result!]! shops(query: String): [Shop!]! }
    type Item { id: ID! name: String! }
    type Shop { id: ID! title: String }
    union Result = Item | Shop
"""
KNOWN = "{ items { id } shops { id } }"
ITEMS = [
    {"kind": "Item", "id": str(place), "name": name}
    for place, name in enumerate(["Hex bolt", "Wood screw", "Machine screw", "Washer", "Cordless drill", "Of a to"])
]
SHOPS = [{"kind": "Shop", "id": "s", "title": "Nordic Bolts"}]


def holds(row: dict[str, Any], text: str) -> bool:
    return text.casefold() in row.get("name", row.get("title")).casefold()


def api(find: Any = holds, most: int = 100) -> Api:
    def search(_: Any, __: Any, text: str, limit: int = 10) -> list[dict[str, Any]]:
        return [row for row in [*ITEMS, *SHOPS] if find(row, text)][: min(limit, most)]

    resolvers = {
        "Query.items": lambda *_: ITEMS,
        "Query.search": search,
        "Query.shops": lambda *_, query="": [row for row in SHOPS if holds(row, query or "")],
    }
    return Api(SDL, resolvers, {"Result": "kind"}).know(KNOWN)


def test_what_finds_all_is_right():
    healthy = api()
    assert said(healthy.found(RELATION)) == []
    assert healthy.requests > 5


DESIGNS = {
    "whole words": lambda row, text: text.casefold() in row.get("name", "").casefold().split(),
    "stems": lambda row, text: holds(row, text.casefold().removesuffix("s")),
    "beginnings": lambda row, text: any(
        word.startswith(text.casefold()) for word in row.get("name", "").casefold().split()
    ),
    "another leaf": lambda row, text: False,
    "fuzzy": lambda row, text: True,
}


@pytest.mark.parametrize("design", DESIGNS)
def test_every_way_to_search_is_healthy(design: str):
    assert said(api(DESIGNS[design]).found(RELATION)) == []


def test_an_object_that_is_not_found_by_its_own_name():
    (found,) = api(lambda row, text: holds(row, text) and row["id"] != "3").found(RELATION)
    assert (found.coordinate, found.severity) == ("Query.search", Severity.SUSPICION)
    assert found.message == (
        'finds most objects of Item by a word of their name, but not the one with name "Washer" by "Washer"'
    )


def test_a_list_that_may_be_cut_says_nothing():
    cut = api(lambda row, text: row["id"] != "3", most=5)
    assert said(cut.found(RELATION)) == []


def test_words_that_an_index_may_leave_out_are_not_searched_for():
    assert _word_of("Of a to") == ""
    assert _word_of("With those from M8-40") == ""
    assert _word_of("Cordless drill, with case") == "Cordless"


def test_strange_answers_are_passed_over():
    healthy = api()
    for trace in healthy.traces(RELATION):
        for data in (None, {}, {"items": [None], "search": None}, {"search": [{"__typename": "Item", "id": []}]}):
            strange = [*trace, trace[-1]._replace(data=data)]
            assert list(RELATION.check(strange, healthy.observed.types)) == []
