"""Tests for pytest, with the standard library alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from querious.export.example import Wants
from querious.export.formats.form import AnswerCheck, Format, used
from querious.export.literals import Literals, quoted

if TYPE_CHECKING:
    from querious.export.suite import Script

_READ: Final = "answer = response.json()"
_NO_FAULT: Final = ("assert response.status < 500", _READ)


def _escape(character: str) -> str:
    r"""``\x00``, ``\u202e`` or ``\U000e0001``."""
    return ascii(character)[1:-1]


def _leaf(value: Any) -> str:
    return quoted(value, '"', _escape) if isinstance(value, str) else repr(value)


def _head(script: Script) -> str:
    names = ", ".join(sorted(["ask", *used(script, ["check"], ["check_not_said"])]))
    return f'"""{script.title}: what the API must answer."""\n\nfrom graphql_checks import {names}\n'


def _document(text: str) -> str:
    """Between three quotation marks, raw where that keeps its backslashes as they are."""
    if '"""' in text:
        text = text.replace("\\", "\\\\").replace('"""', '\\"\\"\\"')
    elif "\\" in text:
        return f'r"""\n{text}\n"""'
    return f'"""\n{text}\n"""'


PYTEST = Format(
    name="pytest",
    file_name=lambda stem: f"test_{stem}.py",
    support="graphql_checks.py",
    order=lambda trials: "".join(f"{file}::test_{trial.name}\n" for file, _, trial in trials),
    order_hint="pytest @{}",
    comment="#",
    extras={
        "conftest.py": '"""Lets the tests find what they share, however pytest imports them."""\n\n'
        "import sys\nfrom pathlib import Path\n\nsys.path.insert(0, str(Path(__file__).parent))\n"
    },
    literals=Literals(_leaf, lambda key: f"{_leaf(key)}: ", ("{", "}"), ("[", "]"), ("(", ")")),
    head=_head,
    declarations=("%s = ", "%s = ", "%s = "),
    document=_document,
    opening=lambda trial: f"\ndef test_{trial.name}():",
    ask="response = ask(",
    expectations={
        Wants.ANSWER: ("assert response.status == 200", _READ, 'assert not answer.get("errors")'),
        Wants.SOUND: _NO_FAULT,
        Wants.REFUSAL: (*_NO_FAULT, 'assert answer.get("errors"), "the API took an operation that is invalid"'),
    },
    not_said='check_not_said(answer.get("errors"), %s)',
    check=AnswerCheck('check(answer.get("data"), %s)', "TYPES", "", 'errors=answer.get("errors")'),
)
