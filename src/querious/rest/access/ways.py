"""The ways that lead to somebody's entry: look-ups, paths beneath it, filters, keys in a list, searches, and its owner.

They are proposed by names alone; whether one leads there shows when its owner asks.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from querious.answers.identity import own_keys
from querious.model.rest_call import RestArgument, RestCall
from querious.rest.cases.shown_values import owner_of, referred, resource_of
from querious.rest.hazards import only_reads
from querious.text.words import folded, same, words
from querious.values.semantics import is_search

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from querious.model import JSON
    from querious.rest.cases.callable_operation import CallableOperation

_KEY_NAMES: Final = frozenset({"id", "ids", "key", "keys", "uuid", "uuids"})
_WORD: Final = re.compile(r"[^\W\d_]{4,}")
_PEOPLE: Final = frozenset({"user", "account", "member", "customer", "person", "profile", "owner", "author"})
_MOST: Final = 14
"""Ways to one entry."""


class OwnEntry(NamedTuple):
    """An entry that belongs to somebody."""

    owner: str
    """The name of the identity."""
    look_up: RestCall
    """The call that reads it."""
    row: Mapping[str, JSON]
    """As a list or its creation has shown it."""
    listed: RestCall | None = None
    """The call that lists it."""
    is_made: bool = False
    """Whether this run has made it, so that it may be changed."""

    @property
    def resource(self) -> str:
        """What it is."""
        return resource_of(self.look_up.path)

    @property
    def key(self) -> str:
        """What the last parameter of its path is filled with."""
        return str(self.look_up.arguments[-1].value) if self.look_up.arguments else ""


def ways_to(entry: OwnEntry, plans: Iterable[CallableOperation], own: Sequence[Mapping[str, JSON]]) -> list[RestCall]:
    """The calls that may show an entry, the straight one first; ``own`` is what its owner is shown of themselves."""
    found: dict[str, RestCall] = {str(entry.look_up): entry.look_up}
    for plan in plans:
        if plan.method != "GET" or not only_reads(plan.operation):
            continue
        for call in (*_beneath(entry, plan), *_filtered(entry, plan), *_of_owner(entry, plan, own)):
            found.setdefault(str(call), call)
    return list(found.values())[:_MOST]


def _beneath(entry: OwnEntry, plan: CallableOperation) -> Iterator[RestCall]:
    """``/orders/{id}/lines``: what else the key of the entry leads to."""
    rest = plan.operation.path.removeprefix(f"{entry.look_up.path.rstrip('/')}/")
    needed = [each.parameter for each in plan.parameters if each.parameter.required and each.parameter.where != "path"]
    if rest != plan.operation.path and "{" not in rest and not needed:
        yield RestCall("GET", plan.operation.path, entry.look_up.arguments)


def _filtered(entry: OwnEntry, plan: CallableOperation) -> Iterator[RestCall]:
    """``/orders?user_id=7``, ``/orders/batch?ids=12``, ``/search?q=lamp``, ``/lines?order_id=12``."""
    above: tuple[RestArgument, ...] = ()
    if "{" in plan.operation.path:
        listed = entry.listed
        if listed is None or listed.path != plan.operation.path:
            return
        above = tuple(each for each in listed.arguments if each.where == "path")
    required = {each.parameter.name for each in plan.parameters if each.parameter.required} - {
        each.name for each in above
    }
    for kind in plan.parameters:
        name = kind.parameter.name
        if kind.parameter.where != "query" or not required <= {name}:
            continue
        value = _value_of(entry, plan, name)
        if value is not None:
            yield RestCall("GET", plan.operation.path, (*above, RestArgument("query", name, _as_listed(kind, value))))


def _as_listed(kind: object, value: JSON) -> JSON:
    """In a list, where the parameter takes one."""
    schema = getattr(kind, "schema", None)
    return [value] if schema is not None and schema.types[0] == "array" else value


def _value_of(entry: OwnEntry, plan: CallableOperation, name: str) -> JSON:
    """What a parameter of the query is to hold so that it leads to the entry; None where nothing does."""
    resource = entry.resource
    is_alike = resource in {resource_of(plan.operation.path), *_lists_of(plan)}
    about = same(name)
    if about in {f"{resource}{key}" for key in ("id", "key", "uuid")} or (is_alike and folded(name) in _KEY_NAMES):
        return entry.look_up.arguments[-1].value
    if is_search(name) and resource_of(plan.operation.path) in {resource, "search"}:
        return _word_of(entry)
    if not is_alike:
        return None
    for member, value in entry.row.items():
        is_plain = isinstance(value, str | int) and not isinstance(value, bool) and value != ""
        if is_plain and same(member) == about:
            return value
    return None


def _lists_of(plan: CallableOperation) -> Iterator[str]:
    """What a path is about without its last step: orders, for ``/orders/batch``."""
    above = plan.operation.path.rstrip("/").rpartition("/")[0]
    if above and not above.endswith("}"):
        yield resource_of(above)


def _word_of(entry: OwnEntry) -> JSON:
    """A word by which the entry may be found, the longest of its texts."""
    found = [word for value in entry.row.values() if isinstance(value, str) for word in _WORD.findall(value)]
    return max(found, key=len, default=None)


def _of_owner(entry: OwnEntry, plan: CallableOperation, own: Sequence[Mapping[str, JSON]]) -> Iterator[RestCall]:
    """``/users/{id}/orders``: what stands beneath whom the entry belongs to."""
    names = [each.parameter.name for each in plan.parameters if each.parameter.required]
    if len(names) != 1 or plan.operation.path.count("{") != 1 or plan.operation.path.rstrip("/").endswith("}"):
        return
    above = owner_of(plan.operation.path, names[0])
    for value in dict.fromkeys(_keys_of(above, names[0], entry.row, own)):
        yield RestCall("GET", plan.operation.path, (RestArgument("path", names[0], value),))


def _keys_of(above: str, name: str, row: Mapping[str, JSON], own: Sequence[Mapping[str, JSON]]) -> Iterator[str | int]:
    """The key of whatever an entry belongs to, as it names it, or as its owner is shown themselves."""
    wanted = {same(name), *(same(each) for each in own_keys(above)), above}
    if above in _PEOPLE:
        wanted |= {f"{one}{key}" for one in _PEOPLE for key in ("", "id")}
    for member, value in row.items():
        is_plain = isinstance(value, str | int) and not isinstance(value, bool) and value != ""
        is_other = folded(member) not in _KEY_NAMES or resource_of(f"/{above}") == ""
        if is_plain and is_other and same(member) in wanted and isinstance(value, str | int):
            yield value
    for shown in own if above in _PEOPLE else ():
        value = next((shown[each] for each in shown if same(each) == same(name) or folded(each) == "id"), None)
        if isinstance(value, str | int) and not isinstance(value, bool):
            yield value


def missing_key(key: JSON) -> JSON:
    """A key of the same form that nothing has, as far as chance goes."""
    if isinstance(key, int):
        return 987_654_321
    text = str(key)
    if text.isdigit():
        return "987654321"[: max(len(text), 9)]
    turned = {**{str(n): str((n + 7) % 10) for n in range(10)}, **dict(zip("abcdef", "cdefab", strict=True))}
    return "".join(turned.get(each, each) for each in text[:-8]) + "".join(turned.get(each, each) for each in text[-8:])


def refers_to(name: str, resource: str) -> bool:
    """Whether a member of a body holds the key of such an entry: ``order_id``, ``order``, ``orderIds``."""
    about, _ = referred(name)
    return about == resource or same(name) == resource or words(name)[:-1] == (resource,)


def with_missing(call: RestCall) -> RestCall:
    """The same call for an entry that does not exist."""
    *others, last = call.arguments
    return call._replace(arguments=(*others, last._replace(value=missing_key(last.value))))
