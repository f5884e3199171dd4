"""Input types → functions that make values, compiled once per schema.

A maker takes a Chance and returns a value that is valid for its type. Recursive input objects end: beyond a depth only
what is required is filled, lists stay empty, and ``@oneOf`` takes the branch that ends soonest.
"""

from __future__ import annotations

from collections import deque
from functools import cache
from math import inf
from typing import TYPE_CHECKING, Final, TypeVar

from graphql import (
    GraphQLEnumType,
    GraphQLInputObjectType,
    GraphQLList,
    GraphQLNonNull,
    GraphQLScalarType,
    get_named_type,
    is_required_input_field,
    specified_scalar_types,
)

from querious.graphql.pages import is_page
from querious.graphql.values.accepted import Accepted
from querious.graphql.values.call_forms import CallForms, FormMakers
from querious.graphql.values.edges import edges_of, inner_of
from querious.graphql.values.heights import TALLEST, Heights
from querious.graphql.values.input_objects import InputMember, one_of_maker, record_maker
from querious.graphql.values.learned_arguments import LearnedArguments, fits_int
from querious.graphql.values.sources import InputPosition
from querious.model import EnumValue
from querious.model.definitions import input_at, is_list, nullable
from querious.text.display import listing
from querious.values import scalars
from querious.values.overrides import GeneratorFailedError, Overrides
from querious.values.pool import SchemaKnowledge
from querious.values.semantics import by_name
from querious.values.strings import neighbour

if TYPE_CHECKING:
    from collections.abc import Callable, KeysView, Mapping, Sequence

    from graphql import GraphQLInputType, GraphQLNamedType, GraphQLSchema

    from querious.model import JSON, Value
    from querious.values import Chance, FieldCall, Pool
    from querious.values.learned_values import LearnedValues
    from querious.values.overrides import Failed, Generate
    from querious.values.scalars import Make, Scalar

UPLOADS_LEFT_OUT: Final = "File uploads are left out"
"""Begins the note of those that cannot be made."""
_LEARNED: Final = 0.85
"""How often a learned value is taken where there is one."""
_LEARNED_OF_FORMAT: Final = 0.3
"""The same for scalars of a known format, of which generated values are as good."""
_NEIGHBOUR: Final = 0.1
"""How often a learned value is changed a little: of the right format, and probably of nothing that exists."""
_NULL_ITEM: Final = 0.05
_BARE_ITEM: Final = 0.03
"""How often a single value is sent where a list is expected: valid GraphQL, and seldom tried."""
_LIST: Final = 3
"""Items of a list at most."""
_NOTED: Final = 10
"""Coordinates named in one note."""
_AT_ONCE: Final = 3_000
"""Scalar arguments and input fields whose makers are made before the first request, so that every answer teaches about
them; the others of a large schema are made when they are first drawn."""
_DEEPEST: Final = 3
"""Input objects inside each other, beyond which nothing optional is filled."""
_Made = TypeVar("_Made", "Make", "Make | None")


