"""``querious look``."""

from __future__ import annotations

import contextlib
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from rich.text import Text

from querious.cli.options import option
from querious.cli.output import STANDARD_OUTPUT, Words
from querious.errors import ConfigError
from querious.report import kept_phrases as phrases
from querious.report.kept_choice import KeptChoice
from querious.report.kept_file import KeptFile, KeptFileReading, read
from querious.report.kept_json import first_line, kept_line
from querious.report.layout import unbroken
from querious.text.display import plural

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from querious.model.kept import Kept

LAST_EXCHANGES = ".querious/last-exchanges.jsonl.gz"
_SHOWN = 50
_MOST_WORDS = 20
"""Words that are told where one that was asked for is not there."""


@click.command(
    epilog="Examples:\n\n\b\n  querious look --class good --coordinate 'Project.members'\n  querious look --case 231"
)
@click.argument("file", required=False)
@option("--phase", "Such as tuples, edge-pair or random; repeatable.", key="phases", metavar="NAME", many=True)
@option("--outcome", "Such as data or 'user error'; repeatable.", key="outcomes", metavar="NAME", many=True)
@option("--class", "With a path of this class; repeatable.", key="classes", metavar="NAME", many=True)
@option("--coordinate", "Requesting a field like this; repeatable.", key="coordinates", metavar="PATTERN", many=True)
@option("--finding", "With this finding; repeatable.", key="findings", metavar="ID", many=True)
@option("--text", "With this text in request or response.", metavar="TEXT")
@click.option("--failing", is_flag=True, help="Only what did not fully succeed.")
@click.option("--case", "number", type=int, metavar="NUMBER", help="Show this one in full.")
@click.option("--limit", type=click.IntRange(1), default=_SHOWN, metavar="N", help=f"Lines at most. [{_SHOWN}]")
@option("--json", "Write all that match; - for standard output.", metavar="FILE")
def command(file: str | None, limit: int, json: str | None, **wanted: Any) -> int:
    """Browse the operations and answers that a run kept.

    FILE is what querious run --keep wrote; by default, the file of the last run. An answer that no rule objects to
    may still be wrong: look at the paths whose data ended early (--class good).
    """
    choice = KeptChoice(**{name: value for name, value in wanted.items() if value is not None})
    name = file or LAST_EXCHANGES
    words = Words((json or "",))
    with read(name) as reading, _writing(json or "", name, reading) as write, words.unobeyed():
        look = _Look(reading, choice, write)
        if choice.number is None:
            words.say(look.listed(limit))
        else:
            words.say(look.in_full(words.console.width))
            look.check()
        words.say(look.summary())
    return 0


@contextlib.contextmanager
def _writing(name: str, source: str, reading: KeptFileReading) -> Iterator[Callable[[Kept], object]]:
    """What writes the exchanges that match."""
    if name and Path(name).exists() and Path(name).samefile(source):
        raise ConfigError(f"--json: {name} is the input file; choose another name")
    if name == STANDARD_OUTPUT:
        sys.stdout.write(first_line(reading.origin))
        yield lambda kept: sys.stdout.write(kept_line(kept))
    elif name:
        with KeptFile(name, "all", limit=sys.maxsize, url=reading.origin) as file:
            yield file.keep
        if file.note:
            raise ConfigError(file.note)
    else:
        yield lambda _: None


class _Look:
    """One way through the file: what matches is written and told, everything is counted."""

    def __init__(self, reading: KeptFileReading, choice: KeptChoice, write: Callable[[Kept], object]) -> None:
        self._reading = reading
        self._choice = choice
        self._write = write
        self._kept = self._matching = self._told = 0
        self._words: dict[str, set[str]] = {"phase": set(), "outcome": set(), "class": set()}

    def _matches(self) -> Iterator[Kept]:
        for kept in self._reading:
            self._kept += 1
            for kind, said in (("phase", [kept.phase]), ("outcome", [kept.outcome]), ("class", kept.classes)):
                if len(self._words[kind]) < _MOST_WORDS:
                    self._words[kind].update(said)
            if self._choice.fits(kept):
                self._matching += 1
                self._write(kept)
                yield kept

    def listed(self, limit: int) -> Iterator[Text]:
        """A line each."""
        for kept in self._matches():
            if self._told < limit:
                if not self._told:
                    yield Text(phrases.HEADING, "dim")
                self._told += 1
                yield Text(phrases.row(kept), "bold red" if kept.findings else "yellow" if kept.failing else "")

    def in_full(self, width: int) -> Iterator[Text]:
        """Everything there is."""
        for kept in self._matches():
            self._told += 1
            yield Text(phrases.title(kept), "bold")
            yield from map(Text, phrases.remarks(kept))
            yield Text()
            yield from (Text(line, "cyan") for line in phrases.question(kept, width))
            yield Text()
            yield from map(Text, phrases.answer(kept))
            yield Text()
            line = phrases.again(kept, self._reading.origin)
            if line:
                yield unbroken(line)
            yield Text(phrases.again_remark(self._reading.origin), "dim")
            yield Text()

    def check(self) -> None:
        """Refuse a case that is not there."""
        if self._choice.number is not None and not self._matching:
            among = f"among {plural(self._kept, 'kept exchange')}"
            raise ConfigError(f"--case: no case {self._choice.number} {among}, or other options exclude it")

    def summary(self) -> Iterator[Text]:
        """How many there are and how many match; what was asked for in vain, and what could not be read."""
        if self._reading.note:
            yield Text(f"note: {self._reading.note}")
        if not self._matching:
            yield from self._in_vain()
        told = f"{plural(self._kept, 'exchange')} kept, {self._matching:,} match"
        if self._told < self._matching:
            told += f", {self._told:,} shown (--limit shows more)"
        if self._told and self._choice.number is None:
            told += "; --case NUMBER shows one in full"
        yield Text(f"{told}.", "bold")

    def _in_vain(self) -> Iterator[Text]:
        """Words of the user that stand nowhere in the file, with those that do."""
        asked = (
            ("phase", self._choice.phases),
            ("outcome", self._choice.outcomes),
            ("class", self._choice.classes),
        )
        for kind, wanted in asked:
            there = ", ".join(phrases.name(word) for word in sorted(self._words[kind])[:_MOST_WORDS])
            for word in wanted:
                if word not in self._words[kind]:
                    yield Text(f"note: no {kind} is called {phrases.name(word)}. Available: {there or 'none'}")
