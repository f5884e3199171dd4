import http from 'node:http';
import { createHandler } from 'graphql-http/lib/use/http';
import { makeExecutableSchema } from '@graphql-tools/schema';
import { resolvers, typeDefs } from './schema.mjs';

const handler = createHandler({ schema: makeExecutableSchema({ typeDefs, resolvers }) });
http.createServer((request, response) => (request.url.startsWith('/graphql')
  ? handler(request, response)
  : response.writeHead(404).end())).listen(Number(process.env.PORT), '127.0.0.1');
