"""What is learned from a service before it is tested: values, demands, candidates, and what cannot be tested."""

# ruff: noqa: A002, A006, N803 - resolvers take arguments as the schema names them

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest
from graphql import GraphQLError

from querious.graphql.collections import collections_of
from querious.graphql.collections.probe import Probe
from querious.graphql.collections.schema_index import SchemaIndex
from querious.model.state import Command, Ending
from querious.state.samples import samples
from querious.state.substructure import differences


class Table(dict[str, Any]):
    """Rows by key."""

    def __init__(self, **rows: Any) -> None:
        super().__init__(rows)
        self.last = 100
        self.refused = 0

    def add(self, **values: Any) -> Any:
        self.last += 1
        self[str(self.last)] = {"id": str(self.last), **values}
        return self[str(self.last)]

    def change(self, id: str, **values: Any) -> Any:
        if id not in self:
            return None
        self[id].update(values)
        return self[id]


def refusal(message: str, code: str = "BAD_USER_INPUT") -> GraphQLError:
    return GraphQLError(message, extensions={"code": code})


def things(fields: str, given: str, update: str = "", more: str = "") -> str:
    changed = f"updateThing(id: ID!, {update}): Thing" if update else ""
    return f"""{more} type Thing {{ id: ID! {fields} }}
      type Query {{ thing(id: ID!): Thing things: [Thing!]! }}
      type Mutation {{ createThing({given}): Thing {changed} deleteThing(id: ID!): Boolean }}"""


def kept(table: Table, create: Any = None, update: Any = None) -> dict[str, Any]:
    return {
        "Query.thing": lambda _, id: table.get(id),
        "Query.things": lambda _: list(table.values()),
        "Mutation.createThing": create or (lambda _, **values: table.add(**values)),
        "Mutation.updateThing": update or (lambda _, id, **values: table.change(id, **values)),
        "Mutation.deleteThing": lambda _, id: table.pop(id, None) is not None,
    }


def read(serve: Any, sdl: str, resolvers: dict[str, Any], **options: Any) -> Any:
    served = serve(sdl, resolvers)
    return collections_of(served.schema, served, **options)


def test_bounds_are_read_out_of_refusals(serve: Any):
    table = Table()

    def create(_: Any, stars: int, name: str) -> Any:
        if not 3 <= stars <= 4:
            raise refusal("The stars must lie between 3 and 4.")
        if len(name) < 6:
            raise refusal("name is too short (minimum is 6 characters)")
        return table.add(stars=stars, name=name)

    reading = read(serve, things("stars: Int! name: String!", "stars: Int!, name: String!"), kept(table, create))
    entries = samples(reading.collections[0].entries(), 30, 1)
    assert {entry["stars"] for entry in entries} == {3, 4}
    assert min(len(entry["name"]) for entry in entries) >= 6
    assert table == {}


def test_where_nobody_tells_the_bounds_only_what_was_accepted_is_sent(serve: Any):
    table = Table()

    def create(_: Any, stars: int) -> Any:
        if stars > 5:
            raise refusal("Out of the question.")
        return table.add(stars=stars)

    reading = read(serve, things("stars: Int!", "stars: Int!"), kept(table, create))
    assert {entry["stars"] for entry in samples(reading.collections[0].entries(), 10, 1)} == {1}


def test_numbers_are_near_those_seen(serve: Any):
    table = Table(a={"id": "a", "size": 40}, b={"id": "b", "size": 60})
    reading = read(serve, things("size: Int!", "size: Int!"), kept(table))
    assert all(40 <= entry["size"] <= 60 for entry in samples(reading.collections[0].entries(), 30, 1))


def test_what_the_service_wants_though_the_schema_does_not_say_so(serve: Any):
    table = Table()

    def create(_: Any, **values: Any) -> Any:
        if not values.get("name"):
            raise refusal("name can't be blank")
        return table.add(**values)

    reading = read(
        serve,
        things("name: String note: String", "name: String, note: String", "name: String, note: String"),
        kept(table, create),
    )
    things_ = reading.collections[0]
    entries = samples(things_.entries(), 20, 1)
    assert all("name" in entry for entry in entries)
    assert not all("note" in entry for entry in entries)
    assert not all("name" in change for change in samples(things_.changes(), 20, 1))


