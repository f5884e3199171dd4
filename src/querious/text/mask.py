"""What stands in place of our own credentials, wherever an API repeats them, and in whatever encoding it does.

Secrets are known by value: plain, in base64 (at any place of what was encoded), in hexadecimal, and through percent
signs, HTML and backslashes, which may be stacked. Why this is done where answers come in, and what it cannot see, is
told in ``docs/decisions/redaction.md``.
"""

from __future__ import annotations

import base64
import html
import re
from typing import TYPE_CHECKING, Final
from urllib.parse import quote, unquote

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from querious.model.values import JSON
    from querious.text.sent_secrets import SentSecret

_PREFIX: Final = "MASKED-"
_PLACEHOLDER: Final = re.compile(rf"{_PREFIX}[a-z][a-z0-9-]*")
_SHORTEST: Final = 6
"""Characters of a secret that is looked for by itself: fewer would stand in most answers by chance. A shorter one is
replaced where its name or scheme stands before it."""
_DISTINCT: Final = 12
"""Characters from which a secret is looked for inside words too."""
_DEEPEST: Final = 3
"""Encodings around encodings."""
_LONG: Final = 200_000
"""Characters from which encodings inside encodings are not looked into."""
_MOST_ROUNDS: Final = 20
_ESCAPE: Final = re.compile(r"\\(?:u\{?([0-9A-Fa-f]{4,6})\}?|x([0-9A-Fa-f]{2})|([\"'\\/bfnrt]))")
_CONTROLS: Final = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}


def is_masked(text: str) -> bool:
    """Whether a credential of ours stood in the text."""
    return _PREFIX in text and _PLACEHOLDER.search(text) is not None


def labels_in(text: str) -> list[str]:
    """Which credentials stood in the text, such as ``authorization`` and ``cookie-sid``."""
    return [found.removeprefix(_PREFIX) for found in _PLACEHOLDER.findall(text)] if _PREFIX in text else []


class Mask:
    """Grows while a run goes on: a hook may bring fresh credentials, and the outdated ones stay secret."""

    def __init__(self) -> None:
        self._secrets: dict[str, SentSecret] = {}
        self._spared: frozenset[str] = frozenset()
        self._values: dict[str, str] = {}
        """Placeholder → the credential in force, for requests that must name it."""
        self._needles: tuple[str, ...] = ()
        """In lower case: no text has a secret in it that has none of these."""
        self._pattern: re.Pattern[str] | None = None
        self._placeholders: list[str] = []
        """By the number of the group of ``_pattern``."""

    def __repr__(self) -> str:
        return f"Mask({', '.join(sorted(self._values))})"

    def __bool__(self) -> bool:
        return bool(self._needles)

    def add(self, secrets: Iterable[SentSecret]) -> None:
        """Replace these from now on. The first of those with the same label is the whole, others are its parts."""
        for secret in secrets:
            self._secrets.setdefault(secret.value, secret)
            if " " in secret.value:
                self._secrets.setdefault(secret.value.replace(" ", "+"), secret)
            self._values.setdefault(_placeholder(secret), secret.value)
        self._compile()

    def renew(self, secrets: Iterable[SentSecret]) -> None:
        """The same, for credentials that take the place of others."""
        fresh = list(secrets)
        for secret in fresh:
            self._values.pop(_placeholder(secret), None)
        self.add(fresh)

    def spare(self, names: Iterable[str]) -> None:
        """Leave these as they are: names of a schema, which is public, and without which no answer can be judged."""
        self._spared = frozenset(names)
        self._compile()

    def holds(self, text: str) -> bool:
        """Whether a secret may stand in the text, in any encoding. Quick where none does."""
        return any(map(self._seen, _views(text)))

    def text(self, text: str) -> str:
        """The text without secrets. One that stood in an encoding is shown decoded, but for the secret."""
        for _ in range(_MOST_ROUNDS):
            text = self._replaced(text)
            opened = next((view for view in _views(text) if self._replaced(view) != view), None)
            if opened is None:
                return text
            text = opened
        return f"{_PREFIX}text"

    def json(self, value: JSON) -> JSON:
        """Plain JSON without secrets, in names too."""
        if isinstance(value, dict):
            return {self.text(name): self.json(self._under(name, inner)) for name, inner in value.items()}
        if isinstance(value, list):
            return [self.json(inner) for inner in value]
        return self.text(value) if isinstance(value, str) else value

    def revealed(self, value: JSON) -> JSON:
        """What a request really says where it names a placeholder, which can only come out of an answer."""
        if isinstance(value, dict):
            return {self._reveal(name, str): self.revealed(inner) for name, inner in value.items()}
        if isinstance(value, list):
            return [self.revealed(inner) for inner in value]
        return self._reveal(value, str) if isinstance(value, str) else value

    def revealed_document(self, document: str) -> str:
        """The same for a GraphQL document, in whose texts quotes and backslashes are escaped."""
        return self._reveal(document, lambda secret: secret.replace("\\", "\\\\").replace('"', '\\"'))

    def revealed_path(self, path: str) -> str:
        """The same for a path of a URL."""
        return self._reveal(path, lambda secret: quote(secret, safe=""))

    def _reveal(self, text: str, written: Callable[[str], str]) -> str:
        if _PREFIX not in text:
            return text
        return _PLACEHOLDER.sub(lambda found: written(self._values.get(found[0], found[0])), text)

    def _under(self, name: str, value: JSON) -> JSON:
        """A short secret that is a whole value under its own name."""
        secret = self._secrets.get(value) if isinstance(value, str) and len(value) < _SHORTEST else None
        if secret is None or name.lower() not in map(str.lower, secret.introduced_by):
            return value
        return _placeholder(secret)

    def _seen(self, text: str) -> bool:
        lowered = text.lower()
        return any(needle in lowered for needle in self._needles)

    def _replaced(self, text: str) -> str:
        if self._pattern is None or not self._seen(text):
            return text
        return self._pattern.sub(self._replacement, text)

    def _replacement(self, found: re.Match[str]) -> str:
        group = found.lastgroup
        if group is None:  # a placeholder that stands there already
            return found[0]
        before = found.groupdict().get(f"before_{group}") or ""
        return before + self._placeholders[int(group.removeprefix("secret_"))]

    def _compile(self) -> None:
        """The longest first, so that no part of one is replaced before the whole."""
        needles: list[str] = []
        alternatives = [_PLACEHOLDER.pattern]
        known = [one for one in self._secrets.items() if one[0] not in self._spared and _can_be_told(*one)]
        known.sort(key=lambda one: -len(one[0]))
        for number, (value, secret) in enumerate(known):
            is_long = len(value) >= _SHORTEST
            needles += map(str.lower, _forms(value) if is_long else [value])
            group = f"secret_{number}"
            pattern = f"(?P<{group}>{_anywhere(value)})" if is_long else _introduced(value, secret.introduced_by, group)
            alternatives.append(pattern)
        self._placeholders = [_placeholder(secret) for _, secret in known]
        self._needles = tuple(dict.fromkeys(needles))
        self._pattern = re.compile("|".join(alternatives)) if needles else None


