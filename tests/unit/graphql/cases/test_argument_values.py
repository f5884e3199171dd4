"""Small APIs with plain resolvers, asked round after round as a plan does, without any value being given."""

from __future__ import annotations

from random import Random

import pytest
from graphql import build_schema, graphql_sync
from hypothesis import given, settings
from hypothesis import strategies as st

from querious.graphql.cases import ArgumentFiller, Tables, problems
from querious.graphql.plan import PlanLimits, plan_tuples
from querious.graphql.shape import Shapes
from querious.graphql.values import Makers, read_lessons
from querious.model import EnumValue
from querious.model.document_text import write_case
from querious.values import Pool
from random_schemas import random_sdl
from sample import ONE_OF
from sample import operation as read


class World:
    """A schema, its data and what has been learned of it."""

    def __init__(self, sdl: str, *, learning: bool = True, generators=None, **resolvers) -> None:
        self.schema = build_schema(sdl)
        for name, resolve in resolvers.items():
            kind, _, field = name.partition("_")
            self.schema.type_map[kind].fields[field].resolve = lambda source, _, f=resolve, **sent: f(source, **sent)
        self.pool = Pool(learning=learning)
        self.tables = Tables(self.schema, Makers(self.schema, self.pool, generators))
        self.shapes = Shapes(self.schema)
        self.witnessed: set[str] = set()
        self.sent: list[str] = []

    def filling(self, seed: int = 0) -> ArgumentFiller:
        return ArgumentFiller(self.tables, seed)

    def walk(self, rounds: int = 8, seed: int = 0) -> set[str]:
        """Ask all tuples so often; gives those that never had a value."""
        for turn in range(rounds):
            filling = self.filling(seed * 100 + turn)
            plan = plan_tuples(
                self.schema,
                "query",
                PlanLimits(fields=200, depth=12),
                filling.arguments,
                spread=False,
                items=10,
                detour=Random(seed * 100 + turn) if turn > 1 else None,
            )
            for operation in plan.operations:
                for selection in operation.selections:  # one branch each, so that no error hides what stands beside it
                    self.ask(operation._replace(selections=[selection]))
            if not self.missing(filling):
                break
        return self.missing(self.filling())

    def ask(self, operation) -> None:
        case = write_case(0, operation)
        self.sent.append(case.document)
        result = graphql_sync(self.schema, case.document, variable_values=case.variables).formatted
        shape = self.shapes.of(operation)
        if isinstance(result.get("data"), dict):
            self._witness(shape, result["data"])
        self.pool.learn(read_lessons(self.pool, shape, result))

    def _witness(self, position, value) -> None:
        if isinstance(value, list):
            for item in value:
                self._witness(position, item)
        elif isinstance(value, dict):
            for field in position.runtime(value).fields.values():
                item = value.get(field.key)
                if item is not None and item != []:
                    self.witnessed.add(field.coordinate)
                    if field.child:
                        self._witness(field.child, item)

    def missing(self, filling: ArgumentFiller) -> set[str]:
        return {
            f"{entry.name}.{field.name}"
            for entry in self.tables.types
            if not entry.members
            for field in entry.fields
            if filling.can_ask(f"{entry.name}.{field.name}")
        } - self.witnessed

    def drawn(self, parent: str, name: str, target: str = "", count: int = 1, seed: int = 0) -> list:
        """What a plan sends, so many times in one round."""
        filling = self.filling(seed)
        return [dict(filling.arguments(parent, name, target)) for _ in range(count)]


def by(things: list[dict], key: str):
    """A look-up of things by a key."""
    return lambda _, **sent: next((thing for thing in things if thing.get(key) == next(iter(sent.values()))), None)


def things(prefix: str, count: int = 6, **more) -> list[dict]:
    return [{"id": f"{prefix}{number:03x}", "name": f"{prefix} {number}", **more} for number in range(3, 3 + count)]


# what can be reached

BOOKS = things("Ym9vaz", 6)


