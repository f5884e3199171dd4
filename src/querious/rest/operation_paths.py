"""Which operation a request asks for: by the call it was made from, or by its path."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl, unquote

from querious.model.request_body import media_of
from querious.model.rest_call import RestArgument, RestCall
from querious.rest.parameter_texts import cookie_arguments, query_arguments, value_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from querious.model import Case, Request
    from querious.rest.openapi import RestOperation, RestParameter

_LIKE_GET = frozenset({"HEAD", "TRACE"})
_CHOOSING = frozenset({"if-none-match", "range", "accept"})
"""Headers that choose what is answered."""


class OperationPaths:
    """The operations of a description, found by method and path. A fixed step goes before a parameter."""

    def __init__(self, operations: Iterable[RestOperation], base: str = "") -> None:
        self._base = base
        self._by_coordinate: dict[str, RestOperation] = {}
        self._by_length: dict[tuple[str, int], list[tuple[list[str], RestOperation]]] = {}
        for operation in operations:
            self._by_coordinate[str(operation)] = operation
            steps = _steps(operation.path)
            key = operation.method.upper(), len(steps)
            self._by_length.setdefault(key, []).append((steps, operation))
        for known in self._by_length.values():
            known.sort(key=lambda entry: ["{" in step for step in entry[0]])

    def of(self, case: Case) -> RestOperation | None:
        """The operation of a case; None if the description has none for it."""
        known = self._by_coordinate.get(case.call.coordinate)
        return known or self.at(case.request.method, case.request.path)

    def call_of(self, request: Request) -> RestCall | None:
        """The call that a request was made from, as far as it tells; None if nobody knows it."""
        operation = self.at(request.method, request.path)
        if operation is None and request.method in _LIKE_GET:
            operation = self.at("GET", request.path)
        if operation is None:
            return None
        known = {(each.where, each.name): each for each in operation.parameters}
        path, _, query = request.path.partition("?")
        asked: list[RestArgument] = []
        for name, step in zip(_steps(operation.path), _steps(path.removeprefix(self._base)), strict=True):
            if name.startswith("{"):
                asked.append(RestArgument("path", name[1:-1], value_of(unquote(step), known.get(("path", name[1:-1])))))
        asked += query_arguments(parse_qsl(query, keep_blank_values=True), known)
        asked += _header_arguments(request, known)
        asked += [RestArgument("credential", name, request.headers.get(name)) for name in request.without]
        media = media_of(request) if request.has_body else ""
        return RestCall(request.method, operation.path, tuple(asked), media, request.body)

    def at(self, method: str, path: str) -> RestOperation | None:
        """The operation that a request with this path asks for."""
        path, _, query = path.partition("?")
        steps = _steps(path.removeprefix(self._base))
        for template, operation in self._by_length.get((method, len(steps)), ()):
            if all(map(_fits, template, steps)) and _asks_for(operation.path, query):
                return operation
        return None


def _header_arguments(request: Request, known: Mapping[tuple[str, str], RestParameter]) -> Iterator[RestArgument]:
    """The headers and cookies that the description names, and headers that choose what is answered."""
    named = {name.lower(): (name, each) for (where, name), each in known.items() if where == "header"}
    for name, text in request.headers.items():
        if name.lower() in named and name not in request.without:
            written, parameter = named[name.lower()]
            yield RestArgument("header", written, value_of(text, parameter))
        elif name.lower() in _CHOOSING and name not in request.without:
            yield RestArgument("header", name.lower(), text)
        elif name.lower() == "cookie":
            yield from cookie_arguments(text, known)


def _steps(path: str) -> list[str]:
    return path.partition("?")[0].strip("/").split("/")


def _fits(wanted: str, step: str) -> bool:
    """Whether a step of a path is one of a template; parameters may stand beside text: ``{name}.json``."""
    if "{" not in wanted or wanted == step:
        return wanted == step
    if wanted.startswith("{") and wanted.find("}") == len(wanted) - 1:
        return True
    fixed = [re.escape(part) for part in re.split(r"\{[^{}]*\}", wanted)]
    return re.fullmatch(".*".join(fixed), step) is not None


def _asks_for(template: str, query: str) -> bool:
    """Whether the query has what the template fixes: some descriptions name operations ``/rest?method=find``."""
    fixed = template.partition("?")[2]
    return not fixed or set(parse_qsl(fixed)) <= set(parse_qsl(query))