@pytest.mark.parametrize(
    "message",
    [
        "NOT NULL constraint failed: region_translation.shown_name",
        'null value in column "shown_name" of relation "region_translation" violates not-null constraint',
        "Column 'shown_name' cannot be null",
    ],
)
def test_what_the_database_keeps_no_empty_value_of_is_always_given(message: str, serve: Any):
    def create(_: Any, code: str, texts: Any, shownName: Any = None) -> Any:
        if shownName is None or any(text.get("shownName") is None for text in texts):
            raise refusal(message, "INTERNAL_SERVER_ERROR" if "constraint" in message else "BAD_USER_INPUT")
        return table.add(code=code, texts=texts, shownName=shownName)

    table = Table()
    more = "type Text { language: String shownName: String } input In { language: String! shownName: String }"
    fields = "code: String! texts: [Text!]! shownName: String"
    sdl = things(fields, "code: String!, texts: [In!]!, shownName: String", "texts: [In!]", more)
    found = read(serve, sdl, kept(table, create)).collections[0]
    for entry in samples(found.entries(), 20, 1):
        assert "shownName" in entry
        assert all("shownName" in text for text in entry["texts"])
    assert all("shownName" in text for change in samples(found.changes(), 20, 1) for text in change["texts"])


def test_what_an_update_must_not_empty_is_always_given(serve: Any):
    def update(_: Any, id: str, **values: Any) -> Any:
        if "name" not in values:
            raise refusal("NOT NULL constraint failed: thing.name")
        return table.change(id, **values)

    table = Table()
    given = "name: String, pages: Int"
    served = serve(things(given.replace(",", ""), given, given), kept(table, update=update))
    found = collections_of(served.schema, served, probe=False).collections[0]
    probe = Probe(
        SchemaIndex(served.schema),
        replace(found, knowledge=found.knowledge.but(dropped=frozenset({"name"}))),
        Notes(),
        {},
    )
    key = probe.post({"pages": 3}).key
    assert probe.learn(probe.bound.patch(key, {"pages": 4}), {"pages"}, updating=True)
    assert all("name" in change for change in samples(probe.collection.changes(), 20, 1))


def test_a_field_that_is_refused_is_left_out(serve: Any):
    table = Table()

    def create(_: Any, **values: Any) -> Any:
        if "color" in values:
            raise refusal("color is not available in your plan")
        return table.add(**values)

    reading = read(serve, things("name: String! color: String", "name: String!, color: String"), kept(table, create))
    assert all(set(entry) == {"name"} for entry in samples(reading.collections[0].entries(), 10, 1))


def test_a_resource_that_refuses_everything_is_left_out_with_its_words(serve: Any):
    def create(_: Any, **__: Any) -> Any:
        raise refusal("You are not allowed to create things.", "FORBIDDEN")

    reading = read(serve, things("name: String!", "name: String!"), kept(Table(), create))
    assert reading.collections == ()
    assert reading.left_out == (
        "things: every entry given to createThing is refused: You are not allowed to create things.",
    )


def test_a_resource_that_breaks_is_kept_for_the_model_to_tell(serve: Any):
    def create(_: Any, **__: Any) -> Any:
        raise KeyError("name")

    reading = read(serve, things("name: String!", "name: String!"), kept(Table(), create))
    assert [one.name for one in reading.collections] == ["things"]


def test_updates_that_are_always_refused_are_left_out(serve: Any):
    def update(_: Any, **__: Any) -> Any:
        raise refusal("Things are final.")

    table = Table()
    reading = read(serve, things("name: String!", "name: String!", "name: String"), kept(table, None, update))
    assert Command.PATCH not in reading.collections[0].commands
    assert reading.left_out == ("things: every change by updateThing is refused: Things are final.",)
    assert table == {}


