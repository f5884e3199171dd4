"""Values are hard here: what look-ups need stands in lists or deep below, and names of arguments say little.

Global identifiers are opaque, works have inventory codes (``INV-1934-07``), museums full paths
(``europe/france/louvre``). A loan is found by lender and reference together. An exhibition is found by a day on which
one opens. Of 12 artists 3 have a studio and 1 of these has assistants; 2 have a rival, and one rival is that one.
Every field that queries reach has a value somewhere.
"""

from __future__ import annotations

import base64
import json
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from graphql import GraphQLError, build_schema

from apis.serving import serve

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

SDL = """
"A day, such as 1934-07-01."
scalar Date
enum Era { ANTIQUITY RENAISSANCE BAROQUE MODERN }

type Query {
  node(id: ID!): Node
  nodes(ids: [ID!]!): [Node]!
  regions: [Region!]!
  museum(fullPath: String!): Museum
  room(museum: String!, number: String!): Room
  find(key: String!): Holding
  artworkBy(where: WorkWhere!): Work
  loan(lender: String!, reference: String!): Loan
  opening(day: Date!): Exhibition
  works(era: Era, first: Int, after: String): WorkConnection!
  ofEra(era: Era!): [Work!]!
  artist(id: ID!): Artist
  artists(first: Int, after: String): ArtistConnection!
}

interface Node { id: ID! }
interface Work implements Node {
  id: ID! title: String! era: Era! inventory: Inventory! artist: Artist room: Room value: Valuation!
}
union Holding = Painting | Sculpture | Archive

type Painting implements Work & Node {
  id: ID! title: String! era: Era! inventory: Inventory! artist: Artist room: Room value: Valuation!
  technique: String sketches: [Sculpture!]
}
type Sculpture implements Work & Node {
  id: ID! title: String! era: Era! inventory: Inventory! artist: Artist room: Room value: Valuation!
  material: String weight: Float
}
type Archive implements Node { id: ID! label: String! inventory: Inventory! shelves: Int! }
type Inventory { code: String! year: Int! note: String }
type Valuation { amount: Int! expert: String }

type Region { name: String! countries: [Country!]! }
type Country { name: String! museums: [Museum!]! }
type Museum implements Node {
  id: ID! fullPath: String! slug: String! name: String! rooms: [Room!]! loans: [Loan!] archive: Archive
  exhibitions: [Exhibition!]!
}
type Room { number: String! floor: Int! museum: Museum! holdings(first: Int): [Holding!]! keeper: Keeper }
type Keeper { name: String! since: Date }
type Loan { reference: String! lender: Lender! work: Work! insurance: Valuation }
type Lender { login: String! name: String! loans: [Loan!]! }
type Exhibition { title: String! opens: Date! museum: Museum! highlight: Work catalogue: Catalogue }
type Catalogue { isbn: String! pages: Int! }

type Artist implements Node {
  id: ID! name: String! born: Date works(first: Int): [Work!]! rival: Artist studio: Studio
}
type Studio { street: String! city: String! assistants: [Assistant!]! }
type Assistant { name: String! guild: Guild }
type Guild { name: String! patron: Lender }

type PageInfo { hasNextPage: Boolean! endCursor: String }
type WorkConnection { edges: [WorkEdge!]! pageInfo: PageInfo! total: Int! }
type WorkEdge { cursor: String! node: Work! }
type ArtistConnection { edges: [ArtistEdge!]! pageInfo: PageInfo! total: Int! }
type ArtistEdge { cursor: String! node: Artist! }

"Exactly one must be given."
input WorkWhere { inventory: InventoryWhere title: String }
input InventoryWhere { code: String! }
"""


def opaque(kind: str, key: object) -> str:
    return base64.b64encode(f"gid://museum/{kind}/{key}".encode()).decode()


@dataclass(frozen=True)
class Inventory:
    code: str
    year: int
    note: str | None = None


@dataclass(frozen=True)
class Valuation:
    amount: int
    expert: str | None = None


@dataclass(frozen=True)
class Painting:
    title: str
    era: str
    inventory: Inventory
    artist: int | None
    room: str | None
    worth: int | None
    technique: str | None = None
    sketches: tuple[str, ...] | None = None


@dataclass(frozen=True)
class Sculpture:
    title: str
    era: str
    inventory: Inventory
    artist: int | None
    room: str | None
    worth: int | None
    material: str | None = None
    weight: float | None = None


@dataclass(frozen=True)
class Archive:
    label: str
    inventory: Inventory
    shelves: int


@dataclass(frozen=True)
class Keeper:
    name: str
    since: str | None


