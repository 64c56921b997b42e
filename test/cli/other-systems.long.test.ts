import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, posix, win32 } from "node:path";
import { expect, test } from "vitest";
import { partsOf } from "../../src/home/records/find-transcripts.ts";
import { cli, workFolder } from "./cli.ts";

/** A copy of the shipped files, in the form in which an editor on Windows saves them. */
function windowsFolder(): string {
  const cwd = workFolder({ "boardroom.yaml": "out: held\r\n" });
  for (const name of ["scenarios/hiring", "personas"]) {
    cpSync(name, join(cwd, name), { recursive: true });
    for (const file of readdirSync(join(cwd, name), { recursive: true, encoding: "utf8" })) {
      if (!/\.(md|yaml)$/.test(file)) continue;
      const path = join(cwd, name, file);
      writeFileSync(path, readFileSync(path, "utf8").replaceAll("\n", "\r\n"));
    }
  }
  return cwd;
}

test("files with CRLF line ends give the same meeting as files with LF", async () => {
  const cwd = windowsFolder();
  const lf = workFolder();
  expect((await cli(["run", "hiring", "--seed", "7"], { cwd })).code).toBe(0);
  expect((await cli(["run", "hiring", "--seed", "7"], { cwd: lf })).code).toBe(0);
  const record = readFileSync(join(cwd, "held/hiring-7/events.jsonl"));
  expect(record).toEqual(readFileSync(join(lf, "transcripts/hiring-7/events.jsonl")));
});

test("a record whose line ends were converted is refused, and the message says so", async () => {
  const cwd = workFolder();
  await cli(["run", "hiring", "--seed", "7"], { cwd });
  const file = join(cwd, "transcripts/hiring-7/events.jsonl");
  writeFileSync(file, readFileSync(file, "utf8").replaceAll("\n", "\r\n"));
  const { code, err } = await cli(["show", "hiring-7"], { cwd });
  expect(code).not.toBe(0);
  expect(err).toContain("CRLF line end");
});

test("patterns of meetings take the separators of Windows", () => {
  expect(partsOf("C:\\boards\\june\\*", win32)).toEqual({ root: "C:\\", parts: ["boards", "june", "*"] });
  expect(partsOf("boards/june\\*", win32)).toEqual({ root: "", parts: ["boards", "june", "*"] });
  expect(partsOf("/boards/june/*", posix)).toEqual({ root: "/", parts: ["boards", "june", "*"] });
});

test("ids of members are lower case, so no two files of a meeting differ only in case", async () => {
  const cwd = windowsFolder();
  const file = join(cwd, "scenarios/hiring/scenario.yaml");
  writeFileSync(file, readFileSync(file, "utf8").replace(/^( +(?:- )?(?:id: )?)sarah-chen/m, "$1Sarah-Chen"));
  const { code, err } = await cli(["check", "hiring"], { cwd });
  expect(code).toBe(2);
  expect(err).toContain("must be lowercase letters, digits and single hyphens");
});
