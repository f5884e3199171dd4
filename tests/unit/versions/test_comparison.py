from __future__ import annotations

import json
from datetime import UTC, datetime

import pytest
from graphql import build_schema
from hypothesis import given
from hypothesis import strategies as st

from querious.answers.differences import ComparisonContext
from querious.answers.order import PromisedOrder
from querious.graphql.cases import read_documents
from querious.graphql.shape import Shapes
from querious.model import Case, Exchange, Failure, graphql_case
from querious.model.diff import Kind
from querious.versions import compare
from querious.versions.comparison import coordinates

SCHEMA = build_schema(
    """
    type Query { user(id: ID): User users(first: Int): [User] top(sort: Sort): Page page(first: Int): Page
      hit: Hit hits: [Hit] tags: [String] grid: [[Int]] now: String price: Price any: Any lines: [Line] need: Line! }
    enum Sort { NAME AGE }
    scalar Any
    union Hit = User | Team
    type User { id: ID name: String age: Int boss: User! friends: [User] }
    type Team { id: ID title: String }
    type Page { total: Int edges: [Edge] nodes: [User] }
    type Edge { cursor: String node: User }
    type Price { amount: Float unit: String }
    type Line { number: Int text: String stamp: String }
    """
)
NOW = 1_790_000_000.0


def exchange(case: Case, data=None, status=200, errors=None, **more) -> Exchange:
    payload = {"data": data} if errors is None else {"data": data, "errors": errors}
    return Exchange(case, status, body=json.dumps(payload).encode(), payload=payload, is_json=True, **more)


def asked(document: str):
    (operation,) = read_documents(SCHEMA, document)
    return graphql_case(0, operation, document, {}), Shapes(SCHEMA).of(operation)


def differing(document: str, one, other, volatile=frozenset(), **errors):
    case, shape = asked(document)
    terms = ComparisonContext(PromisedOrder(SCHEMA), volatile, NOW)
    a = exchange(case, one, errors=errors.get("errors_a"))
    b = exchange(case, other, errors=errors.get("errors_b"))
    return compare(shape, a, b, terms)


def found(*arguments, **more) -> list[tuple[str, Kind]]:
    return [(spot.coordinate, spot.kind) for spot in differing(*arguments, **more)]


def users(*names, **more):
    return [{"id": str(name), "name": f"n{name}", **more} for name in names]


def test_the_same_answer_has_no_differences():
    data = {"user": {"id": "1", "name": "a"}}
    assert found("{ user { id name } }", data, data) == []


def test_a_leaf_is_blamed_with_its_path_and_both_values():
    (spot,) = differing("{ user { id name } }", {"user": {"id": "1", "name": "a"}}, {"user": {"id": "1", "name": "b"}})
    assert spot[:5] == ("User.name", Kind.VALUE, ("user", "name"), '"a"', '"b"')
    assert spot.promised


def test_a_null_is_blamed_at_the_top():
    data = {"user": {"id": "1", "boss": {"name": "x"}}}
    assert found("{ user { id boss { name } } }", data, {"user": None}) == [("Query.user", Kind.NULL)]


def test_another_object_is_blamed_on_the_field_that_gives_it():
    one, other = {"user": {"id": "1", "name": "a", "age": 3}}, {"user": {"id": "2", "name": "b", "age": 4}}
    assert found("{ user { id name age } }", one, other) == [("Query.user", Kind.OTHER)]


def test_where_all_but_the_identifier_agrees_the_identifier_differs():
    one, other = {"user": {"id": "1", "name": "a"}}, {"user": {"id": "u-1", "name": "a"}}
    assert found("{ user { id name } }", one, other) == [("User.id", Kind.VALUE)]
    assert found("{ users { id name } }", {"users": users(1, 2)}, {"users": [{**u, "id": "u" + u["id"]} for u in users(1, 2)]}) == [
        ("User.id", Kind.VALUE),
        ("User.id", Kind.VALUE),
    ]  # fmt: skip


def test_an_object_of_another_type():
    document = "{ hit { __typename ... on User { id } ... on Team { id } } }"
    one, other = {"hit": {"__typename": "User", "id": "1"}}, {"hit": {"__typename": "Team", "id": "1"}}
    (spot,) = differing(document, one, other)
    assert spot[:5] == ("Query.hit", Kind.TYPE, ("hit",), "User", "Team")


