import { expect, onTestFinished, test } from "vitest";
import { startScriptedServer } from "../support/scripted-server.ts";
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

test("a board with a price has other ways, and what each does not tell", async () => {
  const { out } = await check();
  const [whole, votes, settled] = [
    /Expected without thinking: \$(\d+\.\d+)/,
    /\$([\d.]+) {2}one private vote each: not .* \(--option debate=false\)/,
    /\$([\d.]+) {2}no debate if all agree: not .* \(--option stopWhenSettled=true\)/,
  ].map((pattern) => Number(pattern.exec(out)?.[1]));
  expect(votes).toBeGreaterThan(0);
  expect(votes).toBeLessThan(settled!);
  expect(settled).toBeLessThan(whole!);
  const voted = await check("--option", "debate=false");
  expect(voted.err).not.toContain("boardroom:");
  expect(Number(/Expected without thinking: \$(\d+\.\d+)/.exec(voted.out)?.[1])).toBe(votes);
  expect(voted.out).toMatch(/the whole debate \(--option debate=true\)/);
  expect(voted.out).not.toContain("debate=false)");
  const free = await cli(["check", "hiring"], { cwd: workFolder() });
  expect(free.out).not.toContain("Other ways");
});

test.each([
  ["anthropic:claude-sonnet-5-5", "ANTHROPIC"],
  ["openai:gpt-6.1-sol", "OPENAI"],
])(
  "the effort of each member is in its calls to %s, and none is sent unless it is set",
  async (model, name) => {
    const server = await startScriptedServer();
    onTestFinished(() => server.close());
    const env = {
      [`${name}_API_KEY`]: "sk-0123456789",
      [`${name}_BASE_URL`]: name === "OPENAI" ? `${server.url}/v1` : server.url,
    };
    const readEfforts = async (...flags: string[]) => {
      server.bodies.length = 0;
      const argv = ["run", "small", "--model", model, "--max-messages", "4", "--quiet", ...flags];
      const { err } = await cli(argv, { cwd: workFolder(), env, fetch });
      const efforts = server.bodies.flatMap((body) => {
        const sent = body as { output_config?: { effort: string }; reasoning_effort?: string };
        const effort = sent.output_config?.effort ?? sent.reasoning_effort ?? "unset";
        const who = /You are ([A-Z][^,\\]+),/.exec(JSON.stringify(body))?.[1];
        return who === undefined ? [] : [`${who}: ${effort}`];
      });
      expect(efforts, err).not.toEqual([]);
      return [...new Set(efforts)].sort();
    };
    expect(await readEfforts("--effort", "low", "--effort", "kumar=high")).toEqual([
      "Dr. James Kumar: high",
      "Dr. Sarah Chen: low",
      "Emily Watson: low",
    ]);
    const usual = await readEfforts();
    expect(usual.filter((each) => !each.endsWith(": unset"))).toEqual([]);
  },
);
