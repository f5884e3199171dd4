from __future__ import annotations

import re
from typing import Any

import pytest

from querious.graphql.oracles import CATALOGUE, catalogue, judge
from querious.oracles import own

SILENT_OR_NOT = {
    "connection",
    "server_error",
    "not_json",
    "envelope",
    "refused_valid",
    "leak",
    "data",
    "accepted_invalid",
}


def test_the_order_is_the_one_that_the_catalogue_explains():
    explained = re.findall(r"``(\w+)``", catalogue.__doc__ or "")
    assert [oracle.name for oracle in CATALOGUE] == explained


def test_every_oracle_says_in_one_line_what_holds():
    assert all(oracle.about and "\n" not in oracle.about for oracle in CATALOGUE)


def test_verdicts_come_by_name_and_in_order(api: Any):
    exchange = api.exchange(payload={"data": {"count": 1}})
    verdicts = judge(exchange, api.expectation(exchange))
    assert [name for name, _ in verdicts] == [oracle.name for oracle in CATALOGUE]
    unsaid = {name for name, verdict in verdicts if verdict is None}
    assert unsaid & SILENT_OR_NOT == {"leak", "accepted_invalid"}
    assert not any(verdict for _, verdict in verdicts)


def test_own_oracles_go_beside_the_others(api: Any):
    def never(_: Any) -> str:
        return "no"

    exchange = api.exchange(payload={"data": {"count": 1}})
    assert [name for name, found in judge(exchange, api.expectation(exchange), (*CATALOGUE, own(never))) if found] == [
        "never"
    ]


ANYTHING = [
    None,
    True,
    0,
    1.5,
    "",
    "x",
    [],
    [None],
    {},
    {"": None},
    {"message": 1},
    [{"message": []}],
    {"a": {"b": [1]}},
]


@pytest.mark.parametrize("part", ["", "data", "errors", "error", "message", "path", "locations", "extensions", "code"])
@pytest.mark.parametrize("junk", ANYTHING)
@pytest.mark.parametrize("flaw", ["", "x"])
def test_no_answer_however_malformed_brings_us_down(api: Any, part: str, junk: Any, flaw: str):
    inside = {"errors": [{"message": "m", part: junk}], "data": {"count": None}}
    payload = {
        "": junk,
        "data": {"data": junk},
        "errors": {"data": {"count": 1}, "errors": junk},
        "error": {"data": None, "errors": [junk]},
        "code": {"errors": [{"message": "m", "extensions": {"code": junk, "exception": junk}}]},
    }.get(part, inside)
    for status in (200, 400, 500):
        exchange = api.exchange(payload=payload, status=status, flaw=flaw)
        for _, verdict in judge(exchange, api.expectation(exchange)):
            for finding in verdict or ():
                assert finding.message
                assert "\n" not in finding.message
                assert len(finding.excerpt) <= 600
