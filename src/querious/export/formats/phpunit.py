"""Tests for PHPUnit 9 and later, with PHP 8 and no extension."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any
from xml.sax.saxutils import escape as xml_escape

from querious.export.example import Wants
from querious.export.formats.form import Format, remark
from querious.export.literals import Literals, is_text, quoted, values_in
from querious.export.names import pascal

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from querious.export.formats.form import Ordered
    from querious.export.suite import GeneratedTest, Script
    from querious.model import JSON

_INDENT = "    "
_LARGEST = 2**63


def _leaf(value: Any) -> str:
    if isinstance(value, str):
        if value.isprintable():
            return quoted(value, "'", lambda character: character)
        return quoted(value, '"', lambda character: f"\\u{{{ord(character):x}}}", "$")
    return json.dumps(value)


_LITERALS = Literals(_leaf, lambda key: f"{_leaf(key)} => ", ("[", "]"), ("[", "]"), ("[", "]"))


def _body(script: Script) -> str:
    return "\n".join(_lines(script))


def _lines(script: Script) -> Iterator[str]:
    yield "declare(strict_types=1);"
    yield ""
    yield "namespace GraphqlTests;"
    yield ""
    yield "require_once __DIR__ . '/GraphqlChecks.php';"
    yield ""
    yield f"/** {script.title}: what the API must answer. */"
    yield f"final class {pascal(script.stem)}Test extends GraphqlChecks"
    yield "{"
    blocks = [[f"{_INDENT}private const {name} = {_text(text)};"] for name, text in script.documents.items()]
    blocks += [[_constant(name, shape)] for name, shape in script.answers.items()]
    blocks += [[_constant("TYPES", script.types)]] if script.types else []
    blocks += [list(_test(script, trial)) for trial in script.trials]
    for number, block in enumerate(blocks):
        yield from ([""] if number else [])
        yield from block
    yield "}"
    yield ""


def _constant(name: str, value: Any) -> str:
    start = f"{_INDENT}private const {name} = "
    return f"{start}{_LITERALS.write(value, len(start), 1)};"


def _text(document: str) -> str:
    """A document as it is, up to a mark that is not in it."""
    if not is_text(document):
        return _leaf(document)
    mark = "GRAPHQL"
    while mark in document:
        mark += "_"
    inside = _INDENT * 2
    lines = [f"{inside}{line}" if line else "" for line in document.split("\n")]
    return "\n".join([f"<<<'{mark}'", *lines, f"{inside}{mark}"])


def _test(script: Script, trial: GeneratedTest) -> Iterator[str]:
    inside = _INDENT * 2
    yield f"{_INDENT}public function test{pascal(trial.name)}(): void"
    yield f"{_INDENT}{{"
    yield from remark(trial.note, "//", inside)
    start = f"{inside}$response = $this->ask(self::{trial.document}"
    if trial.variables:
        start += f", {_variables(trial.variables, len(start) + 4)}"
    yield f"{start});"
    yield ""
    strict = trial.wants is Wants.ANSWER
    yield f"{inside}$this->{'assertSame(200' if strict else 'assertLessThan(500'}, $response['status']);"
    yield f"{inside}$answer = $this->decode($response);"
    if strict:
        yield f"{inside}$this->assertSame([], $answer->errors ?? []);"
    if trial.wants is Wants.REFUSAL:
        yield f"{inside}$this->assertNotEmpty($answer->errors ?? [], 'the API took an operation that is invalid');"
    if trial.unwelcome:
        yield f"{inside}$this->checkNotSaid($answer->errors ?? [], {_leaf(trial.unwelcome)});"
    if trial.answer:
        given = [f"self::{trial.answer}", *(["self::TYPES"] if script.types else [] if strict else ["[]"])]
        given += [] if strict else ["$answer->errors ?? []"]
        yield f"{inside}$this->check($answer->data ?? null, {', '.join(given)});"
    yield f"{_INDENT}}}"


def _variables(variables: dict[str, JSON], column: int) -> str:
    """An array or, for what a PHP array cannot be, a string of JSON."""
    if any(map(_foreign, values_in(variables))):
        return _leaf(json.dumps(variables))
    return _LITERALS.write(variables, column, 2)


def _foreign(value: JSON) -> bool:
    """Whether PHP would send something else: {} as [], 1 as a key, a number too large, half a character."""
    if isinstance(value, dict):
        return not value or any(key.lstrip("-").isdigit() for key in value)
    if isinstance(value, str):
        return any("\ud800" <= character <= "\udfff" for character in value)
    return isinstance(value, int) and not -_LARGEST <= value < _LARGEST


def _order(trials: Sequence[Ordered]) -> str:
    """A configuration: PHPUnit runs whole files in the order in which they are listed."""
    files = "".join(
        f"      <file>{xml_escape(file)}</file>\n" for file in dict.fromkeys(entry.file for entry in trials)
    )
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n<phpunit>\n  <testsuites>\n    <testsuite name="graphql">\n'
        f"{files}    </testsuite>\n  </testsuites>\n</phpunit>\n"
    )


PHPUNIT = Format(
    name="phpunit",
    file_name=lambda stem: f"{pascal(stem)}Test.php",
    body=_body,
    support="GraphqlChecks.php",
    order=_order,
    order_hint="phpunit --configuration {}",
    first_line="<?php\n\n",
)
