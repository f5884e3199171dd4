"""Templates: what tags make, where they may stand, and what a mistake looks like."""

from __future__ import annotations

import datetime as dt
import json
import math
import re
import uuid

import pytest
from hypothesis import Phase, find, given, settings
from hypothesis import strategies as st

from querious.errors import ConfigError
from querious.state.templates import read_template, template_of
from querious.state.templates.calls import escaped, looks_like_tag, plain
from querious.state.templates.nodes import Constant

FIGURE_5 = """{
  "entry": {
    "name": "nonempty_string()",
    "rating": 3,
    "was_read": "bool()",
    "finished_reading": {
      "optional()": "2013-02-08"
    },
    "time_started_page_37": {
      "optional()": "2013-02-01T10:35:00Z"
    },
    "where_read": {
      "optional()": {
        "lat": -82.40859297752702,
        "lng": 65.65402999999998
      }
    },
    "ideas": [
      "nonempty_string()",
      "nonempty_string()",
      { "optional()": "nonempty_string()" },
      { "optional()": "nonempty_string()" },
      { "optional()": "nonempty_string()" }
    ],
    "comment": "nonempty_string()",
    "book": {
      "url": "http: ... /51113a390f66021f7d0019bc"
    }
  }
}"""

FIGURE_6 = """{
  "name": "nonempty_string()",
  "rating": 3,
  "was_read": "bool()",
  "optional()": {
    "finished_reading": "2013-02-08"
  }
  "optional()": {
    "time_started_page_37": "2013-02-01T10:35:00Z"
  }
}"""

MANY = settings(max_examples=60, deadline=None)


def values(template, keys=None):
    return template_of(template).strategy(keys or {})


def smallest(template, condition=lambda _: True, keys=None):
    return find(values(template, keys), condition, settings=settings(max_examples=500, database=None))


def any_one(template, condition):
    only = settings(max_examples=2000, database=None, phases=[Phase.generate])
    return find(values(template), condition, settings=only)


@MANY
@given(st.data())
def test_figure_5_makes_comments(data):
    entry = data.draw(read_template(FIGURE_5, "figure 5").strategy({}))["entry"]
    assert entry["rating"] == 3
    assert isinstance(entry["was_read"], bool)
    assert entry["book"] == {"url": "http: ... /51113a390f66021f7d0019bc"}
    assert entry.get("finished_reading", "2013-02-08") == "2013-02-08"
    assert entry.get("where_read", {"lng": 65.65402999999998})["lng"] == 65.65402999999998
    assert 2 <= len(entry["ideas"]) <= 5
    for text in (entry["name"], entry["comment"], *entry["ideas"]):
        assert re.fullmatch(r"[!-~]([ -~]*[!-~])?", text)


def test_figure_5_leaves_out_each_optional_part_and_none():
    template = json.loads(FIGURE_5)
    whole = any_one(template, lambda made: len(made["entry"]) == 9 and len(made["entry"]["ideas"]) == 5)
    assert list(whole["entry"]) == list(template["entry"])
    assert any_one(template, lambda _: True) == {
        "entry": {
            "name": "0",
            "rating": 3,
            "was_read": False,
            "ideas": ["0", "0"],
            "comment": "0",
            "book": {"url": "http: ... /51113a390f66021f7d0019bc"},
        }
    }


@pytest.mark.parametrize("text", [FIGURE_6, FIGURE_6.replace('}\n  "optional()"', '},\n  "optional()"')])
def test_figure_6_is_an_error_that_says_the_right_way(text):
    with pytest.raises(ConfigError) as error:
        read_template(text, "comment.json")
    assert str(error.value) == (
        'comment.json, line 5, column 3, at /optional(): "optional()" tags a value and must be the only key of its object; '
        'write "finished_reading": {"optional()": "2013-02-08"} instead. '
        'If the text itself is meant, write "\\\\optional()"'
    )


