"""Superlatives: the cheapest is the one with the lowest price, the latest the one with the last moment.

Two kinds of fields are judged. One that is given keys chooses among these: ``cheapest(skus:)``. One that is given
nothing chooses among the rows of a list beside it: ``latestOrder`` and ``orders``. Which leaf decides is said by the
word. That the choice depends on the order in which the same keys are given is a fault, whatever decides; another choice
than the leaf tells may have its reasons, such as what is in stock, and is a suspicion.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from querious.answers.measures import ValueKind, measure
from querious.model import Field, Severity
from querious.relations.answer_objects import answered_fields, instances, shape_of
from querious.relations.lists.list_types import list_type_of, nested
from querious.relations.lists.row_leaves import row_leaves
from querious.relations.lists.rows import follow, in_container, row_of
from querious.relations.objects.covering_routes import covering_routes
from querious.relations.objects.given_objects import given_objects, gives_all
from querious.relations.objects.lookups import ListedKeys, entry_points, listed_keys_of
from querious.relations.relation import Mismatch, Relation
from querious.relations.routes import query_at
from querious.relations.schema_types import is_list, once, type_name
from querious.text.display import listing
from querious.text.words import words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from querious.answers.measures import Measure
    from querious.model import JSON, ObjectShape, Operation, Selection
    from querious.relations.answer_objects import AnsweredField, Instance
    from querious.relations.lists.row_leaves import RowLeaf
    from querious.relations.observations import Observations
    from querious.relations.relation import Conversation, Trace
    from querious.relations.routes import Route
    from querious.relations.schema_types import SchemaTypes

_KEYS: Final = 5
"""Among which one is chosen."""
_ROUTES: Final = 2
_WORDS: Final[dict[str, tuple[tuple[str, ...], int]]] = {
    "cheapest": (("price", "cost"), -1),
    "dearest": (("price", "cost"), 1),
    "expensive": (("price", "cost"), 1),
    "heaviest": (("weight", "mass"), 1),
    "lightest": (("weight", "mass"), -1),
    "longest": (("length", "duration"), 1),
    "shortest": (("length", "duration"), -1),
    "tallest": (("height",), 1),
    "oldest": (("age",), 1),
    "eldest": (("age",), 1),
    "youngest": (("age",), -1),
    "largest": (("size", "area", "population"), 1),
    "biggest": (("size", "area", "population"), 1),
    "smallest": (("size", "area", "population"), -1),
    "fastest": (("speed",), 1),
    "slowest": (("speed",), -1),
}
"""Word → the leaves that it may speak of, and whether the largest or the smallest is meant."""
_MOMENTS: Final = {"newest": 1, "latest": 1, "recent": 1, "oldest": -1, "earliest": -1}
_OPPOSITES: Final = frozenset(("least", "not", "second", "next"))


class Superlative(NamedTuple):
    """A field that gives the one object with the most, or the least, of something."""

    coordinate: str
    target: str
    """The declared type of what it gives."""
    leaf: RowLeaf
    direction: int
    """1 for the largest, -1 for the smallest."""
    keys: ListedKeys | None
    """How it is told among what to choose; None where it chooses among all."""

    @property
    def which(self) -> str:
        """As a message says it."""
        return "largest" if self.direction > 0 else "smallest"


class _Known(NamedTuple):
    """What is known of an object: its key, and the number or moment that decides."""

    key: str
    measure: Measure
    shown: str
    unit: str = ""


@once
def superlatives_of(types: SchemaTypes, coordinate: str) -> list[Superlative]:
    """The field as a superlative; empty if it is none, or if it is open what decides."""
    name = coordinate.partition(".")[2]
    field, spoken = types.field(coordinate), words(name)
    if field is None or is_list(field.type) or list_type_of(types, coordinate).row or set(spoken) & _OPPOSITES:
        return []
    target = type_name(field)
    found = _decisive_leaf(types, target, spoken)
    if found is None:
        return []
    leaf, direction = found
    by_keys = listed_keys_of(types, coordinate)
    if by_keys:
        return [Superlative(coordinate, target, leaf, direction, by_keys[0])]
    if name in types.plain(coordinate.partition(".")[0]) and not field.args:
        return [Superlative(coordinate, target, leaf, direction, None)]
    return []


def _decisive_leaf(types: SchemaTypes, target: str, spoken: Sequence[str]) -> tuple[RowLeaf, int] | None:
    """The leaf that a superlative word speaks of, where rows have but one such."""
    leaves = row_leaves(types, target)
    for word in spoken:
        names, direction = _WORDS.get(word, ((), 0))
        for name in names:
            found = [leaf for leaf in leaves.of((name,)) if leaf.kind is ValueKind.NUMBER]
            if len(found) == 1:
                return found[0], direction
        if word in _MOMENTS and len(leaves.moments) == 1:
            return leaves.moments[0], _MOMENTS[word]
    return None


def _propose(observed: Observations) -> Iterator[Conversation]:
    """Those that choose among given keys first: nothing else can be why they choose otherwise."""
    types = observed.types
    found = []
    for route, typename in entry_points(observed):
        for name in types.fields(typename):
            found += [(route, one) for one in superlatives_of(types, f"{typename}.{name}")]
    for route, one in found:
        if one.keys is not None:
            yield _ask_among_keys(observed, route, one, one.keys)
    for typename in types.object_types:
        for name in types.plain(typename):
            for one in superlatives_of(types, f"{typename}.{name}"):
                listed = _list_beside(types, one)
                routes = observed.routes_to(typename, most=_ROUTES) if listed and one.keys is None else []
                for route in routes:
                    yield _ask_beside_list(types, route, one, listed)


def _list_beside(types: SchemaTypes, one: Superlative) -> str:
    """The list of the same object that holds all among which is chosen; empty where there is none, or several."""
    parent = one.coordinate.partition(".")[0]
    found = []
    for name in types.plain(parent):
        coordinate = f"{parent}.{name}"
        if list_type_of(types, coordinate).row == one.target and gives_all(types, coordinate):
            found.append(name)
    return found[0] if len(found) == 1 else ""


def _decisive(types: SchemaTypes, typename: str, one: Superlative) -> list[Selection]:
    paths = [path for path in (one.leaf.path, one.leaf.unit) if path]
    return nested(types, typename, paths)


def _ask_among_keys(observed: Observations, route: Route, one: Superlative, keys: ListedKeys) -> Conversation:
    """Objects with what decides; then the choice among some of them, given in both directions, and of each alone."""
    types = observed.types
    known: dict[str, tuple[_Known, JSON]] = {}
    for typename, key in keys.by_type.items():
        selections = [Field(typename, key), *_decisive(types, typename, one)]
        for way in covering_routes(observed, typename, _ROUTES, {one.coordinate}):
            answer = yield query_at(types, way, typename, selections)
            for instance in instances(answer):
                found = _known(instance, one, keys)
                value = instance.value.get(key)
                if found is not None and isinstance(value, str | int):
                    known.setdefault(found.key, (found, value))
    in_order = sorted(known.values(), key=lambda pair: pair[0].measure)
    chosen = [in_order[place * (len(in_order) - 1) // (_KEYS - 1)] for place in range(_KEYS)] if in_order else []
    values = list(dict.fromkeys(value for _, value in chosen))
    for given in (values, values[::-1], values[:1]) if len(values) > 1 else ():
        yield _asking(types, route, one, keys, given)


def _asking(types: SchemaTypes, route: Route, one: Superlative, keys: ListedKeys, given: list[JSON]) -> Operation:
    parent, _, name = one.coordinate.partition(".")
    below = keys.selection(types)
    return query_at(types, route, parent, [Field(parent, name, arguments=((keys.argument, given),), children=below)])


def _ask_beside_list(types: SchemaTypes, route: Route, one: Superlative, listed: str) -> Conversation:
    """The choice and the list of one object, in one operation."""
    parent, _, name = one.coordinate.partition(".")
    identifier = types.identifier(one.target)
    if not identifier or types.possible(one.target) != [one.target]:
        return
    row: list[Selection] = [Field(one.target, identifier), *_decisive(types, one.target, one)]
    rows = list_type_of(types, f"{parent}.{listed}").select(types, row)
    own = types.identifier(parent)
    selections = [Field(parent, own)] if own else []
    yield query_at(
        types, route, parent, [*selections, Field(parent, name, children=row), Field(parent, listed, children=rows)]
    )


def _known(instance: Instance, one: Superlative, keys: ListedKeys) -> _Known | None:
    """What an object shows of its key and of what decides; None where it does not show both."""
    key = keys.by_type.get(instance.typename, "")
    return _read(instance.shape, instance.value, key, one.leaf) if key else None


def _read(shape: ObjectShape, value: dict[str, Any], key: str, leaf: RowLeaf) -> _Known | None:
    named, decides = follow(shape, value, (key,)), follow(shape, value, leaf.path)
    found = measure(decides, leaf.kind) if isinstance(decides, str | int | float) else None
    if found is None or not isinstance(named, str | int):
        return None
    unit = follow(shape, value, leaf.unit) if leaf.unit else ""
    return _Known(str(named), found, str(decides), str(unit))


class _Choice(NamedTuple):
    """What a superlative field has chosen, and among what."""

    field: AnsweredField
    one: Superlative
    among: list[_Known]
    key: str
    """Of what was chosen; empty for nothing."""

    @property
    def best(self) -> list[_Known]:
        """Those that should have been chosen: several, if they have the same measure."""
        pick = max if self.one.direction > 0 else min
        extreme = pick(known.measure for known in self.among)
        return [known for known in self.among if known.measure == extreme]

    @property
    def is_right(self) -> bool:
        """Whether one of the best was chosen."""
        return self.key in {known.key for known in self.best}


def _check(trace: Trace, types: SchemaTypes) -> Iterator[Mismatch]:
    """One mismatch for each field, the certain one if there is one."""
    told: dict[str, Mismatch] = {}
    for same_choice in _choices(trace, types).values():
        wrong = [choice for choice in same_choice if not choice.is_right]
        if not wrong:
            continue
        found = _mismatch(wrong[0], certain=len(wrong) < len(same_choice))
        known = told.get(found.coordinate)
        if known is None or found.severity is Severity.FAULT:
            told[found.coordinate] = found
    yield from told.values()


def _choices(trace: Trace, types: SchemaTypes) -> dict[tuple[str, frozenset[str]], list[_Choice]]:
    """What superlative fields have chosen, by field and by what there was to choose from."""
    choices: dict[tuple[str, frozenset[str]], list[_Choice]] = {}
    known: dict[str, dict[str, _Known]] = {}
    for field in answered_fields(trace):
        for one in superlatives_of(types, field.coordinate) if field.clean else ():
            if one.keys is None:
                choice = _among_rows(types, field, one)
            else:
                if field.coordinate not in known:
                    known[field.coordinate] = _all_known(trace, one, one.keys)
                choice = _among_keys(field, one, one.keys, known[field.coordinate])
            if choice is not None and len({each.unit for each in choice.among}) == 1:
                among = frozenset(each.key for each in choice.among)
                choices.setdefault((field.coordinate, among), []).append(choice)
    return choices


def _all_known(trace: Trace, one: Superlative, keys: ListedKeys) -> dict[str, _Known]:
    """What a trace shows of all objects among which may be chosen, by key."""
    known: dict[str, _Known] = {}
    for answer in trace:
        for instance in instances(answer):
            found = _known(instance, one, keys)
            if found is not None:
                known[found.key] = found
    return known


def _among_keys(field: AnsweredField, one: Superlative, keys: ListedKeys, known: dict[str, _Known]) -> _Choice | None:
    """The choice among keys; None unless what decides is known of all."""
    asked = field.arguments.get(keys.argument)
    if not isinstance(asked, list) or not asked or not known.keys() >= set(map(str, asked)):
        return None
    among = [known[str(key)] for key in dict.fromkeys(asked)]
    if field.value is None:
        return _Choice(field, one, among, "")
    shape = shape_of(field.shape, field.value)
    chosen = follow(shape, field.value, (keys.by_type.get(shape.typename, ""),))
    return _Choice(field, one, among, str(chosen)) if isinstance(chosen, str | int) else None


def _among_rows(types: SchemaTypes, field: AnsweredField, one: Superlative) -> _Choice | None:
    """The choice among the rows of the list beside it; None unless all of them are there."""
    listed = field.owner.shape.plain_field(_list_beside(types, one))
    identifier = types.identifier(one.target)
    if listed is None or not identifier:
        return None
    beside = field._replace(shape=listed, value=field.owner.value.get(listed.key))
    objects = given_objects(types, beside)
    rows_field, items, _ = in_container(list_type_of(types, beside.coordinate), beside)
    if not objects or not isinstance(items, list):
        return None
    rows = [row_of(types, list_type_of(types, beside.coordinate), rows_field, item) for item in items]
    among = [_read(row.shape, row.value, identifier, one.leaf) for row in rows]
    known = [found for found in among if found is not None]
    shape = shape_of(field.shape, field.value)
    chosen = follow(shape, field.value, (identifier,)) if field.value is not None else ""
    if len(known) < len(among) or not isinstance(chosen, str | int):
        return None
    return _Choice(field, one, known, str(chosen))


def _mismatch(choice: _Choice, *, certain: bool) -> Mismatch:
    """Certain where the same among which to choose, given in another order, has brought the right one."""
    field, one, best = choice.field, choice.one, choice.best[0]
    leaf = ".".join(one.leaf.path)
    chosen = next((known.shown for known in choice.among if known.key == choice.key), "")
    what = f'answers with {leaf} "{chosen}"' if chosen else "answers with nothing"
    if choice.key and not chosen:
        what = "answers with one that it was not to choose from"
    order = " when the same are given in another order" if certain else ""
    message = f'{what}{order}, but the {one.which} among them is "{best.shown}"'
    lines = listing((f"{known.key}: {known.shown}" for known in choice.among), _KEYS)
    severity = Severity.FAULT if certain else Severity.SUSPICION
    return Mismatch(field.coordinate, message, field.path, lines, severity, field.step)


RELATION: Final[Relation] = Relation(
    "superlatives",
    "the cheapest has the lowest price, the latest the last moment",
    _propose,
    _check,
)
