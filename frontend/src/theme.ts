import { element } from "./elements";

const CHANGED = "querious-theme";

/** Told when light becomes dark, for what is drawn and not styled. */
export const onTheme = (call: () => void): void => window.addEventListener(CHANGED, call);

/** Light or dark: as the system has it, until somebody chooses. A file has no place to keep that. */
export function themeSwitch(): HTMLElement {
  const system = matchMedia("(prefers-color-scheme: dark)");
  const button = element("button", { type: "button", class: "theme" });
  let chosen: boolean | null = null;
  const show = (): void => {
    const dark = chosen ?? system.matches;
    document.documentElement.dataset["theme"] = dark ? "dark" : "light";
    button.textContent = dark ? "Light" : "Dark";
    button.setAttribute("aria-label", dark ? "Switch to light colours" : "Switch to dark colours");
    window.dispatchEvent(new Event(CHANGED));
  };
  button.addEventListener("click", () => {
    chosen = !(chosen ?? system.matches);
    show();
  });
  system.addEventListener("change", show);
  show();
  return button;
}