@pytest.mark.parametrize(
    ("text", "place", "words"),
    [
        ('{"a": "nonemtpy_string()"}', "line 1, column 7, at /a", "Did you mean nonempty_string()?"),
        ('{"a": "Int()"}', "line 1, column 7, at /a", "Did you mean int()?"),
        ('{"a": "zzzzzzzz(3)"}', "line 1, column 7, at /a", "All tags are in docs/crud-templates.md"),
        ('{\n "a": [1,\n  "int(1)"]}', "line 3, column 3, at /a/1", "takes two whole numbers"),
        ('{"a": "int(1.5, 2)"}', "at /a", "takes two whole numbers"),
        ('{"a": "int(true, 2)"}', "at /a", "takes two whole numbers"),
        ('{"a": "int(3, 1)"}', "at /a", "minimum, 3, greater than its maximum, 1"),
        ('{"a": "int(1,)"}', "at /a", "arguments of 'int(1,)' cannot be read"),
        ('{"a": "int(1 2)"}', "at /a", "cannot be read"),
        ('{"a": "float(x, 2)"}', "at /a", "takes two numbers"),
        ('{"a": "float(1e999, 2)"}', "at /a", "a number in 'float(1e999, 2)' is too large"),
        (f'{{"a": "int(0, {"9" * 400})"}}', "at /a", "is too large"),
        (f'{{"a": {"9" * 400}}}', "at /a", "the number is too large"),
        (f'{{"a": {"9" * 5000}}}', "at /a", "the number is too large"),
        ('{"a": "string(0, 99999999999)"}', "at /a", "takes two sizes, minimum and maximum, up to 100,000"),
        ('{"a": {"list_of(5, 99999999999)": 1}}', "at /a", "takes two sizes"),
        ('{"a": "bool(1)"}', "at /a", "bool() takes no arguments"),
        ('{"a": "nonempty_string(0)"}', "at /a", "a maximum length from 1 to 100,000"),
        ('{"a": "string(-1, 2)"}', "at /a", "takes two sizes"),
        ('{"a": "date(2020-02-30, 2020-03-01)"}', "at /a", "written as 2020-01-31"),
        ('{"a": "date(1, 2)"}', "at /a", "written as 2020-01-31"),
        ('{"a": "datetime(2021-01-01, 2020-01-01)"}', "at /a", "greater than its maximum"),
        ('{"a": "one_of()"}', "at /a", 'write {"one_of()": [VALUES]}'),
        ('{"a": {"one_of()": []}}', "column 20, at /a/one_of()", "holds a list"),
        ('{"a": {"one_of(1)": [2]}}', "at /a/one_of(1)", "holds a list"),
        ('{"a": {"list_of(3, 1)": 1}}', "column 8, at /a/list_of(3, 1)", "greater than its maximum"),
        ('{"a": {"list_of(1)": 1}}', "at /a/list_of(1)", "takes two sizes"),
        ('{"a": "list_of()"}', "at /a", 'write {"list_of()": VALUE}'),
        ('{"a": "list_of(int())"}', "at /a", 'written {"list_of()": "int()"}'),
        ('{"a": "int("}', "at /a", "does not end like one"),
        ('{"a": "optional()"}', "at /a", 'write {"optional()": VALUE}'),
        ('{"a": {"optional(1)": 2}}', "at /a/optional(1)", "takes no arguments"),
        ('{"optional()": 3}', "line 1, column 2, at /optional()", "at the top, where nothing can be left out"),
        (
            '{"a": {"one_of()": [1, {"optional()": 2}]}}',
            "column 25, at /a/one_of()/1/optional()",
            "nothing can be left out",
        ),
        ('{"a": {"list_of()": {"optional()": 2}}}', "at /a/list_of()/optional()", "nothing can be left out"),
        ('{"a": {"optional()": {"optional()": 2}}}', "at /a/optional()/optional()", "nothing can be left out"),
        ('{"a": {"optional()": 2, "b": 1}}', "column 8, at /a/optional()", 'write "KEY": {"optional()": VALUE}'),
        ('{"a": {"b": 1, "list_of()": 2}}', "column 16, at /a/list_of()", "must be the only key"),
        ('{"a": {"int()": 3}}', "column 8, at /a/int()", 'write "int()" in place of the object'),
        ('{"a": {"intt()": 3}}', "column 8, at /a/intt()", "Did you mean int()?"),
        ('{"a": {"reference()": 3}}', "at /a/reference()", "holds the name of a collection"),
        ('{"a": "reference()"}', "at /a", 'write "reference(books)"'),
        ('{"a": "reference(1)"}', "at /a", "takes the name of a collection"),
        ('{"a": "reference(a, b, c)"}', "at /a", "takes the name of a collection"),
        ('{"a": "reference(books, \\"/books/\\")"}', "at /a", "does not contain {key}"),
        ('{"a": "one_of(\\"\\\\q\\")"}', "at /a", "is not a JSON string"),
        ('{"a/b": {"c~d": "intt()"}}', "at /a~1b/c~0d", "Did you mean"),
    ],
)
def test_a_mistake_is_told_with_its_place(text, place, words):
    with pytest.raises(ConfigError) as error:
        read_template(text, "t.json")
    told = str(error.value)
    assert told.startswith("t.json, line ")
    assert place in told
    assert words in told
    assert "\n" not in told


