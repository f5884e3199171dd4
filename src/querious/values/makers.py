"""Input types → functions that make values, compiled once per schema.

A maker takes a Chance and gives a value that is valid for its type. Recursive input objects end: beyond a depth only
what is required is filled, lists stay empty, and ``@oneOf`` takes the branch that ends soonest.
"""

from __future__ import annotations

from collections import deque
from math import inf
from typing import TYPE_CHECKING, Any

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

from querious.model import EnumValue
from querious.model.visible_text import listing
from querious.text.words import same, words
from querious.values import scalars
from querious.values.accepted import Accepted
from querious.values.call_forms import CallForms, FormMakers
from querious.values.complaints import listed_values
from querious.values.edges import edges_of, inner_of
from querious.values.field_names import asks_for_names, field_names
from querious.values.heights import TALLEST, Heights
from querious.values.input_objects import InputMember, one_of_maker, record_maker
from querious.values.learned_values import DESCRIBED, NAMED
from querious.values.overrides import GeneratorFailedError, Overrides, fit
from querious.values.semantics import by_name, guesses, usual_words
from querious.values.source_scores import GeneralScores
from querious.values.sources import InputPosition, Sources
from querious.values.strings import neighbour

if TYPE_CHECKING:
    from collections.abc import Callable, KeysView, Mapping, Sequence
    from random import Random

    from graphql import GraphQLInputField, GraphQLInputType, GraphQLNamedType, GraphQLSchema

    from querious.model import JSON, Value
    from querious.values.chance import Chance
    from querious.values.field_calls import FieldCall
    from querious.values.learned_values import LearnedValues
    from querious.values.pool import Pool
    from querious.values.scalars import Make, Scalar
    from querious.values.sources import SourceGroup

_LEARNED = 0.85
"""How often a learned value is taken where there is one."""
_SOMETIMES = 0.3
"""The same for scalars of a known format, of which own values are as good."""
_BUILT_IN = frozenset(("ID", "String", "Int"))
_TEXTUAL = frozenset(("ID", "String"))
_AMBIGUOUS = frozenset(("by", "key", "with"))
"""Names of arguments that take the name of a field in one service and what identifies an object in another."""
_TEN_DIGITS = 10
"""With fewer digits a number surely fits 32 bits."""
_NEIGHBOUR = 0.1
"""How often a learned value is changed a little: of the right format, and probably of nothing that is there."""
_NULL_ITEM = 0.05
_BARE_ITEM = 0.03
"""A single value where a list is expected is valid GraphQL, and seldom tried."""
_LIST = 3
"""Items of a list at most."""
_NOTED = 10
"""Places named in one note."""
_AT_ONCE = 3_000
"""Scalar arguments and input fields that have their makers before the first request, so that every answer teaches about
them; the others of a large schema have theirs made when they are first drawn."""
_DEEPEST = 3
"""Input objects inside each other, beyond which nothing optional is filled."""


