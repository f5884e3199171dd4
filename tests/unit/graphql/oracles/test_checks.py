"""The fast half never says yes where the slow half has something to say, and no only where it has, for pure JSON."""

from __future__ import annotations

import copy
import random
from typing import Any

import pytest

from querious.graphql.oracles.checks import Checks
from querious.graphql.oracles.explain import Excuses, explain
from querious.model import FieldShape, ObjectShape

QUERY = """{
  projects { __typename id name description stars score open tags grid created role
             owner { id age role } members { name projects { id } } }
  node(id: 1) { __typename id ... on User { age } ... on Project { stars grid } }
  me { ... on User { __typename name } }
  search(text: "x") { ... on User { age } }
  count roles ratios
}"""
PROJECT = {
    "__typename": "Project", "id": "p1", "name": "One", "description": None, "stars": 3, "score": 1.5, "open": True,
    "tags": ["a", ""], "grid": [[1, 2], []], "created": "2020", "role": "ADMIN",
    "owner": {"id": "u1", "age": 7, "role": "MEMBER"}, "members": [{"name": "Ann", "projects": [None, {"id": "p1"}]}],
}  # fmt: skip
DATA: dict[str, Any] = {
    "projects": [PROJECT, copy.deepcopy(PROJECT)],
    "node": {"__typename": "Project", "id": "1", "stars": 1, "grid": None},
    "me": {"__typename": "User", "name": "Ann"},
    "search": [{"age": 1}, {"anything": []}],
    "count": None,
    "roles": ["ADMIN", None],
    "ratios": [1.5, 2],
}
JUNK: list[Any] = [
    None, True, False, 0, 1, -1, 2**31, -(2**31) - 1, 0.0, 1.5, float("nan"), float("inf"), 10**400, "", "x", "ADMIN", "User",
    "Project", [], [None], ["x"], [[1]], [1], {}, {"id": "1"}, {"__typename": "User"}, [{"id": "1"}],
]  # fmt: skip


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    below = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(place for key, item in below for place in places(item, (*path, key)))]


def mutated(chance: random.Random) -> Any:
    data = copy.deepcopy(DATA)
    for _ in range(chance.choice([1, 1, 1, 2])):
        *way, last = chance.choice(places(data)[1:])
        holder: Any = data
        for step in way:
            holder = holder[step]
        act = chance.random()
        if act < 0.7:
            holder[last] = copy.deepcopy(chance.choice(JUNK))
        elif act < 0.85 or not isinstance(holder, dict):
            del holder[last]
        else:
            holder["extra"] = 1
    return data


@pytest.mark.unmeasured
def test_both_halves_agree_on_thousands_of_mutations(api: Any):
    chance = random.Random(20210731)
    shape = api.expectation(api.exchange(QUERY)).shape
    checks = Checks()
    assert checks.accept(DATA, shape)
    verdicts = []
    for _ in range(1500):
        data = mutated(chance)
        violations = list(explain(data, shape, Excuses([])))
        assert checks.accept(data, shape) is not bool(violations), (data, violations)
        verdicts.append(bool(violations))
    assert 0.5 < sum(verdicts) / len(verdicts) < 0.98


@pytest.mark.parametrize("data", [None, [], "x", 5])
def test_what_is_no_object_is_not_accepted(api: Any, data: Any):
    assert not Checks().accept(data, api.expectation(api.exchange(QUERY)).shape)


def test_a_subclass_is_left_to_the_slow_half_which_forgives_it(api: Any):
    class Text(str):
        __slots__ = ()

    shape = api.expectation(api.exchange("{ me { name } }")).shape
    data = {"me": {"name": Text("Ann")}}
    assert not Checks().accept(data, shape)
    assert list(explain(data, shape, Excuses([]))) == []


def test_shapes_that_are_made_anew_each_time_do_not_confuse_it(api: Any):
    """Identities are reused as soon as an object is gone; a plan must not outlive its shape's."""
    types = api.schema.type_map["User"].fields

    class Fleeting:
        type, possible, typename_key = "User", frozenset({"User"}), ""

        def runtime(self, value: dict[str, Any]) -> ObjectShape:
            name = "age" if "age" in value else "name"
            field = FieldShape(name, f"User.{name}", types[name].type, "", None)
            return ObjectShape("User", {name: field})

    class Root(Fleeting):
        def runtime(self, _: dict[str, Any]) -> ObjectShape:
            members = api.schema.type_map["Project"].fields["members"].type
            return ObjectShape(
                "Project", {"members": FieldShape("members", "Project.members", members, "User", Fleeting())}
            )

    good = [{"age": 1}, {"name": "x"}] * 50
    assert Checks().accept({"members": good}, Root())
    assert not Checks().accept({"members": [*good, {"age": "x"}]}, Root())
    assert not Checks().accept({"members": [*good, {"name": 5}]}, Root())
