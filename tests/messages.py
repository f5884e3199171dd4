"""Everything that querious can say, read from its source: what the snapshots of messages show.

A message is a text in the source that reads like words: two of them in a row, outside docstrings, patterns and code.
What is filled in while running stands as ``{…}``, so that a snapshot changes with the wording and with nothing else.
"""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

SOURCE: Final = Path(__file__).parent.parent / "src" / "querious"
HOLE: Final = "{…}"
_WORDS: Final = re.compile(r"[a-z]{2}[^\w\s]* [^\w\s]*(?:[a-z]|\{…\})|\{…\}[^\w\s]* [^\w\s]*[a-z]{2}", re.IGNORECASE)
_CODE: Final = re.compile(
    r"\\[bdsSw.(]|\(\?|^\^|\$$|[{}]\s*\n|=>|^<|=\"|^\w+\[|^(?:bold|dim|not bold|SELECT|CREATE|PRAGMA)\b|^\S+/\S+[+;]"
)
"""Patterns, documents, markup, types and styles."""
_NOT_SAID: Final = frozenset({"compile", "fullmatch", "sub", "search", "split", "option", "switch", "command", "cast"})
"""Functions that take patterns or types, and those whose texts the snapshots of the help show."""
_ELSEWHERE: Final = ("answers/fault", "demo", "export/formats", "export/support")
"""Words that servers use, what is written into other people's files, and the demo's own words."""


@cache
def messages() -> dict[str, str]:
    """What each room says, each text once and in alphabetical order: code may move without a change here."""
    errors: dict[str, set[str]] = {}
    words: dict[str, set[str]] = {}
    for path in sorted(SOURCE.rglob("*.py")):
        place = path.relative_to(SOURCE)
        if not place.as_posix().startswith(_ELSEWHERE):
            room = place.parts[0].removesuffix(".py")
            tree = ast.parse(path.read_text("utf-8"))
            words.setdefault(room, set()).update(_said(tree))
            for node in ast.walk(tree):
                if isinstance(node, ast.Raise):
                    errors.setdefault(room, set()).update(_said(node))
    return {
        room: _listed("errors", errors.get(room, set())) + _listed("words", said - errors.get(room, set()))
        for room, said in words.items()
        if said
    }


def _listed(heading: str, said: set[str]) -> str:
    def order(text: str) -> tuple[str, str]:
        return re.sub(r"[^a-z ]", "", text.lower()).strip(), text

    return "".join([f"# {heading}\n", *(f"{text}\n" for text in sorted(said, key=order))]) if said else ""


def _said(node: ast.AST) -> Iterator[str]:
    text = _text(node)
    if text is not None and _WORDS.search(text) and not _CODE.search(text):
        yield " ".join(text.split())
    for child in ast.iter_child_nodes(node):
        is_docstring = isinstance(child, ast.Expr) and isinstance(child.value, ast.Constant)
        is_part = isinstance(node, ast.JoinedStr) and isinstance(child, ast.Constant)
        if not (is_docstring or is_part or _takes_no_message(child)):
            yield from _said(child)


def _text(node: ast.AST) -> str | None:
    """The text that an expression is, with holes; None where it is none."""
    if isinstance(node, ast.JoinedStr):
        return "".join(part.value if isinstance(part, ast.Constant) else HOLE for part in node.values)
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def _takes_no_message(node: ast.AST) -> bool:
    if not isinstance(node, ast.Call):
        return False
    called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    return called in _NOT_SAID