@dataclass(frozen=True)
class Room:
    number: str
    floor: int
    museum: str
    keeper: Keeper | None = None


@dataclass(frozen=True)
class Museum:
    path: str
    name: str
    archive: str | None = None

    @property
    def slug(self) -> str:
        return self.path.rpartition("/")[2]


@dataclass(frozen=True)
class Country:
    path: str
    name: str


@dataclass(frozen=True)
class Region:
    path: str
    name: str


@dataclass(frozen=True)
class Lender:
    login: str
    name: str


@dataclass(frozen=True)
class Loan:
    reference: str
    lender: str
    work: str
    museum: str
    insured: int | None


@dataclass(frozen=True)
class Catalogue:
    isbn: str
    pages: int


@dataclass(frozen=True)
class Exhibition:
    title: str
    opens: str
    museum: str
    highlight: str | None = None
    catalogue: Catalogue | None = None


@dataclass(frozen=True)
class Guild:
    name: str
    patron: str | None


@dataclass(frozen=True)
class Assistant:
    name: str
    guild: Guild | None


@dataclass(frozen=True)
class Studio:
    street: str
    city: str
    assistants: tuple[Assistant, ...] = ()


@dataclass(frozen=True)
class Artist:
    number: int
    name: str
    born: str | None = None
    rival: int | None = None
    studio: Studio | None = None


@dataclass(frozen=True)
class Page:
    """A part of a list of keys."""

    edges: tuple[Edge, ...]
    more: bool
    total: int


@dataclass(frozen=True)
class Edge:
    cursor: str
    node: Any


REGIONS = (Region("europe", "Europe"), Region("asia", "Asia"))
COUNTRIES = (
    Country("europe/france", "France"),
    Country("europe/italy", "Italy"),
    Country("asia/japan", "Japan"),
    Country("asia/nepal", "Nepal"),
)
MUSEUMS = (
    Museum("europe/france/louvre", "Louvre", archive="INV-1871-01"),
    Museum("europe/france/orsay", "Orsay"),
    Museum("europe/italy/uffizi", "Uffizi"),
    Museum("asia/japan/nezu", "Nezu"),
)
ROOMS = (
    Room("A1", 0, "louvre"),
    Room("A2", 0, "louvre", Keeper("Odile", "2011-03-01")),
    Room("A1", 1, "uffizi", Keeper("Piero", None)),
    Room("N7", 2, "nezu"),
)
_GUILD = Guild("Saint Luke", "medici")
ARTISTS = (
    Artist(1, "Anguissola", "1532-02-02"),
    Artist(2, "Bruegel"),
    Artist(3, "Cellini", "1500-11-03", rival=4),
    Artist(4, "Donatello"),
    Artist(5, "Exekias"),
    Artist(6, "Fontana", None, studio=Studio("Via Galliera", "Bologna")),
    Artist(
        7,
        "Gentileschi",
        "1593-07-08",
        studio=Studio("Via Margutta", "Rome", (Assistant("Tuzia", _GUILD), Assistant("Nino", None))),
    ),
    Artist(8, "Hokusai"),
    Artist(9, "Ingres", "1780-08-29", rival=7),
    Artist(10, "Jones"),
    Artist(11, "Kauffman", None, studio=Studio("Golden Square", "London")),
    Artist(12, "Leyster"),
)
WORKS: tuple[Painting | Sculpture, ...] = (
    Sculpture("Amphora", "ANTIQUITY", Inventory("INV-1901-12", 1901), 5, "louvre/A1", 900, "clay", 4.5),
    Painting("Chess Game", "RENAISSANCE", Inventory("INV-1823-02", 1823), 1, None, 4_000),
    Sculpture(
        "Perseus", "RENAISSANCE", Inventory("INV-1554-01", 1554, "Cast in one."), 3, "uffizi/A1", 9_000, "bronze"
    ),
    Painting("Judith", "BAROQUE", Inventory("INV-1620-09", 1620), 7, "uffizi/A1", None, "oil", ("INV-1901-12",)),
    Painting("Odalisque", "MODERN", Inventory("INV-1934-07", 1934), 9, "louvre/A2", 7_000, "oil"),
    Painting("The Wave", "MODERN", Inventory("INV-1942-30", 1942), 8, "nezu/N7", 5_500),
    Sculpture("Torso", "ANTIQUITY", Inventory("INV-1871-44", 1871), None, "louvre/A1", None, None, 210.0),
)
ARCHIVES = (Archive("Papers", Inventory("INV-1871-01", 1871), 40),)
LENDERS = (Lender("medici", "House of Medici"), Lender("sforza", "House of Sforza"))
LOANS = (
    Loan("L-77", "medici", "INV-1554-01", "orsay", None),
    Loan("L-78", "medici", "INV-1620-09", "orsay", 800),
    Loan("L-77", "sforza", "INV-1823-02", "nezu", 300),
)
EXHIBITIONS = (
    Exhibition("Bronze", "2019-05-04", "uffizi"),
    Exhibition("Waves", "2021-09-30", "nezu", "INV-1942-30"),
    Exhibition("Rivals", "2023-02-11", "orsay", None, Catalogue("978-2-07-000000-1", 320)),
)

