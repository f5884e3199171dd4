"""A schema with one of everything, and small ways to make what tests need."""

from __future__ import annotations

from typing import TYPE_CHECKING

from graphql import build_schema

from querious.graphql.cases import CaseLimits, Generator, Tables, read_documents
from querious.graphql.values import Makers
from querious.model.document_text import write_case
from querious.values import Pool

if TYPE_CHECKING:
    from graphql import GraphQLSchema

    from querious.model import Case, Operation

EVERYTHING = """
directive @note(text: String) on FIELD_DEFINITION
scalar DateTime
scalar Strange
scalar Upload
enum Colour { RED GREEN BLUE }
interface Node { id: ID! }
interface Named implements Node { id: ID! name(upper: Boolean = false): String! }
type Book implements Node & Named {
  id: ID!
  name(upper: Boolean = false): String!
  pages: Int
  price(currency: String!, at: DateTime): Float
  colour: Colour
  author: Author!
  sequels(first: Int, after: ID): [Book!]!
  matrix: [[Int!]]
}
type Author implements Node & Named {
  id: ID!
  name(upper: Boolean = false): String!
  books(filter: Filter, colours: [Colour!], sort: [Sort]): [Book]
  rival: Author
}
type Shelf { label: String }
union Hit = Book | Author | Shelf
input Filter { text: String colour: Colour and: [Filter!] not: Filter range: Range when: DateTime odd: Strange }
input Range { from: Int! to: Int = 9 }
input Sort { by: String! down: Boolean }
input Chain { next: Chain values: [Int!]! }
type Root {
  book(id: ID!): Book
  author(id: ID, slug: String): Author
  node(id: ID!): Node
  named(limit: Int! = 3): [Named!]
  search(text: String!, filter: Filter): [Hit!]!
  chain(chain: Chain!): Int
  attach(file: Upload!): Boolean
  shelf: Shelf!
  version: String
}
type Change { addBook(name: String!, colour: Colour): Book dropBook(id: ID!): Boolean! }
schema { query: Root mutation: Change }
"""

ONE_OF = """
directive @oneOf on INPUT_OBJECT
input Pick @oneOf { id: ID name: String deep: Pick many: [Pick!] }
type Query { pick(by: Pick!): String maybe(by: [Pick]): Int }
"""

TINY = "type Query { hello: String }"


def schema(text: str = EVERYTHING) -> GraphQLSchema:
    return build_schema(text)


def generator(
    text: str | GraphQLSchema = EVERYTHING, seed: int = 0, limits: CaseLimits | None = None, **options
) -> Generator:
    built = build_schema(text) if isinstance(text, str) else text
    pool = options.pop("pool", None) or Pool()
    makers = Makers(built, pool, options.pop("generators", None))
    tables = Tables(built, makers, options.pop("allowed", lambda _: True))
    return Generator(built, tables, seed, limits, **options)


def operation(document: str, text: str = EVERYTHING, variables: dict | None = None) -> Operation:
    (read,) = read_documents(build_schema(text), document, variables=variables)
    return read


def case(document: str, text: str = EVERYTHING, variables: dict | None = None, flaw: str = "") -> Case:
    return write_case(1, operation(document, text, variables), flaw)
