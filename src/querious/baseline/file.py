"""The file of a baseline: JSON that a person can review and git can merge.

Everything is sorted, there are no times, counts or numbers of entries, and what fits into a line stands in one: a field
that changed is one line of a diff. See ``docs/decisions/baseline-file.md``.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from querious.baseline.baseline import Answer, Baseline
from querious.baseline.traits.catalogue import TRAITS_BY_NAME
from querious.baseline.traits.field_pairs import PAIR_KINDS
from querious.errors import ConfigError
from querious.model.json_text import read_json

if TYPE_CHECKING:
    from querious.model import JSON

_KIND: Final = "baseline 1"
_WIDE: Final = 110
_EXPECTED: Final = {"one of": list, "range": list, "always so many": int, "sorted by": str}
_EXPECTED_TEXT: Final = frozenset(("format", "pattern"))


def dump(baseline: Baseline) -> str:
    """The text of the file."""
    content: dict[str, JSON] = {"querious": _KIND}
    if baseline.volatile:
        content["volatile"] = sorted(baseline.volatile)
    if baseline.invariants:
        content["invariants"] = {
            place: {kind: kinds[kind] for kind in sorted(kinds)} for place, kinds in sorted(baseline.invariants.items())
        }
    answers = sorted(baseline.answers, key=lambda answer: (answer.document, _line(answer.variables)))
    if answers:
        content["answers"] = [_entry(answer) for answer in answers]
    text = _folded(content, 0)
    try:
        text.encode()
    except UnicodeEncodeError:  # half a character, which JSON can hold as an escape only
        text = json.dumps(content, indent=1)
    return f"{text}\n"


def _entry(answer: Answer) -> dict[str, JSON]:
    entry: dict[str, JSON] = {"ask": answer.document}
    if answer.variables:
        entry["variables"] = answer.variables
    entry["answer"] = answer.data
    return entry


def _folded(value: JSON, depth: int) -> str:
    """JSON in which what is short enough stands in one line; the sections and entries of the file never do."""
    line = _line(value)
    if not isinstance(value, dict | list) or not value or (depth > 1 and len(line) + depth <= _WIDE):
        return line
    inner = " " * (depth + 1)
    if isinstance(value, list):
        parts = [_folded(item, depth + 1) for item in value]
        opening, closing = "[", "]"
    else:
        keys = value if depth < 1 or "ask" in value else sorted(value)
        parts = [f"{_line(key)}: {_folded(value[key], depth + 1)}" for key in keys]
        opening, closing = "{", "}"
    body = ",\n".join(f"{inner}{part}" for part in parts)
    return f"{opening}\n{body}\n{' ' * depth}{closing}"


def _line(value: JSON) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=isinstance(value, dict) and "ask" not in value)


def load(text: str, name: str) -> Baseline:
    """The baseline that the text of a file holds; a ConfigError that says what is wrong with it."""
    try:
        content = read_json(text)
    except ValueError as error:
        conflict = "; it holds marks of a merge conflict" if "<<<<<<<" in text else ""
        raise ConfigError(f"{name} is no baseline: {error}{conflict}; mend it or learn anew: querious learn") from None
    if not isinstance(content, dict) or content.get("querious") != _KIND:
        raise ConfigError(f'{name} is no baseline: "querious": "{_KIND}" is missing; make one with querious learn')
    try:
        return Baseline(
            answers=tuple(_answer(entry) for entry in _list(content, "answers")),
            invariants={place: _traits(place, kinds) for place, kinds in _map(content, "invariants").items()},
            volatile=frozenset(str(coordinate) for coordinate in _list(content, "volatile")),
        )
    except ValueError as error:
        raise ConfigError(f"{name}: {error}; mend it or learn anew: querious learn") from None


def _list(content: dict[str, Any], key: str) -> list[Any]:
    found = content.get(key, [])
    if not isinstance(found, list):
        raise ValueError(f"{key} must be a list")  # noqa: TRY004 (it is the file that is wrong, not a type of ours)
    return found


def _map(content: dict[str, Any], key: str) -> dict[str, Any]:
    found = content.get(key, {})
    if not isinstance(found, dict):
        raise ValueError(f"{key} must be an object")  # noqa: TRY004 (likewise)
    return found


def _answer(entry: Any) -> Answer:
    if (
        not isinstance(entry, dict)
        or not isinstance(entry.get("ask"), str)
        or not isinstance(entry.get("answer"), dict)
    ):
        raise ValueError(f'each of "answers" needs "ask" and "answer"; not {_line(entry)[:60]}')  # noqa: TRY004 (likewise)
    return Answer(entry["ask"], _map(entry, "variables"), entry["answer"])


def _traits(place: str, kinds: Any) -> dict[str, JSON]:
    if not isinstance(kinds, dict):
        raise ValueError(f"what holds at {place} must be an object")  # noqa: TRY004 (likewise)
    for kind, about in kinds.items():
        if kind not in TRAITS_BY_NAME and kind not in PAIR_KINDS:
            raise ValueError(f"{place} has {kind!r}, which is no kind of invariant; there are {_kinds()}")
        if not _fits(kind, about):
            raise ValueError(f"{place} has {kind!r} with {_line(about)[:60]}, which says nothing")
    return kinds


def _fits(kind: str, about: JSON) -> bool:
    if kind in PAIR_KINDS:
        return isinstance(about, list) and all(isinstance(one, str) for one in about)
    if kind == "range":
        return isinstance(about, list) and len(about) == 2 and all(isinstance(one, int | float) for one in about)  # noqa: PLR2004 (least and most)
    if kind == "sorted by":
        return isinstance(about, str) and about.endswith((", ascending", ", descending"))
    if kind in _EXPECTED_TEXT:
        return isinstance(about, str)
    return isinstance(about, _EXPECTED.get(kind, bool))


def _kinds() -> str:
    return ", ".join([*TRAITS_BY_NAME, *PAIR_KINDS])
