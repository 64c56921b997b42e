import { spawn, spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { cli, workFolder } from "../cli/cli.ts";
import { pdfBomb, slowPdf } from "./hostile-documents.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

function folderWith(name: string, content: Uint8Array): string {
  const cwd = workFolder();
  writeFileSync(join(cwd, name), content);
  return cwd;
}

test.each([
  ["check", "slow.pdf", slowPdf(), "takes more than 10 seconds"],
  ["run", "bomb.pdf", pdfBomb(480), "takes more than 256 MiB of memory"],
])(
  "%s refuses %s with the limit",
  async (command, name, content, limit) => {
    const { code, err } = await cli([command, "small", "--document", name], {
      cwd: folderWith(name, content),
    });
    expect({ code, err }).toEqual({
      code: 2,
      err: expect.stringContaining(`${name} ${limit} to read`),
    });
  },
  90_000,
);

/** Process ids of the children of a process. */
function childrenOf(parent: number | undefined): number[] {
  const { stdout } = spawnSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" });
  const rows = stdout.split("\n").map((line) => line.trim().split(/\s+/).map(Number));
  return rows.flatMap(([pid = 0, ppid]) => (ppid === parent ? [pid] : []));
}

function isAlive(pid: number): boolean {
  const { stdout } = spawnSync("ps", ["-o", "stat=", "-p", String(pid)], { encoding: "utf8" });
  return stdout.trim() !== "" && !stdout.startsWith("Z");
}

test("the child process ends with a parent that is killed", async () => {
  const cwd = folderWith("slow.pdf", slowPdf());
  const loader = fileURLToPath(import.meta.resolve("tsx"));
  const argv = [
    "--import",
    loader,
    join(root, "src/bin.ts"),
    "check",
    "small",
    "--document",
    "slow.pdf",
  ];
  const parent = spawn(process.execPath, argv, { cwd, env: {}, stdio: "ignore" });
  let reader: number | undefined;
  while (reader === undefined) {
    [reader] = childrenOf(parent.pid).filter((pid) => commandOf(pid).includes("extraction-child"));
    await setTimeout(50);
  }
  // Long enough that the child reads, and shorter than its limit.
  await setTimeout(3_000);
  expect(isAlive(reader)).toBe(true);
  parent.kill("SIGKILL");
  const killed = Date.now();
  while (isAlive(reader) && Date.now() - killed < 30_000) await setTimeout(20);
  expect(Date.now() - killed).toBeLessThan(5_000);
});

function commandOf(pid: number): string {
  return spawnSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8" }).stdout;
}
