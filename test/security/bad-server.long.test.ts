import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { cli, type Ran, workFolder } from "../cli/cli.ts";
import {
  type BadServer,
  badServer,
  SERVER_FAULTS,
  type ServerFault,
  VOTE,
} from "../support/bad-server.ts";
import { reply } from "../support/example-scenario.ts";

const KEY = 'sk-"MARKED"/7f3a+9c';

const PROVIDERS = [
  { model: "anthropic:claude-sonnet-5-5", path: "", env: "ANTHROPIC" },
  { model: "openai:gpt-6-sol", path: "/v1", env: "OPENAI" },
] as const;

type Held = Ran & {
  events: readonly Recorded[];
  log: string;
  cwd: string;
};
type Recorded = { type: string } & Readonly<Record<string, never>>;

/** A meeting whose provider has this address, in this process. */
async function meet(
  server: Pick<BadServer, "url">,
  { model, path, env }: (typeof PROVIDERS)[number],
  flags: readonly string[] = [],
): Promise<Held> {
  const cwd = workFolder();
  const address = { [`${env}_API_KEY`]: KEY, [`${env}_BASE_URL`]: `${server.url}${path}` };
  const ran = await cli(
    ["run", "small", "--model", model, "--output", "held", "--approve", ...flags],
    {
      cwd,
      env: address,
    },
  );
  const log = readFileSync(join(cwd, "held", "events.jsonl"), "utf8");
  const events = log
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Recorded);
  expect(await cli(["verify", "held"], { cwd })).toMatchObject({ code: 0 });
  return { ...ran, events, log, cwd };
}

const always = (name: ServerFault) => badServer({ fault: () => name });
const named = (part: RegExp) =>
  (Object.keys(SERVER_FAULTS) as ServerFault[]).filter((name) => part.test(name));
const of = (events: readonly Recorded[], type: string) =>
  events.filter((event) => event.type === type);
const lineOf = (text: string) => text.replaceAll(/\s+/g, " ");

/** Speaks for ever, so that only a limit ends the meeting. */
const TALK = reply({
  verdict: "YES",
  reasoning: "The line says so.",
  content: "A line. ".repeat(40),
});

