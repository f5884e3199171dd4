"""What fails, fails as it is said to; what does not, has a value."""

from __future__ import annotations

import json

import pytest
from bench.witnessable import World

from apis import fragile
from apis.serving import answered


def ask(text):
    return answered(fragile.schema(), json.dumps({"query": text}).encode())


def test_everything_but_what_fails_has_a_value_somewhere():
    assert World(fragile.schema(), fragile.CALLS).tuples == fragile.WITNESSABLE


@pytest.mark.parametrize(
    ("text", "status", "data"),
    [
        ("{ wards { title } clinic { name audit { year } } }", 200, None),
        ("{ wards { title } clinic { name } }", 200, {"wards": [{"title": "Children"}, {"title": "Surgery"}], "clinic": {"name": "Saint Anne"}}),
        ("{ wards { patients { name insurance { company } } } }", 200, None),
        ("{ patient(number: 1) { name insurance { company } } }", 200, {"patient": None}),
        ("{ patient(number: 2) { insurance { company } } }", 200, {"patient": {"insurance": {"company": "Mutual"}}}),
        ("{ staff { name } patient(number: 3) { record { entries } } }", 200, {"staff": None, "patient": {"record": None}}),
    ],
)  # fmt: skip
def test_an_error_hides_what_stands_beside_it(text, status, data):
    answer = ask(text)
    assert (answer.status, answer.body["data"]) == (status, data)


def test_one_field_takes_the_whole_answer():
    assert ask("{ wards { title } clinic { backup { taken } } }") == (500, b"Internal Server Error", "text/plain")