def test_an_opaque_identifier_is_found_in_a_list():
    world = World(
        "type Query { books: [Book!]! book(id: ID!): Book } type Book { id: ID! name: String }",
        Query_books=lambda _: BOOKS,
        Query_book=by(BOOKS, "id"),
    )
    assert world.walk(2) == set()


@pytest.mark.parametrize(
    "name", ["find(key: String!)", "thing(x: String!)", "get(value: ID!)", "lookup(arg0: String!)"]
)
def test_names_that_say_nothing_are_worked_out(name):
    codes = [{"title": f"T{n}", "inventory": f"INV-19{n:02}-07", "pages": n} for n in range(30, 38)]
    field = name.partition("(")[0]
    world = World(
        f"type Query {{ all: [Thing!]! {name}: Thing }} type Thing {{ title: String inventory: String pages: Int }}",
        Query_all=lambda _: codes,
        **{f"Query_{field}": by(codes, "inventory")},
    )
    assert world.walk(8) == set()


def test_an_argument_takes_what_another_type_shows():
    users = [{"id": f"u-{n}", "name": "U"} for n in range(5)]
    projects = [{"id": f"p-{n}", "name": "P", "owner": users[n]} for n in range(5)]
    world = World(
        "type Query { projects: [Project!]! userProjects(id: ID!): [Project!] }"
        " type Project { id: ID! name: String owner: User } type User { id: ID! name: String }",
        Query_projects=lambda _: projects,
        Query_userProjects=lambda _, id: [one for one in projects if one["owner"]["id"] == id] or None,  # noqa: A006
    )
    assert world.walk(8) == set()
    assert sum(sent["id"].startswith("u-") for sent in world.drawn("Query", "userProjects", count=12)) > 9


@pytest.mark.parametrize("pairs", [6, 40])
def test_two_arguments_that_belong_together(pairs):
    repositories = [{"name": f"repo{n}", "owner": {"login": f"user{n}"}, "stars": n} for n in range(pairs)]
    world = World(
        "type Query { repositories: [Repository!]! repository(owner: String!, name: String!): Repository }"
        " type Repository { name: String! owner: User! stars: Int } type User { login: String! }",
        Query_repositories=lambda _: repositories,
        Query_repository=lambda _, owner, name: next(
            (one for one in repositories if (one["owner"]["login"], one["name"]) == (owner, name)), None
        ),
    )
    assert world.walk(4) == set()


def test_a_look_up_below_another_one_takes_what_belongs_to_it():
    projects = [
        {"path": f"group/p{n}", "issues": [{"iid": f"{n}{i}", "text": "x"} for i in range(3)]} for n in range(1, 9)
    ]
    world = World(
        "type Query { all: [Entry!]! project(fullPath: ID!): Project } type Entry { project: Project! }"
        " type Project { fullPath: ID! issues: [Stub!]! issue(iid: String!): Issue }"
        " type Stub { iid: String! } type Issue { iid: String! text: String }",
        Query_all=lambda _: [{"project": one} for one in projects],
        Query_project=by(projects, "path"),
        Project_fullPath=lambda one: one["path"],
        Project_issue=lambda one, iid: next((issue for issue in one["issues"] if issue["iid"] == iid), None),
    )
    world.walk(2)
    together = 0
    for seed in range(6):
        filling = world.filling(seed)
        (_, path), (_, iid) = (*filling.arguments("Query", "project"), *filling.arguments("Project", "issue"))
        together += path[-1] == iid[0]
    assert together >= 5


def test_two_arguments_that_nothing_shows_together():
    pairs = {("de", "b"), ("fr", "c")}
    world = World(
        "type Query { lands: [Land!]! streets: [Street!]! house(land: String!, street: String!): House }"
        " type Land { code: String! } type Street { name: String! } type House { number: Int }",
        Query_lands=lambda _: [{"code": code} for code in ("de", "fr", "se")],
        Query_streets=lambda _: [{"name": name} for name in "abcd"],
        Query_house=lambda _, land, street: {"number": 1} if (land, street) in pairs else None,
    )
    assert world.walk(30) == set()


