import cytoscape from "cytoscape";
import type { Content, Finding, Level } from "./content";
import { LEVEL_NAMES, ownerOf } from "./content";
import { element, numeral, plural, section, soon } from "./elements";
import { labelled, searchFindings } from "./findings";
import type { Place } from "./placing";
import { place } from "./placing";
import { onTheme } from "./theme";

/** What a node has come to: of a type, what its fields have come to together. */
type State = "full" | "part" | "reached" | "requested" | "unseen" | "none";

const STATE_NAMES: Record<State, string> = {
  full: "every field had a value",
  part: "some fields had a value",
  reached: "reached, but no field had a value",
  requested: "requested, but never reached",
  unseen: "never requested",
  none: "not counted",
};
const STATE_NAMES_OF_OPERATIONS: Record<State, string> = { ...STATE_NAMES, full: "answered with something", part: "", reached: "answered with nothing in it", requested: "requested, never with success", none: "where every path begins" };
const OPERATION_STATES: Record<Level, State> = { witnessed: "full", reached: "reached", requested: "requested", unseen: "unseen" };
const MANY = 300;
const MOST_HITS = 12;
const MOST_LISTED = 60;

interface Node {
  id: string;
  state: State;
  fields: [string, Level][];
  findings: number;
  faults: number;
}

interface Link {
  source: string;
  target: string;
  fields: string[];
  level: Level | "none";
}

interface Graph {
  nodes: Map<string, Node>;
  links: Link[];
  out: Map<string, Link[]>;
  into: Map<string, Link[]>;
  root: string;
}

/** The types, or the operations, and which leads to which. */
export function graphSection(content: Content): HTMLElement | null {
  const { head, graph } = content;
  if (!Object.keys(graph.steps).length) return null;
  const isRest = head.protocol === "REST";
  const read = readGraph(content, isRest);
  const names = isRest ? STATE_NAMES_OF_OPERATIONS : STATE_NAMES;
  const drawn = element("div", { class: "canvas", tabindex: 0, role: "application", "aria-label": `Graph of ${plural(read.nodes.size, isRest ? "operation" : "type")}. Arrow keys move it, plus and minus zoom, 0 shows all. The search and the lists beside it lead to the same nodes.` });
  const panel = element("div", { class: "panel", "aria-live": "polite" });
  const told = element("p", { class: "quiet", role: "status", "aria-live": "polite" });
  const view = new View(read, drawn, panel, told, names, isRest);
  const states = new Set([...read.nodes.values()].map((node) => node.state));
  const legend = element(
    "ul",
    { class: "legend", "aria-label": "Colours" },
    ...(Object.keys(names) as State[]).filter((state) => states.has(state)).map((state) => element("li", {}, element("span", { class: `swatch state-${state}` }), names[state])),
    [...read.nodes.values()].some((node) => node.faults) ? element("li", {}, element("span", { class: "swatch ring" }), "has faults") : null,
    read.links.some((link) => link.level === "unseen" || link.level === "requested") ? element("li", {}, element("span", { class: "dashes" }), "dashed: never came back") : null,
  );
  const notes = graph.leftOut ? element("p", { class: "quiet" }, `${numeral(graph.leftOut)} further steps are not drawn.`) : null;
  const made = section("graph", isRest ? "Graph of operations" : "Graph of types", legend, view.controls(), element("div", { class: "graph" }, drawn, panel), told, notes);
  const watch = new IntersectionObserver(
    (seen) => {
      if (!seen.some((one) => one.isIntersecting)) return;
      watch.disconnect();
      view.start();
    },
    { rootMargin: "150px" },
  );
  watch.observe(drawn);
  return made;
}

