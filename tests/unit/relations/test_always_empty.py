from __future__ import annotations

from querious.model import Severity
from querious.relations.always_empty import RELATION
from relating import Api, said

SDL = """
type Team { id: ID! name: String! motto: String site: String captain: Player players: [Player!]! matches(first: Int): MatchConnection! parent: Team cancelReason: String }
type Player { id: ID! name: String! team: Team nickname: String number: Int active: Boolean tags: [String!]! coach: Coach }
type Coach { id: ID! name: String }
type Match { id: ID! score: Score }
type Score { home: Int away: Int remark: String }
type MatchConnection { edges: [MatchEdge!]! pageInfo: PageInfo! totalCount: Int! }
type MatchEdge { cursor: String node: Match }
type PageInfo { hasNextPage: Boolean! endCursor: String }
type Query {
  team(id: ID!): Team
  teams: [Team!]!
  players: [Player!]
  coaches: [Coach!]!
  matches: MatchConnection!
  me: Player
  newest: Team
}
"""


def connection(items):
    edges = [{"cursor": item["id"], "node": item} for item in items]
    return {"edges": edges, "pageInfo": {"hasNextPage": False}, "totalCount": len(items)}


def api(teams=2, players=9, **changes) -> Api:
    """Teams with players each; matches of all."""
    squad = [
        {"id": f"p{n}", "name": f"n{n}", "tags": ["a"], "number": 0, "active": False, "nickname": "", "of": n % teams}
        for n in range(players)
    ]
    all_teams = [{"id": f"t{n}", "name": f"T{n}", "motto": "win", "site": "s"} for n in range(teams)]
    all_matches = [{"id": f"m{n}", "score": {"home": 0, "away": 1}} for n in range(9)]
    resolvers = {
        "Query.team": lambda *_, **given: next((team for team in all_teams if team["id"] == given["id"]), None),
        "Query.teams": lambda *_: all_teams,
        "Query.players": lambda *_: squad,
        "Query.coaches": lambda *_: [{"id": "c1", "name": "Ada"}],
        "Query.matches": lambda *_: connection(all_matches),
        "Query.newest": lambda *_: all_teams[-1],
        "Team.captain": lambda team, _: squad[0],
        "Team.players": lambda team, _: [one for one in squad if f"t{one['of']}" == team["id"]],
        "Team.matches": lambda team, _, first=9: connection(all_matches[:first]),
        "Team.parent": lambda team, _: all_teams[0] if team is not all_teams[0] else None,
        "Player.team": lambda player, _: all_teams[player["of"]],
        "Player.coach": lambda player, _: {"id": "c1"},
    }
    made = Api(SDL, resolvers | {name.replace("_", ".", 1): change for name, change in changes.items()})
    return made.know(*[DOCUMENT] * 3)


DOCUMENT = """{
  teams { id name motto site captain { id } players { id } matches { edges { cursor } } parent { id } cancelReason }
  players { id name team { id } nickname number active tags coach { id } }
  coaches { id name } me { id } newest { id }
  matches { edges { node { id score { home away remark } } } pageInfo { endCursor } }
}"""
NOTHING = dict.fromkeys(("Team_captain", "Player_team", "Player_coach"), lambda *_: None)


def found(**options):
    return said(api(**options).found(RELATION))


def test_a_healthy_api_has_a_value_everywhere_but_where_none_is_usual():
    assert found() == []


def test_a_link_that_is_never_there_although_the_other_end_leads_here():
    made = api(Team_captain=lambda *_: None)
    (one,) = made.found(RELATION)
    assert said([one]) == ["Team.captain: null for all 2 objects that were asked"]
    assert one.severity is Severity.SUSPICION
    assert one.path == "data.teams[1].captain"


def test_a_list_that_is_always_empty():
    assert found(Team_players=lambda *_: []) == ["Team.players: an empty list for all 2 objects that were asked"]


def test_a_link_that_nothing_leads_back_from_takes_more_objects():
    assert found(Player_coach=lambda *_: None) == ["Player.coach: null for all 9 objects that were asked"]
    assert found(Player_coach=lambda *_: None, players=4) == []


ALONE = """
type Player { id: ID! name: String! coach: Coach }
type Coach { id: ID! name: String }
type Club { id: ID! coach: Coach }
type Query { players: [Player!]! clubs: [Club!]! }
"""


def alone(document: str, players: int):
    data = {
        "Query.players": lambda *_: [{"id": str(n), "name": "p"} for n in range(players)],
        "Query.clubs": lambda *_: [{"id": "c"}],
    }
    return said(Api(ALONE, data).know(*[document] * 3).found(RELATION))


def test_where_the_other_kind_of_object_was_never_seen_it_takes_even_more():
    asking = "{ players { id name coach { id } } }"
    assert alone(asking, players=7) == []
    assert alone(asking, players=8) == ["Player.coach: null for all 8 objects that were asked"]


