from __future__ import annotations

import asyncio
import itertools
import random
import time
from datetime import UTC, datetime

import pytest
from graphql import GraphQLError, GraphQLSchema, build_schema

from querious.errors import ConfigError, SchemaError, TargetError
from querious.model import Settings, Severity
from querious.model.diff import Kind, Steadiness, Weight
from querious.model.recording import Recording
from querious.pipeline.diff import confirmation
from querious.pipeline.diff.use_case import diff
from querious.pipeline.observer import Silent
from querious.store import open_store

SDL = """
type Query { users(first: Int, sort: Sort): [User!]! user(id: ID!): User team: Team now: String! count: Int }
type Mutation { wipe: Int }
enum Sort { NAME AGE }
type Team { name: String members: [User!]! }
type User { id: ID! name: String age: Int mail(short: Boolean): String }
"""
PEOPLE = [{"id": str(number), "name": name, "age": 90 - 7 * number} for number, name in enumerate("gcaebdf")]


def users(_root, _info, first=None, sort=None):
    rows = sorted(PEOPLE, key=lambda user: user[sort.lower()]) if sort else PEOPLE
    return rows[:first] if first and first > 0 else rows


def build(sdl: str = SDL, **resolvers) -> GraphQLSchema:
    """``Type_field`` is the resolver of ``Type.field``."""
    schema = build_schema(sdl)
    healthy = {
        "Query_users": users,
        "Query_user": lambda _root, _info, **sent: next((user for user in PEOPLE if user["id"] == sent["id"]), None),
        "Query_team": lambda *_: {"name": "all", "members": PEOPLE},
        "Query_now": lambda *_: datetime.now(UTC).isoformat(),
        "Query_count": lambda *_: len(PEOPLE),
        "User_mail": lambda user, _info, short=False: user["name"] + ("" if short else "@x.org"),
    }
    for place, resolve in (healthy | resolvers).items():
        parent, name = place.split("_")
        fields = schema.type_map[parent].fields if parent in schema.type_map else {}
        if name in fields:
            fields[name].resolve = resolve
    return schema


@pytest.fixture(autouse=True)
def pause(monkeypatch):
    monkeypatch.setattr("querious.pipeline.diff.confirmation.PAUSE", 0.01)


def settings(**more) -> Settings:
    return Settings(**{"seed": 1, "requests": 160, "seconds": None, **more})


def places(found) -> list[tuple[str, Kind]]:
    return [(one.coordinate, one.kind) for one in found.differences]


def test_a_build_held_against_itself_has_no_differences():
    found = diff(build(), build(), settings())
    assert found.differences == ()
    assert found.changes == found.broken == ()
    assert found.cases > 20
    assert found.requests >= 2 * found.cases
    assert found.ended == "160 requests"
    assert not found.differs()


@pytest.mark.parametrize(
    "now",
    [
        lambda *_: f"tick {time.monotonic_ns()}",
        lambda *_: str(random.random()),
        lambda *_: datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        lambda *_: str(int(time.time() * 1000)),
    ],
)
@pytest.mark.unmeasured
def test_a_field_that_tells_the_time_is_set_aside(now):
    found = diff(build(Query_now=now), build(Query_now=now), settings())
    assert found.differences == ()
    assert {noise.coordinate for noise in found.noise} <= {"Query.now"}


def test_a_slow_clock_that_goes_ahead_in_b_is_set_aside(monkeypatch):
    seconds = [0]
    sleep = asyncio.sleep

    async def pause(duration):
        """Only in the pause before the last asking does the clock go on."""
        seconds[0] += duration == confirmation.PAUSE
        await sleep(0 if duration == confirmation.PAUSE else duration)

    monkeypatch.setattr(asyncio, "sleep", pause)
    a = build(Query_now=lambda *_: f"second {seconds[0]}")
    b = build(Query_now=lambda *_: f"second {seconds[0] + 9}")
    found = diff(a, b, settings(requests=120))
    assert seconds[0] > 0
    assert found.differences == ()
    assert [noise.coordinate for noise in found.noise] == ["Query.now"]