function readGraph({ graph, coverage, findings }: Content, isRest: boolean): Graph {
  const nodes = new Map<string, Node>();
  const node = (id: string): Node => {
    let found = nodes.get(id);
    if (!found) nodes.set(id, (found = { id, state: "none", fields: [], findings: 0, faults: 0 }));
    return found;
  };
  const joined = new Map<string, Link>();
  for (const [source, fields] of Object.entries(graph.steps)) {
    node(source);
    for (const [field, targets] of Object.entries(fields)) {
      for (const target of targets) {
        node(target);
        const key = `${source}\0${target}`;
        let link = joined.get(key);
        if (!link) joined.set(key, (link = { source, target, fields: [], level: "none" }));
        if (field) link.fields.push(field);
        if (!isRest) link.level = better(link.level, coverage.fields[`${source}.${field}`]);
      }
    }
  }
  for (const [name, level] of Object.entries(coverage.fields)) nodes.get(ownerOf(name, isRest))?.fields.push([name, level]);
  for (const one of nodes.values()) one.state = isRest ? OPERATION_STATES[one.fields[0]?.[1] ?? "unseen"] : stateOf(one.fields.map(([, level]) => level));
  const root = Object.keys(graph.steps)[0] ?? "";
  if (isRest && nodes.get(root)?.fields.length === 0) nodes.get(root)!.state = "none";
  for (const finding of findings) countFinding(finding, nodes, isRest);
  const out = new Map<string, Link[]>();
  const into = new Map<string, Link[]>();
  for (const link of joined.values()) {
    out.set(link.source, [...(out.get(link.source) ?? []), link]);
    into.set(link.target, [...(into.get(link.target) ?? []), link]);
  }
  return { nodes, links: [...joined.values()], out, into, root };
}

function countFinding(finding: Finding, nodes: Map<string, Node>, isRest: boolean): void {
  for (const one of [finding, ...(finding.others ?? [])]) {
    const found = nodes.get(ownerOf(one.coordinate, isRest));
    if (!found) continue;
    found.findings += 1;
    found.faults += Number(one.severity === "fault");
  }
}

function better(one: Level | "none", other: Level | undefined): Level | "none" {
  const order = ["none", "unseen", "requested", "reached", "witnessed"];
  return other && order.indexOf(other) > order.indexOf(one) ? other : one;
}

function stateOf(levels: Level[]): State {
  if (!levels.length) return "none";
  if (levels.every((level) => level === "witnessed")) return "full";
  for (const [level, state] of [["witnessed", "part"], ["reached", "reached"], ["requested", "requested"]] as const) if (levels.includes(level)) return state;
  return "unseen";
}

/** The drawing, what is chosen in it, and what of the graph it shows. */
class View {
  private drawing: cytoscape.Core | null = null;
  private chosen = "";
  private around = 0;
  private stop: () => void = () => undefined;
  private readonly steps = element("select", { id: "graph-around" }, element("option", { value: "0" }, "Whole graph"), ...[1, 2, 3].map((steps) => element("option", { value: steps }, `Neighbourhood: ${plural(steps, "step")}`)));
  private readonly hits = element("ul", { class: "hits" });
  private readonly search = element("input", { type: "search", id: "graph-search", autocomplete: "off", spellcheck: "false" });

  constructor(
    private readonly graph: Graph,
    private readonly drawn: HTMLElement,
    private readonly panel: HTMLElement,
    private readonly told: HTMLElement,
    private readonly names: Record<State, string>,
    private readonly isRest: boolean,
  ) {
    this.describe();
  }

  controls(): HTMLElement {
    this.search.placeholder = this.isRest ? "GET /books" : "Type";
    this.search.addEventListener("input", soon(() => this.find()));
    this.steps.addEventListener("change", () => this.show(Number(this.steps.value)));
    const zooms = element(
      "span",
      { class: "zooms", role: "group", "aria-label": "Zoom" },
      element("button", { type: "button", "aria-label": "Zoom in", click: () => this.zoom(1.4) }, "+"),
      element("button", { type: "button", "aria-label": "Zoom out", click: () => this.zoom(1 / 1.4) }, "−"),
      element("button", { type: "button", click: () => this.drawing?.fit(undefined, 24) }, "Fit"),
    );
    const enter = (event: Event): void => {
      event.preventDefault();
      const first = this.matching()[0];
      if (first) this.choose(first);
    };
    return element("div", {}, element("form", { class: "filters", role: "search", "aria-label": "Find in the graph", submit: enter }, labelled("Search", this.search), labelled("Show", this.steps), zooms), this.hits);
  }

