// The little product that all servers of Node serve: a board for all, notes of one's own, events, files.
import { createHash } from 'node:crypto'
import { EventEmitter, on } from 'node:events'

export const typeDefs = `
  scalar Upload

  type User { id: ID! name: String! }
  "Only its owner sees it."
  type Note { id: ID! text: String! owner: User! }
  type Post { id: ID! text: String! author: User! }
  type File { name: String! size: Int! sha256: String! }

  type Query {
    me: User
    notes: [Note!]!
    note(id: ID!): Note
    posts: [Post!]!
    post(id: ID!): Post
  }

  type Mutation {
    addNote(text: String!): Note!
    removeNote(id: ID!): ID!
    addPost(text: String!): Post!
    UPLOAD
  }

  type Subscription {
    "New posts of anybody."
    postAdded: Post!
    "Counts down to zero and completes."
    countdown(from: Int!): Int!
  }
`

export function schemaText({ uploads }) {
  const text = typeDefs.replace('UPLOAD', uploads ? 'upload(file: Upload!): File!' : '')
  return uploads ? text : text.replace('scalar Upload', '').replace(/type File .*\n/, '')
}

const PEOPLE = { 'alice-token': { id: 'user-1', name: 'Alice' }, 'bob-token': { id: 'user-2', name: 'Bob' } }
const [alice, bob] = Object.values(PEOPLE)

export function viewerOf(authorization) {
  return PEOPLE[(authorization ?? '').replace(/^Bearer /i, '')] ?? null
}

export function authorizationOf(connectionParams) {
  const told = connectionParams ?? {}
  return told.Authorization ?? told.authorization ?? told.headers?.Authorization
}

// What differs between servers is handed in: their kind of error, and how they read a file.
export function makeResolvers({ refuse, read }) {
  const notes = new Map([
    ['note-1', { id: 'note-1', text: 'Ask for a raise', owner: alice }],
    ['note-2', { id: 'note-2', text: 'Call the doctor', owner: bob }],
  ])
  const posts = new Map([['post-1', { id: 'post-1', text: 'Welcome', author: alice }]])
  const events = new EventEmitter().setMaxListeners(0)
  let last = 100
  const next = (kind) => `${kind}-${++last}`
  const viewer = (context) => context.viewer ?? refuse('UNAUTHENTICATED', 'Log in first.')
  const text = (given) => (given.length > 0 && given.length <= 500 ? given : refuse('BAD_USER_INPUT', 'Between 1 and 500 characters.'))
  const mine = (context, id) => {
    const note = notes.get(id)
    return note && note.owner === context.viewer ? note : null
  }
  const room = (rows) => (rows.size < 500 ? rows : refuse('BAD_USER_INPUT', 'There are too many.'))
  return {
    Query: {
      me: (_, __, context) => context.viewer,
      notes: (_, __, context) => [...notes.values()].filter((note) => note.owner === viewer(context)),
      note: (_, { id }, context) => mine(context, id),
      posts: () => [...posts.values()],
      post: (_, { id }) => posts.get(id) ?? null,
    },
    Mutation: {
      addNote: (_, given, context) => {
        const note = { id: next('note'), text: text(given.text), owner: viewer(context) }
        room(notes).set(note.id, note)
        return note
      },
      removeNote: (_, { id }, context) => {
        viewer(context)
        if (!mine(context, id)) refuse('NOT_FOUND', 'There is no such note.')
        notes.delete(id)
        return id
      },
      addPost: (_, given, context) => {
        const post = { id: next('post'), text: text(given.text), author: viewer(context) }
        room(posts).set(post.id, post)
        events.emit('post', post)
        return post
      },
      ...(read && {
        upload: async (_, { file }, context) => {
          viewer(context)
          const { name, content } = await read(file)
          return { name, size: content.length, sha256: createHash('sha256').update(content).digest('hex') }
        },
      }),
    },
    Subscription: {
      postAdded: {
        subscribe: async function* () {
          for await (const [post] of on(events, 'post')) yield { postAdded: post }
        },
      },
      countdown: {
        subscribe: async function* (_, given) {
          if (given.from < 0 || given.from > 100) refuse('BAD_USER_INPUT', 'Between 0 and 100.')
          for (let number = given.from; number >= 0; number--) yield { countdown: number }
        },
      },
    },
  }
}

export async function readStream(stream) {
  const pieces = []
  for await (const piece of stream) pieces.push(piece)
  return Buffer.concat(pieces)
}

export const port = Number(process.argv[2] ?? 4000)
export const ready = (path = '/graphql') => console.log(`http://127.0.0.1:${port}${path}`)