FAULTS = {
    "lost last": ("Query_users", lambda *_, **__: PEOPLE[:-1], ("Query.users", Kind.LOST)),
    "not sorted": ("Query_users", lambda _r, _i, first=None, sort=None: users(_r, _i, first), ("Query.users", Kind.ORDER)),
    "off by one": ("Query_users", lambda r, i, first=None, sort=None: users(r, i, first and first + 1, sort), ("Query.users", Kind.ADDED)),
    "other object": ("Query_user", lambda *_, **sent: PEOPLE[int(sent["id"]) - 1] if sent["id"] in "123456" else None, ("Query.user", Kind.OTHER)),
    "null": ("Query_team", lambda *_: None, ("Query.team", Kind.NULL)),
    "unit": ("User_age", lambda user, _: user["age"] * 12, ("User.age", Kind.VALUE)),
    "argument": ("User_mail", lambda user, _, short=False: user["name"] + "@x.org", ("User.mail", Kind.VALUE)),
    "error": ("Query_count", lambda *_: (_ for _ in ()).throw(GraphQLError("no")), ("Query.count", Kind.ERROR)),
}  # fmt: skip


@pytest.mark.parametrize("name", FAULTS)
@pytest.mark.unmeasured
def test_a_wrong_answer_is_found_where_it_is_made_and_shrunk(name):
    place, resolve, expected = FAULTS[name]
    found = diff(build(), build(**{place: resolve}), settings())
    assert expected in places(found)
    one = next(one for one in found.differences if (one.coordinate, one.kind) == expected)
    assert one.steadiness is Steadiness.STEADY
    assert one.severity is Severity.FAULT
    assert one.shrunk
    assert len(one.a.case.document) < 60
    assert one.a.body != one.b.body
    assert 0 < one.count <= one.cases
    assert found.differs(Severity.FAULT)
    assert {coordinate for coordinate, _ in places(found)} == {expected[0]}


def test_two_faults_are_told_apart_though_one_is_below_the_other():
    team = {"name": "all", "members": PEOPLE[:-1]}
    found = diff(build(), build(Query_team=lambda *_: team, User_age=lambda user, _: user["age"] * 12), settings())
    assert set(places(found)) == {("Team.members", Kind.LOST), ("User.age", Kind.VALUE)}


def test_what_follows_from_another_object_is_told_with_it():
    found = diff(build(), build(Query_user=lambda *_, **sent: PEOPLE[0]), settings(requests=500))
    assert {coordinate for coordinate, _ in places(found)} == {"Query.user"}
    follows = {coordinate for one in found.differences for coordinate in one.also}
    assert follows
    assert follows <= {"User.name", "User.age", "User.mail"}


def test_an_order_that_nobody_promised_is_a_suspicion():
    found = diff(build(), build(Query_team=lambda *_: {"name": "all", "members": PEOPLE[::-1]}), settings())
    assert places(found) == [("Team.members", Kind.ORDER)]
    assert found.differences[0].severity is Severity.SUSPICION
    assert found.differs()
    assert not found.differs(Severity.FAULT)


@pytest.mark.unmeasured
def test_a_broken_order_that_was_promised_counts_more_than_one_that_was_not():
    found = diff(build(), build(Query_users=lambda *_, **__: PEOPLE[::-1]), settings(requests=160))
    one = next(one for one in found.differences if one.kind is Kind.ORDER)
    assert one.severity is Severity.FAULT
    assert "sort" in one.a.case.document or "first" in one.a.case.document


def test_an_order_that_a_changes_itself_is_noise():
    def shuffled(*_):
        return {"name": "all", "members": random.sample(PEOPLE, len(PEOPLE))}

    found = diff(build(Query_team=shuffled), build(Query_team=shuffled), settings())
    assert found.differences == ()
    assert [(noise.coordinate, noise.kind) for noise in found.noise] == [("Team.members", Kind.ORDER)]


def test_a_b_that_flickers_is_told_so():
    turns = itertools.count()
    found = diff(build(), build(Query_count=lambda *_: 6 if next(turns) % 3 == 0 else 7), settings(requests=160))
    (one,) = found.differences
    assert (one.coordinate, one.kind) == ("Query.count", Kind.VALUE)
    assert one.steadiness in {Steadiness.FLICKERS, Steadiness.GONE}


@pytest.mark.unmeasured
def test_two_builds_that_flicker_alike_do_not_differ():
    def flickering(seed):
        turns = random.Random(seed)
        return build(Query_count=lambda *_: 6 if turns.random() < 0.3 else 7)

    found = diff(flickering(5), flickering(6), settings(requests=300))
    assert found.differences == ()
    assert "Query.count" in {noise.coordinate for noise in found.noise}


