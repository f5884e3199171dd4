import type { Content, Finding, Folded, Step } from "./content";
import { block, element, folded, numeral, plural, section, soon } from "./elements";

const EVERY = "";

/** All findings, to be narrowed down by rule, severity and words. */
export function findingsSection({ findings, earlier }: Content): HTMLElement {
  const gone = earlier?.gone.length ? goneBlock(earlier.gone) : null;
  if (!findings.length) return section("findings", "Findings", element("p", {}, "Nothing was found."), gone);
  const fresh = new Set(earlier?.new);
  const shown = findings.map((finding) => ({ finding, details: findingBlock(finding, fresh.has(finding.id)), text: searched(finding) }));
  const told = element("p", { role: "status", "aria-live": "polite", class: "quiet" });
  const search = element("input", { type: "search", id: "finding-search", placeholder: "Type.field, words, id", autocomplete: "off", spellcheck: "false" });
  const oracle = choice("finding-oracle", "All rules", tally(findings.map((one) => one.oracle)));
  const severity = choice("finding-severity", "Faults and suspicions", tally(findings.map((one) => one.severity)));
  const age = element("select", { id: "finding-age" }, element("option", { value: EVERY }, "All"), element("option", { value: "new" }, `New (${numeral(fresh.size)})`));
  const narrow = (): void => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    let count = 0;
    for (const one of shown) {
      const fits =
        (oracle.value === EVERY || one.finding.oracle === oracle.value) &&
        (age.value === EVERY || fresh.has(one.finding.id)) &&
        (severity.value === EVERY || one.finding.severity === severity.value) &&
        words.every((word) => one.text.includes(word));
      one.details.hidden = !fits;
      count += Number(fits);
    }
    told.textContent = count === shown.length ? `${plural(count, "finding")}` : `${numeral(count)} of ${plural(shown.length, "finding")} shown`;
  };
  search.addEventListener("input", soon(narrow));
  for (const one of [oracle, severity, age]) one.addEventListener("change", narrow);
  narrow();
  return section(
    "findings",
    "Findings",
    element("form", { class: "filters", role: "search", "aria-label": "Filter findings", submit: (event) => event.preventDefault() }, labelled("Search", search), labelled("Rule", oracle), labelled("Severity", severity), earlier ? labelled("Compared with the run before", age) : null),
    told,
    element("div", { class: "findings" }, ...shown.map((one) => one.details)),
    gone,
  );
}

/** Not to show again is not to be fixed: the budget, the seed or the data may be others. */
function goneBlock(gone: Finding[]): HTMLElement {
  return folded([`${plural(gone.length, "finding")} of the run before did not show again`], () => [element("ul", { class: "others" }, ...gone.map(otherItem))], { class: "gone printed" });
}

/** Shows the findings at one coordinate, and no others. */
export function searchFindings(words: string): void {
  const search = document.getElementById("finding-search");
  if (!(search instanceof HTMLInputElement)) return;
  for (const id of ["finding-oracle", "finding-severity", "finding-age"]) {
    const other = document.getElementById(id);
    if (other instanceof HTMLSelectElement) other.value = EVERY;
  }
  search.value = words;
  search.dispatchEvent(new Event("input"));
  document.getElementById("findings")?.scrollIntoView();
  search.focus({ preventScroll: true });
}

export function labelled(name: string, control: HTMLElement): HTMLElement {
  return element("label", { for: control.id }, element("span", {}, name), control);
}

function tally(names: string[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0]));
}

function choice(id: string, all: string, names: [string, number][]): HTMLSelectElement {
  const options = names.map(([name, count]) => element("option", { value: name }, `${name} (${numeral(count)})`));
  return element("select", { id }, element("option", { value: EVERY }, all), ...options);
}

function searched(finding: Finding): string {
  const others = (finding.others ?? []).flatMap((one) => [one.coordinate, one.oracle, one.id]);
  return [finding.id, finding.oracle, finding.place, finding.message, ...others].join(" ").toLowerCase();
}

