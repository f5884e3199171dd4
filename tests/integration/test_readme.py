"""What the README shows works."""

from __future__ import annotations

import html
import re
import shlex
from pathlib import Path

import pytest

import querious
from querious.demo.serving import start

ROOT = Path(__file__).parent.parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"^    (querious .*?)(?:\s{2,}#.*)?$", README, re.MULTILINE)
SNIPPETS = re.findall(r"```python\n(.*?)```", README, re.DOTALL)


def test_there_are_commands_and_snippets():
    assert len(COMMANDS) >= 6
    assert len(SNIPPETS) == 3


@pytest.mark.parametrize("line", COMMANDS)
def test_every_command_takes_its_options(line, called):
    _, name, *words = shlex.split(line)
    helped = called(name, "--help")
    assert helped.returncode == 0
    for option in [word for word in words if word.startswith("--")]:
        assert option in helped.stdout, line


def test_the_python_snippet_runs(capsys):
    with start(["members-logic"]) as server:
        code = SNIPPETS[0].replace("http://localhost:4000/graphql", server.url).replace("2_000", "300")
        exec(compile(code, "README.md", "exec"), {})  # noqa: S102
    assert "Project.members" in capsys.readouterr().out


def test_the_snippet_of_pytest_makes_tests():
    with start([]) as server:
        names = {}
        exec(compile(SNIPPETS[1].replace("http://localhost:4000/graphql", server.url), "README.md", "exec"), names)  # noqa: S102
        operations = [operation.name for operation in names["schema"].operations()]
    assert "Query.project" in operations
    assert operations[-1] == "the whole API"


def test_the_makefile_lists_every_target():
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    phony = set(re.search(r"^\.PHONY: (.*)$", makefile, re.MULTILINE)[1].split())
    described = set(re.findall(r"^([a-z-]+):.*## ", makefile, re.MULTILINE))
    assert phony == described
    assert {"demo", "test", "bench", "bench-faults", "help"} <= described


def test_the_picture_is_of_this_version_and_loads_nothing():
    picture = (ROOT / "docs" / "demo.svg").read_text(encoding="utf-8")
    told = html.unescape(re.sub(r"<[^>]+>", "", picture)).replace("\xa0", " ")
    assert f"querious {querious.__version__} " in told, "make picture"
    assert "Coverage" in told, "make picture"
    assert not re.search(r"(?:url\(|href=|src=)[\"']?https?:", picture)


def test_links_lead_somewhere():
    for page in (*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")):
        for link in re.findall(r"\]\(([^)#:]+)\)", page.read_text(encoding="utf-8")):
            assert (page.parent / link).exists(), (page.name, link)
