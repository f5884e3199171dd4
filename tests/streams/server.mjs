// A small room of notes with subscriptions, served as the first argument says; queries and mutations over HTTP in any case.
// graphql-ws | subscriptions-transport-ws | graphql-sse | yoga. Prints its URL.
import { createServer } from "node:http";
import { EventEmitter, on } from "node:events";
import { buildSchema, execute, graphql, subscribe, GraphQLError } from "graphql";

const schema = buildSchema(`
  enum Colour { RED GREEN BLUE }
  type Tag { id: ID! name: String! }
  type Note { id: ID! text: String! colour: Colour! tags: [Tag!]! length: Int! }
  type Query { notes: [Note!]! note(id: ID!): Note tags: [Tag!]! }
  type Mutation {
    addNote(text: String!, colour: Colour! = RED): Note!
    recolour(id: ID!, colour: Colour!): Note
  }
  type Subscription {
    noteAdded: Note!
    noteRecoloured(id: ID!): Note!
    countdown(from: Int! = 3): Int!
    ticks: Tag!
  }
`);

const tags = [{ id: "t1", name: "new" }, { id: "t2", name: "old" }];
const make = (id, text, colour) => ({ id, text, colour, tags: [tags[id.length % 2]], length: text.length });
const notes = [make("1", "milk", "RED"), make("2", "bread", "BLUE"), make("3", "tea", "GREEN")];
const room = new EventEmitter().setMaxListeners(0);

async function* events(name, signal = undefined) {
  for await (const [value] of on(room, name, signal ? { signal } : {})) yield value;
}
async function* only(source, wanted) {
  for await (const value of source) if (wanted(value)) yield value;
}
const as = async function* (name, source) {
  for await (const value of source) yield { [name]: value };
};
const wait = (ms) => new Promise((done) => setTimeout(done, ms));

const rootValue = {
  notes: () => notes,
  note: ({ id }) => notes.find((note) => note.id === id) ?? null,
  tags: () => tags,
  addNote: ({ text, colour }) => {
    const note = make(String(notes.length + 1), text, colour);
    notes.push(note);
    room.emit("added", note);
    return note;
  },
  recolour: ({ id, colour }) => {
    const note = notes.find((one) => one.id === id);
    if (!note) throw new GraphQLError(`There is no note ${id}`, { extensions: { code: "NOT_FOUND" } });
    note.colour = colour;
    room.emit("recoloured", note);
    return note;
  },
  noteAdded: () => as("noteAdded", events("added")),
  noteRecoloured: ({ id }) => as("noteRecoloured", only(events("recoloured"), (note) => note.id === id)),
  countdown: async function* ({ from }) {
    if (from > 1000) throw new GraphQLError("from must be at most 1000", { extensions: { code: "BAD_USER_INPUT" } });
    for (let left = from; left >= 0; left--) {
      yield { countdown: left };
      await wait(5);
    }
  },
  ticks: async function* () {
    for (let n = 0; ; n++) {
      yield { ticks: tags[n % 2] };
      await wait(20);
    }
  },
};

const read = async (request) => {
  let text = "";
  for await (const chunk of request) text += chunk;
  return text;
};

async function plain(request, response) {
  let asked;
  try {
    asked = JSON.parse(await read(request));
  } catch {
    response.writeHead(400, { "content-type": "application/json" }).end('{"errors":[{"message":"no JSON"}]}');
    return;
  }
  const answer = await graphql({
    schema, rootValue, source: String(asked.query), variableValues: asked.variables, operationName: asked.operationName,
  });
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
}

const ways = {
  "graphql-ws": async () => {
    const { WebSocketServer } = await import("ws");
    const { useServer } = await import("graphql-ws/use/ws");
    const server = createServer(plain);
    useServer({ schema, roots: { query: rootValue, mutation: rootValue, subscription: rootValue } },
      new WebSocketServer({ server, path: "/graphql" }));
    return server;
  },
  "subscriptions-transport-ws": async () => {
    const { SubscriptionServer } = (await import("subscriptions-transport-ws")).default;
    const server = createServer(plain);
    SubscriptionServer.create({ schema, rootValue, execute, subscribe }, { server, path: "/graphql" });
    return server;
  },
  "graphql-sse": async () => {
    const { createHandler } = await import("graphql-sse/lib/use/http");
    const handler = createHandler({
      schema,
      onSubscribe: async (request, params) => {
        const { parse } = await import("graphql");
        return { schema, rootValue, document: parse(params.query), variableValues: params.variables, operationName: params.operationName };
      },
    });
    return createServer((request, response) => {
      const path = request.url.split("?")[0];
      if (path === "/graphql/stream") return handler(request, response);
      return plain(request, response);
    });
  },
  yoga: async () => {
    const { createYoga, createSchema } = await import("graphql-yoga");
    const { printSchema } = await import("graphql");
    const root = (names) => Object.fromEntries(names.map((name) => [name, (_, args) => rootValue[name](args)]));
    const streams = (names) => Object.fromEntries(names.map((name) => [name, { subscribe: (_, args) => rootValue[name](args) }]));
    return createServer(createYoga({
      logging: false,
      schema: createSchema({
        typeDefs: printSchema(schema),
        resolvers: {
          Query: root(["notes", "note", "tags"]),
          Mutation: root(["addNote", "recolour"]),
          Subscription: streams(["noteAdded", "noteRecoloured", "countdown", "ticks"]),
        },
      }),
    }));
  },
};

const server = await ways[process.argv[2]]();
server.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${server.address().port}/graphql`));
