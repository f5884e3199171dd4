from __future__ import annotations

from querious.model.document_text import write
from querious.relations.observations import OBJECTS, ROUTES
from relating import Api

SDL = """
type Query { user(id: ID): User  users(first: Int): [User!]  best: User  none: [User!]  broken: User }
type User { id: ID! name: String nick: String boss: User friends: [User!] }
"""
ANN, BOB = {"id": "1", "name": "Ann"}, {"id": "2", "name": "Bob", "boss": {"id": "1", "name": "Ann"}}


def api(**answers: object) -> Api:
    answers = {"user": BOB, "users": [ANN, BOB], "best": ANN, "none": [], **answers}

    def fail(*_: object) -> None:
        raise RuntimeError

    resolvers = {f"Query.{name}": lambda *_, value=value, **__: value for name, value in answers.items()}
    return Api(SDL, {**resolvers, "Query.broken": fail})


def documents(operations) -> list[str]:
    return [write(operation)[0] for operation in operations]


def test_objects_are_known_by_all_the_ways_to_them():
    observed = api().know("{ users { id } best { id } }", '{ user(id: "2") { id boss { id name } } }').observed
    assert observed.identifiers == {"User": {"1": "1", "2": "2"}}
    assert set(observed.objects["User"]["1"]) == {"Query.users", "Query.best", "User.boss"}
    route = observed.objects["User"]["1"]["User.boss"]
    assert [step.coordinate for step in route] == ["Query.user", "User.boss"]
    assert route[0].arguments == (("id", "2"),)
    assert set(observed.routes["User.name"]) == {("Query.user", "User.boss", "User.name")}


def test_what_never_had_a_value_is_counted():
    observed = api().know("{ users { id nick } none { id } }", "{ users(first: 1) { nick } }").observed
    assert (observed.tallies["User.nick"].reached, observed.tallies["User.nick"].valued) == (4, 0)
    assert (observed.tallies["Query.none"].reached, observed.tallies["Query.none"].valued) == (1, 0)
    assert (observed.tallies["User.id"].reached, observed.tallies["User.id"].valued) == (2, 2)


def test_an_error_or_arguments_may_be_why_there_is_nothing():
    observed = api(users=[]).know("{ users(first: 0) { id } }", "{ broken { id } none { id } }").observed
    assert observed.tallies["Query.users"].reached == 0
    assert observed.tallies["Query.none"].reached == 0


def test_two_answers_that_disagree_are_remembered():
    said = iter(["Ann", "Eve"])
    made = Api(SDL, {"Query.best": lambda *_: {"id": "1", "name": next(said)}})
    observed = made.know("{ best { id name } }", "{ again: best { name id } }").observed
    (conflict,) = observed.conflicts.values()
    assert (conflict.typename, conflict.identifier, conflict.key) == ("User", "1", "name")
    assert documents([conflict.one, conflict.other]) == ["{ best { id name } }", "{ again: best { name id } }"]


def test_lists_of_related_objects_agree_in_any_order():
    friends = iter([[ANN, BOB], [BOB, ANN], [BOB]])
    made = Api(SDL, {"Query.best": lambda *_: {"id": "9", "friends": next(friends)}})
    made.know("{ best { id friends { id } } }", "{ best { id friends { id } } }")
    assert made.observed.conflicts == {}
    made.know("{ best { id friends { id } } }")
    assert [key for _, key in made.observed.conflicts] == ["friends"]


def test_an_identifier_that_two_objects_of_one_list_share_is_none():
    made = api(users=[ANN, {"id": "1", "name": "Eve"}]).know("{ users { id name } }")
    assert made.observed.types.identifier("User") == ""


def test_one_object_twice_in_a_list_is_no_contradiction():
    made = api(users=[ANN, ANN]).know("{ users { id name } }")
    assert made.observed.types.identifier("User") == "id"


def test_operations_are_kept_by_what_they_were_the_first_to_show():
    observed = (
        api().know("{ best { id } }", "{ best { id name } }", "{ broken { id } best { nick boss { id } } }").observed
    )
    assert documents(observed.operations.values()) == [
        "{ best { id } }",
        "{ best { id } }",
        "{ best { id name } }",
    ]


def test_it_is_bounded():
    many = [{"id": str(number), "name": "x"} for number in range(2 * OBJECTS)]
    observed = api(users=many).know("{ users { id name } }").observed
    assert len(observed.objects["User"]) == OBJECTS
    deep: dict[str, object] = {"id": "0"}
    for number in range(1, ROUTES + 5):
        deep = {"id": str(number), "boss": deep}
    document = "{ best " + "{ id boss " * (ROUTES + 3) + "{ id }" + " }" * (ROUTES + 4)
    assert len(api(best=deep).know(document).observed.routes["User.id"]) == ROUTES


def test_of_several_ways_by_the_same_fields_the_one_with_most_rows_is_kept():
    rows = {"1": [ANN], "2": [ANN, BOB], "3": [], "9": [ANN] * 9, "20": [ANN] * 20, "99": [ANN] * 99}
    made = Api(SDL, {"Query.users": lambda *_, first: rows[str(first)]})
    ways = made.observed.routes
    for first, kept in ((1, 1), (2, 2), (3, 2), (9, 9), (20, 20), (99, 20)):
        made.know(f"{{ users(first: {first}) {{ id }} }}")
        assert ways["Query.users"]["Query.users",][-1].arguments == (("first", kept),)
