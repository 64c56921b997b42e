import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { cli } from "../../cli/cli.ts";
import { studyFolder, studyOf } from "../../studies/small-study.ts";

const ARMS = [{ name: "named" }, { name: "blind", changes: { swap: { Ada: "Eve" } } }];
const record = studyOf(
  ARMS,
  Array.from({ length: 24 }, (_, index) => ({
    ...{ arm: index % 2 ? "blind" : "named", seed: 1 + Math.floor(index / 2) },
    members: { ada: "YES", bo: index % 4 ? "YES" : "NO", cy: "NO" },
  })),
  { title: "Names & <votes>", compare: [["named", "blind"]] },
);

it("boardroom report of a study's folder is a page of sentences and five tables, every figure leading to what it is", async () => {
  const folder = await studyFolder(record);
  const { code, out } = await cli(["report", folder]);
  expect({ code, out }).toEqual({ code: 0, out: `${join(folder, "report.html")}\n` });
  const html = readFileSync(join(folder, "report.html"), "utf8");
  expect(html).toContain('<h1 class="question">Names &amp; &lt;votes></h1>');
  expect(html).toMatch(/<p class="answer">For: blind 50 points above named<span> \(/);
  expect([...html.matchAll(/<h2 id="study-(\d+)-title">/g)].map(([, nth]) => Number(nth))).toEqual([
    1, 2, 3, 4, 5,
  ]);
  const led = new Set([...html.matchAll(/href="#(define-[\w-]+)"/g)].map(([, id]) => id));
  const there = new Set([...html.matchAll(/id="(define-[\w-]+)"/g)].map(([, id]) => id));
  expect(led.size).toBeGreaterThan(8);
  expect(led).toEqual(there);
  expect(html).toContain('aria-label="blind less named: for: +0.500, between ');
  expect(html).toMatch(/by vote \d+ %[\s\S]+<table/);
  expect(html.match(/<svg class="interval"/g)?.length).toBeGreaterThan(20);
  expect(html).toContain("They do not show that a debate makes a decision right.");
});
