from __future__ import annotations

from typing import Any

import pytest

from querious.model import Severity
from querious.relations.trees import RELATION
from relating import Api, said

SDL = """
    type Query { categories: [Category!]! items: [Item!]! }
    type Category { id: ID! parent: Category children: [Category!]! }
    type Item { id: ID! category: Category }
"""
KNOWN = "{ categories { id children { id } } items { id category { id } } }"
PARENTS = {"a": None, "b": None, "c": None, "aa": "a", "ab": "a", "aaa": "aa", "ba": "b"}


def category(key: str | None) -> dict[str, Any] | None:
    return None if key is None else {"id": key}


def api(sdl: str = SDL, **changes: Any) -> Api:
    own = {
        "Query.categories": lambda *_: [category(key) for key, parent in PARENTS.items() if parent is None],
        "Query.items": lambda *_: [{"id": f"i{key}", "category": category(key)} for key in PARENTS],
        "Category.parent": lambda one, _: category(PARENTS[one["id"]]),
        "Category.children": lambda one, _: [category(key) for key, above in PARENTS.items() if above == one["id"]],
    }
    return Api(sdl, {**own, **{name.replace("_", "."): one for name, one in changes.items()}}).know(KNOWN)


def test_a_tree_without_gaps_is_right():
    healthy = api()
    assert said(healthy.found(RELATION)) == []
    assert healthy.requests > 3


def test_an_object_that_is_lost_at_the_top_is_found():
    (found,) = api(Query_categories=lambda *_: [category("a"), category("b")]).found(RELATION)
    assert (found.coordinate, found.severity) == ("Query.categories", Severity.SUSPICION)
    assert found.message == (
        'lists those without a parent, but not the Category "c", which other answers show without a parent'
    )


def test_a_child_that_its_parent_does_not_list_is_found():
    def children(one: dict[str, Any], _: Any) -> list[Any]:
        return [category(key) for key, above in PARENTS.items() if above == one["id"] and key != "ab"]

    (found,) = api(Category_children=children).found(RELATION)
    assert said([found]) == ['Category.children: does not list the Category "ab", which names this one as its parent']


@pytest.mark.parametrize(
    "listed",
    [
        [category(key) for key in PARENTS if key != "c"],  # no list of the top: there are others in it
        [category("a")],  # too few to tell
        [],
    ],
)
def test_other_lists_are_left_alone(listed: list[Any]):
    assert said(api(Query_categories=lambda *_: listed).found(RELATION)) == []


@pytest.mark.parametrize("field", ["categories(featured: Boolean = true)", "categories(first: Int)"])
def test_a_list_that_may_leave_some_out_is_left_alone(field: str):
    some = api(SDL.replace("categories", field), Query_categories=lambda *_, **__: [category("a"), category("b")])
    assert said(some.found(RELATION)) == []


def test_strange_answers_are_passed_over():
    healthy = api()
    for trace in healthy.traces(RELATION):
        for data in (None, {}, {"categories": None}, {"categories": [{"id": None, "parent": []}]}, {"items": [None]}):
            strange = [*trace, trace[-1]._replace(data=data)]
            assert list(RELATION.check(strange, healthy.observed.types)) == []
