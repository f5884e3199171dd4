from __future__ import annotations

import pytest
from graphql import build_schema

from querious.graphql.hazards import mutation_hazards
from querious.model.hazards import Grade, Threat

TYPES = """
type Query { ok: Boolean classes: [Class] collections: [Collection] sessions: [Session] accounts: [Account] }
type Class { name: String! schemaFields: [String!]! }
type Collection { id: ID! title: String }
type Session { id: ID! title: String speaker: String }
type Account { id: ID! balance: Float }
type Book { id: ID! title: String }
type LogoutPayload { ok: Boolean }
type UserMutations { create(name: String!): Book delete(id: ID!): Boolean }
input DeleteClassInput { name: String! clientMutationId: String }
input DeleteBookInput { id: ID! clientMutationId: String }
input BookWhere { id: IntFilter title: IntFilter }
input IntFilter { eq: Int }
input BookUnique { id: ID }
input UserChange { name: String password: String }
enum Kind { A B }
"""


def graded(definition: str):
    schema = build_schema(f"{TYPES} type Mutation {{ {definition} }}")
    (hazard,) = mutation_hazards(schema).values()
    return hazard


@pytest.mark.parametrize(
    ("definition", "threat"),
    [
        ("logout: Boolean", Threat.SESSION),
        ("logOut: Boolean", Threat.SESSION),
        ("userSignOut: Boolean", Threat.SESSION),
        ("leave: LogoutPayload", Threat.SESSION),
        ("endSession: Boolean", Threat.SESSION),
        ("deleteCurrentSession(id: ID!): Boolean", Threat.SESSION),
        ("deleteMe: Boolean", Threat.ACCOUNT),
        ("delete_users_items(ids: [ID!]!): Boolean", Threat.ACCOUNT),
        ("delete_fields_item(collection: String!, field: String!): Boolean", Threat.SCHEMA),
        ("deleteUser(id: ID!): Boolean", Threat.ACCOUNT),
        ("delete_user_by_pk(id: ID!): Boolean", Threat.ACCOUNT),
        ("accountDeactivate: Boolean", Threat.ACCOUNT),
        ("closeMyAccount(reason: String!): Boolean", Threat.ACCOUNT),
        ("changePassword(old: String!, new: String!): Boolean", Threat.LOGIN),
        ("updateEmail(email: String!): Boolean", Threat.LOGIN),
        ("updateMe(input: UserChange!): Boolean", Threat.LOGIN),
        ("revokeToken(token: String!): Boolean", Threat.CREDENTIAL),
        ("regenerateApiKey(id: ID!): String", Threat.CREDENTIAL),
        ("customerAccessTokenDelete(id: ID!): String", Threat.CREDENTIAL),
        ("rotateClientSecret(id: ID!): String", Threat.CREDENTIAL),
        ("deleteClass(name: String!): Class", Threat.SCHEMA),
        ("deleteClass(input: DeleteClassInput!): Class", Threat.SCHEMA),
        ("updateSchema(sdl: String!): Boolean", Threat.SCHEMA),
        ("contentTypeDelete(id: ID!): Boolean", Threat.SCHEMA),
        ("dropTable(name: String!): Boolean", Threat.SCHEMA),
        ("updateSettings(key: String!, value: String!): Boolean", Threat.SETTINGS),
        ("saveSiteConfiguration(name: String): Boolean", Threat.SETTINGS),
        ("setMaintenanceMode(on: Boolean!): Boolean", Threat.SETTINGS),
        ("restart: Boolean", Threat.SHUTDOWN),
        ("shutDownServer: Boolean", Threat.SHUTDOWN),
        ("assignRole(userId: ID!, role: Kind!): Boolean", Threat.PERMISSION),
        ("revokePermission(id: ID!): Boolean", Threat.PERMISSION),
        ("deleteAllBooks: Boolean", Threat.BULK),
        ("deleteBooks(where: BookWhere): Int", Threat.BULK),
        ("resetDatabase(confirm: String!): Boolean", Threat.BULK),
        ("purge: Boolean", Threat.BULK),
    ],
)
def test_what_may_take_the_ground_away_is_dangerous(definition, threat):
    assert graded(definition) == (Grade.DANGEROUS, threat)


@pytest.mark.parametrize(
    ("definition", "grade"),
    [
        ("createBook(title: String!): Book", Grade.CREATING),
        ("bookCreate(title: String!): Book", Grade.CREATING),
        ("insert_books_one(title: String!): Book", Grade.CREATING),
        ("createUser(name: String!, password: String!): Book", Grade.CREATING),
        ("createSession(title: String!): Session", Grade.CREATING),
        ("generateApiKey(name: String!): String", Grade.CREATING),
        ("updateBook(id: ID!, title: String): Book", Grade.CHANGING),
        ("setBookType(id: ID!, type: Kind!): Book", Grade.CHANGING),
        ("requestPasswordReset(email: String!): Boolean", Grade.ACTING),
        ("restartJob(id: ID!): Book", Grade.ACTING),
        ("clearCart(cartId: ID!): Book", Grade.ACTING),
        ("updateBookSettings(bookId: ID!, dark: Boolean): Book", Grade.CHANGING),
        ("login(name: String!, password: String!): String", Grade.ACTING),
        ("deleteBook(id: ID!): Book", Grade.DELETING),
        ("deleteBook(input: DeleteBookInput!): Book", Grade.DELETING),
        ("deleteBook(where: BookUnique!): Book", Grade.DELETING),
        ("deleteBooks(ids: [ID!]!): Int", Grade.DELETING),
        ("deleteFile(path: String!): Boolean", Grade.DELETING),
        ("removeUserFromGroup(userId: ID!, groupId: ID!): Boolean", Grade.DELETING),
        ("deleteUserComment(id: ID!): Boolean", Grade.DELETING),
        ("deleteCollection(id: ID!): Collection", Grade.DELETING),
        ("deleteSession(id: ID!): Session", Grade.DELETING),
        ("deleteAccount(id: ID!): Account", Grade.DELETING),
    ],
)
def test_ordinary_data_is_not_called_dangerous(definition, grade):
    assert graded(definition) == (grade, None)


def test_mutations_below_a_group_are_read_together_with_its_name():
    schema = build_schema(f"{TYPES} type Mutation {{ users: UserMutations }}")
    assert mutation_hazards(schema) == {
        "UserMutations.create": (Grade.CREATING, None),
        "UserMutations.delete": (Grade.DANGEROUS, Threat.ACCOUNT),
    }


def test_a_schema_without_mutations_has_no_hazards():
    assert mutation_hazards(build_schema("type Query { a: Int }")) == {}


def test_whoever_asks_may_be_one_of_those_that_are_removed():
    schema = build_schema(
        """
        type Query { activeAdministrator: Administrator activeOrder: Order me: Person editor(id: ID!): Editor }
        type Administrator { id: ID! emailAddress: String }
        type Person { id: ID! email: String }
        type Editor { id: ID! email: String }
        type Order { id: ID! total: Int }
        type Mutation {
          deleteAdministrators(ids: [ID!]!): Boolean
          deletePerson(id: ID!): Boolean
          deleteEditor(id: ID!): Boolean
          deleteOrder(id: ID!): Boolean
          updateAdministrator(id: ID!, name: String): Boolean
          removePersonFromGroup(id: ID!): Boolean
        }
        """
    )
    dangerous = [name for name, hazard in mutation_hazards(schema).items() if hazard.threat is Threat.ACCOUNT]
    assert dangerous == ["Mutation.deleteAdministrators", "Mutation.deletePerson"]
