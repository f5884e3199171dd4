from __future__ import annotations

from dataclasses import replace

import state_runs
from querious.model import Exchange, Finding, Run
from querious.model.case import rest_case
from querious.model.document_text import write_case
from querious.model.operation import Field, Operation
from querious.model.request import Request
from querious.model.state import Command, CommandSequence, CommandStep, Ending, Outcome
from querious.model.values import EnumValue, Variable
from querious.pipeline.redacted_results import RedactedResults, has_placeholders

MAIL = "jerry@mail.seinfeld.example"
PLACEHOLDER = "redacted-1@example.invalid"


def asked(value: object, answer: object = None, argument: str = "email") -> Exchange:
    field = Field("Query", "person", "", [(argument, value)], [], [Field("Person", "id", "", [], [], [])])
    case = write_case(1, Operation("query", "", "Query", [field]))
    return Exchange(case, 200, payload={"data": answer}, is_json=True, body=b"{}")


def finding(*exchanges: Exchange, message: str = "is wrong") -> Finding:
    return Finding("data", "Query.person", message, exchanges[-1], trace=exchanges[:-1])


def told(*values: object):
    return RedactedResults(lambda value: ("Person.email",) if value in values else ())


def test_what_the_api_told_is_replaced_in_answer_request_and_message():
    found = told(MAIL).finding(finding(asked(MAIL, {"person": {"email": MAIL}}), message=f"{MAIL} is unknown"))
    case = found.exchange.case
    assert case.document == f'{{ person(email: "{PLACEHOLDER}") {{ id }} }}'
    assert case.operation.selections[0].arguments == [("email", PLACEHOLDER)]
    assert found.exchange.payload == {"data": {"person": {"email": PLACEHOLDER}}}
    assert MAIL.encode() not in found.exchange.body
    assert found.message == f"{PLACEHOLDER} is unknown"
    assert has_placeholders(case)


def test_what_we_made_up_stays_and_so_does_its_echo():
    exchange = asked("x8Qz81kqPd02LmYt7Wc9aKx02LmYtQ7", {"person": {"email": "x8Qz81kqPd02LmYt7Wc9aKx02LmYtQ7"}})
    found = told().finding(finding(exchange))
    assert found.exchange == exchange
    assert not has_placeholders(found.exchange.case)


def test_a_value_of_an_earlier_answer_is_not_made_up():
    found = told().finding(finding(asked("1", {"person": {"email": MAIL}}, "id"), asked(MAIL)))
    assert PLACEHOLDER in found.exchange.case.document


def test_a_secret_by_the_name_of_where_it_was_shown_is_one_under_every_name():
    shown = RedactedResults(lambda value: ("Person.apiKey",) if value == "k-eleven-twelve" else ())
    assert "k-eleven" not in shown.finding(finding(asked("k-eleven-twelve", argument="q"))).exchange.case.document


def test_variables_and_enum_members_keep_their_kind():
    exchange = asked({"kind": EnumValue("EMAIL"), "text": Variable("v", "String", MAIL)}, argument="by")
    case = told(MAIL).finding(finding(exchange)).exchange.case
    assert case.document == "query($v: String) { person(by: {kind: EMAIL, text: $v}) { id } }"
    assert case.variables == {"v": PLACEHOLDER}


def test_short_secrets_are_found_in_the_words_of_a_finding():
    exchange = asked("1", {"person": {"pin": "7391"}}, "id")
    found = told().finding(finding(exchange, message="pin '7391' is not 17391"))
    assert found.message == "pin '0001' is not 17391"


def test_pages_and_notes():
    page = replace(asked("1", argument="id"), is_json=False, payload=None, body=f"<p>{MAIL}</p>".encode())
    run = told().run(Run("x", 1, findings=(finding(page),), notes=(f"ask {MAIL}",)))
    assert run.findings[0].exchange.body == f"<p>{PLACEHOLDER}</p>".encode()
    assert run.notes == (f"ask {PLACEHOLDER}",)


def test_the_same_secret_has_the_same_placeholder_throughout_a_finding():
    other = "elaine@mail.seinfeld.example"
    first, second = asked("1", {"person": {"email": other}}, "id"), asked("2", {"person": {"email": MAIL}}, "id")
    found = told().finding(finding(first, second, first))
    shown = [exchange.payload["data"]["person"]["email"] for exchange in (*found.trace, found.exchange)]
    assert shown == ["redacted-1@example.invalid", "redacted-2@example.invalid", "redacted-1@example.invalid"]


def test_of_state_what_the_sequence_sent_stays():
    sent, answer = {"email": "made.up@example.com"}, {"email": "made.up@example.com", "token": "lantern-harbour"}
    case = rest_case(Request("POST", "/people", sent, has_body=True))
    exchange = Exchange(case, 201, payload=answer, is_json=True)
    step = CommandStep(
        Command.POST, "post_first", "#1", "1", sent, Outcome(Ending.DONE, "1", answer, exchanges=(exchange,))
    )
    lost = state_runs.finding("lost", "people", "token lantern-harbour is wrong", (step,))
    found = RedactedResults().run(Run("x", 1, findings=(lost,))).findings[0]
    expected = {"email": "made.up@example.com", "token": "REDACTED-1"}
    assert found.sequence.steps[0].outcome.value == found.sequence.steps[0].outcome.exchanges[0].payload == expected
    assert found.message == "token REDACTED-1 is wrong"
    assert found.sequence.steps[0].sent == sent


def test_keys_of_sequences_are_replaced_in_steps_and_paths():
    token = "ghp_16C7e42F292c6912E7710c838347Ae178B4a"
    made = Exchange(rest_case(Request("POST", "/grants", {}, has_body=True)), 201, payload={"id": token}, is_json=True)
    read = Exchange(rest_case(Request("GET", f"/grants/{token}")), 500)
    steps = (
        CommandStep(Command.POST, "post_first", "#1", "", {}, Outcome(Ending.DONE, token, exchanges=(made,))),
        CommandStep(Command.GET, "get_norm", "#1", token, None, Outcome(Ending.BROKEN, token, exchanges=(read,))),
    )
    found = RedactedResults().finding(
        replace(finding(read, message=f"GET of {token} failed"), sequence=CommandSequence(steps))
    )
    assert token not in repr(found)
    assert found.exchange.case.request.path == "/grants/REDACTED-1"
    assert found.sequence is not None
    assert [step.outcome.key for step in found.sequence.steps] == ["REDACTED-1", "REDACTED-1"]
