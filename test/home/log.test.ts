import { appendFileSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { z } from "zod";
import { changeFile } from "../../src/files.ts";
import { openLog } from "../../src/home/log.ts";

const schema = z.object({ id: z.string(), n: z.number() });

function logFile(): string {
  const folder = mkdtempSync(join(tmpdir(), "boardroom-log-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, "inside/log.jsonl");
}

test("a log is readable by its owner only, and a line torn by a stop spoils no other", () => {
  const file = logFile();
  openLog(file, schema).add({ id: "a", n: 1 });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  appendFileSync(file, '{"id":"b","n":');
  const log = openLog(file, schema);
  expect(log.look()).toEqual([{ id: "a", n: 1 }]);
  log.add({ id: "c", n: 3 });
  expect(log.look().map(({ id }) => id)).toEqual(["a", "c"]);
});

test("lines that others add or drop are seen at the next look, and nothing is read again without a change", async () => {
  const file = logFile();
  const [log, other] = [openLog(file, schema), openLog(file, schema)];
  log.add({ id: "a", n: 1 }, { id: "b", n: 2 });
  const lines = log.look();
  expect(log.look()).toBe(lines);
  other.add({ id: "c", n: 3 });
  expect(log.look().map(({ id }) => id)).toEqual(["a", "b", "c"]);
  expect(await other.drop(({ id }) => id === "a")).toBe(1);
  expect(log.look().map(({ id }) => id)).toEqual(["b", "c"]);
  expect(await openLog(`${file}-none`, schema).drop(() => true)).toBe(0);
});

test("of several lines that claim the same the first counts, for each of the writers", () => {
  const file = logFile();
  const isSame = ({ id }: { id: string }) => id === "a";
  const first = { id: "a", n: 1 };
  expect(openLog(file, schema).claim(first, isSame)).toEqual(first);
  expect(openLog(file, schema).claim({ id: "a", n: 2 }, isSame)).toEqual(first);
  expect(openLog(file, schema).look()).toEqual([first]);
});

test("whoever acts does so alone, in one process and in several logs", async () => {
  const file = logFile();
  const logs = [openLog(file, schema), openLog(file, schema)];
  const acts = Array.from({ length: 20 }, (_, nth) => {
    const log = logs[nth % 2]!;
    return log.runAlone(() => log.add({ id: "next", n: log.look().length }));
  });
  await Promise.all(acts);
  expect(logs[0]!.look().map(({ n }) => n)).toEqual(Array.from({ length: 20 }, (_, nth) => nth));
});

test("a damaged line is skipped, and reported once with the file and its number", async () => {
  const file = logFile();
  const report = vi.fn();
  const log = openLog(file, schema, report);
  log.add({ id: "a", n: 1 });
  appendFileSync(file, '{"other":true}\nnot JSON\n');
  log.add({ id: "b", n: 2 });
  for (const each of [log, openLog(file, schema, report)])
    expect(each.look().map(({ id }) => id)).toEqual(["a", "b"]);
  expect(report.mock.calls).toEqual([
    [`${file}: line 2 is damaged and was skipped`],
    [`${file}: line 3 is damaged and was skipped`],
  ]);
});

test("without a reader of its own, a damaged line is a warning of the process", async () => {
  const file = logFile();
  mkdirSync(dirname(file));
  appendFileSync(file, "{\n");
  const warned = new Promise<Error>((resolve) => process.once("warning", resolve));
  expect(openLog(file, schema).look()).toEqual([]);
  expect((await warned).message).toBe(`${file}: line 1 is damaged and was skipped`);
});

test("a full disk and a folder that cannot be made are reported with the file and the reason", () => {
  const add = (file: string) => () => openLog(file, schema).add({ id: "a", n: 1 });
  expect(() => changeFile("/dev/full", () => writeFileSync("/dev/full", "a"))).toThrow(
    /\/dev\/full: cannot be written: no space is left \(ENOSPC\)\n {2}Free some space, or name another place\./,
  );
  expect(add("/dev/full")).toThrow(/\/dev\/full: cannot be written: .*\(not a regular file\)/);
  expect(add("/dev/null/log.jsonl")).toThrow(
    /log\.jsonl: cannot be written: part of the path is a file \(ENOTDIR\)/,
  );
});

test("a line that its reader would skip is not written", () => {
  const file = logFile();
  const log = openLog(file, schema);
  expect(() => log.add({ id: "a", n: Number.NaN })).toThrow(/was not written.*"n":null/);
  log.add({ id: "b", n: 1 });
  expect(log.look()).toEqual([{ id: "b", n: 1 }]);
});

test("lines are not added to a new file if the one before was removed meanwhile", () => {
  const file = logFile();
  const log = openLog(file, schema);
  log.add({ id: "a", n: 1 });
  rmSync(file);
  expect(() => log.add({ id: "b", n: 2 })).toThrow("the file was removed");
});