def test_an_update_that_must_be_given_a_field_is_given_all(serve: Any):
    sdl = things("name: String! note: String", "name: String!, note: String", "name: String!, note: String")
    reading = read(serve, sdl, kept(Table()))
    assert all(set(change) == {"name", "note"} for change in samples(reading.collections[0].changes(), 10, 1))


def test_a_taken_name_is_tried_no_second_time(serve: Any):
    table = Table(a={"id": "a", "name": "Alder"})

    def create(_: Any, name: str) -> Any:
        if any(row["name"] == name for row in table.values()):
            raise refusal("That name has been taken.")
        return table.add(name=name)

    reading = read(serve, things("name: String!", "name: String!"), kept(table, create))
    assert [one.name for one in reading.collections] == ["things"]
    assert list(table) == ["a"]


def test_what_is_never_shown_is_unseen(serve: Any):
    table = Table()
    sdl = things("name: String!", "name: String!, password: String!, notify: Boolean")
    things_ = read(serve, sdl, kept(table, lambda _, name, password: table.add(name=name))).collections[0]
    assert things_.unseen == {"password"}
    assert all(set(entry) == {"name", "password"} for entry in samples(things_.entries(), 5, 1))


SCALARS = """scalar Date scalar DateTime scalar UUID scalar Decimal scalar URL scalar JSON scalar EmailAddress
  "As `^[A-Z]{3}-[0-9]+$`." scalar Tag
  scalar Stamp @specifiedBy(url: "https://scalars.graphql.org/andimarek/date-time")"""


