import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";

const pages = ["README.md", "CONTRIBUTING.md", "AGENTS.md", ...readdirSync("docs", { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".md")).map((file) => join("docs", file))];

describe("the docs", () => {
  it.each(pages)("%s links only to files that exist", (page) => {
    const links = [...readFileSync(page, "utf8").matchAll(/\]\((?!https?:|#|mailto:)([^)#]+)/g)].map((match) => match[1]!);
    expect(links.filter((link) => !existsSync(join(dirname(page), link)))).toEqual([]);
  });

  it("have one row for every error code, and no others", () => {
    const source = readFileSync("src/errors.ts", "utf8");
    const codes = [...source.slice(0, source.indexOf(";")).matchAll(/\| "([a-z-]+)"/g)].map((match) => match[1]!);
    const rows = [...readFileSync("docs/errors.md", "utf8").matchAll(/^\| `([a-z-]+)` \|/gm)].map((match) => match[1]!);
    expect(codes.length).toBeGreaterThan(20);
    expect(rows.toSorted()).toEqual(codes.toSorted());
  });
});
