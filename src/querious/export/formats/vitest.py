"""Tests for Vitest, in TypeScript, with the fetch of Node 20 or later."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from querious.export.example import Wants
from querious.export.formats.form import Format, remark
from querious.export.literals import Literals, is_text, quoted, values_in

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from querious.export.formats.form import Ordered
    from querious.export.suite import GeneratedTest, Script
    from querious.model import JSON

_INDENT = "  "
_PLAIN_KEY = re.compile(r"[A-Za-z_$][\w$]*", re.ASCII)
_LARGEST = 2**53


def _escape(character: str) -> str:
    return f"\\u{{{ord(character):x}}}"


def _leaf(value: Any) -> str:
    return quoted(value, "'", _escape) if isinstance(value, str) else json.dumps(value)


def _key(key: str) -> str:
    if key == "__proto__":
        return f"[{_leaf(key)}]: "  # otherwise it would set the prototype
    return f"{key}: " if _PLAIN_KEY.fullmatch(key) else f"{_leaf(key)}: "


_LITERALS = Literals(_leaf, _key, ("{", "}"), ("[", "]"), ("[", "]"), indent=_INDENT, spaced=" ")


def _body(script: Script) -> str:
    return "\n".join(_lines(script))


def _lines(script: Script) -> Iterator[str]:
    names = {"ask", "test", *(name for trial in script.trials for name in _used(trial))}
    types = [*(["type Promised"] if script.answers else []), *(["type Types"] if script.types else [])]
    yield "import { expect } from 'vitest'"
    yield ""
    yield f"import {{ {', '.join([*sorted(names), *types])} }} from './graphql-checks'"
    for constant, text in script.documents.items():
        yield from ("", f"const {constant} = /* GraphQL */ {_template(text)}")
    for constant, shape in script.answers.items():
        start = f"const {constant}: Promised = "
        yield from ("", f"{start}{_LITERALS.write(shape, len(start))}")
    if script.types:
        start = "const TYPES: Types = "
        yield from ("", f"{start}{_LITERALS.write(script.types, len(start))}")
    for trial in script.trials:
        yield from ("", f"test({_leaf(trial.title)}, async () => {{")
        yield from remark(trial.note, "//", _INDENT)
        yield from _test(script, trial)
        yield "})"
    yield ""


def _used(trial: GeneratedTest) -> list[str]:
    return [*(["differences"] if trial.answer else []), *(["saying"] if trial.unwelcome else [])]


def _template(document: str) -> str:
    if not is_text(document):
        return _leaf(document)
    inside = document.replace("\\", "\\\\").replace("`", "\\`").replace("${", "\\${")
    return f"`\n{inside}\n`"


def _test(script: Script, trial: GeneratedTest) -> Iterator[str]:
    start = f"{_INDENT}const response = await ask({trial.document}"
    if trial.variables:
        start += f", {_variables(trial.variables, len(start) + 3)}"
    yield f"{start})"
    yield ""
    strict = trial.wants is Wants.ANSWER
    yield f"{_INDENT}expect(response.status).{'toBe(200)' if strict else 'toBeLessThan(500)'}"
    yield f"{_INDENT}const answer = response.json()"
    if strict:
        yield f"{_INDENT}expect(answer.errors ?? []).toEqual([])"
    if trial.wants is Wants.REFUSAL:
        yield f"{_INDENT}expect(answer.errors ?? [], 'the API took an operation that is invalid').not.toEqual([])"
    if trial.unwelcome:
        yield f"{_INDENT}expect(saying(answer.errors, {_leaf(trial.unwelcome)})).toEqual([])"
    if trial.answer:
        given = [trial.answer, *(["TYPES"] if script.types else [] if strict else ["{}"])]
        given += [] if strict else ["answer.errors"]
        yield f"{_INDENT}expect(differences(answer.data, {', '.join(given)})).toEqual([])"


def _variables(variables: dict[str, JSON], column: int) -> str:
    """An object or, for numbers that JavaScript would round, a string of JSON."""
    numbers = (value for value in values_in(variables) if isinstance(value, int) and not isinstance(value, bool))
    if any(not -_LARGEST < number < _LARGEST for number in numbers):
        return _leaf(json.dumps(variables))
    return _LITERALS.write(variables, column, 1)


def _order(trials: Sequence[Ordered]) -> str:
    return "".join(f"{file}\n" for file in dict.fromkeys(entry.file for entry in trials))


VITEST = Format(
    name="vitest",
    file_name=lambda stem: f"{stem.replace('_', '-')}.test.ts",
    body=_body,
    support="graphql-checks.ts",
    order=_order,
    order_hint="xargs npx vitest run < {}",
)
