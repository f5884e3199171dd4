from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pyreqwest.http import Url

from querious.execute.url_paths import path_as_sent


def as_pyreqwest(path: str) -> str:
    return str(Url(f"http://h{path}")).removeprefix("http://h").partition("#")[0]


@pytest.mark.parametrize(
    ("path", "sent"),
    [
        ("/", "/"),
        ("/graphql?key=1", "/graphql?key=1"),
        ("/a//b/", "/a//b/"),
        ("/a/%2Fb%zz", "/a/%2Fb%zz"),
        ("/a/../b/./c", "/b/c"),
        ("/a/%2e%2E/.%2e/..", "/"),
        ("/a/.", "/a/"),
        ("/.../.a", "/.../.a"),
        ("/a b?c d='é'", "/a%20b?c%20d=%27%C3%A9%27"),
        ("/a\\b`{}?\\`{}", "/a/b%60%7B%7D?\\`{}"),
        ("/a\tb#c", "/ab"),
        ("/a?x=../y", "/a?x=../y"),
    ],
)
def test_a_path_is_written_as_pyreqwest_writes_it(path: str, sent: str):
    assert path_as_sent(path) == sent == as_pyreqwest(path)


@given(st.lists(st.sampled_from([*"/.?&=%2eE\\ 'é{}#^|[]~-\x00\t", "..", "%2e", "a"]), max_size=12).map("".join))
def test_any_path_is_written_as_pyreqwest_writes_it(rest: str):
    path = f"/{rest}"
    assert path_as_sent(path) == as_pyreqwest(path)
