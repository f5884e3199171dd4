"""A document as people read it: one selection a line, arguments inline.

Laid out from the tokens and not from a parsed tree, so that every token stays exactly as it was sent, and so that
operations that are deliberately wrong can be shown too.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, NamedTuple

from graphql import GraphQLSyntaxError
from graphql.language import Lexer, Source, TokenKind

from querious.model.document_text import write
from querious.model.graphql_forms import is_plain
from querious.text.display import shorten, shorten_lines, visible, visible_lines

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from querious.model.case import Case
    from querious.model.request import Request
    from querious.model.values import JSON

_INDENT = "  "
_LONGEST_STRING = 72
_LONGEST_LINE = 1200
_LONGEST_VALUE = 120
MOST_LINES = 60
"""Of an operation that is shown, not kept."""
_COMMENT = re.compile(r"#[^\n\r]*")
_SPACE = re.compile(r"\s+")
_NESTING = {"(": 1, "[": 1, ")": -1, "]": -1}


def shown_operation(case: Case, width: int) -> list[str]:
    """The operation of a case, over lines if it is long, then a line for each variable; what is very long is cut.

    Of a REST request its first line, its headers and its body; so too, below the operation, where its form is rare.
    Where another than the run itself asks, who it is stands above.
    """
    return [*asked_as(case), *_asked(case, width)]


def asked_as(case: Case) -> list[str]:
    """A line that says who asks, unless it is the run itself."""
    return [f"as {visible(case.identity)}:"] if case.identity else []


def _asked(case: Case, width: int) -> list[str]:
    if not is_plain(case):
        asked = visible_lines(pretty(write(case.operation)[0], width)) if case.is_graphql else []
        lines = [*asked, *request_lines(case.request, width)]
        return shorten_lines([shorten(line, _LONGEST_LINE) for line in lines], MOST_LINES)
    lines = [shorten(line, _LONGEST_LINE) for line in visible_lines(pretty(case.document, width))]
    variables = (shorten(line, _LONGEST_VALUE) for line in variable_lines(case.variables))
    return [*shorten_lines(lines, MOST_LINES), *variables]


def request_lines(request: Request, width: int) -> list[str]:
    """A REST request as people read it; a body in one line where it fits."""
    lines = [visible(f"{request.method} {request.path}")]
    lines += [visible(f"{name}: {value}") for name, value in request.headers.items()]
    if request.verbatim:
        lines += visible_lines(str(request.body))
    elif request.has_body:
        body = json.dumps(request.body, ensure_ascii=False)
        if len(body) > width and isinstance(request.body, dict | list):
            body = json.dumps(request.body, ensure_ascii=False, indent=2)
        lines += visible_lines(body)
    return lines


def whole_operation(document: str, variables: Mapping[str, JSON], width: int) -> list[str]:
    """The same with nothing left out."""
    lines = visible_lines(pretty(document, width, len(document))) if document else []
    return [*lines, *variable_lines(variables)]


def variable_lines(variables: Mapping[str, JSON]) -> list[str]:
    """A line for each variable: ``$name = JSON``."""
    return [f"${visible(name)} = {visible(json.dumps(value, ensure_ascii=False))}" for name, value in variables.items()]


class _Token(NamedTuple):
    gap: str
    """What stood between the token before and this one, as at most a comma and a space."""
    text: str
    name: bool


def pretty(document: str, width: int = 76, longest_string: int = _LONGEST_STRING) -> str:
    """The document over several lines where it does not fit ``width``; as it is where it cannot be read.

    String literals longer than ``longest_string`` are shortened in the middle.
    """
    try:
        tokens = list(_tokens(document, longest_string))
    except GraphQLSyntaxError:
        return document
    line = "".join(token.gap + token.text for token in tokens).strip()
    return line if len(line) <= width else _lay_out(tokens)


def _tokens(document: str, longest_string: int) -> Iterator[_Token]:
    lexer = Lexer(Source(document))
    token = lexer.advance()
    end = 0
    while token.kind is not TokenKind.EOF:
        text = document[token.start : token.end]
        if token.kind in {TokenKind.STRING, TokenKind.BLOCK_STRING}:
            text = shorten(text, longest_string)
        gap = _SPACE.sub(" ", _COMMENT.sub(" ", document[end : token.start]).lstrip("\ufeff"))
        yield _Token(gap, text, token.kind is TokenKind.NAME)
        end = token.end
        token = lexer.advance()


def _lay_out(tokens: list[_Token]) -> str:
    """Braces outside parentheses open and close levels; inside them they are input objects and stay inline."""
    lines: list[str] = []
    line = previous = ""
    depth = inside = 0
    for token in tokens:
        if token.text in "{}" and not inside:
            closing = token.text == "}"
            if line and closing:
                lines.append(_INDENT * depth + line)
            depth = max(depth - closing, 0)
            lines.append(_INDENT * depth + ("}" if closing else f"{line} {{".lstrip()))
            depth += not closing
            line = ""
        else:
            if line and depth and not inside and _starts_selection(line, previous, token):
                lines.append(_INDENT * depth + line)
                line = ""
            line = line + token.gap + token.text if line else token.text
            inside = max(inside + _NESTING.get(token.text, 0), 0)
        previous = token.text
    return "\n".join([*lines, line] if line else lines)


def _starts_selection(line: str, previous: str, token: _Token) -> bool:
    """Whether this token ends the selection in ``line``: a name that no alias, directive or fragment waits for."""
    if token.text == "...":
        return True
    return token.name and previous not in {":", "@", "$"} and line not in {"...", "... on", "...on"}
