import type { Content, Level } from "./content";
import { LEVEL_NAMES } from "./content";
import { element, numeral, percent, plural, row, section, soon, table } from "./elements";
import { labelled } from "./findings";

const FIRST = 30;
const REACHED: readonly (Level | "")[] = ["reached", "witnessed"];

type Used = Content["production"][number];

/** What users ask for beside what this run came to: what no request reached comes first. */
export function productionSection({ head, production, coverage }: Content): HTMLElement | null {
  if (!production.length) return null;
  const isRest = head.protocol === "REST";
  const noun = isRest ? "operation" : "field";
  const calls = (some: Used[]): number => some.reduce((sum, [, count]) => sum + count, 0);
  const all = calls(production);
  const unreached = production.filter(([, , level]) => !REACHED.includes(level));
  const told = unreached.length
    ? `Users ask for ${plural(production.length, noun)}. ${plural(unreached.length, "was", "were")} not reached by this run: ${percent(calls(unreached), all)} of what they ask for.`
    : `Users ask for ${plural(production.length, noun)}, and this run reached ${production.length === 1 ? "it" : "all of them"}.`;
  const search = element("input", { type: "search", id: "production-search", placeholder: isRest ? "GET /books" : "Type.field", autocomplete: "off", spellcheck: "false" });
  const list = element("div");
  const more = element("button", { type: "button" });
  const status = element("p", { role: "status", "aria-live": "polite", class: "quiet" });
  let shown = FIRST;
  const show = (): void => {
    const words = search.value.toLowerCase().trim();
    const fitting = production.filter(([name]) => name.toLowerCase().includes(words));
    const heads: (string | [string, string])[] = [isRest ? "Operation" : "Field", ["Asked for", "number"], ["Share", "number"], "This run came to", "Why not further"];
    const rows = fitting.slice(0, shown).map((one) => usedRow(one, all, coverage.why, isRest));
    list.replaceChildren(table("What users ask for, and what this run came to", heads, rows));
    more.hidden = fitting.length <= shown;
    more.textContent = `Show all ${numeral(fitting.length)}`;
    status.textContent = words ? `${numeral(fitting.length)} of ${plural(production.length, noun)}` : "";
  };
  search.addEventListener("input", soon(show));
  more.addEventListener("click", () => {
    shown = Infinity;
    show();
  });
  show();
  return section(
    "production",
    "Used in production",
    element("p", {}, told),
    production.length > FIRST ? element("form", { class: "filters", role: "search", "aria-label": "Filter what users ask for", submit: (event) => event.preventDefault() }, labelled("Search", search)) : null,
    status,
    list,
    element("p", {}, more),
  );
}

function usedRow([name, count, level, why]: Used, all: number, reasons: Record<string, string>, isRest: boolean): HTMLTableRowElement {
  const came = element("span", {}, element("span", { class: `swatch ${level || "unseen"}`, "aria-hidden": "true" }), level ? LEVEL_NAMES[level] : "not asked");
  const reason = level === "witnessed" ? "" : why || (isRest || level === "unseen" ? "" : (reasons[level] ?? ""));
  return row([name, "coordinate"], [numeral(count), "number"], [percent(count, all), "number"], [came, "level"], [reason, "why"]);
}
