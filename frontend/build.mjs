// Builds src/page.html with its script and its style sheet inside into the template of the HTML report.
// The same sources and the same lock file give the same bytes: nothing of the machine or the time goes in.
import { createHash } from "node:crypto";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = new URL("./", import.meta.url);
const target = process.argv[2] ?? fileURLToPath(new URL("../src/querious/report/html/template.html", here));
const read = (name) => readFileSync(new URL(name, here), "utf8");
const hash = (text) => createHash("sha256").update(text, "utf8").digest("base64");

async function bundle(entry) {
  const built = await build({
    absWorkingDir: fileURLToPath(here),
    entryPoints: [entry],
    bundle: true,
    write: false,
    minify: true,
    charset: "ascii",
    legalComments: "none",
    format: "iife",
    target: ["chrome110", "firefox115", "safari16"],
  });
  return built.outputFiles[0].text.trim();
}

// What the bundle is made of, so that a test can tell without npm whether it is up to date.
const sources = ["build.mjs", "package-lock.json", "tsconfig.json", ...readdirSync(new URL("src", here)).map((name) => `src/${name}`)];
const digest = createHash("sha256");
for (const name of sources.sort()) digest.update(`${name}\0${read(name)}\0`, "utf8");

const script = (await bundle("src/main.ts")).replaceAll("</script", "<\\/script");
const style = await bundle("src/style.css");
const parts = {
  SOURCES: digest.digest("hex"),
  SCRIPT_HASH: hash(script),
  STYLE_HASH: hash(style),
  SCRIPT: script,
  STYLE: style,
};
const page = read("src/page.html").replace(/__([A-Z_]+?)__/g, (whole, name) => parts[name] ?? whole);
writeFileSync(target, page);
console.log(`${target}: ${Math.round(page.length / 1024)} KiB`);
