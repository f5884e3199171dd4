"""The phase that asks every field with its arguments varied: what a filter or an order does shows in no other way.

First each value of each argument alone, then some together, for all fields in turn. What the fields give is looked at
as a whole, so that a difference in the rows cannot hide behind a count.
"""

from __future__ import annotations

from itertools import chain, groupby, islice
from random import Random
from typing import TYPE_CHECKING

from graphql import get_named_type

from querious.answers.pages import is_size
from querious.model import Variable
from querious.model.document_text import write_case
from querious.model.operation import fields as selected
from querious.pipeline.diff.atoms import Atom, Atoms
from querious.pipeline.diff.variants import rewritten
from querious.relations.routes import query_along
from querious.values import Chance
from querious.versions import View

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from querious.graphql.cases.tables import ArgumentEntry, FieldEntry
    from querious.model import Operation, Value
    from querious.pipeline.budget import RunBudget
    from querious.pipeline.diff.atoms import SeenAtoms
    from querious.pipeline.graphql.api import GraphqlApi
    from querious.pipeline.run.batch_sender import BatchSender
    from querious.relations import Observations

_BATCH = 64
_IN_TURN = 8
"""A field is asked once more in each turn for every so many things that its arguments can say."""
_LONG = 25
"""Items of a page that is long enough to show an order, and short enough to be allowed."""
_REWRITTEN = 60
"""Operations that are asked once more in other words."""
_TOGETHER = 3
"""Arguments that are varied at once, at most."""
_TURNS = 200
"""How often arguments of one field are varied together."""
_AS_VARIABLE = 0.3
_SIZE = 8
"""About how long a text is that has to be made up."""


class Sweep:
    """Varies the arguments of all fields that have had a value."""

    def __init__(self, api: GraphqlApi, sender: BatchSender, observed: Observations, seen: SeenAtoms) -> None:
        self._api = api
        self._sender = sender
        self._observed = observed
        self._seen = seen
        self._view = View(api.schema, api.allowed)
        self._random = Random(api.settings.seed)
        self._chance = Chance(self._random)
        self._chance.size = _SIZE
        self._fields = {f"{entry.name}.{field.name}": field for entry in api.tables.types for field in entry.fields}

    async def sweep(self, budget: RunBudget) -> None:
        """Go on until this budget is spent, or all has been varied often enough."""
        self._sender.enter("arguments")
        operations = chain(self._rewritten(), self._operations())
        while not self._sender.ended and not budget.spent():
            batch = list(islice(operations, _BATCH))
            if not batch:
                return
            first = self._sender.cases
            await self._sender.send(write_case(first + place, operation) for place, operation in enumerate(batch))

    def _rewritten(self) -> Iterator[Operation]:
        """What has had a value before, written otherwise."""
        allowed = self._api.allowed
        different = {str(one): one for one in self._observed.operations.values()}
        for operation in list(different.values())[:_REWRITTEN]:
            asked = [node for node in selected(operation.selections) if not node.name.startswith("__")]
            if all(allowed(node.coordinate) for node in asked):
                yield from rewritten(operation)

    def _operations(self) -> Iterator[Operation]:
        """Some of each field in turn, more of one that has much to say."""
        waiting = [turn for name, field in self._fields.items() for turn in self._turn(name, field)]
        while waiting:
            operations, share = waiting.pop(0)
            some = list(islice(operations, share))
            yield from some
            if len(some) == share:
                waiting.append((operations, share))

    def _turn(self, coordinate: str, field: FieldEntry) -> Iterator[tuple[Iterator[Operation], int]]:
        """What is to be asked of a field, and how much of it in one turn."""
        if coordinate in self._observed.routes:
            parent, _, name = coordinate.partition(".")
            definition = self._observed.types.fields(parent)[name]
            types = {node.parent for node in selected(self._view.of(get_named_type(definition.type).name))}
            making = Atoms(self._api.tables.makers, self._seen, types)
            atoms = [atom for entry in field.arguments for atom in making.of(entry, definition.args[entry.name].type)]
            if atoms:
                yield self._varied(coordinate, field, atoms), 1 + len(atoms) // _IN_TURN

    def _varied(self, coordinate: str, field: FieldEntry, atoms: Sequence[Atom]) -> Iterator[Operation]:
        """Each alone, with a long page where there are pages; then some together, or one without the page."""
        said = [list(of_one) for _, of_one in groupby(atoms, lambda atom: atom.argument.name)]
        pages = [Atom(argument, lambda _: _LONG) for argument in field.arguments if _is_page(argument)][:1]
        for atom in atoms:
            long = [page for page in pages if page.argument is not atom.argument]
            yield self._operation(coordinate, field, [*long, atom])
        for _ in range(_TURNS):
            count = self._random.randint(1, min(_TOGETHER, len(atoms)))
            chosen = [self._random.choice(self._random.choice(said)) for _ in range(count)]
            operation = self._operation(coordinate, field, chosen)
            ways = [operation, operation, *rewritten(operation)]
            yield self._random.choice(ways)

    def _operation(self, coordinate: str, field: FieldEntry, atoms: Sequence[Atom]) -> Operation:
        ways = list(self._observed.routes[coordinate].values())
        route = ways[self._random.randrange(len(ways))]
        last = route[-1]
        needed = {argument.name for argument in field.arguments if argument.required}
        said: dict[str, Value] = {name: value for name, value in last.arguments if name in needed}
        for atom in atoms:
            value, name = self._value(atom), atom.argument.name
            known = said.get(name)
            said[name] = {**known, **value} if isinstance(known, dict) and isinstance(value, dict) else value
        declared = {argument.name: argument.type for argument in field.arguments}
        if len(atoms) > 1 and self._chance.rarely(_AS_VARIABLE):
            literals = {name: value for name, value in said.items() if not isinstance(value, Variable)}
            said |= {name: Variable(name, declared[name], value) for name, value in literals.items()}
        kind = get_named_type(self._observed.types.fields(last.parent)[last.name].type)
        asked = last._replace(arguments=tuple(said.items()))
        return query_along(self._observed.types, (*route[:-1], asked), self._view.of(kind.name))

    def _value(self, atom: Atom) -> Value:
        chance = self._chance
        chance.literal, chance.depth, chance.wild, chance.variables = False, 0, 0.0, {}
        return atom.make(chance)


def _is_page(argument: ArgumentEntry) -> bool:
    """Whether it says how many items there may be."""
    return argument.type.rstrip("!") == "Int" and is_size(argument.name)
