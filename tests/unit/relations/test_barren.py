from __future__ import annotations

from querious.model import Severity
from querious.relations.barren import RELATION
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


def test_where_the_other_kind_of_object_was_never_seen_it_takes_even_more():
    unseen = {"Player_coach": lambda *_: None, "Query_coaches": lambda *_: []}
    assert not any("Player.coach" in one for one in found(players=7, **unseen))
    assert "Player.coach: null for all 8 objects that were asked" in found(players=8, **unseen)


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
    terms = made.world.terms
    assert list(RELATION.check([], terms)) == []
    assert list(RELATION.check([step._replace(data=None) for step in trace], terms)) == []
    for data in ({"teams": None}, {"teams": 3}, {"teams": [None, 1]}, {"teams": [{}]}):
        assert [
            one.coordinate
            for one in RELATION.check([step._replace(data=data) for step in trace], terms)
            if one.coordinate.startswith("Team.")
        ] == []
    one_team = [step._replace(data={"teams": step.data["teams"][:1]}) for step in trace if "teams" in step.data]
    assert list(RELATION.check([*one_team, *one_team], terms)) == []