def test_a_value_of_another_type():
    assert found("{ any }", {"any": 1}, {"any": "1"}) == [("Query.any", Kind.TYPE)]
    assert found("{ any }", {"any": 1}, {"any": True}) == [("Query.any", Kind.TYPE)]
    assert found("{ any }", {"any": {"a": 1, "b": [1]}}, {"any": {"b": [1.0], "a": 1}}) == []
    assert found("{ any }", {"any": [1, 2]}, {"any": [2, 1]}) == [("Query.any", Kind.VALUE)]


@pytest.mark.parametrize(
    ("ours", "theirs", "kind", "told"),
    [
        ((1, 2, 3), (1, 3), Kind.LOST, ('3 items, with "2"', "2 items")),
        ((1, 3), (1, 2, 3), Kind.ADDED, ("2 items", '3 items, with "2"')),
        ((1, 2), (1, 2, 2), Kind.ADDED, ("2 items", '3 items, with "2"')),
        ((1, 2), (2, 3), Kind.OTHERS, ('2 items, with "1"', '2 items, with "3"')),
        ((1, 2, 3), (3, 1, 2), Kind.ORDER, ('3 items: "1", "2", "3"', '3 items: "3", "1", "2"')),
        ((1,), (), Kind.LOST, ('1 item, with "1"', "0 items")),
    ],
)
def test_items_of_a_list_are_told_at_the_list(ours, theirs, kind, told):
    (spot,) = differing("{ users { id name } }", {"users": users(*ours)}, {"users": users(*theirs)})
    assert spot[:5] == ("Query.users", kind, ("users",), *told)


def test_a_changed_item_is_aligned_by_its_identifier():
    theirs = users(2, 1)
    theirs[1]["name"] = "other"
    spots = differing("{ users { id name } }", {"users": users(1, 2)}, {"users": theirs})
    assert [(spot.coordinate, spot.kind, spot.path) for spot in spots] == [
        ("User.name", Kind.VALUE, ("users", 0, "name")),
        ("Query.users", Kind.ORDER, ("users",)),
    ]


def test_items_without_identity_are_aligned_by_what_they_say():
    one = {"lines": [{"number": 1, "text": "a"}, {"number": 2, "text": "b"}]}
    assert found("{ lines { number text } }", one, {"lines": one["lines"][::-1]}) == [("Query.lines", Kind.ORDER)]
    assert found("{ lines { number text } }", one, {"lines": one["lines"][:1]}) == [("Query.lines", Kind.LOST)]
    changed = {"lines": [one["lines"][0], {"number": 2, "text": "c"}]}
    assert found("{ lines { number text } }", one, changed) == [("Line.text", Kind.VALUE)]
    shifted = {"lines": [one["lines"][1], {"number": 3, "text": "c"}]}
    assert found("{ lines { number text } }", one, shifted) == [("Query.lines", Kind.OTHERS)]


def test_what_is_volatile_tells_no_items_apart():
    one = {"lines": [{"number": 1, "stamp": "p"}, {"number": 2, "stamp": "q"}]}
    other = {"lines": [{"number": 1, "stamp": "r"}]}
    document = "{ lines { number stamp } }"
    assert found(document, one, other, {"Line.stamp"}) == [("Line.stamp", Kind.VALUE), ("Query.lines", Kind.LOST)]
    volatile = {"User.id"}
    assert found("{ users { id name } }", {"users": [{"id": "7", "name": "a"}]}, {"users": [{"id": "8", "name": "a"}]}, volatile) == [
        ("User.id", Kind.VALUE)
    ]  # fmt: skip


def test_an_edge_that_moved_is_not_blamed_for_its_cursor():
    def page(*names):
        return {"page": {"edges": [{"cursor": f"c{place}", "node": user} for place, user in enumerate(users(*names))]}}

    document = "{ page { edges { cursor node { id name } } } }"
    assert found(document, page(1, 2), page(2, 1)) == [("Page.edges", Kind.ORDER)]
    assert found(document, page(1, 2), page(2)) == [("Page.edges", Kind.LOST)]
    changed = page(1, 2)
    changed["page"]["edges"][0]["cursor"] = "x"
    assert found(document, page(1, 2), changed) == [("Edge.cursor", Kind.VALUE)]


