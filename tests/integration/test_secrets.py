"""Whatever an API repeats of our credentials: no command writes it anywhere, in any encoding.

And what a command writes of an API's data for later holds nothing that redaction would replace in a recording.
"""

from __future__ import annotations

import gzip
import json
import stat
import subprocess
import sys
import time
import urllib.request
from typing import TYPE_CHECKING

import pytest

from echoing import PERSONAL, SDL, echoing, encodings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    Called = Callable[..., subprocess.CompletedProcess[str]]

TOKEN = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI0MiIsIm4iOiJrIn0.dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
COOKIE = "s%3Aq8ZrT2vXb91/LmKs+04Hy"
KEY = 'k&y<9a"8b7c6d>'
QUERY = "q4/Tz+8sK2w=="
USER, PASSWORD = "elaine.benes", "c4nnery/Row&1993"
RENEWED = "renewed-8f3kq01mdzx7"
ALL = (TOKEN, *TOKEN.split("."), COOKIE, KEY, QUERY)

SENT = ("--bearer", TOKEN, "--cookie", f"sid={COOKIE}; theme=dark", "--header", f"X-Api-Key: {KEY}")
QUICK = ("--requests", "60", "--time", "60s")


@pytest.fixture
def place() -> Iterator[str]:
    with echoing() as found:
        yield found


@pytest.fixture
def url(place: str) -> str:
    return f"http://{place}/graphql?api_key=q4%2FTz%2B8sK2w%3D%3D"


def _texts(folder: Path) -> Iterator[tuple[str, str]]:
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            content = path.read_bytes()
            if content.startswith(b"\x1f\x8b"):
                content = gzip.decompress(content)
            yield str(path.relative_to(folder)), content.decode("utf-8", "replace")


def check_nothing_is_told(
    folder: Path, *told: subprocess.CompletedProcess[str], secrets: tuple[str, ...] = ALL
) -> None:
    """No file below the folder and nothing that was printed holds a secret, in any encoding."""
    texts = [*_texts(folder), *(("standard output", one.stdout) for one in told)]
    texts += [("standard error", one.stderr) for one in told]
    for name, text in texts:
        lowered = text.lower()
        for secret in secrets:
            for way in encodings(secret):
                assert way.lower() not in lowered, (name, way, text[max(0, lowered.find(way.lower()) - 100) :][:300])


def check_rights(folder: Path) -> None:
    """Files are readable by their owner alone."""
    for path in folder.rglob("*"):
        if path.is_file() and path.name != "hooks.py":
            assert stat.S_IMODE(path.stat().st_mode) & 0o077 == 0, path


def test_the_server_repeats_in_every_encoding(place: str, called: Called, tmp_path: Path) -> None:
    """Without this the other tests would show nothing: as other headers the same values are no credentials."""
    told = called("run", f"http://{place}/graphql", "--header", "Origin: not-masked-8f3k", *QUICK, "--json", "run.json")
    assert told.returncode == 1
    text = (tmp_path / "run.json").read_text()
    assert sum(json.dumps(way)[1:-1] in text for way in encodings("not-masked-8f3k")) > 8


def test_run_and_all_that_rests_on_it(url: str, called: Called, tmp_path: Path) -> None:
    summary = {"GITHUB_STEP_SUMMARY": str(tmp_path / "summary.md")}
    files = ("--json", "run.json", "--junit", "run.xml", "--keep", "all", "--learned", "learned.json", "--github")
    told = [called("run", url, *SENT, *QUICK, *files, **summary)]
    assert told[0].returncode == 1, told[0].stderr
    told.append(called("replay", *SENT, "--target", url))
    told.append(called("look", "--json", "look.json"))
    told.append(called("look"))
    told.append(called("run", url, *SENT, *QUICK, "--learned", "learned.json", "--json", "-"))
    (tmp_path / "summary.md").chmod(0o600)
    check_nothing_is_told(tmp_path, *told)
    check_rights(tmp_path)
    for form in ("pytest", "phpunit", "vitest"):
        asked = ("--format", form, "--target", url, *SENT, "--output", form)
        told.append(called("export", ".querious/last-run.json", *asked))
        assert told[-1].returncode == 0, told[-1].stderr
    check_nothing_is_told(tmp_path, *told)
    assert stat.S_IMODE((tmp_path / ".querious").stat().st_mode) == 0o700
    learned = (tmp_path / "learned.json").read_text()
    exported = "".join(text for form in ("pytest", "phpunit", "vitest") for _, text in _texts(tmp_path / form))
    for secret in PERSONAL:
        assert secret not in learned
        assert secret not in exported
    assert '"Person.id"' in learned
    assert "MASKED-" not in learned
    assert "MASKED-" in (tmp_path / "run.json").read_text()


