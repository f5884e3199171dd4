import type { Content, Plan } from "./content";
import { element, folded, numeral, percent, plural, row, section, table } from "./elements";

/** How far planned paths were gone. */
export function pathsSection({ paths }: Content): HTMLElement | null {
  if (!paths.length) return null;
  const heads: (string | [string, string])[] = ["Plan", ["Planned", "number"], ["Whole", "number"], ["Data ended early", "number"], ["Refused", "number"], ["Server fault", "number"], ["Expected length", "number"], ["Actual length", "number"]];
  const rows = paths.map((plan) => {
    const count = (name: string): [string, string] => [numeral(plan.classes[name] ?? 0), "number"];
    return row(
      plan.plan,
      [numeral(plan.paths), "number"],
      count("perfect"),
      count("good"),
      count("malformed"),
      count("confirmed failure"),
      [numeral(plan.expected), "number"],
      [`${numeral(plan.actual)} (${percent(plan.actual, plan.expected)})`, "number"],
    );
  });
  return section("paths", "Paths", table("How far planned paths were gone", heads, rows), ...paths.map(missed));
}

function missed(plan: Plan): HTMLElement {
  const told = [plan.known, `in ${plural(plan.operations, "operation")}`];
  if (plan.paths > plan.asked) told.push(`${numeral(plan.paths - plan.asked)} not requested: the budget ran out, or a limit rules them out`);
  if (plan.unauthorised) told.push(`${numeral(plan.unauthorised)} refused for lack of credentials`);
  const line = element("p", { class: "quiet" }, `${plan.plan}: ${told.filter(Boolean).join("; ")}.`);
  if (!plan.missed.length) return line;
  const rows = plan.missed.map(([actual, expected, result, path]) => row([path, "coordinate"], `${actual} of ${expected}`, result === "good" ? "the data ended" : result));
  return element("div", {}, line, folded([`${plan.plan}: paths that ended early`], () => [table(`Paths of ${plan.plan} that ended early`, ["Path", "Steps with data", "Why"], rows)], { class: "printed" }));
}
