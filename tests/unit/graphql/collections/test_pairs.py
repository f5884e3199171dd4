from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from graphql import build_schema, parse, validate
from hypothesis import given, settings
from hypothesis import strategies as st

from querious.demo.executable import executable_schema
from querious.graphql.collections import pair
from querious.graphql.collections.pages import Pages, Turning
from querious.graphql.collections.plans import planned
from querious.graphql.collections.schema_index import SchemaIndex
from querious.model.state import Command

BOOK = "type Book { id: ID! title: String! pages: Int }"


def names(operations: Any) -> list[str]:
    return [one.name for one in operations]


def paired(mutations: str, queries: str = "book(id: ID!): Book books: [Book!]!", more: str = "") -> Any:
    return pair(build_schema(f"{BOOK} {more} type Query {{ {queries} }} type Mutation {{ {mutations} }}"))


def only(mutations: str, queries: str = "book(id: ID!): Book books: [Book!]!", more: str = "") -> Any:
    pairing = paired(mutations, queries, more)
    assert len(pairing.resources) == 1, pairing.left_out
    return pairing.resources[0]


@pytest.mark.parametrize(
    "name", ["createBook", "addBook", "newBook", "bookCreate", "book_create", "insertBook", "makeBook"]
)
def test_creates_by_name(name: str):
    found = only(f"{name}(title: String!): Book")
    assert (names(found.creates), found.key, found.name) == ([name], "id", "books")


@pytest.mark.parametrize(
    "name", ["updateBook", "editBook", "modifyBook", "setBook", "changeBook", "patchBook", "saveBook", "bookUpdate"]
)
def test_updates_by_name(name: str):
    found = only(f"createBook(title: String!): Book {name}(id: ID!, title: String): Book")
    assert names(found.updates) == [name]


@pytest.mark.parametrize(
    "name", ["deleteBook", "removeBook", "destroyBook", "archiveBook", "trashBook", "bookDelete", "book_remove"]
)
@pytest.mark.parametrize("answer", ["Boolean", "ID", "Book", "Int", "Gone"])
def test_deletes_by_name_whatever_they_answer(name: str, answer: str):
    more = "type Gone { deletedBookId: ID success: Boolean }"
    found = only(f"createBook(title: String!): Book {name}(id: ID!): {answer}", more=more)
    assert names(found.deletes) == [name]


def test_the_likeliest_verb_comes_first():
    found = only("createBook(title: String!): Book archiveBook(id: ID!): Book deleteBook(id: ID!): Boolean")
    assert names(found.deletes) == ["deleteBook", "archiveBook"]


@pytest.mark.parametrize(
    "query",
    [
        "book(id: ID!): Book",
        "getBook(id: ID!): Book",
        "bookById(id: ID!): Book",
        "book(bookId: ID!): Book",
        "book(where: W!): Book",
    ],
)
def test_look_ups(query: str):
    found = only("createBook(title: String!): Book", query, "input W { id: ID }")
    assert found.gets[0].exact
    assert found.lists == ()


@pytest.mark.parametrize(
    ("query", "way", "turning"),
    [
        ("books: [Book!]!", [], Turning.NOT),
        ("allBooks(first: Int): [Book]", [], Turning.SIZE),
        ("listBooks(limit: Int, offset: Int): [Book]", [], Turning.OFFSET),
        ("books(first: Int, after: String): Nodes", ["nodes"], Turning.CURSOR),
        ("books(first: Int, after: String): Edges", ["edges", "node"], Turning.CURSOR),
        ("books(page: Int, pageSize: Int): Items", ["items"], Turning.PAGE),
        ("books(options: Options): Items", ["items"], Turning.OFFSET),
        ("booksConnection(first: Int): Edges", ["edges", "node"], Turning.SIZE),
    ],
)
def test_lists(query: str, way: list[str], turning: Turning):
    more = """type Nodes { nodes: [Book] pageInfo: PageInfo } type Edges { edges: [Edge] pageInfo: PageInfo }
      type Edge { node: Book } type PageInfo { hasNextPage: Boolean endCursor: String }
      type Items { items: [Book!]! total: Int } input Options { take: Int skip: Int }"""
    found = only("createBook(title: String!): Book", query, more)
    assert [hop.name for hop in found.lists[0].hops] == way
    assert found.lists[0].paging.turning is turning
    assert found.lists[0].exact