class Makers:
    """Makes makers; gathers notes on what could not be made well."""

    def __init__(
        self,
        schema: GraphQLSchema,
        pool: Pool,
        generators: Mapping[str, Generate | Sequence[JSON]] | None = None,
        failed: Failed = lambda _name, _error: None,
    ) -> None:
        self.pool = pool
        self._overrides = Overrides(generators or {}, failed)
        self._schema = schema
        self._learned = LearnedArguments(schema, pool, self._plain)
        self._calls = CallForms(schema, pool, FormMakers(self._own, self._learned.at, self._least))
        accepted = Accepted(schema, self._learned.vocabulary)
        pool.schema = SchemaKnowledge(self.call, cache(lambda name: is_page(schema.type_map.get(name))), accepted.shown)
        self._heights = Heights(schema, self._overrides)
        self._records: dict[str, Make] = {}
        self._unfilled: deque[tuple[GraphQLInputObjectType, list[InputMember]]] = deque()
        """Input types that have a maker which does not know its members yet."""
        self._at_once = _AT_ONCE
        self._guessed: dict[str, str] = {}
        """Unknown scalars, and where each is first used."""
        self._noted: set[str] = set()
        """Types at deferred coordinates whose scalars are noted."""
        self._left_out: dict[str, bool] = {}
        """Coordinates for which nothing can be made → whether they are files themselves."""

    @property
    def notes(self) -> tuple[str, ...]:
        """What the user should know of the values, once all makers are made."""
        guessed = (
            f"Scalar {name} is not known to querious (first used at {place}): its values are guessed. Give a generator "
            f'for it: generators = {{"{name}": …}} in a hooks file or [generators] {name} = ["…"] in querious.toml.'
            for name, place in self._guessed.items()
        )
        uploads = [place for place, is_upload in self._left_out.items() if is_upload]
        impossible = [place for place, is_upload in self._left_out.items() if not is_upload]
        unused = self._overrides.unused()
        told = {
            f"{UPLOADS_LEFT_OUT}: {listing(uploads, _NOTED)}.": uploads,
            "Left out, because no value of their type can be made (it needs a file, or input types that need each "
            f"other in a circle or are more than {TALLEST} deep): {listing(impossible, _NOTED)}.": impossible,
            f"These generators match nothing in the schema: {', '.join(unused)}.": unused,
        }
        return (*guessed, *(note for note, names in told.items() if names))

    @property
    def left_out(self) -> KeysView[str]:
        """Arguments and input fields for which nothing can be made; grows while makers are made."""
        return self._left_out.keys()

    # makers for random operations

    def maker(
        self, coordinate: str, declared: GraphQLInputType, returned: GraphQLNamedType | None = None
    ) -> Make | None:
        """A maker for an argument or input field, never of null at the top; None if no value can be made.

        ``returned`` is the type that the argument's field gives.
        """
        return self._filled(self._maker(coordinate, declared, returned))

    def _maker(
        self, coordinate: str, declared: GraphQLInputType, returned: GraphQLNamedType | None = None
    ) -> Make | None:
        """The same; makers of input objects may not know their members yet."""
        own = self._overrides.at(coordinate)
        if own is not None:
            return _generated(own, declared, lambda: self._usual(declared, coordinate, returned))
        if not self.can_make(declared):
            self._leave_out(coordinate, declared)
            return None
        if self._at_once > 0:
            return self._make(declared, coordinate, returned)
        self._note_scalars(declared, coordinate)
        compiled = cache(lambda: self._filled(self._make(declared, coordinate, returned)))
        return lambda chance: compiled()(chance)  # noqa: PLW0108 (not compiled before it is drawn)

    def can_make(self, declared: GraphQLInputType) -> bool:
        """Whether there is a value of a type that could be sent."""
        return self._heights.of(declared) < inf

    def _leave_out(self, coordinate: str, declared: GraphQLInputType) -> None:
        self._left_out[coordinate] = scalars.is_upload(get_named_type(declared).name)

    def _usual(self, declared: GraphQLInputType, coordinate: str, returned: GraphQLNamedType | None) -> Make | None:
        """A maker that does without the user's generator for this coordinate."""
        return self._filled(self._make(declared, coordinate, returned)) if self.can_make(declared) else None

    def _note_scalars(self, declared: GraphQLInputType, coordinate: str) -> None:
        """Note the unknown scalars of a type and of all that it can hold, without making anything."""
        waiting = [(get_named_type(declared), coordinate)]
        while waiting:
            named, place = waiting.pop()
            if named.name in self._noted:
                continue
            self._noted.add(named.name)
            if isinstance(named, GraphQLInputObjectType):
                for name, field in named.fields.items():
                    waiting.append((get_named_type(field.type), f"{named.name}.{name}"))
            elif isinstance(named, GraphQLScalarType) and self._overrides.of_type(named.name) is None:
                self._scalar(named.name, place)

    def _make(self, declared: GraphQLInputType, coordinate: str, returned: GraphQLNamedType | None) -> Make:
        bare = nullable(declared)
        if isinstance(bare, GraphQLList):
            return self._list(bare.of_type, coordinate, returned)
        named = get_named_type(declared)
        own = self._overrides.of_type(named.name)
        if own is not None:
            return _generated(own, bare, lambda: self._filled(self._of_named(named, coordinate, returned)))
        return self._of_named(named, coordinate, returned)

    def _of_named(self, named: GraphQLNamedType, coordinate: str, returned: GraphQLNamedType | None) -> Make:
        if isinstance(named, GraphQLInputObjectType):
            return self._record(named)
        if isinstance(named, GraphQLEnumType):
            members = [EnumValue(name) for name in named.values]
            return lambda chance: chance.choose(members)
        return self._leaf(named.name, coordinate, returned)

    def _list(self, item: GraphQLInputType, coordinate: str, returned: GraphQLNamedType | None) -> Make:
        """The maker of a list; of the empty list where no item can be made."""
        if not self.can_make(item):
            self._leave_out(coordinate, item)
            return lambda _: []  # items that lack what they require would be refused, and rightly so
        return _list_maker(self._make(item, coordinate, returned), item)

    def _leaf(self, scalar: str, coordinate: str, returned: GraphQLNamedType | None) -> Make:
        odd: Make = self._scalar(scalar, coordinate).odd
        if scalar not in specified_scalar_types:
            odd = self.pool.kinds.avoiding(scalar, odd)
        self._at_once -= 1
        learned = self._learned.at(coordinate, self._position(scalar, coordinate, returned))
        of_format = scalar not in {"ID", "String", "Int"} and scalars.has_generator(scalar)
        often = _LEARNED_OF_FORMAT if of_format else _LEARNED
        source = learned if learned.groups or learned.has_hints else None
        return _leaf_maker(self._plain(scalar, coordinate), odd, source, often, as_int=scalar == "Int")

    def _plain(self, scalar: str, coordinate: str) -> Make:
        """The maker of plain values for a scalar, by the name of the argument or by that of the scalar."""
        plain = by_name(coordinate.rpartition(".")[2], scalar) or self._scalar(scalar, coordinate).plain
        return plain if scalar in specified_scalar_types else self.pool.kinds.avoiding(scalar, plain)

    def _position(self, scalar: str, coordinate: str, returned: GraphQLNamedType | None) -> InputPosition:
        """What the schema says of an argument, or of an input field wherever that is used."""
        holder, name, *argument = coordinate.split(".")
        described = getattr(input_at(self._schema, coordinate), "description", None) or ""
        if argument:
            return InputPosition(coordinate, scalar, returned, holder, name, description=described)
        return InputPosition(coordinate, scalar, returned, around=(holder,), description=described)

    def _scalar(self, name: str, coordinate: str) -> Scalar:
        known = scalars.scalar_for(name)
        if known is None:
            self._guessed.setdefault(name, coordinate)
            known = scalars.guessed()
        return known

    # input objects

    def _record(self, input_type: GraphQLInputObjectType) -> Make:
        """The maker of an input object; one per type, made before those of its fields, which may refer to it."""
        if input_type.name not in self._records:
            members: list[InputMember] = []
            maker_of = one_of_maker if getattr(input_type, "is_one_of", False) else record_maker
            self._records[input_type.name] = maker_of(members, _DEEPEST)
            self._unfilled.append((input_type, members))
        return self._records[input_type.name]

    def _filled(self, make: _Made) -> _Made:
        """The maker, once all makers of input objects have their members.

        They get them one after the other, as input types may be nested to any depth.
        """
        while self._unfilled:
            input_type, members = self._unfilled.popleft()
            for name, field in input_type.fields.items():
                coordinate = f"{input_type.name}.{name}"
                member_make = self._maker(coordinate, field.type)
                if member_make is None:
                    continue
                member = InputMember(
                    name,
                    coordinate,
                    member_make,
                    required=is_required_input_field(field),
                    nullable=not isinstance(field.type, GraphQLNonNull),
                    type=str(field.type),
                    height=self._heights.of(field.type),
                )
                members.append(member)
        return make

    # values for plans

    def call(self, parent: str, name: str, target: str = "") -> FieldCall | None:
        """How plans fill the arguments of a field, see ``CallForms.call``."""
        return self._calls.call(parent, name, target)

    def _own(self, declared: GraphQLInputType, coordinate: str) -> Make | None:
        own = self._overrides.at(coordinate) or self._overrides.of_type(get_named_type(declared).name)
        return None if own is None else _generated(own, declared, lambda: self._usual(declared, coordinate, None))

    def _least(self, declared: GraphQLInputType, coordinate: str) -> Make | None:
        if not self.can_make(declared):
            return None

        def make(chance: Chance) -> Value:
            chance.depth = _DEEPEST + 1
            value = self._filled(self._make(declared, coordinate, None))(chance)
            chance.depth = 0
            return value

        return make

    # values at the edge, for probes

    def is_refused(self, forced: Mapping[str, Value]) -> bool:
        """Whether a probe would force a value of a kind that its scalar refuses."""
        for coordinate, value in forced.items():
            defined = input_at(self._schema, coordinate)
            if defined is not None and self.pool.kinds.refuses(get_named_type(defined.type).name, value):
                return True
        return False

    def edges(self, coordinate: str, declared: GraphQLInputType) -> list[Value]:
        """The values at the edge of an argument or input field: null, the empty list and so on."""
        return edges_of(declared, coordinate, self._overrides)

    def inner(self, coordinate: str, declared: GraphQLInputType) -> GraphQLInputObjectType | None:
        """The input type whose fields can be filled there; None for leaves and for what the user makes."""
        return inner_of(declared, coordinate, self._overrides)


