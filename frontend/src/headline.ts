import type { Content, Earlier, Names } from "./content";
import { element, folded, numeral, percent, plural } from "./elements";

const LEVELS = [
  ["requested", "Requested", "asked for by some request"],
  ["reached", "Reached", "its object came back"],
  ["witnessed", "Had a value", "neither null nor empty"],
] as const;

const LEVELS_OF_OPERATIONS = [
  ["requested", "Requested", "sent at least once"],
  ["reached", "Reached", "answered with success"],
  ["witnessed", "Had a value", "the answer held something"],
] as const;

/** What the run came to, before anything else. */
export function headline({ head, coverage, paths, findings, production, earlier }: Content): HTMLElement {
  const isRest = head.protocol === "REST";
  const fields = Object.keys(coverage.fields).length;
  const state = head.failed ? "failed" : head.open || findings.length ? "doubtful" : "passed";
  const expected = paths.reduce((sum, plan) => sum + plan.expected, 0);
  const actual = paths.reduce((sum, plan) => sum + plan.actual, 0);
  const tiles = [
    tile("Faults", numeral(head.faults), "certain", head.faults ? "fault" : ""),
    tile("Suspicions", numeral(head.suspicions), "for a person to judge", head.suspicions ? "suspicion" : ""),
  ];
  for (const [level, name, meaning] of fields ? (isRest ? LEVELS_OF_OPERATIONS : LEVELS) : []) {
    const seen = Object.values(coverage.fields).filter((one) => atLeast(one, level)).length;
    tiles.push(tile(name, percent(seen, fields), `${numeral(seen)} of ${plural(fields, isRest ? "operation" : "field")}: ${meaning}`, level, [seen, fields]));
  }
  if (expected) tiles.push(tile("Path length", percent(actual, expected), `${numeral(actual)} of ${numeral(expected)} steps of planned paths had data`, "path", [actual, expected]));
  if (production.length) {
    const met = production.filter(([, , level]) => level === "reached" || level === "witnessed");
    const calls = (some: Content["production"]): number => some.reduce((sum, [, count]) => sum + count, 0);
    const share: [number, number] = [calls(met), calls(production)];
    tiles.push(tile("Used in production", percent(...share), `of what users ask for was reached: ${numeral(met.length)} of ${plural(production.length, isRest ? "operation" : "field")}`, "path", share));
  }
  return element(
    "section",
    { id: "overview", class: "overview", "aria-labelledby": "verdict" },
    element("h1", { id: "target" }, head.target || "Report"),
    element("p", { id: "verdict", class: `verdict ${state}` }, head.verdict),
    element("ul", { class: "tiles" }, ...tiles),
    facts([
      ["Date", date(head.begun)],
      ["Duration", duration(head.elapsed)],
      ["Protocol", head.protocol],
      ["Requests", numeral(head.requests)],
      ["Why it ended", head.ended],
      ["Seed", String(head.seed)],
      ["Baseline", head.baseline],
      ["Fails on", head.failOn],
      ["querious", head.version],
    ]),
    earlier ? comparison(earlier, fields ? coverage.shares.witnessed : null) : null,
    head.left ? element("p", { class: "warning" }, head.left) : null,
    head.next ? element("p", {}, head.next) : null,
    ...head.remarks.map((remark) => element("p", { class: "quiet" }, remark)),
  );
}

/** The day and the minute where the run was, with its zone: two readers of one page see the same. */
function date(begun: string): string {
  const [, day, minute, zone] = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)[\d:.]*(.*)$/.exec(begun) ?? [];
  return day ? `${day} ${minute} ${zone === "+00:00" || zone === "Z" ? "UTC" : (zone ?? "")}`.trim() : begun;
}

function duration(seconds: number): string {
  if (seconds < 90) return `${numeral(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 90 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

function comparison(earlier: Earlier, witnessed: number | null): HTMLElement {
  const told = [`${numeral(earlier.new.length)} new`, `${numeral(earlier.gone.length)} did not show again`, `${numeral(earlier.still)} still there`];
  const share = (value: number): string => `${(100 * value).toFixed(1)}%`;
  if (witnessed !== null && earlier.witnessed !== null) told.push(`had a value: ${share(earlier.witnessed)} before, ${share(witnessed)} now`);
  const which = [date(earlier.begun), `seed ${earlier.seed}`, plural(earlier.requests, "request")].filter(Boolean).join(", ");
  const blocks = [
    names("now with a value", "that had none before", earlier.gained),
    names("now without a value", "that had one before", earlier.lost),
    names("described since", "", earlier.described),
    names("no longer described", "", earlier.undescribed),
  ];
  return element("div", { id: "comparison" }, element("p", {}, element("strong", {}, "Compared with the run before "), `(${which}): ${told.join("; ")}.`), ...blocks);
}

function names(what: string, more: string, { all, names: first }: Names): HTMLElement | null {
  if (!all) return null;
  const items = first.map((name) => element("li", { class: "coordinate" }, name));
  if (all > first.length) items.push(element("li", { class: "quiet" }, `and ${numeral(all - first.length)} more`));
  return folded([[`${numeral(all)} ${what}`, more].filter(Boolean).join(", ")], () => [element("ul", { class: "others" }, ...items)]);
}

function atLeast(level: string, wanted: string): boolean {
  const order = ["unseen", "requested", "reached", "witnessed"];
  return order.indexOf(level) >= order.indexOf(wanted);
}

function tile(name: string, value: string, meaning: string, kind: string, share?: [number, number]): HTMLElement {
  return element(
    "li",
    { class: `tile ${kind}` },
    element("span", { class: "name" }, name),
    element("span", { class: "value" }, value),
    share ? element("progress", { value: share[0], max: Math.max(share[1], 1), "aria-label": name }) : null,
    element("span", { class: "meaning" }, meaning),
  );
}

function facts(pairs: [string, string][]): HTMLElement {
  const shown = pairs.filter(([, value]) => value);
  return element("dl", { class: "facts" }, ...shown.map(([name, value]) => element("div", {}, element("dt", {}, name), element("dd", {}, value))));
}