class Makers:
    """Makes makers; gathers notes on what could not be made well."""

    def __init__(
        self,
        schema: GraphQLSchema,
        pool: Pool,
        generators: Mapping[str, Callable[[Random], JSON] | Sequence[JSON]] | None = None,
        failed: Callable[[str, BaseException], None] = lambda _name, _error: None,
    ) -> None:
        self.pool = pool
        self._overrides = Overrides(generators or {}, failed)
        self._schema = schema
        self._sources = Sources(schema)
        pool.pages(self._sources.vocabulary.is_page)
        pool.accepted(Accepted(schema, self._sources.vocabulary).shown)
        workshop = FormMakers(self._own, self._learned, self._least)
        self._forming = CallForms(schema, pool, workshop, self._sources.vocabulary.is_page)
        pool.callers(self._forming.call)
        self._heights = Heights(schema, self._overrides)
        self._records: dict[str, Make] = {}
        self._unfilled: deque[tuple[GraphQLInputObjectType, list[InputMember]]] = deque()
        """Input types that have a maker which does not know its members yet."""
        self._at_once = _AT_ONCE
        self._guessed: dict[str, str] = {}
        self._noted: set[str] = set()
        """Types of places whose makers are made later, as far as their scalars are noted."""
        self._left_out: dict[str, bool] = {}
        """Places of which nothing can be made → whether they are files themselves."""

    @property
    def notes(self) -> tuple[str, ...]:
        """What the user should know of the values, once all makers are made."""
        notes = [
            f"Scalar {name} is not known to querious (first used at {place}): its values are guessed. Give a generator "
            f'for it: generators = {{"{name}": …}} in a hooks file or [generators] {name} = ["…"] in querious.toml.'
            for name, place in self._guessed.items()
        ]
        uploads = [place for place, upload in self._left_out.items() if upload]
        impossible = [place for place, upload in self._left_out.items() if not upload]
        if uploads:
            notes.append(f"File uploads are left out: {listing(uploads, _NOTED)}.")
        if impossible:
            notes.append(
                f"Left out, because no value of their type can be made (it needs a file, or input types that need each "
                f"other in a circle or are more than {TALLEST} deep): {listing(impossible, _NOTED)}."
            )
        unused = self._overrides.unused()
        if unused:
            notes.append(f"These generators match nothing in the schema: {', '.join(unused)}.")
        return tuple(notes)

    @property
    def left_out(self) -> KeysView[str]:
        """Arguments and input fields of which nothing can be made; grows while makers are made."""
        return self._left_out.keys()

    def maker(self, coordinate: str, kind: GraphQLInputType, returned: GraphQLNamedType | None = None) -> Make | None:
        """A maker for an argument or input field, never of null at the top; None if no value can be made.

        ``returned`` is the type that the argument's field gives.
        """
        make = self._maker(coordinate, kind, returned)
        self._fill_records()
        return make

    def _maker(self, coordinate: str, kind: GraphQLInputType, returned: GraphQLNamedType | None = None) -> Make | None:
        """The same; makers of input objects may not know their members yet."""
        own = self._overrides.at(coordinate)
        if own is not None:
            return _drawn(own, kind, lambda: self._usual(kind, coordinate, returned))
        if self._heights.of(kind) == inf:
            self._left_out[coordinate] = scalars.is_upload(get_named_type(kind).name)
            return None
        if self._at_once <= 0:
            self._note_scalars(kind, coordinate)
            return Deferred(self, coordinate, kind, returned)
        return self._make(kind, coordinate, returned)

    def _usual(self, kind: GraphQLInputType, coordinate: str, returned: GraphQLNamedType | None) -> Make | None:
        """A maker without a generator of the user's for this place."""
        return self.compile(coordinate, kind, returned) if self.can_make(kind) else None

    def compile(self, coordinate: str, kind: GraphQLInputType, returned: GraphQLNamedType | None) -> Make:
        """The maker of a place whose turn has come."""
        return self._filled(self._make(kind, coordinate, returned))

    def _note_scalars(self, kind: GraphQLInputType, coordinate: str) -> None:
        """Note the unknown scalars of a place and of all that can stand in it, without making anything."""
        waiting = [(get_named_type(kind), coordinate)]
        while waiting:
            named, place = waiting.pop()
            if named.name in self._noted:
                continue
            self._noted.add(named.name)
            if isinstance(named, GraphQLInputObjectType):
                inner = ((get_named_type(field.type), f"{named.name}.{name}") for name, field in named.fields.items())
                waiting += inner
            elif isinstance(named, GraphQLScalarType) and self._overrides.of_type(named.name) is None:
                self._known(named.name, place)

    def call(self, parent: str, name: str, target: str = "") -> FieldCall | None:
        """How plans fill the arguments of a field, see ``CallForms.call``."""
        return self._forming.call(parent, name, target)

    def is_refused(self, forced: Mapping[str, Value]) -> bool:
        """Whether a probe would force a value of a kind that its scalar refuses."""
        return any(self.pool.kinds.refuses(self._scalar_at(place), value) for place, value in forced.items())

    def _scalar_at(self, coordinate: str) -> str:
        kind, name, *argument = coordinate.split(".")
        defined: Any = getattr(self._schema.type_map.get(kind), "fields", {}).get(name)
        if defined is not None and argument:
            defined = defined.args.get(argument[0])
        return "" if defined is None else get_named_type(defined.type).name

    def edges(self, coordinate: str, kind: GraphQLInputType) -> list[Value]:
        """The values at the edge of a place, itself: null, the empty list, the edges of its scalar and so on."""
        return edges_of(kind, coordinate, self._overrides)

    def inner(self, coordinate: str, kind: GraphQLInputType) -> GraphQLInputObjectType | None:
        """The input type whose fields can be filled at a place; None for leaves and for what the user makes."""
        return inner_of(kind, coordinate, self._overrides)

    def can_make(self, kind: GraphQLInputType) -> bool:
        """Whether there is a value of a type that could be sent."""
        return self._heights.of(kind) < inf

    def _make(self, kind: GraphQLInputType, coordinate: str, returned: GraphQLNamedType | None) -> Make:
        if isinstance(kind, GraphQLNonNull):
            return self._make(kind.of_type, coordinate, returned)
        if isinstance(kind, GraphQLList):
            return self._list(kind.of_type, coordinate, returned)
        named = get_named_type(kind)
        own = self._overrides.of_type(named.name)
        if own is not None:
            return _drawn(own, kind, lambda: self._filled(self._of_named(named, coordinate, returned)))
        return self._of_named(named, coordinate, returned)

    def _of_named(self, named: GraphQLNamedType, coordinate: str, returned: GraphQLNamedType | None) -> Make:
        if isinstance(named, GraphQLInputObjectType):
            return self._record(named)
        if isinstance(named, GraphQLEnumType):
            members = [EnumValue(name) for name in named.values]
            return lambda chance: chance.choose(members)
        return self._leaf(named.name, coordinate, returned)

    def _list(self, kind: GraphQLInputType, coordinate: str, returned: GraphQLNamedType | None) -> Make:
        """The maker of a list of these; where no value of them can be made, of the empty list."""
        if self._heights.of(kind) == inf:
            self._left_out[coordinate] = scalars.is_upload(get_named_type(kind).name)
            return lambda _: []  # items that lack what they require would be refused, and rightly so
        return _list_maker(self._make(kind, coordinate, returned), kind)

    def _leaf(self, scalar: str, coordinate: str, returned: GraphQLNamedType | None) -> Make:
        known = self._known(scalar, coordinate)
        plain = by_name(coordinate.rpartition(".")[2], scalar) or known.plain
        odd: Make = known.odd
        if scalar not in specified_scalar_types:
            plain, odd = self.pool.kinds.avoiding(scalar, plain), self.pool.kinds.avoiding(scalar, odd)
        self._at_once -= 1
        learned = self._learned(coordinate, self._spot(scalar, coordinate, returned))
        often = _LEARNED if scalar in _BUILT_IN or not scalars.has_generator(scalar) else _SOMETIMES
        known_values = learned if learned.tiers or learned.has_hints else None
        return _leaf_maker(plain, odd, known_values, often, as_int=scalar == "Int")

    def _spot(self, scalar: str, coordinate: str, returned: GraphQLNamedType | None) -> InputPosition:
        """What the schema says of an argument or of an input field, wherever that stands."""
        kind, name, *argument = coordinate.split(".")
        fields = getattr(self._schema.type_map.get(kind), "fields", {})
        defined = fields.get(name)
        if not argument:
            described = getattr(defined, "description", None) or ""
            return InputPosition(coordinate, scalar, returned, around=(kind,), description=described)
        given = getattr(defined, "args", {}).get(argument[0])
        return InputPosition(
            coordinate, scalar, returned, kind, name, description=getattr(given, "description", None) or ""
        )

    def _known(self, scalar: str, coordinate: str) -> Scalar:
        known = scalars.scalar_for(scalar)
        if known is None:
            self._guessed.setdefault(scalar, coordinate)
            known = scalars.guessed()
        return known

    def _learned(self, place: str, spot: InputPosition) -> LearnedValues:
        """What is learned at a place; with what is tried there in a plan while nothing is known."""
        named = self._schema.type_map.get(spot.scalar)
        tiers = self._tiers(spot)
        general, aimed, rest = place.partition("<")
        kin = None
        if aimed:
            wide = self._learned(general + rest.partition(">")[2], spot._replace(others=frozenset()))
            kin = GeneralScores(wide.standing, spot.others)
        if isinstance(named, GraphQLEnumType):
            members = {name: EnumValue(name) for name in named.values}
            options = tuple(members.values())
            return self.pool.argument(place, tiers, options, None, members.get, coordinate=spot.coordinate, kin=kin)
        plain = by_name(spot.name, spot.scalar) or self._known(spot.scalar, spot.coordinate).plain
        if spot.scalar not in specified_scalar_types:
            plain = self.pool.kinds.avoiding(spot.scalar, plain)
        tries = () if _takes_words(spot) else guesses(spot.name, spot.scalar)
        convert = converter(spot.scalar)
        learned = self.pool.argument(place, tiers, tries, plain, convert, coordinate=spot.coordinate, kin=kin)
        self._hint(learned, spot)
        return learned

    def _tiers(self, spot: InputPosition) -> tuple[SourceGroup, ...]:
        """Where values may be seen: those of a choice of words at fields of its name only, names of fields nowhere."""
        tiers = self._sources.of(spot)
        if spot.scalar != "String":
            return tiers
        if usual_words(spot.name, spot.scalar):
            return tuple(tier for tier in (_called(tier, spot.name) for tier in tiers) if tier.coordinates)
        return () if _takes_words(spot) else tiers

    def _hint(self, learned: LearnedValues, spot: InputPosition) -> None:
        """Add what the description lists and what the name asks for."""
        if spot.scalar not in _TEXTUAL:
            return
        described = listed_values(spot.description) if spot.description else []
        if described:
            learned.hint(DESCRIBED, described)
            return
        words_of_choice = usual_words(spot.name, spot.scalar)
        if words_of_choice:
            learned.hint(NAMED, words_of_choice)
        elif spot.scalar == "String" and asks_for_names(spot.name):
            learned.hint(NAMED, field_names(self._schema, self._sources.vocabulary, spot))

    def _own(self, kind: GraphQLInputType, coordinate: str) -> Make | None:
        own = self._overrides.at(coordinate) or self._overrides.of_type(get_named_type(kind).name)
        return None if own is None else _drawn(own, kind, lambda: self._usual(kind, coordinate, None))

    def _least(self, kind: GraphQLInputType, coordinate: str) -> Make | None:
        if self._heights.of(kind) == inf:
            return None

        def make(chance: Chance) -> Value:
            chance.depth = _DEEPEST + 1
            value = self.compile(coordinate, kind, None)(chance)
            chance.depth = 0
            return value

        return make

    def _record(self, kind: GraphQLInputObjectType) -> Make:
        """The maker of an input object; one per type, made before its fields', which may refer to it."""
        made = self._records.get(kind.name)
        if made is None:
            members: list[InputMember] = []
            one_of = getattr(kind, "is_one_of", False)
            made = self._records[kind.name] = (one_of_maker if one_of else record_maker)(members, _DEEPEST)
            self._unfilled.append((kind, members))
        return made

    def _filled(self, made: Make) -> Make:
        """The same maker, once all makers of input objects know their members."""
        self._fill_records()
        return made

    def _fill_records(self) -> None:
        """Give the makers of input objects their members: one after the other, as they may be nested to any depth."""
        while self._unfilled:
            kind, members = self._unfilled.popleft()
            for name, field in kind.fields.items():
                member = self._member(kind, name, field)
                if member is not None:
                    members.append(member)

    def _member(self, kind: GraphQLInputObjectType, name: str, field: GraphQLInputField) -> InputMember | None:
        coordinate = f"{kind.name}.{name}"
        make = self._maker(coordinate, field.type)
        if make is None:
            return None
        return InputMember(
            name,
            coordinate,
            make,
            is_required_input_field(field),
            not isinstance(field.type, GraphQLNonNull),
            str(field.type),
            self._heights.of(field.type),
        )


