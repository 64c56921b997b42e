import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readTranscript } from "boardroom";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { type Built, buildProgram } from "../../support/built-program.ts";
import { readTestVariable } from "../../support/variables.ts";
import type { ToolReply } from "./agent.ts";
import { httpServer, killHolder, ownerAt, type Server } from "./outside.ts";

/** The gate takes a sample. */
const MEETINGS = Number(readTestVariable("BOARDROOM_MEETINGS"));
const SEATS = ["sarah-chen", "michael-rodriguez", "emily-watson", "james-kumar"];

let built: Built;
beforeAll(() => {
  built = buildProgram();
});

/** One of the agents: what it said, and everything that it was ever shown. */
type Sitting = {
  name: string;
  seat: string;
  meeting: string;
  /** What the server said was taken, by the path of the question. */
  taken: Map<string, string>;
  shown: string[];
};

const MARK = /(?:open|sealed)-agent\d+-\d+-/g;
const marksIn = (text: string) => text.match(MARK) ?? [];

function said(turn: ToolReply["data"], mark: string) {
  const names = turn.fields.map((field: { name: string }) => field.name);
  const isBallot = !names.includes("content");
  const words = `${isBallot ? "sealed" : "open"}-${mark}-`;
  const vote = {
    verdict: "STRONG_HIRE",
    reasoning: isBallot ? `My reason, ${words}` : "As I said.",
  };
  return {
    words,
    answer: isBallot ? vote : { ...vote, content: `The file speaks for it, ${words}` },
  };
}

async function sit(server: Server, sitting: Sitting, code: string): Promise<void> {
  const { name, meeting, taken, shown } = sitting;
  const { client, call } = await ownerAt(server.address, server.bearer);
  const { data: joined, error } = await call("join_meeting", { meeting, code });
  expect(error, name).toBeNull();
  expect(joined.seat).toBe(sitting.seat);
  const own = { meeting, token: joined.token };
  for (let from = 0; ; ) {
    const turn = await call("wait_for_turn", { ...own, seconds: 15, from });
    expect(turn.error, name).toBeNull();
    shown.push(turn.text, JSON.stringify(turn.data));
    from = turn.data.next;
    if (turn.data.state === "over") break;
    if (turn.data.state !== "your-turn") continue;
    const { question } = turn.data;
    const { words, answer } = said(turn.data, `${name}-${taken.size}`);
    const spoke = await call("speak", { ...own, question, ...answer });
    expect(spoke.error, `${name} at ${question}`).toBeNull();
    taken.set(question, words);
    shown.push(JSON.stringify((await call("read_transcript", own)).data));
  }
  await client.close();
}

/** Lets everybody in a meeting sit down; its agents as they are when it has closed. */
async function held(server: Server, number: number): Promise<() => Promise<readonly Sitting[]>> {
  const { client, call } = await ownerAt(server.address, server.bearer);
  const names = SEATS.map((_, at) => `agent${number * SEATS.length + at}`);
  const members = Object.fromEntries(SEATS.map((seat, at) => [seat, `agent:${names[at]}`]));
  const asked = {
    scenario: "hiring",
    seed: number + 1,
    maxMessages: 8,
    answerMinutes: 15,
    members,
  };
  const { data, error } = await call("start_meeting", asked);
  expect(error).toBeNull();
  await client.close();
  type Reserved = { seat: string; person: string; code: string };
  const sittings = (data.seats as readonly Reserved[]).map(({ seat, person, code }) => {
    const sitting = { name: person, seat, meeting: data.meeting, taken: new Map(), shown: [] };
    return { sitting, ended: sit(server, sitting, code) };
  });
  return async () => {
    await Promise.all(sittings.map(({ ended }) => ended));
    return sittings.map(({ sitting }) => sitting);
  };
}

