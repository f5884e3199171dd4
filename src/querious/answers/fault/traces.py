"""What lies in an error beside its message: every text, and which of them are stack traces."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

TRACE: Final = re.compile(
    r'File "[^"\n]+", line \d+'  # Python
    r"|^\s*at .*(?:[/\\]|node:|<anonymous>|\.[cm]?[jt]sx?).*:\d+:\d+\)?\s*$"  # JavaScript
    r"|^\s*at [\w$.<>/]+\([\w$]+\.(?:java|kt|scala|groovy|clj):\d+\)"  # the Java machine
    r"|^\s*at [\w`<>+]+\.[\w`.<>+\[\],|]+\([^)\n]*\)(?: in .+:line \d+)?\s*$"  # .NET
    r"|\.rb:\d+:in [`']"  # Ruby
    r"|^#\d+ \S+\.php\(\d+\)|\bin \S+\.php(?:\(\d+\)|:\d+| on line \d+)"  # PHP
    r"|^goroutine \d+ \[|^\s+\S+\.go:\d+"  # Go
    r"|^stack backtrace:|^\s*\d+: .+\n\s+at \S+\.rs:\d+"  # Rust
    r"|^\s*\(\w+ [\d.]+\S*\) \S+\.exs?:\d+:",  # Elixir
    re.MULTILINE,
)
"""A line that only a stack trace has."""

_DEEPEST: Final = 5
_MOST: Final = 200
_PLAIN: Final = frozenset({"message", "locations", "path"})


def texts(error: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Every text of an error but its message, with the keys that lead to it. Lists of lines are joined again.

    Bounded in depth and number: an answer may be hostile.
    """
    found = 0
    stack: list[tuple[str, Any, int]] = [(key, error[key], 0) for key in reversed(list(error)) if key not in _PLAIN]
    while stack and found < _MOST:
        where, value, depth = stack.pop()
        if isinstance(value, str):
            found += 1
            yield where, value
        elif depth >= _DEEPEST:
            continue
        elif isinstance(value, list):
            joined = _joined(value)
            if joined:
                found += 1
                yield where, joined
            else:
                stack.extend((where, item, depth + 1) for item in reversed(value[:_MOST]))
        elif isinstance(value, dict):
            stack.extend((f"{where}.{key}", value[key], depth + 1) for key in reversed(list(value)[:_MOST]))


def _joined(items: list[Any]) -> str:
    """Lines of text, or the frames that PHP writes as maps of file and line."""
    if items and all(isinstance(item, str) for item in items[:_MOST]):
        return "\n".join(items[:_MOST])
    if items and all(isinstance(item, dict) and isinstance(item.get("line"), int) for item in items[:_MOST]):
        return "\n".join(f"in {item.get('file', '?')}:{item['line']}" for item in items[:_MOST])
    return ""
