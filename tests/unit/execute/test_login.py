from __future__ import annotations

import asyncio
import base64
import json
import time
from typing import Any

import pytest

from querious.errors import LoginError
from querious.execute.credentials import Credentials, Grant, Renewing
from querious.execute.login import LoginSession, cookies_of
from querious.model import Case, Exchange, Failure, Request, graphql_case, rest_case
from querious.model.login import Login
from querious.model.operation import Operation

ADDRESS = "http://api/graphql"


def login(**changes: Any) -> Login:
    known = {"url": "/login", "body": {"user": "alice", "password": "hunter22"}, "user": "alice", "token": ("token",)}
    return Login("q.toml: login", **{**known, "secrets": {"password": "hunter22"}, **changes})


class Way:
    """Answers as it was told to, one after the other, and repeats the last."""

    where = "http://api/login?key=hidden"

    def __init__(self, *answers: Any) -> None:
        self.answers = list(answers)
        self.asked: list[Request] = []

    async def ask(self, request: Request) -> Exchange:
        self.asked.append(request)
        given = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        given = (
            given
            if isinstance(given, dict) and "status" in given
            else {"status": 200, "payload": given, "is_json": True}
        )
        await asyncio.sleep(0)
        return Exchange(rest_case(request), **given)


def granted(how: Login, way: Way, outdated: Grant | None = None) -> Grant:
    return asyncio.run(LoginSession(how, ADDRESS, way)(outdated))


def refused(how: Login, way: Way) -> str:
    with pytest.raises(LoginError) as caught:
        granted(how, way)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def web_token(**claims: Any) -> str:
    return f"abcd.{base64.urlsafe_b64encode(json.dumps(claims).encode()).decode().rstrip('=')}.sign"


def test_the_token_is_taken_from_its_place_and_sent_as_the_template_says():
    way = Way({"data": {"login": {"token": "abc"}}})
    grant = granted(login(token=("data", "login", "token"), header="X-Token", template="T {token}"), way)
    assert grant.headers == {"x-token": "T abc"}
    assert way.asked == [Request("POST", "", {"user": "alice", "password": "hunter22"}, has_body=True, headers={})]


def test_a_token_may_come_in_a_header_and_go_into_a_cookie():
    way = Way({"status": 204, "headers": {"x-session": "abc", "set-cookie": "theme=dark; Path=/"}})
    grant = granted(login(token=(), token_header="x-session", cookie="sid", header="", template="{token}"), way)
    assert grant.headers == {"cookie": "theme=dark; sid=abc"}


def test_without_a_token_cookies_are_what_a_login_brings():
    told = "sid=a; Max-Age=100; Expires=Wed, 21 Oct 2027 07:28:00 GMT; HttpOnly, theme=dark; Path=/, gone=; Max-Age=0"
    way = Way({"status": 302, "headers": {"set-cookie": told, "location": "/home"}})
    grant = granted(login(token=()), way)
    assert grant.headers == {"cookie": "sid=a; theme=dark"}
    assert grant.due is not None
    assert cookies_of(Exchange(rest_case(Request("GET")))) == ({}, None)


@pytest.mark.parametrize(
    ("answer", "seconds"),
    [
        ({"token": "abc"}, None),
        ({"token": "abc", "expires_in": 1000}, 970),
        ({"token": "abc", "expiresIn": "100"}, 90),
        ({"token": web_token(exp=1_000_100, iat=1_000_000)}, 90),
        ({"token": web_token(exp=1)}, None),
        ({"token": "a.b.c"}, None),
    ],
)
def test_a_login_is_renewed_before_it_expires(answer: Any, seconds: float | None):
    due = granted(login(), Way(answer)).due
    assert (due is None) == (seconds is None)
    assert due is None or abs(due - time.perf_counter() - (seconds or 0)) < 5


def test_one_login_does_for_all_who_open_the_api():
    how, way = login(), Way({"token": "abc"})
    assert granted(how, way) is granted(how, way)
    assert len(way.asked) == 1


def test_a_refresh_token_is_used_and_a_login_where_it_is_refused():
    how = login(refresh={"grant_type": "refresh_token"})
    way = Way({"token": "a", "refresh_token": "r1"}, {"token": "b"}, {"status": 400}, {"token": "c"})
    first = granted(how, way)
    second = granted(how, way, first)
    assert way.asked[1].body == {"grant_type": "refresh_token", "refresh_token": "r1"}
    assert (second.headers, second.refresh_token) == ({"authorization": "Bearer b"}, "r1")
    assert granted(how, way, second).headers == {"authorization": "Bearer c"}


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (
            {"status": 401, "payload": {"detail": "wrong password hunter22"}, "is_json": True},
            "answered 401",
        ),
        ({"status": 404}, "check its path and its method"),
        ({"status": 302, "headers": {"location": "https://sso/x?t=1"}}, "a redirect to https://sso/x; log in at that"),
        ({"status": 500}, "look at what the server logs"),
        ({"status": 0, "failure": Failure.UNREACHABLE}, "could not be reached"),
        ({"data": {"login": None}, "errors": [{"message": "no such user"}]}, 'answered "no such user"'),
        (
            {"data": {"login": {"accessToken": "abc"}}},
            "has no text at token; there are texts at data.login.accessToken",
        ),
    ],
)
def test_what_was_refused_is_told_in_one_line_without_secrets(answer: Any, words: str):
    told = refused(login(), Way(answer))
    assert words in told
    assert told.startswith("cannot log in as alice: POST http://api/login ")
    assert told.endswith("(q.toml: login)")
    assert "hunter22" not in told
    assert "hidden" not in told