describe.each(PROVIDERS)("a meeting with $model", (provider) => {
  it.each(named(/^(?:tokens|cached|thinking)-/))(
    "takes %s for no report, and says so once",
    async (name) => {
      const held = await meet(await always(name), provider);
      const calls = of(held.events, "call.answered");
      expect(calls.length).toBeGreaterThan(3);
      expect(calls.every(({ usage }) => usage === null)).toBe(true);
      expect(calls.filter(({ unreported }) => unreported !== undefined)).toHaveLength(1);
      expect(lineOf(held.out).split("tokens count as not reported")).toHaveLength(2);
    },
  );

  it.each(["tokens-zero", "tokens-negative"] as const)(
    "asks no more under a limit where it reports %s",
    async (name) => {
      const calls = async (fault: ServerFault | null) => {
        const server = await badServer({ fault: () => fault, says: () => TALK });
        await meet(server, provider, ["--max-dollars", "1.2", "--max-messages", "200"]);
        return server.prompts.length;
      };
      const honest = await calls(null);
      const odd = await calls(name);
      expect(odd).toBeGreaterThan(2);
      expect(odd).toBeLessThanOrEqual(honest);
    },
  );

  it.each(named(/^model-/))(
    "records the model that was asked for where the server tells of %s",
    async (name) => {
      const held = await meet(await always(name), provider);
      const calls = of(held.events, "call.answered");
      expect(calls.length).toBeGreaterThan(3);
      expect(new Set(calls.map(({ answered }) => answered))).toEqual(
        new Set([provider.model.split(":")[1]]),
      );
      expect(of(held.events, "call.failed")).toEqual([]);
    },
  );

  it("takes a whole message without a reason for its end as whole", async () => {
    const [sound, odd] = [await badServer({ fault: () => null }), await always("no-finish")];
    const [expected, held] = [await meet(sound, provider), await meet(odd, provider)];
    expect(odd.prompts).toHaveLength(sound.prompts.length);
    const words = ({ events }: Held) =>
      of(events, "message.spoken").map(({ content, flags }) => [content, flags]);
    expect(words(held)).toEqual(words(expected));
  });

  it("never glues two halves of different messages, and says what is wrong with the form", async () => {
    const server = await badServer({
      fault: (call) => (call % 2 === 1 ? "half-without-finish" : "no-finish"),
      says: (_, call) => VOTE.replace("I say yes.", `This is text ${call} and it ends here.`),
    });
    const held = await meet(server, provider);
    for (const { content } of of(held.events, "message.spoken"))
      expect(content).not.toMatch(/This.*This/s);
    const asked = server.prompts.filter((prompt) =>
      prompt.includes("what you sent as the rest is another message"),
    );
    expect(asked.length).toBeGreaterThan(0);
  });

  it.each(named(/^half-a-character/))(
    "replaces %s, and the record stays as it was",
    async (name) => {
      const held = await meet(await always(name), provider);
      expect(held.log).not.toContain("\\ud83d");
      const spoken = of(held.events, "message.spoken");
      expect(spoken.length).toBeGreaterThan(0);
      expect(spoken.every(({ content }) => String(content).endsWith("\ufffd"))).toBe(true);
    },
  );

  it.each(named(/^key-in-/))(
    "hides the key of %s in the record and in every output",
    async (name) => {
      const held = await meet(await always(name), provider);
      const files = ["transcript.md", "verdicts.json"].map((file) => join(held.cwd, "held", file));
      const written = files
        .filter((file) => existsSync(file))
        .map((file) => readFileSync(file, "utf8"));
      for (const text of [held.out, held.err, held.log, ...written])
        expect(text).not.toContain("MARKED");
      expect(held.log).toContain("[key]");
    },
  );

  it.each(named(/^redirect-/))(
    "follows no %s, and names the address without its query",
    async (name) => {
      const other = await badServer({ fault: () => null });
      const server = await badServer({ fault: () => name, elsewhere: `${other.url}/there` });
      const held = await meet(server, provider);
      const [suspended] = of(held.events, "meeting.suspended");
      expect(held.code).toBe(4);
      expect(suspended).toMatchObject({ kind: "unusable" });
      expect(suspended?.reason).toContain(
        `redirects to ${other.url}/there${provider.path}, and redirects are not followed`,
      );
      expect(suspended?.reason).toContain(`name that address in ${provider.env}_BASE_URL`);
      expect(`${held.log}${held.out}${held.err}`).not.toContain("IN-THE-QUERY");
      expect(server.prompts.length).toBeLessThanOrEqual(3);
      expect(other.paths).toEqual([]);
    },
  );

  it.each(named(/^web-page/))("stops at once at a %s", async (name) => {
    const server = await always(name);
    const held = await meet(server, provider);
    const [suspended] = of(held.events, "meeting.suspended");
    expect(suspended?.reason).toContain(
      "answers with a web page, not as a model server. Correct the address in",
    );
    expect(server.prompts.length).toBeLessThanOrEqual(3);
  });

  it.each(named(/^(?:event-|text-not-text|text-instead|json-cut)/))(
    "recovers from %s, and charges what had begun",
    async (name) => {
      const server = await badServer({ fault: (call) => (call < 4 ? name : null) });
      const held = await meet(server, provider);
      const failed = of(held.events, "call.failed");
      expect(failed.every(({ kind }) => kind === "malformed" || kind === "dropped")).toBe(true);
      expect(failed.length).toBeGreaterThan(0);
      expect(failed.every(({ begun }) => begun === true)).toBe(true);
      expect(of(held.events, "meeting.closed")).toHaveLength(1);
    },
  );
});