@pytest.mark.parametrize(
    ("document", "promised"),
    [
        ("{ users { id } }", False),
        ("{ users(first: 2) { id } }", True),
        ("{ users(first: null) { id } }", False),
        ("{ user { friends { id } } }", False),
        ("{ top(sort: NAME) { nodes { id } } }", True),
        ("{ top { nodes { id } } }", False),
        ("{ page(first: 2) { nodes { friends { id } } } }", False),
    ],
)
def test_order_is_promised_by_sorting_and_paging(document, promised):
    key = document.split("{")[1].split("(")[0].strip()
    ours, theirs = [{"id": "1"}, {"id": "2"}], [{"id": "2"}, {"id": "1"}]
    bodies = [
        {"nodes": [{"friends": rows}]} if "nodes { friends" in document
        else {"friends": rows} if "friends" in document
        else {"nodes": rows} if "nodes" in document
        else rows
        for rows in (ours, theirs)
    ]  # fmt: skip
    (spot,) = differing(document, {key: bodies[0]}, {key: bodies[1]})
    assert (spot.kind, spot.promised) == (Kind.ORDER, promised)


def test_lists_of_leaves_and_lists_of_lists():
    assert found("{ tags }", {"tags": ["a", "b"]}, {"tags": ["b", "a"]}) == [("Query.tags", Kind.ORDER)]
    assert found("{ tags }", {"tags": ["a", "b"]}, {"tags": ["a"]}) == [("Query.tags", Kind.LOST)]
    assert found("{ tags }", {"tags": ["a", "b"]}, {"tags": ["a", "c"]}) == [("Query.tags", Kind.OTHERS)]
    assert found("{ grid }", {"grid": [[1], [2]]}, {"grid": [[1], [2]]}) == []
    assert found("{ grid }", {"grid": [[1], [2]]}, {"grid": [[1]]}) == [("Query.grid", Kind.LOST)]


def test_moments_close_to_now_are_the_same():
    def at(seconds):
        return {"now": datetime.fromtimestamp(NOW + seconds, UTC).isoformat()}

    assert found("{ now }", at(0), at(2)) == []
    assert found("{ now }", at(0), at(7200)) == [("Query.now", Kind.VALUE)]
    assert found("{ any }", {"any": NOW}, {"any": NOW + 1}) == []
    assert found("{ any }", {"any": NOW * 1000}, {"any": str(int(NOW * 1000) + 9)}) == []
    assert found("{ now }", {"now": "2020-01-01T00:00:00Z"}, {"now": "2020-01-01T00:00:01Z"}) == [
        ("Query.now", Kind.VALUE)
    ]


def error(message="broken", path=None, code=None):
    made = {"message": message}
    return made | ({"path": path} if path else {}) | ({"extensions": {"code": code}} if code else {})


def test_an_error_explains_the_null_it_leaves():
    data = {"user": {"id": "1", "name": "a"}}
    spots = differing(
        "{ user { id name } }", data, {"user": {"id": "1", "name": None}}, errors_b=[error(path=["user", "name"])]
    )
    assert [spot[:5] for spot in spots] == [
        ("User.name", Kind.ERROR, ("user", "name"), "no error", "error: broken")
    ]  # fmt: skip
    risen = [error(path=["user", "boss", "name"])]
    assert found("{ user { id boss { name } } }", {"user": {"id": "1", "boss": {"name": "b"}}}, {"user": None}, errors_b=risen) == [
        ("User.name", Kind.ERROR)
    ]  # fmt: skip


def test_a_null_that_no_error_explains_is_told_beside_errors_elsewhere():
    one, other = {"now": "a", "price": {"unit": "x"}}, {"now": None, "price": {"unit": None}}
    assert found("{ now price { unit } }", one, other, errors_b=[error(path=["price", "unit"])]) == [
        ("Query.now", Kind.NULL),
        ("Price.unit", Kind.ERROR),
    ]


def test_an_item_that_became_an_error_is_not_lost():
    ours, theirs = {"users": users(1, 2)}, {"users": [users(1)[0], None]}
    assert found("{ users { id name } }", ours, theirs, errors_b=[error(path=["users", 1])]) == [
        ("Query.users", Kind.ERROR)
    ]
    assert found("{ users { id name } }", ours, theirs) == [("Query.users", Kind.OTHERS)]


