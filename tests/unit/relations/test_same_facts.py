import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from querious.model import Severity
from querious.relations.same_facts import RELATION
from relating import Api, said

SDL = """
type Query {
  project(id: ID!): Project
  projects: [Project!]!
  teams: [Team!]!
  page(slug: String!, locale: String): Page
  start(locale: String): Page
}
type Project { id: ID!, name: String, size: Float, views: Int, owner: Person, members: [Person!], address: Address, tasks: [Task!] }
type Person { id: ID!, name: String, role: String }
type Team { id: ID!, project: Project, lead: Person }
type Page { id: ID!, slug: String!, title: String }
type Address { city: String }
type Task { title: String, hours: Int }
"""
PEOPLE = {n: {"id": f"u{n}", "name": f"N{n}", "role": "r"} for n in (1, 2, 3)}
PROJECTS = {
    f"{n}": {
        "id": f"{n}",
        "name": f"P{n}",
        "size": 0.3,
        "owner": PEOPLE[n],
        "members": [PEOPLE[1], PEOPLE[2]],
        "address": {"city": f"C{n}"},
        "tasks": [{"title": "a", "hours": 1}, {"title": "b", "hours": 2}],
    }
    for n in (1, 2, 3)
}
KNOWN = "{ projects { id name owner { id name } members { id } } teams { id project { id } lead { id name } } }"


def office(team=lambda project: project, known=KNOWN, **changes):
    """``team`` changes what a project looks like by way of a team."""
    resolvers = {
        "Query.project": lambda *_, **asked: PROJECTS.get(asked["id"]),
        "Query.projects": lambda *_: list(PROJECTS.values()),
        "Query.teams": lambda *_: [
            {"id": f"t{n}", "project": team(PROJECTS[n]), "lead": PEOPLE[int(n)]} for n in PROJECTS
        ],
        "Query.page": lambda *_, slug, locale="en": {"id": "1", "slug": slug, "title": f"{slug} {locale}"},
        "Query.start": lambda *_, locale="en": {"id": "1", "slug": "start", "title": f"start {locale}"},
        **{name.replace("_", "."): change for name, change in changes.items()},
    }
    return Api(SDL, resolvers).know(known)


def test_a_healthy_office_says_the_same_whichever_way():
    api = office(team=lambda project: {**project, "members": project["members"][::-1], "tasks": project["tasks"][::-1]})
    assert said(api.found(RELATION)) == []
    assert api.requests > 5


@pytest.mark.parametrize(
    ("change", "coordinate", "says", "severity"),
    [
        ({"name": "other"}, "Project.name", '"other" through', Severity.FAULT),
        ({"size": 0.4}, "Project.size", '"0.4" through', Severity.FAULT),
        ({"name": None}, "Project.name", "null through", Severity.SUSPICION),
        ({"owner": {"id": "u9"}}, "Project.owner", "other objects", Severity.FAULT),
        ({"members": [PEOPLE[1]]}, "Project.members", "other objects", Severity.FAULT),
        ({"address": {"city": "else"}}, "Address.city", '"else" through', Severity.FAULT),
        (
            {"tasks": [{"title": "a", "hours": 1}, {"title": "b", "hours": 3}]},
            "Task.hours",
            '"[1, 3]" through',
            Severity.FAULT,
        ),
    ],
    ids=lambda value: next(iter(value)) if isinstance(value, dict) else "",
)
def test_what_differs_by_the_way_is_found(change, coordinate, says, severity):
    found = office(team=lambda project: {**project, **change}).found(RELATION)
    assert {mismatch.coordinate for mismatch in found} == {coordinate}, said(found)
    assert says in found[0].message
    assert 'through "teams.project"' in found[0].message
    assert found[0].severity is severity


def test_the_last_digits_of_a_float_are_no_difference():
    assert said(office(team=lambda project: {**project, "size": 0.1 + 0.2}).found(RELATION)) == []


def test_what_changes_by_itself_is_no_difference():
    count = itertools.count()
    assert said(office(Project_views=lambda *_: next(count)).found(RELATION)) == []


def test_two_operations_that_disagreed_are_asked_again():
    """By way of the team the role of a person differs, and only the run's own operation has asked for it there."""
    team = {"id": "t", "project": {**PROJECTS["1"], "owner": {**PEOPLE[1], "role": "other"}}}
    known = ["{ projects { owner { id role } } }", "{ teams { project { owner { id role } } } }"]
    api = office(known="{ __typename }", Query_teams=lambda *_: [team]).know(*known)
    assert [conflict.key for conflict in api.observed.conflicts.values()] == ["role"]
    trace = api.traces(RELATION)[0]
    assert len(trace) == 4
    assert [mismatch.coordinate for mismatch in RELATION.check(trace, api.observed.types)] == ["Person.role"]
    assert [mismatch.coordinate for mismatch in RELATION.check(trace[:2], api.observed.types)] == ["Person.role"]
    assert list(RELATION.check(trace[:1], api.observed.types)) == []


