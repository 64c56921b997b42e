import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, posix, win32 } from "node:path";
import { readTranscript } from "boardroom";
import { expect, test } from "vitest";
import { splitPath } from "../../src/home/records/find-transcripts.ts";
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

/** The record without what the line ends of the files decide: the digest of their bytes, and so the hash chain. */
function heldIn(folder: string) {
  const events = readTranscript(folder).events.map(({ prev: _, ...event }) => event);
  const digests: (string | undefined)[] = [];
  const record = events.map((event) => {
    if (event.type !== "document.added") return event;
    const { fileSha256, ...rest } = event;
    digests.push(fileSha256);
    return rest;
  });
  return { record, digests };
}

test("files with CRLF line ends give the same meeting as files with LF", async () => {
  const cwd = windowsFolder();
  const lf = workFolder();
  expect((await cli(["run", "hiring", "--seed", "7"], { cwd })).code).toBe(0);
  expect((await cli(["run", "hiring", "--seed", "7"], { cwd: lf })).code).toBe(0);
  const windows = heldIn(join(cwd, "held/hiring-7"));
  const linux = heldIn(join(lf, "transcripts/hiring-7"));
  expect(windows.record).toEqual(linux.record);
  expect(linux.digests).not.toHaveLength(0);
  expect(windows.digests).toHaveLength(linux.digests.length);
  for (const [at, digest] of linux.digests.entries()) {
    expect(digest).toMatch(/^[0-9a-f]{64}$/);
    expect(windows.digests[at]).not.toBe(digest);
  }
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
  expect(splitPath("C:\\boards\\june\\*", win32)).toEqual({
    root: "C:\\",
    parts: ["boards", "june", "*"],
  });
  expect(splitPath("boards/june\\*", win32)).toEqual({ root: "", parts: ["boards", "june", "*"] });
  expect(splitPath("/boards/june/*", posix)).toEqual({ root: "/", parts: ["boards", "june", "*"] });
});

test("ids of members are lower case, so no two files of a meeting differ only in case", async () => {
  const cwd = windowsFolder();
  const file = join(cwd, "scenarios/hiring/scenario.yaml");
  writeFileSync(
    file,
    readFileSync(file, "utf8").replace(/^( +(?:- )?(?:id: )?)sarah-chen/m, "$1Sarah-Chen"),
  );
  const { code, err } = await cli(["check", "hiring"], { cwd });
  expect(code).toBe(2);
  expect(err).toContain("must be lowercase letters, digits and single hyphens");
});
