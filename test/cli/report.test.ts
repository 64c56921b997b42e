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

test("several transcripts make one file, and on request each one's own, which it leads to", async () => {
  const cwd = await held("1", "2");
  const { code, out } = await cli(["report", "transcripts/small-*", "--each"], { cwd });
  const own = ["small-1", "small-2"].map((name) => `transcripts/${name}/report.html`);
  expect({ code, out }).toEqual({
    code: 0,
    out: `${["transcripts/report.html", ...own].join("\n")}\n`,
  });
  const html = readFileSync(join(cwd, "transcripts/report.html"), "utf8");
  expect(html).toContain('<a href="small-1/report.html">');
  expect(html).toContain("2 of 2, 100 %");
  for (const file of own) expect(readFileSync(join(cwd, file), "utf8")).toContain('id="debate"');
});