_WORKS = {work.inventory.code: work for work in WORKS}
_ARCHIVES = {archive.inventory.code: archive for archive in ARCHIVES}
_ARTISTS = {artist.number: artist for artist in ARTISTS}
_MUSEUMS = {museum.slug: museum for museum in MUSEUMS}
_ROOMS = {f"{room.museum}/{room.number}": room for room in ROOMS}
_LENDERS = {lender.login: lender for lender in LENDERS}


def identifier(thing: Any, *_: Any) -> str:
    key = getattr(thing, "inventory", None)
    return opaque(type(thing).__name__, key.code if key else getattr(thing, "number", getattr(thing, "path", "")))


NODES = {identifier(thing): thing for thing in (*WORKS, *ARCHIVES, *ARTISTS, *MUSEUMS)}


def bad_input(message: str) -> GraphQLError:
    return GraphQLError(message, extensions={"code": "BAD_USER_INPUT"})


def artwork_by(_: Any, __: Any, where: dict[str, Any]) -> Any:
    given = {name: value for name, value in where.items() if value is not None}
    if len(given) != 1:
        raise bad_input("Exactly one of inventory and title must be given.")
    if "inventory" in given:
        return _WORKS.get(given["inventory"]["code"])
    return next((work for work in WORKS if work.title == given["title"]), None)


def opening(_: Any, __: Any, day: str) -> Exhibition:
    for exhibition in EXHIBITIONS:
        if exhibition.opens == day:
            return exhibition
    raise bad_input("Nothing opens on that day.")


def page(rows: Sequence[Any], first: int | None, after: str | None) -> Page:
    first = 3 if first is None else first
    if first < 0:
        raise bad_input("first must not be negative.")
    cursors = [opaque("row", place) for place in range(len(rows))]
    if after is not None and after not in cursors:
        raise bad_input("This is not a cursor of this list.")
    start = 0 if after is None else cursors.index(after) + 1
    stop = min(start + min(first, 20), len(rows))
    edges = tuple(Edge(cursors[place], rows[place]) for place in range(start, stop))
    return Page(edges, stop < len(rows), len(rows))


def works(_: Any, __: Any, era: str | None = None, first: int | None = None, after: str | None = None) -> Page:
    return page([work for work in WORKS if era in (None, work.era)], first, after)


def value(work: Any, _: Any) -> Valuation:
    """Never null by the schema; two works nobody has valued, and asking for these errs."""
    if work.worth is None:
        raise GraphQLError("Nobody has valued this work.")
    return Valuation(work.worth, "Berenson" if work.worth > 5_000 else None)


def holdings(room: Room, _: Any, first: int | None = None) -> list[Any]:
    place = f"{room.museum}/{room.number}"
    held = [work for work in WORKS if work.room == place]
    kept = [_ARCHIVES[_MUSEUMS[room.museum].archive or ""]] if place == "louvre/A2" else []
    return [*held, *kept][: 2 if first is None else max(first, 0)]


def below(places: Sequence[Any], path: str) -> list[Any]:
    return [place for place in places if place.path.rpartition("/")[0] == path]