def test_a_mistake_in_a_value_is_told_with_its_pointer():
    with pytest.raises(ConfigError, match=r"^the template, at /a/0: unknown tag nope\(\)"):
        template_of({"a": ["nope()"]})
    with pytest.raises(ConfigError, match=r"^the template, at /a: .* cannot be written as JSON"):
        template_of({"a": {1, 2}})
    with pytest.raises(ConfigError, match="cannot be written as JSON"):
        template_of(math.nan)
    with pytest.raises(ConfigError, match="the key 1 is not text"):
        template_of({1: 2})


@pytest.mark.parametrize(
    ("tag", "fits"),
    [
        ("string()", lambda v: len(v) <= 30 and v == v.strip()),
        ("string(2, 4)", lambda v: 2 <= len(v) <= 4 and v == v.strip()),
        ("string(0, 0)", lambda v: v == ""),
        ("nonempty_string(1)", lambda v: len(v) == 1 and v.isascii() and v != " "),
        ("bool()", lambda v: isinstance(v, bool)),
        ("int()", lambda v: isinstance(v, int) and -(2**31) <= v < 2**31),
        ("int(1, 10)", lambda v: v in range(1, 11)),
        ("int( -3 ,-1 )", lambda v: v in range(-3, 0)),
        ("float()", lambda v: isinstance(v, float) and abs(v) <= 1e6 and round(v, 2) == v),
        ("float(-90, 90)", lambda v: -90 <= v <= 90 and round(v, 2) == v),
        ("float(0.25, 0.5)", lambda v: 0.25 <= v <= 0.5),
        ("float(0, 1e300)", lambda v: 0 <= v <= 1e300),
        ("date()", lambda v: dt.date.fromisoformat(v).isoformat() == v),
        ("date(2020-02-01, 2020-02-29)", lambda v: v.startswith("2020-02-")),
        ("datetime()", lambda v: re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", v) and dt.datetime.fromisoformat(v)),
        ('datetime("2020-02-01", "2020-02-01")', lambda v: v.startswith("2020-02-01T")),
        ("uuid()", lambda v: uuid.UUID(v).version == 4),
        ("email()", lambda v: re.fullmatch(r"[a-z]+@example\.(com|org|net)", v)),
        ("url()", lambda v: re.fullmatch(r"https://example\.com(/[a-z]+)*", v)),
        ('one_of("a b", 2, null, true, c)', lambda v: v in ("a b", 2, None, True, "c")),
        ({"one_of()": [1, {"x": "int(4, 5)"}]}, lambda v: v in (1, {"x": 4}, {"x": 5})),
        ({"list_of()": "bool()"}, lambda v: len(v) <= 5 and {type(i) for i in v} <= {bool}),
        ({"list_of(1, 3)": {"list_of(2, 2)": 7}}, lambda v: 1 <= len(v) <= 3 and all(i == [7, 7] for i in v)),
        ("not a tag", lambda v: v == "not a tag"),
        ("date(s) of birth", lambda v: v == "date(s) of birth"),
        ("see (below)", lambda v: v == "see (below)"),
        ([1, {"optional()": 2}, 3], lambda v: v in ([1, 3], [1, 2, 3])),
        ({}, lambda v: v == {}),
    ],
)  # fmt: skip
def test_a_tag_makes_what_it_says(tag, fits):
    @settings(max_examples=40, deadline=None, database=None)
    @given(values(tag))
    def check(made):
        assert fits(made), made

    check()


@pytest.mark.parametrize(
    ("template", "least"),
    [
        ("string()", ""),
        ("nonempty_string()", "0"),
        ("string(3, 5)", "000"),
        ("int()", 0),
        ("int(5, 9)", 5),
        ("float()", 0.0),
        ("date()", "2000-01-01"),
        ("datetime()", "2000-01-01T00:00:00Z"),
        ("email()", "a@example.com"),
        ("url()", "https://example.com"),
        ({"a": {"optional()": 1}, "b": {"list_of()": 1}}, {"b": []}),
        ({"one_of()": ["x", "y"]}, "x"),
    ],
)
@pytest.mark.unmeasured
def test_values_shrink_to_simple_ones(template, least):
    assert smallest(template) == least


def test_a_constant_is_a_new_copy_each_time():
    template = {"tags": ["a", {"b": []}]}
    first = any_one(template, lambda _: True)
    first["tags"][1]["b"].append("changed")
    assert any_one(template, lambda _: True) == {"tags": ["a", {"b": []}]}


@given(st.text() | st.from_regex(r"\A\\{0,3}[a-z_]{1,4}\([a-z0-9,\" ]*\)?\Z"))
def test_every_text_can_be_written_so_that_it_stands_for_itself(text):
    assert plain(escaped(text)) == text
    assert template_of({escaped(text): escaped(text)}).root == Constant({text: text})


JSONS = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=10,
)