def test_a_list_of_some_is_doubtful():
    found = only("createBook(title: String!): Book", "book(id: ID!): Book recentBooks: [Book]")
    assert [one.exact for one in found.lists] == [False]


def test_node_is_the_last_resort():
    more = "interface Node { id: ID! } type Film implements Node { id: ID! name: String }"
    found = only("createFilm(name: String): Film", "node(id: ID!): Node film(id: ID!): Film", more)
    assert names(found.gets) == ["film", "node"]


@pytest.mark.parametrize(
    ("fields", "look_up", "key"),
    [
        ("_id: ID!", "_id: ID!", "_id"),
        ("uuid: String!", "uuid: String!", "uuid"),
        ("slug: String!", "slug: String!", "slug"),
        ("filmId: ID!", "filmId: ID!", "filmId"),
        ("number: ID! other: String", "number: ID!", "number"),
        ("id: ID! slug: String!", "slug: String!", "slug"),
        ("id: ID! isbn: String!", "isbn: String!", "isbn"),
    ],
)
def test_identifiers(fields: str, look_up: str, key: str):
    more = f"type Film {{ {fields} name: String }}"
    found = only("createFilm(name: String): Film", f"film({look_up}): Film", more)
    assert found.key == key


def test_the_payload_tells_what_is_made():
    more = "type P { book: Book ok: Boolean } type User { id: ID! } type Auth { token: String user: User }"
    pairing = paired("addBook(title: String): P createToken(name: String): Auth addBookToCart(id: ID): Book", more=more)
    assert [one.type.name for one in pairing.resources] == ["Book"]
    assert names(pairing.resources[0].creates) == ["addBook"]
    assert [line.partition(":")[0] for line in pairing.left_out] == ["addBookToCart", "User"]


def test_what_is_left_out_and_why():
    pairing = paired("createBook(title: String!): Boolean updateFilm(id: ID!): Book publish(id: ID!): Book")
    assert pairing.resources == ()
    assert pairing.left_out == (
        "createBook: its answer holds no object with an identifier that could be the one it makes",
        "updateFilm: nothing that is created and found again goes by that name and key",
        "publish: neither creates, updates nor deletes, by its name",
    )


def test_what_cannot_be_read_back_is_left_out():
    pairing = paired("createBook(title: String!): Book", "version: String")
    assert pairing.left_out == ("Book: createBook makes one, but no query gives it by id or lists it",)


def test_a_schema_without_mutations_has_none():
    pairing = pair(build_schema("type Query { a: Int }"))
    assert pairing == type(pairing)((), ())


def test_entries_below_a_parent():
    sdl = """type Post { id: ID! title: String! comments(first: Int): [Comment!]! }
      type Comment { id: ID! text: String! post: Post! }
      type Query { post(id: ID!): Post posts: [Post!]! comment(id: ID!): Comment }
      type Mutation { createPost(title: String!): Post createComment(postId: ID!, text: String!): Comment }"""
    comments = next(one for one in pair(build_schema(sdl)).resources if one.name == "comments")
    assert [(one.name, one.parent.type, one.parent.slot) for one in comments.lists] == [
        ("post.comments", "Post", "postId")
    ]


def test_the_demo():
    pairing = pair(executable_schema())
    found = {one.name: [names(kind) for kind in (one.creates, one.updates, one.deletes)] for one in pairing.resources}
    assert found == {
        "reviews": [["createReview"], ["updateReview"], ["deleteReview"]],
        "orders": [["createOrder"], [], ["deleteOrder"]],
        "suppliers": [["createSupplier"], ["updateSupplier"], ["deleteSupplier"]],
    }


NOUNS = st.sampled_from(["Book", "Category", "Person", "OrderLine", "Box", "ProjectV2", "Status"])
SCALARS = st.sampled_from(["Int", "Float", "String", "Boolean", "ID", "Date", "Mood", "[String!]", "[Mood]", "Mystery"])
WRAPPERS = st.sampled_from(["{}", "{}!", "[{}]", "[{}!]!"])


