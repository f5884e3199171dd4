import type { Content, OperationTimes, Traffic } from "./content";
import { drawn, element, numeral, plural, row, section, soon, table } from "./elements";
import { labelled } from "./findings";

const FIRST = 40;
const SEARCHED = 15;
const WIDE = 100;
const HIGH = 20;

type Measure = "name" | "count" | "p50" | "p95" | "p99" | "longest";

const COLUMNS: [Measure, string][] = [
  ["name", "Operation"],
  ["count", "Answers"],
  ["p50", "p50"],
  ["p95", "p95"],
  ["p99", "p99"],
  ["longest", "Longest"],
];

const KINDS: Record<string, string> = {
  requests: "Requests",
  faults: "New faults",
  suspicions: "New suspicions",
  client_errors: "Answers 4xx",
  server_errors: "Answers 5xx",
  errors: "GraphQL errors",
  failed: "No whole answer",
  limited: "Rate limits",
};

/** How long answers took, operation by operation, and what came when. */
export function timesSection({ traffic }: Content): HTMLElement | null {
  const parts = [timeLine(traffic), traffic.operations.length ? operationTable(traffic) : null].filter((one) => one !== null);
  return parts.length ? section("times", "Times", ...parts) : null;
}

/** A lane for each kind of thing that came, with a bar for each part of the run; the numbers stand beneath it. */
function timeLine({ width, kinds, slices }: Traffic): HTMLElement | null {
  if (!slices.length) return null;
  const lanes = kinds.map((kind, place) => ({ kind, name: KINDS[kind] ?? kind, counts: slices.map((counts) => counts[place] ?? 0) })).filter((lane) => lane.counts.some(Boolean));
  const shown = lanes.map(({ kind, name, counts }) => {
    const all = counts.reduce((sum, count) => sum + count, 0);
    const most = Math.max(...counts);
    const bars = counts.map((count, place) => (count ? bar(place, Math.max(count / most, 0.06), kind, `${numeral(count)} from ${seconds(place * width)} on`) : null)).filter((one) => one !== null);
    const chart = drawn("svg", { viewBox: `0 0 ${slices.length} ${HIGH}`, preserveAspectRatio: "none", "aria-hidden": "true", class: "lane" }, ...bars);
    return element("div", { class: "lane-row" }, element("span", { class: "lane-name" }, name), chart, element("span", { class: "count" }, `${numeral(all)}, at most ${numeral(most)} in ${seconds(width)}`));
  });
  const axis = element("div", { class: "lane-row axis", "aria-hidden": "true" }, element("span"), element("span", { class: "ends" }, element("span", {}, "0 s"), element("span", {}, seconds(slices.length * width))), element("span"));
  const numbers = element("details", { class: "numbers" }, element("summary", {}, "The same in numbers"));
  numbers.addEventListener("toggle", () => {
    if (numbers.childElementCount > 1) return;
    const rows = slices.map((_, place) => row(seconds(place * width), ...lanes.map((lane): [string, string] => [numeral(lane.counts[place] ?? 0), "number"])));
    numbers.append(table("What came when", ["From", ...lanes.map((lane): [string, string] => [lane.name, "number"])], rows, { class: "narrow" }));
  });
  return element("div", {}, element("h3", {}, "What came when"), element("div", { class: "lanes" }, ...shown, axis), numbers);
}

function bar(place: number, share: number, kind: string, told: string): SVGElement {
  const title = drawn("title", {});
  title.textContent = told;
  return drawn("rect", { x: place, y: HIGH * (1 - share), width: 0.92, height: HIGH * share, class: `bar-${kind}` }, title);
}

