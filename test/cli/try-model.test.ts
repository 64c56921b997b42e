import { scriptedModel } from "boardroom/testing";
import { describe, expect, it, onTestFinished } from "vitest";
import { wholeCount } from "../models/own-servers.ts";
import {
  type Manners,
  type ReportedTokens,
  startScriptedServer,
} from "../support/scripted-server.ts";
import { cli, workFolder } from "./cli.ts";

/** Knows the longest beginning that it has read before, piece by piece. */
function createCache(): (pieces: readonly string[]) => ReportedTokens {
  const kept = new Set<string>();
  return (pieces) => {
    const beginnings = pieces.map((_, index) => pieces.slice(0, index + 1).join("\n"));
    const known = beginnings.findLast((text) => kept.has(text)) ?? "";
    for (const text of beginnings) kept.add(text);
    return { input: wholeCount(pieces.join("\n")), cached: wholeCount(known) };
  };
}

const SETTINGS = `prices:
  "openrouter:vendor/model": {input: 2, output: 10, cacheRead: 0.2}
`;

async function tryModel(model: string, manners: Manners = {}, more: readonly string[] = []) {
  const server = await startScriptedServer(manners);
  onTestFinished(() => server.close());
  const settings = `${SETTINGS}providers:
  openrouter: {baseUrl: "${server.url}/v1"}
`;
  const env = {
    ANTHROPIC_API_KEY: "sk-ant-0123456789",
    ANTHROPIC_BASE_URL: server.url,
    OPENAI_API_KEY: "sk-0123456789",
    OPENAI_BASE_URL: `${server.url}/v1`,
    OPENROUTER_API_KEY: "sk-or-0123456789",
  };
  const cwd = workFolder({ "boardroom.yaml": settings });
  const ran = await cli(["doctor", "--try", model, ...more], { cwd, env, fetch });
  const cells = (row: string) => new RegExp(`^${row} {2,}(.*)$`, "m").exec(ran.out)?.[1] ?? "";
  return { ...ran, cells, bodies: server.bodies.filter(({ messages }) => messages !== undefined) };
}

const VENDORS = [
  ["anthropic:claude-sonnet-5-5", "output_config"],
  ["openai:gpt-6.1-sol", "reasoning_effort"],
] as const;

