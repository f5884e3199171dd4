"""Every command line that a page, or the README, shows is one that querious takes."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import click
import pytest

from querious.cli import commands

ROOT = Path(__file__).parents[3]
PAGES = sorted(page for page in (*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")) if "reference" not in page.parts)
_BLOCK = re.compile(r"^```[^\n]*\n(.*?)^```$|((?:^ {4}[^\n]*\n)+)", re.MULTILINE | re.DOTALL)
_LINE = re.compile(r"^(?:\$ |- run: )?(?:[A-Z_]+=\S+ )*querious ([a-z-]+\b.*)$")
_END = re.compile(r"\s{2,}| [|&;>#]|\s\\$")


def shown(page: Path) -> list[str]:
    """The command lines in the code blocks of a page, without what follows them."""
    found = []
    for block in _BLOCK.finditer(page.read_text(encoding="utf-8")):
        for line in re.sub(r"\s*\\\n\s*", " ", block[1] or block[2] or "").splitlines():
            command = _LINE.match(line.strip())
            if command:
                found.append(_END.split(command[1])[0])
    return found


LINES = [(page.relative_to(ROOT).as_posix(), line) for page in PAGES for line in shown(page)]


def take(line: str) -> None:
    """Read a line as click does, without running anything; raises for what click would not take."""
    words = shlex.split(line)
    command: click.Command = commands
    context = click.Context(commands, info_name="querious", **commands.context_settings)
    while isinstance(command, click.Group):
        if words and words[0].isupper():
            return
        found = command.get_command(context, words[0]) if words else None
        assert found, f"there is no command {' '.join(words[:1])!r}"
        context = click.Context(found, context, info_name=words.pop(0))
        command = found
    _, left, _ = command.make_parser(context).parse_args(words)
    assert not left, f"{left} is too much"


def test_lines_were_found():
    assert len(LINES) > 100


@pytest.mark.parametrize(("page", "line"), LINES)
def test_querious_takes_it(page: str, line: str):
    take(line)


@pytest.mark.parametrize("line", ["run URL --no-such-option", "walk URL", "harvest steal", "open a b c"])
def test_what_it_does_not_take_fails(line: str):
    with pytest.raises((AssertionError, click.UsageError)):
        take(line)
