"""What the filter parameters of a list mean, by their names and by the members that its rows show."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from querious.answers.demands import Demand, Standing
from querious.answers.filter_words import (
    BOUNDS,
    CONTAINERS,
    INCLUSIVE,
    TEXTS,
    Operator,
    spoken_operator,
    subject_of,
)
from querious.answers.measures import ValueKind
from querious.answers.pages import is_cursor, is_paging, is_size, sorts
from querious.rest.relations.row_members import RowMember, named, read
from querious.text.words import words

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from querious.model import JSON
    from querious.rest.openapi import RestOperation, RestParameter

_REPRESENTATION: Final = frozenset(
    (
        *("locale", "lang", "language", "currency", "format", "version", "timezone", "tz", "unit", "view", "expand"),
        *("include", "embed", "field", "select", "fieldset", "populate", "projection"),
    )
)
"""Words of parameters that choose how rows are shown, not which."""
_ORDERED: Final = frozenset({ValueKind.NUMBER, ValueKind.MOMENT})


class RowCondition(NamedTuple):
    """A parameter that keeps rows back."""

    name: str
    operator: Operator
    members: tuple[RowMember, ...]
    """What it is about; where several, nobody knows which."""
    keywords: Mapping[str, Any]
    """Those of the schema of the parameter."""
    exact: bool = False
    """Whether the operator is one of a generated filter, such as ``gte``, which has one meaning only."""
    open: bool = False
    """Whether it is left open if a bound itself is meant too."""
    about: str = ""
    """What the description says of it."""

    @property
    def member(self) -> RowMember:
        """The first that it may be about."""
        return self.members[0]

    @property
    def takes_list(self) -> bool:
        """Whether several values are sent at once."""
        return self.keywords.get("type") == "array"

    @property
    def is_choice(self) -> bool:
        """Whether the description lists its values."""
        return "enum" in self.keywords or "enum" in (self.keywords.get("items") or {})

    def standing(self, row: dict[str, JSON], value: JSON) -> Standing:
        """How a row stands to it, whichever of the members is meant."""
        found = {self._standing_of(row, member, value) for member in self.members}
        return found.pop() if len(found) == 1 else Standing.MAY

    def _standing_of(self, row: dict[str, JSON], member: RowMember, value: JSON) -> Standing:
        shown = read(row, member.path)
        kind = member.kind
        if shown is None or kind is None:
            return Standing.MAY
        is_text = kind is ValueKind.TEXT and not member.is_key and not self.is_choice
        wanted = _like(value, member)
        demand = Demand(self.operator, wanted, kind, self.exact, self.open, is_text)
        standings = {demand.standing(item) for item in shown or [None]}
        if self.operator is Operator.UNEQUAL:
            return Standing.NOT if Standing.NOT in standings else standings.pop()
        return next(one for one in (Standing.MUST, Standing.MAY, Standing.NOT) if one in standings)


def _like(value: JSON, member: RowMember) -> JSON:
    """What was sent, as rows would show it: in a URL everything is text."""
    if isinstance(value, list):
        return [_like(item, member) for item in value]
    if isinstance(value, str) and member.kind is ValueKind.FLAG:
        return {"true": True, "false": False}.get(value, value)
    return value


def conditions_of(operation: RestOperation, members: Sequence[RowMember]) -> dict[str, RowCondition]:
    """The filter parameters of an operation, by name, as far as the members of its rows tell what they mean."""
    found = {}
    for parameter in operation.parameters:
        condition = _condition(parameter, members) if parameter.where == "query" else None
        if condition is not None:
            found[parameter.name] = condition
    return found


def _condition(parameter: RestParameter, members: Sequence[RowMember]) -> RowCondition | None:
    name, keywords = parameter.name, parameter.keywords
    spoken = words(name)
    if _is_no_filter(parameter) or is_representation(name):
        return None
    while len(spoken) > 1 and spoken[0] in CONTAINERS:
        spoken = spoken[1:]
    plain = named(subject_of(spoken), members)
    operated = spoken_operator(spoken)
    if plain or operated is None:
        operator = Operator.AMONG if keywords.get("type") == "array" else Operator.EQUAL
        return RowCondition(name, operator, tuple(plain), keywords, about=parameter.about) if plain else None
    about = _about(operated.subject, operated.operator, members)
    fitting = [member for member in about if _fits(member, operated.operator)]
    if len(fitting) != 1:
        return None
    is_open = not operated.exact and INCLUSIVE.isdisjoint(spoken)
    return RowCondition(
        name, operated.operator, tuple(fitting), keywords, operated.exact, is_open, about=parameter.about
    )


def is_representation(name: str) -> bool:
    """Whether a parameter chooses how rows are shown, not which."""
    return not _REPRESENTATION.isdisjoint(words(name))


def _is_no_filter(parameter: RestParameter) -> bool:
    name = parameter.name
    if is_cursor(name) and str(parameter.keywords.get("format", "")).startswith("date"):
        return False
    return is_paging(name) or is_size(name) or sorts(name)


def _about(subject: tuple[str, ...], operator: Operator, members: Sequence[RowMember]) -> list[RowMember]:
    if subject:
        return named(subject_of(subject), members)
    moments = [member for member in members if member.kind is ValueKind.MOMENT]
    return moments if operator in BOUNDS and len(moments) == 1 else []


def _fits(member: RowMember, operator: Operator) -> bool:
    if operator in BOUNDS:
        return member.kind in _ORDERED
    if operator in TEXTS:
        return member.kind is ValueKind.TEXT and not member.is_key
    return True
