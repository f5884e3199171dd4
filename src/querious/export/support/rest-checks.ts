/**
 * Asks the API, and holds an answer against what was promised.
 *
 * Where the API is and who asks stands in the environment, never in a file:
 *
 *     API_URL      https://staging.example/api; without it the tests are skipped
 *     API_TOKEN    sent as Authorization: Bearer ...
 *     API_HEADERS  more headers, as JSON: {"X-Api-Key": "..."}
 *     API_TIMEOUT  seconds for one answer, 30 if nothing is said
 *
 * An answer is described as it will look, with types in place of values:
 *
 *     { title: 'string' }           an object with this member; others may be there
 *     { 'pages?': 'integer' }       a member that may be missing
 *     ['string']                    a list of strings; [] is a list of anything
 *     ['null', { ... }]             null, or what follows
 *     'string | null'               a leaf of one of these types; 'any' is anything
 */

import { test as plainTest } from 'vitest'

declare const process: { env: Record<string, string | undefined> }

export type Promised = string | readonly Promised[] | { readonly [key: string]: Promised }

/** Whoever waits for an answer waits so many seconds. */
const seconds = Number(process.env.API_TIMEOUT || 30)

export class Response {
  constructor(
    readonly status: number,
    /** The content type without its parameters. */
    readonly media: string,
    readonly body: string,
  ) {}

  /** The body, read. */
  json(): unknown {
    try {
      return JSON.parse(this.body)
    } catch (error) {
      throw new Error(`the answer is not JSON (${error}): ${this.body.slice(0, 500)}`)
    }
  }
}

/** A test that is skipped if nobody says where the API is. */
export function test(name: string, body: () => Promise<void>): void {
  plainTest(
    name,
    async (context) => {
      if (!process.env.API_URL) context.skip('API_URL is not set: say where the API is')
      await body()
    },
    (seconds + 5) * 1000,
  )
}

const multipart = 'multipart/form-data'

/**
 * Send a request to the API. It fails where the answer tells nothing of the API, such as a refusal for want of
 * credentials that is not expected: a test that could not look must not be green. With a media type there is a body.
 */
export async function ask(
  method: string,
  path: string,
  body: unknown = null,
  media = '',
  expected: readonly number[] = [],
  headers: { readonly [name: string]: string } = {},
): Promise<Response> {
  const reply = await answered((process.env.API_URL ?? '').replace(/\/+$/, '') + path, {
    method,
    headers: {
      Accept: 'application/json, */*;q=0.5',
      ...headers,
      ...(media && media !== multipart ? { 'Content-Type': media } : {}),
      ...JSON.parse(process.env.API_HEADERS || '{}'),
      ...(process.env.API_TOKEN ? { Authorization: `Bearer ${process.env.API_TOKEN}` } : {}),
    },
    ...(media ? { body: encoded(body, media) } : {}),
    redirect: 'manual',
    signal: AbortSignal.timeout(seconds * 1000),
  })
  const kind = (reply.headers.get('content-type') ?? '').split(';')[0] ?? ''
  const response = new Response(reply.status, kind.trim().toLowerCase(), reply.body)
  const hidden = expected.includes(response.status) ? '' : hiding(response.status, response.body)
  if (hidden) throw new Error(`could not tell: ${hidden} (HTTP ${response.status})`)
  return response
}

/** What came back; where nothing did, nobody can tell. */
async function answered(url: string, asked: RequestInit): Promise<{ status: number; headers: Headers; body: string }> {
  try {
    const reply = await fetch(url, asked)
    return { status: reply.status, headers: reply.headers, body: await reply.text() }
  } catch (error) {
    const cause = error instanceof Error && error.cause ? error.cause : error
    throw new Error(`could not tell: the API gave no answer: ${cause}`)
  }
}

/** Why an answer tells nothing of the API: it is refused, or somebody else's. Empty if it is the API's own. */
function hiding(status: number, body: string): string {
  if ([401, 403, 407].includes(status)) return 'the API refused access: are API_TOKEN or API_HEADERS missing?'
  if (status >= 300 && status < 400) return 'the answer is a redirect: is API_URL right, and are credentials missing?'
  if (status === 429) return 'the API was asked too often: try again later'
  if ([502, 503, 504].includes(status)) return 'the API is not available: try again later'
  if (status < 500 && /^\s*<(!doctype )?html/i.test(body)) {
    return 'the answer is a web page: is API_URL right, and are credentials missing?'
  }
  return ''
}

/** A body in the form of its media type; one in a string is JSON already, for what JavaScript cannot write. */
function encoded(body: unknown, media: string): string | FormData {
  if (media === multipart) return form(body as object)
  if (media !== 'application/x-www-form-urlencoded') return typeof body === 'string' ? body : JSON.stringify(body)
  const fields = new URLSearchParams()
  for (const [name, value] of Object.entries(body as object)) {
    for (const item of Array.isArray(value) ? value : [value]) fields.append(name, String(item))
  }
  return fields.toString()
}

/** A form; an object with a file name and its content stands for a file. */
function form(body: object): FormData {
  const sent = new FormData()
  for (const [name, value] of Object.entries(body)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      const file = kindOf(item) === 'object' ? (item as { filename?: string; content?: string }) : {}
      if (file.filename !== undefined) sent.append(name, new Blob([file.content ?? '']), file.filename)
      else sent.append(name, typeof item === 'string' ? item : JSON.stringify(item))
    }
  }
  return sent
}

/** Every place where a value is not as promised, one line each. */
export function differences(value: unknown, promised: Promised, place = 'body'): string[] {
  const kind = kindOf(value)
  if (typeof promised === 'string') {
    const kinds = promised.split(' | ')
    const fits = promised === 'any' || kinds.includes(kind) || (kind === 'integer' && kinds.includes('number'))
    return fits ? [] : [`${place}: ${kind} (${shown(value)}), but ${promised} was promised`]
  }
  if (Array.isArray(promised)) {
    const [first, second] = promised as readonly Promised[]
    if (second !== undefined) return value === null ? [] : differences(value, second, place)
    if (!Array.isArray(value)) return [`${place}: ${kind} (${shown(value)}), but a list was promised`]
    if (first === undefined) return []
    return value.flatMap((item, index) => differences(item, first, `${place}[${index}]`))
  }
  if (kind !== 'object') return [`${place}: ${kind} (${shown(value)}), but an object was promised`]
  return Object.entries(promised).flatMap(([key, inner]) => {
    const name = key.endsWith('?') ? key.slice(0, -1) : key
    if (Object.hasOwn(value as object, name)) {
      return differences((value as { [key: string]: unknown })[name], inner, `${place}.${name}`)
    }
    return name === key ? [`${place}.${name}: missing`] : []
  })
}

/** What JSON calls a value; JavaScript cannot tell 1.0 from 1. */
function kindOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number'
  return typeof value
}

/** A value as JSON, cut where it is long. */
function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length <= 60 ? text : `${text.slice(0, 59)}…`
}
