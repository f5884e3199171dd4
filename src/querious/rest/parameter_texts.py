"""The texts of a request → the values of its parameters: the inverse of how a call is written."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import unquote

from querious.model.rest_call import RestArgument

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from querious.model.values import JSON
    from querious.rest.openapi import RestParameter

_DELIMITERS: Final = {"spaceDelimited": " ", "pipeDelimited": "|", "form": ",", "simple": ","}
_BOOLEANS: Final = {"true": True, "false": False}


def query_arguments(
    pairs: Iterable[tuple[str, str]], known: Mapping[tuple[str, str], RestParameter]
) -> Iterator[RestArgument]:
    """The parameters of a query; those that the description does not know are texts."""
    listed: dict[str, list[str]] = {}
    for name, text in pairs:
        parameter = known.get(("query", name))
        if parameter is not None and parameter.explode and _type_of(parameter.keywords) == "array":
            listed.setdefault(name, []).append(text)
        else:
            yield RestArgument("query", name, value_of(text, parameter))
    for name, texts in listed.items():
        items = _items_of(known["query", name].keywords)
        yield RestArgument("query", name, [_scalar(text, items) for text in texts])


def value_of(text: str, parameter: RestParameter | None) -> JSON:
    """The value that a text stands for; the text itself where it is none that the description allows."""
    if parameter is None:
        return text
    if parameter.style == "json":
        return _read_json(text)
    if _type_of(parameter.keywords) == "array" and parameter.style in _DELIMITERS:
        parts = text.split(_DELIMITERS[parameter.style]) if text else []
        return [_scalar(part, _items_of(parameter.keywords)) for part in parts]
    return _scalar(text, parameter.keywords)


def cookie_arguments(header: str, known: Mapping[tuple[str, str], RestParameter]) -> Iterator[RestArgument]:
    """The cookies of a request that the description names."""
    for part in header.split(";"):
        name, found, text = part.strip().partition("=")
        if found and ("cookie", name) in known:
            yield RestArgument("cookie", name, value_of(unquote(text), known["cookie", name]))


def _type_of(keywords: Mapping[str, Any]) -> str:
    """The type of a schema; the first that is not null where there are several."""
    kinds = keywords.get("type")
    named = kinds if isinstance(kinds, list) else [kinds]
    return next((kind for kind in named if isinstance(kind, str) and kind != "null"), "")


def _items_of(keywords: Mapping[str, Any]) -> Mapping[str, Any]:
    items = keywords.get("items")
    return items if isinstance(items, dict) else {}


def _scalar(text: str, keywords: Mapping[str, Any]) -> JSON:
    kind = _type_of(keywords)
    if kind == "boolean":
        return _BOOLEANS.get(text, text)
    if kind == "integer":
        return int(text) if _is_whole(text) else text
    value = _read_json(text) if kind == "number" else text
    return value if isinstance(value, int | float) and not isinstance(value, bool) else text


def _is_whole(text: str) -> bool:
    digits = text.removeprefix("-")
    return digits.isascii() and digits.isdigit() and (digits == "0" or not digits.startswith("0"))


def _read_json(text: str) -> JSON:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text