def test_a_look_up_by_one_of_several_optional_keys():
    users = [{"id": f"id-{n}", "login": f"login-{n}", "mail": f"{n}@x"} for n in range(4)]
    world = World(
        "type Query { users: [User!]! find(by: UserKey!): User }"
        " input UserKey { mail: String old: Boolean login: String }"
        " type User { id: ID! login: String mail: String }",
        Query_users=lambda _: users,
        Query_find=lambda _, by: next((one for one in users if by and set(by.items()) <= set(one.items())), None),
    )
    assert world.walk(6) == set()
    assert all(len(sent["by"]) == 1 for sent in world.drawn("Query", "find", count=4))


def test_a_look_up_nested_in_inputs():
    works = [{"title": f"t{n}", "inventory": {"code": f"INV-{n}", "year": n}} for n in range(5)]
    world = World(
        "type Query { works: [Artwork!]! artworkBy(where: ArtworkWhere!): Artwork }"
        " input ArtworkWhere { inventory: InventoryWhere title: TitleWhere }"
        " input InventoryWhere { code: String! } input TitleWhere { starts: Int! }"
        " type Artwork { title: String inventory: Inventory } type Inventory { code: String year: Int }",
        Query_works=lambda _: works,
        Query_artworkBy=lambda _, where: next(
            (one for one in works if one["inventory"]["code"] == where.get("inventory", {}).get("code")), None
        ),
    )
    assert world.walk(8) == set()


def test_items_of_a_list_of_inputs():
    goods = [{"sku": f"S-{n}", "price": n} for n in range(4)]
    world = World(
        "scalar Sku type Query { goods: [Good!]! quote(lines: [LineInput!]!): Quote }"
        " input LineInput { sku: Sku! quantity: Int! = 1 } type Good { sku: Sku! price: Int } type Quote { total: Int }",
        Query_goods=lambda _: goods,
        Query_quote=lambda _, lines: (
            {"total": 1} if lines and all(any(line["sku"] == one["sku"] for one in goods) for line in lines) else None
        ),
    )
    assert world.walk(4) == set()


def test_a_list_that_needs_two_items():
    world = World(
        "type Query { all: [Thing!]! compare(ids: [ID!]!): Comparison } type Thing { id: ID! } type Comparison { n: Int }",
        Query_all=lambda _: BOOKS,
        Query_compare=lambda _, ids: {"n": 2} if len({*ids} & {one["id"] for one in BOOKS}) == 2 else None,
    )
    assert world.walk(8) == set()


NODES = """
interface Node { id: ID! }
type Order implements Node { id: ID! total: Int }
type Part implements Node { id: ID! weight: Int }
type Query { orders: [Order!]! parts: [Part!]! node(id: ID!): Node nodes(ids: [ID!]!): [Node]! }
"""


def nodes_world(**options) -> World:
    orders = [{"__typename": "Order", "id": f"T3{n}", "total": n} for n in range(5)]
    parts = [{"__typename": "Part", "id": f"UG{n}", "weight": n} for n in range(5)]
    both = {one["id"]: one for one in orders + parts}
    return World(
        NODES,
        Query_orders=lambda _: orders,
        Query_parts=lambda _: parts,
        Query_node=lambda _, id: both.get(id),  # noqa: A006
        Query_nodes=lambda _, ids: [both.get(one) for one in ids],
        **options,
    )


def test_a_node_is_asked_for_by_the_identifier_of_the_type_that_is_meant():
    world = nodes_world()
    world.walk(3)
    assert {sent["id"][:2] for sent in world.drawn("Query", "node", "Order", 5)} == {"T3"}
    assert {sent["id"][:2] for sent in world.drawn("Query", "node", "Part", 5)} == {"UG"}
    assert {sent["ids"][0][:2] for sent in world.drawn("Query", "nodes", "Node", 5)} == {"T3", "UG"}