@st.composite
def schemas(draw: Any) -> str:
    """Services in any style, with fields of any kind, each with arguments that may or must be given."""
    noun, key = draw(NOUNS), draw(st.sampled_from(["id: ID!", "id: Int!", "uuid: String!", "_id: ID"]))
    small = noun[0].lower() + noun[1:]
    count = draw(st.integers(1, 5))
    output = " ".join(
        f"f{n}{draw(st.sampled_from(['', '(a: Int)', '(a: Int!)', '(a: Int! = 1)']))}: {draw(SCALARS)}"
        for n in range(count)
    )
    given = " ".join(f"f{n}: {draw(SCALARS)}{draw(st.sampled_from(['', '!']))}" for n in range(draw(st.integers(1, 6))))
    wrapped = draw(st.booleans())
    taken = "input: In!" if wrapped else given.replace(" f", ", f")
    nested = draw(WRAPPERS).format("Part")
    create = draw(st.sampled_from([f"create{noun}", f"{small}Create", f"add_{small}"]))
    payload = draw(st.sampled_from(["Thing", "Payload", "Result"]))
    listing = draw(st.sampled_from(["[Thing!]!", "Connection", "Page"]))
    paging = draw(
        st.sampled_from(["", "(first: Int!, after: String)", "(limit: Int, offset: Int)", "(page: Int!)", "(p: P)"])
    )
    name, _, type_ = key.partition(": ")
    text = f"""
      scalar Date scalar Mystery enum Mood {{ GLAD SAD }}
      type Part {{ size: Int owner: Owner parts: [Part] }} type Owner {{ id: ID! name: String }}
      type Thing {{ {key} {output} part: {nested} owner: Owner owners: [Owner!]! self: Thing }}
      type Failure {{ message: String f0: Int }} union Result = Thing | Failure
      type Payload {{ thing: Thing errors: [Failure!] clientMutationId: String }}
      type Connection {{ edges: [Edge] nodes: [Thing] pageInfo: PageInfo totalCount: Int }}
      type Edge {{ node: Thing }} type PageInfo {{ hasNextPage: Boolean endCursor: String }}
      type Page {{ items: [Thing!]! total: Int }}
      input PartIn {{ size: Int parts: [PartIn!] }} input In {{ {given} part: PartIn ownerId: ID }} input P {{ limit: Int offset: Int }}
      type Query {{ {small}({name}: {type_.rstrip("!")}!): {payload} {small}s{paging}: {listing} }}
      type Mutation {{ {create}({taken}): {payload} update{noun}({name}: {type_.rstrip("!")}!, {taken}): {payload}
        delete{noun}({name}: {type_.rstrip("!")}!): {draw(st.sampled_from(["Boolean", "Thing", "Payload", "Result"]))} }}"""
    return text.replace("Thing", noun).replace(f"type {noun}Connection", "type Connection")


@settings(max_examples=60, deadline=None)
@given(schemas())
@pytest.mark.unmeasured
def test_every_document_is_valid_whatever_the_schema(sdl: str):
    schema = build_schema(sdl)
    pairing = pair(schema)
    assert len(pairing.resources) == 1, pairing.left_out
    plan = planned(SchemaIndex(schema), pairing.resources[0])
    for document in documents(plan):
        assert validate(schema, parse(document)) == [], document
    assert {Command.GET, Command.LIST} <= set(plan.operations)


def documents(plan: Any) -> list[str]:
    """Each operation with all that it can be given."""
    given = {one.name: None for one in (*plan.created, *plan.updated, *plan.deleted)}
    found = []
    for one in (*plan.operations.values(), *plan.preparations):
        pages = Pages().arguments(one.paging, "x")
        above = {} if one.parent is None else {one.parent.key.path[0]: "x"}
        found.append(one.case({**pages, **one.form.filled("7", given)}, above).document)
    return found


def test_the_documents_of_the_demo_are_valid():
    schema = executable_schema()
    for resource in pair(schema).resources:
        plan = planned(SchemaIndex(schema), resource)
        for document in documents(plan):
            assert validate(schema, parse(document)) == []


def test_nothing_here_knows_the_demo():
    folder = Path(__file__).parents[4] / "src" / "querious" / "graphql" / "collections"
    for file in folder.glob("*.py"):
        assert "querious.demo" not in file.read_text("utf-8")


PERSON = """interface Node { nodeId: ID! }
  type Person implements Node { nodeId: ID! id: Int! name: String rowId: Int }
  type People { nodes: [Person!]! }
  input PersonInput { id: Int name: String! }
  input PersonPatch { id: Int name: String rowId: Int }
  input Create { clientMutationId: String person: PersonInput! }
  input ByNode { nodeId: ID! } input ById { id: Int! }
  input PatchByNode { nodeId: ID! personPatch: PersonPatch! }
  input PatchById { personPatch: PersonPatch! id: Int! }
  type Payload { person: Person deletedPersonId: ID }"""