def _generated(own: Generate, declared: GraphQLInputType, usual: Callable[[], Make | None]) -> Make:
    """A maker that draws with the user's generator and, once that has failed, without it.

    Null where nothing else can be made.
    """

    def make(chance: Chance) -> Value:
        try:
            return _fit(declared, own(chance.random))
        except GeneratorFailedError:
            # Beyond this depth only the generator ended a circle of types that need each other.
            made = usual() if chance.depth <= TALLEST else None
            return None if made is None else made(chance)

    return make


def _fit(declared: GraphQLInputType, value: JSON) -> Value:
    """The user's plain value in the form of its type: enum members marked, single items put into lists."""
    bare = nullable(declared)
    if value is None:
        return None
    if isinstance(bare, GraphQLList):
        items = value if isinstance(value, list | tuple) else [value]
        return [_fit(bare.of_type, item) for item in items]
    if isinstance(bare, GraphQLEnumType):
        return EnumValue(value)
    if isinstance(bare, GraphQLInputObjectType) and isinstance(value, dict):
        known = {name: _fit(field.type, value[name]) for name, field in bare.fields.items() if name in value}
        return value | known
    return value


def _list_maker(item: Make, declared: GraphQLInputType) -> Make:
    allows_null = not isinstance(declared, GraphQLNonNull)
    flat = not is_list(declared)

    def make(chance: Chance) -> Value:
        if chance.depth > _DEEPEST:
            return []
        if chance.forced:
            return [item(chance)]
        if flat and chance.rarely(_BARE_ITEM):
            return item(chance)
        length = chance.below(1 + min(chance.size, _LIST))
        return [None if allows_null and chance.rarely(_NULL_ITEM) else item(chance) for _ in range(length)]

    return make


def _leaf_maker(plain: Make, odd: Make, learned: LearnedValues | None, often: float, *, as_int: bool) -> Make:
    def make(chance: Chance) -> JSON:
        if chance.wild and chance.rarely(chance.wild):
            return odd(chance)
        if learned is None or not chance.rarely(often):
            return plain(chance)
        value = learned.draw(chance)
        if value is None:
            return plain(chance)
        text = neighbour(chance, str(value)) if chance.rarely(_NEIGHBOUR) else str(value)
        if not as_int:
            return text
        return int(text) if fits_int(text) else plain(chance)

    return make
