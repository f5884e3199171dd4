from __future__ import annotations

from uuid import UUID

import pytest

from querious.baseline.traits.text_format import FORMATS, is_moment, pattern_of
from unit.baseline.traits.table import Table, column

TEXTS = Table("text: String", "text")


def learned(texts, kind):
    return TEXTS.learned(column("text", texts)).get("Row.text", {}).get(kind)


@pytest.mark.parametrize(
    ("made", "expected"),
    [
        (lambda n: str(UUID(int=n)), "uuid"),
        (lambda n: f"2020-01-0{n + 1}T10:00:00Z", "date-time"),
        (lambda n: f"2020-01-0{n + 1} 10:00", "date-time"),
        (lambda n: f"2020-01-0{n + 1}", "date"),
        (lambda n: f"https://example.org/{n}", "url"),
        (lambda n: f"w{n}@example.org", "e-mail"),
        (lambda n: str(n - 5), "whole number"),
        (lambda n: f"{n}.5", "number"),
        (lambda n: f"{n:016x}", "whole number"),
        (lambda n: f"{n:015}f", "hexadecimal"),
        (lambda n: f"text {n}", None),
    ],
)
def test_the_most_specific_format_of_all_texts(made, expected):
    texts = [made(number) for number in range(9)]
    assert learned(texts, "format") == expected
    assert learned(texts[:7], "format") is None
    assert learned([*texts, "?"], "format") is None


@pytest.mark.parametrize(
    ("made", "expected"),
    [
        (lambda n: f"AB-{n}{n}x", "AA-99a"),
        (str, None),
        (lambda n: "ab" * 20 + str(n), None),
        (lambda n: "a" * n, None),
    ],
)
def test_the_pattern_of_all_texts(made, expected):
    texts = [made(number) for number in range(10)]
    assert learned(texts, "pattern") == expected
    assert learned(texts[:9], "pattern") is None
    assert learned([*texts, "ABCDEF!"], "pattern") is None


def test_a_specific_format_says_more_than_a_pattern():
    found = TEXTS.learned(column("text", [f"2020-01-{number}" for number in range(10, 28)]))["Row.text"]
    assert found["format"] == "date"
    assert "pattern" not in found


def test_another_format_or_pattern_breaks_it():
    rows = column("text", ["2020-01-02", None, "x"])
    assert TEXTS.broken("Row.text", "format", "date", rows) == [
        "is `x`, but was always a text of format date in the baseline"
    ]
    assert TEXTS.broken("Row.text", "pattern", "9999-99-99", rows) == [
        "is `x`, but always followed the pattern `9999-99-99` in the baseline"
    ]


def test_a_format_of_a_newer_version_is_passed_over():
    assert TEXTS.broken("Row.text", "format", "telephone", column("text", ["x"])) == []


@pytest.mark.parametrize(("value", "expected"), [("Ab1-é Ö", "Aa9-a A"), ("", ""), (5, ""), (None, "")])
def test_patterns(value, expected):
    assert pattern_of(value) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [("2020-01-02", True), ("2020-01-02T03:04:05+01:00", True), ("2020", False), ("yesterday", False)],
)
def test_moments(text, expected):
    assert is_moment(text) is expected


def test_formats_are_ordered_from_specific_to_general():
    assert list(FORMATS).index("uuid") < list(FORMATS).index("hexadecimal")
    assert list(FORMATS).index("whole number") < list(FORMATS).index("number")
