"""Files of the Web Fuzzing Commons: those that its own schema allows."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml

from querious.config import load
from querious.config.wfc_auth import read_user
from querious.errors import ConfigError

SCHEMA = yaml.safe_load((Path(__file__).parents[2] / "wfc" / "auth.yaml").read_text())
PAIR = {"username": "alice", "password": "pw-of-alice", "usernameField": "user", "passwordField": "pwd"}
TOKEN = {"extractFrom": "body", "extractSelector": "/data/token", "sendIn": "header", "sendName": "Authorization"}
LOGIN = {"verb": "POST", "endpoint": "/login", "payloadUserPwd": PAIR, "contentType": "application/json"}


def written(folder: Path, *users: dict[str, Any], **more: Any) -> Path:
    content = {"auth": list(users), **more}
    jsonschema.Draft202012Validator(SCHEMA).validate(content)
    file = folder / "auth.yaml"
    file.write_text(yaml.safe_dump(content))
    return file


def test_fixed_headers_are_headers(tmp_path: Path):
    file = written(tmp_path, {"name": "alice", "fixedHeaders": [{"name": "X-Key", "value": "abc"}]})
    user = read_user(file)
    assert (user.headers, user.login, user.notes) == ({"X-Key": "abc"}, None, ())


def test_a_login_with_a_token_in_the_body(tmp_path: Path):
    endpoint = {**LOGIN, "token": {**TOKEN, "sendTemplate": "JWT {token}"}}
    login = read_user(written(tmp_path, {"name": "alice", "loginEndpointAuth": endpoint})).login
    assert login is not None
    assert (login.method, login.url, login.body) == ("POST", "/login", {"user": "alice", "pwd": "pw-of-alice"})
    assert (login.token, login.header, login.template) == (("data", "token"), "Authorization", "JWT {token}")
    assert login.headers == {"content-type": "application/json"}
    assert (login.user, "pw-of-alice" in login.secrets.values()) == ("alice", True)


def test_what_earlier_versions_called_otherwise(tmp_path: Path):
    token = {"extractFromField": "/access_token", "httpHeaderName": "X-Auth", "headerPrefix": "Bearer "}
    raw = "user=alice&password=pw-of-alice"
    endpoint = {"verb": "POST", "externalEndpointURL": "http://sso/login", "payloadRaw": raw, "token": token}
    login = read_user(written(tmp_path, {"name": "alice", "loginEndpointAuth": endpoint})).login
    assert login is not None
    assert (login.token, login.header, login.template) == (("access_token",), "X-Auth", "Bearer {token}")
    assert login.body == {"user": "alice", "password": "pw-of-alice"}
    assert login.headers["content-type"] == "application/x-www-form-urlencoded"


def test_cookies_and_tokens_in_headers(tmp_path: Path):
    file = written(
        tmp_path,
        {"name": "a", "loginEndpointAuth": {**LOGIN, "expectCookies": True}},
        {
            "name": "b",
            "loginEndpointAuth": {**LOGIN, "token": {**TOKEN, "extractFrom": "header", "extractSelector": "X-T"}},
        },
    )
    by_cookie, by_header = read_user(file, "a").login, read_user(file, "b").login
    assert by_cookie is not None
    assert by_header is not None
    assert (by_cookie.token, by_cookie.token_header) == ((), "")
    assert (by_header.token, by_header.token_header) == ((), "x-t")


def test_the_template_counts_where_a_user_says_nothing(tmp_path: Path):
    pair = {"username": "bob", "password": "pw-of-bob"}
    users = [{"name": "alice"}, {"name": "bob", "loginEndpointAuth": {"payloadUserPwd": pair}}]
    template = {"loginEndpointAuth": {**LOGIN, "token": TOKEN}}
    file = written(tmp_path, *users, authTemplate=template)
    login = read_user(file, "bob").login
    assert login is not None
    assert login.body == {"user": "bob", "pwd": "pw-of-bob"}
    assert "--auth-user names another" in read_user(file).notes[0]


def test_what_is_not_followed_is_told(tmp_path: Path):
    file = written(tmp_path, {"name": "alice", "requireMockHandling": True, "createUsers": {"verb": "POST"}})
    assert [note.partition(": ")[2].split()[1] for note in read_user(file).notes] == [
        "createUsers",
        "requireMockHandling",
    ]


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("- a", "must hold an object"),
        ("auth: []", "has no list 'auth'"),
        ("auth: [{name: a, loginEndpointAuth: {endpoint: /x}}]", "needs a verb"),
        ("auth: [{name: a, fixedHeaders: [{name: b}]}]", "a name and a value"),
        ("auth: [{name: a, loginEndpointAuth: {verb: GET, endpoint: /x, token: {sendIn: query}}}]", "not in the query"),
        ("a: [", "cannot be read"),
    ],
)
def test_what_is_wrong_is_one_line(tmp_path: Path, content: str, words: str):
    (tmp_path / "auth.yaml").write_text(content)
    with pytest.raises(ConfigError) as caught:
        read_user(tmp_path / "auth.yaml")
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


def test_an_unknown_user_is_told_with_those_there_are(tmp_path: Path):
    file = written(tmp_path, {"name": "alice"}, {"name": "bob"})
    with pytest.raises(ConfigError, match="has no user 'carol'; it has alice, bob"):
        read_user(file, "carol")


def test_the_file_counts_where_it_is_named(tmp_path: Path):
    headers = [{"name": "X-Key", "value": "abc"}]
    file = written(tmp_path, {"name": "alice", "fixedHeaders": headers, "loginEndpointAuth": {**LOGIN, "token": TOKEN}})
    (tmp_path / "querious.toml").write_text(
        '[headers]\nX-Key = "old"\nX-Team = "a"\n[login]\nrequest = "POST /other"\n'
    )
    given = {"auth": str(file)}
    settings = load(given, directory=tmp_path, environ={}).settings
    assert settings.login is not None
    assert settings.login.url == "/login"
    assert settings.login.place == f"{file}: alice"
    assert settings.headers == {"X-Key": "abc", "X-Team": "a"}
    assert load({**given, "bearer": "x"}, directory=tmp_path, environ={}).settings.login is None


def test_json_and_toml_are_read_too(tmp_path: Path):
    (tmp_path / "auth.json").write_text(json.dumps({"auth": [{"name": "a"}]}))
    (tmp_path / "auth.toml").write_text('[[auth]]\nname = "a"\n')
    assert read_user(tmp_path / "auth.json").place.endswith("auth.json: a")
    assert read_user(tmp_path / "auth.toml").place.endswith("auth.toml: a")