describe("doctor --try", () => {
  it.each(VENDORS)("holds a whole meeting with %s and prints what it did", async (model) => {
    const { code, out, err, cells, bodies } = await tryModel(model, { report: createCache() }, [
      "--approve",
    ]);
    expect(code).toBe(0);
    expect(err).toMatch(/expected \$0\.0\d+, at most \$0\.05/);
    expect(cells("Calls")).toMatch(new RegExp(`^${bodies.length} `));
    expect(cells("Valid first replies")).toMatch(/^(\d+) of \1 /);
    const [, share] = /^(\d+) % of/.exec(cells("Second prompt from the cache")) ?? [];
    expect(Number(share)).toBeGreaterThan(50);
    expect(cells("Refused parameters")).toBe("nothing");
    expect(out).not.toContain("Nothing was read from a cache");
  });

  it.each(VENDORS)(
    "names a field that %s refuses, once for the whole meeting",
    async (model, field) => {
      const { code, cells, bodies } = await tryModel(model, { refuses: [field] }, ["--approve"]);
      expect(code).toBe(0);
      expect(cells("Refused parameters")).toBe(field);
      const sent = bodies.filter((body) => field in body).length;
      expect(sent).toBeGreaterThan(0);
      expect(sent).toBeLessThanOrEqual(2);
      expect(bodies.length - sent).toBe(Number.parseInt(cells("Calls"), 10));
    },
  );

  it.each(VENDORS)("says what it costs that %s never caches", async (model) => {
    const { out, cells } = await tryModel(model, {}, ["--approve"]);
    expect(cells("Second prompt from the cache")).toMatch(/^0 % of/);
    expect(out).toMatch(/Nothing was read from a cache, which check counts on:/);
  });

  it("names a bill that is higher than the reported tokens cost", async () => {
    const cache = createCache();
    const report = (pieces: readonly string[]) => ({ ...cache(pieces), cost: 0.004 });
    const { out, cells } = await tryModel("openrouter:vendor/model", { report }, ["--approve"]);
    expect(cells("Dollars billed")).toBe("$0.0320");
    expect(out).toMatch(
      /The provider bills \$0\.0320 for tokens of \$0\.0\d+\. Put its real price/,
    );
  });

  it("makes no call that might pass the limit, by what is billed", async () => {
    const report = (pieces: readonly string[]) => ({ ...createCache()(pieces), cost: 0.03 });
    const { code, out, cells, bodies } = await tryModel("openrouter:vendor/model", { report }, [
      "--approve",
    ]);
    expect(code).toBe(4);
    expect(bodies).toHaveLength(2);
    expect(cells("Dollars billed")).toBe("$0.0600");
    expect(out.replace(/\s+/g, " ")).toContain(
      "The trial ended early: the limit of this trial, $0.05, has no room for this call",
    );
  });

  it("counts tokens that are not reported as unknown, and says how they are charged", async () => {
    const { out, cells } = await tryModel(VENDORS[1][0], { report: () => null }, ["--approve"]);
    expect(cells("Tokens in")).toMatch(/^not reported/);
    expect(cells("Dollars by the tokens")).toMatch(/^unknown/);
    expect(out).toContain("The server does not report its tokens");
  });

  it("counts replies that had to be asked for again", async () => {
    let calls = 0;
    const reply = (said: string) => (++calls === 1 ? "I would rather not say." : said);
    const { cells } = await tryModel(VENDORS[0][0], { reply }, ["--approve"]);
    const [, valid, asked] = /^(\d+) of (\d+)/.exec(cells("Valid first replies")) ?? [];
    expect(Number(valid)).toBe(Number(asked) - 1);
  });

  it.each([
    [["simulated"], "a simulated member is not a language model"],
    [["nowhere:model"], 'provider "nowhere" is unknown'],
    [["gemini:gemini-3.8-flash"], "GEMINI_API_KEY is not set"],
    [["openrouter:vendor/other"], "the price of openrouter:vendor/other is unknown"],
    [["anthropic:claude-opus-5-5"], "more than the limit of $0.05"],
    [["anthropic:claude-sonnet-5-5"], "This trial needs your approval"],
    [["anthropic:claude-sonnet-5-5", "--offline"], "cannot be used with"],
  ])("asks no model for %j", async ([model = "", ...flags], message) => {
    const { code, err, bodies } = await tryModel(model, {}, flags);
    expect(err).toContain(message);
    expect(code).toBeGreaterThan(0);
    expect(bodies).toEqual([]);
  });

  it("finds a model that its server does not have, before any call", async () => {
    const { code, err, bodies } = await tryModel(
      "anthropic:claude-sonnet-5-5",
      {
        models: ["claude-haiku-5-5"],
      },
      ["--approve"],
    );
    expect(err).toContain('anthropic has no model "claude-sonnet-5-5"');
    expect(code).toBe(2);
    expect(bodies).toEqual([]);
  });

  it("runs a model of one's own code, whose price is unknown", async () => {
    const { code, out } = await cli(["doctor", "--try", "acme:m"], {
      cwd: workFolder(),
      factories: { acme: ({ spec }) => scriptedModel(["no"], { spec, provider: "acme" }) },
    });
    expect(code).toBe(4);
    expect(out).toMatch(/The trial ended early/);
  });

  it("allows more for a dear model", async () => {
    const { err } = await tryModel("anthropic:claude-opus-5-5", {}, []);
    const [, dollars = ""] = /--max-dollars ([\d.]+)/.exec(err) ?? [];
    const allowed = ["--max-dollars", dollars, "--approve"];
    expect((await tryModel("anthropic:claude-opus-5-5", {}, allowed)).code).toBe(0);
  });
});