def test_learn_and_what_holds(url: str, called: Called, tmp_path: Path) -> None:
    told = [called("learn", url, *SENT, *QUICK, "--output", "baseline.json")]
    assert told[0].returncode == 0, told[0].stderr
    baseline = (tmp_path / "baseline.json").read_text()
    assert not [secret for secret in PERSONAL if secret in baseline]
    told.append(called("run", url, *SENT, *QUICK, "--baseline", "baseline.json", "--json", "run.json"))
    check_nothing_is_told(tmp_path, *told)
    check_rights(tmp_path)


def test_diff(url: str, called: Called, tmp_path: Path) -> None:
    with echoing() as other:
        told = called("diff", url, f"http://{other}/graphql?api_key={QUERY}", *SENT, *QUICK, "--json", "diff.json")
    assert told.returncode != 2, told.stderr
    check_nothing_is_told(tmp_path, told)
    check_rights(tmp_path)


def test_crud(place: str, called: Called, tmp_path: Path) -> None:
    description = f"http://{place}/openapi.json?api_key=q4%2FTz%2B8sK2w%3D%3D"
    files = ("--json", "crud.json", "--junit", "crud.xml", "--draw", "machine.svg")
    told = [
        called("crud", description, *SENT, "--tests", "5", "--requests", "150", "--time", "10m", "--seed", "1", *files)
    ]
    assert told[0].returncode == 1, told[0].stderr
    told.append(called("crud", f"http://{place}/openapi.json", *SENT, "--dry-run"))
    (tmp_path / "note.json").write_text('{"text": "{{string}}"}')
    (tmp_path / "note.json").chmod(0o600)
    collection = f"http://{place}/notes?api_key=q4%2FTz%2B8sK2w%3D%3D&page=1"
    told.append(
        called(
            "crud",
            collection,
            "--template",
            "note.json",
            *SENT,
            "--tests",
            "3",
            "--requests",
            "60",
            "--json",
            "template.json",
        )
    )
    assert told[-1].returncode in (0, 1), told[-1].stderr
    check_nothing_is_told(tmp_path, *told)
    check_rights(tmp_path)
    assert '-H "Authorization: $AUTHORIZATION"' in told[0].stdout
    assert '"$URL"/notes"?$API_QUERY"' in told[0].stdout


def test_what_only_reads(url: str, called: Called, tmp_path: Path) -> None:
    (tmp_path / "all.graphql").write_text("{ me { id } }")
    (tmp_path / "all.graphql").chmod(0o600)
    told = [
        called("schema", url, *SENT, "--json", "schema.json"),
        called("paths", url, *SENT, "--draw", "svg", "--output", "paths.svg"),
        called("coverage", "all.graphql", "--target", url, *SENT, "--json", "coverage.json"),
    ]
    assert [one.returncode for one in told[:2]] == [0, 0], told[0].stderr + told[1].stderr
    check_nothing_is_told(tmp_path, *told)


