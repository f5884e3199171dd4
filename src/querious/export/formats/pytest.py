"""Tests for pytest, with the standard library alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from querious.export.example import Wants
from querious.export.formats.form import Format, remark
from querious.export.literals import Literals, is_text, quoted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from querious.export.formats.form import Ordered
    from querious.export.suite import GeneratedTest, Script

_INDENT = "    "
_IN_TWO, _IN_FOUR = 0x100, 0x10000


def _escape(character: str) -> str:
    code = ord(character)
    return f"\\x{code:02x}" if code < _IN_TWO else f"\\u{code:04x}" if code < _IN_FOUR else f"\\U{code:08x}"


def _leaf(value: Any) -> str:
    return quoted(value, '"', _escape) if isinstance(value, str) else repr(value)


_LITERALS = Literals(_leaf, lambda key: f"{_leaf(key)}: ", ("{", "}"), ("[", "]"), ("(", ")"))


def _body(script: Script) -> str:
    return "\n".join(_lines(script))


def _lines(script: Script) -> Iterator[str]:
    names = {"ask", *(name for trial in script.trials for name in _used(trial))}
    yield f'"""{script.title}: what the API must answer."""'
    yield ""
    yield f"from graphql_checks import {', '.join(sorted(names))}"
    for constant, text in script.documents.items():
        yield from ("", f"{constant} = {_text(text)}")
    for constant, shape in script.answers.items():
        yield from ("", f"{constant} = {_LITERALS.write(shape, len(constant) + 3)}")
    if script.types:
        yield from ("", f"TYPES = {_LITERALS.write(script.types, 8)}")
    for trial in script.trials:
        yield from ("", "", f"def test_{trial.name}():")
        yield from remark(trial.note, "#", _INDENT)
        yield from _test(script, trial)
    yield ""


def _used(trial: GeneratedTest) -> list[str]:
    return [*(["check"] if trial.answer else []), *(["check_not_said"] if trial.unwelcome else [])]


def _text(document: str) -> str:
    """A document between three quotation marks, raw where that keeps its backslashes as they are."""
    if not is_text(document):
        return _leaf(document)
    if '"""' in document:
        document = document.replace("\\", "\\\\").replace('"""', '\\"\\"\\"')
    elif "\\" in document:
        return f'r"""\n{document}\n"""'
    return f'"""\n{document}\n"""'


def _test(script: Script, trial: GeneratedTest) -> Iterator[str]:
    start = f"{_INDENT}response = ask({trial.document}"
    if trial.variables:
        start += f", {_LITERALS.write(trial.variables, len(start) + 3, 1)}"
    yield f"{start})"
    yield ""
    strict = trial.wants is Wants.ANSWER
    yield f"{_INDENT}assert response.status == 200" if strict else f"{_INDENT}assert response.status < 500"
    yield f"{_INDENT}answer = response.json()"
    if strict:
        yield f'{_INDENT}assert not answer.get("errors")'
    if trial.wants is Wants.REFUSAL:
        yield f'{_INDENT}assert answer.get("errors"), "the API took an operation that is invalid"'
    if trial.unwelcome:
        yield f'{_INDENT}check_not_said(answer.get("errors"), {_leaf(trial.unwelcome)})'
    if trial.answer:
        given = [trial.answer, *(["TYPES"] if script.types else [])]
        given += [] if strict else ['errors=answer.get("errors")']
        yield f'{_INDENT}check(answer.get("data"), {", ".join(given)})'


def _order(trials: Sequence[Ordered]) -> str:
    return "".join(f"{file}::test_{trial.name}\n" for file, _, trial in trials)


PYTEST = Format(
    name="pytest",
    file_name=lambda stem: f"test_{stem}.py",
    body=_body,
    support="graphql_checks.py",
    order=_order,
    order_hint="pytest @{}",
    comment="#",
    extras={
        "conftest.py": '"""Lets the tests find graphql_checks, however pytest imports them."""\n\n'
        "import sys\nfrom pathlib import Path\n\nsys.path.insert(0, str(Path(__file__).parent))\n"
    },
)
