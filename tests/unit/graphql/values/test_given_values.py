from __future__ import annotations

from random import Random

import pytest
from graphql import build_schema

from querious.errors import ConfigError
from querious.graphql.cases import ArgumentFiller, Tables
from querious.graphql.values import Makers, plant
from querious.model import EnumValue
from querious.values import Chance, Pool

SDL = """
interface Named { code: String friend(id: ID!): Thing }
enum Kind { BIG SMALL }
input Key { code: String kind: Kind deep: Key }
type Query {
  thing(id: ID!): Thing
  find(code: String!): Thing
  things(ids: [ID!]!): [Thing]
  by(key: Key!): Thing
  of(kind: Kind!, number: Int!, share: Float!, on: Boolean!): Thing
  login(password: String!): Int
}
type Thing implements Named { id: ID! code: String friend(id: ID!): Thing size: Float me: Thing }
"""


class Planted:
    def __init__(self, **given) -> None:
        self.schema = build_schema(SDL)
        self.pool = Pool()
        self.makers = Makers(self.schema, self.pool)
        self.tables = Tables(self.schema, self.makers)
        values = {key.replace("__", "."): value for key, value in given.items()}
        self.notes = plant(self.schema, self.pool, values)

    def sent(self, name: str, parent: str = "Query", count: int = 1) -> list[dict]:
        filling = ArgumentFiller(self.tables, 0)
        return [dict(filling.arguments(parent, name)) for _ in range(count)]


def test_values_of_an_argument_are_tried_first():
    assert Planted(Query__thing__id=["x", "y"]).sent("thing", count=2) == [{"id": "x"}, {"id": "y"}]


def test_values_of_an_argument_are_known_to_random_operations_too():
    world = Planted(Query__thing__id=["x"])
    argument = world.schema.query_type.fields["thing"].args["id"]
    make = world.makers.maker("Query.thing.id", argument.type, world.schema.type_map["Thing"])
    chance = Chance(Random(1))
    assert [make(chance) for _ in range(60)].count("x") > 10


def test_values_of_an_input_field_reach_every_argument_that_holds_it():
    (sent,) = Planted(Key__code=["c1"]).sent("by")
    assert sent == {"key": {"code": "c1"}}


def test_values_of_a_field_feed_the_arguments_that_draw_from_it():
    world = Planted(Thing__code=["c1"])
    assert world.sent("find") == [{"code": "c1"}]
    assert world.notes == []


def test_values_of_an_interface_count_for_its_types():
    world = Planted(Named__code=["c1"], Named__friend__id=["f"])
    assert world.sent("find") == [{"code": "c1"}]
    assert world.sent("friend", "Thing") == [{"id": "f"}]


def test_values_that_no_argument_draws_from_are_noted():
    (note,) = Planted(Thing__size=[1.5]).notes
    assert "Thing.size" in note


@pytest.mark.parametrize(
    ("given", "sent"),
    [
        ({"Query__of__kind": ["BIG"], "Query__of__number": ["7"], "Query__of__share": ["0.5"], "Query__of__on": ["false"]},
         {"kind": "BIG", "number": 7, "share": 0.5, "on": False}),
        ({"Query__of__kind": ["SMALL"], "Query__of__number": [7], "Query__of__share": [1], "Query__of__on": [True]},
         {"kind": "SMALL", "number": 7, "share": 1.0, "on": True}),
    ],
)  # fmt: skip
def test_texts_become_what_their_type_asks_for(given, sent):
    (found,) = Planted(**given).sent("of")
    assert found == sent
    assert isinstance(found["kind"], EnumValue)


def test_lists_and_objects_are_taken_as_a_whole_or_written_as_json():
    assert Planted(Query__things__ids=["a"]).sent("things") == [{"ids": ["a"]}]
    assert Planted(Query__things__ids=[["a", "b"]]).sent("things") == [{"ids": ["a", "b"]}]
    assert Planted(Query__things__ids=['["a", "b"]']).sent("things") == [{"ids": ["a", "b"]}]
    assert Planted(Query__by__key=['{"code": "z", "kind": "BIG"}']).sent("by") == [
        {"key": {"code": "z", "kind": "BIG"}}
    ]
    assert Planted(Query__by__key=[{"deep": {"code": "z"}}]).sent("by") == [{"key": {"deep": {"code": "z"}}}]


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"Query__thin__id": ["1"]}, r"no Query\.thin\.id; did you mean Query\.thing\.id\?"),
        ({"Thing__cod": ["1"]}, r"did you mean Thing\.code\?"),
        ({"Key__codes": ["1"]}, r"did you mean Key\.code\?"),
        ({"Nowhere__at__all": ["1"]}, "coordinates look like|did you mean"),
        ({"Thing__me": ["1"]}, "gives objects"),
        ({"Query__of__number": ["abc"]}, r"Query\.of\.number must be of type Int, not 'abc'"),
        ({"Query__of__kind": ["HUGE"]}, "one of BIG, SMALL"),
        ({"Query__of__on": ["maybe"]}, "Boolean"),
        ({"Query__by__key": ["{"]}, "valid JSON"),
        ({"Query__by__key": [{"nope": 1}]}, "an object of Key"),
        ({"Query__thing__id": [None]}, "ID"),
        ({"Thing__id": [[1]]}, "a string or a number"),
    ],
)
def test_what_cannot_be_sent_is_told_in_one_line(given, words):
    with pytest.raises(ConfigError, match=words) as caught:
        Planted(**given)
    assert "\n" not in str(caught.value)
    assert "seed-values" in str(caught.value)


def test_a_secret_is_not_shown_when_it_is_wrong():
    with pytest.raises(ConfigError) as caught:
        Planted(Query__login__password=[{"geheim": 1}])
    assert "geheim" not in str(caught.value)
