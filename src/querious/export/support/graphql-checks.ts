/**
 * Asks the API, and holds an answer against what its schema promised.
 *
 * Where the API is and who asks stands in the environment, never in a file:
 *
 *     GRAPHQL_URL      https://staging.example/graphql; without it the tests are skipped
 *     GRAPHQL_TOKEN    sent as Authorization: Bearer ...
 *     GRAPHQL_HEADERS  more headers, as JSON: {"X-Api-Key": "..."}
 *     GRAPHQL_TIMEOUT  seconds for one answer, 30 if nothing is said
 *
 * An answer is described as it will look, with the types of the schema:
 *
 *     ['Query!', {...}]                     an object: its type, and what is in it
 *     { teasers: ['[Teaser]', {...}] }      a list of objects
 *     { title: 'String!' }                  a leaf and its type
 *     { cheap: 'price: Money!' }            under an alias: the field and its type
 *     { '... on Book | Film': {...} }       only in objects of these types, as their __typename says
 *
 * TYPES lists what the schema says of type names: the members of an enum, the objects that an interface or a union
 * stands for, and for a custom scalar the kind of JSON it is written as. A custom scalar that is not listed may be
 * anything; that it is there, and not null where it may not be, is checked all the same. JavaScript cannot tell 1.0
 * from 1, so both are an Int here.
 */

import { test as plainTest } from 'vitest'

declare const process: { env: Record<string, string | undefined> }

export type Promised = readonly [type: string, shape: Shape]
export type Shape = { readonly [key: string]: string | Promised | Shape }
export type Types = { readonly [name: string]: string | readonly string[] }
type Path = readonly (string | number)[]
type Holder = { [key: string]: unknown }

/** Whoever waits for an answer waits so many seconds. */
const seconds = Number(process.env.GRAPHQL_TIMEOUT || 30)

export class Response {
  constructor(
    readonly status: number,
    readonly body: string,
  ) {}

  /** The body as a GraphQL answer. */
  json(): { data?: unknown; errors?: unknown[] | null } {
    let answer: unknown
    try {
      answer = JSON.parse(this.body)
    } catch (error) {
      throw new Error(`the answer is not JSON (${error}): ${this.body.slice(0, 500)}`)
    }
    if (kindOf(answer) !== 'an object') {
      throw new Error(`the answer is ${kindOf(answer)}, not an object: ${this.body.slice(0, 500)}`)
    }
    return answer as { data?: unknown; errors?: unknown[] | null }
  }
}

/** A test that is skipped if nobody says where the API is. */
export function test(name: string, body: () => Promise<void>): void {
  plainTest(
    name,
    async (context) => {
      if (!process.env.GRAPHQL_URL) context.skip('GRAPHQL_URL is not set: say where the API is')
      await body()
    },
    (seconds + 5) * 1000,
  )
}

/**
 * Send an operation to the API. It fails where the answer tells nothing of the API, such as a refusal for want of
 * credentials: a test that could not look must not be green. Variables in a string are JSON, for what JavaScript
 * cannot write.
 */
export async function ask(document: string, variables: object | string = {}): Promise<Response> {
  const sent = typeof variables === 'string' ? variables : JSON.stringify(variables)
  const response = await answered(process.env.GRAPHQL_URL ?? '', {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/graphql-response+json, application/json;q=0.9',
      ...JSON.parse(process.env.GRAPHQL_HEADERS || '{}'),
      ...(process.env.GRAPHQL_TOKEN ? { Authorization: `Bearer ${process.env.GRAPHQL_TOKEN}` } : {}),
    },
    body: `{"query": ${JSON.stringify(document.trim())}, "variables": ${sent}}`,
    redirect: 'manual',
    signal: AbortSignal.timeout(seconds * 1000),
  })
  const hidden = hiding(response.status, response.body)
  if (hidden) throw new Error(`could not tell: ${hidden}`)
  return response
}

/** What came back; where nothing did, nobody can tell. */
async function answered(url: string, asked: RequestInit): Promise<Response> {
  try {
    const reply = await fetch(url, asked)
    return new Response(reply.status, await reply.text())
  } catch (error) {
    const cause = error instanceof Error && error.cause ? error.cause : error
    throw new Error(`could not tell: the API gave no answer: ${cause}`)
  }
}