  /** Draws it; called when it comes into view. */
  start(): void {
    const drawing = cytoscape({ container: this.drawn, elements: [], minZoom: 0.02, maxZoom: 4, autoungrabify: false, userZoomingEnabled: false, pixelRatio: "auto", textureOnViewport: this.graph.nodes.size > MANY, hideEdgesOnViewport: this.graph.links.length > 3000, boxSelectionEnabled: false });
    this.drawing = drawing;
    drawing.style(this.style());
    onTheme(() => drawing.style(this.style()));
    drawing.on("tap", "node", (event) => this.choose(event.target.id() as string));
    // A wheel scrolls the page until somebody takes hold of the graph.
    drawing.on("tapstart", () => drawing.userZoomingEnabled(true));
    this.drawn.addEventListener("pointerleave", () => drawing.userZoomingEnabled(false));
    this.drawn.addEventListener("keydown", (event) => this.key(event));
    new ResizeObserver(() => drawing.resize()).observe(this.drawn);
    this.show(this.around);
  }

  private key(event: KeyboardEvent): void {
    const moves: Record<string, [number, number]> = { ArrowLeft: [60, 0], ArrowRight: [-60, 0], ArrowUp: [0, 60], ArrowDown: [0, -60] };
    const move = moves[event.key];
    if (move) this.drawing?.panBy({ x: move[0], y: move[1] });
    else if (event.key === "+" || event.key === "=") this.zoom(1.4);
    else if (event.key === "-") this.zoom(1 / 1.4);
    else if (event.key === "0") this.drawing?.fit(undefined, 24);
    else return;
    event.preventDefault();
  }

  private zoom(by: number): void {
    const drawing = this.drawing;
    if (drawing) drawing.zoom({ level: drawing.zoom() * by, renderedPosition: { x: drawing.width() / 2, y: drawing.height() / 2 } });
  }

  private matching(): string[] {
    const words = this.search.value.toLowerCase().trim();
    if (!words) return [];
    const found = [...this.graph.nodes.keys()].filter((name) => name.toLowerCase().includes(words));
    return found.sort((a, b) => Number(!a.toLowerCase().startsWith(words)) - Number(!b.toLowerCase().startsWith(words)) || a.length - b.length || a.localeCompare(b));
  }

  private find(): void {
    const found = this.matching();
    const items = found.slice(0, MOST_HITS).map((name) => element("li", {}, this.link(name)));
    if (found.length > MOST_HITS) items.push(element("li", { class: "quiet" }, `and ${numeral(found.length - MOST_HITS)} more`));
    if (this.search.value.trim() && !found.length) items.push(element("li", { class: "quiet" }, "Nothing has this name."));
    this.hits.replaceChildren(...items);
  }

  private link(name: string): HTMLElement {
    const state = this.graph.nodes.get(name)?.state ?? "none";
    return element("button", { type: "button", class: "link coordinate", click: () => this.choose(name) }, element("span", { class: `swatch state-${state}`, "aria-hidden": true }), name);
  }

  /** Makes a node the chosen one: what it is stands in the panel, and the drawing moves there. */
  private choose(name: string): void {
    this.chosen = name;
    this.describe();
    if (this.around) this.show(this.around);
    else this.mark(true);
  }

  private mark(move: boolean): void {
    const drawing = this.drawing;
    if (!drawing) return;
    drawing.elements().removeClass("chosen near far");
    const node = drawing.getElementById(this.chosen);
    if (node.empty()) return;
    const near = node.closedNeighborhood();
    drawing.elements().not(near).addClass("far");
    near.addClass("near");
    node.addClass("chosen");
    if (move) drawing.animate({ center: { eles: node }, zoom: Math.max(drawing.zoom(), 0.9), duration: matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 250 });
  }

