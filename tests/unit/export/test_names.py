from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from querious.export.names import operation_words, pascal, short_snake, slug, told, unmistakable


@pytest.mark.parametrize(
    ("name", "expected"),
    [("GetTeasers", "get_teasers"), ("getHTTPServer2", "get_http_server_2"), ("_my_query", "my_query"), ("A", "a")],
)
def test_names_become_words(name, expected):
    assert short_snake(name) == expected


def test_an_anonymous_operation_is_called_by_its_first_fields():
    assert operation_words("", ["teasers"]) == "teasers"
    assert operation_words("", ["a", "b", "c", "d"]) == "a_and_b_and_c"
    assert operation_words("", ["__typename"]) == "typename"
    assert operation_words("___", []) == "operation"
    assert pascal("get_teasers_2") == "GetTeasers2"


@pytest.mark.parametrize(
    ("variables", "expected"),
    [
        ({}, ""),
        ({"first": 2}, "first_2"),
        ({"pageSize": -6, "open": True, "after": None}, "page_size_minus_6_open_true"),
        ({"filter": {"status": ["OPEN", "NEW"]}}, "status_open_status_new"),
        ({"text": "two words"}, "text_two_words"),
        ({"id": "UHJvZHVjdFR5cGU6MTY="}, None),
        ({"id": "T3JkZXI6MTI"}, None),
        ({"x": 0.5}, None),
        ({"text": "a" * 25}, None),
        ({f"v{n}": n for n in range(6)}, None),
    ],
)
def test_variables_are_told_where_they_can_be_read(variables, expected):
    assert told(variables) == expected


def test_what_an_id_is_made_of_stays_together():
    assert slug("SearchResult.name 1a2b3c") == "search_result_name_1a2b3c"


def test_alike_names_all_get_a_suffix_whichever_came_first():
    names = [(1, "get_x", "aa"), (2, "getX", "bb"), (3, "other", "cc")]
    assert unmistakable(names) == {1: "get_x_aa", 2: "getX_bb", 3: "other"}
    assert unmistakable(names[::-1]) == unmistakable(names)


def test_a_suffix_that_makes_the_name_of_another_is_given_twice():
    chosen = unmistakable([(1, "x", "aa"), (2, "x", "bb"), (3, "x_aa", "cc")])
    assert len(set(chosen.values())) == 3


@given(st.lists(st.tuples(st.sampled_from(["a", "A", "a_b", "ab", "a_b_1"]), st.uuids()), max_size=12))
def test_names_are_never_taken_for_one_another(pairs):
    chosen = unmistakable([(number, name, unique.hex) for number, (name, unique) in enumerate(pairs)])
    assert len({name.replace("_", "").lower() for name in chosen.values()}) == len(pairs)
