from __future__ import annotations

from querious.answers.objects import MOST_OBJECTS
from querious.model.shape import path_text
from querious.relations.answer_objects import facts, identity, instances
from relating import Api

SDL = """
type Query { shop: Shop things: [Thing] }
interface Thing { id: ID! }
type Shop { id: ID! name: String owner: User staff: [User] price(in: String): Money lines: [Line] }
type User implements Thing { id: ID! name: String }
type Cat implements Thing { id: ID! }
type Money { amount: Int unit: String }
type Line { note: String of: User }
"""
SHOP = {
    "id": "s",
    "name": None,
    "owner": {"id": "u1", "name": "Ann"},
    "staff": [{"id": "u1"}, {"id": "u2"}],
    "price": {"amount": 3, "unit": "EUR"},
    "lines": [{"note": "a", "of": {"id": "u2"}}, {"note": None, "of": None}],
}


def api(shop: object = SHOP, things: object = ()) -> Api:
    return Api(SDL, {"Query.shop": lambda *_: shop, "Query.things": lambda *_: things}, {"Thing": "kind"})


def asked(document: str, **observed: object):
    made = api(**observed)
    return made, made.ask(made.operation(document))


def test_what_is_said_of_an_object():
    made, answer = asked(
        '{ shop { id called: name owner { id name } staff { id } price(in: "X") { amount unit } '
        "lines { note of { id } } } }"
    )
    (shop,) = [met for met in instances(answer) if met.typename == "Shop"]
    assert identity(made.observed.types, shop.shape, shop.value) == "s"
    said = {fact.key: fact.value for fact in facts(made.observed.types, shop.shape, shop.value)}
    assert said == {
        "id": "s",
        "name": None,
        "owner": "u1",
        "staff": ["u1", "u2"],
        'price({"in": "X"}).amount': 3,
        'price({"in": "X"}).unit': "EUR",
        "lines[0].note": "a",
        "lines[0].of": "u2",
        "lines[1].note": None,
        "lines[1].of": None,
    }


def test_where_an_answer_holds_errors_nulls_say_nothing():
    made, answer = asked("{ shop { id name } }")
    shop = list(instances(answer))[1]
    assert [fact.key for fact in facts(made.observed.types, shop.shape, shop.value, clean=False)] == ["id"]


def test_volatile_fields_say_nothing():
    made, answer = asked("{ shop { id name } }")
    made.observed.types.volatile.add("Shop.name")
    shop = list(instances(answer))[1]
    assert [fact.key for fact in facts(made.observed.types, shop.shape, shop.value)] == ["id"]


def test_every_object_is_met_with_the_way_to_it():
    _, answer = asked("{ shop { owner { id } staff { id } } }")
    met = [(one.typename, [step.coordinate for step in one.route], path_text(one.path)) for one in instances(answer)]
    assert met == [
        ("Query", [], "data"),
        ("Shop", ["Query.shop"], "data.shop"),
        ("User", ["Query.shop", "Shop.owner"], "data.shop.owner"),
        ("User", ["Query.shop", "Shop.staff"], "data.shop.staff[0]"),
        ("User", ["Query.shop", "Shop.staff"], "data.shop.staff[1]"),
    ]


def test_no_more_is_read_than_there_is_room_for():
    _, answer = asked("{ things { __typename id } }", things=[{"kind": "Cat", "id": str(n)} for n in range(5_000)])
    assert len(list(instances(answer))) == MOST_OBJECTS


def test_objects_of_a_type_that_was_not_asked_for_are_passed_over():
    _, answer = asked("{ things { id } }", things=[{"kind": "Cat", "id": "1"}])
    assert [one.typename for one in instances(answer)] == ["Query"]
