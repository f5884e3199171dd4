"""A guide of the documentation, read as steps: files to make, changes to make in them, commands and what they print.

The pages keep to a few conventions, so that they read well and can be walked:

- A block after a line that ends with "`NAME`:" is the file of that name. A block of kind ``diff`` changes it.
- In a block of kind ``console`` lines that begin with ``$`` are commands, all others are what is printed; ``…`` stands for
  what is left out. ``$ echo $?`` shows the exit status of the command before it; without it the status is 0.
- A command that ends with ``&`` is a server. ``kill %1`` ends it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator


class File(NamedTuple):
    name: str
    text: str


class Change(NamedTuple):
    name: str
    old: str
    new: str


class Command(NamedTuple):
    line: str
    printed: tuple[str, ...]
    """Lines that have to occur, in this order."""
    status: int


class Block(NamedTuple):
    kind: str
    lead: str
    """The last line before it that is not empty."""
    text: str


_BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_NAMED = re.compile(r"`([^`]+)`:$")
_ECHO = "echo $?"


def blocks(page: str) -> Iterator[Block]:
    for match in _BLOCK.finditer(page):
        before = page[: match.start()].rstrip().splitlines()
        yield Block(match[1], before[-1] if before else "", match[2])


def steps(page: str) -> Iterator[File | Change | Command]:
    for block in blocks(page):
        named = _NAMED.search(block.lead)
        if block.kind == "console":
            yield from _commands(block.text)
        elif block.kind == "diff" and named:
            yield _change(named[1], block.text)
        elif named:
            yield File(named[1], block.text)


def _change(name: str, text: str) -> Change:
    lines = text.splitlines(keepends=True)
    old = "".join(line[1:] for line in lines if line[0] in " -")
    new = "".join(line[1:] for line in lines if line[0] in " +")
    return Change(name, old, new)


def _commands(text: str) -> Iterator[Command]:
    lines: list[str] = []
    shown: list[list[str]] = []
    statuses: list[int] = []
    is_status = False
    for line in text.replace("\\\n", "").splitlines():
        if line == f"$ {_ECHO}":
            is_status = True
        elif line.startswith("$ "):
            lines.append(re.sub(r"\s+", " ", line[2:]))
            shown.append([])
            statuses.append(0)
        elif is_status:
            statuses[-1] = int(line)
            is_status = False
        elif line.strip(" …"):
            shown[-1].append(line)
    for line, printed, status in zip(lines, shown, statuses, strict=True):
        yield Command(line, tuple(printed), status)


def comparable(line: str) -> str:
    """A line without what differs from run to run: numbers, ids, and how it is spaced and cut."""
    line = re.sub(r"\b[0-9a-f]{12}\b", "ID", line)
    line = re.sub(r"\d[\d.,]*", "N", line)
    return re.sub(r"\s+", " ", line).strip(" …")


def missing(printed: tuple[str, ...], output: str) -> str:
    """The first line that should have been printed after the one before it, and was not."""
    there = [comparable(line) for line in output.splitlines()]
    at = 0
    for line in printed:
        wanted = comparable(line)
        at = next((place + 1 for place in range(at, len(there)) if wanted in there[place]), -1)
        if at < 0:
            return line
    return ""


def renamed(printed: tuple[str, ...], output: str) -> dict[str, str]:
    """The ids that a page shows → those that were printed in their places."""
    shown = re.findall(r"\bid ([0-9a-f]{12})\b", "\n".join(printed))
    real = re.findall(r"\bid ([0-9a-f]{12})\b", output)
    return dict(zip(shown, real, strict=False))
