"""GraphQL documents that stand as text inside source code: exported tests, tests written by hand, clients.

Nothing is executed. Python is read with its own parser. Of PHP, JavaScript and TypeScript only comments and string
literals are told apart, which is enough to find documents: what is not GraphQL does not parse as GraphQL.
"""

from __future__ import annotations

import ast
import re
import textwrap
from typing import TYPE_CHECKING, Final

from graphql import FragmentDefinitionNode, FragmentSpreadNode, GraphQLError, Visitor, parse, print_ast, visit

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from graphql import DefinitionNode, DocumentNode

SOURCE_ENDINGS: Final = (".py", ".php", ".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs")
"""Files that documents are looked for in."""

_BEGINNING: Final = re.compile(r"(?:\s|#[^\n]*\n)*(?:\{|(?:query|mutation|subscription|fragment)\b)")
"""How a document that can be asked begins: cheaper than parsing every text of a program."""
_SCRIPT: Final = re.compile(
    r"""//[^\n]* | /\*.*?\*/
    | `(?P<template>(?:\\.|[^`\\])*)`
    | "(?P<double>(?:\\.|[^"\\\n])*)" | '(?P<single>(?:\\.|[^'\\\n])*)'""",
    re.DOTALL | re.VERBOSE,
)
_PHP: Final = re.compile(
    r"""\#(?!\[)[^\n]* | //[^\n]* | /\*.*?\*/
    | <<<[ \t]*(?P<quote>["']?)(?P<mark>\w+)(?P=quote)\r?\n(?P<here>.*?)\r?\n[ \t]*(?P=mark)\b
    | "(?P<double>(?:\\.|[^"\\])*)" | '(?P<single>(?:\\.|[^'\\])*)'""",
    re.DOTALL | re.VERBOSE,
)
_ESCAPE: Final = re.compile(r"\\(?:u\{([0-9a-fA-F]{1,6})\}|u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|(\r?\n)|(.))", re.DOTALL)
_INSERTED: Final = re.compile(r"(?<!\\)\$\{[^}]*\}")
"""What a template takes from elsewhere; as a rule the text of a fragment."""
_NAMED: Final = {"n": "\n", "t": "\t", "r": "\r"}
_LAST_CODE_POINT: Final = 0x10FFFF


def documents_in_source(text: str, ending: str) -> list[str]:
    """The documents that source code of this file ending holds, each with those fragments of the file that it lacks."""
    parsed: list[DocumentNode] = []
    literals = _READERS.get(ending, _script_literals)(text)
    for literal in filter(_BEGINNING.match, literals):
        try:
            document = parse(literal, no_location=True)
        except (GraphQLError, RecursionError):
            continue
        if all(_selects_something(definition) for definition in document.definitions):
            parsed.append(document)
    fragments: dict[str, FragmentDefinitionNode] = {}
    for document in parsed:
        fragments.update(_fragments_of(document))
    return [_completed(document, fragments) for document in parsed]


def _selects_something(definition: DefinitionNode) -> bool:
    """Whether it is more than ``{}``, which newer parsers take for a document."""
    selected = getattr(definition, "selection_set", None)
    return selected is None or bool(selected.selections)


def _python_literals(text: str) -> Iterator[str]:
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def _script_literals(text: str) -> Iterator[str]:
    for found in _SCRIPT.finditer(text):
        template = found["template"]
        if template is not None:
            yield _unescaped(_INSERTED.sub(" ", template))
        elif found["double"] or found["single"]:
            yield _unescaped(found["double"] or found["single"])


def _php_literals(text: str) -> Iterator[str]:
    for found in _PHP.finditer(text):
        if found["here"] is not None:
            plain = textwrap.dedent(found["here"])
            yield plain if found["quote"] == "'" else _unescaped(plain)
        elif found["single"]:
            yield re.sub(r"\\([\\'])", r"\1", found["single"])
        elif found["double"]:
            yield _unescaped(found["double"])


_READERS: Final = {".py": _python_literals, ".php": _php_literals}
"""By file ending; all others are those of JavaScript and TypeScript."""


def _unescaped(text: str) -> str:
    def character(found: re.Match[str]) -> str:
        hexadecimal = found[1] or found[2] or found[3]
        if hexadecimal:
            return chr(min(int(hexadecimal, 16), _LAST_CODE_POINT))
        if found[4]:
            return ""  # a line that goes on in the next
        return _NAMED.get(found[5], found[5])

    return _ESCAPE.sub(character, text)


def _fragments_of(document: DocumentNode) -> dict[str, FragmentDefinitionNode]:
    return {node.name.value: node for node in document.definitions if isinstance(node, FragmentDefinitionNode)}


def _completed(document: DocumentNode, fragments: Mapping[str, FragmentDefinitionNode]) -> str:
    """The text of a document, with the fragments that it or these spread and that stand elsewhere in the file."""
    known = set(_fragments_of(document))
    texts = [print_ast(document)]
    wanted = _spreads(document)
    while wanted:
        name = wanted.pop()
        if name in known or name not in fragments:
            continue
        known.add(name)
        texts.append(print_ast(fragments[name]))
        wanted += _spreads(fragments[name])
    return "\n\n".join(texts)


def _spreads(node: DocumentNode | FragmentDefinitionNode) -> list[str]:
    names: list[str] = []

    class Spreads(Visitor):
        def enter_fragment_spread(self, node: FragmentSpreadNode, *_: object) -> None:
            names.append(node.name.value)

    visit(node, Spreads())
    return names