def test_errors_differ_by_code_and_only_suspiciously_by_words():
    nothing = {"now": None}

    def both(one, other):
        return differing("{ now }", nothing, nothing, errors_a=[one], errors_b=[other])

    assert both(error("item 7 not found", ["now"]), error("item 8 not found", ["now"])) == []
    (words,) = both(error("gone", ["now"]), error("away", ["now"]))
    assert (words.kind, words.promised) == (Kind.MESSAGE, False)
    (code,) = both(error("gone", ["now"], "A"), error("gone", ["now"], "B"))
    assert (code.kind, code.promised, code.one) == (Kind.ERROR, True, "error A: gone")


def test_an_error_on_a_hidden_object_of_several_types():
    document = "{ hit { __typename ... on Team { title } ... on User { name } } }"
    spots = found(
        document, {"hit": {"__typename": "Team", "title": "t"}}, {"hit": None}, errors_b=[error(path=["hit", "title"])]
    )
    assert spots == [("Team.title", Kind.ERROR)]  # fmt: skip


def test_answers_that_are_none():
    case, shape = asked("{ now }")
    terms = ComparisonContext(PromisedOrder(SCHEMA), frozenset(), NOW)
    fine = exchange(case, {"now": "x"})
    slow = Exchange(case, failure=Failure.TIMEOUT)
    page = Exchange(case, 500, body=b"<p>")
    (spot,) = compare(shape, fine, slow, terms)
    assert spot[:2] == ("", Kind.STATUS)
    assert spot.other == Failure.TIMEOUT.value
    assert compare(shape, slow, slow, terms) == []
    assert compare(shape, fine, page, terms)[0].other == "status 500, not JSON"
    (spot,) = compare(shape, fine, exchange(case, {"now": "x"}, status=500), terms)
    assert spot[:5] == ("", Kind.STATUS, (), "status 200", "status 500")
    (spot,) = compare(shape, fine, exchange(case, None), terms)
    assert spot[:2] == ("", Kind.NULL)
    (spot,) = compare(shape, fine, exchange(case, None, errors=[error("no")]), terms)
    assert spot[:2] == ("", Kind.ERROR)


@pytest.mark.parametrize("wrong", [{"user": []}, {"user": "x"}, {}, {"user": {"id": [1]}}, {"users": 3}, []])
def test_strange_answers_are_told_and_never_thrown_at(wrong):
    data = {"user": {"id": "1", "name": "a"}, "users": users(1)}
    assert found("{ user { id name } users { id name } }", data, wrong)


def test_coordinates_are_those_an_answer_holds():
    case, shape = asked("{ user { id boss { name } } users { age } }")
    data = {"user": {"id": "1", "boss": {"name": "a"}}, "users": []}
    assert coordinates(shape, exchange(case, data)) == {
        "Query.user", "User.id", "User.boss", "User.name", "Query.users",
    }  # fmt: skip


IDS = st.lists(st.integers(0, 6), max_size=6)


@given(IDS, IDS)
def test_lists_by_identifier_are_compared_as_multisets(ours, theirs):
    spots = differing("{ users { id name } }", {"users": users(*ours)}, {"users": users(*theirs)})
    if ours == theirs:
        assert spots == []
    elif sorted(ours) == sorted(theirs):
        assert [spot.kind for spot in spots] == [Kind.ORDER]
    else:
        lost = any(ours.count(one) > theirs.count(one) for one in ours)
        added = any(theirs.count(one) > ours.count(one) for one in theirs)
        assert [spot.kind for spot in spots] == [Kind.OTHERS if lost and added else Kind.LOST if lost else Kind.ADDED]


@given(st.lists(st.tuples(st.integers(0, 2), st.sampled_from("ab")), max_size=5), st.randoms())
def test_a_shuffled_list_without_identity_differs_in_its_order_at_most(rows, random):
    ours = [{"number": number, "text": text} for number, text in rows]
    theirs = random.sample(ours, len(ours))
    assert found("{ lines { number text } }", {"lines": ours}, {"lines": theirs}) in ([], [("Query.lines", Kind.ORDER)])
