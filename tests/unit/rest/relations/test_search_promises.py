"""Searches, and what their descriptions promise."""

from __future__ import annotations

import re

import pytest

from unit.rest.relations.traces import FAULT, SUSPICION, answer, parameter, told

ROWS = [
    {"id": n, "name": name, "code": code, "note": "Harbour"}
    for n, (name, code) in enumerate(
        [("Harbour Inn", "QX100"), ("Old Mill", "QX200"), ("Castle Square", "QX300"), ("harbour View", "ZY400")]
    )
]


def contains(text, row):
    return text.casefold() in row["name"].casefold() or text.casefold() in row["code"].casefold()


def by_name(text, row):
    return text.casefold() in row["name"].casefold()


def as_written(text, row):
    return text in row["name"] or text in row["code"]


def by_beginning(text, row):
    return any(word.casefold().startswith(text.casefold()) for word in (*row["name"].split(), row["code"]))


def like(text, row):
    pattern = "".join({"_": ".", "%": ".*"}.get(letter, re.escape(letter)) for letter in text)
    return any(re.search(pattern, row[member], re.IGNORECASE) for member in ("name", "code"))


def fuzzy(text, row):
    return contains(text, row) or like(text.replace("~", "_"), row)


SEARCHED = [
    "Harbour",
    "Castle",
    "arbou",
    "astl",
    "hARBOUR",
    "QX100",
    "ZY400",
    "X10",
    "Y40",
    "H_rbour",
    "H%rbour",
    "H~rbour",
]


def searched(about, finds):
    known = [parameter("q", about=about, type="string")]
    answers = [
        answer("/inns", [row for row in ROWS if finds(text, row)], {"q": text}, parameters=known) for text in SEARCHED
    ]
    return {severity for severity, _ in told("search", answer("/inns", ROWS, parameters=known), *answers)}


@pytest.mark.parametrize(
    ("about", "finds", "severities"),
    [
        ("Text that the name or the code contains, ignoring case", contains, set()),
        ("Text that the name or the code contains, ignoring case", by_name, {FAULT}),
        ("Text that the name contains, ignoring case", by_name, set()),
        ("Text that the name or the code contains", as_written, set()),
        ("Text in the name or the code, ignoring case", as_written, {FAULT, SUSPICION}),
        ("Part of the name or the code", by_beginning, {FAULT}),
        ("Words of the name or the code", by_beginning, set()),
        ("Part of the name or the code", like, {FAULT}),
        ("Searches the name and the code", like, {SUSPICION}),
        ("Searches the name and the code; wildcards are understood", like, set()),
        ("Searches the name and the code", fuzzy, set()),
        ("", contains, set()),
    ],
)
def test_what_a_description_promises_of_a_search(about, finds, severities):
    assert searched(about, finds) <= severities
    assert bool(severities) == bool(searched(about, finds))
