from __future__ import annotations

from typing import Any

import pytest

from querious.answers.fault.triage import Doubt
from querious.graphql.oracles.input_quality import InputQuality
from querious.graphql.oracles.refusal_wordings import RefusalWordings, Remark, remarks_of, wording_of

INVALID, ORDINARY = InputQuality.INVALID, InputQuality.ORDINARY
PLACES = ("Query.a", "Query.b", "Query.c")


def noted(*remarks: Remark) -> RefusalWordings:
    wordings = RefusalWordings()
    for remark in remarks:
        wordings.note(remark)
    return wordings


def said(quality: InputQuality = INVALID, doubt: Doubt = Doubt.ALL, wording: str = "nope") -> list[Remark]:
    return [Remark(wording, place, quality, doubt, f"{wording} {place}") for place in PLACES]


def test_words_for_invalid_input_in_several_places_are_a_refusal():
    assert noted(*said()).refuses("nope Query.a")
    assert not noted(*said()[:2]).refuses("nope Query.a")
    assert not noted(*[said()[0]] * 9).refuses("nope Query.a")
    assert not noted(*said()).refuses("what nobody noted")


def test_words_for_ordinary_input_or_with_the_mark_of_a_crash_are_not():
    assert not noted(*said(), said(ORDINARY)[0]).refuses("nope Query.a")
    assert not noted(said(ORDINARY)[0], *said()).refuses("nope Query.a")
    assert not noted(*said(), said(doubt=Doubt.NONE)[0]).refuses("nope Query.a")


def test_a_hostile_value_proves_nothing_of_an_error_that_calls_itself_internal():
    assert noted(*said(InputQuality.HOSTILE)).refuses("nope Query.a")
    assert not noted(*said(InputQuality.HOSTILE, Doubt.CODE)).refuses("nope Query.a")
    assert noted(*said(INVALID, Doubt.CODE)).demotes("nope Query.a")


def test_a_failure_is_not_demoted():
    assert not noted(*said(INVALID, Doubt.CODE, "Mapping failed")).demotes("Mapping failed Query.a")


def test_memory_is_bounded():
    wordings = RefusalWordings()
    for number in range(20_000):
        letters = "".join(chr(97 + int(digit)) for digit in str(number))
        wordings.note(Remark(letters, f"Query.f{number}", INVALID, Doubt.ALL, letters))
    assert len(wordings._records) <= 500
    assert len(wordings._wordings) <= 5_000


QUERY = 'mutation { rename(id: "7", name: "%s") { name } }'


@pytest.mark.parametrize(
    ("message", "name", "wording"),
    [
        ("Ismeretlen: abc", "abc", "Ismeretlen"),
        ("Ismeretlen: ", "", "Ismeretlen"),
        ("Ismeretlen: a", "a", "Ismeretlen"),
        ("Ismeretlen: a", "b", "Ismeretlen: a"),
        ("zip 'abc' 12", "abc", "zip"),
        ("Project.name is odd", "x", "<>.<> is odd"),
        ("rename 5 of 6", "x", "of"),
        ("17", "x", ""),
        ("", "x", ""),
        ("'abc'", "abc", ""),
    ],
)
def test_values_and_names_are_taken_out(api: Any, message: str, name: str, wording: str):
    assert wording_of(message, api.case(QUERY % name)) == wording.strip(" <>.")


def test_an_answer_is_read_for_what_no_rule_explains(api: Any):
    errors = [
        {"message": "nope", "path": ["project"]},
        {"message": "Not found", "path": ["project"]},
        {"message": "boom", "path": ["project"], "extensions": {"code": "INTERNAL_SERVER_ERROR"}},
        {"message": "list index out of range", "path": ["project"]},
    ]
    exchange = api.exchange('{ project(id: "9") { name } }', {"data": {"project": None}, "errors": errors})
    remarks = remarks_of(exchange, api.expectation(exchange), lambda _: ())
    assert [(one.wording, one.place, one.quality, one.doubt) for one in remarks] == [
        ("nope", "Query.project", INVALID, Doubt.ALL),
        ("boom", "Query.project", INVALID, Doubt.CODE),
        ("list index out of range", "Query.project", INVALID, Doubt.NONE),
    ]


def test_an_answer_without_errors_adds_nothing(api: Any):
    exchange = api.exchange(payload={"data": {"count": 1}})
    assert remarks_of(exchange, api.expectation(exchange), lambda _: ()) == []
