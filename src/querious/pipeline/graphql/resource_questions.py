"""The questions of GraphQL that can be asked at any size, made of what answers have shown."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from graphql import GraphQLList, get_named_type, is_composite_type, is_object_type

from querious.answers.pages import is_size
from querious.growth import Dimension
from querious.growth.dimension import doubling
from querious.model import Field, Operation, graphql_case
from querious.model.arguments import is_plain, plain
from querious.model.definitions import is_list, nullable
from querious.model.document_text import write_case
from querious.pipeline.resources.phase import GrowingQuestion, MeasuredAnswer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from querious.model import JSON, Case, Exchange, Selection
    from querious.pipeline.graphql.api import GraphqlApi
    from querious.relations.routes import FieldStep

DEPTH: Final = Dimension(
    "Depth", "levels of objects", tuple(range(2, 34, 2)), 32, "limit of depth or of complexity", in_steps=True
)
ALIASES: Final = Dimension(
    "Aliases", "aliases of one field", doubling(1, 256), 256, "limit of aliases or of complexity"
)
BATCH: Final = Dimension("Batch", "operations in one request", doubling(1, 64), 64, "limit of batches")
WIDTH: Final = Dimension("Width", "selections of one field", doubling(8, 256))
CHAIN: Final = Dimension("Fragments", "fragments that spread each other", doubling(8, 256))
SPREADS: Final = Dimension("Spreads", "fragments that spread the next one twice", doubling(2, 16))
PAGE: Final = Dimension("Page", "rows of a page", doubling(16, 2048), 1024, "longest page", keeps_to_rows=True)
TEXT_STEPS: Final = Dimension("Text", "characters of a text", tuple(range(12, 30, 2)), in_steps=True)
TEXT: Final = Dimension("LongText", "characters of a text", doubling(64, 16_384))
LIST: Final = Dimension("List", "items of a list that is sent", doubling(8, 1024))

_FIELDS: Final = 4
"""Fields that are measured for one kind of argument."""
_LONGEST_CYCLE: Final = 4
_TOO_LONG: Final = frozenset({413, 414, 431})
_CLIENT_ERRORS: Final = range(400, 500)


def graphql_questions(api: GraphqlApi) -> Iterator[GrowingQuestion]:
    """The questions of one API, those that load it least first."""
    known = _known_fields(api)
    if not known:
        return
    step = known[0]
    root = api.observed.types.root
    coordinate = step.coordinate
    yield GrowingQuestion(WIDTH, coordinate, _case(WIDTH, root, lambda size: [_asked(api, step)] * size), _read)
    for dimension, twice in ((CHAIN, 1), (SPREADS, 2)):
        yield GrowingQuestion(dimension, root, _fragments(dimension, root, twice), _read)
    yield GrowingQuestion(ALIASES, coordinate, _case(ALIASES, root, lambda size: _aliases(api, step, size)), _read)
    yield _batch(api, step)
    yield from _pages(api, known)
    yield from _texts(api, known)
    yield from _lists(api, known)
    yield from _depths(api, known)


def _known_fields(api: GraphqlApi) -> list[FieldStep]:
    """Fields of the query type that have brought something, with the arguments that did; objects before lists."""
    types = api.observed.types
    found = [route[0] for routes in list(api.observed.routes.values()) for route in routes.values() if len(route) == 1]
    fields = {step.coordinate: step for step in found if types.field(step.coordinate) is not None}
    return sorted(fields.values(), key=lambda step: is_list(_declared(api, step)))


def _declared(api: GraphqlApi, step: FieldStep) -> Any:
    field = api.observed.types.field(step.coordinate)
    return field.type if field is not None else None


def _asked(api: GraphqlApi, step: FieldStep, changed: Mapping[str, JSON] | None = None, *, alias: str = "") -> Field:
    """The field with its arguments, some of them changed, and as little below it as can be."""
    arguments = {name: plain(value) for name, value in step.arguments} | dict(changed or {})
    named = get_named_type(_declared(api, step))
    below = [_least(api, named.name)] if is_composite_type(named) else []
    return Field(step.parent, step.name, alias, list(arguments.items()), children=below)


def _least(api: GraphqlApi, typename: str) -> Field:
    leaves = api.observed.types.leaves(typename)
    return Field(typename, leaves[0] if leaves else "__typename")


def _aliases(api: GraphqlApi, step: FieldStep, size: int) -> list[Selection]:
    return [_asked(api, step, alias=f"a{place}") for place in range(size)]


def _case(dimension: Dimension, root: str, selections: Callable[[int], Sequence[Selection]]) -> Any:
    def case_of(number: int, size: int) -> Case:
        return write_case(number, Operation("query", f"{dimension.name}{size}", root, list(selections(size))))

    return case_of


def _fragments(dimension: Dimension, root: str, times: int) -> Callable[[int, int], Case]:
    """Each fragment spreads the next one, once or several times."""

    def case_of(number: int, size: int) -> Case:
        name = f"{dimension.name}{size}"
        spreads = [f"fragment F{at} on {root} {{ {f'...F{at + 1} ' * times}}}" for at in range(size)]
        last = f"fragment F{size} on {root} {{ __typename }}"
        document = " ".join([f"query {name} {{ ...F0 }}", *spreads, last])
        operation = Operation("query", name, root, [Field(root, "__typename")])
        return graphql_case(number, operation, document, {})

    return case_of


def _batch(api: GraphqlApi, step: FieldStep) -> GrowingQuestion:
    root = api.observed.types.root
    single = Operation("query", "", root, [_asked(api, step)])

    def case_of(number: int, size: int) -> Case:
        case = write_case(number, single)
        return case.__class__(number, single, case.request._replace(body=[case.request.body] * size))

    def read(exchange: Exchange) -> MeasuredAnswer:
        return MeasuredAnswer(refused=not isinstance(exchange.payload, list) or exchange.status in _CLIENT_ERRORS)

    return GrowingQuestion(BATCH, step.coordinate, case_of, read, lambda number: write_case(number, single))


def _pages(api: GraphqlApi, known: Sequence[FieldStep]) -> Iterator[GrowingQuestion]:
    root, measured = api.observed.types.root, 0
    for step in known:
        sizes = [
            name
            for name, argument in api.observed.types.field(step.coordinate).args.items()  # type: ignore[union-attr]
            if is_size(name) and get_named_type(argument.type).name == "Int"
        ]
        rows = _row_selection(api, step)
        if len(sizes) != 1 or rows is None or measured >= _FIELDS:
            continue
        measured += 1

        def selections(size: int, step: FieldStep = step, name: str = sizes[0], rows: Field = rows) -> list[Selection]:
            asked = _asked(api, step, {name: size})
            return [asked if rows.name == "" else asked._replace(children=[rows])]

        yield GrowingQuestion(PAGE, step.coordinate, _case(PAGE, root, selections), _read_page)


def _row_selection(api: GraphqlApi, step: FieldStep) -> Field | None:
    """What shows the rows of a list or of a page: a field without a name where the field itself is the list."""
    types, declared = api.observed.types, _declared(api, step)
    if is_list(declared):
        return Field("", "")
    named = get_named_type(declared)
    for name, field in types.plain(named.name).items() if is_object_type(named) else ():
        below = get_named_type(field.type)
        if is_list(field.type) and is_object_type(below):
            inner = _least(api, below.name)
            node = types.field(f"{below.name}.node") if name == "edges" else None
            if node is not None:
                kind = get_named_type(node.type).name
                inner = Field(below.name, "node", children=[Field(kind, "__typename")])
            return Field(named.name, name, children=[inner])
    return None


def _texts(api: GraphqlApi, known: Sequence[FieldStep]) -> Iterator[GrowingQuestion]:
    """Texts that a pattern which tries everything takes longest to refuse; in small steps first."""
    root, measured = api.observed.types.root, 0
    for step in known:
        for name, argument in api.observed.types.field(step.coordinate).args.items():  # type: ignore[union-attr]
            if get_named_type(argument.type).name != "String" or is_list(argument.type) or measured >= _FIELDS:
                continue
            measured += 1

            def selections(size: int, step: FieldStep = step, name: str = name) -> list[Selection]:
                return [_asked(api, step, {name: "a" * (size - 1) + "!"})]

            for dimension in (TEXT_STEPS, TEXT):
                place = f"{step.coordinate}.{name}"
                yield GrowingQuestion(dimension, place, _case(dimension, root, selections), _read_values)


def _lists(api: GraphqlApi, known: Sequence[FieldStep]) -> Iterator[GrowingQuestion]:
    root, measured = api.observed.types.root, 0
    for step in known:
        for name, value in step.arguments:
            items = plain(value)
            declared = api.observed.types.field(step.coordinate).args[name].type  # type: ignore[union-attr]
            if not isinstance(nullable(declared), GraphQLList) or not isinstance(items, list) or not items:
                continue
            if measured >= _FIELDS:
                return
            measured += 1

            def selections(
                size: int, step: FieldStep = step, name: str = name, items: list[Any] = items
            ) -> list[Selection]:
                return [_asked(api, step, {name: [items[place % len(items)] for place in range(size)]})]

            yield GrowingQuestion(LIST, f"{step.coordinate}.{name}", _case(LIST, root, selections), _read_values)


def _depths(api: GraphqlApi, known: Sequence[FieldStep]) -> Iterator[GrowingQuestion]:
    """The first way from an object back to one of its type, gone round and round."""
    root = api.observed.types.root
    for step in known:
        named = get_named_type(_declared(api, step))
        cycle = _cycle(api, named.name) if is_object_type(named) else []
        if not cycle:
            continue

        def selections(size: int, step: FieldStep = step, cycle: Sequence[Field] = tuple(cycle)) -> list[Selection]:
            last = cycle[(size - 1) % len(cycle)]
            below = [_least(api, _target(api, last))]
            for place in reversed(range(size)):
                below = [cycle[place % len(cycle)]._replace(children=below)]
            return [_asked(api, step)._replace(children=below)]

        yield GrowingQuestion(DEPTH, step.coordinate, _case(DEPTH, root, selections), _read)
        return


def _target(api: GraphqlApi, field: Field) -> str:
    defined = api.observed.types.field(field.coordinate)
    return get_named_type(defined.type).name if defined is not None else ""


def _cycle(api: GraphqlApi, typename: str) -> list[Field]:
    """The shortest way back to a type over objects; over as few lists as can be."""
    waiting: list[tuple[str, list[Field]]] = [(typename, [])]
    met: set[str] = set()
    while waiting:
        here, way = waiting.pop(0)
        fields = api.observed.types.plain(here)
        for name in sorted(fields, key=lambda one: is_list(fields[one].type)):
            field = fields[name]
            target = get_named_type(field.type)
            if not is_object_type(target) or not is_plain(field):
                continue
            further = [*way, Field(here, name)]
            if target.name == typename:
                return further
            if target.name not in met and len(further) < _LONGEST_CYCLE:
                met.add(target.name)
                waiting.append((target.name, further))
    return []


def _read(exchange: Exchange) -> MeasuredAnswer:
    """A refusal is an answer without data."""
    payload = exchange.payload
    data = payload.get("data") if isinstance(payload, dict) else None
    return MeasuredAnswer(refused=exchange.status in _CLIENT_ERRORS or not isinstance(data, dict))


def _read_values(exchange: Exchange) -> MeasuredAnswer:
    """Whether a value is found does not matter here: only one that is too long is refused for its size."""
    return MeasuredAnswer(refused=exchange.status in _TOO_LONG)


def _read_page(exchange: Exchange) -> MeasuredAnswer:
    payload = exchange.payload if isinstance(exchange.payload, dict) else {}
    data = payload.get("data")
    inside = next(iter(data.values()), None) if isinstance(data, dict) else None
    if isinstance(inside, dict):
        inside = next((value for value in inside.values() if isinstance(value, list)), None)
    rows = len(inside) if isinstance(inside, list) else None
    return MeasuredAnswer(refused=exchange.status in _CLIENT_ERRORS or rows is None, rows=rows)
