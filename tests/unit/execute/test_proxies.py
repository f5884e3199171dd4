from __future__ import annotations

import os

import pytest

from querious.errors import ConfigError
from querious.execute.addresses import parse
from querious.execute.proxies import SOCKS, proxy_for
from querious.execute.targets import open_address
from querious.model import Settings

API = "http://api.example.test:8000/graphql"


@pytest.fixture(autouse=True)
def _bare_environment(monkeypatch: pytest.MonkeyPatch):
    for name in [name for name in os.environ if name.lower().endswith("_proxy")]:
        monkeypatch.delenv(name)


def test_without_any_there_is_none():
    assert proxy_for(API, "") == ""


@pytest.mark.parametrize("url", [API, "http://localhost:8000/", "https://127.0.0.1/"])
def test_one_that_was_named_is_for_every_address(monkeypatch: pytest.MonkeyPatch, url: str):
    monkeypatch.setenv("NO_PROXY", "*")
    assert proxy_for(url, "http://u:p@proxy:3128") == "http://u:p@proxy:3128"
    monkeypatch.setenv("HTTP_PROXY", "http://other:1")
    assert proxy_for(url, "none") == ""


def test_that_of_the_environment_is_for_urls_of_its_name(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("HTTP_PROXY", "proxy:3128")
    assert proxy_for(API, "") == "http://proxy:3128"
    assert proxy_for(API.replace("http:", "https:"), "") == ""
    monkeypatch.setenv("ALL_PROXY", "http://all:1")
    assert proxy_for(API.replace("http:", "https:"), "") == "http://all:1"


@pytest.mark.parametrize("host", ["localhost:8000", "api.localhost", "127.0.0.2", "[::1]:8000"])
def test_that_of_the_environment_is_not_for_this_machine(monkeypatch: pytest.MonkeyPatch, host: str):
    monkeypatch.setenv("HTTP_PROXY", "http://proxy:3128")
    assert proxy_for(f"http://{host}/", "") == ""


@pytest.mark.parametrize(
    ("excepted", "url", "direct"),
    [
        ("*", API, True),
        ("example.test", API, True),
        (".example.test", API, True),
        ("ample.test", API, False),
        ("other.test,api.example.test", API, True),
        ("10.0.0.0/8, nonsense/9", "http://10.1.2.3/", True),
        ("10.0.0.0/8", "http://11.1.2.3/", False),
        ("fd00::/8", "http://[fd00::1]/", True),
    ],
)
def test_some_hosts_are_excepted(monkeypatch: pytest.MonkeyPatch, excepted: str, url: str, direct: bool):
    monkeypatch.setenv("HTTP_PROXY", "http://proxy:3128")
    monkeypatch.setenv("NO_PROXY", excepted)
    assert proxy_for(url, "") == ("" if direct else "http://proxy:3128")


@pytest.mark.parametrize(
    "proxy", ["ftp://u:secret@proxy", "http://u:secret@", "http://u:secret@proxy:x", "socks5://u:secret@proxy"]
)
def test_one_that_cannot_be_used_is_said_without_its_password(proxy: str):
    with pytest.raises(ConfigError) as raised:
        proxy_for(API, proxy)
    assert "--proxy" in str(raised.value)
    assert "secret" not in str(raised.value)


def test_a_client_may_know_more_kinds():
    assert proxy_for(API, "socks5://proxy:1080", SOCKS) == "socks5://proxy:1080"


def test_the_password_of_one_of_the_environment_is_masked(monkeypatch):
    monkeypatch.setenv("HTTP_PROXY", "http://me:never-shown@proxy:3128")
    target = open_address(parse(API), Settings())
    assert "never-shown" not in target.mask.text("proxy said: never-shown")
