// Apollo Server with graphql-ws, and graphql-upload before it.
import { createServer } from 'node:http'
import { ApolloServer } from '@apollo/server'
import { ApolloServerPluginDrainHttpServer } from '@apollo/server/plugin/drainHttpServer'
import { expressMiddleware } from '@as-integrations/express5'
import { makeExecutableSchema } from '@graphql-tools/schema'
import express from 'express'
import { GraphQLError } from 'graphql'
import GraphQLUpload from 'graphql-upload/GraphQLUpload.mjs'
import graphqlUploadExpress from 'graphql-upload/graphqlUploadExpress.mjs'
import { useServer } from 'graphql-ws/use/ws'
import { WebSocketServer } from 'ws'
import { authorizationOf, makeResolvers, port, readStream, ready, schemaText, viewerOf } from './product.mjs'

const refuse = (code, message) => {
  throw new GraphQLError(message, { extensions: { code } })
}
const read = async (file) => {
  const { filename, createReadStream } = await file
  return { name: filename, content: await readStream(createReadStream()) }
}
const resolvers = { Upload: GraphQLUpload, ...makeResolvers({ refuse, read }) }
const schema = makeExecutableSchema({ typeDefs: schemaText({ uploads: true }), resolvers })
const app = express()
const httpServer = createServer(app)
const sockets = new WebSocketServer({ server: httpServer, path: '/graphql' })
useServer({ schema, context: ({ connectionParams }) => ({ viewer: viewerOf(authorizationOf(connectionParams)) }) }, sockets)
const server = new ApolloServer({ schema, allowBatchedHttpRequests: true, includeStacktraceInErrorResponses: false, plugins: [ApolloServerPluginDrainHttpServer({ httpServer })] })
await server.start()
app.use(
  '/graphql',
  graphqlUploadExpress({ maxFileSize: 100_000, maxFiles: 5 }),
  express.json(),
  expressMiddleware(server, { context: async ({ req }) => ({ viewer: viewerOf(req.headers.authorization) }) }),
)
httpServer.listen(port, '127.0.0.1', () => ready())
