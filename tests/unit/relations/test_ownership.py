from __future__ import annotations

import pytest

from querious.model import Severity
from querious.relations.ownership import RELATION
from relating import Api, said

SDL = """
type Query { authors: [Author!]! shops: [Shop!]! }

type Author { id: ID! books(first: Int): [Book!]! songs: SongConnection! sheets: [Sheet] paintings: [Painting!]! }
type Book { id: ID! author: Author }
type SongConnection { edges: [SongEdge!]! pageInfo: PageInfo! }
type SongEdge { node: Song }
type PageInfo { hasNextPage: Boolean! }
type Song { id: ID! writer: Author! author: Author! }
type Sheet { author: Author! }
type Painting { owner: Author! }
type Shop { id: ID! articles: [ShopArticle!]! }
type ShopArticle { shop: Place! }
union Place = Shop | Author
"""
KNOWN = "{ authors { id } shops { id } }"
ANN, BOB = {"id": "1"}, {"id": "2"}
PAGE = {"edges": [], "pageInfo": {"hasNextPage": False}}


def api(sdl: str = SDL, **resolvers: object) -> Api:
    """Everything belongs to whom it is shown below, but for what ``resolvers`` say."""
    own = {
        "Author.books": lambda author, *_, **__: [{"id": f"b{author['id']}", "author": author}],
        "Author.songs": lambda author, *_: {
            **PAGE,
            "edges": [{"node": {"id": "s", "writer": author, "author": author}}],
        },
        "Author.sheets": lambda author, *_: [None, {"author": author}],
        "Author.paintings": lambda author, *_: [{"owner": BOB}],
        "Shop.articles": lambda shop, *_: [{"shop": {**shop, "type": "Shop"}}],
        "Query.authors": lambda *_: [ANN, BOB],
        "Query.shops": lambda *_: [{"id": "1"}, {"id": "7"}],
    }
    return Api(sdl, {**own, **{name.replace("_", "."): one for name, one in resolvers.items()}}, {"Place": "type"})


def test_what_belongs_to_whom_it_is_shown_below_is_right():
    assert said(api().know(KNOWN).found(RELATION)) == []


def test_rows_of_others_are_found():
    every = [{"id": "b1", "author": ANN}, {"id": "b2", "author": BOB}, {"id": "b3", "author": None}]
    (found,) = api(Author_books=lambda *_, **__: every).know(KNOWN).found(RELATION)
    assert said([found]) == ['Author.books: gives a Book whose author is another Author: "2", not "1"']
    assert (found.severity, found.path) == (Severity.SUSPICION, "data.authors[0].books[1].author")


def test_rows_without_an_identifier_and_rows_named_by_the_end_of_their_type():
    faulty = api(
        Author_sheets=lambda *_: [None, {"author": BOB}],
        Shop_articles=lambda *_: [{"shop": {"id": "7", "type": "Shop"}}],
    )
    assert {found.coordinate for found in faulty.know(KNOWN).found(RELATION)} == {"Author.sheets", "Shop.articles"}


def test_an_object_of_another_type_is_not_compared():
    faulty = api(Shop_articles=lambda *_: [{"shop": {"id": "2", "type": "Author"}}])
    assert said(faulty.know(KNOWN).found(RELATION)) == []


def test_rows_on_the_edges_of_a_page():
    sdl = SDL.replace("writer: Author! ", "")
    other = {**PAGE, "edges": [{"node": None}, {"node": {"id": "s", "author": BOB}}]}
    (found,) = api(sdl, Author_songs=lambda *_: other).know(KNOWN).found(RELATION)
    assert (found.coordinate, found.path) == ("Author.songs", "data.authors[0].songs.edges[1].node.author")