def without_tags(value):
    if isinstance(value, dict):
        return not any(looks_like_tag(key) for key in value) and all(map(without_tags, value.values()))
    return all(map(without_tags, value)) if isinstance(value, list) else not (isinstance(value, str) and "(" in value)


@MANY
@given(JSONS.filter(without_tags))
def test_json_without_tags_is_a_constant(value):
    assert template_of(value).root == Constant(value)


def test_references_take_keys_that_are_there():
    template = {
        "book": "reference(books)",
        "by": {"reference()": "people"},
        "also": {"list_of(1, 2)": "reference(books)"},
    }
    read = template_of(template)
    assert read.references == ("books", "people")
    made = smallest(template, keys={"books": ["12"], "people": ["ann-1"]})
    assert made == {"book": 12, "by": "ann-1", "also": [12]}


def test_a_reference_may_say_how_the_key_is_written():
    template = {"a": 'reference(books, "{key}")', "b": {"url": 'reference(books, "http://host/books/{key}?x=1")'}}
    made = smallest(template, keys={"books": ["007"]})
    assert made == {"a": "007", "b": {"url": "http://host/books/007?x=1"}}
    assert smallest("reference(books)", keys={"books": ["007"]}) == "007"
    assert smallest({'reference("no {key}")': "books"}, keys={"books": ["7"]}) == "no 7"


def test_without_an_entry_to_refer_to_what_can_be_left_out_is():
    template = {
        "parent": {"optional()": "reference(comments)"},
        "likes": {"list_of()": "reference(people)"},
        "of": {"one_of()": ["reference(books)", None]},
        "path": [{"optional()": {"x": "reference(comments)"}}],
    }
    assert smallest(template) == {"likes": [], "of": None, "path": []}
    assert "parent" in smallest(template, lambda made: "parent" in made, {"comments": ["1"]})
    with pytest.raises(ConfigError, match="refers to 'books', but no entry of such a collection exists"):
        values({"book": "reference(books)"}, {"books": []})


CHANGED = {
    "title": "nonempty_string()",
    "kind": "book",
    "pages": {"optional()": "int(1, 9)"},
    "note": {"optional()": "x"},
}


@MANY
@given(template_of(CHANGED).changes({}))
def test_changes_are_some_of_the_members_that_vary(change):
    assert change
    assert change.keys() <= {"title", "pages"}
    assert list(change) == [name for name in CHANGED if name in change]


def test_changes_reach_each_member_alone_and_all_together():
    changes = template_of(CHANGED).changes({})
    for wanted in ({"title"}, {"pages"}, {"title", "pages"}):
        assert find(changes, lambda change, wanted=wanted: change.keys() == wanted).keys() == wanted


@pytest.mark.parametrize(
    ("template", "change"),
    [
        ({"kind": "book", "of": ["x"]}, {"kind": "book", "of": ["x"]}),
        ({"kind": {"optional()": "book"}}, {"kind": "book"}),
        ("int(3, 4)", 3),
        ({"parent": {"optional()": "reference(books)"}}, {}),
    ],
)
def test_where_nothing_varies_a_change_is_what_there_is(template, change):
    only = settings(max_examples=1, database=None, phases=[Phase.generate])
    assert find(template_of(template).changes({}), lambda _: True, settings=only) == change


def test_a_template_is_written_so_that_people_can_read_it_and_it_can_be_read_again():
    template = read_template(FIGURE_5, "figure 5")
    assert read_template(template.dump(), "again") == template
    assert template.dump().startswith('{\n  "entry": {\n    "name": "nonempty_string()",\n')
    assert template.fields == ("entry",)
    assert template_of({"a": 1}).fields == ("a",)
    assert template_of(3).fields == ()
