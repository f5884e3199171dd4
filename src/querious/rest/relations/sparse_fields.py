"""Where a client may choose the members it wants, it gets those, and they say the same as without a choice.

``fields=name,price``. A member that is missing is a fault where the description lists the members to choose from; where
it does not, the parameter may mean something else, such as where to search. So it may where all members are shown
whichever are asked for, unless the description says in words that they are chosen, and lists all that are shown.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from querious.answers.identity import KEY_WORDS
from querious.answers.pages import chooses_members
from querious.model import Severity
from querious.model.rest_call import RestArgument
from querious.rest.relations.documented_promises import promises_choice
from querious.rest.relations.readable_lists import rows_of
from querious.rest.relations.relation import RestMismatch, RestRelation, nothing
from querious.rest.relations.row_look_ups import same_value
from querious.text.words import words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from querious.model import JSON
    from querious.rest.openapi import RestOperation
    from querious.rest.relations.relation import RestAnswer, RestConversation, WorkedRead

_FEWEST: Final = 4
"""Members of an object below which there is little to choose from."""


_NAMES: Final = re.compile(r"(?<![\w\\\\])[A-Za-z_]\w+")
"""The members that a pattern lists, such as ``^(id|name)(,(id|name))*$``."""


class _Choice(NamedTuple):
    """A parameter by which members are chosen."""

    name: str
    is_list: bool
    offered: frozenset[str]
    """Documented members; empty where the description lists none."""
    is_promised: bool
    """Whether the description says that they are chosen."""

    def covers(self, shown: Iterable[str]) -> bool:
        """Whether all members that are shown can be chosen; keys may always come."""
        return all(name in self.offered or not KEY_WORDS.isdisjoint(words(name)[-1:]) for name in shown)


def _choice_of(operation: RestOperation | None) -> _Choice | None:
    for parameter in operation.parameters if operation is not None else ():
        if parameter.where == "query" and chooses_members(parameter.name):
            keywords: dict[str, Any] = dict(parameter.keywords)
            items = keywords.get("items") if isinstance(keywords.get("items"), dict) else {}
            offered = (items or {}).get("enum") or _NAMES.findall(str(keywords.get("pattern", "")))
            kinds = keywords.get("type", "string")
            is_promised = promises_choice(parameter.about)
            return _Choice(parameter.name, kinds == "array", frozenset(map(str, offered)), is_promised)
    return None


def _probe(read: WorkedRead) -> Iterator[RestConversation]:
    choice = _choice_of(read.answer.operation)
    objects = _objects(read.answer)
    if choice is None or not objects or len(objects[0]) < _FEWEST:
        return
    members = [name for name in objects[0] if not choice.offered or name in choice.offered]
    for chosen in (members[::2], members[1::2]):  # between them, each member is asked for once
        if len(chosen) > 1:
            yield _ask(read, choice, chosen)


def _ask(read: WorkedRead, choice: _Choice, chosen: list[str]) -> RestConversation:
    yield read.call
    value: JSON = list(chosen) if choice.is_list else ",".join(chosen)
    others = tuple(each for each in read.call.arguments if each.name != choice.name)
    yield read.call._replace(arguments=(*others, RestArgument("query", choice.name, value)))


def _objects(answer: RestAnswer) -> list[dict[str, JSON]]:
    """The rows of a list, or the one object of a look-up."""
    if not answer.is_good:
        return []
    rows = rows_of(answer.payload)
    if rows is not None:
        return rows
    return [answer.payload] if isinstance(answer.payload, dict) else []


def _check(trace: Sequence[RestAnswer]) -> Iterator[RestMismatch]:
    for step, (plain, narrowed) in enumerate(pairwise(trace), 1):
        choice = _choice_of(narrowed.operation)
        if choice is None or choice.name in plain.query or choice.name not in narrowed.query:
            continue
        sent = narrowed.query[choice.name]
        wanted = list(map(str, sent)) if isinstance(sent, list) else str(sent).split(",")
        whole, chosen = _objects(plain), _objects(narrowed)
        if plain.is_like(narrowed, "query") and whole and len(whole) == len(chosen):
            yield from _judge(choice, wanted, (whole[0], chosen[0]), narrowed, step)


def _judge(
    choice: _Choice,
    wanted: list[str],
    shown: tuple[dict[str, JSON], dict[str, JSON]],
    answer: RestAnswer,
    step: int,
) -> Iterator[RestMismatch]:
    whole, chosen = shown
    where, name = answer.call.coordinate, choice.name
    missing = [each for each in wanted if each in whole and each not in chosen]
    if missing and any(each in chosen for each in wanted):
        severity = Severity.FAULT if choice.offered else Severity.SUSPICION
        yield RestMismatch(where, f'{name} asks for "{missing[0]}" among others, which is not shown', step, severity)
    if choice.offered and chosen.keys() == whole.keys() and len(wanted) < len(whole) - 1:
        message = f"{name} chooses nothing: all members are shown, whichever are asked for"
        certain = choice.is_promised and choice.covers(whole)
        yield RestMismatch(where, message, step, Severity.FAULT if certain else Severity.SUSPICION)
    for each in wanted:
        if each in whole and each in chosen and not same_value(whole[each], chosen[each]):
            values = f'"{whole[each]}" without {name}, "{chosen[each]}" with it'
            yield RestMismatch(where, f"{each} differs: {values}", step, member=each)


FIELDS = RestRelation(
    "fields", "members that are asked for are shown, and say the same", nothing, _check, probe=_probe, steady=True
)
