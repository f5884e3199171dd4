from __future__ import annotations

import base64
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from querious.config import load
from querious.config.login import LOGIN_KEYS, read_login
from querious.errors import ConfigError

if TYPE_CHECKING:
    from querious.config import Configuration

MUTATION = "mutation ($e: String!, $p: String!) { login(email: $e, password: $p) { token } }"
BY_CALL = {"request": "POST /login", "json": {"user": "alice", "password": "pw"}, "token": "a.b"}


def read(**table: Any):
    return read_login({key.replace("_", "-"): value for key, value in table.items()}, "q.toml: login")


def configured(folder: Path, text: str, flags: dict[str, Any] | None = None, **named: Any) -> Configuration:
    (folder / "querious.toml").write_text(text)
    return load(flags or {}, directory=folder, environ={"PW": "secret-of-alice"}, **named)


def test_a_grant_of_a_password_is_a_form():
    login = read(token_url="/token", username="alice", password="pw", scope="read", form={"audience": "x"})
    assert login.body == {
        "grant_type": "password",
        "username": "alice",
        "password": "pw",
        "scope": "read",
        "audience": "x",
    }
    assert (login.method, login.url, login.token, login.user) == ("POST", "/token", ("access_token",), "alice")
    assert login.headers == {"content-type": "application/x-www-form-urlencoded"}
    assert login.refresh == {"grant_type": "refresh_token", "scope": "read", "audience": "x"}
    assert login.secrets == {"password": "pw"}


def test_a_client_says_who_it_is_by_basic_or_in_the_form():
    by_header = read(token_url="/token", client_id="me", client_secret="a:b")
    pair = base64.b64decode(by_header.headers["authorization"].removeprefix("Basic ")).decode()
    assert pair == "me:a%3Ab"
    assert by_header.body == {"grant_type": "client_credentials"}
    by_form = read(token_url="/token", client_id="me", client_secret="a:b", client_auth="body")
    assert by_form.body == {"grant_type": "client_credentials", "client_id": "me", "client_secret": "a:b"}
    assert "authorization" not in by_form.headers
    assert by_header.secrets["client_secret"] == by_form.secrets["client_secret"] == "a:b"


def test_a_mutation_knows_its_fields_its_user_and_its_secrets():
    login = read(mutation=MUTATION, variables={"e": "alice@example.org", "password": "pw"}, token="data.login.token")
    assert login.body == {"query": MUTATION, "variables": {"e": "alice@example.org", "password": "pw"}}
    assert (login.url, login.user, login.token) == ("", "alice@example.org", ("data", "login", "token"))
    assert login.logs_in("Mutation.login")
    assert login.logs_in("mutation_root.login")
    assert not login.logs_in("User.login")
    assert not login.logs_in("Mutation.logins")
    assert login.secrets == {"password": "pw"}


def test_secrets_in_a_document_are_known_too():
    login = read(mutation='mutation { login(email: "a", password: "pw-in-text") { token } }', token="data.login.token")
    assert login.secrets == {"password": "pw-in-text"}


def test_a_call_is_known_by_its_method_and_path_wherever_the_description_begins():
    login = read(request="POST /api/v1/tenants/7/login", form={"tenant": "acme", "username": "alice", "password": "pw"})
    assert (login.method, login.url, login.user) == ("POST", "/api/v1/tenants/7/login", "alice")
    assert login.headers["content-type"] == "application/x-www-form-urlencoded"
    assert login.logs_in("POST /tenants/{id}/login")
    assert login.logs_in("POST /api/v1/tenants/7/login")
    assert not login.logs_in("GET /tenants/{id}/login")
    assert not login.logs_in("POST /tenants/{id}/logout")
    assert not login.logs_in("POST /x/api/v1/tenants/7/login")


def test_the_token_is_sent_as_bearer_unless_another_place_is_named():
    assert (read(**BY_CALL).header, read(**BY_CALL).template) == ("Authorization", "Bearer {token}")
    other = read(**BY_CALL, header="X-Token")
    assert (other.header, other.template) == ("X-Token", "{token}")
    cookie = read(**BY_CALL, cookie="sid")
    assert (cookie.header, cookie.cookie, cookie.template) == ("", "sid", "{token}")
    assert read(**BY_CALL, template="JWT {token}").template == "JWT {token}"


