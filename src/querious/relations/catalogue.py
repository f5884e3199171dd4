"""All relations, in the order in which they are asked: those that rest on the least come first."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from querious.relations.relation import Relation

RELATIONS: Final[tuple[Relation, ...]] = ()
