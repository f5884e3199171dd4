// Elements, made of names and texts. There is no way to hand over markup: a text becomes a text node, whatever it holds.

type Child = Node | string | number | false | null | undefined;
type Attributes = Record<string, string | number | boolean | ((event: Event) => void)>;

/** An element; `class` and other attributes by name, listeners as functions under the name of their event. */
export function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(key, value);
    else if (value === true) made.setAttribute(key, "");
    else if (value !== false) made.setAttribute(key, String(value));
  }
  made.append(...children.filter((child) => child !== false && child !== null && child !== undefined).map((child) => (typeof child === "number" ? String(child) : (child as Node | string))));
  return made;
}

/** A part of a drawing; like `element`, it can hold no markup. */
export function drawn(name: string, attributes: Record<string, string | number>, ...children: Node[]): SVGElement {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  made.append(...children);
  return made;
}

export const numeral = (value: number): string => value.toLocaleString("en-US");

export const plural = (count: number, one: string, many = `${one}s`): string => `${numeral(count)} ${count === 1 ? one : many}`;

/** A share that says 100% only when nothing is missing, and 0% only when nothing is there. */
export function percent(part: number, whole: number): string {
  if (!whole) return "–";
  if (part === 0 || part === whole) return part ? "100%" : "0%";
  return `${Math.min(Math.max((100 * part) / whole, 0.1), 99.9).toFixed(1)}%`;
}

/** A section of the page, which the list of contents leads to. */
export function section(id: string, title: string, ...children: Child[]): HTMLElement {
  return element("section", { id, "aria-labelledby": `${id}-title`, tabindex: -1 }, element("h2", { id: `${id}-title` }, title), ...children);
}

/** A block that is made when it is first opened. Printing opens what a reader has opened, and what asks for it. */
export function folded(summary: Child[], make: () => Child[], attributes: Attributes = {}): HTMLDetailsElement {
  const details = element("details", attributes, element("summary", {}, ...summary));
  let isMade = false;
  const fill = (): void => {
    if (isMade || !details.open) return;
    isMade = true;
    details.append(...(make().filter(Boolean) as (Node | string)[]));
  };
  details.addEventListener("toggle", fill);
  details.addEventListener("fill", () => {
    details.open = true;
    fill();
  });
  return details;
}

/** Opens a block at once, with what it holds. */
export const open = (details: HTMLDetailsElement): boolean => details.dispatchEvent(new Event("fill"));

/** A table with a caption for those who do not see it. */
export function table(caption: string, heads: (string | [string, string])[], rows: HTMLTableRowElement[], attributes: Attributes = {}): HTMLElement {
  const cells = heads.map((head) => (typeof head === "string" ? element("th", { scope: "col" }, head) : element("th", { scope: "col", class: head[1] }, head[0])));
  return element(
    "div",
    { class: "scroll", role: "region", "aria-label": caption, tabindex: 0 },
    element(
      "table",
      attributes,
      element("caption", { class: "unseen" }, caption),
      element("thead", {}, element("tr", {}, ...cells)),
      element("tbody", {}, ...rows),
    ),
  );
}

export function row(...cells: (Child | [Child, string])[]): HTMLTableRowElement {
  const made = element("tr");
  cells.forEach((cell, place) => {
    const [child, kind] = Array.isArray(cell) ? cell : [cell, ""];
    const given: Attributes = kind ? { class: kind } : {};
    made.append(place === 0 ? element("th", { scope: "row", ...given }, child) : element("td", given, child));
  });
  return made;
}

/** Lines as they are, with a button that copies them where somebody would want to. */
export function block(lines: string[], label: string, copied = false): HTMLElement {
  const text = lines.join("\n");
  const pre = element("pre", { tabindex: 0, role: "group", "aria-label": label }, element("code", {}, text));
  return element("div", { class: "block" }, pre, copied && copyButton(text, pre, label));
}

function copyButton(text: string, shown: HTMLElement, label: string): HTMLElement {
  const button = element("button", { type: "button", class: "copy", "aria-label": `Copy: ${label}` }, "Copy");
  const tell = (word: string): void => {
    button.textContent = word;
    window.setTimeout(() => (button.textContent = "Copy"), 1600);
  };
  button.addEventListener("click", () => {
    const select = (): void => {
      // Where the clipboard is out of reach the text is selected, and a key copies it.
      window.getSelection()?.selectAllChildren(shown);
      tell(document.execCommand("copy") ? "Copied" : "Selected");
    };
    if (navigator.clipboard) navigator.clipboard.writeText(text).then(() => tell("Copied"), select);
    else select();
  });
  return button;
}

/** Calls once typing pauses. */
export function soon(call: () => void, pause = 120): () => void {
  let waiting = 0;
  return () => {
    window.clearTimeout(waiting);
    waiting = window.setTimeout(call, pause);
  };
}
