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
from querious.rest.openapi.document import NULL
from querious.rest.relations.documented_promises import (
    excludes_bound,
    names_each,
    names_unit,
    promises_any_value,
    promises_bound,
    promises_equality,
    promises_no_nulls,
    promises_sides,
    takes_several_in_text,
)
from querious.rest.relations.row_members import RowMember, ending_with, in_units_of, named, read, shows_lists
from querious.text.words import words

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from querious.model import JSON
    from querious.rest.openapi import RestOperation, RestParameter
    from querious.text.words import Words

_REPRESENTATION: Final = frozenset(
    (
        *("locale", "lang", "language", "currency", "format", "version", "timezone", "tz", "unit", "view", "expand"),
        *("include", "embed", "field", "select", "fieldset", "populate", "projection"),
    )
)
"""Words of parameters that choose how rows are shown, not which."""
_MOMENT_WORDS: Final = frozenset({"day", "date", "time", "moment", "instant", "timestamp"})
"""What ``from_day`` is about is the one moment that rows show."""
_NOUNS: Final = {
    "born": "birth",
    "died": "death",
    "began": "begin",
    "started": "start",
    "ended": "end",
    "finished": "finish",
    "departed": "departure",
    "departing": "departure",
    "arrived": "arrival",
    "arriving": "arrival",
    "expires": "expiry",
    "expired": "expiry",
    "delivered": "delivery",
    "published": "publication",
}
"""What the verb of a filter is in the name of a moment."""
_ORDERED: Final = frozenset({ValueKind.NUMBER, ValueKind.MOMENT})
_EQUALITIES: Final = frozenset({Operator.EQUAL, Operator.AMONG})


_WITHOUT_BOUND: Final = {Operator.LEAST: Operator.ABOVE, Operator.MOST: Operator.BELOW}


_PRESENT: Final = frozenset({"has", "have", "with", "present", "exist", "exists", "set"})
_MISSING: Final = frozenset({"without", "no", "missing", "lacks", "lacking", "absent", "unset", "null"})


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
    any_of: bool = False
    """Whether it finds what any of the members shows, as the description says."""
    wants_none: bool | None = None
    """Where it is about whether a member has a value: whether ``true`` asks for rows without; else None."""

    @property
    def is_ambiguous(self) -> bool:
        """Whether nobody knows which of several members it is about."""
        return len(self.members) > 1 and not self.any_of

    @property
    def about_what(self) -> str:
        """The members, as a reader would write them."""
        return " or ".join(member.name for member in self.members) if self.any_of else self.member.name

    @property
    def values(self) -> tuple[JSON, ...]:
        """What rows show in the members that it is about."""
        members = self.members if self.any_of else self.members[:1]
        return tuple(value for member in members for value in member.values)

    @property
    def member(self) -> RowMember:
        """The first that it may be about."""
        return self.members[0]

    @property
    def takes_list(self) -> bool:
        """Whether several values are sent at once."""
        return self.keywords.get("type") == "array"

    @property
    def takes_several(self) -> bool:
        """Whether several values can be sent at once, as a list or in one text."""
        return self.takes_list or self.operator is Operator.AMONG or self._takes_text_of_several

    @property
    def _takes_text_of_several(self) -> bool:
        is_text = self.keywords.get("type") == "string"
        return is_text and self.operator in _EQUALITIES and takes_several_in_text(self.about)

    def written(self, values: Sequence[JSON]) -> JSON:
        """Several values, as they are sent."""
        return ",".join(map(str, values)) if self._takes_text_of_several else list(values)

    def asked_values(self, value: JSON) -> list[JSON]:
        """The values that were asked for, one by one."""
        if isinstance(value, str) and self._takes_text_of_several:
            return [part.strip() for part in value.split(",")]
        return value if isinstance(value, list) else [value]

    @property
    def has_two_sides(self) -> bool:
        """Whether ``false`` is not the same as nothing: it is said in words, or null stands for nothing."""
        kinds = self.keywords.get("type")
        takes_null = NULL in (self.keywords.get("anyOf") or self.keywords.get("oneOf") or ())
        takes_null = (
            takes_null or self.keywords.get("nullable") is True or (isinstance(kinds, list) and "null" in kinds)
        )
        has_default = self.keywords.get("default") is not None
        return promises_sides(self.about) or (takes_null and not has_default)

    @property
    def is_choice(self) -> bool:
        """Whether the description lists its values."""
        return "enum" in self.keywords or "enum" in (self.keywords.get("items") or {})

    def standing(self, row: dict[str, JSON], value: JSON) -> Standing:
        """How a row stands to it, whichever of the members is meant."""
        found = {self._standing_of(row, member, value) for member in self.members}
        if self.any_of:
            return _best(found)
        return found.pop() if len(found) == 1 else Standing.MAY

    def _standing_of(self, row: dict[str, JSON], member: RowMember, value: JSON) -> Standing:
        """Of several values, all may be wanted of a row that shows a list, unless the description says that any is."""
        wanted = self.asked_values(value)
        if len(wanted) > 1 and self.operator in _EQUALITIES and shows_lists(row, member.path):
            standings = {self._standing_to(row, member, each) for each in wanted}
            if len(standings) > 1 and not promises_any_value(self.about):
                return Standing.MAY
            return _best(standings)
        return self._standing_to(row, member, wanted if len(wanted) > 1 else value)

    def _standing_to(self, row: dict[str, JSON], member: RowMember, value: JSON) -> Standing:
        shown = read(row, member.path)
        kind = member.kind
        if shown is None or kind is None:
            return Standing.MAY
        if self.wants_none is not None:
            return self._standing_to_presence(shown, value)
        is_text = kind is ValueKind.TEXT and not member.is_key and not self.is_choice
        if not shown and self.operator in BOUNDS and promises_no_nulls(self.about):
            return Standing.NOT
        wanted = _like(value, member)
        demand = Demand(self.operator, wanted, kind, self.exact, self.open, is_text)
        standings = {demand.standing(item) for item in shown or [None]}
        if self.operator is Operator.UNEQUAL:
            return Standing.NOT if Standing.NOT in standings else standings.pop()
        return _best(standings)

    def _standing_to_presence(self, shown: list[JSON], value: JSON) -> Standing:
        """An empty text may count as a value or not; ``false`` may ask for the opposite or for nothing."""
        is_asked = {True: True, "true": True, False: False, "false": False}.get(value) if value != [] else None
        if is_asked is None or "" in shown or (not is_asked and not self.has_two_sides):
            return Standing.MAY
        return Standing.MUST if (not shown) == (self.wants_none == is_asked) else Standing.NOT