def test_user_and_password_of_the_url(place: str, called: Called, tmp_path: Path) -> None:
    url = f"http://{USER}:c4nnery%2FRow%261993@{place}/graphql"
    told = [
        called("run", url, *QUICK, "--json", "run.json", "--junit", "run.xml", "--keep", "all", "--learned", "l.json")
    ]
    assert told[0].returncode == 1, told[0].stderr
    told.append(called("replay", "--target", url))
    told.append(
        called(
            "crud", url.replace("/graphql", "/openapi.json"), "--tests", "3", "--requests", "60", "--json", "crud.json"
        )
    )
    secrets = (USER, PASSWORD, f"{USER}:{PASSWORD}")
    check_nothing_is_told(tmp_path, *told, secrets=secrets)
    check_rights(tmp_path)


def test_credentials_that_a_hook_brings_in_the_middle_of_a_run(place: str, called: Called, tmp_path: Path) -> None:
    (tmp_path / "hooks.py").write_text(
        "from itertools import count\nnumbers = count(1)\n\n\ndef headers():\n"
        f"    return {{'Authorization': f'Bearer {RENEWED[:4]}' + {RENEWED[4:]!r} + str(next(numbers)) * 5}}\n"
    )
    told = called(
        "run", f"http://{place}/graphql", "--hooks", "hooks.py", *QUICK, "--json", "run.json", "--keep", "all"
    )
    assert told.returncode == 1, told.stderr
    (tmp_path / "hooks.py").unlink()
    check_nothing_is_told(tmp_path, told, secrets=(f"{RENEWED}11111", f"{RENEWED}22222"))


_WRONG = (
    "http://{user}:{password}@{place}/nowhere?api_key={query}",
    "http://{user}:{password}@{place}:99999/graphql?api_key={query}",
    "http://{user}:c4nnery/Row&1993@{place}/graphql?api_key={query}",
    "ftp://{user}:{password}@{place}/graphql?api_key={query}",
    "{user}:{password}@{place}/graphql?api_key={query}",
    "{place}/graphql?api_key={query}",
)


@pytest.mark.parametrize(
    ("command", "target"),
    [*(("run", target) for target in _WRONG), *(("crud", target) for target in _WRONG[:3]), ("learn", _WRONG[4])],
)
def test_errors(place: str, called: Called, tmp_path: Path, command: str, target: str) -> None:
    given = target.format(user=USER, password="c4nnery%2FRow%261993", place=place, query="q4%2FTz%2B8sK2w%3D%3D")
    told = called(command, given, "--time", "3s", "--header", f"X-Api-Key: {KEY}")
    assert told.returncode in (0, 1, 2, 3), told.stderr  # beside the first address a description is found, and tested
    check_nothing_is_told(tmp_path, told, secrets=(USER, PASSWORD, QUERY, KEY, "Row&1993"))


def test_proxy_and_harvest(place: str, querious: Called, tmp_path: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "querious", "proxy", "--listen", "127.0.0.1:0", "--upstream", f"http://{place}/graphql"],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    try:
        port = process.stdout.readline().partition("http://127.0.0.1:")[2].partition(" ")[0]
        names = ("iban", "card", "ssn", "passcode", "birthDate", "email")
        variables = dict(zip(names, PERSONAL, strict=True)) | {"password": KEY, "t": TOKEN}
        body = {"query": "query Q($iban: String!) { personByIban(iban: $iban) { id } }", "variables": variables}
        request = urllib.request.Request(
            f"http://127.0.0.1:{port}/graphql",
            json.dumps(body).encode(),
            {"content-type": "application/json", "authorization": f"Bearer {TOKEN}", "cookie": f"sid={COOKIE}"},
        )
        urllib.request.urlopen(request).read()  # noqa: S310
        time.sleep(2.5)
        rights = {path.name: stat.S_IMODE(path.stat().st_mode) for path in tmp_path.iterdir()}
    finally:
        process.terminate()
        process.wait(20)
        process.stdout.close()
    assert rights
    assert set(rights.values()) == {0o600}
    (tmp_path / "schema.graphql").write_text(SDL)
    told = [
        querious("harvest", "list"),
        querious("harvest", "export", "lines.jsonl"),
        querious("export", "--schema", "schema.graphql", "--output", "exported"),
    ]
    check_nothing_is_told(tmp_path, *told, secrets=(TOKEN, COOKIE, KEY, *PERSONAL))
