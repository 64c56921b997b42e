import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cli, workFolder } from "./cli.ts";

const stopped = async (scenario: string, person: string) => {
  const cwd = workFolder();
  const flags = ["--seed", "3", "--out", "t", "--quiet", "--member", `${person}=human:ngo`];
  expect((await cli(["run", scenario, ...flags], { cwd })).code).toBe(6);
  return cwd;
};

test("act refuses at once to give the floor where the procedure has an order of its own, and leaves nothing", async () => {
  const cwd = await stopped("code-review", "nadja-ferrante");
  const { code, err } = await cli(["act", "t", "--floor", "nadja-ferrante"], { cwd });
  expect(code).toBe(2);
  expect(err).toContain("nobody can be given the floor: judges answer alone, all at once");
  expect(existsSync(join(cwd, "t", "inbox"))).toBe(false);
});