/** Everybody tells the next one something between the two of them; what each is brought in the end. */
async function whispers(
  server: Server,
  names: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { client, call } = await ownerAt(server.address, server.bearer);
  const tokens = await Promise.all(
    names.map(async (name) => (await call("subscribe", { name })).data.token as string),
  );
  const sent = await Promise.all(
    names.map((name, at) => {
      const to = names[(at + 1) % names.length];
      return call("send_message", {
        token: tokens[at],
        to,
        text: `${name} tells only ${to} of it.`,
      });
    }),
  );
  expect(sent.flatMap(({ error }) => error ?? [])).toEqual([]);
  expect(new Set(sent.map(({ data }) => data.id)).size).toBe(names.length);
  const brought = await Promise.all(
    names.map(async (name, at) => {
      const { data } = await call("get_messages", { token: tokens[at] });
      return [name, data.messages.map(({ text }: { text: string }) => text).join("|")] as const;
    }),
  );
  await client.close();
  return new Map(brought);
}

describe(`${MEETINGS * SEATS.length} agents in ${MEETINGS} meetings at once, over HTTP`, () => {
  it("lose, double and mistake no turn, and see no private word but their own", async () => {
    const cwd = mkdtempSync(join(tmpdir(), "boardroom-many-"));
    onTestFinished(() =>
      rmSync(cwd, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }),
    );
    const server = await httpServer(built.bin, cwd);
    onTestFinished(() => void server.child.kill());
    const names = Array.from({ length: MEETINGS * SEATS.length }, (_, at) => `agent${at}`);
    for (const [name, text] of await whispers(server, names)) {
      const from = names[(names.indexOf(name) + names.length - 1) % names.length];
      expect(text).toBe(`${from} tells only ${name} of it.`);
    }

    const ends: (() => Promise<readonly Sitting[]>)[] = [];
    for (let number = 0; number < MEETINGS; number++) ends.push(await held(server, number));
    const all = (await Promise.all(ends.map((end) => end()))).flat();
    expect(all.length).toBe(names.length);
    onTestFinished(() => {
      for (const { meeting } of all) killHolder(cwd, { meeting, codes: {} });
    });

    let turns = 0;
    for (const meeting of new Set(all.map((each) => each.meeting))) {
      const { events } = readTranscript(join(cwd, "transcripts", meeting));
      const agents = all.filter((each) => each.meeting === meeting);
      const answered = events.filter((event) => event.type === "human.answered");
      const onRecord = answered.map(({ person, path, answer }) => [
        person,
        path,
        ...marksIn(JSON.stringify(answer)),
      ]);
      const taken = agents.flatMap(({ name, taken }) =>
        [...taken].map(([path, words]) => [name, path, words]),
      );
      expect(onRecord.toSorted(), meeting).toEqual(taken.toSorted());
      expect(new Set(answered.map(({ path }) => path)).size, meeting).toBe(answered.length);
      turns += answered.length;
      for (const event of events) {
        expect(event.type, meeting).not.toBe("turn.absent");
        if (event.type !== "message.spoken") continue;
        const speaker = agents.find(({ seat }) => seat === event.speaker);
        const strange = marksIn(event.content).filter(
          (mark) => !mark.startsWith(`open-${speaker?.name}-`),
        );
        expect(strange, `${event.id} of ${meeting}`).toEqual([]);
      }
      const open = new Set(
        agents.flatMap(({ taken }) => [...taken.values()]).filter((mark) => /^open/.test(mark)),
      );
      for (const { name, shown } of agents) {
        const seen = new Set(shown.flatMap(marksIn));
        const strange = [...seen].filter(
          (mark) => !open.has(mark) && !mark.startsWith(`sealed-${name}-`),
        );
        expect(strange, `what ${name} saw`).toEqual([]);
      }
      expect(open.size, meeting).toBeGreaterThan(0);
    }
    console.log(`${turns} turns of ${all.length} agents in ${MEETINGS} meetings`);
    expect(turns).toBeGreaterThan(MEETINGS * SEATS.length * 2);
  }, 1_800_000);
});
