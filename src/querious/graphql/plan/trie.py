"""Paths merged as a trie: what they share stands in it once.

A node below the root is a field, or, below a field that gives an interface or a union, one of the object types meant.
Nodes are numbers and their attributes stand in lists, because there are hundreds of thousands of them; a node's number
is greater than its parent's. The root is 0.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, Final, TypeAlias

from querious.model import Path, Step

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from querious.graphql.plan.facts import FieldFacts, PlanFacts
    from querious.model import Value

_BITS: Final = 32
"""Room for the number of a step."""

Arguments: TypeAlias = "Callable[[str, str, str], Sequence[tuple[str, Value]]]"
"""Type, field and the type it shall lead to → a value for each argument that is needed. Values stand in the document:
they hold no variables, of which two operations could need different ones."""


class Trie:
    """Grows path by path; values for required arguments are made when a field first appears, and kept."""

    def __init__(self, facts: PlanFacts, root: str, arguments: Arguments, *, own_ways: bool = False) -> None:
        self.known = facts
        self.root = root
        self.parents: list[int] = [-1]
        self.facts: list[FieldFacts | None] = [None]
        """By node; None for the root and for object types below an interface or a union."""
        self.types: list[str] = [root]
        """By node: the type that its children are selected on."""
        self.sent: dict[int, Sequence[tuple[str, Value]]] = {}
        """The arguments of those nodes that send some."""
        self.ends = array("L")
        """By path, in the order they came: the node it ends at."""
        self.own_ways = own_ways
        """Whether the ways to the ends were chosen here, so that another plan might do without their inner nodes."""
        self._arguments = arguments
        self._edges: dict[int, int] = {}
        """Parent and step in one number → child; plain numbers, because the collector of cycles walks tuples."""
        self._numbers: dict[Step, int] = {}
        self._steps: list[FieldFacts] = []
        """By number of a step: its field."""
        self._before: Sequence[Step] = ()
        self._way = [0]

    def __len__(self) -> int:
        return len(self.parents)

    def add(self, path: Path) -> None:
        """Merge a path. What it shares with the path before it is skipped, which makes sorted streams fast."""
        steps = path.steps
        shared = 0
        for step, before in zip(steps, self._before, strict=False):
            if step is not before and step != before:
                break
            shared += 1
        way, edges, numbers = self._way, self._edges, self._numbers
        del way[shared + 1 :]
        node = way[shared]
        for index in range(shared, len(steps)):
            step = steps[index]
            number = numbers.get(step)
            if number is None:
                number = self._number(step)
            child = edges.get(node << _BITS | number)
            node = self._grow(node, step, number) if child is None else child
            way.append(node)
        self._before = steps
        self.ends.append(node)

    def path(self, index: int) -> Path:
        """The path that came as this number, without what was cut from it."""
        steps: list[Step] = []
        node = self.ends[index]
        while node:
            target = self.types[node]
            fact = self.facts[node]
            if fact is None:
                node = self.parents[node]
                fact = self.facts[node]
            assert fact is not None  # noqa: S101 (above an object type stands its field)
            steps.append(Step(fact.parent, fact.name, target))
            node = self.parents[node]
        return Path(tuple(reversed(steps)))

    def add_leaves(self, *, every: bool) -> None:
        """Ask each object below the root for one leaf field that needs no arguments, or for every such field."""
        for node in range(1, len(self)):
            fact = self.facts[node]
            if fact is not None and (fact.leaf or fact.abstract):
                continue
            kind = self.types[node]
            filler = self.known.filler(kind).name
            for leaf in self.known.plain(kind):
                step = Step(kind, leaf.name, leaf.target)
                if every or leaf.name == filler:
                    number = self._number(step)
                    if node << _BITS | number not in self._edges:
                        self._grow(node, step, number)

    def finish(self) -> None:
        """Free what only merging needs; nothing is added any more."""
        self._edges, self._numbers, self._steps = {}, {}, []
        self._before, self._way = (), [0]

    def _number(self, step: Step) -> int:
        """The number of a step; a step that the schema does not have is an error of the caller's."""
        number = self._numbers.get(step)
        if number is None:
            fact = self.known.of(step.parent, step.field)
            if step.target != fact.target and step.target not in self.known.members(fact.target):
                raise ValueError(f"{step.coordinate} does not lead to {step.target}")
            number = self._numbers[step] = len(self._numbers)
            self._steps.append(fact)
        return number

    def _grow(self, node: int, step: Step, number: int) -> int:
        """A new child; for an interface or a union, of the field's node, which may be there already."""
        if step.parent != self.types[node]:
            raise ValueError(f"{step.coordinate} does not continue a path that stands at {self.types[node]}")
        fact = self._steps[number]
        if not fact.abstract:
            child = self._append(node, fact, fact.target)
        elif fact.apart:
            child = self._append(node, fact, fact.target, step.target)
            child = child if step.target == fact.target else self._append(child, None, step.target)
        else:
            key = node << _BITS | self._number(Step(step.parent, step.field, fact.target))
            child = self._edges.get(key, -1)
            if child < 0:
                child = self._edges[key] = self._append(node, fact, fact.target)
            child = child if step.target == fact.target else self._append(child, None, step.target)
        self._edges[node << _BITS | number] = child
        return child

    def _append(self, parent: int, fact: FieldFacts | None, kind: str, wanted: str = "") -> int:
        node = len(self.parents)
        self.parents.append(parent)
        self.facts.append(fact)
        self.types.append(kind)
        if fact is not None and fact.takes:
            sent = [*self._arguments(fact.parent, fact.name, wanted or fact.target)]
            if fact.size:
                sent = [pair for pair in sent if pair[0] != fact.size]
                sent.append((fact.size, self.known.items))
            if sent:
                self.sent[node] = sent
        return node
