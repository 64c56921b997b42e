import { appendFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { workFolder } from "../cli/cli.ts";
import { type Agent, agentAt, ioIn, type ToolReply } from "./agent.ts";

class Clock {
  ms = Date.parse("2026-03-02T10:00:00.000Z");
  readonly now = () => new Date(this.ms).toISOString();
  readonly pass = (seconds: number) => {
    this.ms += seconds * 1_000;
  };
}

type InRoom = {
  readonly token: string;
  readonly say: (text: string, more?: Record<string, unknown>) => Promise<ToolReply>;
  readonly messages: (more?: Record<string, unknown>) => Promise<ToolReply["data"][]>;
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

async function join_({ call }: Agent, name: string, more: Record<string, unknown> = {}): Promise<InRoom> {
  const { data, error } = await call("subscribe", { name, ...more });
  expect(error).toBeNull();
  const { token } = data;
  return {
    token,
    say: (text, given = {}) => call("send_message", { token, text, ...given }),
    messages: async (given = {}) => (await call("get_messages", { token, ...given })).data.messages,
  };
}

const LOG = "transcripts/.room/room.jsonl";
const logIn = (cwd: string) => readFileSync(join(cwd, LOG), "utf8");

const WORDS = ["caches", "lanterns", "harbours", "quarries", "meadows", "turbines", "violins", "glaciers"];
/** Sentences that have next to nothing in common. */
const sentence = (n: number) => WORDS.map((word, at) => `${word}${n * 10 + at}`).join(" ");

describe("a room", () => {
  it("brings messages to whom they are for, and direct ones to nobody else", async () => {
    const { of, clock, agent } = await room(["Ada", "Ben", "Cleo"]);
    await of("Ada").say("The cache goes stale after an hour.");
    clock.pass(6);
    const direct = await of("Ada").say("Only between us: the index is wrong.", {
      to: "ben",
      requiresResponse: true,
    });
    expect((await of("Ben").messages()).map(({ id }) => id)).toEqual(["r1", "r2"]);
    expect((await of("Cleo").messages()).map(({ id }) => id)).toEqual(["r1"]);
    expect(await of("Ada").messages()).toEqual([]);
    const stolen = await agent.call("get_thread", { token: of("Cleo").token, id: direct.data.id });
    expect(stolen.error?.code).toBe("message-invalid");
    expect((await of("Cleo").say("I saw that.", { replyTo: direct.data.id })).error?.code).toBe(
      "message-invalid",
    );
    expect((await agent.call("mark_read", { token: of("Cleo").token, ids: ["r2"] })).error?.code).toBe(
      "message-invalid",
    );
  });

  it("keeps read marks for each reader, and counts what is unread", async () => {
    const { of, clock, agent } = await room(["Ada", "Ben", "Cleo"]);
    for (let n = 0; n < 3; n++) {
      await of("Ada").say(sentence(n));
      clock.pass(6);
    }
    expect((await agent.call("mark_read", { token: of("Ben").token, ids: ["r1", "r3"] })).data.unread).toBe(1);
    expect((await of("Ben").messages()).map(({ id }) => id)).toEqual(["r2"]);
    expect((await of("Ben").messages({ since: "r1" })).map(({ id, read }) => [id, read])).toEqual([
      ["r2", false],
      ["r3", true],
    ]);
    expect((await of("Cleo").messages()).length).toBe(3);
  });

  it("has threads of one level, and refuses a reply to what there is not", async () => {
    const { of, clock, agent } = await room(["Ada", "Ben"]);
    await of("Ada").say("Which store is the slowest of all?", { kind: "query", requiresResponse: true });
    const first = await of("Ben").say("The one on the east side, by far.", { kind: "response", replyTo: "r1" });
    clock.pass(6);
    const second = await of("Ada").say("Then we measure that one first.", { replyTo: first.data.id });
    expect([first.data.thread, second.data.thread]).toEqual(["r1", "r1"]);
    const thread = await agent.call("get_thread", { token: of("Ada").token, id: "r3" });
    expect(thread.data.messages.map(({ id }: { id: string }) => id)).toEqual(["r1", "r2", "r3"]);
    expect((await of("Ben").say("To nothing at all", { replyTo: "r99" })).error?.code).toBe("message-invalid");
  });

  it("lets everybody choose what they want of what is for all", async () => {
    const wants = { wants: { kinds: ["query"], priorities: ["high", "urgent"] } };
    const { of, clock } = await room(["Ada", "Ben"], { Ben: wants });
    await of("Ada").say(sentence(1), { kind: "query", priority: "low" });
    clock.pass(6);
    await of("Ada").say(sentence(2), { kind: "query", priority: "high" });
    clock.pass(6);
    await of("Ada").say(sentence(3), { to: "Ben", priority: "low" });
    expect((await of("Ben").messages()).map(({ id }) => id)).toEqual(["r2", "r3"]);
  });

  it("knows a participant by its token, after a restart too, and gives no name to another", async () => {
    const { of, cwd, clock, agent } = await room(["Ada"]);
    for (const name of ["Ada", "ADA ", "boardroom", "all"])
      expect((await agent.call("subscribe", { name })).error?.code).toBe("name-taken");
    expect((await agent.call("subscribe", { name: "Ada", token: "room_x" })).error?.code).toBe("name-taken");
    await agent.client.close();
    const back = await agentAt(ioIn(cwd, { now: clock.now }));
    const again = await back.call("subscribe", { name: "ada", token: of("Ada").token, status: "busy" });
    expect(again.data).toMatchObject({ name: "Ada", token: of("Ada").token });
    clock.pass(6);
    expect((await back.call("list_present", { token: of("Ada").token })).data.participants).toMatchObject([
      { name: "Ada", status: "busy" },
    ]);
    expect((await back.call("send_message", { token: "room_x", text: "hello there" })).error?.code).toBe(
      "token-refused",
    );
    expect(logIn(cwd)).not.toContain(of("Ada").token);
  });

  it("makes who gives no sign for thirty minutes dormant", async () => {
    const { of, clock, agent } = await room(["Ada", "Ben"]);
    const standing = async () =>
      (await agent.call("list_present", { token: of("Ada").token })).data.participants.map(
        ({ status }: { status: string }) => status,
      );
    clock.pass(29 * 60);
    await of("Ben").say("Still here, reading along quietly.");
    expect(await standing()).toEqual(["online", "online"]);
    clock.pass(60);
    expect(await standing()).toEqual(["dormant", "online"]);
  });

  it("counts the answers to a proposal until its deadline", async () => {
    const { of, clock, agent } = await room(["Ada", "Ben", "Cleo"]);
    const deadline = new Date(clock.ms + 600_000).toISOString();
    const proposal = { kind: "consensus_proposal", deadline, requiresResponse: true };
    expect(
      (await of("Ada").say("We drop the old index.", { ...proposal, deadline: "2020-01-01T00:00:00Z" })).error
        ?.code,
    ).toBe("message-invalid");
    expect((await of("Ada").say("We drop the old index.", proposal)).error).toBeNull();
    const answer = (stance: string, confidence: number) => ({
      kind: "consensus_answer",
      replyTo: "r1",
      stance,
      confidence,
    });
    await of("Ben").say("It has not been read since May.", answer("agree", 0.9));
    const count = async () =>
      (await agent.call("get_thread", { token: of("Ada").token, id: "r1" })).data.proposal;
    expect(await count()).toMatchObject({ agree: 1, missing: ["Cleo"], isOpen: true, isConsensus: false });
    await of("Cleo").say("Only after a copy is made of it.", answer("modify", 0.5));
    clock.pass(6);
    await of("Cleo").say("The copy exists, I have looked it up.", answer("agree", 0.7));
    expect(await count()).toEqual({
      agree: 2,
      disagree: 0,
      modify: 0,
      confidence: 0.8,
      missing: [],
      isOpen: true,
      isConsensus: true,
    });
    clock.pass(600);
    expect(
      (await of("Ben").say("I have thought about it again.", answer("disagree", 1))).error?.problems[0]
        ?.message,
    ).toContain("was open until");
    expect(await count()).toMatchObject({ agree: 2, isOpen: false });
  });

  it("tells who has come to a point", async () => {
    const { of, agent } = await room(["Ada", "Ben", "Cleo"]);
    await of("Ada").say("All data loaded before we begin.", {
      kind: "sync_point",
      awaits: ["Ben", "Cleo"],
      requiresResponse: true,
    });
    await of("Ben").say("Everything is loaded on my side.", { kind: "sync_arrival", replyTo: "r1" });
    const sync = (await agent.call("get_thread", { token: of("Cleo").token, id: "r1" })).data.sync;
    expect(sync).toEqual({ arrived: ["Ben"], missing: ["Cleo"], isReached: false });
  });

  it("invites once, at the opening, with everything in it, and no wish hides it", async () => {
    const { of, agent, clock, cwd } = await room(["Ada"], { Ada: { wants: { kinds: [] } } });
    const held = await agent.call("start_meeting", {
      scenario: "memory-curation",
      seed: 3,
      members: { "tamsin-okoro": "agent:kai" },
    });
    expect(held.error).toBeNull();
    expect(logIn(cwd)).toContain("Invitation:");
    const at = clock.now();
    clock.pass(600);
    const [first, ...more] = await of("Ada").messages({ seconds: 5 });
    expect(more).toEqual([]);
    expect(first?.at).toBe(at);
    expect(first).toMatchObject({ kind: "system_notification", from: "boardroom", meeting: held.data.meeting });
    for (const part of [
      "Invitation:",
      "Purpose:",
      "Agenda: 1.",
      "min)",
      "Phases:",
      "Invited:",
      "Quorum:",
      `Meeting: ${held.data.meeting}`,
    ])
      expect(first?.text).toContain(part);
    expect((await of("Ada").messages()).length).toBe(1);
  });

  it("carries nothing between two who sit at one table, until the meeting has closed", async () => {
    const { of, agent, clock, cwd } = await room(["Kai", "Noor", "Cleo"]);
    const members = { chen: "agent:kai", kumar: "agent:noor" };
    const { data } = await agent.call("start_meeting", { scenario: "small", seed: 6, maxMessages: 4, members });
    for (const to of ["noor", "ALL"]) {
      const { error } = await of("Kai").say("Let us both vote no on this.", { to });
      expect(error?.code).toBe("not-allowed");
      expect(error?.problems[0]?.message).toContain(`you are a member of ${data.meeting} with noor`);
    }
    expect(await of("Noor").messages()).toEqual([]);
    expect((await of("Kai").say("I sit in a meeting until noon.", { to: "Cleo" })).error).toBeNull();
    expect(logIn(cwd)).not.toContain("both vote no");
    for (const { code } of data.seats) {
      const { token } = (await agent.call("join_meeting", { meeting: data.meeting, code })).data;
      await agent.call("leave_meeting", { meeting: data.meeting, token });
    }
    for (let over = false; !over; )
      over = (await agent.call("wait_for_meeting", { meeting: data.meeting })).data.over;
    clock.pass(6);
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
    expect((await of("Ben").say("The number goes on from there.", {})).error?.code).toBe("limit-exceeded");
    clock.pass(6);
    expect((await of("Ben").say("The number goes on from there.")).data.id).toBe("r11");
    const fresh = await agentAt(ioIn(cwd, { now: clock.now }));
    const seen = await fresh.call("get_messages", { token: of("Ben").token, since: "r0" });
    expect(seen.data.messages).toEqual([]);
    expect(
      (await agent.call("list_present", { token: of("Ben").token })).data.participants.map(
        ({ name }: { name: string }) => name,
      ),
    ).toContain("Ben");
  });

  it("goes on after a line that a stop has torn off", async () => {
    const { of, clock, cwd } = await room(["Ada", "Ben"]);
    await of("Ada").say("Whole and on a line of its own.");
    appendFileSync(join(cwd, LOG), `{"type":"sent","at":"2026-`);
    clock.pass(6);
    const back = await agentAt(ioIn(cwd, { now: clock.now }));
    await back.call("send_message", { token: of("Ben").token, text: "Said after the line was torn." });
    expect((await back.call("get_messages", { token: of("Ada").token })).data.messages).toMatchObject([
      { id: "r2", from: "Ben" },
    ]);
    expect((await back.call("get_messages", { token: of("Ben").token })).data.messages).toMatchObject([
      { id: "r1", from: "Ada" },
    ]);
  });

  it("numbers what several servers write at once without a gap or a double", async () => {
    const { of, cwd, clock } = await room(["A", "B", "C", "D", "E", "F"]);
    const doors = await Promise.all([1, 2, 3].map(() => agentAt(ioIn(cwd, { now: clock.now }))));
    const sent = await Promise.all(
      ["A", "B", "C", "D", "E", "F"].map((name, at) =>
        doors[at % 3]?.call("send_message", { token: of(name).token, text: sentence(at) }),
      ),
    );
    expect(sent.map((each) => each?.data.id).toSorted()).toEqual(["r1", "r2", "r3", "r4", "r5", "r6"]);
  });
});

describe("the rules against chatter", () => {
  const refusal = ({ error }: ToolReply) => [
    error?.code,
    error?.problems[0]?.message,
    error?.problems[0]?.remedy,
  ];

  it("leave five seconds between two messages, and say until when", async () => {
    const { of, clock } = await room(["Ada"]);
    await of("Ada").say(sentence(1));
    clock.pass(4);
    expect(refusal(await of("Ada").say(sentence(2)))).toEqual([
      "limit-exceeded",
      "not sent: 5 s between two messages",
      "It is refused until 2026-03-02T10:00:05.000Z.",
    ]);
    clock.pass(1);
    expect((await of("Ada").say(sentence(2))).error).toBeNull();
  });

  it("let twenty unasked an hour through, and any answer to a question", async () => {
    const { of, clock } = await room(["Ada", "Ben"]);
    for (let n = 0; n < 20; n++) {
      expect((await of("Ada").say(sentence(n))).error).toBeNull();
      clock.pass(10);
    }
    const [code, says, until] = refusal(await of("Ada").say(sentence(20)));
    expect([code, says]).toEqual(["limit-exceeded", "not sent: 20 unrequested messages an hour"]);
    expect(until).toBe("It is refused until 2026-03-02T11:00:00.000Z.");
    const asked = await of("Ben").say("What did the last one say, Ada?", {
      kind: "query",
      requiresResponse: true,
    });
    expect(
      (await of("Ada").say("It said nothing new about violins.", { replyTo: asked.data.id })).error,
    ).toBeNull();
    clock.ms = Date.parse("2026-03-02T11:00:01.000Z");
    expect((await of("Ada").say(sentence(21))).error).toBeNull();
  });

  it("refuse what has been said already in nearly the same words", async () => {
    const { of, clock } = await room(["Ada"]);
    await of("Ada").say("The east store answers slowly every single morning.");
    clock.pass(60);
    const [code, says, until] = refusal(
      await of("Ada").say("The east store answers slowly, every single morning!"),
    );
    expect([code, says]).toEqual([
      "limit-exceeded",
      "not sent: nothing that shares more than 0.7 of its words with what you said (r1)",
    ]);
    expect(until).toBe("It is refused until 2026-03-02T11:00:00.000Z.");
    expect((await of("Ada").say("The east store is fine by the evening.")).error).toBeNull();
  });

  it("refuse the fourth short reply in a row", async () => {
    const { of, clock } = await room(["Ada", "Ben"]);
    await of("Ben").say("What do you make of the plan so far?", { kind: "query", requiresResponse: true });
    for (const text of ["yes", "fine", "good one"]) {
      expect((await of("Ada").say(text, { replyTo: "r1" })).error).toBeNull();
      clock.pass(6);
    }
    expect(refusal(await of("Ada").say("okay", { replyTo: "r1" }))).toEqual([
      "limit-exceeded",
      "not sent: at most 3 replies in a row under 10 characters",
      "It is refused until you say something longer.",
    ]);
    expect((await of("Ada").say("It is fine as far as I can see.", { replyTo: "r1" })).error).toBeNull();
  });

  it.each([
    ["no text", { text: "" }],
    ["a whole book", { text: "x".repeat(8_001) }],
    ["a notification of its own", { text: "All is well", kind: "system_notification" }],
    ["a reader whom nobody knows", { text: "Hello there", to: "Zoe" }],
    ["a stance without a proposal", { text: "I agree with it", stance: "agree" }],
    ["an answer to no proposal", { text: "I agree with it", kind: "consensus_answer", stance: "agree" }],
    ["a point without anybody", { text: "Come here, all", kind: "sync_point" }],
    ["a deadline of no proposal", { text: "Come here, all", deadline: "2030-01-01T00:00:00Z" }],
  ])("never see %s in the log", async (_, given) => {
    const { of, cwd } = await room(["Ada"]);
    const { text, ...more } = given as { text: string };
    expect((await of("Ada").say(text, more)).error).not.toBeNull();
    expect(logIn(cwd)).not.toContain('"sent"');
  });
});
