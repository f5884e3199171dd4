from __future__ import annotations

from querious.model import Field, Operation, Path, Step
from querious.pipeline.graphql.spoilers import Spoilers


def leaf(parent, name):
    return Field(parent, name, "", (), (), ())


def thing(name, *leaves):
    return Field("Query", name, "", (), (), tuple(leaf(name.title(), one) for one in leaves))


def operation(*selections):
    return Operation("query", "", "Query", selections)


def path(name, below):
    return Path((Step("Query", name, name.title()), Step(name.title(), below, "String")))


BOTH = operation(thing("good", "a", "b"), thing("bad", "c", "d"))


def test_what_spoils_is_asked_apart():
    spoilers = Spoilers()
    held = [("a", path("good", "a")), ("c", path("bad", "c"))]
    assert spoilers.apart(BOTH, held) == [(BOTH, held)]
    spoilers.convict(operation(thing("bad", "c")))
    (clean, kept), (alone, spoilt) = spoilers.apart(BOTH, held)
    assert [node.name for node in clean.selections] == ["good"]
    assert [key for key, _ in kept] == ["a"]
    assert list(alone.selections) == [Field("Query", "bad", "", (), (), [leaf("Bad", "c")])]
    assert [key for key, _ in spoilt] == ["c"]


def test_of_a_branch_the_first_field_is_to_blame_that_was_never_answered():
    spoilers = Spoilers()
    spoilers.acquit(operation(thing("bad", "d")))
    spoilers.convict(operation(thing("bad", "c")))
    assert spoilers.has("Bad.c")
    assert not spoilers.has("Query.bad")


def test_an_answer_acquits():
    spoilers = Spoilers()
    spoilers.convict(operation(thing("bad", "c")))
    assert spoilers.on_trunk(operation(thing("bad", "d"))) == "Query.bad"
    spoilers.acquit(operation(thing("bad", "d")))
    assert not spoilers.has("Query.bad")


def test_a_probe_asks_for_the_shared_way_alone():
    spoilers = Spoilers()
    probe = spoilers.probe(operation(thing("bad", "c", "d")))
    assert list(probe.selections) == [Field("Query", "bad", "", (), (), [leaf("Bad", "__typename")])]
    assert spoilers.probe(BOTH) is None
    spoilers.acquit(probe)
    assert spoilers.probe(operation(thing("bad", "c", "d"))) is None


def test_the_place_of_an_error_says_which_field_it_is():
    spoilers = Spoilers()
    spoilers.convict(BOTH, ("bad", "d"))
    assert spoilers.has("Bad.d")
