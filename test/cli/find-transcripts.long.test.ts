import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cli, workFolder } from "./cli.ts";

const COMMANDS = [
  ["show", "--quiet"],
  ["verify"],
  ["watch"],
  ["resume"],
  ["report"],
  ["outcome"],
  ["diff", "kept/small-7"],
  ["act", "--adjourn"],
];

async function ranIn(): Promise<{ cwd: string; id: string }> {
  const cwd = workFolder({ "boardroom.yaml": "out: kept\n" });
  await cli(["run", "small", "--seed", "7"], { cwd });
  const [opened = ""] = readFileSync(join(cwd, "kept/small-7/events.jsonl"), "utf8").split("\n");
  return { cwd, id: (JSON.parse(opened) as { meeting: string }).meeting };
}

test("every command finds a meeting by folder, name or id, where the settings keep it", async () => {
  const { cwd, id } = await ranIn();
  for (const [command = "", ...more] of COMMANDS) {
    const outputs = [];
    for (const named of ["kept/small-7", "small-7", "small-7/", id, id.slice(0, 8)]) {
      const { code, out, err } = await cli([command, named, ...more], { cwd });
      outputs.push({ command, code, out, err });
    }
    for (const each of outputs) expect(each).toEqual(outputs[0]);
    expect([0, 2]).toContain(outputs[0]?.code);
    expect(outputs[0]?.err).not.toContain("no meeting found here");
  }
});

test("an id that several meetings have is refused with their names", async () => {
  const { cwd, id } = await ranIn();
  await cli(["run", "small", "--seed", "7"], { cwd });
  const { code, err } = await cli(["verify", id], { cwd });
  expect({ code, err }).toEqual({
    code: 2,
    err: `boardroom: ${id} matches 2 transcripts, and this command takes one\n  Name one: kept/small-7, kept/small-7-2.\n`,
  });
});

test("what is not found points to the list of meetings", async () => {
  const { code, err } = await cli(["verify", "small-9"], { cwd: workFolder() });
  expect({ code, err }).toEqual({
    code: 2,
    err: expect.stringContaining('Run "boardroom list meetings"'),
  });
});