def test_what_brought_another_type_has_not_worked_for_the_one_that_is_meant():
    world = nodes_world()
    world.walk(1)
    world.drawn("Query", "node", "Order")
    world.drawn("Query", "node", "Part")
    asked = '{ node(id: "T31") { __typename id } }'
    world.ask(read(asked, NODES))
    assert [one.arguments for one in world.pool.call("Query.node", "Order").worked] == [{"id": "T31"}]
    assert not world.pool.call("Query.node", "Part").worked
    assert world.pool.call("Query.node").worked


def test_values_that_exist_but_have_nothing_below():
    artists = [{"id": f"a{n}", "rival": None} for n in range(12)]
    artists[8] |= {"rival": {"id": "a99"}, "studio": {"rooms": 3}}
    world = World(
        "type Query { index: [Entry!]! artist(id: ID!): Artist } type Entry { artistId: ID! }"
        " type Artist { id: ID! rival: Artist studio: Studio } type Studio { rooms: Int }",
        Query_index=lambda _: [{"artistId": one["id"]} for one in artists],
        Query_artist=by(artists, "id"),
    )
    assert world.walk(20) == set()


def test_what_a_list_showed_of_an_object_makes_it_come_first():
    artists = [{"id": f"a{n}", "rival": None} for n in range(30)]
    artists[23]["rival"] = {"id": "a99", "studio": {"rooms": 3}}
    world = World(
        "type Query { artists: [Artist!]! artist(id: ID!): Artist }"
        " type Artist { id: ID! rival: Artist studio: Studio } type Studio { rooms: Int }",
        Query_artists=lambda _: artists,
        Query_artist=by(artists, "id"),
    )
    world.walk(1)
    assert "a23" in [sent["id"] for sent in world.drawn("Query", "artist", count=2)]


def test_a_date_that_must_be_one_of_those_seen():
    shows = [{"opens": f"20{n}-03-0{n % 9 + 1}", "title": "x"} for n in range(10, 16)]
    world = World(
        "scalar Date type Query { shows: [Show!]! opening(on: Date!): Show } type Show { opens: Date title: String }",
        Query_shows=lambda _: shows,
        Query_opening=by(shows, "opens"),
    )
    assert world.walk(3) == set()


def test_paths_that_are_found_only_deep_below():
    museums = [{"fullPath": f"europe/fr{n}/louvre", "city": f"c{n}"} for n in range(4)]
    world = World(
        "type Query { continents: [Continent!]! museum(fullPath: String!): Museum }"
        " type Continent { countries: [Country!]! } type Country { museums: [Museum!]! }"
        " type Museum { fullPath: String! city: String }",
        Query_continents=lambda _: [{"countries": [{"museums": museums}]}],
        Query_museum=by(museums, "fullPath"),
    )
    assert world.walk(3) == set()


def test_a_look_up_that_ends_in_an_error_instead_of_null():
    def find(_, id):  # noqa: A002
        found = next((one for one in BOOKS if one["id"] == id), None)
        if found is None:
            raise LookupError("not found")
        return found

    world = World(
        "type Query { all: [Book!]! book(id: ID!): Book! } type Book { id: ID! name: String }",
        Query_all=lambda _: BOOKS,
        Query_book=find,
    )
    assert world.walk(3) == set()


def test_a_field_that_errs_below_does_not_discredit_the_value_that_found_its_object():
    def broken(*_):
        raise ValueError("broken")

    world = World(
        "type Query { all: [Entry!]! book(id: ID!): Book } type Entry { id: ID! } type Book { id: ID! bad: Int! }",
        Query_all=lambda _: [{"id": one["id"]} for one in BOOKS],
        Query_book=by(BOOKS, "id"),
        Book_bad=broken,
    )
    world.walk(3)
    call = world.pool.call("Query.book")
    assert call.worked


def test_a_producer_that_shows_its_values_late():
    books: list[dict] = []
    world = World(
        "type Query { books: [Book!]! book(id: ID!): Book } type Book { id: ID! name: String }",
        Query_books=lambda _: books,
        Query_book=by(BOOKS, "id"),
    )
    world.walk(20)
    assert "Query.book" not in world.witnessed
    books.extend(BOOKS)
    assert world.walk(3) == set()


