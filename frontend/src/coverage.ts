import type { Content, Coverage, Finding, Level } from "./content";
import { LEVELS, LEVEL_NAMES, ownerOf } from "./content";
import { element, folded, numeral, percent, plural, row, section, soon, table } from "./elements";
import { labelled, searchFindings } from "./findings";

const FIRST = 100;
const MOST_NAMED = 500;

interface Group {
  name: string;
  items: [string, Level][];
  missing: number;
  findings: number;
}

/** What of the API was seen, type by type or path by path, with what is missing and why. */
export function coverageSection({ head, coverage, findings }: Content): HTMLElement | null {
  const isRest = head.protocol === "REST";
  const found = counted(findings);
  const groups = grouped(coverage, found, isRest);
  const more = otherKinds(coverage);
  if (!groups.length && !more) return null;
  const list = element("div", { class: "groups" });
  const told = element("p", { role: "status", "aria-live": "polite", class: "quiet" });
  const all = element("button", { type: "button" }, "Show all");
  const search = element("input", { type: "search", id: "coverage-search", placeholder: isRest ? "GET /books" : "Type.field", autocomplete: "off", spellcheck: "false" });
  const which = element(
    "select",
    { id: "coverage-which" },
    element("option", { value: "all" }, "Everything"),
    element("option", { value: "missing" }, "With something missing"),
    element("option", { value: "unseen" }, "Never requested"),
    element("option", { value: "findings" }, "With findings"),
  );
  const noun = isRest ? "path" : "type";
  let most = FIRST;
  const narrow = (): void => {
    const words = search.value.toLowerCase().trim();
    const fitting = groups.filter((group) => fits(group, which.value) && (!words || group.items.some(([name]) => name.toLowerCase().includes(words))));
    list.replaceChildren(...fitting.slice(0, most).map((group) => groupBlock(group, coverage, found, words, isRest)));
    all.hidden = fitting.length <= most;
    all.textContent = `Show all ${numeral(fitting.length)}`;
    told.textContent = `${numeral(fitting.length)} of ${plural(groups.length, noun)}`;
  };
  search.addEventListener("input", soon(narrow));
  which.addEventListener("change", narrow);
  all.addEventListener("click", () => {
    most = Infinity;
    narrow();
  });
  narrow();
  return section(
    "coverage",
    "Coverage",
    legend(),
    element("form", { class: "filters", role: "search", "aria-label": "Filter coverage", submit: (event) => event.preventDefault() }, labelled("Search", search), labelled("Show", which)),
    told,
    list,
    element("p", {}, all),
    more,
  );
}

function legend(): HTMLElement {
  const shown = [...LEVELS].reverse();
  return element("ul", { class: "legend", "aria-label": "Colours" }, ...shown.map((level) => element("li", {}, element("span", { class: `swatch ${level}` }), LEVEL_NAMES[level])));
}

/** How many findings there are at each coordinate, those that are folded too. */
function counted(findings: Finding[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const finding of findings) {
    for (const one of [finding, ...(finding.others ?? [])]) counts.set(one.coordinate, (counts.get(one.coordinate) ?? 0) + 1);
  }
  return counts;
}

function grouped(coverage: Coverage, found: Map<string, number>, isRest: boolean): Group[] {
  const groups = new Map<string, Group>();
  for (const [name, level] of Object.entries(coverage.fields)) {
    const owner = isRest ? name.replace(/^\S+ /, "") : ownerOf(name, false);
    let group = groups.get(owner);
    if (!group) groups.set(owner, (group = { name: owner, items: [], missing: 0, findings: 0 }));
    group.items.push([name, level]);
    group.missing += Number(level !== "witnessed");
    group.findings += found.get(name) ?? 0;
  }
  return [...groups.values()].sort((a, b) => b.missing - a.missing || a.name.localeCompare(b.name));
}

function fits(group: Group, which: string): boolean {
  if (which === "missing") return group.missing > 0;
  if (which === "unseen") return group.items.some(([, level]) => level === "unseen");
  return which !== "findings" || group.findings > 0;
}

