"""What a language has to say to become a format of tests of REST APIs."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, NamedTuple

from querious.export.formats.form import remark
from querious.export.literals import values_in

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from querious.export.literals import Literals
    from querious.export.rest_suite import RestScript, RestTest
    from querious.model import JSON


_SUCCESS: Final = 200
_HIDING: Final = frozenset((*range(300, 400), 401, 403, 407, 429, 502, 503, 504))
"""Statuses that hide an API from a test, unless they are what it answered when that was right."""


class OrderedRestTest(NamedTuple):
    """One trial in the order in which it is worth running."""

    file: str
    """Its path, as the user names the folder."""
    script: RestScript
    trial: RestTest


class Expectations(NamedTuple):
    """What a test asks of a response; ``%s`` is filled in."""

    status: str
    no_fault: str
    """That the status is below 500."""
    media: str
    one_of: str
    """That the content type is one of several."""
    answer: str
    """That the body is as promised."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RestFormat:
    """How tests of REST APIs are written in one language. A file is its head, its constants and its tests."""

    name: str
    file_name: Callable[[str], str]
    """The stem of a script → the name of its file."""
    support: str
    """The file that all tests share, by its name in ``support/``."""
    order: Callable[[Sequence[OrderedRestTest]], str]
    order_hint: str
    comment: str = "//"
    first_line: str = ""
    extras: Mapping[str, str] = field(default_factory=dict)
    literals: Literals
    head: Callable[[RestScript], str]
    tail: str = ""
    level: int = 0
    """How deep constants and tests are indented."""
    declaration: str
    """The beginning of a constant; ``%s`` is its name."""
    end: str = ""
    opening: Callable[[RestTest], str]
    closing: str = ""
    constant: str = "%s"
    ask: str
    """How a test asks the API, up to the arguments."""
    named: str
    """How the argument that tells the expected status is written; ``%s`` is the status."""
    headers: str = "%s"
    """The same for headers."""
    expectations: Expectations
    is_foreign: Callable[[JSON], bool] = lambda _: False
    """Whether the language would send a value as something else, so that it has to be written as JSON."""

    def body(self, script: RestScript) -> str:
        """All of a file but its header."""
        blocks = [*self._constants(script), *map(self._test, script.trials)]
        return "\n".join([self.head(script), "\n\n".join(blocks), self.tail]).rstrip("\n") + "\n"

    def _constants(self, script: RestScript) -> Iterator[str]:
        indent = self.literals.indent * self.level
        for name, promised in script.answers.items():
            start = f"{indent}{self.declaration % name}"
            yield f"{start}{self.literals.write(promised, len(start), self.level)}{self.end}"

    def _test(self, trial: RestTest) -> str:
        indent = self.literals.indent * (self.level + 1)
        block = [self.opening(trial), *remark(trial.example.note, self.comment, indent), self._ask(trial, indent), ""]
        block += [f"{indent}{line}{self.end}" for line in self._expected(trial)]
        return "\n".join([*block, *filter(None, [self.closing])])

    def _ask(self, trial: RestTest, indent: str) -> str:
        example = trial.example
        start = f"{indent}{self.ask}{self.literals.leaf(example.method)}, {self.literals.leaf(example.path)}"
        if example.media:
            start = f"{start}, {self._sent(example.body, len(start))}, {self.literals.leaf(example.media)}"
        status = example.status or _SUCCESS
        is_expected = example.pages or status in _HIDING
        if is_expected or example.headers:
            start = f"{start}{'' if example.media else self._no_body()}"
        if is_expected:
            start = f"{start}, {self.named % status}"
        if example.headers:
            missing = "" if is_expected or "=" in self.named else f", {self.literals.inline([])}"
            start = f"{start}{missing}, {self.headers % self.literals.inline(example.headers)}"
        return f"{start}){self.end}"

    def _no_body(self) -> str:
        """What stands for body and media type where the language has no named arguments."""
        return "" if "=" in self.named else f", {self.literals.leaf(None)}, {self.literals.leaf('')}"

    def _sent(self, body: JSON, column: int) -> str:
        if any(map(self.is_foreign, values_in(body))):
            return self.literals.leaf(json.dumps(body))
        return self.literals.write(body, column + 2, self.level + 1)

    def _expected(self, trial: RestTest) -> Iterator[str]:
        example, expected = trial.example, self.expectations
        yield expected.status % example.status if example.status else expected.no_fault
        if len(example.answer_media) == 1:
            yield expected.media % self.literals.leaf(example.answer_media[0])
        elif example.answer_media:
            yield expected.one_of % self.literals.inline(list(example.answer_media))
        if trial.answer:
            yield expected.answer % (self.constant % trial.answer)