@pytest.mark.parametrize(
    "other",
    [
        SDL.replace("author: Author }", "author: Author editor: Author }", 1),  # which of the two?
        SDL.replace("books(first: Int)", "books(translated: Boolean = true)"),
        SDL.replace("books(first: Int)", "books(of: Int!)"),
        SDL.replace("type Author { id: ID!", "type Author { id: ID! parent: Author"),
        SDL.replace("type Author { id: ID!", "type Author { name: String"),
        SDL.replace("author: Author }", "author: [Author] }", 1),
        SDL.replace("author: Author }", "author(of: Int!): Author }", 1),
        SDL.replace("author: Author }", "reader: Author }", 1),
    ],
)
def test_names_and_types_have_to_leave_no_doubt(other):
    made = api(other, Author_books=lambda *_, **__: [{"id": "b", "author": BOB, "editor": BOB, "reader": BOB}])
    known = KNOWN if "type Author { id" in other else "{ authors { name } shops { id } }"
    assert said(made.know(known).found(RELATION)) == []


@pytest.mark.parametrize(
    ("rows", "back", "told"),
    [
        ("tasks: [UserTask!]!", "user: User", 1),
        ("tasks: [UserTask!]!", "user: UserOrBot", 1),
        ("tasks: [UserTask!]!", "bot: UserOrBot", 0),
        ("events: [UserEvent!]!", "user: User", 0),
    ],
)
def test_who_did_something_is_not_to_whom_it_was_done(rows, back, told):
    name, kind = rows.split(":")[0], rows.partition("[")[2].split("!")[0]
    sdl = f"""
        type Query {{ users: [User!]! }}
        type User {{ id: ID! {rows} }}
        type {kind} {{ {back} }}
        type Bot {{ id: ID! }}
        union UserOrBot = User | Bot
    """
    bob = {"id": "2", "type": "User"}
    row = {back.split(":")[0]: bob}
    resolvers = {"Query.users": lambda *_: [{"id": "1"}, bob], f"User.{name}": lambda *_: [row]}
    made = Api(sdl, resolvers, {"UserOrBot": "type"}).know("{ users { id } }")
    assert len(made.found(RELATION)) == told


def test_where_no_row_is_right_something_else_is_meant():
    made = api(Author_books=lambda author, *_, **__: [{"id": "b", "author": ANN if author is BOB else BOB}])
    assert said(made.know(KNOWN).found(RELATION)) == []


def test_what_changes_from_answer_to_answer_says_nothing():
    made = api(Author_books=lambda *_, **__: [{"id": "b", "author": BOB}]).know(KNOWN)
    made.observed.types.volatile.add("Author.books")
    assert said(made.found(RELATION)) == []


STAGES = """
type Query { stages: [Stage!]! shows: [Show!]! }
type Stage { id: ID! shows: [Show!]! }
type Show { id: ID! stage: Stage! }
"""


def festival(below: dict[str, str], named: str = "1122") -> list[tuple[str, Severity]]:
    """``below`` are the shows of each stage; ``named`` is the stage of each show."""
    shows = {str(place): {"id": str(place), "stage": {"id": stage}} for place, stage in enumerate(named)}
    resolvers = {
        "Query.stages": lambda *_: [{"id": stage} for stage in below],
        "Query.shows": lambda *_: list(shows.values()),
        "Stage.shows": lambda stage, *_: [shows[show] for show in below[stage["id"]]],
    }
    found = Api(STAGES, resolvers).know("{ stages { id } shows { id } }").found(RELATION)
    return [(one.coordinate, one.severity) for one in found]


def test_shared_rows_are_a_suspicion():
    assert festival({"1": "01", "2": "23"}) == []
    assert festival({"1": "012", "2": "23"}) == [("Stage.shows", Severity.SUSPICION)]


def test_a_row_that_is_below_another_object_than_it_names_and_not_below_this_one_is_a_fault():
    assert festival({"1": "012", "2": "3"}) == [("Stage.shows", Severity.FAULT)]


def test_an_object_with_the_rows_of_another_and_none_of_its_own_is_a_fault():
    assert festival({"1": "23", "2": "23"}) == [("Stage.shows", Severity.FAULT)]


def test_an_object_that_no_row_names_may_share_those_of_another():
    assert festival({"1": "01", "2": "23", "3": "23"}) == [("Stage.shows", Severity.SUSPICION)]
