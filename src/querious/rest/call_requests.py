"""Calls of operations → requests: parameters in their style, and the body in its media type."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Final
from urllib.parse import quote, urlencode

from querious.model.case import Case
from querious.model.known_files import KNOWN_FILES
from querious.model.request import Request
from querious.model.request_body import form_fields, is_file
from querious.rest.xml_text import write_xml

if TYPE_CHECKING:
    from collections.abc import Iterator

    from querious.model.rest_call import RestArgument, RestCall
    from querious.model.values import JSON
    from querious.rest.openapi import RestOperation, RestParameter

_DELIMITERS: Final = {"spaceDelimited": "%20", "pipeDelimited": "%7C", "label": ".", "simple": ",", "form": ","}
_JSON: Final = "application/json"
_PLAIN: Final = re.compile(r"[A-Za-z0-9_.~-]*")
"""What stands in a URL as it is: most keys and numbers."""
LONGEST_IN_LINE: Final = 500
"""Characters of a value outside of the body, where servers limit the length of a line; each may need twelve bytes."""


def call_case(number: int, call: RestCall, operation: RestOperation, base: str = "", flaw: str = "") -> Case:
    """The case that sends a call, below the path of the server."""
    return Case(number, call, request_of(call, operation, base), flaw)


def request_of(call: RestCall, operation: RestOperation, base: str = "") -> Request:
    """The request of a call. A parameter that the description does not know is written in the usual style."""
    known = operation.by_place
    path = call.path
    pairs: list[str] = []
    headers: dict[str, str] = {}
    cookies: list[str] = []
    without: list[str] = []
    for argument in call.arguments:
        parameter = known.get((argument.where, argument.name))
        if argument.where == "path":
            path = path.replace("{" + argument.name + "}", _path_text(argument.value, argument.name, parameter))
        elif argument.where == "query":
            pairs += _query_pairs(argument, parameter)
        elif argument.where == "querystring":
            pairs.append(_whole_query(argument.value, parameter))
        elif argument.where == "header":
            headers[argument.name.lower()] = _header_text(argument.value, parameter)
        elif argument.where == "credential":
            without.append(argument.name)
            headers |= {argument.name: _header_text(argument.value)} if argument.value is not None else {}
        elif argument.where == "cookie":
            cookies.append(f"{argument.name}={quote(_header_text(argument.value), safe='')}")
    if cookies:
        headers["cookie"] = "; ".join(cookies)
    if call.media and call.media != _JSON:
        headers["content-type"] = call.media
    joint = "&" if "?" in path else "?"  # some descriptions have a part of the query in the path
    whole = base + path + (joint + "&".join(pairs) if pairs else "")
    body = _with_files(call.body, operation) if call.media.startswith("multipart/") else call.body
    layout = operation.body.xml.get(call.media) if call.media else None
    if layout is not None and not isinstance(body, str):
        body = write_xml(body, layout)
    return Request(call.method, whole, body, bool(call.media), headers, without=tuple(without))


def _with_files(body: JSON, operation: RestOperation) -> JSON:
    """A form with its files as files, which have a name of their own."""
    if not isinstance(body, dict):
        return body
    found = dict(body)
    for name in operation.body.files & body.keys():
        items = body[name] if isinstance(body[name], list) else [body[name]]
        kind = operation.body.file_types.get(name)
        typed = {"type": kind} if kind else {}
        usual = KNOWN_FILES.get(kind or "", KNOWN_FILES["text/plain"])["filename"]
        files = [
            item if is_file(item) else {"filename": usual, "content": text_of_value(item), **typed} for item in items
        ]
        found[name] = files if isinstance(body[name], list) else files[0]
    return found


def text_of_value(value: JSON) -> str:
    """A value that is no list and no object, as it stands in a URL or a header; null is empty."""
    if isinstance(value, str):
        return value
    if value is None:
        return ""
    return str(value) if type(value) is int else json.dumps(value, ensure_ascii=False)


def is_one_step(value: JSON) -> bool:
    """Whether a value stays the one step of a path that it stands for: servers take ``%2F`` for a slash."""
    text = text_of_value(value) if not isinstance(value, list | dict) else "-"
    return text.strip(". \t\r\n") != "" and "/" not in text and "\\" not in text


def _quoted(value: JSON) -> str:
    text = text_of_value(value)
    if _PLAIN.fullmatch(text):
        return text
    return quote(text, safe="", errors="surrogatepass")


def _items(value: JSON) -> list[str]:
    """The parts of a list or an object, in the form in which neither is exploded."""
    if isinstance(value, dict):
        return [_quoted(part) for pair in value.items() for part in pair]
    return [_quoted(item) for item in value] if isinstance(value, list) else [_quoted(value)]


def _path_text(value: JSON, name: str, parameter: RestParameter | None) -> str:
    style = parameter.style if parameter else "simple"
    explode = bool(parameter and parameter.explode)
    if style == "json":
        return quote(json.dumps(value), safe="")
    items = _items(value)
    if isinstance(value, dict) and explode:
        items = [f"{_quoted(key)}={_quoted(item)}" for key, item in value.items()]
    if style == "label":
        return "." + ("." if explode else ",").join(items)
    if style == "matrix":
        if isinstance(value, dict) and explode:
            return "".join(f";{item}" for item in items)
        return f";{name}=" + (f";{name}=" if explode else ",").join(items)
    return ",".join(items)


def _query_pairs(argument: RestArgument, parameter: RestParameter | None) -> Iterator[str]:
    style = parameter.style if parameter else "form"
    explode = parameter.explode if parameter else True
    name, value = quote(argument.name, safe="[]$@"), argument.value
    if style == "json":
        yield f"{name}={quote(json.dumps(value), safe='')}"
    elif isinstance(value, dict) and style == "deepObject":
        for key, member in value.items():
            for item in member if isinstance(member, list) else [member]:
                yield f"{name}[{_quoted(key)}]={_quoted(item)}"
    elif isinstance(value, dict) and explode:
        for key, item in value.items():
            yield f"{_quoted(key)}={_quoted(item)}"
    elif isinstance(value, list) and explode:
        for item in value:
            yield f"{name}={_quoted(item)}"
    else:
        yield f"{name}={_DELIMITERS.get(style, ',').join(_items(value))}"


def _whole_query(value: JSON, parameter: RestParameter | None) -> str:
    """All of a query as one value: the fields of a form, or else JSON."""
    if parameter is not None and parameter.style == "form" and isinstance(value, dict):
        return urlencode(list(form_fields(value)), errors="surrogatepass")
    return quote(value if isinstance(value, str) else json.dumps(value), safe="", errors="surrogatepass")


def _header_text(value: JSON, parameter: RestParameter | None = None) -> str:
    """In one line."""
    parts: list[JSON] = value if isinstance(value, list) else [value]
    if parameter is not None and parameter.style == "json":
        parts = [json.dumps(value)]
    elif isinstance(value, dict):
        pairs = [(name, text_of_value(item)) for name, item in value.items()]
        is_exploded = parameter is not None and parameter.explode
        parts = ["=".join(pair) for pair in pairs] if is_exploded else [part for pair in pairs for part in pair]
    return _in_line(",".join(map(text_of_value, parts)))


def _in_line(text: str) -> str:
    """With question marks for what HTTP does not take in a header: it would be refused before anything is sent."""
    if not (text.isascii() and text.isprintable()):
        text = "".join(each if each.isprintable() and each.isascii() else "?" for each in text)
    return text.strip()
