// Mercurius on Fastify: sockets of its own, uploads by mercurius-upload.
import Fastify from 'fastify'
import mercurius from 'mercurius'
import upload from 'mercurius-upload'
import { GraphQLUpload } from 'graphql-upload-minimal'
import { makeExecutableSchema } from '@graphql-tools/schema'
import { authorizationOf, makeResolvers, port, readStream, ready, schemaText, viewerOf } from './product.mjs'

const refuse = (code, message) => {
  throw new mercurius.ErrorWithProps(message, { code }, 200)
}
const read = async (file) => {
  const { filename, createReadStream } = await file
  return { name: filename, content: await readStream(createReadStream()) }
}
const resolvers = { Upload: GraphQLUpload, ...makeResolvers({ refuse, read }) }
const app = Fastify()
app.register(upload, { maxFileSize: 100_000, maxFiles: 5 })
app.register(mercurius, {
  schema: makeExecutableSchema({ typeDefs: schemaText({ uploads: true }), resolvers }),
  allowBatchedQueries: true,
  context: (request) => ({ viewer: viewerOf(request.headers.authorization) }),
  subscription: {
    fullWsTransport: true,
    context: (_, request) => ({ viewer: viewerOf(request.headers.authorization) }),
    onConnect: (message) => ({ viewer: viewerOf(authorizationOf(message.payload)) }),
  },
})
await app.listen({ port, host: '127.0.0.1' })
ready()
