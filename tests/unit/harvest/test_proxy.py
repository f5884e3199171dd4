from __future__ import annotations

import asyncio
import subprocess
import sys

import pytest

from querious.harvest.proxy import Proxy, Upstream, read_listen, read_upstream
from querious.harvest.proxy_heads import read_request
from querious.harvest.request_operations import LARGEST

pytestmark = pytest.mark.any_graphql_core


@pytest.mark.parametrize(
    ("url", "upstream", "authority"),
    [
        ("http://localhost:8000", Upstream("localhost", 8000), "localhost:8000"),
        (
            "https://api.example.com/graphql/",
            Upstream("api.example.com", 443, True, True, "/graphql"),
            "api.example.com",
        ),
        ("http://[::1]:80/", Upstream("::1", 80), "[::1]"),
        ("HTTP://EXAMPLE.com:443", Upstream("example.com", 443), "example.com:443"),
        ("http://bücher.example", Upstream("xn--bcher-kva.example", 80), "xn--bcher-kva.example"),
    ],
)
def test_upstreams_are_read(url, upstream, authority):
    assert read_upstream(url) == upstream
    assert upstream.authority == authority


@pytest.mark.parametrize(
    ("url", "hint"),
    [
        ("localhost:8000", "write it as http://"),
        ("ftp://a", "write it as http://"),
        ("http://", "write it as http://"),
        ("http://a:99999", "write it as http://"),
        ("http://a:0", "write it as http://"),
        ("http://user:hunter2@a", "credentials"),
        ("http://a/?token=hunter2", "query"),
        ("http://" + "ü" * 70, "cannot exist"),
    ],
)
def test_what_is_no_upstream_is_said_without_its_secrets(url, hint):
    with pytest.raises(ValueError, match=hint) as refused:
        read_upstream(url)
    assert "hunter2" not in str(refused.value)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("127.0.0.1:9000", ("127.0.0.1", 9000)),
        (":9000", ("127.0.0.1", 9000)),
        ("9000", ("127.0.0.1", 9000)),
        ("[::1]:0", ("::1", 0)),
        ("0.0.0.0:80", ("0.0.0.0", 80)),
    ],
)
def test_places_to_listen_are_read(text, place):
    assert read_listen(text) == place


@pytest.mark.parametrize("text", ["", "localhost", "localhost:", "a:70000", "a:-1", "a:٣"])
def test_what_is_no_place_to_listen_is_said(text):
    with pytest.raises(ValueError, match="HOST:PORT"):
        read_listen(text)


def test_verification_is_left_out_only_if_asked():
    verified, unverified = (read_upstream("https://a", verified=each).context() for each in (True, False))
    assert verified is not None
    assert unverified is not None
    assert verified.check_hostname
    assert not unverified.check_hostname
    assert read_upstream("http://a").context() is None


def head(length: int, *, chunked: bool = False):
    framing = b"Transfer-Encoding: chunked" if chunked else b"Content-Length: %d" % length
    return read_request(b"POST / HTTP/1.1\r\nHost: p\r\nContent-Type: application/json\r\n%s\r\n\r\n" % framing, b"")


def test_what_is_kept_of_all_bodies_together_is_bounded():
    async def scenario() -> None:
        proxy = Proxy(read_upstream("http://a"), lambda _: None)
        exchanges = [proxy.begin(head(0, chunked=True)) for _ in range(100)]
        assert [exchange.room for exchange in exchanges[63:66]] == [LARGEST, 0, 0]
        for exchange in exchanges:
            proxy.over(exchange, answered=True)
        assert proxy.begin(head(10**9)).room == LARGEST
        assert proxy.begin(head(12)).room == 12

    asyncio.run(scenario())


def test_importing_the_proxy_loads_nothing_of_ours_but_harvest_model_and_text():
    code = """
import sys, querious.harvest.proxy, querious.harvest.importers
ours = {name.split(".")[1] for name in sys.modules if name.startswith("querious.")}
others = {name.split(".")[0] for name in sys.modules} & {"click", "rich", "uvloop", "sqlalchemy", "pyreqwest", "httpx"}
print(sorted(ours - {"harvest", "model", "text", "version", "errors"}), sorted(others))
"""
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert shown == "[] []\n"
