// Runs the audits of graphql-http and those of querious on the same servers, and prints their verdicts side by side.
//
//   npm ci && node compare.mjs [SERVER …]
//
// $QUERIOUS is the command (python -m querious), $PYTHON a Python that has the libraries of
// tests/services/http_rules_servers.py; without it only the servers of Node.js are asked.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serverAudits } from 'graphql-http';
import { reasonFor, rulesOf } from './pairs.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const querious = (process.env.QUERIOUS ?? 'python -m querious').split(' ');
const python = process.env.PYTHON;
const OF_NODE = ['graphql-http', 'yoga', 'apollo', 'mercurius'];
const OF_PYTHON = ['strawberry', 'strawberry-fastapi', 'strawberry-flask', 'ariadne', 'graphene-django'];
const folder = mkdtempSync(join(tmpdir(), 'querious-audit-'));

function start(name, port) {
  const file = OF_NODE.includes(name)
    ? [process.execPath, join(here, 'servers', `${name}.mjs`)]
    : [python, join(here, '..', '..', 'tests', 'services', 'http_rules_servers.py'), name];
  return spawn(file[0], file.slice(1), { env: { ...process.env, PORT: String(port) }, stdio: 'ignore', cwd: here });
}

async function ready(url) {
  for (let tries = 0; tries < 200; tries += 1) {
    try {
      await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' });
      return;
    } catch {
      await new Promise((done) => { setTimeout(done, 200); });
    }
  }
  throw new Error(`${url} did not start`);
}

function ours(name, url) {
  const file = join(folder, `${name}.json`);
  const given = [...querious.slice(1), 'audit', url, '--quiet', '--no-save', '--json', file];
  const done = spawnSync(querious[0], given, { encoding: 'utf-8' });
  if (done.status > 1) throw new Error(done.stderr || done.stdout);
  const { rules } = JSON.parse(readFileSync(file, 'utf-8')).audit;
  return Object.fromEntries(rules.map((rule) => [rule.rule, rule]));
}

async function theirs(url) {
  const results = [];
  for (const audit of serverAudits({ url })) results.push(await audit.fn()); // one at a time, as ours
  return results;
}

const WORST = ['fault', 'suspicion', 'could not tell', 'holds'];
const SAME = { ok: 'holds', error: 'fault', warn: 'suspicion' };

function worst(outcomes) {
  return WORST.find((one) => outcomes.includes(one));
}

async function compare(name, port) {
  const url = `http://127.0.0.1:${port}/graphql`;
  const server = start(name, port);
  try {
    await ready(url);
    const rules = ours(name, url);
    const results = await theirs(url);
    const count = { same: 0, explained: 0, unexplained: 0 };
    console.log(`\n## ${name}\n\n| its audit | its verdict | our rule | ours | why they differ |\n|---|---|---|---|---|`);
    for (const result of results) {
      const names = rulesOf(result.id);
      const outcome = names.length ? worst(names.map((one) => rules[one].outcome)) : 'no rule';
      const same = SAME[result.status] === outcome;
      const why = same ? '' : reasonFor(result, outcome, names, results);
      count[same ? 'same' : why ? 'explained' : 'unexplained'] += 1;
      if (!same || result.status !== 'ok') {
        console.log(`| ${result.id} ${result.name} | ${result.status} | ${names.join(', ')} | ${outcome} | ${why || (same ? '' : 'UNEXPLAINED')} |`);
      }
    }
    console.log(`\n${results.length} audits: ${count.same} the same, ${count.explained} differ for a reason, ${count.unexplained} unexplained.`);
    const asked = new Set(results.flatMap((result) => rulesOf(result.id)));
    const further = Object.values(rules).filter((rule) => !asked.has(rule.rule) && ['fault', 'suspicion'].includes(rule.outcome));
    for (const rule of further) console.log(`- only ours: ${rule.outcome} ${rule.rule}: ${rule.reason}`);
    return count.unexplained;
  } finally {
    server.kill();
  }
}

const names = process.argv.length > 2 ? process.argv.slice(2) : [...OF_NODE, ...(python ? OF_PYTHON : [])];
let unexplained = 0;
for (const [place, name] of names.entries()) unexplained += await compare(name, 4500 + place);
process.exitCode = unexplained ? 1 : 0;