  /** Shows the whole graph, or what is at most so many steps from the chosen node. */
  private show(around: number): void {
    if (around && !this.chosen) {
      this.chosen = this.graph.root;
      this.describe();
    }
    this.around = around;
    this.steps.value = String(around);
    const drawing = this.drawing;
    if (!drawing) return;
    const columns = around ? this.near(around) : this.distances();
    const links = this.graph.links.filter((link) => columns.has(link.source) && columns.has(link.target));
    const places: Place[] = [...columns].map(([id, column]) => ({ id, column }));
    this.told.textContent = `Placing ${plural(places.length, "node")} …`;
    this.stop();
    this.stop = place(places, links.filter((link) => link.source !== link.target).map((link) => [link.source, link.target]), () => {
      drawing.batch(() => {
        drawing.elements().remove();
        drawing.add(places.map((one) => this.nodeElement(one)));
        drawing.add(links.map((link, number) => this.linkElement(link, number, links.length)));
      });
      this.mark(false);
      drawing.fit(undefined, 24);
      if (drawing.zoom() > 1.2) drawing.zoom(1.2), drawing.center();
      const whole = this.graph.nodes.size - Number(this.isRest && this.graph.nodes.get(this.graph.root)?.state === "none");
      const noun = this.isRest ? "operation" : "type";
      this.told.textContent = around ? `${numeral(places.length)} of ${plural(whole, noun)}, around ${this.chosen}.` : `${plural(whole, noun)}, ${plural(this.graph.links.length, "connection")}. Click into the graph to zoom with the wheel.`;
      this.drawn.dataset["drawn"] = String(places.length);
    });
  }

  private nodeElement({ id, x, y }: Place): cytoscape.ElementDefinition {
    const node = this.graph.nodes.get(id);
    const degree = (this.graph.out.get(id)?.length ?? 0) + (this.graph.into.get(id)?.length ?? 0);
    return { group: "nodes", data: { id, state: node?.state ?? "none", faults: node?.faults ?? 0, size: 14 + 3 * Math.min(Math.sqrt(degree), this.graph.nodes.size > MANY && !this.around ? 8 : 4.5) }, position: { x: x ?? 0, y: y ?? 0 } };
  }

  private linkElement({ source, target, fields, level }: Link, number: number, all: number): cytoscape.ElementDefinition {
    const label = fields.length > 2 ? `${fields.slice(0, 2).join(", ")} +${fields.length - 2}` : fields.join(", ");
    return { group: "edges", data: { id: `link ${number}`, source, target, level, label: all <= MANY ? label : "" } };
  }

  /** For each node the steps from the root; what the root does not lead to follows in the column behind. */
  private distances(): Map<string, number> {
    const found = new Map<string, number>();
    for (const root of [this.graph.root, ...this.graph.nodes.keys()]) {
      if (found.has(root)) continue;
      found.set(root, 0);
      const queue = [root];
      for (const name of queue) {
        for (const link of this.graph.out.get(name) ?? []) {
          if (found.has(link.target)) continue;
          found.set(link.target, (found.get(name) ?? 0) + 1);
          queue.push(link.target);
        }
      }
    }
    return found;
  }

  /** What leads to the chosen node stands left of it, what it leads to on the right. */
  private near(steps: number): Map<string, number> {
    const found = new Map<string, number>([[this.chosen, 0]]);
    for (let step = 1; step <= steps; step++) {
      for (const [name, column] of [...found]) {
        if (column >= 0) for (const link of this.graph.out.get(name) ?? []) if (!found.has(link.target)) found.set(link.target, column + 1);
      }
      for (const [name, column] of [...found]) {
        if (column <= 0) for (const link of this.graph.into.get(name) ?? []) if (!found.has(link.source)) found.set(link.source, column - 1);
      }
    }
    return found;
  }

