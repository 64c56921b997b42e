import { appendFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { workFolder } from "../../cli/cli.ts";
import { type Agent, agentAt, ioIn, type ToolReply } from "./agent.ts";

class Clock {
  ms = Date.parse("2026-03-02T10:00:00.000Z");
  readonly now = () => new Date(this.ms).toISOString();
  readonly pass = (seconds: number) => {
    this.ms += seconds * 1_000;
  };
}

type Message = ToolReply["data"];

type InRoom = {
  token: string;
  say: (text: string, more?: Record<string, unknown>) => Promise<ToolReply>;
  read: (more?: Record<string, unknown>) => Promise<ToolReply>;
  messages: (more?: Record<string, unknown>) => Promise<ToolReply["data"][]>;
};

async function room(names: readonly string[], more: Record<string, Record<string, unknown>> = {}) {
  const cwd = workFolder();
  const clock = new Clock();
  const agent = await agentAt(ioIn(cwd, { now: clock.now }));
  const people: Record<string, InRoom> = {};
  for (const name of names) people[name] = await join_(agent, name, more[name]);
  const of = (name: string): InRoom => {
    const found = people[name];
    if (!found) throw new Error(name);
    return found;
  };
  return { cwd, clock, agent, of };
}

async function join_(
  { call }: Agent,
  name: string,
  more: Record<string, unknown> = {},
): Promise<InRoom> {
  const { data, error } = await call("subscribe", { name, ...more });
  expect(error).toBeNull();
  const { token } = data;
  return {
    token,
    say: (text, given = {}) => call("send_message", { token, text, ...given }),
    read: (given = {}) => call("get_messages", { token, ...given }),
    messages: async (given = {}) => (await call("get_messages", { token, ...given })).data.messages,
  };
}

const LOG = "transcripts/.room/room.jsonl";
const logIn = (cwd: string) => readFileSync(join(cwd, LOG), "utf8");

const WORDS = [
  "caches",
  "lanterns",
  "harbours",
  "quarries",
  "meadows",
  "turbines",
  "violins",
  "glaciers",
];
/** Sentences that have next to nothing in common. */
const sentence = (n: number) => WORDS.map((word, at) => `${word}${n * 10 + at}`).join(" ");

describe("a room", () => {
  it("brings messages to whom they are for, and direct ones to nobody else", async () => {
    const { of, agent } = await room(["Ada", "Ben", "Cleo"]);
    await of("Ada").say("The cache goes stale after an hour.");
    const direct = await of("Ada").say("Only between us: the index is wrong.", { to: "ben" });
    expect((await of("Ben").messages()).map(({ id }) => id)).toEqual(["r1", "r2"]);
    expect((await of("Cleo").messages()).map(({ id }) => id)).toEqual(["r1"]);
    expect(await of("Ada").messages()).toEqual([]);
    const stolen = await agent.call("get_messages", {
      token: of("Cleo").token,
      thread: direct.data.id,
    });
    expect(stolen.error?.code).toBe("message-invalid");
    expect((await of("Cleo").say("I saw that.", { replyTo: direct.data.id })).error?.code).toBe(
      "message-invalid",
    );
    expect((await of("Cleo").messages({ from: 1 })).map(({ id }) => id)).toEqual(["r1"]);
  });

  it("counts as read what a reader was given, and gives it again from a number on, in parts", async () => {
    const { of, agent } = await room(["Ada", "Ben", "Cleo"]);
    for (let n = 0; n < 3; n++) await of("Ada").say(sentence(n));
    const given = (more = {}) => agent.call("get_messages", { token: of("Ben").token, ...more });
    const first = (await given({ limit: 2 })).data;
    expect(first.messages.map(({ id, read }: Message) => [id, read])).toEqual([
      ["r1", false],
      ["r2", false],
    ]);
    expect([first.unread, first.next]).toEqual([1, 3]);
    const again = (await given({ from: 2 })).data;
    expect(again.messages.map(({ id, read }: Message) => [id, read])).toEqual([
      ["r2", true],
      ["r3", false],
    ]);
    expect([again.unread, again.next]).toEqual([0, null]);
    expect(await of("Ben").messages()).toEqual([]);
    expect((await of("Cleo").messages()).length).toBe(3);
  });

  it("has threads of one level, and refuses a reply to what there is not", async () => {
    const { of, agent } = await room(["Ada", "Ben"]);
    await of("Ada").say("Which store is the slowest of all?", { kind: "query" });
    const first = await of("Ben").say("The one on the east side, by far.", {
      kind: "response",
      replyTo: "r1",
    });
    const second = await of("Ada").say("Then we measure that one first.", {
      replyTo: first.data.id,
    });
    expect([first.data.thread, second.data.thread]).toEqual(["r1", "r1"]);
    const thread = await agent.call("get_messages", { token: of("Ada").token, thread: "r3" });
    expect(thread.data.messages.map(({ id, read }: Message) => [id, read])).toEqual([
      ["r1", true],
      ["r2", false],
      ["r3", true],
    ]);
    expect((await of("Ben").say("To nothing at all", { replyTo: "r99" })).error?.code).toBe(
      "message-invalid",
    );
  });

  it("knows a participant by its token, after a restart too, and gives no name to another", async () => {
    const { of, cwd, clock, agent } = await room(["Ada"]);
    for (const name of ["Ada", "ADA ", "boardroom", "all"])
      expect((await agent.call("subscribe", { name })).error?.code).toBe("name-taken");
    expect((await agent.call("subscribe", { name: "Ada", token: "room_x" })).error?.code).toBe(
      "name-taken",
    );
    await agent.client.close();
    const back = await agentAt(ioIn(cwd, { now: clock.now }));
    const again = await back.call("subscribe", {
      name: "ada",
      token: of("Ada").token,
      capabilities: ["maths"],
    });
    expect(again.data).toMatchObject({ name: "Ada", token: of("Ada").token });
    expect(
      (await back.call("get_messages", { token: of("Ada").token })).data.present,
    ).toMatchObject([{ name: "Ada", capabilities: ["maths"] }]);
    expect(
      (await back.call("send_message", { token: "room_x", text: "hello there" })).error?.code,
    ).toBe("token-refused");
    expect(logIn(cwd)).not.toContain(of("Ada").token);
  });

  it("shows who is here, what each can do, and when it gave a sign last", async () => {
    const { of, clock } = await room(["Ada", "Ben", "Cleo"], { Ada: { capabilities: ["search"] } });
    const begun = clock.now();
    clock.pass(60);
    await of("Ben").say("Still here, reading along quietly.");
    const sent = clock.now();
    clock.pass(60);
    expect((await of("Cleo").read()).data.present).toEqual([
      { name: "Ada", capabilities: ["search"], seen: begun },
      { name: "Ben", capabilities: [], seen: sent },
      // To read a message is a sign too.
      { name: "Cleo", capabilities: [], seen: clock.now() },
    ]);
  });

  it("invites once, at the opening, with everything in it", async () => {
    const { of, agent, clock, cwd } = await room(["Ada"]);
    const held = await agent.call("start_meeting", {
      scenario: "memory-curation",
      seed: 3,
      members: { "tamsin-okoro": "agent:kai" },
    });
    expect(held.error).toBeNull();
    const at = clock.now();
    const [first, ...more] = await of("Ada").messages({ seconds: 5 });
    expect(logIn(cwd)).toContain("Invitation to");
    clock.pass(600);
    expect(more).toEqual([]);
    expect(first?.at).toBe(at);
    expect(first).toMatchObject({
      kind: "system_notification",
      from: "boardroom",
      meeting: held.data.meeting,
    });
    for (const part of [
      `Invitation to ${held.data.meeting}:`,
      "Agenda: 1.",
      "minutes)",
      "Phases:",
      "Invited:",
      "Quorum:",
    ])
      expect(first?.text).toContain(part);
    expect(await of("Ada").messages()).toEqual([]);
    expect(await of("Ada").messages({ from: 1 })).toEqual([{ ...first, read: true }]);
  });

  it("carries nothing between two who sit at one table, until the meeting has closed", async () => {
    const { of, agent, cwd } = await room(["Kai", "Noor", "Cleo"]);
    const members = { chen: "agent:kai", kumar: "agent:noor" };
    const { data } = await agent.call("start_meeting", {
      scenario: "small",
      seed: 6,
      maxMessages: 4,
      members,
    });
    for (const to of ["noor", "ALL"]) {
      const { error } = await of("Kai").say("Let us both vote no on this.", { to });
      expect(error?.code).toBe("not-allowed");
      expect(error?.problems[0]?.message).toContain(
        `you are a member of ${data.meeting} with noor`,
      );
    }
    expect(await of("Noor").messages()).toEqual([]);
    expect(
      (await of("Kai").say("I sit in a meeting until noon.", { to: "Cleo" })).error,
    ).toBeNull();
    expect(logIn(cwd)).not.toContain("both vote no");
    for (const { code } of data.seats) {
      const { token } = (await agent.call("join_meeting", { meeting: data.meeting, code })).data;
      await agent.call("act", { meeting: data.meeting, token, leave: true });
    }
    for (let over = false; !over; )
      over = (await agent.call("wait_for_meeting", { meeting: data.meeting })).data.over;
    expect((await of("Kai").say("How did it go for you?", { to: "noor" })).error).toBeNull();
  });

  it("keeps what was said for seven days, and who is here and how far it counted beyond", async () => {
    const { of, clock, cwd, agent } = await room(["Ada", "Ben"]);
    await of("Ada").say("Said on the first of the days.");
    for (let day = 0; day < 9; day++) {
      clock.pass(24 * 3_600);
      await of("Ben").say(sentence(day));
    }
    expect(logIn(cwd)).not.toContain("Said on the first");
    expect(logIn(cwd).match(/"sent"/g)).toHaveLength(8);
    expect((await of("Ben").say("The number goes on from there.")).data.id).toBe("r11");
    const fresh = await agentAt(ioIn(cwd, { now: clock.now }));
    const seen = await fresh.call("get_messages", { token: of("Ben").token, from: 1 });
    expect(seen.data.messages).toEqual([]);
    expect(
      (await agent.call("get_messages", { token: of("Ben").token })).data.present.map(
        ({ name }: { name: string }) => name,
      ),
    ).toContain("Ben");
  });

  it("goes on after a line that a stop has torn off", async () => {
    const { of, clock, cwd } = await room(["Ada", "Ben"]);
    await of("Ada").say("Whole and on a line of its own.");
    appendFileSync(join(cwd, LOG), `{"type":"sent","at":"2026-`);
    const back = await agentAt(ioIn(cwd, { now: clock.now }));
    await back.call("send_message", {
      token: of("Ben").token,
      text: "Said after the line was torn.",
    });
    expect(
      (await back.call("get_messages", { token: of("Ada").token })).data.messages,
    ).toMatchObject([{ id: "r2", from: "Ben" }]);
    expect(
      (await back.call("get_messages", { token: of("Ben").token })).data.messages,
    ).toMatchObject([{ id: "r1", from: "Ada" }]);
  });

  it("numbers what several servers write at once without a gap or a double", async () => {
    const { of, cwd, clock } = await room(["A", "B", "C", "D", "E", "F"]);
    const doors = await Promise.all([1, 2, 3].map(() => agentAt(ioIn(cwd, { now: clock.now }))));
    const sent = await Promise.all(
      ["A", "B", "C", "D", "E", "F"].map((name, at) =>
        doors[at % 3]?.call("send_message", { token: of(name).token, text: sentence(at) }),
      ),
    );
    expect(sent.map((each) => each?.data.id).toSorted()).toEqual([
      "r1",
      "r2",
      "r3",
      "r4",
      "r5",
      "r6",
    ]);
  });
});

describe("what is refused", () => {
  it.each([
    ["no text", { text: "" }],
    ["a whole book", { text: "x".repeat(8_001) }],
    ["a notification of its own", { text: "All is well", kind: "system_notification" }],
    ["a reader whom nobody knows", { text: "Hello there", to: "Zoe" }],
    ["a reply to what there is not", { text: "Hello there", replyTo: "r9" }],
  ])("never reaches the log: %s", async (_, given) => {
    const { of, cwd } = await room(["Ada"]);
    const { text, ...more } = given as { text: string };
    expect((await of("Ada").say(text, more)).error).not.toBeNull();
    expect(logIn(cwd)).not.toContain('"sent"');
  });
});
