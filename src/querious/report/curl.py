"""A case → a line that sends it again when pasted into sh, bash or zsh.

The values of headers, the query and the user of a URL may be secrets and stay out: the line takes them from the
environment, and ``remark`` says so.
"""

from __future__ import annotations

import json
import re
import shlex
from types import MappingProxyType
from typing import TYPE_CHECKING
from urllib.parse import quote

from querious.model.graphql_forms import is_plain
from querious.model.identity import is_own
from querious.model.request_body import MULTIPART, encode, form_parts, is_file, is_json_media, media_of
from querious.model.settings import NO_PROXY
from querious.text.urls import without_secrets

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from querious.model.case import Case
    from querious.model.request import Request
    from querious.model.settings import Settings
    from querious.model.values import JSON

_PRINTABLE = "".join(chr(code) for code in range(0x21, 0x7F))
_LONGEST_ARGUMENT = 64 * 1024
"""Bytes of body given as an argument. Linux allows 128 KiB for one; the rest is room for other systems."""
_NOBODY: Mapping[str, Iterable[str]] = MappingProxyType({})
_SHORT = 200
"""Characters of a file that stands in the line itself."""
_PLAIN_NAME = re.compile(r"[A-Za-z0-9_-]+")
_PROXY_USER = '-U "$PROXY_USER"'
_TAKEN = frozenset(
    {"HOME", "HOST", "HOSTNAME", "IFS", "LANG", "PATH", "PWD", "RANDOM", "SECONDS", "SHELL", "TERM", "USER"}
)
"""Names that mean something to the shell itself."""
_OWN = ("accept", "content-type")
"""Headers that curl sends of its own accord."""


def connection_options(settings: Settings) -> tuple[str, ...]:
    """How the line connects, where the settings say more of that than the address: certificates and the proxy.

    A proxy of the environment is known to curl as well; the user and password of one that was named are not told.
    """
    options = ["-k"] if settings.insecure else []
    for name, file in (("--cacert", settings.ca), ("--cert", settings.cert), ("--key", settings.cert_key)):
        if file:
            options.append(f"{name} {shlex.quote(file)}")
    if settings.proxy == NO_PROXY:
        options.append("--noproxy '*'")
    elif settings.proxy:
        options.append(f"-x {shlex.quote(bare(settings.proxy))}")
        if secret_parts(settings.proxy)[0]:
            options.append(_PROXY_USER)
    return tuple(options)


def curl(case: Case, url: str, headers: Mapping[str, str], connection: Sequence[str] = ()) -> str:
    """The line. Of ``headers``, those of who asks, only the names are used. ``-i``: the status may be the fault."""
    if not is_plain(case):
        service = shlex.quote(bare(url).rstrip("/"))
        return request_curl(case.request, url, headers, connection, service, case.identity)
    address = bare(url)
    has_user, has_query = secret_parts(url)
    parts = ["curl", "-sSi", *connection]
    if any(character in address for character in "[]{}"):
        parts.append("-g")
    parts.append(f'{shlex.quote(address + "?")}"$API_QUERY"' if has_query else shlex.quote(address))
    if has_user and is_own(case.identity):
        parts.append('-u "$API_USER"')
    parts += _header_options(headers, case.request.headers, case.identity)
    return _with_body(parts, case.body)


def request_curl(
    request: Request,
    url: str,
    headers: Mapping[str, str],
    connection: Sequence[str] = (),
    service: str = '"$URL"',
    identity: str = "",
) -> str:
    """The same for a REST request. In a sequence ``$URL`` is the address of the service, set once for all lines."""
    has_user, has_query = secret_parts(url)
    parts = ["curl", "-sSi", "-g", *connection]
    if has_user and is_own(identity):
        parts.append('-u "$API_USER"')
    parts += _credential_options([name for name in headers if name.lower() not in request.without], identity)
    if request.method != "GET":
        parts += ["-X", request.method]
    address = f"{service}{shlex.quote(request.path)}" if request.path else service
    if has_query:
        address += '"&$API_QUERY"' if "?" in request.path else '"?$API_QUERY"'
    parts.append(address)
    asked = {name.lower(): value for name, value in request.headers.items()}
    if request.has_body:
        asked.setdefault("content-type", "application/json")
    # A name alone takes a header out that curl would send of its own accord.
    asked_lines = [f"{name}: {value}" for name, value in asked.items() if name not in request.without]
    parts += [
        f"-H {shlex.quote(line)}" for line in (*asked_lines, *(f"{name}:" for name in _OWN if name in request.without))
    ]
    if not request.has_body:
        return " ".join(parts)
    if is_json_media(media_of(request)) and not request.verbatim:
        return _with_body(parts, request.body)
    if media_of(request) == MULTIPART:
        return _with_form([one for one in parts if "content-type" not in one.lower()], request.body)
    return " ".join([*parts, "--data-binary", shlex.quote(encode(request).decode("utf-8", "replace"))])


def _with_body(parts: list[str], body: JSON) -> str:
    """The line that ends with its body. One that is too long to be an argument is piped."""
    text = shlex.quote(body_text(body))
    if len(text) <= _LONGEST_ARGUMENT:
        return " ".join([*parts, "--data-binary", text])
    return " ".join(["printf %s", text, "|", *parts, "--data-binary", "@-"])


