import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { verdictsFileSchema } from "../../src/showing/verdict-schema.ts";
import { cli, twoTurns, workFolder } from "./cli.ts";

const factories = { simulated: twoTurns };

async function held(...seeds: readonly string[]): Promise<string> {
  const cwd = workFolder();
  for (const seed of seeds)
    await cli(["run", "small", "--quiet", "--seed", seed], { cwd, factories });
  return cwd;
}

test("prints the table of one meeting as the run did", async () => {
  const cwd = workFolder();
  const { out } = await cli(["run", "small", "--quiet", "--seed", "7"], { cwd, factories });
  expect(await cli(["show", "transcripts/small-7/", "--quiet"], { cwd })).toEqual({
    code: 0,
    out,
    err: "",
  });
});

test("writes what stands beside the log, in each format", async () => {
  const cwd = await held("7");
  const beside = (name: string) => readFileSync(join(cwd, "transcripts/small-7", name), "utf8");
  const format = async (name: string) =>
    (await cli(["show", "transcripts/small-7", "--format", name], { cwd })).out;
  // The mark of a file, by which spreadsheets know UTF-8, would be in the way of a pipe.
  expect(`\ufeff${await format("csv")}`).toBe(beside("verdicts.csv"));
  expect(await format("json")).toBe(beside("verdicts.json"));
  const markdown = (await format("md")).replace(/^#/gm, "##");
  expect(beside("transcript.md").endsWith(markdown)).toBe(true);
});

test("a pattern that the shell left alone names every transcript it fits, in order, and nothing else", async () => {
  const cwd = await held("7", "8", "31");
  mkdirSync(join(cwd, "transcripts/small-empty"));
  const json = async (...asked: string[]) => {
    const { out } = await cli(["show", ...asked, "--format", "json"], { cwd });
    return verdictsFileSchema
      .parse(JSON.parse(out))
      .meetings.map(({ seed }) => seed)
      .sort();
  };
  expect(await json("transcripts/small-*")).toEqual(["31", "7", "8"]);
  expect(await json("*/small-?")).toEqual(["7", "8"]);
  expect(await json("transcripts/small-7", "transcripts/*7")).toEqual(["7"]);
  expect(await json(join(cwd, "t*s/s*l-3*"))).toEqual(["31"]);
});

test("several transcripts make one table, and stacked rows as CSV", async () => {
  const cwd = await held("7", "8");
  const all = ["transcripts/small-7", "transcripts/small-8"];
  expect((await cli(["show", ...all, "--quiet"], { cwd })).out).toMatch(
    /^2 meetings, strongest first: /,
  );
  expect((await cli(["show", ...all, "--format", "md"], { cwd })).out).toMatch(
    /^# Verdicts across meetings\n/,
  );
  expect(
    (await cli(["show", ...all, "--format", "csv"], { cwd })).out.trim().split("\n"),
  ).toHaveLength(7);
});

test("writes a file for its owner alone, whole, and never over another unless forced", async () => {
  const cwd = await held("7");
  const argv = ["show", "transcripts/small-7", "--format", "csv", "-o", "out.csv"];
  expect(await cli(argv, { cwd })).toEqual({ code: 0, out: "", err: "Written: out.csv\n" });
  const file = join(cwd, "out.csv");
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readFileSync(file, "utf8")).toMatch(/^\ufeffmeeting,/);
  writeFileSync(file, "mine");
  expect(await cli(argv, { cwd })).toEqual({
    code: 2,
    out: "",
    err: "boardroom: out.csv: already exists\n  Name another file, or add --force.\n",
  });
  expect(readFileSync(file, "utf8")).toBe("mine");
  expect((await cli([...argv, "--force"], { cwd })).code).toBe(0);
  expect(readFileSync(file, "utf8")).toMatch(/^\ufeffmeeting,/);
  expect(readdirSync(cwd).filter((name) => name.endsWith(".tmp"))).toEqual([]);
});

test.each([
  [["transcripts/gone"], /no meeting found here/],
  [["transcripts/*"], /no transcript matches transcripts\/\*/],
  [[], /missing argument: transcripts/],
  [["x", "--format", "xls"], /Allowed: text, md, csv, json, jsonl\./],
])("%j is a usage error", async (argv, message) => {
  const { code, out, err } = await cli(["show", ...argv, "--quiet"], { cwd: workFolder() });
  expect({ code, out }).toEqual({ code: 2, out: "" });
  expect(err).toMatch(message);
});
