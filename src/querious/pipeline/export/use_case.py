"""Examples → the scripts of a test suite: repaired, chosen, as few as wanted, the worthiest first."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from querious.export import (
    MUTATION,
    ExampleFilter,
    LeftOut,
    Wants,
    by_worth,
    choose,
    cover,
    elements,
    prepare,
    prioritised,
    repair,
    study_universe,
    suite,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from graphql import GraphQLSchema

    from querious.export import Cover, Example, PreparedExample, Repaired, Script

__all__ = ["MUTATION", "ExampleFilter", "Exported", "LeftOut", "Studied", "Wish", "export"]


@dataclass(frozen=True, slots=True)
class Wish:
    """What kind of suite is wanted."""

    choice: ExampleFilter = field(default_factory=ExampleFilter)
    mutations: bool = False
    minimise: bool = False
    """As few cases as cover the same."""
    arguments: bool = False
    """Arguments are something to cover too."""
    most: int | None = None
    """So many cases, those that add the most."""
    update: bool = False
    """Repair what is no longer valid."""
    old: GraphQLSchema | None = None
    """The schema that the examples were made for."""
    scalars: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Studied:
    """Coverage as the harvesting study counts it."""

    covered: int
    tuples: int


@dataclass(frozen=True, slots=True)
class Exported:
    """The suite, and how it came to be what it is."""

    scripts: tuple[Script, ...]
    cases: tuple[PreparedExample, ...]
    """In the order in which they are worth running."""
    left_out: tuple[LeftOut, ...]
    """Examples that no test can be made of."""
    repaired: tuple[tuple[str, Repaired], ...]
    """Operations that were changed, by name."""
    unchosen: int
    """Cases that the choice did not want."""
    cover: Cover | None
    """How few were needed, if that was asked."""
    studied: Studied


def export(schema: GraphQLSchema, examples: Sequence[Example], wish: Wish) -> Exported:
    """The suite for these examples."""
    repaired: list[tuple[str, Repaired]] = []
    hopeless: list[LeftOut] = []
    if wish.update:
        examples, repaired, hopeless = _updated(schema, examples, wish.old)
    ready, left_out = prepare(schema, examples, mutations=wish.mutations)
    cases = by_worth(choose(ready, wish.choice))
    unchosen = len(ready) - len(cases)
    covering = None
    if wish.minimise:
        covering = cover([elements(case, arguments=wish.arguments) for case in cases])
        cases = [cases[index] for index in covering.chosen]
    cases = prioritised(cases, arguments=wish.arguments)[: wish.most]
    covered = frozenset[str]().union(*(case.tuples.studied for case in cases))
    return Exported(
        scripts=tuple(suite(cases, wish.scalars)),
        cases=tuple(cases),
        left_out=(*hopeless, *left_out),
        repaired=tuple(repaired),
        unchosen=unchosen,
        cover=covering,
        studied=Studied(len(covered), len(study_universe(schema))),
    )


def _updated(
    schema: GraphQLSchema, examples: Sequence[Example], old: GraphQLSchema | None
) -> tuple[list[Example], list[tuple[str, Repaired]], list[LeftOut]]:
    """The examples as the schema takes them now, what was changed, and those that it cannot take any more."""
    kept: list[Example] = []
    repaired: list[tuple[str, Repaired]] = []
    hopeless: list[LeftOut] = []
    for example in examples:
        if example.wants is Wants.REFUSAL:
            kept.append(example)  # what is wrong with it is meant to be
            continue
        result = repair(schema, example.document, example.variables, operation_name=example.operation_name, old=old)
        if result.problems:
            hopeless.append(LeftOut(example.label, result.problems[0]))
            continue
        if result.changes:
            repaired.append((example.label, result))
        kept.append(replace(example, document=result.document, variables=result.variables))
    return kept, repaired, hopeless
