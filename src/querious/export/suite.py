"""Cases that are ready → scripts, in no language yet: one for each operation, with one trial for each case."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from querious.export.answers import written
from querious.export.example import ExampleOrigin, Wants
from querious.export.names import digest, pascal, slug, told, unmistakable

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from querious.export.answers import ExpectedAnswer, Written
    from querious.export.prepared_examples import PreparedExample
    from querious.model import JSON

_PREFIX = {ExampleOrigin.RECORDING: "", ExampleOrigin.PLAN: "path_", ExampleOrigin.FINDING: "finding_"}
"""Files of different origins do not get in each other's way."""


class GeneratedTest(NamedTuple):
    """What becomes one test."""

    name: str
    """In snake case, unique in its script: ``get_teasers_first_2``."""
    title: str
    """For people: ``GetTeasers, first 2``."""
    document: str
    """The constant that holds what is sent."""
    answer: str
    """The constant that holds what must come back; empty for what must be refused."""
    variables: dict[str, JSON]
    wants: Wants
    note: str
    unwelcome: str
    case: PreparedExample


@dataclass(frozen=True, slots=True)
class Script:
    """What becomes one file: all that is asked of one operation."""

    stem: str
    """In snake case: ``get_teasers``."""
    title: str
    origin: ExampleOrigin
    documents: dict[str, str]
    """By the names of the constants."""
    answers: dict[str, Written]
    """Likewise."""
    types: dict[str, str | list[str]]
    """What the schema says of the names in the answers: members, objects, or how a scalar is written."""
    trials: tuple[GeneratedTest, ...]


def suite(cases: Sequence[PreparedExample], scalars: Mapping[str, str] | None = None) -> list[Script]:
    """The scripts, by name. ``scalars`` says as what kind of JSON a custom scalar is written."""
    groups: dict[tuple[ExampleOrigin, str], list[PreparedExample]] = {}
    for case in cases:
        groups.setdefault((case.example.origin, pascal(case.called).lower()), []).append(case)
    scripts = [_script(origin, group, scalars or {}) for (origin, _), group in groups.items()]
    return sorted(scripts, key=lambda script: script.stem)


def _script(origin: ExampleOrigin, cases: list[PreparedExample], scalars: Mapping[str, str]) -> Script:
    called = min(case.called for case in cases)
    promised = [case.answer for case in cases if case.answer]
    shapes = {id(answer): (f"{answer.shape.type}!", written(answer.shape)) for answer in promised}
    sums = {id(None): "", **{place: digest(shape, 16) for place, shape in shapes.items()}}
    documents = _constants({case.document: case.kind.upper() for case in cases})
    answers = _constants({sums[place]: "ANSWER" for place in shapes})
    trials = [
        GeneratedTest(
            name=name,
            title=_title(case, called, name),
            document=documents[case.document],
            answer=answers.get(sums[id(case.answer)], ""),
            variables=case.variables,
            wants=case.example.wants,
            note=case.example.note,
            unwelcome=case.example.unwelcome,
            case=case,
        )
        for case, name in zip(cases, _names(cases, called), strict=True)
    ]
    by_sum: dict[str, Written] = {}
    for place, shape in shapes.items():
        by_sum.setdefault(sums[place], shape)
    return Script(
        stem=f"{_PREFIX[origin]}{called}",
        title=" and ".join(sorted({case.name or case.called.replace("_", " ") for case in cases})),
        origin=origin,
        documents={constant: text for text, constant in documents.items()},
        answers={constant: by_sum[content] for content, constant in answers.items()},
        types=_types(promised, scalars),
        trials=tuple(sorted(trials, key=lambda trial: trial.name)),
    )


def _types(answers: list[ExpectedAnswer], scalars: Mapping[str, str]) -> dict[str, str | list[str]]:
    """What is known of the names in the answers."""
    types: dict[str, str | list[str]] = {}
    for answer in answers:
        types |= answer.types
        types |= {name: scalars[name] for name in answer.scalars & scalars.keys()}
    return dict(sorted(types.items()))


def _names(cases: list[PreparedExample], called: str) -> list[str]:
    """The name of each trial: after its operation and what is special about it."""
    wanted = []
    for number, case in enumerate(cases):
        content = digest([case.document, case.variables, case.example.mark])
        words = slug(case.example.mark) or told(case.variables)
        special = content if words is None else words
        wanted.append((number, f"{called}_{special}" if special else called, content))
    chosen = unmistakable(wanted)
    return [chosen[number] for number in range(len(cases))]


def _title(case: PreparedExample, called: str, name: str) -> str:
    special = name[len(called) :].strip("_").replace("_", " ")
    about = case.name or called.replace("_", " ")
    return f"{about}, {special}" if special else about


def _constants(texts: dict[str, str]) -> dict[str, str]:
    """A name for each text: that of its kind, and with some of its sum where there are several of a kind."""
    named = unmistakable((text, kind, digest(text).upper()) for text, kind in texts.items())
    return {text: named[text] for text in sorted(texts, key=lambda text: (named[text], text))}