def test_where_several_fields_should_lead_to_a_kind_of_object_and_none_does_there_are_none_of_it():
    assert alone("{ players { id name coach { id } } clubs { id coach { id } } }", players=8) == []
    unseen = {"Player_coach": lambda *_: None, "Query_coaches": lambda *_: []}
    assert found(**unseen) == []


VERSIONS = """
type Version { id: ID! name: String! user: User tools: Tools format: Format }
type User { id: ID! }
type Tools { names: [String!]! }
type Format { kind: String! }
type Query { versions: [Version!]! owner: User }
"""


def test_what_leads_nowhere_is_bare_all_the_same_where_data_is_thin():
    def known(user):
        data = {
            "Query.versions": lambda *_: [{"id": str(n), "name": "v", "user": user} for n in range(9)],
            "Query.owner": lambda *_: user,
        }
        asking = "{ versions { id name user { id } tools { names } format { kind } } owner { id } }"
        return said(Api(VERSIONS, data).know(*[asking] * 3).found(RELATION))

    assert known(None) == []
    assert known({"id": "u"}) == [
        "Version.tools: null for all 9 objects that were asked",
        "Version.format: null for all 9 objects that were asked",
    ]


REGIONS = """
interface Region { id: ID! parent: Region }
type Country implements Region { id: ID! name: String! parent: Region }
type Province implements Region { id: ID! name: String! parent: Region }
type Query { countries: [Country!]! provinces: [Province!]! }
"""


def test_a_field_of_an_interface_may_be_there_for_a_type_that_was_never_seen():
    data = {
        "Query.countries": lambda *_: [{"id": str(n), "name": "c"} for n in range(9)],
        "Query.provinces": lambda *_: [{"id": "p", "name": "p", "parent": {"id": "1", "kind": "Country"}}],
    }
    asking = "{ countries { id name parent { __typename } } %s }"
    made = Api(REGIONS, data, {"Region": "kind"}).know(*[asking % ""] * 3)
    assert said(made.found(RELATION)) == []
    made = Api(REGIONS, data, {"Region": "kind"}).know(*[asking % "provinces { id }"] * 3)
    assert said(made.found(RELATION)) == ["Country.parent: null for all 9 objects that were asked"]


def test_leaves():
    assert found(Player_nickname=lambda *_: None) == ["Player.nickname: null for all 9 objects that were asked"]
    assert found(Player_tags=lambda *_: []) == ["Player.tags: an empty list for all 9 objects that were asked"]
    assert found(Player_nickname=lambda *_: None, players=7) == []
    assert found(Team_motto=lambda *_: None) == []


def test_thin_data_is_nobodys_fault():
    bare = dict.fromkeys(("Player_nickname", "Player_number", "Player_tags"), lambda *_: None)
    bare["Player_tags"] = lambda *_: []
    assert found(**bare) == []


def test_a_page_that_is_always_empty_is_an_empty_list():
    assert found(teams=9, Team_matches=lambda *_, **__: connection([])) == [
        "Team.matches: an empty list for all 9 objects that were asked"
    ]


def test_links_between_objects_of_one_type_have_to_end_somewhere():
    assert found(teams=7, Team_parent=lambda *_: None) == []
    assert found(teams=9, Team_parent=lambda *_: None) == ["Team.parent: null for all 9 objects that were asked"]


def test_objects_without_identity_are_told_apart_by_their_places():
    scored = [{"id": f"m{n}", "score": {"away": 1}} for n in range(9)]
    assert found(Query_matches=lambda *_: connection(scored)) == ["Score.home: null for all 9 objects that were asked"]
    assert found(Query_matches=lambda *_: connection(scored[:6])) == []


def test_a_field_of_the_query_type():
    assert found(Query_newest=lambda *_: None) == ["Query.newest: null in all 3 answers"]
    assert found(Query_coaches=lambda *_: [], Player_coach=lambda *_: {"id": "c"}) == [
        "Query.coaches: an empty list in all 3 answers"
    ]
    assert found(Query_matches=lambda *_: connection([])) == ["Query.matches: an empty list in all 3 answers"]


def test_an_empty_database_is_nobodys_fault():
    empty = {f"Query_{name}": lambda *_: [] for name in ("teams", "players", "coaches")} | {
        "Query_newest": lambda *_: None,
        "Query_matches": lambda *_: connection([]),
    }
    assert found(**empty) == []


def test_errors_are_no_absence():
    def fails(*_):
        raise ValueError("no captain")

    made = api(Team_captain=fails)
    assert said(made.found(RELATION)) == []


def test_a_field_that_fails_does_not_hide_another():
    state = {"calm": True}

    def parent(*_):
        if not state["calm"]:
            raise ValueError("no parent")

    made = api(teams=9, Team_parent=parent, Team_captain=lambda *_: None)
    state["calm"] = False
    assert said(made.found(RELATION)) == ["Team.captain: null for all 9 objects that were asked"]