_OF_WORK = {
    "id": identifier,
    "artist": lambda work, _: _ARTISTS.get(work.artist),
    "room": lambda work, _: _ROOMS.get(work.room),
    "value": value,
}
RESOLVERS: dict[str, Any] = {
    "Query.node": lambda _, __, id: NODES.get(id),  # noqa: A006
    "Query.nodes": lambda _, __, ids: [NODES.get(each) for each in ids],
    "Query.regions": lambda *_: REGIONS,
    "Query.museum": lambda _, __, fullPath: next((each for each in MUSEUMS if each.path == fullPath), None),  # noqa: N803
    "Query.room": lambda _, __, museum, number: _ROOMS.get(f"{museum}/{number}"),
    "Query.find": lambda _, __, key: _WORKS.get(key) or _ARCHIVES.get(key),
    "Query.artworkBy": artwork_by,
    "Query.loan": lambda _, __, lender, reference: next(
        (loan for loan in LOANS if (loan.lender, loan.reference) == (lender, reference)), None
    ),
    "Query.opening": opening,
    "Query.works": works,
    "Query.ofEra": lambda _, __, era: [work for work in WORKS if work.era == era],
    "Query.artist": lambda _, __, id: each if isinstance(each := NODES.get(id), Artist) else None,  # noqa: A006
    "Query.artists": lambda _, __, first=None, after=None: page(ARTISTS, first, after),
    **{f"{kind}.{name}": resolve for kind in ("Painting", "Sculpture") for name, resolve in _OF_WORK.items()},
    "Painting.sketches": lambda work, _: None if work.sketches is None else [_WORKS[code] for code in work.sketches],
    "Archive.id": identifier,
    "Region.countries": lambda region, _: below(COUNTRIES, region.path),
    "Country.museums": lambda country, _: below(MUSEUMS, country.path),
    "Museum.id": identifier,
    "Museum.fullPath": lambda museum, _: museum.path,
    "Museum.rooms": lambda museum, _: [room for room in ROOMS if room.museum == museum.slug],
    "Museum.loans": lambda museum, _: [loan for loan in LOANS if loan.museum == museum.slug] or None,
    "Museum.archive": lambda museum, _: _ARCHIVES.get(museum.archive),
    "Museum.exhibitions": lambda museum, _: [each for each in EXHIBITIONS if each.museum == museum.slug],
    "Room.museum": lambda room, _: _MUSEUMS[room.museum],
    "Room.holdings": holdings,
    "Loan.lender": lambda loan, _: _LENDERS[loan.lender],
    "Loan.work": lambda loan, _: _WORKS[loan.work],
    "Loan.insurance": lambda loan, _: None if loan.insured is None else Valuation(loan.insured),
    "Lender.loans": lambda lender, _: [loan for loan in LOANS if loan.lender == lender.login],
    "Exhibition.museum": lambda exhibition, _: _MUSEUMS[exhibition.museum],
    "Exhibition.highlight": lambda exhibition, _: _WORKS.get(exhibition.highlight),
    "Artist.id": identifier,
    "Artist.works": lambda artist, _, first=None: [work for work in WORKS if work.artist == artist.number][:first],
    "Artist.rival": lambda artist, _: _ARTISTS.get(artist.rival),
    "Guild.patron": lambda guild, _: _LENDERS.get(guild.patron),
    "WorkConnection.pageInfo": lambda page, _: page,
    "ArtistConnection.pageInfo": lambda page, _: page,
    "PageInfo.hasNextPage": lambda page, _: page.more,
    "PageInfo.endCursor": lambda page, _: page.edges[-1].cursor if page.edges else None,
}


def _calls() -> dict[str, list[str]]:
    """Every call that can bring something: coordinate → arguments as GraphQL writes them."""
    quoted = json.dumps
    codes = [*_WORKS, *_ARCHIVES]
    return {
        "Query.node": [f"(id: {quoted(each)})" for each in NODES],
        "Query.nodes": [f"(ids: [{quoted(each)}])" for each in NODES],
        "Query.museum": [f"(fullPath: {quoted(each.path)})" for each in MUSEUMS],
        "Query.room": [f"(museum: {quoted(each.museum)}, number: {quoted(each.number)})" for each in ROOMS],
        "Query.find": [f"(key: {quoted(each)})" for each in codes],
        "Query.artworkBy": [f"(where: {{inventory: {{code: {quoted(each)}}}}})" for each in _WORKS],
        "Query.loan": [f"(lender: {quoted(each.lender)}, reference: {quoted(each.reference)})" for each in LOANS],
        "Query.opening": [f"(day: {quoted(each.opens)})" for each in EXHIBITIONS],
        "Query.works": ["(first: 20)"],
        "Query.ofEra": [f"(era: {each})" for each in ("ANTIQUITY", "RENAISSANCE", "BAROQUE", "MODERN")],
        "Query.artist": [f"(id: {quoted(identifier(each))})" for each in ARTISTS],
        "Query.artists": ["(first: 20)"],
        "Room.holdings": ["(first: 20)"],
        "Artist.works": ["(first: 20)"],
    }


CALLS = _calls()


def schema() -> Any:
    """The schema with its resolvers; a field without one is an attribute of its object."""
    built = build_schema(SDL)
    for coordinate, resolve in RESOLVERS.items():
        kind, _, name = coordinate.partition(".")
        built.type_map[kind].fields[name].resolve = resolve
    for name in ("Node", "Work", "Holding"):
        built.type_map[name].resolve_type = lambda thing, *_: type(thing).__name__
    return built


@contextmanager
def serving() -> Iterator[str]:
    """The API over HTTP; gives its URL."""
    with serve(schema()) as url:
        yield url
