"""What the user wrote as a target: a URL or a place in Python code. Pure: nothing is opened or imported here."""

from __future__ import annotations

import base64
import ipaddress
import re
from dataclasses import dataclass, field
from typing import Final
from urllib.parse import SplitResult, unquote, urlsplit, urlunsplit

from querious.errors import TargetError
from querious.text.sent_secrets import SentSecret, of_url
from querious.text.urls import without_secrets

_PLACE: Final = re.compile(r"(?P<module>[^\W\d]\w*(?:\.\w+)*):(?P<name>[^\W\d]\w*(?:\.\w+)*)(?P<path>/\S*)?")
_SCHEME: Final = re.compile(r"(?P<scheme>[A-Za-z][A-Za-z0-9+.-]*)://")
_WITHOUT_SCHEME: Final = re.compile(r"(?:[\w-]+\.)*[\w-]+(?::\d+)?(?:[/?]\S*)?|\[[0-9A-Fa-f:.]+\](?::\d+)?(?:[/?]\S*)?")
_OF_CONTAINERS: Final = frozenset({"host.docker.internal", "host.containers.internal", "gateway.docker.internal"})
_MODULE: Final = re.compile(r"[^\W\d]\w*(?:\.[^\W\d]\w*)*")


@dataclass(frozen=True, slots=True)
class Address:
    """A URL without its secrets, which ``headers`` carry and nothing shows."""

    url: str
    name: str
    """The URL without its query, where people put tokens; for people to read."""
    headers: dict[str, str] = field(default_factory=dict, repr=False)
    secrets: tuple[SentSecret, ...] = field(default=(), repr=False)
    """User, password and what the query holds, for the mask."""


@dataclass(frozen=True, slots=True)
class ObjectPlace:
    """``package.module:name``, with the path of the GraphQL endpoint where the user gave one."""

    module: str
    name: str
    path: str = ""


def parse(target: str) -> Address | ObjectPlace:
    """Read a target; a TargetError that says what was meant, where that can be guessed."""
    text = target.strip()
    scheme = _SCHEME.match(text)
    if scheme is not None:
        return _address(text, scheme["scheme"].lower())
    place = _PLACE.fullmatch(text)
    if place is not None:
        return ObjectPlace(place["module"], place["name"], place["path"] or "")
    raise TargetError(_guess(text))


def is_loopback(host: str) -> bool:
    """Whether the host is this machine, by its name alone: nothing is looked up."""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def is_near(host: str) -> bool:
    """Whether a host is this machine or a container beside it, by its name alone: a name without a dot is no server's.

    An address of a private network is not: others work there too.
    """
    is_name = re.fullmatch(r"[A-Za-z][\w-]*", host) is not None
    return is_loopback(host) or is_name or host in _OF_CONTAINERS


def is_this_machine(target: str | object) -> bool:
    """Whether what is sent stays on this machine, by the name alone: applications, and URLs with a loopback host."""
    if not isinstance(target, str):
        return True
    place = parse(target)
    return not isinstance(place, Address) or is_loopback(urlsplit(place.url).hostname or "")


def _address(text: str, scheme: str) -> Address:
    shown = without_secrets(text)
    if scheme not in ("http", "https"):
        raise TargetError(f"{shown}: only http:// and https:// URLs can be tested, not {scheme}://")
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError as error:
        hint = "the port must be a number from 1 to 65535" if "port" in str(error).lower() else "check the host"
        raise TargetError(f"{shown} is not a URL: {hint}") from None
    if not parts.hostname or port == 0 or re.search(r"[\s\\]", text):
        raise TargetError(f"{shown} is not a URL; write it as {scheme}://host:port/path")
    host = parts.netloc.rpartition("@")[2]
    path = parts.path or "/"
    url = urlunsplit((scheme, host, path, parts.query, ""))
    return Address(url, urlunsplit((scheme, host, path, "", "")), _basic(parts), tuple(of_url(text)))


def _basic(parts: SplitResult) -> dict[str, str]:
    if parts.username is None and parts.password is None:
        return {}
    pair = f"{unquote(parts.username or '')}:{unquote(parts.password or '')}"
    return {"authorization": f"Basic {base64.b64encode(pair.encode()).decode('ascii')}"}


def _guess(text: str) -> str:
    if not text:
        return "no target was given; name a URL, or an app or schema as package.module:name"
    if _MODULE.fullmatch(text) and text != "localhost":
        return f"{text} names no object; say which one to test, such as {text}:app or {text}:schema"
    if _WITHOUT_SCHEME.fullmatch(text):
        shown = without_secrets(text)
        return f"{shown} has no scheme; did you mean http://{shown}?"
    shown = without_secrets(text)
    return f"{shown} is neither a URL (http://host/graphql) nor an object in Python code (package.module:app)"
