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

test("a board with a price has cheaper ways, and what each does not tell", async () => {
  const { out } = await check();
  const [whole, votes, settled] = [
    /Expected without thinking: \$(\d+\.\d+)/,
    /\$([\d.]+) {2}opening votes alone: not /,
    /\$([\d.]+) {2}--option stopWhenSettled=true: no debate/,
  ].map((pattern) => Number(pattern.exec(out)?.[1]));
  expect(votes).toBeGreaterThan(0);
  expect(votes).toBeLessThan(settled!);
  expect(settled).toBeLessThan(whole!);
  const free = await cli(["check", "hiring"], { cwd: workFolder() });
  expect(free.out).not.toContain("Cheaper");
});
