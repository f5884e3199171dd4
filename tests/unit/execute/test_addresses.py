from __future__ import annotations

import base64

import pytest

from querious.errors import TargetError
from querious.execute.addresses import Address, ObjectPlace, is_loopback, is_this_machine, parse


@pytest.mark.parametrize(
    ("target", "url", "name"),
    [
        ("http://localhost:8000/graphql", "http://localhost:8000/graphql", "http://localhost:8000/graphql"),
        (" https://api.example.test ", "https://api.example.test/", "https://api.example.test/"),
        ("HTTP://Host/x?key=s3cret#part", "http://Host/x?key=s3cret", "http://Host/x"),
        ("http://[::1]:80/", "http://[::1]:80/", "http://[::1]:80/"),
    ],
)
def test_urls(target: str, url: str, name: str) -> None:
    address = parse(target)
    assert isinstance(address, Address)
    assert (address.url, address.name, address.headers) == (url, name, {})


def test_user_and_password_become_basic_authentication_and_are_not_shown() -> None:
    address = parse("http://ann:p%40ss:w@localhost/g")
    assert isinstance(address, Address)
    assert address.url == "http://localhost/g"
    assert address.headers == {"authorization": "Basic " + base64.b64encode(b"ann:p@ss:w").decode()}
    assert base64.b64encode(b"ann:p@ss:w").decode() not in repr(address)


def test_a_user_alone_has_an_empty_password() -> None:
    address = parse("http://ann@localhost/")
    assert isinstance(address, Address)
    assert address.headers == {"authorization": "Basic " + base64.b64encode(b"ann:").decode()}


@pytest.mark.parametrize(
    ("target", "place"),
    [
        ("shop.app:app", ObjectPlace("shop.app", "app")),
        ("shop:factory.build", ObjectPlace("shop", "factory.build")),
        ("shop:app/api/v2/graphql?x=1", ObjectPlace("shop", "app", "/api/v2/graphql?x=1")),
    ],
)
def test_places(target: str, place: ObjectPlace) -> None:
    assert parse(target) == place


@pytest.mark.parametrize(
    ("target", "words"),
    [
        ("", "no target was given"),
        ("localhost:8000/graphql", "did you mean http://localhost:8000/graphql?"),
        ("localhost", "did you mean http://localhost?"),
        ("api.example.test/graphql", "did you mean http://api.example.test/graphql?"),
        ("127.0.0.1:8000", "did you mean http://127.0.0.1:8000?"),
        ("[::1]:8000/x", "did you mean http://[::1]:8000/x?"),
        ("shop.app", "such as shop.app:app or shop.app:schema"),
        ("shop app", "is neither a URL"),
        ("ws://localhost/graphql", "only http:// and https:// URLs can be tested, not ws://"),
        ("http://", "write it as http://host:port/path"),
        ("http:///graphql", "write it as http://host:port/path"),
        ("http://localhost:http/", "the port must be a number from 1 to 65535"),
        ("http://localhost:99999/", "the port must be a number from 1 to 65535"),
        ("http://localhost:0/", "write it as http://host:port/path"),
        ("http://[::1/", "check the host"),
        ("http://a b/", "write it as http://host:port/path"),
    ],
)
def test_what_is_no_target_says_what_was_meant(target: str, words: str) -> None:
    with pytest.raises(TargetError) as caught:
        parse(target)
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "target",
    ["http://ann:hunter2@localhost:x/", "ftp://ann:hunter2@host/", "http://ann:hunter2@/", "//ann:hunter2@host/x y"],
)
def test_no_error_shows_a_password(target: str) -> None:
    with pytest.raises(TargetError) as caught:
        parse(target)
    assert "hunter2" not in str(caught.value)


@pytest.mark.parametrize(
    ("target", "is_one"),
    [
        ("http://localhost:8000/api", True),
        ("http://user:pass@127.0.0.1", True),
        ("https://[::1]:8443/", True),
        ("http://shop.localhost/", True),
        ("HTTP://LOCALHOST/", True),
        ("package.module:app", True),
        (object(), True),
        ("http://example.org/", False),
        ("http://localhost.example.org/", False),
        ("http://127.0.0.1.example.org/", False),
        ("http://localhost@example.org/", False),
        ("http://192.168.1.7/", False),
        ("http://0.0.0.0:8000/", False),
    ],
)
def test_whether_a_target_is_this_machine(target: object, is_one: bool) -> None:
    assert is_this_machine(target) is is_one


@pytest.mark.parametrize("host", ["localhost", "api.localhost", "127.0.0.1", "127.1.2.3", "::1"])
def test_this_machine(host: str) -> None:
    assert is_loopback(host)


@pytest.mark.parametrize("host", ["example.test", "localhost.example.test", "10.0.0.1", "128.0.0.1", "::2", ""])
def test_other_machines(host: str) -> None:
    assert not is_loopback(host)
