import { ApolloServer } from '@apollo/server';
import { startStandaloneServer } from '@apollo/server/standalone';
import { resolvers, typeDefs } from './schema.mjs';

const server = new ApolloServer({
  typeDefs,
  resolvers,
  introspection: !process.env.CLOSED,
  allowBatchedHttpRequests: Boolean(process.env.BATCHING),
});
await startStandaloneServer(server, { listen: { port: Number(process.env.PORT), host: '127.0.0.1', path: '/graphql' } });
