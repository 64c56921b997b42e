import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openLog } from "boardroom";
import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";

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

test("who decides alone cuts a torn last line, and reads each line once", async () => {
  const file = logFile();
  const log = openLog(file, schema);
  await log.act(() => log.add({ id: "a", n: 1 }, { id: "b", n: 2 }));
  appendFileSync(file, '{"id":"c"');
  expect(await log.act((fresh) => fresh.map(({ id }) => id))).toEqual(["a", "b"]);
  expect(readFileSync(file, "utf8").endsWith('"n":2}\n')).toBe(true);
  expect(await log.act((fresh) => fresh.length)).toBe(0);
});

test("who follows notices that lines were dropped", async () => {
  const file = logFile();
  const [log, other] = [openLog(file, schema), openLog(file, schema)];
  log.add({ id: "a", n: 1 }, { id: "b", n: 2 });
  await log.act(() => {});
  expect(await other.drop(({ id }) => id === "a")).toBe(1);
  expect(await log.act((fresh, isAnew) => ({ isAnew, ids: fresh.map(({ id }) => id) }))).toEqual({
    isAnew: true,
    ids: ["b"],
  });
});

test("damage before the last line is refused by name, and a full disk is reported", async () => {
  const file = logFile();
  const log = openLog(file, schema);
  log.add({ id: "a", n: 1 });
  appendFileSync(file, '{"other":true}\n');
  await expect(log.act(() => {})).rejects.toThrow(/log\.jsonl: this is no line of this file/);
  expect(() => openLog("/dev/full", schema).add({ id: "a", n: 1 })).toThrow(/cannot be written \(ENOSPC\)/);
});
