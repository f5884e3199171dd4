from __future__ import annotations

import pytest

from querious.text.urls import without_secrets


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("http://host/graphql", "http://host/graphql"),
        ("http://a:b@c@host/p?q=x@y", "http://host/p"),
        ("https://host:8000/@scope/x?key=1#f", "https://host:8000/@scope/x"),
        ("http://ann:pa/ss@host/p", "http://host/p"),
        ("http://ann:pa#ss@host:80/p", "http://host:80/p"),
        ("//ann:pw@host/p", "//host/p"),
        ("ann:pw@host/p?key=1", "host/p"),
        ("host:8000/graphql?key=1", "host:8000/graphql"),
        ("http://[::1]:8000/p", "http://[::1]:8000/p"),
        ("shop.api:schema", "shop.api:schema"),
        ("a folder/open#api.json", "a folder/open#api.json"),
    ],
)
def test_what_may_be_shown(url: str, shown: str) -> None:
    assert without_secrets(url) == shown