function groupBlock(group: Group, coverage: Coverage, found: Map<string, number>, words: string, isRest: boolean): HTMLElement {
  const seen = group.items.length - group.missing;
  const summary = [
    element("span", { class: "coordinate" }, group.name),
    bar(group.items.map(([, level]) => level)),
    element("span", { class: "count" }, `${numeral(seen)} of ${numeral(group.items.length)} had a value`),
    group.findings ? element("span", { class: "badge some" }, plural(group.findings, "finding")) : element("span"),
  ];
  const rows = (): HTMLElement[] => {
    const items = words ? group.items.filter(([name]) => name.toLowerCase().includes(words) || group.name.toLowerCase().includes(words)) : group.items;
    const made = items.map(([name, level]) => itemRow(name, level, coverage, found.get(name) ?? 0, isRest));
    return [table(`Coverage of ${group.name}`, [isRest ? "Operation" : "Field", "Came to", "Why not further", "Findings"], made)];
  };
  const block = folded(summary, rows, { class: "group" });
  block.dataset["name"] = group.name;
  return block;
}

function itemRow(name: string, level: Level, coverage: Coverage, findings: number, isRest: boolean): HTMLTableRowElement {
  const short = isRest ? name : name.slice(name.indexOf(".") + 1);
  const why = level === "witnessed" ? "" : (coverage.missing[name] ?? (isRest ? "" : (coverage.why[level] ?? "")));
  const link = findings ? element("button", { type: "button", class: "link", click: () => searchFindings(name) }, plural(findings, "finding")) : "";
  return row([short, "coordinate"], [element("span", {}, element("span", { class: `swatch ${level}` }), LEVEL_NAMES[level]), "level"], [why, "why"], link);
}

/** A bar with a part for each level, the best first. */
export function bar(levels: Level[]): HTMLElement {
  const parts = [...LEVELS].reverse().map((level) => {
    const part = element("span", { class: `part ${level}` });
    part.style.flexGrow = String(levels.filter((one) => one === level).length);
    return part;
  });
  return element("span", { class: "bar", "aria-hidden": "true" }, ...parts);
}

/** Arguments, parameters, status codes and whatever else is counted beside fields and operations. */
function otherKinds(coverage: Coverage): HTMLElement | null {
  const blocks: HTMLElement[] = [];
  const used: [string, string, Record<string, boolean>][] = [
    ["arguments", "Arguments", coverage.arguments],
    ["inputs", "Input fields", coverage.inputs],
    ["enums", "Enum values", coverage.enums],
  ];
  for (const [kind, name, names] of used) {
    const count = coverage.counts[kind];
    if (!count?.all) continue;
    const unused = Object.entries(names).flatMap(([one, wasUsed]): [string, string][] => (wasUsed ? [] : [[one, coverage.missing[one] ?? "never used"]]));
    blocks.push(kindBlock(name, count.used ?? 0, count.all, "used", unused));
  }
  for (const [kind, places] of Object.entries(coverage.places)) {
    const count = coverage.counts[kind];
    if (!count?.all) continue;
    const missing = Object.entries(places).flatMap(([one, level]): [string, string][] => (level === "witnessed" ? [] : [[one, coverage.missing[one] ?? LEVEL_NAMES[level]]]));
    blocks.push(kindBlock(kind.charAt(0).toUpperCase() + kind.slice(1), count.witnessed ?? 0, count.all, "seen", missing));
  }
  if (!blocks.length) return null;
  return element("div", {}, element("h3", {}, "What else is counted"), element("div", { class: "groups" }, ...blocks));
}

function kindBlock(name: string, seen: number, all: number, word: string, missing: [string, string][]): HTMLElement {
  const levels: Level[] = [...Array<Level>(Math.round((100 * seen) / all)).fill("witnessed"), ...Array<Level>(100 - Math.round((100 * seen) / all)).fill("unseen")];
  const summary = [
    element("span", { class: "coordinate" }, name),
    bar(levels),
    element("span", { class: "count" }, `${numeral(seen)} of ${numeral(all)} ${word}`),
    element("span", { class: "quiet" }, percent(seen, all)),
  ];
  return folded(
    summary,
    () => {
      if (!missing.length) return [element("p", {}, "Nothing is missing.")];
      const rows = missing.slice(0, MOST_NAMED).map(([one, why]) => row([one, "coordinate"], why));
      const rest = all - seen - rows.length;
      return [table(`Missing: ${name}`, ["Not seen", "Why"], rows), rest > 0 ? element("p", { class: "quiet" }, `and ${numeral(rest)} more`) : null];
    },
    { class: "group" },
  );
}