def _can_be_told(value: str, secret: SentSecret) -> bool:
    """Whether it is long enough to be known by itself, or by what stands before it."""
    return len(value) >= _SHORTEST or bool(secret.introduced_by)


def _placeholder(secret: SentSecret) -> str:
    """Letters, digits and hyphens alone, so that neither URLs nor documents have to escape it."""
    return _PREFIX + (re.sub(r"[^a-z0-9]+", "-", secret.label.lower()).strip("-") or "secret")


def _forms(value: str) -> Iterator[str]:
    yield value
    yield value.encode("utf-8", "surrogatepass").hex()
    for inner in _in_base64(value):
        yield inner
        yield _url_safe(inner)


def _anywhere(value: str) -> str:
    """A pattern of all forms of a secret that is long enough to be known by itself."""
    plain = f"(?i:{re.escape(value)})"
    if len(value) < _DISTINCT:
        plain = rf"(?<![^\W_]){plain}(?![^\W_])"
    hexadecimal = f"(?i:{value.encode('utf-8', 'surrogatepass').hex()})"
    encoded = {re.escape(form) for inner in _in_base64(value) for form in (inner, _url_safe(inner))}
    return rf"{plain}|{hexadecimal}|(?:{'|'.join(sorted(encoded))})[A-Za-z0-9+/_-]*={{0,2}}"


def _introduced(value: str, names: tuple[str, ...], group: str) -> str:
    """A pattern of ``Bearer abc``, ``sid=abc``, ``"password": "abc"``."""
    named = "|".join(map(re.escape, names))
    between = r"[\"'`]?\s{0,3}[:=]?\s{0,3}[\"'`]?"
    return rf"(?P<before_{group}>(?i:{named}){between})(?P<{group}>{re.escape(value)})(?![^\W_])"


def _in_base64(value: str) -> list[str]:
    """The characters that a text has in base64 wherever it begins in what was encoded: three ways.

    At both ends there are characters that hold bits of its neighbours; they are not among these.
    """
    content = value.encode("utf-8", "surrogatepass")
    found = []
    for before in range(3):
        encoded = base64.b64encode(b"\0" * before + content).decode("ascii")
        whole = (before + len(content)) * 8 // 6
        found.append(encoded[(before * 8 + 5) // 6 : whole])
    return found


def _url_safe(encoded: str) -> str:
    return encoded.replace("+", "-").replace("/", "_")


def _views(text: str, depth: int = _DEEPEST) -> Iterator[str]:
    """The text, and what it says if its escapes are read, those of percent signs, HTML and backslashes."""
    yield text
    if not depth:
        return
    depth = depth if len(text) < _LONG else 1
    for sign, read in (("%", unquote), ("&", html.unescape), ("\\", _unescaped)):
        if sign in text:
            opened = read(text)
            if opened != text:
                yield from _views(opened, depth - 1)


def _unescaped(text: str) -> str:
    return _ESCAPE.sub(_character, text)


def _character(found: re.Match[str]) -> str:
    code = found[1] or found[2]
    if code is None:
        return _CONTROLS.get(found[3], found[3])
    try:
        return chr(int(code, 16))
    except (ValueError, OverflowError):
        return found[0]
