import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { askPs, lockTranscript } from "../../../src/engine/transcript/lock.ts";
import { emptyFolder } from "../../support/folders.ts";

const claims = (folder: string) => readdirSync(folder).filter((name) => name.startsWith("writer-"));

/** A claim as another process would have laid it. */
function layClaim(folder: string, changes: Readonly<Record<string, unknown>>): void {
  const own = lockTranscript(folder);
  const [file] = claims(folder);
  const claim: Readonly<Record<string, unknown>> = JSON.parse(
    readFileSync(join(folder, file!), "utf8"),
  );
  own.release();
  writeFileSync(
    join(folder, "writer-00000000-0000-4000-8000-000000000000.lock"),
    JSON.stringify({ ...claim, ...changes }),
  );
}

describe("the lock of a transcript", () => {
  it("is held by one writer at a time, and free once released", () => {
    const folder = emptyFolder();
    const lock = lockTranscript(folder);
    expect(() => lockTranscript(folder)).toThrow(
      new RegExp(`process ${process.pid} has been writing here since \\d{4}-\\d\\d-\\d\\dT`),
    );
    lock.release();
    lockTranscript(folder).release();
    expect(readdirSync(folder)).toEqual([]);
  });

  it("is refused with its code and what can still be done", () => {
    const folder = emptyFolder();
    const lock = lockTranscript(folder);
    expect(() => lockTranscript(folder)).toThrow(
      expect.objectContaining({ code: "transcript-locked" }),
    );
    expect(() => lockTranscript(folder)).toThrow(/It is this program: close\(\) the journal/);
    lock.release();
  });

  it("a dead process cannot hold on to it", async () => {
    const folder = emptyFolder();
    const child = spawn(process.execPath, ["-e", ""]);
    await once(child, "exit");
    layClaim(folder, { pid: child.pid, started: "1" });
    lockTranscript(folder).release();
    expect(readdirSync(folder)).toEqual([]);
  });

  it("a process that was given a dead one's number does not hold it", () => {
    const folder = emptyFolder();
    layClaim(folder, { pid: process.pid, started: "1" });
    lockTranscript(folder).release();
    expect(readdirSync(folder)).toEqual([]);
  });

  it("a system without start times names the file to delete", async () => {
    const folder = emptyFolder();
    const child = spawn(process.execPath, ["-e", "setTimeout(() => {}, 60_000)"]);
    layClaim(folder, { pid: child.pid, started: null });
    expect(() => lockTranscript(folder)).toThrow(
      new RegExp(`If process ${child.pid} is another program, delete .*writer-0`),
    );
    child.kill();
    await once(child, "exit");
  });

  it("ps tells when a process started, for systems without /proc", async () => {
    const own = askPs(process.pid);
    expect(own).toEqual({
      started: expect.stringMatching(/^\w{3} \w{3} .*\d\d:\d\d:\d\d \d{4}$/),
      isOver: false,
    });
    expect(askPs(process.pid)).toEqual(own);
    const child = spawn(process.execPath, ["-e", ""]);
    await once(child, "exit");
    expect(askPs(child.pid!)).toBeNull();
  });

  it("a claim that a power cut left empty is nobody's", () => {
    const folder = emptyFolder();
    writeFileSync(join(folder, "writer-00000000-0000-4000-8000-000000000000.lock"), "");
    lockTranscript(folder).release();
    expect(readdirSync(folder)).toEqual([]);
  });

  it("a restart of the machine frees it", () => {
    const folder = emptyFolder();
    layClaim(folder, { boot: "of another day" });
    lockTranscript(folder).release();
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each([
    ["another machine", { host: "elsewhere", boot: "another" }],
    ["another container", { space: "pid:[1]" }],
  ])("a process of %s is never taken for dead", (_, changes) => {
    const folder = emptyFolder();
    layClaim(folder, { pid: 4_194_303, started: "1", ...changes });
    expect(() => lockTranscript(folder)).toThrow(
      /cannot check whether it still runs\. If it does not, delete .*writer-/,
    );
  });
});
