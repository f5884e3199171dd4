from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.shell_completion import BashComplete

from querious.cli import commands
from querious.cli.completion import VARIABLE

CONFIGURATION = '[targets.shop]\ntarget = "http://h"\n[targets.bank]\ntarget = "http://b"\n[profiles.nightly]\n'


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    Path("querious.toml").write_text(CONFIGURATION)
    Path(".querious").mkdir()
    found = [{"id": "3f2a91", "message": "a null\nwhere none may be"}, {"id": "77aa00", "message": "b"}]
    Path(".querious/last-run.json").write_text(json.dumps({"findings": found}))


def offers(*words: str) -> list[str]:
    """What is offered for the last word, after the ones before it."""
    asked = BashComplete(commands, {}, "querious", VARIABLE)
    return [
        item.value if item.type == "plain" else f"<{item.type}>"
        for item in asked.get_completions(list(words[:-1]), words[-1])
    ]


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        (("sch",), ["schema"]),
        (("co",), ["compare", "coverage", "config", "completion"]),
        (("run", "sh"), ["shop"]),
        (("diff", "shop", ""), ["shop", "bank"]),
        (("run", "openapi"), ["<file>"]),
        (("run", "--profile", ""), ["nightly"]),
        (("run", "--client", "a"), ["aiohttp"]),
        (("run", "--fail-on", "n"), ["new", "none"]),
        (("run", "--criterion", "edge-"), ["edge-pair"]),
        (("run", "--json", ""), ["<file>"]),
        (("show", "3f"), ["3f2a91"]),
        (("accept", ""), ["3f2a91", "77aa00"]),
        (("replay", "--finding", "7"), ["77aa00"]),
        (("run", "--cert"), ["--cert", "--cert-key"]),
        (("completion", ""), ["bash", "zsh", "fish"]),
    ],
    ids=" ".join,
)
def test_a_shell_is_offered_what_there_is(words: tuple[str, ...], offered: list[str]):
    assert offers(*words) == offered


def test_oracles_of_both_protocols_are_offered():
    named = offers("run", "--skip-oracle", "")
    assert {"server_error", "relations", "state"} <= set(named)


@pytest.mark.parametrize("text", ["not toml", None])
def test_without_files_nothing_is_offered_and_nothing_is_said(text: str | None, capsys: pytest.CaptureFixture[str]):
    Path(".querious/last-run.json").write_text("[]")
    Path("querious.toml").write_text(text) if text else Path("querious.toml").unlink()
    assert offers("run", "--profile", "") == []
    assert offers("show", "") == []
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_of_a_shell_is_printed(querious, capsys: pytest.CaptureFixture[str], shell: str):
    assert querious("completion", shell) == 0
    script = capsys.readouterr().out
    assert f"{VARIABLE}={shell}_complete" in script
    found = shutil.which(shell)
    if found is None:
        pytest.skip(f"{shell} is not installed, so its script is not tried")
    subprocess.run([found, "-n"], input=script, text=True, check=True)


def test_bash_completes(querious, capsys: pytest.CaptureFixture[str], tmp_path: Path):
    bash = shutil.which("bash")
    if bash is None:
        pytest.skip("bash is not installed")
    querious("completion", "bash")
    (tmp_path / "querious").write_text(f'#!/bin/sh\nexec "{sys.executable}" -m querious "$@"\n')
    (tmp_path / "querious").chmod(0o755)
    asked = "COMP_WORDS=(querious run --profile n) COMP_CWORD=3\n_querious_completion querious\necho ${COMPREPLY[@]}\n"
    path = f"{tmp_path}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        [bash, "--norc"], input=capsys.readouterr().out + asked, env={**os.environ, "PATH": path}, text=True,
        capture_output=True, check=False,
    )  # fmt: skip
    assert done.stdout == "nightly\n", done.stderr
