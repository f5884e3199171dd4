"""The tables [identities.NAME]: who asks, by any way of logging in, and whom the run itself asks as."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from querious.config import load
from querious.errors import ConfigError

if TYPE_CHECKING:
    from pathlib import Path

    from querious.config import Configuration

TWO = """
[identities.alice]
bearer = "${ALICE}"
[identities.bob]
login = {request = "POST /login", json = {user = "bob", password = "never-shown"}, token = "token"}
[identities.root]
basic = "root:never-shown"
privileged = true
"""
USERS = """
auth:
  - name: alice
    fixedHeaders: [{name: X-Api-Key, value: never-shown-1}]
  - name: bob
    fixedHeaders: [{name: X-Api-Key, value: never-shown-2}]
"""


def read(folder: Path, text: str) -> Configuration:
    (folder / "querious.toml").write_text(text, encoding="utf-8")
    return load({}, directory=folder, environ={"ALICE": "secret-of-alice"})


def test_every_way_of_logging_in(tmp_path: Path) -> None:
    settings = read(tmp_path, TWO).settings
    alice, bob, root = settings.identities
    assert alice.headers == {"Authorization": "Bearer secret-of-alice"}
    assert bob.login is not None
    assert bob.login.user == "bob"
    assert root.privileged
    assert "secret-of-alice" not in repr(settings)
    assert "never-shown" not in repr(settings)


def test_the_first_is_who_the_run_asks_as_where_nobody_says_so(tmp_path: Path) -> None:
    configuration = read(tmp_path, TWO)
    assert configuration.settings.identity == "alice"
    assert configuration.settings.headers == {"Authorization": "Bearer secret-of-alice"}
    assert [one.name for one in configuration.settings.asking] == ["alice", "bob", "root", "anonymous"]
    assert any("asks as alice" in note for note in configuration.notes)


def test_the_run_may_ask_as_one_of_them(tmp_path: Path) -> None:
    settings = read(tmp_path, f'identity = "bob"\n{TWO}').settings
    assert settings.login is not None
    assert settings.headers == {}


def test_credentials_of_the_run_are_main(tmp_path: Path) -> None:
    configuration = read(tmp_path, f'bearer = "mine-and-only-mine"\nheaders = {{X-Tenant = "acme"}}\n{TWO}')
    names = [one.name for one in configuration.settings.asking]
    assert names == ["main", "alice", "bob", "root", "anonymous"]
    assert configuration.identity_headers["alice"] == ("x-tenant", "Authorization")
    assert configuration.identity_headers["anonymous"] == ("x-tenant",)


def test_main_may_be_privileged(tmp_path: Path) -> None:
    text = f'bearer = "mine-and-only-mine"\n[identities.main]\nprivileged = true\n{TWO}'
    main = read(tmp_path, text).settings.asking[0]
    assert (main.name, main.privileged) == ("main", True)


def test_a_file_of_declared_users_names_them(tmp_path: Path) -> None:
    pytest.importorskip("yaml")
    (tmp_path / "auth.yaml").write_text(USERS, encoding="utf-8")
    settings = read(tmp_path, 'auth = "auth.yaml"').settings
    assert settings.identity == "alice"
    assert [(one.name, one.needed) for one in settings.identities] == [("alice", False), ("bob", False)]
    assert settings.headers == {"X-Api-Key": "never-shown-1"}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[identities.alice]\n", "says nothing of how to log in"),
        ('[identities.alice]\nbarer = "x"\n', "unknown key 'barer'"),
        ('[identities.anonymous]\nbearer = "xyz"\n', "brings no credentials"),
        ('[identities.main]\nbearer = "xyz"\n', "the credentials of the file itself"),
        ('[identities."a b"]\nbearer = "xyz"\n', "letters, digits"),
        ('identity = "carol"\n[identities.alice]\nbearer = "xyz"\n', "there is no [identities.carol]"),
        ('identities = "alice"\n', "must be tables"),
        ('[identities.alice]\nprivileged = "perhaps"\nbearer = "xyz"\n', "identities.alice.privileged must be"),
        ('[identities.alice]\nlogin = {request = "POST"}\n', "identities.alice.login"),
    ],
)
def test_what_cannot_be_meant_is_told_in_one_line(tmp_path: Path, text: str, told: str) -> None:
    with pytest.raises(ConfigError) as caught:
        read(tmp_path, text)
    assert told in str(caught.value)
    assert "xyz" not in str(caught.value)


def test_who_sends_what_the_run_sends_is_the_run(tmp_path: Path) -> None:
    settings = read(tmp_path, f'headers = {{authorization = "Bearer secret-of-alice"}}\n{TWO}').settings
    assert settings.identity == "alice"
    assert [one.name for one in settings.asking] == ["alice", "bob", "root", "anonymous"]
