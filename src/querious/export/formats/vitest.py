"""Tests for Vitest, in TypeScript, with the fetch of Node 20 or later."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, Final

from querious.export.example import Wants
from querious.export.formats.form import AnswerCheck, Format, files_in, used
from querious.export.literals import Literals, quoted

if TYPE_CHECKING:
    from querious.export.suite import Script
    from querious.model import JSON

_PLAIN_KEY: Final = re.compile(r"[A-Za-z_$][\w$]*", re.ASCII)
_LARGEST: Final = 2**53
_READ: Final = "const answer = response.json()"
_NO_FAULT: Final = ("expect(response.status).toBeLessThan(500)", _READ)


def _leaf(value: Any) -> str:
    if isinstance(value, str):
        return quoted(value, "'", lambda character: f"\\u{{{ord(character):x}}}")
    return json.dumps(value)


def _key(key: str) -> str:
    if key == "__proto__":
        return f"[{_leaf(key)}]: "  # otherwise it would set the prototype
    return f"{key}: " if _PLAIN_KEY.fullmatch(key) else f"{_leaf(key)}: "


def _head(script: Script) -> str:
    names = sorted(["ask", "test", *used(script, ["differences"], ["saying"])])
    names += used(script, ["type Promised"], []) + (["type Types"] if script.types else [])
    return f"import {{ expect }} from 'vitest'\n\nimport {{ {', '.join(names)} }} from './graphql-checks'\n"


def _document(text: str) -> str:
    inside = text.replace("\\", "\\\\").replace("`", "\\`").replace("${", "\\${")
    return f"`\n{inside}\n`"


def _is_foreign(value: JSON) -> bool:
    """Whether JavaScript would round a number."""
    return isinstance(value, int) and not -_LARGEST < value < _LARGEST


VITEST = Format(
    name="vitest",
    file_name=lambda stem: f"{stem.replace('_', '-')}.test.ts",
    support="graphql-checks.ts",
    order=lambda trials: "".join(f"{file}\n" for file in files_in(trials)),
    order_hint="xargs npx vitest run < {}",
    literals=Literals(_leaf, _key, ("{", "}"), ("[", "]"), ("[", "]"), indent="  ", spaced=" "),
    head=_head,
    declarations=("const %s = /* GraphQL */ ", "const %s: Promised = ", "const %s: Types = "),
    document=_document,
    opening=lambda trial: f"test({_leaf(trial.title)}, async () => {{",
    closing="})",
    ask="const response = await ask(",
    expectations={
        Wants.ANSWER: (
            "expect(response.status).toBe(200)",
            _READ,
            "expect(answer.errors ?? []).toEqual([])",
        ),
        Wants.SOUND: _NO_FAULT,
        Wants.REFUSAL: (
            *_NO_FAULT,
            "expect(answer.errors ?? [], 'the API took an operation that is invalid').not.toEqual([])",
        ),
    },
    not_said="expect(saying(answer.errors, %s)).toEqual([])",
    check=AnswerCheck("expect(differences(answer.data, %s)).toEqual([])", "TYPES", "{}", "answer.errors"),
    is_foreign=_is_foreign,
)
