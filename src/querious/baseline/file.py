"""The file of a baseline: JSON that a person can review and git can merge.

Everything is sorted, there are no times or counts, and what fits into a line stands in one: a field that changed is one
line of a diff. See ``docs/decisions/baseline-file.md``.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from querious.baseline.baseline import GRAPHQL, REST, Baseline, BaselineAnswer
from querious.baseline.traits.catalogue import TRAITS
from querious.baseline.traits.field_pairs import PAIR_KINDS
from querious.errors import ConfigError
from querious.model.json_text import read_json
from querious.model.shape import BODY, STATUS

if TYPE_CHECKING:
    from querious.model import JSON

_FORMAT: Final = "baseline 1"
_WIDTH: Final = 110
_SENT_BODY: Final = "body"
"""Under which the body that a call sends stands among its parameters."""


def dump(baseline: Baseline) -> str:
    """The text of the file."""
    answers = sorted(baseline.answers, key=lambda answer: (answer.document, _line(answer.variables)))
    sections: dict[str, JSON] = {
        "querious": _FORMAT,
        "protocol": "" if baseline.protocol == GRAPHQL else baseline.protocol,
        "volatile": sorted(baseline.volatile),
        "invariants": {place: dict(kinds) for place, kinds in baseline.invariants.items()},
        "answers": [_WRITTEN[baseline.protocol](answer) for answer in answers],
    }
    content = {name: section for name, section in sections.items() if section}
    text = _folded(content, 0)
    try:
        text.encode()
    except UnicodeEncodeError:  # half a character, which JSON can hold as an escape only
        text = json.dumps(content, indent=1)
    return f"{text}\n"


def _entry(answer: BaselineAnswer) -> dict[str, JSON]:
    variables = {"variables": answer.variables} if answer.variables else {}
    return {"ask": answer.document, **variables, "answer": answer.data}


def _rest_entry(answer: BaselineAnswer) -> dict[str, JSON]:
    """Parameters and body stand apart; what found nothing has its status instead of an answer."""
    parameters = {name: value for name, value in answer.variables.items() if name != _SENT_BODY}
    entry: dict[str, JSON] = {"ask": answer.document}
    if parameters:
        entry["parameters"] = parameters
    if _SENT_BODY in answer.variables:
        entry[_SENT_BODY] = answer.variables[_SENT_BODY]
    if STATUS in answer.data:
        return entry | {STATUS: answer.data[STATUS]}
    return entry | {"answer": answer.data.get(BODY)}


def _folded(value: JSON, depth: int) -> str:
    """JSON in which what is short enough stands in one line; the sections and entries of the file never do."""
    line = _line(value)
    fits = depth > 1 and len(line) + depth <= _WIDTH
    if fits or not value or not isinstance(value, dict | list):
        return line
    indent = " " * depth
    if isinstance(value, list):
        parts = [_folded(item, depth + 1) for item in value]
    else:
        keys = sorted(value) if depth and "ask" not in value else value
        parts = [f"{_line(key)}: {_folded(value[key], depth + 1)}" for key in keys]
    body = ",\n".join(f"{indent} {part}" for part in parts)
    return f"{line[0]}\n{body}\n{indent}{line[-1]}"


def _line(value: JSON) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=isinstance(value, dict) and "ask" not in value)


def load(text: str, name: str) -> Baseline:
    """The baseline that the text of a file holds; a ConfigError that says what is wrong with it."""
    try:
        content = read_json(text)
    except ValueError as error:
        conflict = "; it contains merge conflict markers" if "<<<<<<<" in text else ""
        reason = f"{name} is not a baseline: {error}{conflict}"
        raise ConfigError(f"{reason}. Fix it or run `querious learn` again.") from None
    if not isinstance(content, dict) or content.get("querious") != _FORMAT:
        missing = f'{name} is not a baseline: "querious": "{_FORMAT}" is missing'
        raise ConfigError(f"{missing}. Create one with `querious learn`.")
    protocol = content.get("protocol", GRAPHQL)
    if protocol not in _READ:
        raise ConfigError(f"{name}: unknown protocol {protocol!r:.40}. Available: {', '.join(_READ)}.")
    try:
        return Baseline(
            protocol=protocol,
            answers=tuple(map(_READ[protocol], _section(content, "answers", list))),
            invariants={place: _kinds(place, found) for place, found in _section(content, "invariants", dict).items()},
            volatile=frozenset(map(str, _section(content, "volatile", list))),
        )
    except ValueError as error:
        raise ConfigError(f"{name}: {error}. Fix it or run `querious learn` again.") from None


def _section(content: dict[str, Any], key: str, kind: type[list[Any] | dict[str, Any]]) -> Any:
    found = content.get(key, kind())
    if not isinstance(found, kind):
        raise ValueError(f"{key} must be {'a list' if kind is list else 'an object'}")  # noqa: TRY004 (the file is wrong)
    return found


def _answer(entry: Any) -> BaselineAnswer:
    fields = entry if isinstance(entry, dict) else {}
    document, data = fields.get("ask"), fields.get("answer")
    if not isinstance(document, str) or not isinstance(data, dict):
        raise ValueError(f'each of "answers" needs "ask" and "answer", unlike {_line(entry)[:60]}')  # noqa: TRY004 (the file is wrong)
    return BaselineAnswer(document, _section(fields, "variables", dict), data)


def _rest_answer(entry: Any) -> BaselineAnswer:
    fields = entry if isinstance(entry, dict) else {}
    operation = fields.get("ask")
    if not isinstance(operation, str) or ("answer" not in fields and not isinstance(fields.get(STATUS), int)):
        raise ValueError(f'each of "answers" needs "ask" and "answer" or "status", unlike {_line(entry)[:60]}')
    sent = dict(_section(fields, "parameters", dict))
    if _SENT_BODY in fields:
        sent[_SENT_BODY] = fields[_SENT_BODY]
    data = {BODY: fields["answer"]} if "answer" in fields else {STATUS: fields[STATUS]}
    return BaselineAnswer(operation, sent, data)


_WRITTEN: Final = {GRAPHQL: _entry, REST: _rest_entry}
_READ: Final = {GRAPHQL: _answer, REST: _rest_answer}
"""How an entry is written and read, by protocol."""


def _kinds(place: str, kinds: Any) -> dict[str, JSON]:
    if not isinstance(kinds, dict):
        raise ValueError(f"what holds at {place} must be an object")  # noqa: TRY004 (the file is wrong)
    for kind, about in kinds.items():
        if kind not in _FORMS:
            raise ValueError(f"unknown kind of invariant {kind!r} at {place}. Available: {', '.join(_FORMS)}")
        if not _FORMS[kind](about):
            raise ValueError(f"{kind!r} at {place} cannot be {_line(about)[:60]}")
    return kinds


def _is_list_of_texts(about: JSON) -> bool:
    return isinstance(about, list) and all(isinstance(one, str) for one in about)


_FORMS: Final = {trait.name: trait.form for trait in TRAITS} | dict.fromkeys(PAIR_KINDS, _is_list_of_texts)
"""What may stand in the file for each kind of invariant."""
