import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cli, twoTurns, workFolder } from "./cli.ts";

const factories = { simulated: twoTurns };
const FOLDER = "transcripts/small-7";

async function held(...seeds: readonly string[]): Promise<string> {
  const cwd = workFolder();
  for (const seed of seeds)
    await cli(["run", "small", "--quiet", "--seed", seed], { cwd, factories });
  return cwd;
}

test("writes the report beside the transcript, for its owner only, and prints where", async () => {
  const cwd = await held("7");
  expect(await cli(["report", FOLDER], { cwd })).toEqual({
    code: 0,
    out: `${FOLDER}/report.html\n`,
    err: "",
  });
  const file = join(cwd, FOLDER, "report.html");
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readFileSync(file, "utf8")).toMatch(
    /^<!doctype html>[\s\S]*Should it be done\?[\s\S]*<\/html>\n$/,
  );
});

test("a report that stands there gives way to a new one; any other file stays", async () => {
  const cwd = await held("7");
  await cli(["report", FOLDER, "--output", "mine.html"], { cwd });
  const first = readFileSync(join(cwd, "mine.html"), "utf8");
  writeFileSync(join(cwd, "mine.html"), first.slice(0, 200));
  expect((await cli(["report", FOLDER, "--output", "mine.html"], { cwd })).code).toBe(0);
  expect(readFileSync(join(cwd, "mine.html"), "utf8")).toBe(first);
  writeFileSync(join(cwd, "notes.html"), "<p>my own notes");
  const refused = await cli(["report", FOLDER, "--output", "notes.html"], { cwd });
  expect(refused).toMatchObject({ code: 2, out: "" });
  expect(refused.err).toBe(
    "boardroom: notes.html: already exists and is not a page of Boardroom\n  Name another file with --output.\n",
  );
  expect(readFileSync(join(cwd, "notes.html"), "utf8")).toBe("<p>my own notes");
});

test("tells of a transcript that is not there, and writes nothing", async () => {
  const cwd = workFolder();
  const { code, out, err } = await cli(["report", "transcripts/none", "--output", "x.html"], {
    cwd,
  });
  expect({ code, out }).toEqual({ code: 2, out: "" });
  expect(err).toContain("transcripts/none");
  expect(existsSync(join(cwd, "x.html"))).toBe(false);
});

test("where it cannot be written, says where and leaves nothing behind", async () => {
  const cwd = await held("7");
  mkdirSync(join(cwd, "taken.html"));
  // Node's own mkdir would never return below /proc.
  for (const file of ["/proc/nowhere/report.html", "taken.html"]) {
    const { code, err } = await cli(["report", FOLDER, "--output", file], { cwd });
    expect(code).toBe(2);
    expect(err).toContain(file);
  }
  expect((await cli(["run", "small", "--output", "/proc/nowhere"], { cwd })).err).toContain(
    "/proc/nowhere",
  );
  expect((await cli(["report", FOLDER, "--output", "new/report.html"], { cwd })).code).toBe(0);
});
