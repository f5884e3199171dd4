"""Tests for PHPUnit 9 and later, with PHP 8 and no extension."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final
from xml.sax.saxutils import escape as xml_escape

from querious.export.example import Wants
from querious.export.formats.form import AnswerCheck, Format, files_in
from querious.export.literals import Literals, quoted
from querious.export.names import pascal

if TYPE_CHECKING:
    from collections.abc import Sequence

    from querious.export.formats.form import Ordered
    from querious.export.suite import Script
    from querious.model import JSON

_LARGEST: Final = 2**63
_READ: Final = "$answer = $this->decode($response)"
_NO_FAULT: Final = ("$this->assertLessThan(500, $response['status'])", _READ)
_HEAD: Final = """\
declare(strict_types=1);

namespace GraphqlTests;

require_once __DIR__ . '/GraphqlChecks.php';

/** {title}: what the API must answer. */
final class {name}Test extends GraphqlChecks
{{"""
_ORDER: Final = """\
<?xml version="1.0" encoding="UTF-8"?>
<phpunit>
  <testsuites>
    <testsuite name="graphql">
{files}    </testsuite>
  </testsuites>
</phpunit>
"""


def _leaf(value: Any) -> str:
    if not isinstance(value, str):
        return json.dumps(value)
    if value.isprintable():
        return quoted(value, "'", str)
    return quoted(value, '"', lambda character: f"\\u{{{ord(character):x}}}", "$")


def _head(script: Script) -> str:
    return _HEAD.format(title=script.title, name=pascal(script.stem))


def _document(text: str) -> str:
    """As it is, up to a mark that is not in it."""
    mark = "GRAPHQL"
    while mark in text:
        mark += "_"
    inside = " " * 8
    lines = [f"{inside}{line}" if line else "" for line in text.split("\n")]
    return "\n".join([f"<<<'{mark}'", *lines, f"{inside}{mark}"])


def _is_foreign(value: JSON) -> bool:
    """Whether PHP would send something else: {} as [], 1 as a key, a number too large, half a character."""
    if isinstance(value, dict):
        return not value or any(key.lstrip("-").isdigit() for key in value)
    if isinstance(value, str):
        return any("\ud800" <= character <= "\udfff" for character in value)
    return isinstance(value, int) and not -_LARGEST <= value < _LARGEST


def _order(trials: Sequence[Ordered]) -> str:
    """A configuration: PHPUnit runs whole files in the order in which they are listed."""
    return _ORDER.format(files="".join(f"      <file>{xml_escape(file)}</file>\n" for file in files_in(trials)))


PHPUNIT = Format(
    name="phpunit",
    file_name=lambda stem: f"{pascal(stem)}Test.php",
    support="GraphqlChecks.php",
    order=_order,
    order_hint="phpunit --configuration {}",
    first_line="<?php\n\n",
    literals=Literals(_leaf, lambda key: f"{_leaf(key)} => ", ("[", "]"), ("[", "]"), ("[", "]")),
    head=_head,
    tail="}",
    level=1,
    declarations=("private const %s = ", "private const %s = ", "private const %s = "),
    document=_document,
    end=";",
    opening=lambda trial: f"    public function test{pascal(trial.name)}(): void\n    {{",
    closing="    }",
    constant="self::%s",
    ask="$response = $this->ask(",
    expectations={
        Wants.ANSWER: (
            "$this->assertSame(200, $response['status'])",
            _READ,
            "$this->assertSame([], $answer->errors ?? [])",
        ),
        Wants.SOUND: _NO_FAULT,
        Wants.REFUSAL: (
            *_NO_FAULT,
            "$this->assertNotEmpty($answer->errors ?? [], 'the API took an operation that is invalid')",
        ),
    },
    not_said="$this->checkNotSaid($answer->errors ?? [], %s)",
    check=AnswerCheck("$this->check($answer->data ?? null, %s)", "self::TYPES", "[]", "$answer->errors ?? []"),
    is_foreign=_is_foreign,
)
