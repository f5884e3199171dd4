import type { Content } from "./content";
import { element, folded, numeral, percent, row, section, table } from "./elements";

const FEW = 10;

/** What the answers were, which rules looked at them, and what the reader should know. */
export function remarksSection({ outcomes, oracles, collections, advice, notes, errors }: Content): HTMLElement | null {
  const parts = [
    errors.length ? list("Errors of querious", errors, "A part that raised was switched off; the rest of the run went on. The tracebacks are in .querious/errors.txt.") : null,
    outcomeTable(outcomes),
    collectionTable(collections),
    advice.length ? list("Arguments without a value", advice) : null,
    notes.length ? list("Notes", notes) : null,
    ruleTable(oracles),
  ].filter((one) => one !== null);
  return parts.length ? section("notes", "Responses and notes", ...parts) : null;
}

function outcomeTable(outcomes: Record<string, number>): HTMLElement | null {
  const all = Object.values(outcomes).reduce((sum, count) => sum + count, 0);
  if (!all) return null;
  const sorted = Object.entries(outcomes).sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0]));
  const rows = sorted.map(([name, count]) => row(name, [numeral(count), "number"], [percent(count, all), "number"]));
  return element("div", {}, element("h3", {}, "Responses"), table("Responses by kind", ["Kind", ["Count", "number"], ["Share", "number"]], rows, { class: "narrow" }));
}

function ruleTable(oracles: Record<string, Record<string, number>>): HTMLElement | null {
  const names = Object.keys(oracles).sort();
  if (!names.length) return null;
  const rows = names.map((name) => {
    const count = (word: string): [string, string] => [numeral(oracles[name]?.[word] ?? 0), "number"];
    return row([name, "coordinate"], count("passed"), count("failed"), count("not applicable"));
  });
  const heads: (string | [string, string])[] = ["Rule", ["Passed", "number"], ["Failed", "number"], ["Did not apply", "number"]];
  return element("div", {}, element("h3", {}, "Rules"), folded([`${numeral(names.length)} rules judged the responses`], () => [table("Rules and how often they passed", heads, rows)], { class: "printed" }));
}

function collectionTable(collections: Content["collections"]): HTMLElement | null {
  if (!collections.length) return null;
  const rows = collections.map((one) =>
    row(
      [one.name, "coordinate"],
      one.deleting,
      [numeral(one.tests), "number"],
      [numeral(one.steps), "number"],
      [one.covered, "number"],
      one.leftOut ? `not tested: ${one.leftOut}` : [one.offered, one.missed ? `transitions not covered: ${one.missed}` : ""].filter(Boolean).join("; "),
    ),
  );
  const heads: (string | [string, string])[] = ["Collection", "Deleting", ["Tests", "number"], ["Steps", "number"], ["Transitions", "number"], "Remarks"];
  return element("div", {}, element("h3", {}, "Collections"), table("Collections tested by sequences", heads, rows));
}

function list(title: string, lines: string[], told = ""): HTMLElement {
  const items = (some: string[]): HTMLElement => element("ul", {}, ...some.map((line) => element("li", {}, line)));
  const more = lines.slice(FEW);
  return element(
    "div",
    {},
    element("h3", {}, title),
    told ? element("p", {}, told) : null,
    items(lines.slice(0, FEW)),
    more.length ? folded([`${numeral(more.length)} more`], () => [items(more)], { class: "printed" }) : null,
  );
}
