"""Made-up tables for large APIs: models that refer to each other both ways, their rows, and how rows are filtered.

Nothing in here knows GraphQL. The references form a graph with cycles: of each model's references one goes to the next
model, so that every model is reachable from every other, and the rest anywhere.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

Row = dict[str, Any]

ROWS = 5
"""Rows of each table."""
_FIRST = (
    "Sales",
    "Stock",
    "Staff",
    "Field",
    "Cloud",
    "Local",
    "Client",
    "Vendor",
    "Annual",
    "Daily",
    "Legal",
    "Global",
)
_SECOND = ("Order", "Ticket", "Invoice", "Report", "Budget", "Course", "Route", "Permit", "Survey", "Recipe", "Badge")
_THIRD = ("", "Entry", "Group", "Draft", "Event", "Label", "Batch")
_COLUMNS = (("Int", "rank"), ("String", "title"), ("Boolean", "active"), ("Float", "price"), ("String", "remark"))
_ALWAYS_NULL = "archivedBy"
"""A column that no row has a value in: nobody can witness it."""


class Reference(NamedTuple):
    """A column that points at a row of another table, and the list of those that point here on its other side."""

    name: str
    target: str
    back: str


class Table(NamedTuple):
    """One model."""

    name: str
    columns: dict[str, str]
    """Name → scalar."""
    references: tuple[Reference, ...]


def tables(count: int, references: int = 2, columns: int = 6) -> dict[str, Table]:
    """So many models by name; the same for the same numbers."""
    random = Random(count)
    names = [f"{one}{two}{three}" for three in _THIRD for two in _SECOND for one in _FIRST][:count]
    names += [f"Extra{number}Record" for number in range(count - len(names))]
    made = {}
    for place, name in enumerate(names):
        targets = [names[(place + 1) % count], *(random.choice(names) for _ in range(references - 1))]
        found = tuple(
            Reference(f"{_lower(target)}{'' if turn == 0 else turn + 1}", target, f"{_lower(name)}s{turn or ''}")
            for turn, target in enumerate(targets)
        )
        made[name] = Table(name, _columns(random, columns), found)
    return made


def _columns(random: Random, count: int) -> dict[str, str]:
    found = {"id": "Int", "name": "String", _ALWAYS_NULL: "String"}
    for _ in range(count - len(found)):
        scalar, name = random.choice(_COLUMNS)
        found[name if name not in found else f"{name}{len(found)}"] = scalar
    return found


def _lower(name: str) -> str:
    return name[:1].lower() + name[1:]


class Database:
    """The rows of all tables. Rows know their table under ``__table``."""

    def __init__(self, made: dict[str, Table]) -> None:
        self.tables = made
        self.rows: dict[str, list[Row]] = {}
        self.backs: dict[str, dict[str, tuple[str, str]]] = {name: {} for name in made}
        """Table → name of a list → the table and the reference that it is the other side of."""
        for number, table in enumerate(made.values()):
            self.rows[table.name] = [self._row(table, 1000 * number + at) for at in range(1, ROWS + 1)]
            for reference in table.references:
                self.backs[reference.target][reference.back] = (table.name, reference.name)
        for table in made.values():
            for reference in table.references:
                self._point(table, reference)

    def _row(self, table: Table, number: int) -> Row:
        row: Row = {"__table": table.name}
        for name, scalar in table.columns.items():
            row[name] = None if name == _ALWAYS_NULL else _value(scalar, f"{table.name} {name}", number)
        row["id"] = number
        return row

    def _point(self, table: Table, reference: Reference) -> None:
        targets = self.rows[reference.target]
        for place, row in enumerate(self.rows[table.name]):
            row[reference.name] = targets[place * place % len(targets)]

    def find(self, table: str, number: Any) -> Row | None:
        """The row of this number."""
        return next((row for row in self.rows[table] if str(row["id"]) == str(number)), None)

    def pointing(self, row: Row, back: str) -> list[Row]:
        """The rows of another table that refer to this one."""
        table, name = self.backs[row["__table"]][back]
        return [other for other in self.rows[table] if other[name] is row]

    def matches(self, row: Row, wanted: Any) -> bool:
        """Whether a row fits a filter of any style: columns with conditions, references, lists, and, or, not."""
        return all(self._holds(row, key, condition) for key, condition in (wanted or {}).items())

    def _holds(self, row: Row, key: str, condition: Any) -> bool:
        if condition is None:
            return True
        word = key.strip("_").lower()
        if word in {"and", "or"}:
            parts = [self.matches(row, part) for part in (condition if isinstance(condition, list) else [condition])]
            return all(parts) if word == "and" or not parts else any(parts)
        if word == "not":
            return not any(
                self.matches(row, part) for part in (condition if isinstance(condition, list) else [condition])
            )
        if key in self.backs[row["__table"]]:
            return self._list_holds(self.pointing(row, key), condition)
        value = row.get(key)
        if isinstance(value, dict):
            return self._reference_holds(value, condition)
        return (
            all(compared(value, word, given) for word, given in condition.items())
            if isinstance(condition, dict)
            else value == condition
        )

    def _reference_holds(self, row: Row, condition: Any) -> bool:
        if {"is", "isNot"} & condition.keys():
            return self.matches(row, condition.get("is")) and not (
                condition.get("isNot") and self.matches(row, condition["isNot"])
            )
        return self.matches(row, condition)

    def _list_holds(self, rows: list[Row], condition: Any) -> bool:
        if not {"some", "every", "none"} & condition.keys():
            return not condition or any(self.matches(row, condition) for row in rows)
        for word, inner in condition.items():
            fits = [self.matches(row, inner) for row in rows]
            if inner is not None and not {"some": any(fits), "every": all(fits), "none": not any(fits)}[word]:
                return False
        return True


def _value(scalar: str, name: str, number: int) -> Any:
    if scalar == "Int":
        return number * 7 % 1000
    if scalar == "Float":
        return number / 4
    if scalar == "Boolean":
        return number % 2 == 0
    return f"{name} {number}"


def compared(value: Any, word: str, given: Any) -> bool:
    """One condition on a column, however a style words it."""
    if given is None:
        return True
    word = word.strip("_").lower()
    if word in {"isnull", "is_null"}:
        return (value is None) is given
    if word in _ON_NULL:
        return bool(_ON_NULL[word](value, given))
    return value is not None and bool(_COMPARED[word](value, given))


def _holds_text(value: Any, given: Any) -> bool:
    return str(given).strip("%").lower() in str(value).lower()


_ON_NULL: dict[str, Callable[[Any, Any], bool]] = {
    **dict.fromkeys(("in",), lambda value, given: value in given),
    **dict.fromkeys(("nin", "notin"), lambda value, given: value not in given),
    **dict.fromkeys(("eq", "equals", "exact", "equalto"), lambda value, given: value == given),
    **dict.fromkeys(("neq", "not", "notequalto"), lambda value, given: value != given),
}
_COMPARED: dict[str, Callable[[Any, Any], bool]] = {
    **dict.fromkeys(("contains", "icontains", "ilike", "like", "includes"), _holds_text),
    **dict.fromkeys(("startswith", "istartswith"), lambda value, given: str(value).lower().startswith(given.lower())),
    **dict.fromkeys(("lt", "lessthan"), lambda value, given: value < given),
    **dict.fromkeys(("lte", "lessthanorequalto"), lambda value, given: value <= given),
    **dict.fromkeys(("gt", "greaterthan"), lambda value, given: value > given),
    **dict.fromkeys(("gte", "greaterthanorequalto"), lambda value, given: value >= given),
}
