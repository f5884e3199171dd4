// Which of our rules asks what an audit of graphql-http asks, and why the verdicts of a pair may differ.
const RULES = {
  '22EB': ['graphql-response-type'],
  4655: ['json-response-type'],
  '47DE': ['accept-wildcard'],
  '80D8': ['accept-missing'],
  '82A3': ['utf8-answer'],
  BF61: ['utf8-request'],
  '78D5': ['utf8-assumed'],
  '2C94': ['post-json'],
  '5A70': [],
  '9C48': ['get-mutation'],
  '9ABE': ['content-type-missing'],
  '03D4': ['post-json'],
  A5BF: ['empty-body'],
  '423L': ['query-missing'],
  LKJ: ['query-type'],
  '34A2': ['post-json'],
  '13EE': ['post-json', 'json-response-type'],
  '6C0': ['operation-name-type'],
  8161: ['operation-name'],
  B8B3: ['operation-name'],
  '94B': ['null-parameters'],
  '022': ['null-parameters'],
  476: ['variables-type'],
  '2EA1': ['variables'],
  '28B9': ['variables'],
  D6D5: ['get-variables'],
  '6A70': ['get-variables'],
  '58B': ['extensions-type'],
  '428F': ['extensions'],
  '1B7A': ['extensions'],
  B6DC: ['malformed-json'],
  BCF8: ['malformed-json'],
  B7N8: ['malformed-json'],
  8764: ['query-missing'],
  '3E3A': ['query-missing'],
  '572B': ['request-error-status-of-json'],
  FDE2: ['request-error-status-of-json'],
  '7B9B': ['request-error-status-of-json'],
  '865D': ['status-without-data'],
  '556A': ['parsing-status'],
  D586: ['data-entry'],
  '51FE': ['status-without-data'],
  '74FF': ['validation-status'],
  '5E5B': ['data-entry'],
  '86EE': ['variable-status'],
};

/** An id is that of one audit, or the beginning of those of several that ask the same with other values. */
export function rulesOf(id) {
  return RULES[id] ?? RULES[id.slice(0, 3)] ?? [];
}

const SINCE_2025 = 'demanded since January 2025: what it recommends is a fault of ours';
const RECOMMENDED = 'recommended by the specification, which it has as MAY';
const EDITIONS = 'the editions differ: 200 was recommended, 4xx is now; ours takes either';
const OTHER_TYPE = 'asked for the new media type it answers with application/json, of which the clause says nothing';
const OF_JSON = 'recommended by the newest edition, which it has as MUST';

/** Why the two may judge the same server otherwise; empty where nobody knows. */
export function reasonFor(result, outcome, names, results) {
  const { id, status } = result;
  const failing = results.filter((one) => one.status !== 'ok' && rulesOf(one.id).some((rule) => names.includes(rule)));
  if (outcome === 'no rule') return 'what a server may do is no rule of ours';
  if (status === 'warn' && outcome === 'fault') return SINCE_2025;
  if (status === 'notice' && outcome === 'fault') return 'demanded of servers that offer GET, which it has as MAY';
  if (status === 'notice' && outcome === 'suspicion') return RECOMMENDED;
  if (status === 'notice' && outcome === 'holds' && id.startsWith('B6')) return '';
  if (status === 'notice' && outcome === 'holds') return 'it wants 400 alone; 422, 413 or another 4xx is right as well';
  if (status === 'notice' && outcome === 'could not tell') return 'GET, or a query by it, is not offered';
  if (status === 'error' && outcome === 'suspicion') return OF_JSON;
  if (status === 'warn' && outcome === 'holds' && ['572B', 'FDE2', '7B9B'].includes(id)) return EDITIONS;
  if (status === 'warn' && outcome === 'holds' && ['47DE', '80D8'].includes(id)) {
    return 'it wants application/json; the newest edition prefers application/graphql-response+json, and ours takes either';
  }
  if (status === 'warn' && outcome === 'holds' && id === '9ABE') {
    return 'its request does have a Content-Type, text/plain, which fetch adds; ours has none, and simple-text asks the other';
  }
  if (status === 'warn' && outcome === 'holds' && ['556A', '74FF', '86EE'].includes(id)) return 'it wants 400 alone; 422 is right as well';
  if (outcome === 'could not tell') return names[0].startsWith('get-') ? 'queries by GET are not offered' : OTHER_TYPE;
  if (status === 'ok' && failing.length) return `our rule is broken by what its ${failing.map((one) => one.id).join(', ')} asks`;
  return SPECIAL[`${id} ${status} ${outcome}`] ?? '';
}

const SPECIAL = {
  '865D ok fault': 'ours also asks for an operation without its name and a variable without its value, and one of these has 200',
  '51FE ok fault': 'as for 865D',
  '86EE ok suspicion': 'its document has a variable that is never used: that is refused as not valid, and nothing is coerced',
};
