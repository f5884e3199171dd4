"""Requests of a REST API → scripts, in no language yet: one for each operation, with one trial for each request."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final, NamedTuple

from querious.export.example import ExampleOrigin
from querious.export.names import digest, short_snake, slug, told, unmistakable

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Sequence

    from querious.export.rest_example import Promised, RestExample
    from querious.model import JSON

_PREFIX: Final = {ExampleOrigin.RECORDING: "", ExampleOrigin.PLAN: "path_", ExampleOrigin.FINDING: "finding_"}
_NEVER: Final = datetime(1970, 1, 1, tzinfo=UTC)
_SUCCESS: Final = range(200, 300)


class RestTest(NamedTuple):
    """What becomes one test."""

    name: str
    """In snake case, unique in its script: ``get_books_id_7``."""
    title: str
    """For people: ``GET /books/{id}, id 7``."""
    answer: str
    """The constant that holds what must come back; empty where nothing is known of it."""
    example: RestExample


@dataclass(frozen=True, slots=True)
class RestScript:
    """What becomes one file: all that is asked of one operation."""

    stem: str
    title: str
    origin: ExampleOrigin
    answers: dict[str, Promised]
    """By the names of the constants."""
    trials: tuple[RestTest, ...]


def distinct(examples: Iterable[RestExample]) -> list[RestExample]:
    """The same request once, those that were called most first."""
    found: dict[str, RestExample] = {}
    for example in sorted(examples, key=_rank):
        asked = [example.operation, example.path, example.media, example.body, example.headers, example.origin]
        asked.append(example.mark)
        found.setdefault(digest(asked, 32), example)
    return list(found.values())


def minimised(examples: Iterable[RestExample]) -> list[RestExample]:
    """One of each operation, set of parameters and body members, status and look of the answer."""
    found: dict[str, RestExample] = {}
    for example in examples:
        sent = [example.operation, sorted(example.values), _members(example.body), sorted(example.headers)]
        found.setdefault(digest([*sent, example.status, example.mark, example.answer], 32), example)
    return list(found.values())


def _members(body: JSON, path: str = "") -> list[str]:
    """The places of a body that have a value."""
    if isinstance(body, dict):
        return sorted(place for name, inner in body.items() for place in _members(inner, f"{path}.{name}"))
    if isinstance(body, list):
        return sorted({place for inner in body for place in _members(inner, f"{path}[]")})
    return [path]


def _rank(example: RestExample) -> tuple[int, float, str, str]:
    return -example.calls, -(example.last_asked or _NEVER).timestamp(), example.operation, example.path


def rest_suite(examples: Sequence[RestExample]) -> list[RestScript]:
    """The scripts, by name."""
    groups: dict[tuple[ExampleOrigin, str], list[RestExample]] = {}
    for example in examples:
        groups.setdefault((example.origin, example.operation), []).append(example)
    stems = unmistakable(
        (key, _PREFIX[key[0]] + (short_snake(key[1].replace("{", " ")) or "operation"), digest(key[1]))
        for key in groups
    )
    return sorted((_script(stems[key], group) for key, group in groups.items()), key=lambda script: script.stem)


def _script(stem: str, examples: list[RestExample]) -> RestScript:
    sums = {digest(one.answer, 16): one.answer for one in examples if one.answer is not None}
    constants = _constants(examples)
    names = _names(stem, examples)
    trials = []
    for name, example in zip(names, examples, strict=True):
        special = name[len(stem) :].strip("_").replace("_", " ")
        title = f"{example.operation}, {special}" if special else example.operation
        answer = constants[digest(example.answer, 16)] if example.answer is not None else ""
        trials.append(RestTest(name, title, answer, example))
    return RestScript(
        stem,
        examples[0].operation,
        examples[0].origin,
        {constants[content]: promised for content, promised in sums.items() if promised is not None},
        tuple(sorted(trials, key=lambda trial: trial.name)),
    )


def _constants(examples: list[RestExample]) -> dict[Hashable, str]:
    """A name for each answer by its sum, with the status where there are several."""
    statuses = {digest(one.answer, 16): one.status for one in examples if one.answer is not None}
    several = len(set(statuses.values())) > 1
    named = sorted((content, f"ANSWER_{status}" if several else "ANSWER") for content, status in statuses.items())
    return unmistakable((content, name, content[:6].upper()) for content, name in named)


def _names(stem: str, examples: list[RestExample]) -> list[str]:
    """After the operation, its arguments where they can be read, and a status that is no success."""
    wanted = []
    for number, example in enumerate(examples):
        content = digest([example.path, example.media, example.body, example.headers, example.mark])
        body = example.body if isinstance(example.body, dict) else {}
        words = slug(example.mark) or told({"": list(example.keys), **example.values, **example.headers, **body})
        special = content if words is None else words
        refused = str(example.status) if example.status and example.status not in _SUCCESS else ""
        wanted.append((number, "_".join(filter(None, [stem, special, refused])), content))
    chosen = unmistakable(wanted)
    return [chosen[number] for number in range(len(examples))]