def _best(standings: set[Standing]) -> Standing:
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
    present = _presence(parameter, members)
    if present is not None:
        return present
    plain = named(subject_of(spoken), members)
    operated = spoken_operator(spoken)
    if plain or operated is None:
        operator = Operator.AMONG if keywords.get("type") == "array" else Operator.EQUAL
        either = () if plain else _either(subject_of(spoken), members, parameter.about)
        if not plain and not either:
            return None
        exact = bool(plain) and promises_equality(parameter.about)
        return RowCondition(
            name, operator, tuple(plain) or either, keywords, exact, about=parameter.about, any_of=bool(either)
        )
    meant = _about(operated.subject, operated.operator, members)
    if not meant and operated.operator in BOUNDS:
        meant = _in_units(operated.subject, members, parameter.about)
    fitting = [member for member in meant if _fits(member, operated.operator)]
    if len(fitting) != 1:
        return None
    operator, about = operated.operator, parameter.about
    if not operated.exact and excludes_bound(about):
        operator = _WITHOUT_BOUND.get(operator, operator)
    is_said = promises_bound(about) or operator in {Operator.ABOVE, Operator.BELOW}
    is_open = not operated.exact and not is_said and INCLUSIVE.isdisjoint(spoken)
    return RowCondition(name, operator, tuple(fitting), keywords, operated.exact, is_open, about=about)


def _presence(parameter: RestParameter, members: Sequence[RowMember]) -> RowCondition | None:
    """``phone_missing`` and ``has_phone``: a flag that asks whether a member has a value."""
    spoken = words(parameter.name)
    if parameter.keywords.get("type") != "boolean" or len(spoken) < 2:  # noqa: PLR2004 - a member and whether it is there
        return None
    for told, subject in ((spoken[0], spoken[1:]), (spoken[-1], spoken[:-1])):
        meant = [member for member in members if member.words == subject and member.kind is not ValueKind.FLAG]
        if told in _PRESENT | _MISSING and len(meant) == 1:
            about, keywords = parameter.about, parameter.keywords
            return RowCondition(
                parameter.name, Operator.EQUAL, (meant[0],), keywords, about=about, wants_none=told in _MISSING
            )
    return None


def _either(subject: Words, members: Sequence[RowMember], about: str) -> tuple[RowMember, ...]:
    """The members whose names end with a subject, where the description names each: starts or ends at a station."""
    found = ending_with(subject, members)
    others = [member.words[: _place_of(subject, member.words)] for member in found]
    return tuple(found) if len(found) > 1 and names_each(about, others) else ()


def _place_of(subject: Words, spoken: Words) -> int:
    return next(place for place in range(len(spoken)) if spoken[place : place + len(subject)] == subject)


def _in_units(subject: Words, members: Sequence[RowMember], about: str) -> list[RowMember]:
    """The member that a subject names without its unit, where the description says in which unit the bound is."""
    return [member for member in in_units_of(subject, members) if names_unit(about, member.words[-1])]


def is_representation(name: str) -> bool:
    """Whether a parameter chooses how rows are shown, not which."""
    return not _REPRESENTATION.isdisjoint(words(name))


def _is_no_filter(parameter: RestParameter) -> bool:
    name = parameter.name
    if is_cursor(name) and str(parameter.keywords.get("format", "")).startswith("date"):
        return False
    return is_paging(name) or is_size(name) or sorts(name)


def _about(subject: tuple[str, ...], operator: Operator, members: Sequence[RowMember]) -> list[RowMember]:
    if subject and not _MOMENT_WORDS.issuperset(subject):
        return named(subject_of(subject), members) or _moments_of(subject, members)
    plain = named(subject_of(subject), members)
    if plain:
        return plain
    moments = [member for member in members if member.kind is ValueKind.MOMENT]
    return moments if operator in BOUNDS and len(moments) == 1 else []


def _moments_of(subject: tuple[str, ...], members: Sequence[RowMember]) -> list[RowMember]:
    """``birth_date`` for ``born``, where the verb of a filter is not the noun of the member."""
    noun = _NOUNS.get(subject[0]) if len(subject) == 1 else None
    return [each for each in members if each.kind is ValueKind.MOMENT and each.words[0] == noun]


def _fits(member: RowMember, operator: Operator) -> bool:
    if operator in BOUNDS:
        return member.kind in _ORDERED
    if operator in TEXTS:
        return member.kind is ValueKind.TEXT and not member.is_key
    return True
