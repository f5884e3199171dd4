import type { Content } from "./content";
import { coverageSection } from "./coverage";
import { element, open, plural } from "./elements";
import { findingsSection } from "./findings";
import { graphSection } from "./graph";
import { headline } from "./headline";
import { pathsSection } from "./paths";
import { productionSection } from "./production";
import { remarksSection } from "./remarks";
import { themeSwitch } from "./theme";
import { timesSection } from "./times";

const NO_DATA = "This page holds no run: querious run TARGET --html FILE writes one.";

function show(content: Content): void {
  const { head } = content;
  document.title = `${plural(head.faults, "fault")}, ${plural(head.suspicions, "suspicion")} – ${head.target} – querious`;
  const sections = [findingsSection(content), graphSection(content), coverageSection(content), productionSection(content), pathsSection(content), timesSection(content), remarksSection(content)].filter((one) => one !== null);
  const links = sections.map((one) => element("li", {}, element("a", { href: `#${one.id}` }, one.querySelector("h2")?.firstChild?.textContent ?? "")));
  document.getElementById("page")?.replaceChildren(
    element("header", { class: "top" }, element("span", { class: "brand" }, "querious"), element("nav", { "aria-label": "Contents" }, element("ul", {}, ...links)), themeSwitch()),
    element("main", {}, headline(content), ...sections),
    element("footer", {}, `Written by querious ${head.version}. This file loads nothing from outside.`),
  );
  openNamed();
}

/** A finding that the address names, such as #finding-3f2a91c0d4e5, is opened. */
function openNamed(): void {
  const named = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (named instanceof HTMLDetailsElement) open(named);
  named?.scrollIntoView();
}

window.addEventListener("hashchange", openNamed);
window.addEventListener("beforeprint", () => {
  for (const one of document.querySelectorAll<HTMLDetailsElement>("details.printed")) if (one.offsetParent !== null) open(one);
});

const text = document.getElementById("data")?.textContent ?? "";
if (text.startsWith("{")) show(JSON.parse(text) as Content);
else document.getElementById("page")?.replaceChildren(element("p", {}, NO_DATA));