const CODES = new RegExp(
  '^(UNAUTHENTICATED|UNAUTHORI[SZ]ED|FORBIDDEN|(ACCESS|PERMISSION)[-_]DENIED|NOT[-_]AUTHORI[SZ]ED' +
    '|AUTH_NOT_[A-Z_]+|INVALID[-_](JWT|TOKEN))$',
  'i',
)
const WORDS = new RegExp(
  '\\b(un|not )(authenticated|authori[sz]ed)\\b|\\bnot (logged|signed) in\\b' +
    '|\\bmust (be (logged|signed)|log|sign) in\\b|\\b(authentication|login) (is )?required\\b' +
    '|\\b(access|permission) denied\\b',
  'i',
)

/** Why an answer tells nothing of the API: it is refused, or somebody else's. Empty if it is the API's own. */
function hiding(status: number, body: string): string {
  let answer: unknown = null
  try {
    answer = JSON.parse(body)
  } catch {
    // it is no JSON, which is told below
  }
  const held = kindOf(answer) === 'an object' ? (answer as Holder) : {}
  if (Array.isArray(held.errors) && held.errors.some(asksForCredentials)) {
    return 'the API asks for credentials: are GRAPHQL_TOKEN or GRAPHQL_HEADERS missing?'
  }
  if ([401, 403, 407].includes(status)) {
    return `the API refused access (HTTP ${status}): are GRAPHQL_TOKEN or GRAPHQL_HEADERS missing?`
  }
  if (status >= 300 && status < 400) {
    return `the answer is a redirect (HTTP ${status}): is GRAPHQL_URL right, and are credentials missing?`
  }
  if (status === 429) return 'the API was asked too often (HTTP 429): try again later'
  if (Object.hasOwn(held, 'data') || Object.hasOwn(held, 'errors')) return ''
  if ([502, 503, 504].includes(status)) return `the API is not available (HTTP ${status}): try again later`
  if ([404, 405, 410].includes(status)) {
    return `there is no API at this address (HTTP ${status}): is GRAPHQL_URL right?`
  }
  if (status < 500 && /^\s*<(!doctype )?html/i.test(body)) {
    return `the answer is a web page (HTTP ${status}): is GRAPHQL_URL right, and are credentials missing?`
  }
  return ''
}

function asksForCredentials(error: unknown): boolean {
  if (error === null || typeof error !== 'object') return false
  const { message, extensions } = error as Holder
  const code = extensions !== null && typeof extensions === 'object' ? (extensions as Holder).code : undefined
  return (typeof code === 'string' && CODES.test(code)) || (typeof message === 'string' && WORDS.test(message))
}

/** The errors that hold these words. */
export function saying(errors: unknown[] | null | undefined, words: string): unknown[] {
  return (errors ?? []).filter((error) => textOf(error).includes(words))
}

/** All the text in a value, so that what JSON escapes is found as well. */
function textOf(value: unknown): string {
  return value !== null && typeof value === 'object' ? Object.values(value).map(textOf).join('\n') : String(value)
}

/** Every place where the data is not as promised, one line each. With errors, what they explain may be missing. */
export function differences(data: unknown, promised: Promised, types: Types = {}, errors?: unknown[] | null): string[] {
  if (data === null && errors?.length) return []
  const paths = (errors ?? []).map((error) => (error as Holder | null)?.path)
  const walk = new Walk(types, paths.map((path) => (Array.isArray(path) ? path : [])))
  walk.value(data ?? null, promised[0], promised[1], ['data'], promised[0])
  return walk.found
}

class Walk {
  readonly found: string[] = []

  constructor(
    private readonly types: Types,
    private readonly excused: readonly Path[],
  ) {}

