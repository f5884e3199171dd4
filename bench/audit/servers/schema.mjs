// One small schema for all servers of Node: something to read, something that fails, something to change.
export const typeDefs = /* GraphQL */ `
  type Query { books(first: Int = 10): [Book!]! book(id: ID!): Book broken: String }
  type Mutation { rename(id: ID!, title: String!): Book }
  type Book { id: ID! title: String! }
`;
const books = [{ id: '1', title: 'Emma' }, { id: '2', title: 'Persuasion' }];
export const resolvers = {
  Query: {
    books: (_, { first }) => books.slice(0, first),
    book: (_, { id }) => books.find((one) => one.id === id),
    broken: () => { throw new Error('broken'); },
  },
  Mutation: { rename: (_, { id, title }) => ({ ...books.find((one) => one.id === id), title }) },
};