@pytest.mark.parametrize(
    ("type_", "example"),
    [
        ("Date", r"\d{4}-\d\d-\d\d"),
        ("DateTime", r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ"),
        ("Stamp", r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ"),
        ("UUID", r"[0-9a-f-]{36}"),
        ("Decimal", r"\d+\.\d\d"),
        ("URL", r"https://.*"),
        ("EmailAddress", r"[\w-]+@example\.com"),
        ("Tag", r"[A-Z]{3}-[0-9]+"),
    ],
)
def test_scalars_by_name_document_and_pattern(type_: str, example: str, serve: Any):
    reading = read(serve, things(f"value: {type_}", f"value: {type_}!", more=SCALARS), kept(Table()))
    for entry in samples(reading.collections[0].entries(), 10, 1):
        assert re.fullmatch(example, entry["value"]), entry


def test_json_is_small(serve: Any):
    reading = read(serve, things("value: JSON", "value: JSON!", more=SCALARS), kept(Table()))
    assert all(isinstance(entry["value"], dict) for entry in samples(reading.collections[0].entries(), 10, 1))


@pytest.mark.parametrize("type_", ["JSON", "JSONObject", "Any", "Object", "Map"])
@pytest.mark.parametrize(("shown", "unseen"), [(lambda value: value, set()), (lambda value: [value], {"value"})])
def test_what_may_hold_anything_is_expected_back_only_if_it_was_shown_so(
    type_: str, shown: Any, unseen: set[str], serve: Any
):
    def create(_: Any, value: Any) -> Any:
        return table.add(value=shown(value))

    table = Table()
    sdl = things(f"value: {type_}", f"value: {type_}!", more=f"scalar {type_}")
    assert read(serve, sdl, kept(table, create)).collections[0].unseen == unseen
    assert read(serve, sdl, kept(table, create), probe=False).collections[0].unseen == {"value"}


@pytest.mark.parametrize(("shown", "sent"), [(lambda value: value, {"name", "value"}), (repr, {"name"})])
def test_what_may_hold_anything_and_comes_back_otherwise_is_left_out_if_it_may_be(
    shown: Any, sent: set[str], serve: Any
):
    def create(_: Any, name: str, value: Any = None) -> Any:
        return table.add(name=name, value=shown(value))

    table = Table()
    sdl = things("name: String value: JSON", "name: String!, value: JSON", "name: String, value: JSON", SCALARS)
    found = read(serve, sdl, kept(table, create)).collections[0]
    assert set().union(*samples(found.entries(), 20, 1)) == sent
    assert set().union(*samples(found.changes(), 20, 1)) == sent


def test_what_only_the_answer_to_a_create_repeats_is_left_out(serve: Any):
    def create(_: Any, name: str, value: Any = None) -> Any:
        return {**table.add(name=name), "value": value}

    table = Table()
    sdl = things("name: String value: JSON", "name: String!, value: JSON", "name: String, value: JSON", SCALARS)
    found = read(serve, sdl, kept(table, create)).collections[0]
    assert set().union(*samples(found.entries(), 20, 1)) == {"name"}


def test_where_much_is_wanted_what_there_are_no_values_for_is_not(serve: Any):
    def create(_: Any, texts: Any, cover: Any = None) -> Any:
        for name in ("title", "slug", "blurb", "motto", "note"):
            if any(text.get(name) is None for text in texts):
                raise refusal(f"NOT NULL constraint failed: text.{name}")
        return table.add(texts=texts, cover=cover)

    table = Table()
    inner = " ".join(f"{name}: String" for name in ("title", "slug", "blurb", "motto", "note"))
    more = f"type Text {{ {inner} }} input In {{ {inner} }} type Picture {{ id: ID! }}"
    sdl = things("texts: [Text!]! cover: Picture", "texts: [In!]!, coverId: ID", more=more)
    found = read(serve, sdl, kept(table, create)).collections[0]
    entries = samples(found.entries(), 10, 1)
    assert entries
    assert all(len(text) == 5 for entry in entries for text in entry["texts"])


def test_an_unknown_scalar_is_learned_left_out_or_the_reason(serve: Any):
    unknown = "scalar Mystery"
    seen = Table(a={"id": "a", "value": "xyzzy"})
    learned = read(serve, things("value: Mystery", "value: Mystery!", more=unknown), kept(seen))
    assert samples(learned.collections[0].entries(), 3, 1)[0] == {"value": "xyzzy"}
    optional = read(
        serve, things("name: String value: Mystery", "name: String!, value: Mystery", more=unknown), kept(Table())
    )
    assert all(set(entry) == {"name"} for entry in samples(optional.collections[0].entries(), 5, 1))
    demanded = read(serve, things("value: Mystery", "value: Mystery!", more=unknown), kept(Table()))
    assert demanded.collections == ()
    assert demanded.left_out == ("things: no values are known for value (Mystery!), which createThing demands",)


BLOG = """type Post { id: ID! title: String! comments: [Comment!]! }
  type Comment { id: ID! text: String! post: Post! }
  type Query { post(id: ID!): Post posts: [Post!]! comment(id: ID!): Comment }
  type Mutation {
    createPost(title: String!): Post deletePost(id: ID!): Boolean
    createComment(postId: ID!, text: String!): Comment updateComment(id: ID!, text: String): Comment
    deleteComment(id: ID!): Boolean
  }"""


def blog(posts: Table, comments: Table) -> dict[str, Any]:
    def comment(_: Any, postId: str, text: str) -> Any:
        if postId not in posts:
            raise refusal("There is no such post.", "NOT_FOUND")
        return comments.add(text=text, post=posts[postId])

    return {
        "Query.post": lambda _, id: posts.get(id),
        "Query.posts": lambda _: list(posts.values()),
        "Query.comment": lambda _, id: comments.get(id),
        "Post.comments": lambda post: [row for row in comments.values() if row["post"] is post],
        "Mutation.createPost": lambda _, title: posts.add(title=title),
        "Mutation.deletePost": lambda _, id: posts.pop(id, None) is not None,
        "Mutation.createComment": comment,
        "Mutation.updateComment": lambda _, id, text: comments.change(id, text=text),
        "Mutation.deleteComment": lambda _, id: comments.pop(id, None) is not None,
    }


def test_what_is_needed_comes_first_and_is_bound(serve: Any):
    posts, comments = Table(), Table()
    reading = read(serve, BLOG, blog(posts, comments))
    assert [(one.name, one.needs) for one in reading.collections] == [("posts", ()), ("comments", ("posts",))]
    assert (posts, comments) == ({}, {})
    of_posts, of_comments = reading.collections
    keys = [of_posts.post({"title": "one"}).key, of_posts.post({"title": "other"}).key]
    bound = of_comments.bind({"posts": keys})
    entry = samples(bound.entries(), 1, 1)[0]
    assert entry["postId"] == keys[0]
    made = bound.post(entry)
    assert made.value["postId"] == keys[0]
    assert [key for key, _ in bound.list().entries] == [made.key]
    assert of_comments.bind({"posts": keys[1:]}).list().entries == ()
    assert of_comments.post({"postId": "nowhere", "text": "x"}).ending is Ending.REFUSED


@pytest.mark.parametrize("beside", ["author", "personByAuthorId"])
def test_what_stands_beside_a_number_tells_what_it_refers_to(beside: str, serve: Any):
    sdl = f"""type Person {{ id: Int! name: String }} type Essay {{ id: Int! authorId: Int! {beside}: Person text: String }}
      type Query {{ person(id: Int!): Person people: [Person!]! essay(id: Int!): Essay essays: [Essay!]! }}
      type Mutation {{ createPerson(name: String): Person deletePerson(id: Int!): Boolean
        createEssay(authorId: Int!, text: String): Essay deleteEssay(id: Int!): Boolean }}"""
    people, essays = Table(), Table()

    def essay(_: Any, authorId: int, **values: Any) -> Any:
        if str(authorId) not in people:
            raise refusal('insert on table "essay" violates foreign key constraint "essay_author_id_fkey"')
        return essays.add(authorId=authorId, **values)

    resolvers = {
        "Query.person": lambda _, id: people.get(str(id)),
        "Query.people": lambda _: list(people.values()),
        "Query.essay": lambda _, id: essays.get(str(id)),
        "Query.essays": lambda _: list(essays.values()),
        "Mutation.createPerson": lambda _, **values: people.add(**values),
        "Mutation.deletePerson": lambda _, id: people.pop(str(id), None) is not None,
        "Mutation.createEssay": essay,
        "Mutation.deleteEssay": lambda _, id: essays.pop(str(id), None) is not None,
    }
    reading = read(serve, sdl, resolvers)
    assert [(one.name, one.needs) for one in reading.collections] == [("people", ()), ("essays", ("people",))]
    bound = reading.collections[1].bind({"people": ["7"]})
    assert {entry["authorId"] for entry in samples(bound.entries(), 5, 1)} == {7}
    assert (people, essays) == ({}, {})


def test_without_a_parent_there_is_no_list(serve: Any):
    sdl = BLOG.replace("createPost(title: String!): Post deletePost(id: ID!): Boolean", "")
    reading = read(serve, sdl, blog(Table(), Table()))
    assert reading.collections == ()
    assert reading.left_out == ("comments: no values are known for postId (ID!), which createComment demands",)


def test_keys_of_what_is_only_listed_are_used(serve: Any):
    sdl = BLOG.replace("createPost(title: String!): Post deletePost(id: ID!): Boolean", "")
    posts = Table(p={"id": "p", "title": "there"})
    comments = read(serve, sdl, blog(posts, Table())).collections[0]
    assert comments.needs == ()
    assert {entry["postId"] for entry in samples(comments.entries(), 5, 1)} == {"p"}
    assert Command.LIST in comments.commands


def test_of_several_look_ups_the_one_that_finds(serve: Any):
    table = Table()
    sdl = things("name: String!", "name: String!").replace(
        "thing(id: ID!): Thing", "getThing(id: ID!): Thing thing(id: ID!): Thing"
    )
    reading = read(serve, sdl, {**kept(table), "Query.getThing": lambda _, id: None})
    assert reading.collections[0].plan.operations[Command.GET].name == "thing"


def test_a_doubtful_list_is_kept_only_if_it_shows_what_was_made(serve: Any):
    table = Table()
    sdl = things("name: String!", "name: String!").replace("things:", "recentThings:")
    for shown, commands in ((lambda _: list(table.values()), True), (lambda _: [], False)):
        reading = read(serve, sdl, {**kept(table), "Query.recentThings": shown})
        assert (Command.LIST in reading.collections[0].commands) is commands


def test_a_sure_list_is_kept_though_it_does_not_show_what_was_made(serve: Any):
    reading = read(serve, things("name: String!", "name: String!"), {**kept(Table()), "Query.things": lambda _: []})
    assert Command.LIST in reading.collections[0].commands


def test_a_mutation_that_a_refusal_names_comes_before_the_delete(serve: Any):
    table = Table()

    def delete(_: Any, id: str) -> Any:
        if id in table and not table[id].get("closed"):
            raise refusal("Only closed things can be deleted.")
        return table.pop(id, None) is not None

    sdl = (
        things("name: String! closed: Boolean", "name: String!")
        + " extend type Mutation { closeThing(id: ID!): Thing openThing(id: ID!): Thing }"
    )
    resolvers = {
        **kept(table),
        "Mutation.deleteThing": delete,
        "Mutation.closeThing": lambda _, id: table.change(id, closed=True),
    }
    collection = read(serve, sdl, resolvers).collections[0]
    key = collection.post({"name": "x"}).key
    outcome = collection.delete(key)
    assert outcome.ending is Ending.DONE
    assert [exchange.case.operation.name for exchange in outcome.exchanges] == [
        "deleteThing",
        "closeThing",
        "deleteThing",
    ]
    assert collection.delete(key).ending is Ending.NOT_FOUND


class Notes:
    """A journal that remembers."""

    def __init__(self) -> None:
        self.there: list[str] = []
        self.made = 0

    def posting(self, collection: str, given: Any, entry: Any) -> None:
        self.made += 1

    def posted(self, collection: str, given: Any, key: str) -> None:
        self.there += [key] if key else []

    def removed(self, collection: str, given: Any, key: str) -> None:
        self.there.remove(key)


def test_the_journal_is_told_of_everything(serve: Any):
    notes = Notes()
    read(serve, BLOG, blog(Table(), Table()), journal=notes)
    assert notes.made >= 3
    assert notes.there == []


def test_without_a_delete_nothing_is_probed(serve: Any):
    table = Table()
    sdl = things("name: String!", "name: String!").replace("deleteThing(id: ID!): Boolean", "")
    assert len(read(serve, sdl, kept(table)).collections) == 1
    assert table.last == 100


def test_an_answer_about_another_entry_is_a_breach(serve: Any):
    table = Table()
    collection = read(serve, things("name: String!", "name: String!"), kept(table)).collections[0]
    one, other = (collection.post({"name": name}).key for name in ("one", "other"))
    table[one] = table[other]
    outcome = collection.get(one)
    assert [breach.rule for breach in outcome.breaches] == ["other-entry"]
    assert [breach.message for breach in outcome.breaches] == [f"asked for id `{one}`, answered with `{other}`"]


def test_a_delete_that_shows_the_entry_is_done(serve: Any):
    table = Table()
    sdl = """type Thing { id: ID! name: String! } type Gone { thing: Thing deletedThingId: ID }
      type Query { thing(id: ID!): Thing things: [Thing!]! }
      type Mutation { createThing(name: String!): Thing deleteThing(id: ID!): Gone }"""
    gone = {"Mutation.deleteThing": lambda _, id: {"thing": table.pop(id, None), "deletedThingId": None}}
    collection = read(serve, sdl, {**kept(table), **gone}).collections[0]
    key = collection.post({"name": "one"}).key
    assert [collection.delete(key).ending for _ in range(2)] == [Ending.DONE, Ending.NOT_FOUND]


def test_a_field_that_fails_does_not_hide_the_entry(serve: Any):
    def broken(_: Any) -> Any:
        raise refusal("Only for members.", "FORBIDDEN")

    table = Table()
    sdl = things("name: String! secret: String", "name: String!")
    collection = read(serve, sdl, {**kept(table), "Thing.secret": broken}).collections[0]
    outcome = collection.post({"name": "x"})
    assert (outcome.ending, outcome.value["name"]) == (Ending.DONE, "x")


def test_what_was_sent_can_be_sent_again(serve: Any):
    collection = read(serve, things("name: String!", "name: String!"), kept(Table())).collections[0]
    case = collection.post({"name": "it's"}).exchanges[0].case
    assert (case.operation.kind, case.operation.name) == ("mutation", "createThing")
    assert case.variables == {"name": "it's"}
    assert case.request.path == ""


@pytest.mark.parametrize("first", [0, 1])
def test_pages_are_counted_as_the_service_does(first: int, serve: Any):
    table = Table()

    def pages(_: Any, page: int, perPage: int = 50) -> Any:
        return list(table.values())[(page - first) * perPage : (page - first + 1) * perPage] if page >= first else []

    sdl = things("name: String!", "name: String!").replace("things:", "things(page: Int, perPage: Int):")
    collection = read(serve, sdl, {**kept(table), "Query.things": pages}).collections[0]
    keys = [collection.post({"name": "x"}).key for _ in range(70)]
    listed = collection.list()
    assert [key for key, _ in listed.entries] == keys
    assert listed.whole


def test_a_size_of_pages_that_is_refused_is_made_smaller(serve: Any):
    table = Table()

    def some(_: Any, first: int, after: str | None = None) -> Any:
        if first > 20:
            raise refusal("first must not exceed 20")
        rows = [row for row in table.values() if after is None or row["id"] > after][:first]
        return {"nodes": rows, "pageInfo": {"endCursor": rows[-1]["id"] if rows else None}}

    more = "type Things { nodes: [Thing!]! pageInfo: Info! } type Info { endCursor: String }"
    sdl = things("name: String!", "name: String!", more=more).replace(
        "things: [Thing!]!", "things(first: Int!, after: String): Things!"
    )
    collection = read(serve, sdl, {**kept(table), "Query.things": some}).collections[0]
    keys = [collection.post({"name": "x"}).key for _ in range(25)]
    assert [key for key, _ in collection.list().entries] == keys


def test_what_the_schema_does_not_allow_is_not_sent(serve: Any):
    served = serve(things("name: String! size: Int", "name: String!, size: Int", "size: Int"), kept(Table()))
    collection = collections_of(served.schema, served).collections[0]
    key, before = collection.post({"name": "x"}).key, len(served.asked)
    assert collection.post({"size": 1}).ending is Ending.REFUSED
    assert collection.post({"name": "x", "size": "large"}).ending is Ending.REFUSED
    assert collection.post(None).ending is Ending.REFUSED
    assert collection.patch(key, {"size": []}).ending is Ending.REFUSED
    assert collection.put(key, {"name": "x"}).ending is Ending.NOT_ALLOWED
    assert len(served.asked) == before


def test_days_that_are_shown_as_moments_are_sent_as_such(serve: Any):
    table = Table()
    sdl = things("day: Date", "day: Date!", more="scalar Date")
    create = lambda _, day: table.add(day=f"{day[:10]}T00:00:00.000Z")  # noqa: E731 - as all resolvers here
    collection = read(serve, sdl, kept(table, create)).collections[0]
    for entry in samples(collection.entries(), 5, 1):
        assert not list(differences(entry, collection.post(entry).value))


@pytest.mark.parametrize(
    "name",
    ["createdAt", "updatedAt", "modifiedAt", "created_at", "createdOn", "lastModified", "dateCreated", "deletedAt"],
)
def test_moments_of_the_service_are_left_to_it(name: str, serve: Any):
    given = f"name: String!, {name}: DateTime, publishedAt: DateTime"
    sdl = things(
        f"name: String! {name}: DateTime publishedAt: DateTime", given, given.replace("!", ""), "scalar DateTime"
    )
    plan = read(serve, sdl, kept(Table())).collections[0].plan
    assert [{one.name for one in fields} for fields in (plan.created, plan.updated)] == [{"name", "publishedAt"}] * 2


def test_a_moment_that_must_be_given_is_given(serve: Any):
    sdl = things("createdAt: DateTime!", "createdAt: DateTime!", more="scalar DateTime")
    assert [one.name for one in read(serve, sdl, kept(Table())).collections[0].plan.created] == ["createdAt"]
