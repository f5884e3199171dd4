"""Lists that an API shows, and the look-ups of their rows."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from querious.answers.identity import CHOSEN_KEYS
from querious.answers.pages import ROWS, is_size
from querious.model.rest_call import RestArgument, RestCall
from querious.rest.cases.shown_values import resource_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from querious.model import JSON
    from querious.rest.cases.callable_operation import CallableOperation, ParameterKind

_KEYS = ("id", "uuid", "key", *CHOSEN_KEYS, "number", "name")
"""Members that tell rows apart, the likeliest first."""
_HOLDERS = ("data", "result", "response", "payload", "_embedded", "embedded")
"""Members that hold what holds the rows."""
LARGEST = 100
"""Rows of a page that nobody has limited."""


class ReadableList(NamedTuple):
    """An operation that gives rows, with a call of it that worked."""

    plan: CallableOperation
    call: RestCall
    rows: Sequence[dict[str, JSON]]
    """What that call has shown."""
    look_ups: Sequence[CallableOperation]
    """Operations that give one of the rows."""
    elsewhere: Sequence[RestCall] = ()
    """Calls of it that worked below other parents."""
    flat: RestCall | None = None
    """A call that lists the same kind of rows whatever their parent; None if there is none."""
    counts: Sequence[RestCall] = ()
    """Calls that tell how many rows there are: ``/books/count``."""

    @property
    def parameters(self) -> Iterator[ParameterKind]:
        """Those of the query."""
        return (kind for kind in self.plan.parameters if kind.parameter.where == "query")

    def with_query(self, **values: JSON) -> RestCall:
        """The call with these parameters of the query, and no others that are optional."""
        required = {kind.parameter.name for kind in self.plan.parameters if kind.parameter.required}
        kept = [each for each in self.call.arguments if each.name in required and each.name not in values]
        added = [RestArgument("query", name, value) for name, value in values.items()]
        return self.call._replace(arguments=(*kept, *added))

    def with_more(self, **values: JSON) -> RestCall:
        """The call as it was, with these parameters of the query too."""
        kept = [
            each for each in self.call.arguments if (each.where, each.name) not in {("query", key) for key in values}
        ]
        added = [RestArgument("query", name, value) for name, value in values.items()]
        return self.call._replace(arguments=(*kept, *added))

    def look_up(self, plan: CallableOperation, key: str, parent: RestCall | None = None) -> RestCall:
        """The call that gives the row of a key, below the same parent or another one."""
        above = tuple(each for each in (parent or self.call).arguments if each.where == "path")
        name = plan.operation.path.rstrip("/").rpartition("/")[2][1:-1]
        return RestCall("GET", plan.operation.path, (*above, RestArgument("path", name, key)))


def rows_of(payload: JSON) -> list[dict[str, JSON]] | None:
    """The rows of a list: the answer itself, or the one member that holds objects; None where it is no list."""
    if isinstance(payload, list):
        return payload if payload and all(isinstance(row, dict) for row in payload) else [] if not payload else None
    if not isinstance(payload, dict):
        return None
    lists = {name: value for name, value in payload.items() if isinstance(value, list)}
    if not lists:
        held = [payload[name] for name in _HOLDERS if isinstance(payload.get(name), dict)]
        return rows_of(held[0]) if len(held) == 1 else None
    named = next((lists[name] for name in ROWS if name in lists), None)
    if named is None and len(lists) == 1 and not any(name in payload for name in _KEYS):
        named = next(iter(lists.values()))
    if named is None or not all(isinstance(row, dict) for row in named):
        return None
    return named


def entry_within(payload: JSON, key: str) -> dict[str, JSON]:
    """The object of an answer about one entry: the answer itself, or the one in its envelope that shows the key."""
    if not isinstance(payload, dict):
        return {}
    held = [value for value in payload.values() if isinstance(value, dict) and _shows(value, key)]
    return held[0] if len(held) == 1 and not _shows(payload, key) else payload


def _shows(shown: dict[str, JSON], key: str) -> bool:
    return any(isinstance(value, str | int) and str(value) == key for value in shown.values())


def key_member(rows: Sequence[dict[str, JSON]], preferred: Iterable[str] = ()) -> str:
    """The member that tells the rows apart: another text or number in each; empty if there is none."""
    for name in (*preferred, *_KEYS):
        values = [row.get(name) for row in rows]
        plain = all(isinstance(value, str | int) and not isinstance(value, bool) and value != "" for value in values)
        if rows and plain and len(set(map(str, values))) == len(rows):
            return name
    return ""


def look_ups_of(path: str, plans: Iterable[CallableOperation]) -> list[CallableOperation]:
    """The operations that give one row of the list at a path: ``/books/{id}`` for ``/books``."""
    found = []
    for plan in plans:
        above, _, last = plan.operation.path.rstrip("/").rpartition("/")
        others = [kind for kind in plan.parameters if kind.parameter.required and kind.parameter.where != "path"]
        if plan.method == "GET" and above == path.rstrip("/") and last.startswith("{") and not others:
            found.append(plan)
    return found


def counts_of(path: str, plans: Iterable[CallableOperation]) -> list[RestCall]:
    """The calls that tell how many rows the list at a path has."""
    wanted = {f"{path.rstrip('/')}/{word}" for word in ("count", "total", "$count")}
    found = []
    for plan in plans:
        needed = [kind for kind in plan.parameters if kind.parameter.required]
        if plan.method == "GET" and plan.operation.path.rstrip("/") in wanted and not needed:
            found.append(RestCall("GET", plan.operation.path))
    return found


def flat_list_of(nested: ReadableList, lists: Iterable[ReadableList]) -> RestCall | None:
    """The call that lists the same kind of rows without a parent."""
    for other in lists:
        is_flat = "{" not in other.call.path and "{" in nested.call.path
        if is_flat and resource_of(other.call.path) == resource_of(nested.call.path):
            return other.call
    return None


def largest_page(plan: CallableOperation) -> dict[str, int]:
    """The parameter of the size of a page, and the largest that may be asked for; empty where there is no one such."""
    sizes = {}
    for kind in plan.parameters:
        if kind.parameter.where == "query" and is_size(kind.parameter.name):
            most = kind.schema.merged.get("maximum", LARGEST)
            sizes[kind.parameter.name] = min(int(most), LARGEST) if isinstance(most, int | float) else LARGEST
    return sizes if len(sizes) == 1 else {}