def test_a_look_up_whose_arguments_are_all_optional():
    users = [{"id": f"id-{n}", "login": f"l-{n}"} for n in range(4)]
    world = World(
        "type Query { users: [User!]! user(id: ID, login: String): User } type User { id: ID! login: String }",
        Query_users=lambda _: users,
        Query_user=lambda _, **sent: next((one for one in users if sent and sent.items() <= one.items()), None),
    )
    assert world.drawn("Query", "user") == [{}]
    call = world.pool.call("Query.user")
    call.tell({}, worked=False)
    world.walk(1)
    for turn in range(5):
        (sent,) = world.drawn("Query", "user", seed=turn)
        found = any(sent and sent.items() <= one.items() for one in users)
        call.tell(sent, worked=found)
    assert world.drawn("Query", "user", seed=9)[0]


# what is drawn


def test_where_nothing_is_known_small_numbers_are_tried_and_each_round_something_else():
    world = World("type Query { a(id: ID!): Int b(number: Int!): Int c(name: String!): Int d(on: Boolean!): Int }")
    assert [sent["id"] for sent in world.drawn("Query", "a", count=3)] == ["1", "2", "3"]
    assert [sent["number"] for sent in world.drawn("Query", "b", count=3)] == [1, 2, 3]
    assert len({sent["name"] for sent in world.drawn("Query", "c", count=4)}) == 4
    assert [sent["on"] for sent in world.drawn("Query", "d", count=2)] == [True, False]


def test_what_was_drawn_but_never_sent_is_not_given_up():
    world = World("type Query { a(id: ID!): Int }")
    assert world.drawn("Query", "a", seed=1) == [{"id": "1"}]
    drawn = [world.drawn("Query", "a", seed=seed)[0]["id"] for seed in range(2, 8)]
    assert sorted(drawn) == ["0", "1", "10", "100", "2", "3"]


def test_values_that_worked_are_spread_evenly_and_new_ones_still_come():
    world = World("type Query { all: [B!]! b(id: ID!): B } type B { id: ID! }")
    world.pool.teach([("B.id", f"b{n}") for n in range(20)])
    call = world.pool.call("Query.b")
    for n in range(4):
        call.tell({"id": f"b{n}"}, worked=True)
    drawn = [sent["id"] for sent in world.drawn("Query", "b", count=16)]
    counts = {name: drawn.count(name) for name in ("b0", "b1", "b2", "b3")}
    assert min(counts.values()) >= 1
    assert max(counts.values()) - min(counts.values()) <= 1
    assert len(set(drawn)) > 6


def test_what_was_drawn_longest_ago_comes_first_however_often_it_was_drawn():
    world = World("type Query { b(id: ID!): B } type B { id: ID! }")
    call = world.pool.call("Query.b")
    call.tell({"id": "old"}, worked=True)
    for _ in range(5):
        world.drawn("Query", "b")
    call.tell({"id": "new"}, worked=True)
    assert {sent["id"] for sent in world.drawn("Query", "b", count=2)} == {"old", "new"}


def test_what_brought_more_comes_first():
    world = World("type Query { b(id: ID!): B } type B { id: ID! }")
    call = world.pool.call("Query.b")
    call.tell({"id": "bare"}, worked=True)
    call.tell({"id": "rich"}, worked=True, found=0b1111)
    call.tell({"id": "other"}, worked=True, found=0b10000)
    assert [sent["id"] for sent in world.drawn("Query", "b", count=3)] == ["rich", "other", "bare"]


def test_a_new_value_comes_at_once_if_it_is_known_to_bring_what_none_has_brought():
    world = World("type Query { b(id: ID!): B } type B { id: ID! }")
    call = world.pool.call("Query.b")
    for value, found in (("first", 0b01), ("alike", 0b01), ("other", 0b11)):
        world.pool.seen.add("B.id", value, found)
    call.tell({"id": "first"}, worked=True, found=0b01)
    assert world.drawn("Query", "b") == [{"id": "other"}]
    call.tell({"id": "other"}, worked=True, found=0b11)
    assert world.drawn("Query", "b") == [{"id": "first"}]