  private describe(): void {
    const node = this.graph.nodes.get(this.chosen);
    if (!node) {
      this.panel.replaceChildren(element("p", { class: "quiet" }, "Choose a node in the graph, or search for one, to see what it leads to."));
      return;
    }
    const out = this.graph.out.get(node.id) ?? [];
    const into = this.graph.into.get(node.id) ?? [];
    const leaves = node.fields.filter(([name]) => !out.some((link) => link.fields.includes(name.slice(name.indexOf(".") + 1))));
    this.panel.replaceChildren(
      element("h3", { class: "coordinate" }, node.id),
      element("p", {}, element("span", { class: `swatch state-${node.state}`, "aria-hidden": true }), this.names[node.state]),
      element("p", {}, element("button", { type: "button", click: () => this.show(1) }, "Show its neighbourhood")),
      ...(node.findings ? [element("p", {}, element("button", { type: "button", class: "link", click: () => searchFindings(this.isRest ? node.id : `${node.id}.`) }, plural(node.findings, "finding")))] : []),
      ...this.listed(this.isRest ? "Its answers feed" : "Leads to", out, (link) => link.target),
      ...this.listed(this.isRest ? "Takes values of" : "Reached from", into, (link) => link.source),
      ...(this.isRest || !leaves.length ? [] : [element("h4", {}, `Further fields (${numeral(leaves.length)})`), element("ul", {}, ...leaves.slice(0, MOST_LISTED).map(([name, level]) => element("li", {}, element("span", { class: `swatch ${level}`, title: LEVEL_NAMES[level] }), name.slice(node.id.length + 1), element("span", { class: "unseen" }, `: ${LEVEL_NAMES[level]}`))))]),
    );
  }

  private listed(title: string, links: Link[], end: (link: Link) => string): HTMLElement[] {
    if (!links.length) return [];
    const items = links.slice(0, MOST_LISTED).map((link) => element("li", {}, this.link(end(link)), link.fields.length ? element("span", { class: "quiet" }, ` ${link.fields.slice(0, 4).join(", ")}${link.fields.length > 4 ? ", …" : ""}`) : null));
    if (links.length > MOST_LISTED) items.push(element("li", { class: "quiet" }, `and ${numeral(links.length - MOST_LISTED)} more`));
    return [element("h4", {}, `${title} (${numeral(links.length)})`), element("ul", {}, ...items)];
  }

  /** The colours of the style sheet: a drawing cannot read them by itself. */
  private style(): cytoscape.StylesheetJson {
    const colours = getComputedStyle(document.documentElement);
    const colour = (name: string): string => colours.getPropertyValue(`--${name}`).trim();
    const states = Object.keys(STATE_NAMES).map((state) => ({ selector: `node[state = "${state}"]`, style: { "background-color": colour(`state-${state}`) } }));
    return [
      {
        selector: "node",
        style: {
          width: "data(size)",
          height: "data(size)",
          label: "data(id)",
          color: colour("ink"),
          "font-family": "system-ui, sans-serif",
          "font-size": 12,
          "min-zoomed-font-size": 7,
          "text-valign": "center",
          "text-halign": "right",
          "text-margin-x": 4,
          "text-wrap": "ellipsis",
          "text-max-width": "190px",
          "text-background-color": colour("paper"),
          "text-background-opacity": 0.75,
          "border-width": 1,
          "border-color": colour("paper"),
        },
      },
      ...states,
      { selector: "node[faults > 0]", style: { "border-width": this.graph.nodes.size > MANY ? 6 : 3, "border-color": colour("fault") } },
      {
        selector: "edge",
        style: { width: 1.2, "line-color": colour("edge"), "target-arrow-color": colour("edge"), "target-arrow-shape": "triangle", "arrow-scale": 0.7, "curve-style": this.graph.links.length > 3000 ? "haystack" : "bezier", "line-opacity": 0.7 },
      },
      { selector: 'edge[level = "unseen"], edge[level = "requested"]', style: { "line-style": "dashed" } },
      { selector: "edge.near", style: { label: "data(label)", color: colour("quiet"), "font-size": 10, "min-zoomed-font-size": 8, "text-background-color": colour("paper"), "text-background-opacity": 0.85, "line-color": colour("accent"), "target-arrow-color": colour("accent"), "line-opacity": 1 } },
      { selector: ".far", style: { opacity: 0.25 } },
      { selector: "node.chosen", style: { "border-width": 4, "border-color": colour("accent"), "font-weight": "bold" } },
    ] as cytoscape.StylesheetJson;
  }
}