def test_an_answer_that_contradicts_itself_is_found():
    api = office(
        known="{ __typename }",
        Query_teams=lambda *_: [
            {"id": "t1", "lead": PEOPLE[1]},
            {"id": "t2", "lead": {**PEOPLE[1], "name": "other"}},
        ],
    ).know("{ teams { lead { id name } } }")
    assert {mismatch.coordinate for mismatch in api.found(RELATION)} == {"Person.name"}


def test_a_list_that_holds_an_identifier_twice_tells_nothing():
    twice = [PROJECTS["1"], {**PROJECTS["1"], "name": "version 2"}]
    assert said(office(Query_projects=lambda *_: twice).found(RELATION)) == []


def test_ways_that_differ_in_language_are_not_compared():
    documents = [
        '{ page(slug: "start", locale: "de") { id title } }',
        '{ start(locale: "en") { id title } start2: start { id } }',
    ]
    api = office().know(*documents)
    assert api.observed.conflicts
    assert said(api.found(RELATION)) == []
    wrong = office(Query_start=lambda *_, locale: {"id": "1", "slug": "start", "title": "else"})
    wrong.know('{ page(slug: "start", locale: "de") { id title } }', '{ start(locale: "de") { id title } }')
    assert {mismatch.coordinate for mismatch in wrong.found(RELATION)} == {"Page.title"}


def test_the_ways_are_quoted_so_that_one_cause_is_one_finding():
    one = office(team=lambda project: {**project, "name": "x"}).found(RELATION)
    other = office(Query_project=lambda *_, **asked: {**PROJECTS[asked["id"]], "name": "x"}).found(RELATION)
    assert one[0].message.split('"')[::2] == other[0].message.split('"')[::2]


@given(st.lists(st.sampled_from([None, [], {}, "x", 1]), min_size=3, max_size=3))
def test_strange_answers_are_silent(strange):
    api = office(known="{ __typename }")
    asked = api.know("{ projects { id name } }").observed.operations["Project.name"]
    keys = ("projects", "teams", "project")
    trace = [api.ask(asked)._replace(data=dict(zip(keys, strange, strict=True)))]
    assert list(RELATION.check(trace * 2, api.observed.types)) == []


BUCKETS = """
type Shelf { id: ID! tags: [Tag!]! buckets: [Bucket!]! best: Bucket }
type Tag { key: String! value: String }
type Bucket { key: String! count: Int }
type Query { shelves: [Shelf!]! shelf(id: ID!): Shelf }
"""


def shelves(*, shared: bool):
    """Every shelf counts the colours of its own books."""
    rows = [
        {
            "id": str(n),
            "tags": [{"key": "owner", "value": f"o{n}"}],
            "buckets": [{"key": "red", "count": 7 if shared else n}],
            "best": {"key": "red", "count": 9},
        }
        for n in range(3)
    ]
    resolvers = {
        "Query.shelves": lambda *_: rows,
        "Query.shelf": lambda *_, **given: next((row for row in rows if row["id"] == given["id"]), None),
    }
    known = "{ shelves { id tags { key value } buckets { key count } } }", "{ shelves { id best { key count } } }"
    return Api(BUCKETS, resolvers).know(*known)


def test_a_key_tells_pairs_and_buckets_apart_only_among_those_of_one_parent():
    assert said(shelves(shared=False).found(RELATION)) == []


def test_a_key_that_means_the_same_everywhere_identifies():
    (one,) = shelves(shared=True).found(RELATION)
    assert one.coordinate == "Bucket.count"


def test_one_way_may_lead_to_an_object_twice():
    sdl = "type Query { tags: [Tag!]! } type Tag { id: ID! name: String owner: Person } type Person { id: ID! role: String }"
    people = [{"id": "1", "role": "r"}, {"id": "1", "role": "s"}]
    tags = [{"id": str(place), "name": "n", "owner": owner} for place, owner in enumerate(people)]
    made = Api(sdl, {"Query.tags": lambda *_: tags}).know("{ tags { id owner { id role } } }")
    (found,) = made.found(RELATION)
    assert found.message == '"r" in one place and "s" in another through "tags.owner", for the same object'
