"""An example document → a template that gives documents like it.

Several examples of the same thing, such as the items of a list, become one template that fits them all: numbers span
the examples, text gets the narrowest tag that all have, members that some lack are optional.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from querious.state.templates.calls import escaped
from querious.text.formats import is_email, is_url, is_uuid
from querious.text.moments import day_of, moment_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from querious.model.values import JSON


def from_example(document: JSON) -> JSON:
    """The template, as JSON.

    Numbers vary between 1 (or 0) and the example: a service that took the example is likely to take those too.
    A list of alike items becomes a list of such items, as long as the example at most. Lists of fractions stay of their
    length, for they are places and boxes. Null and empty lists stay as they are.
    """
    return _fitting([document])


def _fitting(examples: Sequence[JSON]) -> JSON:
    """One template for all. Examples of different kinds become choices."""
    kinds: dict[str, list[JSON]] = {}
    for example in examples:
        kinds.setdefault(_kind(example), []).append(example)
    if {"int", "float"} <= kinds.keys():
        kinds["float"] += kinds.pop("int")
    choices = [_MAKERS[kind](alike) for kind, alike in kinds.items()]
    return choices[0] if len(choices) == 1 else {"one_of()": choices}


def _kind(value: JSON) -> str:
    return "null" if value is None else type(value).__name__


def _ints(examples: Sequence[int]) -> JSON:
    least, most = min(examples), max(examples)
    return f"int({min(least, 1 if most > 1 else 0)}, {max(most, 1)})"


def _floats(examples: Sequence[float]) -> JSON:
    least, most = min(examples), max(examples)
    return f"float({min(0, least)}, {most if most > 0 else 0 if least < 0 else 1})"


def _strings(examples: Sequence[str]) -> JSON:
    for tag, fits in _TEXTS:
        if all(fits(text) for text in examples):
            return tag
    return "string()"


def _objects(examples: Sequence[dict[str, JSON]]) -> JSON:
    template: dict[str, JSON] = {}
    for key in dict.fromkeys(key for example in examples for key in example):
        having = [example[key] for example in examples if key in example]
        made = _fitting(having)
        template[escaped(key)] = made if len(having) == len(examples) else {"optional()": made}
    return template


def _lists(examples: Sequence[Sequence[JSON]]) -> JSON:
    items = [item for example in examples for item in example]
    if len(examples) == 1 and (len({_kind(item) for item in items}) > 1 or all(isinstance(i, float) for i in items)):
        return [_fitting([item]) for item in items]
    if not items:
        return []
    least = min(1, *(len(example) for example in examples)) if len(examples) > 1 else 1
    return {f"list_of({least}, {max(len(example) for example in examples)})": _fitting(items)}


_TEXTS: Final[tuple[tuple[str, Callable[[str], object]], ...]] = (
    ("date()", day_of),
    ("datetime()", moment_of),
    ("uuid()", is_uuid),
    ("email()", is_email),
    ("url()", lambda text: text.startswith("http") and is_url(text)),
    ("nonempty_string()", bool),
)
"""Narrow ones first."""

_MAKERS: Final[dict[str, Callable[[Sequence[JSON]], JSON]]] = {
    "null": lambda _: None,
    "bool": lambda _: "bool()",
    "int": _ints,
    "float": _floats,
    "str": _strings,
    "dict": _objects,
    "list": _lists,
}
