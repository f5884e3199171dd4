"""Logging in as a user does: from the configuration, at real servers and in process, by every command that asks an API."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from graphql import print_schema
from starlette.requests import Request
from starlette.responses import JSONResponse

import querious
from login_apis import PASSWORD, SCHEMA, SECRET, USER, Doors, served
from querious.cli import _status
from querious.config import load
from querious.demo.rest.app import create_rest_app
from querious.errors import LoginError
from querious.pipeline.run.use_case import run

WAYS = {
    "password": f'token-url = "/token"\nusername = "{USER}"\npassword = "${{PW}}"',
    "client": 'token-url = "/token"\nclient-id = "querious"\nclient-secret = "${SECRET}"',
    "client in the form": 'token-url = "/token"\nclient-id = "querious"\nclient-secret = "${SECRET}"\nclient-auth = "body"',
    "call": f'request = "POST /auth/login"\njson = {{email = "{USER}", password = "${{PW}}"}}\ntoken = "data.session.key"',
    "mutation": (
        'mutation = "mutation ($email: String!, $password: String!) { login(email: $email, password: $password) { token } }"\n'
        f'variables = {{email = "{USER}", password = "${{PW}}"}}\ntoken = "data.login.token"'
    ),
}
COOKIE = f'request = "POST /auth/login"\njson = {{email = "{USER}", password = "${{PW}}"}}'
ENVIRON = {"PW": PASSWORD, "SECRET": SECRET}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name, value in ENVIRON.items():
        monkeypatch.setenv(name, value)
    return tmp_path


def write(way: str, more: str = "") -> None:
    Path("querious.toml").write_text(f"{more}\n[login]\n{way}\n")


def run_of(target: Any, way: str, **flags: Any) -> Any:
    write(way)
    given = {"requests": 60, "seed": 1, "shrink": 0, **flags}
    return run(target, load(given, directory=Path.cwd(), environ=ENVIRON).settings)


def asked(*arguments: str) -> tuple[int, str]:
    """The exit status of a command, and all that it says."""
    with redirect_stdout(StringIO()) as output, redirect_stderr(output):
        status = _status([*arguments])
    return status, output.getvalue()


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("over", ["HTTP", "in process"])
def test_every_way_lets_in_once(way: str, over: str):
    doors = Doors()
    path = "/graphql" if way == "mutation" else ""
    if over == "HTTP":
        with served(doors.app(by_graphql=bool(path))) as url:
            found = run_of(f"{url}{path}", WAYS[way])
    else:
        found = run_of(doors.app(by_graphql=bool(path)), WAYS[way])
    assert len(doors.logins) == 1
    assert not found.lost_login
    assert ("Query.books" if path else "GET /books") in found.coverage.reached


def test_cookies_of_a_login_are_sent():
    doors = Doors(answers_cookie=True)
    assert "GET /books" in run_of(doors.app(), COOKIE).coverage.reached
    assert len(doors.logins) == 1


@pytest.mark.parametrize("told", [True, False])
def test_short_lived_tokens_are_renewed(told: bool):
    doors = Doors(lifetime=0.4, told_lifetime=told)
    found = run_of(doors.app(), WAYS["password"], requests=None, time="4s")
    assert not found.lost_login
    assert set(doors.logins) <= {"password", "refresh_token"}
    assert 3 <= len(doors.logins) < 40
    assert not [finding for finding in found.findings if finding.exchange.status == 401]
    assert doors.refused < 0.1 * doors.requests


def test_the_operation_that_logs_in_is_not_tested_unless_one_wants_it():
    doors = Doors()
    found = run_of(doors.app(), WAYS["call"], mutations="true")
    assert doors.logins == ["login"]
    assert any("POST /auth/login logs in and is not tested" in note for note in found.notes)
    run_of(doors.app(), WAYS["call"] + "\ntested = true", mutations="true")
    assert len(doors.logins) > 3


def test_the_mutation_that_logs_in_is_not_tested_either():
    doors = Doors()
    found = run_of(doors.app(by_graphql=True), WAYS["mutation"], mutations="true")
    assert doors.logins == ["mutation"]
    assert any("Mutation.login logs in and is not tested" in note for note in found.notes)


@pytest.mark.parametrize("way", WAYS)
def test_a_login_that_fails_is_one_line_before_any_test(way: str):
    doors = Doors(open=False)
    write(WAYS[way])
    by_graphql = way == "mutation"
    with served(doors.app(by_graphql=by_graphql)) as url:
        status, told = asked("run", f"{url}/graphql" if by_graphql else url)
    assert status == 2
    (line,) = [line for line in told.splitlines() if "cannot log in" in line]
    assert "querious.toml: login" in line
    assert PASSWORD not in told
    assert SECRET not in told
    assert len(doors.logins) == 1
    assert doors.requests == by_graphql, "the login itself goes to the same address"
    assert line.startswith("querious: ")


def test_a_login_in_process_fails_likewise():
    doors = Doors(open=False)
    with pytest.raises(LoginError, match=r"cannot log in as alice@example\.org: POST /token answered 401"):
        run_of(doors.app(), WAYS["password"])
    assert len(doors.logins) == 1


def test_a_login_that_stops_working_is_no_flood_of_findings():
    doors = Doors()
    app = doors.app()
    closes = 40

    class Closing:
        async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
            if doors.requests > closes:
                doors.stays = doors.open = False
            await app(scope, receive, send)

    found = run_of(Closing(), WAYS["password"], requests=400, connections=4)
    assert "the login stopped working: cannot log in" in found.lost_login
    assert found.unjudged
    assert doors.logins == ["password", "refresh_token", "password"]
    assert not [finding for finding in found.findings if finding.exchange.status == 401]
    assert doors.requests < 100


def test_no_file_of_a_run_holds_a_token_or_a_password(folder: Path):
    doors = Doors()
    write(WAYS["password"])
    files = [
        "--json",
        "run.json",
        "--html",
        "run.html",
        "--junit",
        "run.xml",
        "--report",
        "sarif=run.sarif",
        "--keep",
        "all",
    ]
    with served(doors.app()) as url:
        told = [
            asked("run", url, "--requests", "60", *files),
            asked("replay"),
            asked("learn", url, "--requests", "40", "--output", "baseline.json"),
            asked("diff", url, url, "--requests", "20"),
            asked("export", "--output", "tests"),
        ]
    assert "GET /whoami" not in json.loads(Path("run.json").read_text())["coverage"]["missing"]
    written = [path.read_bytes().decode("utf-8", "replace") for path in folder.rglob("*") if path.is_file()]
    written.remove(Path("querious.toml").read_text())
    for text in [*(text for _, text in told), *written]:
        assert PASSWORD not in text
        assert "granted-token-number" not in text
        assert "for-later" not in text
    assert told[2][0] == 0
    assert len(doors.logins) <= 5, "one for each command that asks, two for the sides of a comparison"


def test_tests_of_the_plugin_log_in_once():
    write(WAYS["password"])
    doors = Doors()
    api = querious.from_app(doors.app(), requests=60, seed=1)
    names = [str(operation) for operation in api.operations()]
    assert "GET /books" in names
    for operation in api.operations():
        if str(operation) == "GET /books":
            operation.check()
    assert doors.logins == ["password"]


def test_sequences_log_in_and_end_where_the_login_is_lost():
    write(WAYS["password"])
    doors = Doors(open=False)
    with served(doors.app()) as url:
        status, told = asked("crud", url, "--time", "5s")
    assert status == 2
    assert "cannot log in" in told
    assert len(doors.logins) == 1


def test_sequences_keep_what_they_found_before_the_login_was_lost():
    write(WAYS["password"])
    doors, shop = Doors(), create_rest_app(["create-keeps-other"])
    door = doors.app()

    async def guarded(scope: Any, receive: Any, send: Any) -> None:
        request = Request(scope)
        if doors.requests > 300:
            doors.stays = doors.open = False
        if request.url.path == "/token":
            await door(scope, receive, send)
        elif request.url.path == "/openapi.json" or doors.knows(request):
            await shop(scope, receive, send)
        else:
            await JSONResponse({"error": "who are you?"}, 401)(scope, receive, send)

    with served(guarded) as url:
        status, told = asked("crud", url, "--collection", "books", "--seed", "1", "--tests", "300")
    assert status == 1, told
    assert "post-not-kept" in told
    assert "the login stopped working" in told


def test_a_file_of_the_commons_logs_in():
    pair = {"username": USER, "password": PASSWORD, "usernameField": "email", "passwordField": "password"}
    token = {"extractFrom": "body", "extractSelector": "/data/session/key", "sendIn": "header"}
    token |= {"sendName": "Authorization", "sendTemplate": "Bearer {token}"}
    login = {"verb": "POST", "endpoint": "/auth/login", "contentType": "application/json", "payloadUserPwd": pair}
    users = [{"name": "alice", "loginEndpointAuth": {**login, "token": token}}]
    Path("auth.json").write_text(json.dumps({"auth": users}))
    doors = Doors()
    with served(doors.app()) as url:
        status, told = asked(
            "run", url, "--requests", "60", "--auth", "auth.json", "--report", "wfc=wfc.json", "--json", "run.json"
        )
    assert status in {0, 1}
    assert json.loads(Path("run.json").read_text())["coverage"]["fields"]["GET /books"] == "witnessed"
    assert doors.logins == ["login"]
    assert json.loads(Path("wfc.json").read_text())["toolName"] == "querious"
    assert PASSWORD not in told + Path("wfc.json").read_text()


def test_a_run_that_could_not_log_in_is_not_the_one_that_is_replayed(folder: Path):
    write(WAYS["password"])
    doors = Doors(open=False)
    with served(doors.app()) as url:
        assert asked("run", url)[0] == 2
    status, told = asked("replay")
    assert status == 2
    assert "no saved run" in told


def test_headers_of_a_login_are_given_to_others():
    doors = Doors()
    write(WAYS["call"])
    with served(doors.app(by_graphql=False)) as url:
        status, told = asked("login", url)
    assert status == 0, told
    assert json.loads(told)["authorization"].startswith("Bearer ")
    assert len(doors.logins) == 1


def test_without_any_login_there_are_no_headers_to_give():
    with served(Doors().app(by_graphql=False)) as url:
        status, told = asked("login", url)
    assert status == 2
    assert "describe the login in querious.toml" in told


def test_exported_tests_log_in_by_the_configuration(folder: Path):
    doors = Doors()
    write(WAYS["mutation"])
    (folder / "schema.graphql").write_text(print_schema(SCHEMA))
    (folder / "books.graphql").write_text("query Books { books { id title } }")
    with served(doors.app(by_graphql=True)) as url:
        assert asked("harvest", "import", "books.graphql", "--store", "calls.sqlite")[0] == 0
        exported = asked("export", "calls.sqlite", "--schema", "schema.graphql", "--output", "found")
        assert exported[0] == 0, exported[1]
        headers = asked("login", f"{url}/graphql")[1]
        command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "found"]
        environment = {**os.environ, "GRAPHQL_URL": f"{url}/graphql"}
        without = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60, check=False)
        assert without.returncode == 1
        assert "could not tell" in without.stdout
        with_headers = {**environment, "GRAPHQL_HEADERS": headers}
        given = subprocess.run(command, env=with_headers, capture_output=True, text=True, timeout=60, check=False)
    assert given.returncode == 0, given.stdout
    assert "1 passed" in given.stdout
