"""Nothing that harvest would redact in a recording is in any file that any command writes, nor in what it prints."""

from __future__ import annotations

import gzip
import json
from typing import TYPE_CHECKING

import pytest

from confiding import BY_NAME, EMAIL, NOTES, SECRETS, confiding
from querious.report.found_file import FoundFile
from querious.text.redaction import Redaction

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Callable, Iterator
    from pathlib import Path

    Called = Callable[..., subprocess.CompletedProcess[str]]

QUICK = ("--requests", "100", "--time", "60s", "--seed", "1")
HOOKS = """
def oracle(exchange):
    if "people" in exchange.case.document:
        raise ValueError(f"cannot judge {exchange.payload}")

oracles = [oracle]
"""


@pytest.fixture
def url() -> Iterator[str]:
    with confiding() as found:
        yield found


def check_nothing_is_told(folder: Path, *told: subprocess.CompletedProcess[str]) -> set[str]:
    """The names of the files that were looked at."""
    texts = {f"output of {one.args[0]}": one.stdout + one.stderr for one in told}
    for path in folder.rglob("*"):
        if path.is_file():
            content = path.read_bytes()
            if content.startswith(b"\x1f\x8b"):
                content = gzip.decompress(content)
            texts[path.relative_to(folder).as_posix()] = content.decode("utf-8", "replace")
    for name, text in texts.items():
        for secret in SECRETS:
            for written in {secret, json.dumps(secret)[1:-1], json.dumps(json.dumps(secret))[1:-1]}:
                place = text.find(written)
                assert place < 0, (name, written, text[max(0, place - 300) :][:500])
    return set(texts)


def test_harvest_would_redact_every_one_of_them() -> None:
    redaction = Redaction()
    kept = [name for name, secret in {**BY_NAME, **NOTES}.items() if not redaction.touches((name,), secret)]
    assert kept == []
    assert redaction.touches(("email",), EMAIL)


def test_run_and_all_that_rests_on_it(
    url: str, called: Called, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(FoundFile, "remove", FoundFile._close)  # as if the run had been killed
    (tmp_path / "hooks.py").write_text(HOOKS)
    target = f"{url}/graphql"
    files = ("--json", "run.json", "--junit", "run.xml", "--keep", "all", "--learned", "learned.json", "--github")
    told = [called("run", target, *QUICK, *files, "--hooks", "hooks.py", GITHUB_STEP_SUMMARY=str(tmp_path / "sum.md"))]
    assert told[0].returncode == 3, told[0].stderr
    found = json.loads((tmp_path / "run.json").read_text())
    told_and_folded = [one for finding in found["findings"] for one in (finding, *finding["others"])]
    coordinates = {one["coordinate"] for one in told_and_folded}
    assert {"Query.personByEmail", "Query.visits", "Query.boom", "Query.amount"} <= coordinates
    told += [called("replay", "--target", target), called("look", "--json", "look.json"), called("look")]
    told += [
        called("export", ".querious/last-run.json", "--format", form, "--target", target, "--output", form)
        for form in ("pytest", "phpunit", "vitest")
    ]
    names = check_nothing_is_told(tmp_path, *told)
    expected = {"run.json", "run.xml", "sum.md", "learned.json", "look.json", ".querious/last-run.json"}
    expected |= {".querious/errors.txt", ".querious/unfinished-run.jsonl"}
    assert expected <= names
    again = called("run", target, *QUICK, "--learned", "learned.json", "--json", "again.json")
    assert again.returncode == 1, again.stderr
    assert "REDACTED" not in (tmp_path / "learned.json").read_text()
    assert "XX00" not in (tmp_path / "learned.json").read_text()
    check_nothing_is_told(tmp_path, again)


def test_learn_and_what_holds(url: str, called: Called, tmp_path: Path) -> None:
    target = f"{url}/graphql"
    told = [called("learn", target, *QUICK, "--output", "baseline.json")]
    assert told[0].returncode == 0, told[0].stderr
    with confiding(version=2) as other:
        told.append(called("run", f"{other}/graphql", *QUICK, "--baseline", "baseline.json", "--json", "run.json"))
        assert told[-1].returncode == 1, told[-1].stderr
        told.append(called("diff", target, f"{other}/graphql", *QUICK, "--json", "diff.json"))
        assert told[-1].returncode == 1, told[-1].stderr
    assert {"baseline.json", "run.json", "diff.json"} <= check_nothing_is_told(tmp_path, *told)


def test_state(url: str, called: Called, tmp_path: Path) -> None:
    limits = ("--tests", "5", "--requests", "60", "--time", "60s", "--seed", "1")
    target = f"{url}/openapi.json"
    told = [called("crud", target, *limits, "--collection", "accounts", "--json", "crud.json", "--junit", "crud.xml")]
    assert told[0].returncode == 1, told[0].stderr
    told.append(called("replay"))
    assert {"crud.json", "crud.xml", ".querious/last-run.json"} <= check_nothing_is_told(tmp_path, *told)


def test_keys_that_are_secrets(url: str, called: Called, tmp_path: Path) -> None:
    limits = ("--tests", "5", "--requests", "60", "--time", "60s", "--seed", "1")
    files = ("--json", "crud.json", "--junit", "crud.xml")
    told = [called("crud", f"{url}/openapi.json", *limits, "--collection", "grants", *files)]
    assert told[0].returncode == 1, told[0].stderr
    assert "/grants/REDACTED-1" in (tmp_path / "crud.json").read_text(), told[0].stdout
    told.append(called("replay"))
    journals = [path for path in tmp_path.rglob("*.jsonl") if '"posted": "grants"' in path.read_text()]
    assert len(journals) == 1, "some could not be removed"
    told.append(called("crud", "--clean-up", journals[0].stem))
    assert {"crud.json", "crud.xml", ".querious/last-run.json"} <= check_nothing_is_told(tmp_path, *told)