class Deferred:
    """A maker that is made when it is first needed: most arguments of a large schema never are."""

    __slots__ = ("_coordinate", "_kind", "_made", "_makers", "_returned")

    def __init__(
        self, makers: Makers, coordinate: str, kind: GraphQLInputType, returned: GraphQLNamedType | None
    ) -> None:
        self._makers = makers
        self._coordinate = coordinate
        self._kind = kind
        self._returned = returned
        self._made: Make | None = None

    def __call__(self, chance: Chance) -> Value:
        """A value."""
        if self._made is None:
            self._made = self._makers.compile(self._coordinate, self._kind, self._returned)
        return self._made(chance)


def _drawn(own: Callable[[Random], JSON], kind: GraphQLInputType, otherwise: Callable[[], Make | None]) -> Make:
    """A maker that draws with the user's generator and, once that has failed, without it.

    Null where nothing else can be made.
    """

    def make(chance: Chance) -> Value:
        try:
            return fit(kind, own(chance.random))
        except GeneratorFailedError:
            if chance.depth > TALLEST:  # only the generator ended a circle of types that need each other
                return None
            made = otherwise()
            return None if made is None else made(chance)

    return make


def _takes_words(spot: InputPosition) -> bool:
    """Whether an argument surely chooses between words or names of fields, so that no other text is worth a trial."""
    if spot.scalar != "String":
        return False
    named = asks_for_names(spot.name) and same(spot.name) not in _AMBIGUOUS
    return named or bool(usual_words(spot.name, spot.scalar))