def test_mutations_are_never_sent():
    sent = []
    wipe = {"Mutation_wipe": lambda *_: sent.append(1)}
    found = diff(build(**wipe), build(**wipe), settings(mutations=True))
    assert found.cases
    assert sent == []


def test_what_only_one_schema_has_is_not_asked_of_the_other():
    smaller = (
        SDL.replace(" team: Team", "").replace("mail(short: Boolean)", "mail").replace("age: Int", "age: Int new: Int")
    )
    asked = []

    def noting(_root, info, **arguments):
        asked.append(info.operation)
        return users(_root, info, **arguments)

    found = diff(build(), build(smaller, Query_users=noting), settings())
    assert found.differences == ()
    assert asked

    def told(weight):  # in the words of graphql-core, which since 3.3 begin with the kind of what changed
        return {change.about.removeprefix("Field ").rstrip(".") for change in found.changes if change.weight is weight}

    assert "Query.team was removed" in told(Weight.BREAKING)
    assert "User.new was added" in told(Weight.ADDED)
    causes = {one.cause: one for one in found.broken}
    assert causes["Query.team was removed"].origin == "planned"
    assert "User.mail(short:) was removed" in causes
    assert found.differs(Severity.FAULT)
    assert found.cases > 20


def recorded(place, *documents):
    now = datetime.now(UTC)
    with open_store(str(place)) as store:
        for calls, document in enumerate(documents, 1):
            kind = "mutation" if document.startswith("mutation") else "query"
            store.add([Recording(document, {}, now, now, kind=kind, times_called=calls)])


def test_recordings_are_asked_and_those_that_break_are_told(tmp_path):
    place = tmp_path / "recordings.db"
    recorded(place, "{ team { name } }", "{ team { members { id } } }", "{ count }", "mutation { wipe }", "{ unknown }")
    smaller = SDL.replace(" team: Team", "").replace("type Mutation { wipe: Int }", "")
    found = diff(build(), build(smaller), settings(recordings=str(place)))
    broken = [(one.cause, one.operations, one.calls) for one in found.broken if one.origin == "recorded"]
    assert broken == [("Query.team was removed", 2, 3), ("Mutation was removed", 1, 4)]


@pytest.mark.unmeasured
def test_expected_differences_can_be_excluded():
    other = build(User_id=lambda user, _: f"u{user['id']}", Query_count=lambda *_: 8)
    found = diff(build(), other, settings(exclude=("User.id",)))
    assert places(found) == [("Query.count", Kind.VALUE)]
    assert places(diff(build(), other, settings(include=("User.id",)))) == [("User.id", Kind.VALUE)]
    with pytest.raises(ConfigError, match=r"'User\.idd' of exclude matches nothing"):
        diff(build(), other, settings(exclude=("User.idd",)))


def test_ctrl_c_gives_what_was_found_so_far():
    class Impatient(Silent):
        def progress(self, progress):
            if progress.findings:
                asyncio.get_running_loop().call_soon(asyncio.current_task().cancel)
                for task in asyncio.all_tasks():
                    task.cancel()

    found = diff(build(), build(Query_count=lambda *_: 8), settings(requests=1200), observer=Impatient())
    assert found.interrupted
    assert [one.steadiness for one in found.differences] == [Steadiness.UNTRIED]


def test_a_target_that_is_not_there_is_an_error_of_the_user():
    with pytest.raises(SchemaError, match=r"^B: no connection to the API could be made"):
        diff(build(), "http://127.0.0.1:9/graphql", settings())
    with pytest.raises(TargetError, match=r"^A: .* which cannot be tested"):
        diff(object(), build(), settings())


def test_progress_counts_requests_to_both_and_differences():
    seen = []

    class Watching(Silent):
        def progress(self, progress):
            seen.append(progress)

    found = diff(build(), build(Query_count=lambda *_: 8), settings(requests=360), observer=Watching())
    assert {progress.phase for progress in seen} >= {
        "reading the schema",
        "tuples",
        "arguments",
        "random",
        "confirming",
    }
    asking = [progress for progress in seen if progress.phase == "random"]
    assert asking[-1].stop == "360 requests"
    assert seen[-1].findings == len(found.differences) == 1
    assert seen[-1].requests > found.cases
