import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { cli } from "./cli/cli.ts";

const pages = [
  "README.md",
  "CONTRIBUTING.md",
  "AGENTS.md",
  ...readdirSync("docs", { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".md"))
    .map((file) => join("docs", file)),
];

describe("the docs", () => {
  it.each(pages)("%s links only to files that exist", (page) => {
    const links = [...readFileSync(page, "utf8").matchAll(/\]\((?!https?:|#|mailto:)([^)#]+)/g)].map(
      (match) => match[1]!,
    );
    expect(links.filter((link) => !existsSync(join(dirname(page), link)))).toEqual([]);
  });

  it("have one row for every error code, and no others", () => {
    const source = readFileSync("src/errors.ts", "utf8");
    const codes = [...source.slice(0, source.indexOf(";")).matchAll(/\| "([a-z-]+)"/g)].map(
      (match) => match[1]!,
    );
    const rows = [...readFileSync("docs/errors.md", "utf8").matchAll(/^\| `([a-z-]+)` \|/gm)].map(
      (match) => match[1]!,
    );
    expect(codes.length).toBeGreaterThan(20);
    expect(rows.toSorted()).toEqual(codes.toSorted());
  });
});

it("the README shows what the first command prints, line for line", async () => {
  const readme = readFileSync("README.md", "utf8");
  const block = readme.slice(readme.indexOf("<!-- output:begin -->"), readme.indexOf("<!-- output:end -->"));
  const shown = block.split("\n").filter((line) => line !== "" && !/^(?:```|<!--|\[\.\.\.\])/.test(line));
  const { out } = await cli(["replay", "transcripts/hiring-sample"]);
  const printed = out.split("\n");
  let next = 0;
  for (const line of shown) {
    const found = printed.indexOf(line, next);
    expect(
      found,
      `run: npm run build && node scripts/samples.js && node scripts/readme.js; not printed: ${line}`,
    ).not.toBe(-1);
    next = found + 1;
  }
  expect(shown.length).toBeGreaterThan(40);
});
