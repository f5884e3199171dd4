// A small book shop on Apollo Server, with two ordinary mistakes in its resolvers.
// Prints its URL. INTROSPECTION=off switches introspection off.
import { ApolloServer } from "@apollo/server";
import { startStandaloneServer } from "@apollo/server/standalone";
import { GraphQLError } from "graphql";

const typeDefs = `#graphql
  enum Genre { NOVEL CRIME POETRY }
  interface Node { id: ID! }
  type Author implements Node { id: ID! name: String! books: [Book!]! }
  type Book implements Node { id: ID! title: String! genre: Genre author: Author! pages(from: Int = 1): Int! }
  union Hit = Book | Author
  input BookFilter { genre: Genre text: String and: [BookFilter!] }
  type Query {
    books(filter: BookFilter, first: Int): [Book!]!
    book(id: ID!): Book
    node(id: ID!): Node
    search(text: String!): [Hit!]!
    average(ids: [ID!]): Float
  }
  type Mutation { rename(id: ID!, title: String!): Book }
`;

const authors = [{ id: "a1", name: "Selma Lagerlöf" }, { id: "a2", name: "Émile Zola" }];
const books = [
  { id: "b1", title: "Gösta Berlings saga", genre: "NOVEL", author: "a1", pages: 320 },
  { id: "b2", title: "Germinal", genre: "NOVEL", author: "a2", pages: 500 },
  { id: "b3", title: "Nana", genre: null, author: "a2", pages: 410 },
];
const byId = (list, id) => list.find((thing) => thing.id === id) ?? null;
const fits = (book, filter) =>
  !filter ||
  ((!filter.genre || book.genre === filter.genre) &&
    (!filter.text || book.title.includes(filter.text)) &&
    (filter.and ?? []).every((inner) => fits(book, inner)));

const resolvers = {
  Node: { __resolveType: (thing) => (thing.title === undefined ? "Author" : "Book") },
  Hit: { __resolveType: (thing) => (thing.title === undefined ? "Author" : "Book") },
  Author: { books: (author) => books.filter((book) => book.author === author.id) },
  Book: {
    author: (book) => byId(authors, book.author),
    pages: (book, { from }) => {
      if (from === null || from < 1 || from > book.pages) {
        throw new GraphQLError(`from must be between 1 and ${book.pages}`, { extensions: { code: "BAD_USER_INPUT" } });
      }
      return book.pages - from + 1;
    },
  },
  Query: {
    books: (_, { filter, first }) => books.filter((book) => fits(book, filter)).slice(0, Math.max(0, first ?? 10)),
    book: (_, { id }) => byId(books, id),
    node: (_, { id }) => byId(books, id) ?? byId(authors, id),
    search: (_, { text }) => [...books, ...authors].filter((thing) => (thing.title ?? thing.name).includes(text)),
    average: (_, { ids }) => {
      const chosen = ids.map((id) => byId(books, id)).filter(Boolean); // mistake: ids may be left out or null
      return chosen.reduce((sum, book) => sum + book.pages, 0) / chosen.length; // mistake: of nothing it is NaN
    },
  },
  Mutation: {
    rename: (_, { id, title }) => {
      const book = byId(books, id);
      if (!book) throw new GraphQLError(`There is no book ${id}`, { extensions: { code: "NOT_FOUND" } });
      book.title = title;
      return book;
    },
  },
};

const server = new ApolloServer({ typeDefs, resolvers, introspection: process.env.INTROSPECTION !== "off" });
const { url } = await startStandaloneServer(server, { listen: { port: 0, host: "127.0.0.1" } });
console.log(url);
