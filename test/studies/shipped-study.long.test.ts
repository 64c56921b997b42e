import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readStudy } from "boardroom";
import { expect, it } from "vitest";
import { cli, workFolder } from "../cli/cli.ts";

/** The commands below a heading of a page. */
function commandsBelow(heading: string): string[][] {
  const page = readFileSync("docs/how-to/run-a-study.md", "utf8");
  const [, block = ""] = /```sh\n([^`]*)```/.exec(page.slice(page.indexOf(`## ${heading}`))) ?? [];
  return block
    .trim()
    .split("\n")
    .map((line) => line.split(" ").slice(1));
}

/** The lines of a report that a page quotes below a heading, up to the next; drawn columns are left out there. */
function quotedBelow(heading: string): string[] {
  const page = readFileSync("docs/how-to/run-a-study.md", "utf8");
  const [part = ""] = page.slice(page.indexOf(`## ${heading}`) + 3).split("\n## ");
  return [...part.matchAll(/```text\n([^`]*)```/g)]
    .flatMap(([, block = ""]) => block.split("\n"))
    .filter((line) => line !== "" && !line.includes("VALUE"))
    .map(squeezed);
}

const squeezed = (line: string) => line.replaceAll(/ +/g, " ").trim();

function expectQuoted(heading: string, lines: number, printed: string): void {
  const report = printed.split("\n").map(squeezed);
  // A page leaves the bars out.
  const quoted = quotedBelow(heading);
  expect(quoted).toHaveLength(lines);
  for (const line of quoted)
    expect(
      report.some((each) => each === line || each.startsWith(`${line} `)),
      line,
    ).toBe(true);
}

it("what the guide quotes of its first study is what its commands print", async () => {
  const heading = "From a question to a conclusion";
  const cwd = workFolder();
  const printed = [];
  for (const argv of commandsBelow(heading)) printed.push((await cli(argv, { cwd })).out);
  expectQuoted(heading, 5, printed.at(-1) ?? "");
}, 120_000);

it("the study that ships is held as the guide has it, and shared boards find what split ones miss", async () => {
  const cwd = workFolder();
  const outs = [];
  for (const argv of commandsBelow("A study that ships")) {
    const { code, out, err } = await cli(argv, { cwd });
    expect([argv.join(" "), code, err]).toEqual([argv.join(" "), 0, expect.any(String)]);
    outs.push(out);
  }
  expect(outs).toHaveLength(3);
  expectQuoted("A study that ships", 8, outs[2] ?? "");
  const right = { split: 0, shared: 0 };
  const voted = { split: 0, shared: 0 };
  const { study, rows } = readStudy(join(cwd, "study-hidden-profile"));
  for await (const { arm, outcome, openingOutcome, ended, members } of rows()) {
    expect(["split", "shared"]).toContain(arm);
    expect([Object.keys(members).length, ended]).toEqual([5, "withdrew"]);
    if (outcome?.side === "against") right[arm as "split" | "shared"] += 1;
    if (openingOutcome?.side === "against") voted[arm as "split" | "shared"] += 1;
  }
  const held = study.seeds.length;
  expect(right.shared).toBeGreaterThanOrEqual(0.75 * held);
  expect(right.split).toBeLessThanOrEqual(right.shared - 0.25 * held);
  const report = outs[2] ?? "";
  expect(report).toMatch(new RegExp(`^shared: right +${(right.shared / held).toFixed(3)} `, "m"));
  expect(report).toMatch(/^shared less split: right +\+0\.\d+ .* < 0\.001 main/m);
  // Split boards seldom see the better site before the talk, and most of what they find they gain by it.
  expect(voted.split).toBeLessThanOrEqual(0.25 * held);
  expect(right.split).toBeGreaterThan(2 * voted.split);
  const gain = ((right.split - voted.split) / held).toFixed(3);
  expect(report).toMatch(new RegExp(`^split: debate less vote, right +\\+${gain} `, "m"));
}, 120_000);
