"""Certificates and proxies, with a server that wants to know who we are and a proxy that wants a password."""

from __future__ import annotations

import asyncio
import json
import shutil
import ssl
import subprocess
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest
from graphql import build_schema, graphql_sync

from querious.errors import ConfigError
from querious.execute import Credentials
from querious.execute.aiohttp_client import AiohttpClient
from querious.execute.http import HttpClient
from querious.execute.http_clients import http_client
from querious.model import Exchange, Failure, Operation, Settings, graphql_case
from servers import Proxy, answering, proxying, respond

if TYPE_CHECKING:
    from pathlib import Path

CASE = graphql_case(0, Operation("query", "", "Query", ()), "{__typename}", {})
SCHEMA = build_schema("type Query { one: Int bad: Int }")
LOADED = (AiohttpClient, HttpClient)
"""Both, so that no test waits for their import."""


@dataclass
class Papers:
    """Certificates, all from one authority, and a server that trusts that one alone."""

    folder: Path

    def __getattr__(self, name: str) -> str:
        return str(self.folder / f"{name}.pem")

    @property
    def server(self) -> ssl.SSLContext:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.host, self.host_key)
        context.load_verify_locations(self.authority)
        context.verify_mode = ssl.CERT_REQUIRED
        return context


@pytest.fixture(scope="module")
def papers(tmp_path_factory: pytest.TempPathFactory) -> Papers:
    openssl = shutil.which("openssl")
    if openssl is None:
        pytest.skip("openssl is needed to make certificates")
    folder = tmp_path_factory.mktemp("papers")

    def made(name: str, *more: str) -> None:
        command = [openssl, "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
        command += ["-days", "2", "-subj", f"/CN={name}", "-keyout", f"{name}_key.pem", "-out", f"{name}.pem", *more]
        subprocess.run(command, cwd=folder, check=True, capture_output=True)

    signed = ("-CA", "authority.pem", "-CAkey", "authority_key.pem")
    made("authority")
    made("host", *signed, "-addext", "subjectAltName=IP:127.0.0.1", "-addext", "basicConstraints=critical,CA:FALSE")
    made("tester", *signed, "-addext", "basicConstraints=critical,CA:FALSE")
    locked = [openssl, "pkey", "-in", "tester_key.pem", "-aes256", "-passout", "pass:x", "-out", "locked_key.pem"]
    subprocess.run(locked, cwd=folder, check=True, capture_output=True)
    (folder / "both.pem").write_text((folder / "tester.pem").read_text() + (folder / "tester_key.pem").read_text())
    return Papers(folder)


def answer(handler, body: bytes) -> None:
    document = json.loads(body)["query"]
    result = graphql_sync(SCHEMA, document, {"one": 1, "bad": 2}).formatted
    respond(handler, json.dumps(result).encode(), 500 if "bad" in document and "__schema" not in document else 200)


def asked(url: str, settings: Settings) -> Exchange:
    async def scenario() -> Exchange:
        client = http_client(url, settings, Credentials({}))
        try:
            return await client.send(CASE)
        finally:
            await client.close()

    return asyncio.run(scenario())


@pytest.mark.usefixtures("each_client")
def test_a_server_is_shown_who_we_are(papers: Papers):
    with answering(answer, papers.server) as url:
        apart = Settings(ca=papers.authority, cert=papers.tester, cert_key=papers.tester_key)
        for settings in (apart, Settings(ca=papers.authority, cert=papers.both)):
            assert asked(url, settings).payload == {"data": {"__typename": "Query"}}
        unknown = asked(url, Settings(ca=papers.authority))
        assert unknown.status == 0
        assert unknown.failure in {Failure.LOST, Failure.UNREACHABLE}
        untrusted = asked(url, Settings(cert=papers.both))
        assert untrusted.failure is Failure.UNREACHABLE
        assert "certificate" in untrusted.detail.lower()
        assert asked(url, Settings(cert=papers.both, insecure=True)).status == 200


@pytest.mark.usefixtures("each_client")
def test_files_that_cannot_be_used_are_named(papers: Papers, tmp_path: Path):
    (tmp_path / "text").write_text("no certificate")
    text = str(tmp_path / "text")
    for settings, told in (
        (Settings(ca="nowhere.pem"), "--ca: cannot read nowhere.pem"),
        (Settings(ca=text), f"--ca {text} cannot be used"),
        (Settings(cert="nowhere.pem"), "--cert: cannot read nowhere.pem"),
        (Settings(cert=papers.tester), "--cert-key"),
        (Settings(cert=papers.tester, cert_key=papers.host_key), "belong together"),
        (Settings(cert=papers.tester, cert_key=papers.locked_key), "has a password"),
        (Settings(cert_key=papers.tester_key), "--cert FILE"),
    ):
        with pytest.raises(ConfigError, match=told):
            http_client("http://127.0.0.1:9/", settings, Credentials({}))


@pytest.mark.usefixtures("each_client")
def test_requests_go_through_the_proxy(papers: Papers):
    trusting = {"ca": papers.authority, "cert": papers.both}
    with proxying() as proxy, answering(answer) as plain, answering(answer, papers.server) as secure:
        assert asked(plain, Settings(proxy=proxy.url)).status == 200
        assert asked(secure, Settings(proxy=proxy.url, **trusting)).status == 200
        assert proxy.asked == [f"POST {plain}", f"CONNECT {secure.split('/')[2]}"]
        assert asked(plain, Settings(proxy="none")).status == 200
        assert len(proxy.asked) == 2


@pytest.mark.usefixtures("each_client")
def test_a_proxy_that_refuses_or_is_not_there_is_no_answer_of_the_api(papers: Papers):
    with proxying() as proxy, answering(answer, papers.server) as secure:
        stranger = proxy.url.replace("open-sesame", "open-barley")
        gone = "http://tester:open-sesame@127.0.0.1:9"
        for wrong in (stranger, gone):
            exchange = asked(secure, Settings(proxy=wrong, ca=papers.authority, cert=papers.both))
            assert (exchange.status, exchange.failure) == (0, Failure.UNREACHABLE)
            assert "open-" not in exchange.detail


def commands(url: str) -> list[tuple[str, ...]]:
    return [
        ("schema", url),
        ("run", url, "--requests", "20", "--json", "run.json"),
        ("replay", "run.json"),
        ("learn", url, "--requests", "20", "--output", "learned.json"),
        ("diff", url, url, "--requests", "20"),
        ("crud", url, "--dry-run"),
    ]


def through(proxy: Proxy, papers: Papers) -> list[str]:
    shown = ["--ca", papers.authority, "--cert", papers.tester, "--cert-key", papers.tester_key]
    return [*shown, "--proxy", proxy.url]


def test_every_command_shows_its_certificate_and_goes_through_the_proxy(called, papers: Papers, each_client: str):
    with proxying() as proxy, answering(answer, papers.server) as url:
        for command in commands(url):
            before = len(proxy.asked)
            done = called(*command, *through(proxy, papers), QUERIOUS_CLIENT=each_client)
            assert len(proxy.asked) > before, (command, done.stdout, done.stderr)
            no_collections = command[0] == "crud"
            assert done.returncode in ({2} if no_collections else {0, 1}), (command, done.stdout, done.stderr)
            assert "open-sesame" not in done.stdout + done.stderr


def test_the_password_of_a_proxy_stands_in_no_file_of_a_run(called, papers: Papers, tmp_path: Path):
    with proxying() as proxy, answering(answer, papers.server) as url:
        called(
            "run",
            url,
            "--requests",
            "20",
            "--json",
            "run.json",
            "--html",
            "a.html",
            "--keep",
            "all",
            *through(proxy, papers),
        )
    files = [file for file in tmp_path.rglob("*") if file.is_file()]
    assert files
    assert not [file for file in files if b"open-sesame" in file.read_bytes()]