def test_of_an_input_that_takes_one_field_only_exactly_one_is_filled():
    world = World(ONE_OF)
    world.schema.type_map["Pick"].is_one_of = True
    for seed in range(6):
        (sent,) = world.drawn("Query", "pick", seed=seed)
        assert len(sent["by"]) == 1
        world.pool.call("Query.pick").tell(sent, worked=False)


def test_an_input_that_can_only_hold_itself_in_lists_can_still_be_made():
    world = World(
        "directive @oneOf on INPUT_OBJECT input Pick @oneOf { many: [Pick!] } type Query { pick(by: Pick!): Int }"
    )
    world.schema.type_map["Pick"].is_one_of = True
    assert "many" in world.drawn("Query", "pick")[0]["by"]


def test_a_hostile_value_that_happened_to_work_is_not_planned():
    world = World("type Query { find(text: String!): B } type B { id: ID! }")
    call = world.pool.call("Query.find")
    for value in ("\0", "\x1b[31m", "x" * 5_000):
        call.tell({"text": value}, worked=True)
    assert not call.worked
    call.tell({"text": "fine"}, worked=True)
    assert world.drawn("Query", "find") == [{"text": "fine"}]


def test_the_same_seed_and_answers_draw_the_same():
    def documents():
        world = nodes_world()
        world.walk(6, seed=3)
        return world.sent

    assert documents() == documents()


def test_without_learning_everything_is_guessed():
    world = nodes_world(learning=False)
    world.walk(3)
    assert not world.pool.seen.shown
    assert "UG0" not in "".join(world.sent)
    assert "T30" not in "".join(world.sent)


def test_the_users_own_generators_are_heeded():
    world = World(
        "type Query { a(id: ID!, by: In!): Int } input In { x: Int! }",
        generators={"Query.a.id": ["mine"], "In.x": [42]},
    )
    assert world.drawn("Query", "a") == [{"id": "mine", "by": {"x": 42}}]


def test_a_field_that_cannot_be_asked_gets_nothing():
    world = World("scalar Upload type Query { a: Int b(file: Upload!): Int }")
    assert world.filling().arguments("Query", "b", "Int") == ()
    assert not world.filling().can_ask("Query.b")
    assert world.filling().arguments("Query", "a", "Int") == ()


def test_enum_values_are_enum_values_those_seen_first():
    world = World(
        "enum E { A B C } type Query { all: [T!]! of(e: E!): T } type T { e: E }",
        Query_all=lambda _: [{"e": "C"}],
        Query_of=lambda _, e: {"e": e} if e == "C" else None,
    )
    world.walk(1)
    (sent,) = world.drawn("Query", "of")
    assert sent == {"e": "C"}
    assert isinstance(sent["e"], EnumValue)


@pytest.mark.unmeasured
@given(st.integers(0, 5_000), st.integers(0, 2**32))
@settings(max_examples=40)
def test_planned_values_are_valid_and_plain(shape, seed):
    schema = build_schema(random_sdl(shape))
    tables = Tables(schema, Makers(schema, Pool()))
    filling = ArgumentFiller(tables, seed)
    plan = plan_tuples(schema, "query", PlanLimits(fields=300, depth=12), filling.arguments, allowed=filling.can_ask)
    for number, operation in enumerate(plan.operations):
        assert problems(schema, write_case(number, operation)) == []
    for entry in tables.types:
        for field in entry.fields if not entry.members else ():
            for _, value in filling.arguments(entry.name, field.name):
                assert plain(value), value


def plain(value) -> bool:
    if isinstance(value, dict):
        return all(plain(item) for item in value.values())
    if isinstance(value, list):
        return all(plain(item) for item in value)
    return value is not None and not (isinstance(value, str) and not value.isprintable())