function findingBlock(finding: Finding, isNew: boolean): HTMLDetailsElement {
  const summary = [
    element("span", { class: `badge ${finding.severity}` }, finding.severity),
    element("span", { class: "coordinate" }, finding.place),
    element("span", { class: "rule" }, finding.oracle),
    element("span", { class: "count" }, finding.count === 1 ? "once" : `${numeral(finding.count)} times`),
    element("span", { class: "message" }, isNew ? element("span", { class: "badge new" }, "new") : null, finding.message),
  ];
  return folded(summary, () => evidence(finding), { class: "finding printed", id: `finding-${finding.id}` });
}

function evidence(finding: Finding): HTMLElement[] {
  if (!finding.again) return [element("p", {}, `Not shown here in full: querious show ${finding.id}`)];
  const parts: HTMLElement[] = [];
  if (finding.settle) parts.push(element("p", {}, element("strong", {}, "To make it certain: "), finding.settle));
  if (finding.sequence) parts.push(...sequence(finding));
  else parts.push(...exchanges(finding));
  const isCurl = finding.again.startsWith("curl") || finding.again.startsWith("printf");
  const label = isCurl ? "Send it again with curl" : "Run it again";
  parts.push(element("h3", {}, label), block([finding.again], label, true));
  parts.push(...others(finding));
  parts.push(element("p", { class: "quiet" }, finding.origin ?? ""));
  return parts;
}

function sequence(finding: Finding): HTMLElement[] {
  const parts = [element("h3", {}, "Steps"), block(finding.sequence ?? [], "Steps of the sequence")];
  for (const line of finding.keys ?? []) parts.push(element("p", { class: "quiet" }, line));
  if (finding.shell?.length) parts.push(element("h3", {}, "The same with curl"), block(finding.shell, "The same with curl", true));
  return parts;
}

function exchanges(finding: Finding): HTMLElement[] {
  const steps = finding.steps ?? [];
  const parts: HTMLElement[] = [];
  const took = steps.length === 1 ? steps[0]?.took : "";
  if (steps.length === 1 && steps[0]) {
    parts.push(element("h3", {}, "Request"), block(steps[0].asked, "Request"));
  } else {
    let before = 0;
    const items: HTMLElement[] = [];
    for (const step of steps) {
      const skipped = step.number - before - 1;
      if (skipped) items.push(element("li", { class: "quiet skipped" }, `${plural(skipped, "step")} left out`));
      items.push(stepItem(step));
      before = step.number;
    }
    parts.push(element("h3", {}, "Steps"), element("ol", { class: "steps" }, ...items));
  }
  parts.push(element("h3", {}, "Response"), element("p", {}, element("span", { class: "answer" }, (finding.answer ?? "").replace(/^Response: /, "")), took ? element("span", { class: "quiet" }, ` in ${took}`) : null));
  if (finding.excerpt?.length) parts.push(block(finding.excerpt, "Response"));
  return parts;
}

function stepItem(step: Step): HTMLElement {
  const told = [element("span", { class: "answer" }, step.answer ?? ""), step.took ? element("span", { class: "quiet" }, ` in ${step.took}`) : null];
  const answer = step.body?.length
    ? folded(told, () => [block(step.body ?? [], `Response of step ${step.number}`)])
    : element("p", {}, ...told);
  return element(
    "li",
    { value: step.number },
    step.sameAs ? element("p", {}, `The same request as in step ${step.sameAs}`) : block(step.asked, `Request of step ${step.number}`),
    answer,
    step.curl ? folded(["curl"], () => [block([step.curl ?? ""], `Step ${step.number} with curl`, true)]) : null,
  );
}

function others(finding: Finding): HTMLElement[] {
  const list = finding.others ?? [];
  if (!list.length) return [];
  const count = list.length + (finding.moreOthers ?? 0);
  const items = list.map(otherItem);
  if (finding.moreOthers) items.push(element("li", { class: "quiet" }, `and ${numeral(finding.moreOthers)} more: querious show ${finding.id}`));
  return [folded([`${numeral(count)} more of the same cause`], () => [element("ul", { class: "others" }, ...items)], { class: "printed" })];
}

function otherItem(one: Folded): HTMLElement {
  return element(
    "li",
    {},
    element("span", { class: `badge ${one.severity}` }, one.severity),
    " ",
    element("span", { class: "coordinate" }, one.coordinate || "the whole request"),
    " ",
    element("span", { class: "rule" }, one.oracle),
    ` ${one.message} `,
    element("span", { class: "quiet" }, `(${numeral(one.count)}×, ${one.id})`),
  );
}