def _with_form(parts: list[str], body: JSON) -> str:
    """The line with a field after the other. One file may come from a pipe; others must be short text."""
    piped = ""
    for name, item in form_parts(body):
        if not is_file(item):
            text = item if isinstance(item, str) else body_text(item)
            parts.append(f"--form-string {shlex.quote(f'{name}={text}')}")
            continue
        told = f";filename={_form_word(item['filename'])}"
        told += f";type={item['type']}" if item.get("type") else ""
        if not piped and not _is_short(item):
            piped = _file_command(item)
            parts.append(f"-F {shlex.quote(f'{name}=@-{told}')}")
        else:
            content = _form_word(str(item.get("content", "")))
            parts.append(f"-F {shlex.quote(f'{name}={content}{told}')}")
    return f"{piped} | {' '.join(parts)}" if piped else " ".join(parts)


def _is_short(file: JSON) -> bool:
    return "content" in file and "size" not in file and len(file["content"]) <= _SHORT and "\0" not in file["content"]


def _file_command(file: JSON) -> str:
    """What writes the file."""
    if "base64" in file:
        content = f"printf %s {shlex.quote(file['base64'])} | base64 -d"
    else:
        content = f"printf %s {shlex.quote(file['content'])}"
    if "size" not in file:
        return content
    # Again and again, until it is as large as it has to be.
    return f"while :; do {content}; done 2>/dev/null | head -c {int(file['size'])}"


def _form_word(text: str) -> str:
    """A word of curl's own, in which quotes and backslashes have to be marked."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def remark(
    url: str, headers: Mapping[str, str], others: Mapping[str, Iterable[str]] = _NOBODY, connection: Sequence[str] = ()
) -> str:
    """What must be set before the lines work, in words; empty if nothing."""
    names = needed(url, headers, others, connection)
    if not names:
        return ""
    return f"The curl commands read {', '.join(names)} from the environment: set them first."


def needed(
    url: str, headers: Mapping[str, str], others: Mapping[str, Iterable[str]] = _NOBODY, connection: Sequence[str] = ()
) -> list[str]:
    """What the lines take from the environment; ``others`` has the headers of other identities that ask in them."""
    names = [f"${variable}" for variable in _variables(headers).values()]
    for identity, sent in others.items():
        names += [f"${variable}" for variable in _variables(sent, identity).values()]
    has_user, has_query = secret_parts(url)
    if has_query:
        names.append("$API_QUERY (what follows ? in the URL)")
    if has_user:
        names.append("$API_USER (user:password)")
    if _PROXY_USER in connection:
        names.append("$PROXY_USER (user:password)")
    return names


def body_text(body: JSON) -> str:
    """The body in printable ASCII without single quotes, so that no shell or terminal changes it on the way.

    The same JSON as the one that was sent, though some characters are written as escapes: shells are slow to read
    quoted quotes, bash by the square of their number. JSON never begins with @, so curl never takes it for a file name.
    """
    return json.dumps(body, ensure_ascii=True).replace("\x7f", "\\u007f").replace("'", "\\u0027")


def bare(url: str) -> str:
    """The URL without user, password, query and fragment, which may hold secrets: what reports may show."""
    return quote(without_secrets(url), safe=_PRINTABLE, errors="replace")


def shown_target(target: str) -> str:
    """What reports may show of what the user pointed at: a URL, a file, or a place in Python code."""
    return bare(target) if "://" in target else without_secrets(target)


def secret_parts(url: str) -> tuple[bool, bool]:
    """Whether the URL has a user, and whether it has a query."""
    rest = url.partition("://")[2].partition("#")[0]
    return "@" in re.split(r"[/?]", rest, maxsplit=1)[0], "?" in rest


def _header_options(headers: Mapping[str, str], asked: Mapping[str, str], identity: str) -> Iterable[str]:
    """What the request asks for, unless the user set it; then what the user set."""
    given = {name.lower() for name in headers}
    for name, value in {"content-type": "application/json", **asked}.items():
        if name not in given:
            yield f"-H {shlex.quote(f'{name}: {value}')}"
    yield from _credential_options(headers, identity)


def _credential_options(headers: Iterable[str], identity: str) -> Iterable[str]:
    """The options that take the headers of who asks from the environment."""
    for name, variable in _variables(headers, identity).items():
        if _PLAIN_NAME.fullmatch(name):
            yield f'-H "{name}: ${variable}"'
        else:
            yield f'-H {shlex.quote(f"{name}: ")}"${variable}"'


def _variables(headers: Iterable[str], identity: str = "") -> dict[str, str]:
    """Header name → the name of the environment variable that stands for its value; no two the same."""
    variables: dict[str, str] = {}
    whose = "" if is_own(identity) else f"{identity}_"
    for name in headers:
        variable = re.sub(r"[^A-Z0-9]", "_", f"{whose}{name}".upper())
        if variable in _TAKEN or not variable[:1].isalpha():
            variable = f"HEADER_{variable}"
        while variable in variables.values():
            variable += "_"
        variables[name] = variable
    return variables
