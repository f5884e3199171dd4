import Fastify from 'fastify';
import mercurius from 'mercurius';
import { resolvers, typeDefs } from './schema.mjs';

const app = Fastify();
app.register(mercurius, { schema: typeDefs, resolvers, allowBatchedQueries: Boolean(process.env.BATCHING) });
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' });
