"""Every report says which identity asked, and never with what."""

from __future__ import annotations

import json

from querious.model import Exchange, Finding, Operation, Request, Run, graphql_case, rest_case
from querious.report.context import Context
from querious.report.exchange_json import case_from_json, case_to_json
from querious.report.formats import FORMATS
from querious.report.phrases import question_lines

URL = "http://localhost:8000/graphql"
DOCUMENT = '{ note(id: "1") { text } }'
CONTEXT = Context(URL, {"Authorization": ""}, identities={"bob": ("Authorization",), "anonymous": ()})


def asked(identity: str) -> Exchange:
    return Exchange(graphql_case(1, Operation("query", "", "Query", ()), DOCUMENT, {}, identity=identity), 200)


FINDING = Finding("object-access", "Query.note", "shown to all", asked("bob"), trace=(asked("main"), asked("bob")))


def test_who_asked_stands_above_each_question() -> None:
    lines = "\n".join(question_lines(FINDING, 80))
    assert "as main:" in lines
    assert "as bob: same as 1." in lines


def test_every_format_says_who_asked() -> None:
    run = Run(URL, 7, (FINDING,))
    for name, write in FORMATS.items():
        if name not in ("badge", "wfc"):
            text = write(run, CONTEXT)
            assert "bob" in text, name


def test_a_curl_line_takes_the_credentials_of_who_asks_from_the_environment() -> None:
    assert '-H "Authorization: $BOB_AUTHORIZATION"' in CONTEXT.exchange_curl(asked("bob"))
    assert '-H "Authorization: $AUTHORIZATION"' in CONTEXT.exchange_curl(asked("main"))
    assert "uthorization" not in CONTEXT.exchange_curl(asked("anonymous"))
    assert CONTEXT.others_in([FINDING]) == {"bob": ("Authorization",)}


def test_a_case_is_read_back_with_its_identity() -> None:
    for case in (asked("bob").case, rest_case(Request("GET", "/notes/1"), "bob"), asked("").case):
        assert case_from_json(json.loads(json.dumps(case_to_json(case)))).identity == case.identity