def test_a_pointer_may_name_members_with_dots():
    assert read(**{**BY_CALL, "token": "/a.b/c~1d"}).token == ("a.b", "c/d")


def test_secrets_are_not_shown():
    assert "pw" not in repr(read(**BY_CALL))


@pytest.mark.parametrize(
    ("table", "words"),
    [
        ({}, "needs one of token-url, mutation, request"),
        ({"request": "POST /x", "mutation": MUTATION}, "needs one of"),
        ({"tokenurl": "x"}, "unknown key 'tokenurl'"),
        ({"request": "/login"}, "must be a method and a path"),
        ({"request": "POST /x", "scope": "a"}, "scope does not go with request"),
        ({"mutation": "mutation {"}, "is not valid GraphQL"),
        ({"mutation": "fragment a on B { c }"}, "holds no operation"),
        ({"token-url": "/t", "username": "a"}, "both username and password"),
        ({"token-url": "/t"}, "needs client-id"),
        ({**BY_CALL, "header": "A", "cookie": "b"}, "both header and cookie"),
        ({**BY_CALL, "header": "A B"}, "a name that HTTP allows"),
        ({**BY_CALL, "template": "Bearer"}, "must hold {token}"),
        ({**BY_CALL, "lifetime": "long"}, "lifetime must be a duration"),
        ({**BY_CALL, "json": ["a"]}, "json must be a table"),
    ],
)
def test_what_is_wrong_is_one_line(table: dict[str, Any], words: str):
    with pytest.raises(ConfigError) as caught:
        read_login(table, "q.toml: login")
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


def test_the_nearest_login_counts_whole(tmp_path: Path):
    text = """
    [login]
    token-url = "/token"
    username = "bob"
    password = "${PW}"
    [targets.shop]
    target = "http://x/graphql"
    [targets.shop.login]
    request = "POST /login"
    token_header = "X-Session"
    [profiles.open]
    login = false
    """
    assert configured(tmp_path, text).settings.login.body["password"] == "secret-of-alice"
    of_shop = configured(tmp_path, text, target="shop").settings.login
    assert (of_shop.url, of_shop.token_header) == ("/login", "x-session")
    assert of_shop.place.endswith("querious.toml: targets.shop.login")
    assert configured(tmp_path, text, profile="open").settings.login is None


def test_credentials_that_are_given_nearer_are_sent_instead(tmp_path: Path):
    text = '[login]\ntoken-url = "/token"\nusername = "bob"\npassword = "${PW}"\n'
    given = configured(tmp_path, text, {"bearer": "abc"})
    assert given.settings.login is None
    assert any("--bearer is given" in note for note in given.notes)
    assert configured(tmp_path, text, {"headers": ("X-Tenant: a",)}).settings.login is not None


def test_a_login_and_a_token_side_by_side_are_a_mistake(tmp_path: Path):
    with pytest.raises(ConfigError, match="both say what Authorization is"):
        configured(tmp_path, 'bearer = "x"\n[login]\nrequest = "POST /login"\ntoken = "t"\n')


def test_a_login_and_a_hook_are_a_mistake(tmp_path: Path):
    (tmp_path / "hooks.py").write_text("def headers():\n    return {}\n")
    with pytest.raises(ConfigError, match="both log in"):
        configured(tmp_path, 'hooks = "hooks.py"\n[login]\nrequest = "POST /login"\ntoken = "t"\n')


def test_the_names_of_headers_are_known_before_anybody_logs_in(tmp_path: Path):
    assert "Authorization" in configured(tmp_path, '[login]\nrequest = "POST /login"\ntoken = "t"\n').header_names
    assert "Cookie" in configured(tmp_path, '[login]\nrequest = "POST /login"\n').header_names


def test_basic_is_written_as_user_and_password(tmp_path: Path):
    headers = configured(tmp_path, "", {"basic": "alice:pw:with:colons"}).settings.headers
    assert base64.b64decode(headers["Authorization"].removeprefix("Basic ")) == b"alice:pw:with:colons"
    with pytest.raises(ConfigError, match="--basic must be of the form USER:PASSWORD"):
        configured(tmp_path, "", {"basic": "alice"})


def test_every_key_stands_on_the_page():
    page = (Path(__file__).parents[3] / "docs" / "login.md").read_text()
    assert [key for key in LOGIN_KEYS if f"`{key}`" not in page] == []
