from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from querious.versions.parity import FieldRefusal, TypePair, is_excerpt, mismatches, pair_types, same_meaning

BOOKS = [{"id": n, "title": f"book {n}", "created_at": 1_700_000_000 + n, "author_id": n % 2} for n in range(1, 6)]
AUTHORS = [{"id": n, "name": f"author {n}"} for n in range(1, 6)]
OF_GRAPHQL = {
    "Book": [
        {"id": str(row["id"]), "title": row["title"], "createdAt": row["created_at"] * 1000, "author_id": str(row["author_id"])}
        for row in BOOKS
    ],
    "Author": [{"id": str(row["id"]), "name": row["name"]} for row in AUTHORS],
}  # fmt: skip


def test_types_are_paired_by_their_values_and_not_by_equal_numbers():
    pairs = pair_types({"thing": BOOKS, "writer": AUTHORS}, OF_GRAPHQL)
    assert [(pair.one, pair.other, pair.keys) for pair in pairs] == [
        ("thing", "Book", ("id", "id")),
        ("writer", "Author", ("id", "id")),
    ]
    assert pairs[0].members == {"title": "title", "created_at": "createdAt", "author_id": "author_id"}
    assert pair_types({"writer": AUTHORS}, {"Book": OF_GRAPHQL["Book"]}) == []


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("2023-11-14T22:13:20Z", 1_700_000_000),
        ("2023-11-14T22:13:20Z", "2023-11-14T23:13:20.123+01:00"),
        ("9.50", 9.5),
        (7, "7"),
        ("IN_STOCK", "in-stock"),
        ("a", "a"),
        (True, "true"),
        ("https://rest.example/books/1", "https://graphql.example/b/1"),
        (["A_B", "1"], ["a-b", 1]),
    ],
)
def test_formats_of_either_face_mean_the_same(one, other):
    assert same_meaning(one, other)
    assert same_meaning(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [("9.51", 9.5), ("a", "A b"), (1, True), ("abc", "abd"), (1_700_000_000, 1_700_000_002), (None, "")],
)
def test_other_values_do_not(one, other):
    assert not same_meaning(one, other)
    assert not same_meaning(other, one)


@given(st.one_of(st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False), st.text()))
def test_a_value_means_the_same_as_itself(value):
    assert same_meaning(value, value)


def test_a_refusal_disagrees_with_a_value_and_not_with_null():
    pair = TypePair("a", "B", ("id", "id"), {"x": "x"})
    refused = {"x": FieldRefusal("no")}
    assert [found.members for found in mismatches(pair, {"x": 1}, refused)] == [("x", "x")]
    assert list(mismatches(pair, {"x": None}, refused)) == []
    assert list(mismatches(pair, refused, refused)) == []
    assert list(mismatches(pair, {}, {"x": 1})) == []


def test_the_beginning_of_a_text_is_an_excerpt():
    assert is_excerpt("It was a dark …", "It was a dark and stormy night")
    assert not is_excerpt("It", "It was")
    assert not is_excerpt("It was a dark", "It is a dark and stormy night")
