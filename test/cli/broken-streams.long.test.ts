import { join } from "node:path";
import { foldTranscript, readTranscript } from "boardroom";
import { expect, it, onTestFinished } from "vitest";
import { wholeCount } from "../models/own-servers.ts";
import { eventsOf } from "../support/meetings.ts";
import { startScriptedServer } from "../support/scripted-server.ts";
import { cli, workFolder } from "./cli.ts";

/** Dollars for a token. */
const INPUT = 2 / 1e6;
const OUTPUT = 10 / 1e6;

const VENDORS = [
  ["anthropic:claude-sonnet-5-5", "ANTHROPIC", ""],
  ["openai:gpt-6.1-sol", "OPENAI", "/v1"],
] as const;

it.each(VENDORS)(
  "a limit in dollars holds if %s breaks calls off after the first bytes",
  async (model, name, path) => {
    const billed = { dollars: 0 };
    const server = await startScriptedServer({
      breaks: (call) => call % 4 === 2,
      report(pieces) {
        const input = wholeCount(pieces.join("\n"));
        billed.dollars += input * INPUT + 3_000 * OUTPUT;
        return { input, cached: 0, output: 3_000 };
      },
      reply: (said) => said.replace("<Withdrawn>true", "<Withdrawn>false"),
    });
    onTestFinished(() => server.close());
    const [provider] = model.split(":");
    const cwd = workFolder({
      "boardroom.yaml": `prices: {"${model}": {input: 2, output: 10}}\nproviders: {${provider}: {maxAttempts: 1}}\n`,
    });
    const env = {
      [`${name}_API_KEY`]: "sk-0123456789",
      [`${name}_BASE_URL`]: `${server.url}${path}`,
    };
    const run = (...argv: string[]) => cli(argv, { cwd, env, fetch });
    const { out } = await run("check", "small", "--model", model);
    const limit = Number(/Smallest limit: \$([\d.]+)/.exec(out)?.[1]) + 0.6;
    const flags = ["--max-dollars", limit.toFixed(2), "--seed", "1", "--quiet", "--approve"];
    const started = [...flags, "--because", "a test", "--output", "held"];
    let ran = await run("run", "small", "--model", model, ...started);
    // A closing vote waits for a provider that broke off, and is asked for again.
    for (let times = 0; ran.code === 4 && times < 20; times++) ran = await run("resume", "held");
    expect(ran.code, ran.err).toBeLessThan(4);
    const { events } = readTranscript(join(cwd, "held"));
    const broken = eventsOf(events, "call.failed");
    expect(broken.length).toBeGreaterThan(3);
    for (const { begun, estimate } of broken) {
      expect(begun).toBe(true);
      expect(estimate?.cost).toBeGreaterThan(0);
    }
    const { spending, outcome } = foldTranscript(events);
    expect(spending.chargedDollars).toBeLessThanOrEqual(limit);
    // The provider may bill a broken reply as a whole one.
    expect(billed.dollars).toBeLessThanOrEqual(limit);
    expect(billed.dollars).toBeGreaterThan(limit / 2);
    expect(outcome?.status).toBe("partial");
  },
);
