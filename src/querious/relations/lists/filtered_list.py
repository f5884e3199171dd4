"""A list that was asked with a filter, and how each row stands to this, by what the row itself says."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from graphql import Undefined

from querious.answers.demands import Demand, Standing
from querious.answers.measures import ValueKind
from querious.relations.lists.rows import follow

if TYPE_CHECKING:
    from querious.model import JSON
    from querious.relations.lists.conditions import Condition
    from querious.relations.lists.row_leaves import RowLeaf
    from querious.relations.lists.rows import ListAnswer, Row


class FilteredList(NamedTuple):
    """A list that a condition was asked of."""

    listed: ListAnswer
    condition: Condition
    value: JSON
    alone: bool = True
    """Whether no other condition was asked beside it."""

    @property
    def wanted(self) -> list[JSON]:
        """The values that were asked for."""
        return self.value if isinstance(self.value, list) else [self.value]

    def standing(self, row: Row, leaf: RowLeaf) -> Standing:
        """How a row stands to the filter, if it is about this leaf."""
        value = follow(row.shape, row.value, leaf.path)
        if value is Undefined:
            return Standing.MAY
        condition = self.condition
        is_name = leaf.identifies or leaf.kind is not ValueKind.TEXT
        demand = Demand(condition.operator, self.value, leaf.kind, condition.exact, condition.open, not is_name)
        return demand.standing(value)

    def must_have(self, row: Row, leaf: RowLeaf) -> bool:
        """Whether a row has to come, however one reads the filter."""
        return self.standing(row, leaf) is Standing.MUST

    def must_lack(self, row: Row, leaf: RowLeaf) -> bool:
        """Whether a row must not come."""
        return self.standing(row, leaf) is Standing.NOT
