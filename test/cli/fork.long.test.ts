import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { type ModelFactory, type ModelRequest, readTranscript } from "boardroom";
import { describe, expect, test } from "vitest";
import { pureMembers } from "../support/pure-member.ts";
import { cli, workFolder, wroteIn } from "./cli.ts";

const FROM = "transcripts/small-7";
const factories = { simulated: pureMembers().factory, other: pureMembers().factory };

async function held() {
  const cwd = workFolder({
    "personas/stranger.md": readFileSync(join(workFolder(), "personas/chen.md"), "utf8").replace(
      "Dr. Sarah Chen",
      "Ana Stranger",
    ),
  });
  await cli(["run", "small", "--seed", "7"], { cwd, factories });
  return { cwd, log: readFileSync(join(cwd, FROM, "events.jsonl"), "utf8") };
}

const fork = (cwd: string, ...flags: string[]) => cli(["fork", FROM, ...flags], { cwd, factories });
const eventsIn = (cwd: string, folder: string) => readTranscript(join(cwd, folder)).events;
const turnsIn = (cwd: string, folder: string) =>
  eventsIn(cwd, folder).flatMap((event) => (event.type === "message.spoken" ? [event] : []));

describe("fork", () => {
  test("shares every line up to the turn, then goes its own way, and leaves the other as it was", async () => {
    const { cwd, log } = await held();
    const { code, err } = await fork(cwd, "--at", "3", "--seed", "11");
    expect({ code, err }).toEqual({ code: 0, err: wroteIn("transcripts/small-7-at-3") });
    const text = readFileSync(join(cwd, `${FROM}-at-3/events.jsonl`), "utf8");
    const shared = text.split("\n").findIndex((line) => line.includes('"type":"meeting.forked"'));
    expect(text.split("\n").slice(0, shared)).toEqual(log.split("\n").slice(0, shared));
    const events = eventsIn(cwd, `${FROM}-at-3`);
    const forked = events[shared]!;
    expect(forked).toMatchObject({ shared: 3, seed: "11", seats: [], hidden: [] });
    const opened = events[0]!;
    if (forked.type !== "meeting.forked" || opened.type !== "meeting.opened")
      throw new Error("unreachable");
    expect(forked.from).toBe(opened.meeting);
    expect(forked.meeting).not.toBe(opened.meeting);
    expect(readFileSync(join(cwd, FROM, "events.jsonl"), "utf8")).toBe(log);
    expect(statSync(join(cwd, `${FROM}-at-3`)).mode & 0o077).toBe(0);
  });

  test("the same fork has the same bytes, and is the same when it is stopped and resumed", async () => {
    const { cwd } = await held();
    const flags = ["--at", "2", "--seed", "11", "--persona", "kumar=stranger", "--drop", "1"];
    await fork(cwd, ...flags, "--output", "a");
    const bytes = (folder: string) => readFileSync(join(cwd, folder, "events.jsonl"), "utf8");
    const stop = new AbortController();
    let calls = 0;
    const stopping: ModelFactory = (input) => {
      const model = factories.simulated(input);
      return {
        ...model,
        generate(...asked) {
          if (++calls === 3) stop.abort("SIGINT");
          return model.generate(...asked);
        },
      };
    };
    const stopped = await cli(["fork", FROM, ...flags, "--output", "b"], {
      cwd,
      factories: { simulated: stopping },
      stopSignal: () => stop.signal,
    });
    expect(stopped.code).toBe(130);
    expect(bytes("a").startsWith(bytes("b"))).toBe(true);
    expect((await cli(["resume", "b"], { cwd, factories })).code).toBe(0);
    expect(bytes("b")).toBe(bytes("a"));
    for (const folder of ["a", "b"]) {
      expect(await cli(["verify", folder], { cwd })).toMatchObject({ code: 0, err: "" });
    }
  });

  test("a fork of a fork keeps what the first one changed", async () => {
    const { cwd } = await held();
    await fork(cwd, "--at", "2", "--seed", "11", "--output", "a");
    await cli(["fork", "a", "--at", "2", "--persona", "kumar=stranger", "--output", "b"], {
      cwd,
      factories,
    });
    const forks = eventsIn(cwd, "b").filter(({ type }) => type === "meeting.forked");
    expect(forks).toMatchObject([
      { seed: "11", seats: [] },
      { seed: "11", seats: [{ id: "kumar", persona: { id: "stranger" } }] },
    ]);
    expect(await cli(["verify", "b"], { cwd })).toMatchObject({ code: 0, err: "" });
  });

  test("another persona takes a seat from there on, and everybody is told", async () => {
    const { cwd } = await held();
    const asked: ModelRequest[] = [];
    const watching: ModelFactory = (input) => {
      const model = factories.simulated(input);
      return {
        ...model,
        generate(request, options) {
          asked.push(request);
          return model.generate(request, options);
        },
      };
    };
    const flags = ["--at", "3", "--persona", "kumar=stranger"];
    await cli(["fork", FROM, ...flags], { cwd, factories: { simulated: watching } });
    const told = "From here on Ana Stranger sits in the place of Dr. James Kumar.";
    expect(asked.length).toBeGreaterThan(0);
    for (const { shared, turns } of asked) {
      expect(shared).toContain("Ana Stranger");
      expect(shared).not.toContain("Kumar");
      expect(turns.flatMap(({ parts }) => parts).join("\n")).toContain(told);
    }
    const { out } = await cli(["show", `${FROM}-at-3`, "--quiet"], { cwd });
    expect(out).toContain("Ana Stranger");
  });

  test("behind labels nobody learns who came or went", async () => {
    const { cwd } = await held();
    await cli(["run", "small", "--seed", "7", "--view", "anonymous", "--output", "hidden"], {
      cwd,
      factories,
    });
    const asked: string[] = [];
    const watching: ModelFactory = (input) => {
      const model = factories.simulated(input);
      return {
        ...model,
        generate(request, options) {
          asked.push(request.shared + JSON.stringify(request.turns));
          return model.generate(request, options);
        },
      };
    };
    const flags = ["--at", "3", "--persona", "kumar=stranger", "--output", "b"];
    await cli(["fork", "hidden", ...flags], { cwd, factories: { simulated: watching } });
    expect(turnsIn(cwd, "b").some(({ content }) => content.includes("Kumar"))).toBe(true);
    expect(asked.length).toBeGreaterThan(0);
    for (const text of asked) expect(text).not.toMatch(/Kumar|Stranger|Succession/);
  });

  test("another model takes a seat from there on", async () => {
    const { cwd } = await held();
    const { code } = await fork(cwd, "--at", "3", "--member", "kumar=other:big");
    expect(code).toBe(0);
    const asked = eventsIn(cwd, `${FROM}-at-3`).flatMap((event) =>
      event.type === "call.answered" && event.speaker === "kumar" ? [event.asked] : [],
    );
    expect(new Set(asked)).toEqual(new Set(["simulated", "other:big"]));
    expect(
      eventsIn(cwd, `${FROM}-at-3`).find(({ type }) => type === "meeting.forked"),
    ).toMatchObject({
      simulated: false,
    });
  });

  test("a dropped message is in no view from there on, and stays on record", async () => {
    const { cwd } = await held();
    const [first] = turnsIn(cwd, FROM);
    const asked: string[] = [];
    const watching: ModelFactory = (input) => {
      const model = factories.simulated(input);
      return {
        ...model,
        generate(request, options) {
          asked.push(JSON.stringify(request.turns));
          return model.generate(request, options);
        },
      };
    };
    await cli(["fork", FROM, "--at", "3", "--drop", "1"], {
      cwd,
      factories: { simulated: watching },
    });
    expect(asked.length).toBeGreaterThan(0);
    for (const turns of asked) expect(turns).not.toContain(first!.content);
    expect(turnsIn(cwd, `${FROM}-at-3`)[0]!.content).toBe(first!.content);
    const dropping = (message: string) =>
      cli(["fork", FROM, "--at", "3", "--drop", message, "--output", "b"], { cwd, factories });
    expect(await dropping(first!.id)).toMatchObject({
      code: 2,
      err: expect.stringContaining("Name a message from 1 to 3 by its number in brackets."),
    });
    expect((await dropping("[1]")).code).toBe(0);
    expect(turnsIn(cwd, "b").map(({ content }) => content)).toEqual(
      turnsIn(cwd, `${FROM}-at-3`).map(({ content }) => content),
    );
  });

  test.each<[string, string[], RegExp]>([
    ["no place to part at", [], /--at/],
    [
      "a turn beyond the end",
      ["--at", "99"],
      /invalid value "99" for --at: the meeting has \d+ turns/,
    ],
    [
      "a seat that is not there",
      ["--at", "1", "--persona", "kumr=stranger"],
      /Did you mean kumar\?/,
    ],
    [
      "a persona that is not there",
      ["--at", "1", "--persona", "kumar=strangr"],
      /Did you mean stranger\?/,
    ],
    [
      "a model for the one without",
      ["--at", "1", "--member", "timekeeper=other:big"],
      /not found in this meeting/,
    ],
    ["an unknown provider", ["--at", "1", "--member", "kumar=othr:big"], /unknown/],
    [
      "a provider without a key",
      ["--at", "1", "--member", "kumar=openai:gpt-6-sol"],
      /OPENAI_API_KEY is not set/,
    ],
    ["a message not yet spoken", ["--at", "1", "--drop", "2"], /not found in the shared turns/],
    ["a folder that is taken", ["--at", "1", "--output", "personas"], /not an empty folder/],
  ])("%s is one clear error with exit 2, and nothing is written", async (_, flags, message) => {
    const { cwd } = await held();
    const before = readdirSync(cwd, { recursive: true }).sort();
    const { code, out, err } = await fork(cwd, ...flags);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toMatch(message);
    expect(readdirSync(cwd, { recursive: true }).sort()).toEqual(before);
  });
});
