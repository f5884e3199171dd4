"""Trees: who names a parent is among its children, and who has no parent is among those at the top.

A type is a tree where its objects name one object of their own type as their ``parent`` and list others as their
``children``. A field of the query type that gives objects without a parent, and no others, lists the top of the tree:
going up from any object must end at one of these. Suspicions: a list may leave out what is hidden or empty.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from querious.model import Field
from querious.relations.answer_objects import AnsweredField, answered_fields, identity, instances, shape_of
from querious.relations.lists.list_types import list_type_of
from querious.relations.objects.covering_routes import covering_routes
from querious.relations.objects.given_objects import given_objects, gives_all, members
from querious.relations.relation import Mismatch, Relation
from querious.relations.routes import query_at
from querious.relations.schema_types import is_list, once, type_name
from querious.text.words import words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from querious.model import JSON, Selection
    from querious.relations.answer_objects import Instance
    from querious.relations.observations import Observations
    from querious.relations.relation import Conversation, Trace
    from querious.relations.schema_types import SchemaTypes

_ROUTES: Final = 5
"""To objects of the tree, around the list of its top."""
_EVIDENCE: Final = 2
"""Objects without a parent that a list must show, and objects with one that it must not, to be that of the top."""


class Tree(NamedTuple):
    """A type whose objects stand above and below each other."""

    typename: str
    parent: str
    """The field that names the object above."""
    children: str
    """The field that lists those below; empty where there is none that gives all."""


class _TreeNode(NamedTuple):
    """What an answer says of an object of a tree."""

    instance: Instance
    key: str
    parent: JSON
    """The key of its parent; None at the top."""
    step: int


@once
def trees_of(types: SchemaTypes, typename: str) -> list[Tree]:
    """The type as a tree; empty if it is none."""
    fields = types.plain(typename)
    above = [name for name, field in fields.items() if type_name(field) == typename and not is_list(field.type)]
    above = [name for name in above if words(name) == ("parent",) and not fields[name].args]
    if len(above) != 1 or not types.identifier(typename):
        return []
    below = [name for name in fields if list_type_of(types, f"{typename}.{name}").row == typename]
    below = [name for name in below if words(name) == ("child",) and gives_all(types, f"{typename}.{name}")]
    return [Tree(typename, above[0], below[0] if len(below) == 1 else "")]


def _propose(observed: Observations) -> Iterator[Conversation]:
    types = observed.types
    for typename in types.object_types:
        for tree in trees_of(types, typename):
            for top in _lists_of_tree(types, tree):
                yield _climb(observed, tree, top)


def _lists_of_tree(types: SchemaTypes, tree: Tree) -> list[str]:
    """Fields of the query type that give objects of the tree, all that they have to give."""
    found = []
    for name in types.plain(types.root):
        coordinate = f"{types.root}.{name}"
        if list_type_of(types, coordinate).row == tree.typename and gives_all(types, coordinate):
            found.append(name)
    return found


def _climb(observed: Observations, tree: Tree, top: str) -> Conversation:
    """The list; then objects of the tree that other fields show, with those above them; then the list again."""
    types = observed.types
    inner = _selection(types, tree)
    coordinate = f"{types.root}.{top}"
    rows = list_type_of(types, coordinate).select(types, inner)
    listing = query_at(types, (), types.root, [Field(types.root, top, children=rows)])
    yield listing
    around = (coordinate, f"{tree.typename}.{tree.children}")
    for route in covering_routes(observed, tree.typename, _ROUTES, around):
        yield query_at(types, route, tree.typename, inner)
    yield listing


def _selection(types: SchemaTypes, tree: Tree) -> list[Selection]:
    """The object, the two above it, and its children."""
    name = tree.typename
    identifier = Field(name, types.identifier(name))
    grandparent = Field(name, tree.parent, children=[identifier, Field(name, tree.parent, children=[identifier])])
    chosen: list[Selection] = [identifier, Field(name, tree.parent, children=[identifier, grandparent])]
    if tree.children:
        children = members(types, f"{name}.{tree.children}")
        chosen.append(Field(name, tree.children, children=children))
    return chosen


def _check(trace: Trace, types: SchemaTypes) -> Iterator[Mismatch]:
    nodes: dict[str, list[_TreeNode]] = {}
    for step, answer in enumerate(trace):
        for instance in instances(answer) if answer.clean else ():
            for tree in trees_of(types, instance.typename):
                node = _node(types, tree, instance, step)
                if node is not None:
                    nodes.setdefault(instance.typename, []).append(node)
    for typename, found in nodes.items():
        (tree,) = trees_of(types, typename)
        yield from _judge_top(trace, types, tree, found)
        yield from _judge_children(types, tree, found)


def _node(types: SchemaTypes, tree: Tree, instance: Instance, step: int) -> _TreeNode | None:
    """The object with its parent; None where these were not asked for."""
    own, above = instance.identifier(types), instance.shape.plain_field(tree.parent)
    if own is None or above is None or above.key not in instance.value:
        return None
    parent = instance.value[above.key]
    if parent is None:
        return _TreeNode(instance, str(own), None, step)
    key = identity(types, shape_of(above, parent), parent)
    return None if key is None else _TreeNode(instance, str(own), str(key), step)


def _judge_top(trace: Trace, types: SchemaTypes, tree: Tree, nodes: list[_TreeNode]) -> Iterator[Mismatch]:
    """A list that shows objects without a parent, and none that has one, shows all of those."""
    tops = [node.key for node in nodes if node.parent is None]
    below = {node.key for node in nodes if node.parent is not None}
    listings: dict[str, list[AnsweredField]] = {}
    for field in answered_fields(trace):
        keys = _listed(types, tree, field)
        if _EVIDENCE <= len(keys) == len(keys.intersection(tops)) and len(below) >= _EVIDENCE:
            listings.setdefault(field.coordinate, []).append(field)
    for fields in listings.values():
        field, keys = fields[-1], set().union(*(_listed(types, tree, one) for one in fields))
        missing = [key for key in tops if key not in keys]
        if missing:
            message = (
                f'lists those without a {tree.parent}, but not the {tree.typename} "{missing[0][:80]}", '
                f"which other answers show without a {tree.parent}"
            )
            shown = f"{field.shape.name}: {', '.join(sorted(keys))[:200]}"
            yield Mismatch(field.coordinate, message, field.path, shown, step=field.step)


def _listed(types: SchemaTypes, tree: Tree, field: AnsweredField) -> set[str]:
    """The objects of the tree that a list of the query type gives, where it gives all that it has; else none."""
    of_tree = field.owner.typename == types.root and list_type_of(types, field.coordinate).row == tree.typename
    if not of_tree or field.shape.arguments or not field.clean:
        return set()
    return {key.partition(" ")[2] for key in given_objects(types, field) or ()}


def _judge_children(types: SchemaTypes, tree: Tree, nodes: list[_TreeNode]) -> Iterator[Mismatch]:
    """Whoever names a parent is among the children that this parent lists, where some are."""
    if not tree.children:
        return
    children: dict[str, tuple[AnsweredField, set[str]]] = {}
    for node in nodes:
        shape = node.instance.shape.plain_field(tree.children)
        if shape is not None:
            field = AnsweredField(node.step, True, node.instance, shape, node.instance.value.get(shape.key))
            objects = given_objects(types, field)
            if objects is not None:
                children[node.key] = (field, {key.partition(" ")[2] for key in objects})
    known = [(node, *children[node.parent]) for node in nodes if node.parent in children]
    right = {node.key for node, _, listed in known if node.key in listed}
    wrong = [(node, field) for node, field, listed in known if node.key not in listed]
    if wrong and len(right) >= _EVIDENCE:
        node, field = wrong[0]
        message = f'does not list the {tree.typename} "{node.key[:80]}", which names this one as its {tree.parent}'
        yield Mismatch(field.coordinate, message, field.path, step=field.step)


RELATION: Final[Relation] = Relation(
    "trees", "who names a parent is among its children, who has none is among those at the top", _propose, _check
)
