from __future__ import annotations

import pytest
from graphql import build_schema

from querious.model import Settings, Step
from querious.pipeline.run.use_case import run

SCHEMA = """
type Query { pet: Pet, secret: Safe, name: String }
type Mutation { adopt: Dog }
union Pet = Dog | Cat
type Dog { owner: Person }
type Cat { name: String }
type Person { name: String, dogs: [Dog!] }
type Safe { code: String }
"""
READ = {
    Step("Query", "pet", "Dog"),
    Step("Query", "pet", "Cat"),
    Step("Dog", "owner", "Person"),
    Step("Person", "dogs", "Dog"),
}


@pytest.mark.parametrize(("mutations", "more"), [(False, set()), (True, {Step("Mutation", "adopt", "Dog")})])
def test_a_run_tells_how_types_lead_to_each_other_as_far_as_they_may_be_asked(mutations, more):
    settings = Settings(seed=1, requests=20, seconds=None, shrink=0, mutations=mutations, deny=("Query.secret",))
    graph = run(build_schema(SCHEMA), settings).graph
    assert set(graph) == READ | more
    assert len(graph) == len(set(graph))