  private tell(path: Path, what: string, promise: string): void {
    const place = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`)).join('')
    this.found.push(`${place.slice(1)}: ${what} (${promise})`)
  }

  /** Whether an error happened here, above or below; one that does not say where may have happened anywhere. */
  private isExcused(path: Path): boolean {
    const here = path.slice(1)
    return this.excused.some((where) => where.every((step, index) => index >= here.length || step === here[index]))
  }

  private possible(type: string): readonly string[] {
    const known = own(this.types, type)
    return Array.isArray(known) ? known : []
  }

  value(value: unknown, wanted: string, inner: Shape | undefined, path: Path, promise: string): void {
    if (value === null) {
      if (wanted.endsWith('!') && !this.isExcused(path)) this.tell(path, 'null, but it may not be', promise)
      return
    }
    const type = wanted.endsWith('!') ? wanted.slice(0, -1) : wanted
    if (type.startsWith('[')) {
      if (Array.isArray(value)) {
        value.forEach((item, index) => this.value(item, type.slice(1, -1), inner, [...path, index], promise))
      } else {
        this.tell(path, `${kindOf(value)}, but a list was promised`, promise)
      }
    } else if (inner) {
      this.object(value, type, inner, path, promise)
    } else {
      const wrong = this.wrongLeaf(value, type)
      if (wrong) this.tell(path, wrong, promise)
    }
  }

  private object(value: unknown, wanted: string, shape: Shape, path: Path, promise: string): void {
    if (kindOf(value) !== 'an object') {
      this.tell(path, `${kindOf(value)}, but an object was promised`, promise)
      return
    }
    const held = value as Holder
    const branches = Object.keys(shape).filter((key) => key.startsWith('... on '))
    const fields = new Map(Object.entries(shape).filter(([key]) => !key.startsWith('... on ')))
    const nameKey = [...fields].find(([key, part]) => fieldOf(key, part)[0] === '__typename')?.[0]
    const possible = own(this.types, wanted) ? this.possible(wanted) : [wanted]
    const typename = nameKey === undefined || !Object.hasOwn(held, nameKey) ? wanted : held[nameKey]
    const known = typeof typename === 'string' && possible.includes(typename)
    for (const branch of known ? branches : []) {
      const names = branch.slice('... on '.length).split(' | ')
      if (names.some((name) => name === typename || this.possible(name).includes(typename as string))) {
        for (const [key, part] of Object.entries(shape[branch] as Shape)) fields.set(key, part)
      }
    }
    const parent = known ? (typename as string) : wanted
    for (const [key, part] of fields) this.field(held, key, part, parent, possible, path)
    for (const key of known || !branches.length ? Object.keys(held) : []) {
      if (!fields.has(key)) this.tell([...path, key], 'not part of the request', parent)
    }
  }

  private field(
    holder: Holder,
    key: string,
    part: Shape[string],
    parent: string,
    possible: readonly string[],
    path: Path,
  ): void {
    const [name, kind] = fieldOf(key, part)
    const here = [...path, key]
    const promise = `${parent}.${name}: ${kind}`
    if (!Object.hasOwn(holder, key)) {
      if (!this.isExcused(here)) this.tell(here, 'missing, though it was asked for', promise)
    } else if (name === '__typename') {
      if (!possible.includes(holder[key] as string)) {
        const only = possible.slice(0, 9).join(' or ')
        this.tell(here, `${shown(holder[key])}, but it can only be ${only}`, promise)
      }
    } else {
      this.value(holder[key], kind, typeof part === 'string' ? undefined : (part as Promised)[1], here, promise)
    }
  }

  /** What is wrong with a leaf that is not null; empty if nothing. */
  private wrongLeaf(value: unknown, wanted: string): string {
    const known = own(this.types, wanted)
    if (Array.isArray(known)) return known.includes(value) ? '' : `${shown(value)} is no member of ${wanted}`
    const kind = kindOf(value)
    if (wanted === 'Int' && kind === 'an integer' && (value as number) !== ((value as number) | 0)) {
      return `${value} does not fit in the 32 bits of an Int`
    }
    const allowed = known === undefined ? own(BUILT_IN, wanted) : own(WRITTEN_AS, known as string)
    return !allowed || allowed.includes(kind) ? '' : `${kind} (${shown(value)}), but ${wanted} was promised`
  }
}

const BUILT_IN: { readonly [name: string]: readonly string[] } = {
  Int: ['an integer'],
  Float: ['an integer', 'a number'],
  String: ['a string'],
  Boolean: ['a boolean'],
  ID: ['a string'],
}

const WRITTEN_AS: { readonly [kind: string]: readonly string[] } = {
  integer: ['an integer'],
  number: ['an integer', 'a number'],
  string: ['a string'],
  boolean: ['a boolean'],
  list: ['a list'],
  object: ['an object'],
}

/** What stands under a name; a type may be called constructor. */
function own<Value>(table: { readonly [name: string]: Value }, name: string): Value | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined
}

/** The name of the field behind a key, and its type. */
function fieldOf(key: string, part: Shape[string]): [name: string, type: string] {
  const written = typeof part === 'string' ? part : (part as Promised)[0]
  const colon = written.indexOf(': ')
  return colon < 0 ? [key, written] : [written.slice(0, colon), written.slice(colon + 2)]
}

/** What JSON calls a value. 0, "", false and [] are values like any other. */
function kindOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  switch (typeof value) {
    case 'boolean':
      return 'a boolean'
    case 'number':
      return Number.isInteger(value) ? 'an integer' : 'a number'
    case 'string':
      return 'a string'
    default:
      return 'an object'
  }
}

/** A value as JSON, cut where it is long. */
function shown(value: unknown): string {
  const text = JSON.stringify(value)
  return text.length <= 60 ? text : `${text.slice(0, 59)}…`
}
