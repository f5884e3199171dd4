// GraphQL Yoga: subscriptions as server-sent events, uploads built in.
import { createServer } from 'node:http'
import { GraphQLError } from 'graphql'
import { createSchema, createYoga } from 'graphql-yoga'
import { makeResolvers, port, ready, schemaText, viewerOf } from './product.mjs'

const refuse = (code, message) => {
  throw new GraphQLError(message, { extensions: { code } })
}
const read = async (file) => ({ name: file.name, content: Buffer.from(await file.arrayBuffer()) })
const yoga = createYoga({
  schema: createSchema({ typeDefs: schemaText({ uploads: true }), resolvers: makeResolvers({ refuse, read }) }),
  batching: true,
  logging: false,
  context: ({ request }) => ({ viewer: viewerOf(request.headers.get('authorization')) }),
})
createServer(yoga).listen(port, '127.0.0.1', () => ready())