/** The slowest first; a column is sorted by a click on its name, the other way round by another. */
function operationTable({ operations, leftOut }: Traffic): HTMLElement {
  const [least, most] = ends(operations);
  let by: Measure = "p95";
  let down = true;
  let shown = FIRST;
  const told = element("p", { role: "status", "aria-live": "polite", class: "quiet" });
  const search = element("input", { type: "search", id: "times-search", placeholder: "Operation", autocomplete: "off", spellcheck: "false" });
  const all = element("button", { type: "button" });
  const heads = new Map<Measure, HTMLTableCellElement>();
  const body = element("tbody");
  const show = (): void => {
    const words = search.value.toLowerCase().trim();
    const fitting = sorted(operations, by, down).filter((one) => nameOf(one).toLowerCase().includes(words));
    body.replaceChildren(...fitting.slice(0, shown).map((one) => operationRow(one, least, most)));
    for (const [name, head] of heads) head.setAttribute("aria-sort", name !== by ? "none" : down ? "descending" : "ascending");
    all.hidden = fitting.length <= shown;
    all.textContent = `Show all ${numeral(fitting.length)}`;
    told.textContent = fitting.length === operations.length ? "" : `${numeral(fitting.length)} of ${plural(operations.length, "operation")}`;
  };
  for (const [name, title] of COLUMNS) {
    const choose = (): void => {
      down = name === by ? !down : name !== "name";
      by = name;
      show();
    };
    heads.set(name, element("th", { scope: "col", class: name === "name" ? "" : "number" }, element("button", { type: "button", class: "sort", click: choose }, title)));
  }
  all.addEventListener("click", () => {
    shown = Infinity;
    show();
  });
  search.addEventListener("input", soon(show));
  show();
  const scale = element("th", { scope: "col", class: "spread" }, element("span", { class: "unseen" }, "Distribution "), element("span", { class: "ends" }, element("span", {}, seconds(start(least))), element("span", {}, seconds(start(most + 1)))));
  const head = element("thead", {}, element("tr", {}, ...heads.values(), scale));
  return element(
    "div",
    {},
    element("h3", {}, "How long answers took"),
    operations.length > SEARCHED ? element("form", { class: "filters", role: "search", "aria-label": "Filter operations", submit: (event) => event.preventDefault() }, labelled("Search", search)) : null,
    told,
    element("div", { class: "scroll", role: "region", "aria-label": "How long answers took, by operation", tabindex: 0 }, element("table", { class: "times" }, element("caption", { class: "unseen" }, "How long answers took, by operation"), head, body)),
    element("p", {}, all),
    leftOut ? element("p", { class: "quiet" }, `${plural(leftOut, "further operation")} not shown.`) : null,
  );
}

function operationRow(one: OperationTimes, least: number, most: number): HTMLTableRowElement {
  const time = (value: number): [string, string] => [seconds(value), "number"];
  return row([nameOf(one), one.name ? "coordinate" : "quiet"], [numeral(one.count), "number"], time(one.p50), time(one.p95), time(one.p99), time(one.longest), [distribution(one, least, most), "spread"]);
}

const nameOf = (one: OperationTimes): string => one.name || "requests that ask no operation";

function sorted(operations: OperationTimes[], by: Measure, down: boolean): OperationTimes[] {
  const order = (a: OperationTimes, b: OperationTimes): number => (by === "name" ? nameOf(a).localeCompare(nameOf(b)) : a[by] - b[by]);
  return [...operations].sort((a, b) => (down ? -order(a, b) : order(a, b)) || b.longest - a.longest || nameOf(a).localeCompare(nameOf(b)));
}

/** The first and the last bin of all: the drawings of all operations have one scale, on which each doubling is as wide. */
function ends(operations: OperationTimes[]): [number, number] {
  const numbers = operations.flatMap((one) => one.bins.map(([number]) => number));
  return [Math.min(...numbers), Math.max(...numbers)];
}

function distribution(one: OperationTimes, least: number, most: number): Element {
  const highest = Math.max(...one.bins.map(([, count]) => count));
  const step = WIDE / (most - least + 1);
  const bars = one.bins.map(([number, count]) => {
    const height = HIGH * Math.max(count / highest, 0.08);
    return drawn("rect", { x: (number - least) * step, y: HIGH - height, width: Math.max(step * 0.9, 0.5), height });
  });
  return drawn("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, preserveAspectRatio: "none", "aria-hidden": "true", class: "distribution" }, ...bars);
}

/** Where a bin begins, in seconds, as src/querious/model/traffic.py has it. */
const start = (number: number): number => (number <= 0 ? 0 : 1e-4 * 2 ** ((number - 1) / 4));

/** Three digits, in the unit that people would use. */
function seconds(value: number): string {
  if (value === 0) return "0 s";
  if (value < 0.9995) return `${Number((1000 * value).toPrecision(3))} ms`;
  if (value < 120) return `${Number(value.toPrecision(3))} s`;
  return value < 5400 ? `${Number((value / 60).toPrecision(3))} min` : `${Number((value / 3600).toPrecision(3))} h`;
}
