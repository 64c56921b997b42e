import { expect, test } from "vitest";
import { cli, workFolder } from "./cli.ts";

const check = (...flags: string[]) =>
  cli(["check", "hiring", "--model", "anthropic:claude-sonnet-5-5", ...flags], {
    cwd: workFolder(),
    env: { ANTHROPIC_API_KEY: "sk-marked-none" },
  });

test("the effort of all members and of one is in the check", async () => {
  const { out } = await check("--effort", "low", "--effort", "sarah-chen=high");
  expect(out).toMatch(/sarah-chen: .*effort high\)/);
  expect(out.match(/effort low\)/g)?.length).toBeGreaterThan(0);
});

test("an effort that is none, and a member who is not there, are refused", async () => {
  const unknown = await check("--effort", "huge");
  expect(unknown.err).toContain("Allowed levels are low, medium, high");
  const stranger = await check("--effort", "nobody-here=low");
  expect(stranger.err).toContain('--effort names the member "nobody-here"');
  expect(stranger.code).not.toBe(0);
});