BY_NODE = "updatePerson(input: PatchByNode!): Payload deletePerson(input: ByNode!): Payload"
BY_ID = "updatePersonById(input: PatchById!): Payload deletePersonById(input: ById!): Payload"


def person(mutations: str, queries: str) -> Any:
    sdl = f"""{PERSON} type Query {{ {queries} allPeople: People }}
      type Mutation {{ createPerson(input: Create!): Payload {mutations} }}"""
    found = pair(build_schema(sdl)).resources
    assert len(found) == 1
    return found[0]


def test_an_argument_called_otherwise_than_the_key_takes_another_key():
    found = person(f"{BY_NODE} {BY_ID}", "person(nodeId: ID!): Person personById(id: Int!): Person")
    assert (found.key, names(found.gets)) == ("id", ["personById"])
    assert (names(found.updates), names(found.deletes)) == (["updatePersonById"], ["deletePersonById"])


def test_where_all_take_another_key_that_is_the_key():
    found = person(BY_NODE, "person(nodeId: ID!): Person")
    assert (found.key, names(found.gets)) == ("nodeId", ["person"])
    assert [one.form.key.path for one in (*found.updates, *found.deletes)] == [("input", "nodeId")] * 2


def test_an_argument_called_as_the_key_comes_before_one_that_is_not():
    found = only(
        "createBook(title: String!): Book deleteBook(target: ID!): Boolean deleteBookById(input: In!): Boolean",
        more="input In { id: ID! }",
    )
    assert names(found.deletes) == ["deleteBookById", "deleteBook"]


def test_a_post_is_an_entry():
    sdl = """type Post { id: ID! title: String } type Query { post(id: ID!): Post posts: [Post!]! }
      type Mutation { createPost(title: String): Post updatePost(id: ID!, title: String): Post
        deletePostById(id: ID!): Post likePost(id: ID!): Post }"""
    found = pair(build_schema(sdl))
    assert [names((*one.creates, *one.updates, *one.deletes)) for one in found.resources] == [
        ["createPost", "updatePost", "deletePostById"]
    ]
    assert found.left_out == ("likePost: neither creates, updates nor deletes, by its name",)


@pytest.mark.parametrize(
    ("query", "changed"),
    [
        ("personByRowId(rowId: Int!): Person", {"name"}),
        ("peopleByRowId(rowId: Int!): [Person!]", {"name", "rowId"}),
        ("personNear(rowId: Int!): Person", {"name", "rowId"}),
    ],
)
def test_a_second_key_is_not_changed(query: str, changed: set[str]):
    sdl = f"""{PERSON} type Query {{ personById(id: Int!): Person allPeople: People {query} }}
      type Mutation {{ createPerson(input: Create!): Payload {BY_ID} }}"""
    schema = build_schema(sdl)
    plan = planned(SchemaIndex(schema), pair(schema).resources[0])
    assert {one.name for one in plan.updated} == changed


@pytest.mark.parametrize(
    ("shown", "given", "created"),
    [
        ("rowId: Int!", "rowId: Int", {"name"}),
        ("rowId: Int", "rowId: Int", {"name", "rowId"}),
        ("rowId: Int!", "rowId: Int!", {"name", "rowId"}),
    ],
)
def test_a_second_key_that_every_entry_has_is_left_to_the_service(shown: str, given: str, created: set[str]):
    schema = build_schema(f"""type Person {{ id: ID! name: String {shown} }}
      type Query {{ person(id: ID!): Person people: [Person!]! personByRowId(rowId: Int!): Person }}
      type Mutation {{ createPerson(name: String, {given}): Person deletePerson(id: ID!): Boolean }}""")
    assert {one.name for one in planned(SchemaIndex(schema), pair(schema).resources[0]).created} == created


def test_a_second_key_that_must_be_given_is_given():
    schema = build_schema("""type Book { id: ID! isbn: String title: String }
      type Query { book(id: ID!): Book bookByIsbn(isbn: String!): Book }
      type Mutation { createBook(title: String): Book updateBook(id: ID!, isbn: String!, title: String): Book }""")
    assert {one.name for one in planned(SchemaIndex(schema), pair(schema).resources[0]).updated} == {"isbn", "title"}
