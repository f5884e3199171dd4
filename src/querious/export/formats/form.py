"""What a language must be able to write."""

from __future__ import annotations

import textwrap
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from querious.export.literals import WIDTH, plain

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from querious.export.suite import GeneratedTest, Script


class Ordered(NamedTuple):
    """One trial in the order in which it is worth running."""

    file: str
    """Its path, as the user names the folder."""
    script: Script
    trial: GeneratedTest


@dataclass(frozen=True, slots=True)
class Format:
    """How tests are written in one language for one framework."""

    name: str
    file_name: Callable[[str], str]
    """The stem of a script → the name of its file."""
    body: Callable[[Script], str]
    """All of a file but its header."""
    support: str
    """The file that all tests share, by its name in ``support/``."""
    order: Callable[[Sequence[Ordered]], str]
    """A file that runs the tests in this order."""
    order_hint: str
    """How that file is used; ``{}`` is its name."""
    comment: str = "//"
    first_line: str = ""
    """What must stand before everything else."""
    extras: Mapping[str, str] = field(default_factory=dict)
    """Further files beside the tests: name → content."""


def remark(text: str, comment: str, indent: str) -> list[str]:
    """Text as lines of comment. Nothing in it can end the comment."""
    width = WIDTH - len(indent) - len(comment) - 1
    safe = plain(text).replace("?>", "? >").replace("*/", "* /")
    return [f"{indent}{comment} {line}" for line in textwrap.wrap(safe, width, break_on_hyphens=False)]
