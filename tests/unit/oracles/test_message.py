from __future__ import annotations

from typing import Any

from querious.model.finding import normalise
from querious.oracles.message import dotted, excerpt, line, raw_excerpt, words


def test_a_line_is_one_line_and_bounded():
    assert line(" a\n\tb  c ") == "a b c"
    assert line("x" * 1000) == "x" * 599 + "…"


def test_a_repeated_value_is_quoted_so_that_fingerprints_agree():
    first = words("cannot take abcdefgh here", ["abcdefgh"])
    assert first == 'cannot take "abcdefgh" here'
    assert normalise(first) == normalise(words("cannot take hgfedcba x here", ["hgfedcba x"]))
    assert words("cannot take 'abcdefgh' here", ["abcdefgh"]) == first


def test_an_echo_inside_a_quoted_name_is_quoted_already():
    first = words('no table "projects_sizes"', ["projects"])
    assert first == 'no table "projects_sizes"'
    assert normalise(first) == normalise(words('no table "suppliers_sizes"', ["suppliers"]))
    assert words('projects has no "projects_sizes"', ["projects"]) == '"projects" has no "projects_sizes"'


def test_a_short_value_may_be_a_word_by_chance():
    assert words("list index out of range", ["index"]) == "list index out of range"


def test_a_traceback_is_told_by_its_last_line():
    assert words("Traceback (most recent call last):\n  File x\nKeyError: 'a'\n") == "KeyError: 'a'"


def test_what_a_database_says_of_a_long_statement_is_kept_and_decides():
    def told(columns: int) -> str:
        names = ", ".join(f'count("a"."c{number}") as "n{number}"' for number in range(columns))
        return words("select " + names + ' from "a" limit $1 - column a.b does not exist')  # noqa: S608 - nobody executes it

    assert told(200).endswith(" … - column a.b does not exist")
    assert len(told(200)) < 200
    assert normalise(words("select " + '"a"."b' * 50 + '" from "a" - no "x"')) == "<sql> - no <>"
    assert normalise(told(200)) == normalise(told(20)) == normalise(told(1))
    assert words("select " * 10_000)
    assert words("please update it - soon") == "please update it - soon"


def test_a_name_that_was_sent_does_not_tell_what_a_database_says_apart():
    def told(column: str) -> str:
        statement = 'select "a"."id" from "a" order by "a"."NAME" asc - column a.NAME does not exist'
        return words(statement.replace("NAME", column), {column})

    assert normalise(told("x")) == normalise(told("${7*7}")) == "<sql> - column a.<> does not exist"


def test_no_words_are_told_as_such():
    assert words("") == "(no message)"


def test_excerpts_are_json_and_bounded():
    assert excerpt({"a": [None, True, "é"]}) == '{"a": [null, true, "é"]}'
    assert len(excerpt(["x"] * 10**6)) == 600
    assert len(excerpt({str(number): number for number in range(10**5)})) == 600
    assert excerpt(object()).startswith('"<object')


def test_excerpts_hold_no_secrets():
    assert excerpt({"url": "postgres://app:hunter2@db/x"}) == '{"url": "[secret]/x"}'
    assert raw_excerpt(b"AKIAIOSFODNN7EXAMPLE \xff") == "[secret] \ufffd"
    assert line("Bearer abcdefghijklmnopqrstuvwxyz") == "[secret]"


def test_raw_excerpts_are_bounded():
    assert raw_excerpt(b"x" * 10**6) == "x" * 599 + "…"


def test_paths_are_dotted(api: Any):
    assert dotted(["project", "members", 0, "name"]) == "data.project.members[0].name"
    assert dotted([]) == "data"


def test_a_languages_own_word_is_no_echo():
    told = "Cannot convert undefined or null to object"
    assert words(told, {"undefined"}) == told
    assert words("Cannot convert undefinable to object", {"undefinable"}) == 'Cannot convert "undefinable" to object'