def test_the_check_needs_no_more_than_the_trace():
    made = api(Team_captain=lambda *_: None)
    (trace,) = made.traces(RELATION)
    types = made.observed.types
    assert list(RELATION.check([], types)) == []
    assert list(RELATION.check([step._replace(data=None) for step in trace], types)) == []
    for data in ({"teams": None}, {"teams": 3}, {"teams": [None, 1]}, {"teams": [{}]}):
        assert [
            one.coordinate
            for one in RELATION.check([step._replace(data=data) for step in trace], types)
            if one.coordinate.startswith("Team.")
        ] == []
    one_team = [step._replace(data={"teams": step.data["teams"][:1]}) for step in trace if "teams" in step.data]
    assert list(RELATION.check([*one_team, *one_team], types)) == []


def test_more_bare_fields_of_a_type_than_mistakes_are_likely_tell_of_data_that_nobody_entered():
    unused = dict.fromkeys(("Player_nickname", "Player_coach", "Player_number"), lambda *_: None)
    assert found(**unused) == []
    del unused["Player_number"]
    assert found(**unused) == [
        "Player.nickname: null for all 9 objects that were asked",
        "Player.coach: null for all 9 objects that were asked",
    ]


def test_a_list_that_the_other_end_leads_back_to_is_told_even_where_data_is_thin():
    unused = dict.fromkeys(("Team_motto", "Team_site", "Team_parent"), lambda *_: None)
    unused["Team_captain"] = unused["Team_motto"]
    lost = {**unused, "Team_players": lambda *_: []}
    assert found(teams=9, **lost) == [
        "Team.captain: null for all 9 objects that were asked",
        "Team.players: an empty list for all 9 objects that were asked",
    ]
    assert found(teams=9, **unused) == [], "Player.team is the inverse of Team.players, not of Team.captain"


def test_many_empty_lists_of_the_query_type_are_told_only_where_such_objects_are_known():
    empty = {
        "Query_coaches": lambda *_: [],
        "Player_coach": lambda *_: None,
        "Query_newest": lambda *_: None,
        "Query_matches": lambda *_: connection([]),
        "Team_matches": lambda *_, **__: connection([]),
    }

    def found_with_team(**changes):
        return said(api(**changes).know('{ team(id: "t0") { id } }').found(RELATION))

    assert not any("Query.coaches" in one or "Query.matches" in one for one in found_with_team(**empty))
    empty["Player_coach"] = lambda *_: {"id": "c1"}
    assert "Query.coaches: an empty list in all 3 answers" in found_with_team(**empty)


PAGED = """
type Model { id: ID! name: String! costs: [Int!]! }
type Query { models(first: Int = 5): [Model!]! }
"""


def paged(*, priced: int) -> Api:
    """Thirty models, one of which has costs; no more than a hundred are given at once."""
    models = [{"id": str(n), "name": f"m{n}", "costs": [1] if n == priced else []} for n in range(30)]

    def page(*_, first):
        if first > 100:
            raise ValueError("at most a hundred")
        return models[:first]

    return Api(PAGED, {"Query.models": page}).know(*["{ models(first: 9) { id costs } }"] * 3)


def test_what_few_have_is_looked_for_on_a_larger_page():
    assert said(paged(priced=28).found(RELATION)) == []
    assert said(paged(priced=-1).found(RELATION)) == ["Model.costs: an empty list for all 30 objects that were asked"]


UNION = """
union Evaluator = Own | BuiltIn
type Own { id: ID! }
type BuiltIn { id: ID! }
type Dataset { id: ID! name: String! evaluators: [Evaluator!]! }
type Query { datasets: [Dataset!]! builtIn: [BuiltIn!]! own: [Own!]! }
"""


def test_of_several_kinds_all_must_be_there_before_few_objects_are_enough():
    def known(own):
        data = {
            "Query.datasets": lambda *_: [{"id": str(n), "name": "d", "evaluators": []} for n in range(6)],
            "Query.builtIn": lambda *_: [{"id": "b"}],
            "Query.own": lambda *_: own,
        }
        asking = "{ datasets { id name evaluators { __typename } } builtIn { id } own { id } }"
        return said(Api(UNION, data).know(*[asking] * 3).found(RELATION))

    assert not any("Dataset.evaluators" in one for one in known([]))
    assert known([{"id": "o"}]) == ["Dataset.evaluators: an empty list for all 6 objects that were asked"]


def shelves(kinds: int) -> Api:
    """Lists of ten things each, of so many types, with one field each that never has a value."""
    names = [f"Thing{'ABCDEFG'[number]}" for number in range(kinds)]
    types = "\n".join(f"type {name} {{ id: ID! size: Int weight: Int color: String label: String }}" for name in names)
    lists = " ".join(f"of{name}: [{name}!]!" for name in names)
    rows = [{"id": str(number), "size": 1, "weight": 2, "color": "red"} for number in range(10)]
    made = Api(f"type Query {{ {lists} }} {types}", {f"Query.of{name}": lambda *_: rows for name in names})
    return made.know("{" + " ".join(f"of{name} {{ id size weight color label }}" for name in names) + "}")


def test_bare_fields_of_many_types_are_fields_that_nobody_uses():
    assert len(shelves(3).found(RELATION)) == 3
    assert said(shelves(4).found(RELATION)) == []