def test_a_login_that_was_refused_is_not_tried_again():
    how, way = login(), Way({"status": 401})
    assert refused(how, way) == refused(how, way)
    assert len(way.asked) == 1


class Api:
    """Knows some tokens."""

    def __init__(self, *known: str, graphql: bool = False) -> None:
        self.known = set(known)
        self.graphql = graphql
        self.credentials = Credentials({"X-Team": "a"})
        self.refused = 0

    async def send(self, case: Case) -> Exchange:
        token = self.credentials.headers.get("authorization", "")
        await asyncio.sleep(0.001)
        if token in self.known:
            return Exchange(case, 200, payload={"data": {"a": 1}}, is_json=True)
        self.refused += 1
        errors = {"data": {"a": None}, "errors": [{"message": "no", "extensions": {"code": "UNAUTHENTICATED"}}]}
        return Exchange(case, 200, payload=errors, is_json=True) if self.graphql else Exchange(case, 401)

    async def close(self) -> None: ...


CASES = {
    "rest": rest_case(Request("GET", "/a")),
    "graphql": graphql_case(0, Operation("query", "", "Query", ()), "{a}", {}),
}


def sent(api: Api, way: Way, how: Login, case: Case, times: int, *, at_once: bool = True) -> list[Exchange]:
    api.credentials.source = LoginSession(how, ADDRESS, way)

    async def run() -> list[Exchange]:
        client = Renewing(api, api.credentials)
        if at_once:
            return await asyncio.gather(*(client.send(case) for _ in range(times)))
        return [await client.send(case) for _ in range(times)]

    return asyncio.run(run())


@pytest.mark.parametrize("kind", ["rest", "graphql"])
def test_all_requests_under_way_wait_for_one_login_and_are_sent_again(kind: str):
    api = Api("Bearer new", graphql=kind == "graphql")
    way = Way({"token": "old"}, {"token": "new"})
    exchanges = sent(api, way, login(), CASES[kind], 20)
    assert {exchange.payload["data"]["a"] for exchange in exchanges} == {1}
    assert len(way.asked) == 2
    assert api.credentials.headers == {"x-team": "a", "authorization": "Bearer new"}


def test_a_refusal_that_no_login_cures_does_not_become_a_loop():
    way = Way({"token": "a"})
    exchanges = sent(Api(), way, login(), CASES["rest"], 300, at_once=False)
    assert {exchange.status for exchange in exchanges} == {401}
    assert len(way.asked) == 2


def test_an_operation_that_always_refuses_does_not_become_a_loop_either():
    class Choosy(Api):
        async def send(self, case: Case) -> Exchange:
            return Exchange(case, 401 if case.request.path == "/admin" else 200)

    api, way = Choosy(), Way({"token": "a"})
    api.credentials.source = LoginSession(login(), ADDRESS, way)

    async def run() -> None:
        client = Renewing(api, api.credentials)
        for _ in range(300):
            assert (await client.send(CASES["rest"])).status == 200
            assert (await client.send(rest_case(Request("GET", "/admin")))).status == 401

    asyncio.run(run())
    assert len(way.asked) < 12


def test_it_is_renewed_before_it_expires():
    way = Way({"token": "a", "expires_in": 0.05}, {"token": "b", "expires_in": 3600})
    api = Api("Bearer a", "Bearer b")

    class Slow(Api):
        async def send(self, case: Case) -> Exchange:
            await asyncio.sleep(0.06)
            return await super().send(case)

    slow = Slow(*api.known)
    assert {exchange.status for exchange in sent(slow, way, login(), CASES["rest"], 3, at_once=False)} == {200}
    assert (len(way.asked), slow.refused) == (2, 0)


def test_a_login_that_stops_working_is_told_and_nothing_is_asked_any_more():
    way = Way({"token": "a"}, {"status": 401})
    api = Api()
    exchanges = sent(api, way, login(), CASES["rest"], 50, at_once=False)
    assert {exchange.status for exchange in exchanges} == {401}
    assert len(way.asked) == 2
    assert api.credentials.lost.startswith("the login stopped working: cannot log in as alice")


def test_tokens_are_masked_as_soon_as_they_are_known():
    api = Api()
    sent(api, Way({"token": "granted-token-1", "refresh_token": "refresh-token-1"}), login(), CASES["rest"], 1)
    told = api.credentials.mask.text("Bearer granted-token-1 and refresh-token-1")
    assert "granted-token-1" not in told
    assert "refresh-token-1" not in told


def test_cookies_of_the_settings_and_of_the_login_are_sent_together():
    credentials = Credentials({"Cookie": "theme=dark"})
    credentials.source = LoginSession(
        login(token=()), ADDRESS, Way({"status": 200, "headers": {"set-cookie": "sid=a"}})
    )
    asyncio.run(credentials.sign_in())
    assert credentials.headers == {"cookie": "theme=dark; sid=a"}
