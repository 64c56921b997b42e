// Copies docs/ to src/content/docs: the title becomes front matter, and links between pages become links of the site.
// Writes reports of recorded meetings for the first page. Run `npm run build` in the root folder before.
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, posix } from "node:path";
import { fileURLToPath } from "node:url";

const docs = fileURLToPath(new URL("../docs/", import.meta.url));
const pages = fileURLToPath(new URL("src/content/docs/", import.meta.url));
const reports = fileURLToPath(new URL("public/reports/", import.meta.url));
const root = fileURLToPath(new URL("../", import.meta.url));
// A test runs the commands of the README and compares what they print.
const readme = readFileSync(join(root, "README.md"), "utf8");
const [output] = /^```console$[\s\S]*?^```$/m.exec(readme);
const [, about] = /^# Boardroom\n\n(.*)$/m.exec(readme) ?? [];
const landing = readFileSync(new URL("landing.md", import.meta.url), "utf8")
  .replace("<!-- The README's first paragraph -->", () => about)
  .replace("<!-- The README's first console block -->", () => output);
rmSync(pages, { recursive: true, force: true });

for (const name of readdirSync(docs, { recursive: true, encoding: "utf8" })) {
  const target = join(pages, name === "README.md" ? "index.md" : name);
  mkdirSync(dirname(target), { recursive: true });
  if (/\.(?:png|svg)$/.test(name)) cpSync(join(docs, name), target);
  if (name.endsWith(".md")) writeFileSync(target, convertPage(readPage(name), name));
}

mkdirSync(reports, { recursive: true });
cpSync(new URL("favicon.svg", import.meta.url), join(reports, "../favicon.svg"));
for (const name of ["hiring", "investment", "trial"]) {
  const argv = ["report", `transcripts/${name}-sample`, "-o", join(reports, `${name}.html`)];
  const written = spawnSync(process.execPath, ["dist/bin.js", ...argv], { cwd: root });
  if (written.status !== 0) throw new Error(`The report of ${name}: ${written.stderr}`);
  // Reports are private by default, and a site is not.
  chmodSync(join(reports, `${name}.html`), 0o644);
}

/** The first page begins with the introduction, followed by the list of all pages. */
function readPage(name) {
  const text = readFileSync(join(docs, name), "utf8");
  if (name !== "README.md") return text;
  return text
    .replace("# Documentation\n", `# Boardroom\n\n${landing}\n## All pages\n`)
    .replaceAll(/^## (?=How-to|Explanation|Reference)/gm, "### ");
}

function convertPage(text, name) {
  const [, title = name] = /^# (.*)$/m.exec(text) ?? [];
  const body = text
    .replace(/^# .*\n+/m, "")
    .replace(
      /\[([^\]]*)\]\((\.\.?\/[^)#:]*|[\w-][^)#:]*\.md)(#[^)]*)?\)/g,
      (link, words, to, part = "") => {
        const path = posix.join(posix.dirname(name), to);
        // A file of the repository has no page here.
        if (path.startsWith("..")) return words;
        if (!path.endsWith(".md")) return link;
        return `[${words}](/${path === "README.md" ? "" : `${path.slice(0, -3).toLowerCase()}/`}${part})`;
      },
    );
  // The help of a command needs the room of the table of contents, and has three headings.
  const isWide = name.startsWith("reference/commands/");
  const front = [
    `title: ${JSON.stringify(title.replaceAll("`", ""))}`,
    ...(isWide ? ["tableOfContents: false"] : []),
  ];
  return `---\n${front.join("\n")}\n---\n${body}`;
}
