"""Every (object, field) tuple that a root leads to, as paths that end with it.

Each object type has a home: where the cheapest way from the root ends. All its fields are asked there, once. A field
that gives an object whose home is elsewhere needs some selection all the same, and takes over one leaf of the type from
its home, so that nothing is asked twice as long as there are leaves to give away.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from querious.graphql.cheapest_ways import cheapest_ways
from querious.model import Path, Step

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from random import Random

    from querious.graphql.plan.facts import FieldFacts, PlanFacts

_GUESS = 5
"""What a field with required arguments costs beside itself: their values have to be guessed. A list of the same type
may be so many fields further away and is still the better place, as it needs no value that may be wrong."""
_LOOKUP = 2
"""The same for an object that may have to be looked up by optional arguments."""
_KNOWN = 2
"""The same for required arguments of which some values have worked: not every object has everything below it."""
_EMPTY = 16
"""What a field costs that was asked and never held anything, be it empty or refused: more than some detours."""
_DETOUR = 5
"""How much dearer, at most, a field becomes by chance."""


def tuple_paths(
    facts: PlanFacts,
    root: str,
    *,
    spread: bool = True,
    detour: Random | None = None,
    brought: Callable[[str], bool | None] = lambda _: None,
) -> Iterator[Path]:
    """A path for every tuple, the last step being the tuple; the types in the order of their distance.

    ``detour`` makes ways dearer by chance, so that types are looked for elsewhere than where they are nearest.
    ``brought`` says of ``Type.field`` whether it has brought anything so far; None where it was not asked.
    """
    homes = _homes(facts, root, detour, brought)
    stubs = _stubs(facts, homes) if spread else {}
    for kind, way in homes.items():
        fields = facts.fields(kind)
        leaves = [fact for fact in fields if fact.leaf]
        spare = len(leaves) if len(leaves) < len(fields) else max(0, len(leaves) - 1)
        places = dict(zip([fact.name for fact in leaves[len(leaves) - spare :]], stubs.get(kind, ()), strict=False))
        for fact in fields:
            yield Path((*places.get(fact.name, way), Step(kind, fact.name, fact.target)))


def _stubs(facts: PlanFacts, homes: dict[str, tuple[Step, ...]]) -> dict[str, list[tuple[Step, ...]]]:
    """Object type → the ways to the fields that give it and are not its home."""
    stubs: dict[str, list[tuple[Step, ...]]] = {}
    for kind, way in homes.items():
        for fact in facts.fields(kind):
            step = Step(kind, fact.name, fact.target)
            if not fact.leaf and not fact.abstract and homes[fact.target] != (*way, step):
                stubs.setdefault(fact.target, []).append((*way, step))
    return stubs


def _homes(
    facts: PlanFacts, root: str, detour: Random | None, brought: Callable[[str], bool | None]
) -> dict[str, tuple[Step, ...]]:
    """The cheapest way to every object type: few fields, and few that may hold nothing."""

    def steps_from(kind: str) -> Iterator[tuple[int, str, Step]]:
        for fact in facts.fields(kind):
            if fact.leaf:
                continue
            price = _price(fact, brought) + (detour.randrange(_DETOUR) if detour else 0)
            for target in facts.members(fact.target):
                yield price, target, Step(kind, fact.name, target)

    return cheapest_ways(root, steps_from)


def _price(fact: FieldFacts, brought: Callable[[str], bool | None]) -> int:
    price = 1 + fact.abstract
    known = brought(f"{fact.parent}.{fact.name}")
    if known is False:
        return price + _EMPTY
    if fact.required:
        return price + (_KNOWN if known else _GUESS)
    if known is None and fact.takes and not fact.many:
        return price + _LOOKUP
    return price
