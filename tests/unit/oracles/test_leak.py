from __future__ import annotations

from typing import Any

import pytest

from querious.model import Severity
from querious.oracles.leak import ORACLE

POLITE = {"message": "Not found", "path": ["count"]}
PYTHON = ["Traceback (most recent call last):", '  File "/app/api.py", line 12, in resolve', "NotFound: Not found"]
NODE = ["GraphQLError: Not found", "    at Object.Field (/my_project/node_modules/graphql/x.js:48:31)"]
JWT = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9"
KEY = "-----BEGIN RSA PRIVATE KEY-----\nMIIabc\n-----END RSA PRIVATE KEY-----"
FAULT, SUSPICION = Severity.FAULT, Severity.SUSPICION


def with_message(message: str) -> dict[str, Any]:
    return {**POLITE, "message": f"Not found: {message}"}


def beside(**extensions: Any) -> dict[str, Any]:
    return {**POLITE, "extensions": extensions}


DEVELOPMENT = [
    beside(exception={"stacktrace": PYTHON}),
    beside(code="NOT_FOUND", stacktrace=NODE),
    beside(stackTrace="   at HotChocolate.Language.Parser.Parse(ParserContext context)\r\n   at A.B()"),
    beside(debug="x\n\tat com.acme.Api.find(Api.java:12)\n"),
    beside(backtrace=["/app/models/user.rb:12:in `find'"]),
    {**POLITE, "trace": [{"file": "/srv/a.php", "line": 3, "call": "f()"}]},
]
LEAKS = [
    (with_message("x\ngoroutine 1 [running]:"), "a stack trace (in message)", FAULT),
    (with_message('SELECT "id", "name" FROM "users" WHERE id = 1'), "SQL (in message)", FAULT),
    (with_message("select u.id as id1 from users u"), "SQL (in message)", FAULT),
    (with_message("INSERT INTO users (id) VALUES (1)"), "SQL (in message)", FAULT),
    (with_message('no such: select "id" from "users" "users" where "users"."id" = ?'), "SQL (in message)", FAULT),
    (with_message("UPDATE users SET name = 1"), "SQL (in message)", FAULT),
    (with_message("in /srv/app/api.py somewhere"), "the path of a source file (in message)", SUSPICION),
    (with_message(r"in C:\inetpub\app\Api.cs somewhere"), "the path of a source file (in message)", SUSPICION),
    (with_message("postgres://app:hunter2@db.internal/app"), "a password in a connection string (in message)", FAULT),
    (with_message("Server=db;Database=x;User Id=sa;Password=hunter2;"), "a password in a connection string", FAULT),
    (with_message("AKIAIOSFODNN7EXAMPLE"), "an AWS access key (in message)", FAULT),
    (with_message(JWT), "a JSON web token (in message)", FAULT),
    (with_message("Bearer abcdefghijklmnopqrstuvwxyz"), "a bearer token (in message)", FAULT),
    (with_message("ghp_" + "a" * 36), "an API token (in message)", FAULT),
    (beside(config={"key": KEY}), "a private key (in extensions.config.key)", FAULT),
]


@pytest.mark.parametrize("error", DEVELOPMENT)
def test_a_stack_trace_beside_the_message_is_a_matter_of_deployment(api: Any, error: dict[str, Any]):
    (finding,) = api.verdict(ORACLE, payload={"data": {"count": None}, "errors": [error, error]})
    assert (finding.severity, finding.deployment) == (SUSPICION, True)
    assert finding.message == "the server runs in development mode: its errors come with stack traces"


@pytest.mark.parametrize(("error", "what", "severity"), LEAKS)
def test_what_must_not_get_out(api: Any, error: dict[str, Any], what: str, severity: Severity):
    verdict = api.verdict(ORACLE, payload={"data": {"count": None}, "errors": [error]})
    assert [(f.coordinate, f.severity) for f in verdict] == [("", severity)]
    assert verdict[0].message.startswith(f"an error gives away {what}")
    assert verdict[0].path.startswith("errors[0].")


@pytest.mark.parametrize("secret", ["hunter2", "AKIAIOSFODNN7EXAMPLE", JWT, "MIIabc"])
def test_we_do_not_pass_a_secret_on(api: Any, secret: str):
    for error, _, _ in LEAKS:
        payload = {"data": {"count": None}, "errors": [error]}
        exchange = api.exchange(payload=payload)
        assert all(secret not in f.message + f.excerpt for f in ORACLE.judge(exchange, api.expectation(exchange)))


HARMLESS = [
    with_message("please select one from the list"),
    with_message('please select "a" or "b" from "the list" and update "it"'),
    with_message("Select an item from the menu"),
    with_message("update your profile and set a name"),
    with_message("see https://example.com/docs/api.py for more"),
    with_message("/projects/12 is gone"),
    with_message("meet at 12:30:15"),
    with_message("the password is wrong"),
    with_message("Bearer token expected"),
    with_message("AKIA is a word"),
    with_message("http://user@example.com/"),
    beside(code="NOT_FOUND", requestId="3221c58f-3446-4843-a452-a517787121c6"),
    beside(validation={"email": ["The email must be valid."]}),
    beside(frames=[]),
    beside(deep={"a": {"b": {"c": {"d": {"e": {"f": "goroutine 1 [running]"}}}}}}),
]


@pytest.mark.parametrize("error", HARMLESS)
def test_what_is_harmless(api: Any, error: dict[str, Any]):
    assert api.verdict(ORACLE, payload={"data": {"count": None}, "errors": [error]}) == []


def test_what_we_sent_ourselves_is_no_leak(api: Any):
    sql = "x' UNION SELECT password FROM users"
    query = "mutation($n: String!) { rename(id: 1, name: $n) { id } }"
    payload = {"data": {"rename": None}, "errors": [{"message": f"Not found: {sql}", "path": ["rename"]}]}
    assert api.verdict(ORACLE, query, payload, variables={"n": sql}) == []
    assert len(api.verdict(ORACLE, query, payload, variables={"n": "x"})) == 1


def test_a_crash_with_its_trace_is_one_finding(api: Any):
    crash = {
        "message": "'owner'",
        "path": ["count"],
        "extensions": {"exception": {"stacktrace": [*PYTHON[:2], "KeyError: 'owner'"]}},
    }
    assert api.failing(payload={"data": {"count": None}, "errors": [crash]}) == ["server_fault"]


def test_a_crash_with_a_secret_is_two(api: Any):
    crash = {"message": "list index out of range postgres://app:hunter2@db/app", "path": ["count"]}
    assert api.failing(payload={"data": {"count": None}, "errors": [crash]}) == ["server_fault", "leak"]


def test_the_same_leak_in_many_errors_is_one_finding(api: Any):
    errors = [beside(stacktrace=NODE) for _ in range(5)]
    assert len(api.verdict(ORACLE, payload={"data": {"count": None}, "errors": errors})) == 1


def test_without_errors_there_is_nothing_to_say(api: Any):
    assert api.verdict(ORACLE, payload={"data": {"count": 1}}) is None
    assert api.verdict(ORACLE, body=b"goroutine 1 [running]:") is None
