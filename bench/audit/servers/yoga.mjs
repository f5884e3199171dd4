import http from 'node:http';
import { createSchema, createYoga } from 'graphql-yoga';
import { resolvers, typeDefs } from './schema.mjs';

const batching = process.env.BATCHING ? { limit: 5 } : false;
const yoga = createYoga({ schema: createSchema({ typeDefs, resolvers }), logging: false, batching });
http.createServer(yoga).listen(Number(process.env.PORT), '127.0.0.1');
