"""What a language has to say to become a format of tests."""

from __future__ import annotations

import json
import textwrap
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from querious.export.example import Wants
from querious.export.literals import WIDTH, is_text, plain, values_in

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from querious.export.literals import Literals
    from querious.export.suite import GeneratedTest, Script
    from querious.model import JSON


class Ordered(NamedTuple):
    """One trial in the order in which it is worth running."""

    file: str
    """Its path, as the user names the folder."""
    script: Script
    trial: GeneratedTest


class AnswerCheck(NamedTuple):
    """How a test compares data with what was promised. ``%s`` in ``call`` is filled with the arguments that follow."""

    call: str
    types: str
    """The constant that holds the types of a script."""
    no_types: str
    """What stands for it where a script has none and another argument follows; empty if that is named."""
    errors: str
    """The argument that says which errors there are, where some are allowed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Format:
    """How tests are written in one language for one framework. A file is its head, its constants and its tests."""

    name: str
    file_name: Callable[[str], str]
    """The stem of a script → the name of its file."""
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

    literals: Literals
    head: Callable[[Script], str]
    """What stands before the constants."""
    tail: str = ""
    level: int = 0
    """How deep constants and tests are indented."""
    declarations: tuple[str, str, str]
    """The beginning of a constant that holds a document, an answer or types; ``%s`` is its name."""
    document: Callable[[str], str]
    """A literal over several lines."""
    end: str = ""
    """What ends a statement."""
    opening: Callable[[GeneratedTest], str]
    """The first lines of a test."""
    closing: str = ""
    constant: str = "%s"
    """How a test names a constant."""
    ask: str
    """How a test asks the API, up to the arguments."""
    expectations: Mapping[Wants, Sequence[str]]
    """What a test asks of the status and the errors, and how it reads the answer."""
    not_said: str
    """That no error says ``%s``."""
    check: AnswerCheck
    is_foreign: Callable[[JSON], bool] = lambda _: False
    """Whether the language would send a value as something else, so that it has to be written as JSON."""

    def body(self, script: Script) -> str:
        """All of a file but its header."""
        blocks = [*self._constants(script), *(self._test(script, trial) for trial in script.trials)]
        return "\n".join([self.head(script), "\n\n".join(blocks), self.tail]).rstrip("\n") + "\n"

    def _constants(self, script: Script) -> Iterator[str]:
        indent = self.literals.indent * self.level
        of_document, of_answer, of_types = self.declarations
        for name, text in script.documents.items():
            literal = self.document(text) if is_text(text) else self.literals.leaf(text)
            yield f"{indent}{of_document % name}{literal}{self.end}"
        constants: dict[str, Any] = {of_answer % name: answer for name, answer in script.answers.items()}
        if script.types:
            constants[of_types % "TYPES"] = script.types
        for declaration, value in constants.items():
            start = f"{indent}{declaration}"
            yield f"{start}{self.literals.write(value, len(start), self.level)}{self.end}"

    def _test(self, script: Script, trial: GeneratedTest) -> str:
        indent = self.literals.indent * (self.level + 1)
        lines = [*self.expectations[trial.wants]]
        if trial.unwelcome:
            lines.append(self.not_said % self.literals.leaf(trial.unwelcome))
        if trial.answer:
            lines.append(self.check.call % ", ".join(self._promised(script, trial)))
        block = [self.opening(trial), *remark(trial.note, self.comment, indent), self._ask(trial, indent), ""]
        block += [f"{indent}{line}{self.end}" for line in lines]
        return "\n".join([*block, *filter(None, [self.closing])])

    def _ask(self, trial: GeneratedTest, indent: str) -> str:
        start = f"{indent}{self.ask}{self.constant % trial.document}"
        end = f"){self.end}"
        if not trial.variables:
            return start + end
        if any(map(self.is_foreign, values_in(trial.variables))):
            variables = self.literals.leaf(json.dumps(trial.variables))
        else:
            variables = self.literals.write(trial.variables, len(start) + 2 + len(end), self.level + 1)
        return f"{start}, {variables}{end}"

    def _promised(self, script: Script, trial: GeneratedTest) -> Iterator[str]:
        """The arguments that say what the data must be."""
        is_lenient = trial.wants is not Wants.ANSWER
        yield self.constant % trial.answer
        if script.types:
            yield self.check.types
        elif is_lenient and self.check.no_types:
            yield self.check.no_types
        if is_lenient:
            yield self.check.errors


def remark(text: str, comment: str, indent: str) -> list[str]:
    """Text as lines of comment. Nothing in it can end the comment."""
    width = WIDTH - len(indent) - len(comment) - 1
    safe = plain(text).replace("?>", "? >").replace("*/", "* /")
    return [f"{indent}{comment} {line}" for line in textwrap.wrap(safe, width, break_on_hyphens=False)]


def files_in(trials: Sequence[Ordered]) -> list[str]:
    """The files that trials are in, each once, in their order."""
    return list(dict.fromkeys(entry.file for entry in trials))


def used(script: Script, answers: Sequence[str], unwelcome: Sequence[str]) -> list[str]:
    """Names that a script has to import: some if it compares answers, others if it looks for words in errors."""
    has_words = any(trial.unwelcome for trial in script.trials)
    return [*(answers if script.answers else ()), *(unwelcome if has_words else ())]
