// Copies docs/ to src/content/docs: the title becomes front matter, and links between pages become links of the site.
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { fileURLToPath } from "node:url";

const docs = fileURLToPath(new URL("../docs/", import.meta.url));
const pages = fileURLToPath(new URL("src/content/docs/", import.meta.url));
rmSync(pages, { recursive: true, force: true });

for (const name of readdirSync(docs, { recursive: true, encoding: "utf8" })) {
  const target = join(pages, name === "README.md" ? "index.md" : name);
  mkdirSync(dirname(target), { recursive: true });
  if (/\.(?:png|svg)$/.test(name)) cpSync(join(docs, name), target);
  if (name.endsWith(".md"))
    writeFileSync(target, pageOf(readFileSync(join(docs, name), "utf8"), name));
}

function pageOf(text, name) {
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
  return `---\ntitle: ${JSON.stringify(title.replaceAll("`", ""))}\n---\n${body}`;
}