def _called(tier: SourceGroup, name: str) -> SourceGroup:
    """Those coordinates of a tier whose field is called like an argument."""
    wanted = words(name)[-1:]
    return tier._replace(coordinates=tuple(one for one in tier.coordinates if words(one)[-1:] == wanted))


def _list_maker(item: Make, kind: GraphQLInputType) -> Make:
    nullable = not isinstance(kind, GraphQLNonNull)
    flat = not isinstance(kind.of_type if isinstance(kind, GraphQLNonNull) else kind, GraphQLList)

    def make(chance: Chance) -> Value:
        if chance.depth > _DEEPEST:
            return []
        if flat and not chance.forced and chance.rarely(_BARE_ITEM):
            return item(chance)
        length = 1 if chance.forced else chance.below(1 + min(chance.size, _LIST))
        nullable_here = nullable and not chance.forced
        return [None if nullable_here and chance.rarely(_NULL_ITEM) else item(chance) for _ in range(length)]

    return make


def _leaf_maker(plain: Make, odd: Make, learned: LearnedValues | None, often: float, *, as_int: bool) -> Make:
    def make(chance: Chance) -> JSON:
        if chance.wild and chance.rarely(chance.wild):
            return odd(chance)
        if learned is not None and chance.rarely(often):
            value = learned.draw(chance)
            if value is not None and chance.rarely(_NEIGHBOUR):
                value = neighbour(chance, str(value))
            if value is not None and not as_int:
                return str(value)
            if value is not None and _fits_int(str(value)):
                return int(value)
        return plain(chance)

    return make


def _fits_int(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < _TEN_DIGITS


def converter(scalar: str) -> Callable[[JSON], JSON]:
    """How a value that was shown somewhere is sent as this scalar; None where it cannot be."""
    if scalar in {"ID", "String"}:
        return str
    if scalar == "Int":
        return lambda value: int(value) if _fits_int(str(value)) else None
    if scalar == "Float":
        return lambda value: float(value) if isinstance(value, int | float) else None
    return lambda value: value
