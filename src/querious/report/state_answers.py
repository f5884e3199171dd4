"""What a step brought, in the room there is: the status, how it ended, and the telling part of the answer."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Self

from querious.model.state import Command, Ending
from querious.report.json_pieces import CUT
from querious.report.state_values import compact, cut
from querious.text.display import plural, visible

if TYPE_CHECKING:
    from collections.abc import Iterator

    from querious.model.exchange import Exchange
    from querious.model.finding import Finding
    from querious.model.state import CommandStep, Key, Outcome
    from querious.model.values import JSON

_QUOTED: Final = re.compile(r"`([^`]*)`")
_NAME: Final = re.compile(r"#\d+")
_WORDS: Final = ("message", "detail", "error", "title", "description", "reason")
"""Members in which services say what is wrong; the first that holds text is told."""
_SILENT: Final = frozenset({Ending.NOT_FOUND, Ending.GONE, Ending.NOT_ALLOWED})
"""Endings that say all there is to say."""
_MOST_LISTED: Final = 20
_LONGEST: Final = 500
"""Characters of an answer that is not JSON."""


@dataclass(frozen=True, slots=True)
class Telling:
    """What of the answers a finding is about, as far as its message says so."""

    names: dict[Key, str]
    """What people call the entries of the sequence."""
    quoted: tuple[str, ...]
    """Members and keys that stand in backticks; of a path its beginning too."""
    called: frozenset[str]
    """Entries that the message names: ``#1``."""

    @classmethod
    def of(cls, finding: Finding) -> Self:
        """By the message and the steps."""
        steps = finding.sequence.steps if finding.sequence else ()
        named = {step.key: visible(step.name) for step in steps if step.key and step.name.startswith("#")}
        quoted = [part for whole in _QUOTED.findall(finding.message) for part in (whole, re.split(r"[.\[]", whole)[0])]
        return cls(named, tuple(dict.fromkeys(quoted)), frozenset(_NAME.findall(finding.message)))


def came(step: CommandStep, room: int, telling: Telling, comma: str = ",") -> str:
    """``201 {"id":17}``, ``404 not found``, ``200 lists #1 and 2 others``; never longer than ``room`` cells."""
    outcome = step.outcome
    last = outcome.exchanges[-1] if outcome.exchanges else None
    status = f"{last.status} " if last and last.status else ""
    if outcome.ending is not Ending.DONE:
        reason = _reason(outcome)
        told = f"{outcome.ending.value}: {reason}" if reason else outcome.ending.value
        return cut(status + told, room)
    if step.verb is Command.LIST:
        return cut(status + _listed(outcome, telling), room)
    value = outcome.value
    if value is None:
        key = f"key {visible(outcome.key)}" if step.verb is Command.POST and outcome.key else ""
        return cut((status + key).strip() or "done", room)
    whole = status + compact(value, max(room - len(status), 1), telling.quoted, comma)
    if whole.endswith(CUT) and _echoes(value, step.sent) and not any(name in value for name in telling.quoted):
        more = {name: one for name, one in value.items() if name not in step.sent}
        told = f"{status}as sent, {compact(more, room)}"
        return told if more and len(told) <= room else cut(f"{status}as sent", room)
    return cut(whole, room)


def _echoes(value: JSON, sent: JSON) -> bool:
    """Whether the answer holds all that was sent, as it was."""
    if not isinstance(value, dict) or not isinstance(sent, dict) or not sent:
        return False
    return all(name in value and type(value[name]) is type(one) and value[name] == one for name, one in sent.items())


def _reason(outcome: Outcome) -> str:
    """Why it was not done, in the words of the service or of the connection; empty where the ending says it all."""
    if outcome.ending in _SILENT or not outcome.exchanges:
        return ""
    last = outcome.exchanges[-1]
    if last.failure is not None:
        return visible(last.failure_text)
    answer = _answered(last)
    said = next(_said(answer, 0), None)
    if said is not None:
        return visible(said)
    return "" if answer is None else compact(answer, 500)


def _answered(exchange: Exchange) -> JSON:
    """The JSON that came back, or the beginning of the text where it is not JSON."""
    if exchange.is_json or not exchange.body:
        return exchange.payload
    return cut(exchange.body[: 4 * _LONGEST].decode("utf-8", "replace").strip(), _LONGEST)


def _said(answer: JSON, depth: int) -> Iterator[str]:
    """Texts in which the service says what is wrong, the outermost first."""
    if isinstance(answer, str):
        yield answer[:500]
    elif isinstance(answer, dict) and depth < len(_WORDS):
        yield from (answer[word][:500] for word in _WORDS if isinstance(answer.get(word), str) and answer[word])
        for name in ("errors", *_WORDS):
            if isinstance(answer.get(name), dict | list):
                yield from _said(answer[name], depth + 1)
    elif isinstance(answer, list) and depth < len(_WORDS):
        for item in answer[:1]:
            yield from _said(item, depth + 1)


def _listed(outcome: Outcome, telling: Telling) -> str:
    """Entries that the message names with their values, others of the sequence by name, strangers as a number."""
    ours: list[str] = []
    others = 0
    for key, value in outcome.entries:
        name = telling.names.get(key, visible(key) if key in telling.quoted else "")
        if not name or len(ours) >= _MOST_LISTED:
            others += 1
        elif name in telling.called or key in telling.quoted:
            ours.append(f"{name} {compact(value, 200, telling.quoted)}" if value is not None else name)
        else:
            ours.append(name)
    if others:
        ours.append(plural(others, "other"))
    told = " and ".join(filter(None, (", ".join(ours[:-1]), *ours[-1:]))) or "nothing"
    return f"lists {told}" if outcome.whole else f"lists {told}; the rest was not read"
