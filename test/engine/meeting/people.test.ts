import { existsSync } from "node:fs";
import { join } from "node:path";
import {
  board,
  createDocumentAct,
  createMemoryJournal,
  type Journal,
  type Json,
  type MeetingEvent,
  type MeetingSetup,
  type ModelRequest,
  resumeMeeting,
} from "boardroom";
import { scriptedModel } from "boardroom/testing";
import { describe, expect, it } from "vitest";
import { sortByPath } from "../../../src/engine/transcript/path.ts";
import { INBOX_FILE, openFileInbox, writeAct } from "../../../src/home/seats/inbox.ts";
import { exampleScenario } from "../../support/example-scenario.ts";
import { emptyFolder } from "../../support/folders.ts";
import { eventsOf, exampleMeeting, talker } from "../../support/meetings.ts";
import { rerunMeeting } from "../../support/rerun.ts";

/** The example board with people on these seats. */
function boardOf(people: Readonly<Record<string, string>>, changes = {}) {
  const scenario = exampleScenario({ options: { selector: { name: "round-robin" } }, ...changes });
  const members = scenario.members.map((seat) =>
    people[seat.id] ? { ...seat, model: `human:${people[seat.id]}` } : seat,
  );
  return { ...scenario, members };
}

const yes = { verdict: "YES", reasoning: "The memo says so." };
const leaves = { ...yes, content: "I have heard enough.", withdraw: true };

const createModel: MeetingSetup["createModel"] = ({ id }) =>
  scriptedModel(Array.from({ length: 60 }, () => talker(id, "YES")));

const goOn = (journal: Journal, more: object = {}) =>
  resumeMeeting({ journal, protocol: board, createModel, ...more });

describe("a member who is a person", () => {
  it("has the floor, casts ballots and withdraws as any other, with question and answer on record", async () => {
    const people = async (_person: string, { form }: { form?: Json }) =>
      form === "ballot" ? yes : { ...leaves, to: "ben", confidence: 0.8, cite: ["memo.md#L3"] };
    const meeting = exampleMeeting({}, { scenario: boardOf({ ada: "Ngo" }), people });
    const result = await meeting.run();
    expect(result.status).toBe("closed");
    const [spoken] = eventsOf(meeting.journal.events, "message.spoken").filter(
      ({ speaker }) => speaker === "ada",
    );
    expect(spoken).toMatchObject({
      ...{
        to: "ben",
        verdict: "YES",
        confidence: 0.8,
        withdrawn: true,
        parse: "strict",
        flags: [],
      },
      citations: [
        { ref: "memo.md#L3", quote: "The pilot cut costs by 12 % in one year.", found: "exact" },
      ],
    });
    const asked = eventsOf(meeting.journal.events, "human.asked");
    const answered = eventsOf(meeting.journal.events, "human.answered");
    expect(asked.map(({ path }) => path)).toEqual(answered.map(({ path }) => path));
    expect(asked[0]).toMatchObject({
      person: "Ngo",
      path: "1/1/1.1",
      request: { seat: "ada", form: "ballot" },
    });
    expect(meeting.state.members.get("ada")!.ballots[0]).toMatchObject({
      kind: "opening",
      verdict: "YES",
    });
    expect(meeting.state.awaited).toEqual([]);
    expect(
      eventsOf(meeting.journal.events, "call.answered").some(({ speaker }) => speaker === "ada"),
    ).toBe(false);
    expect(await rerunMeeting({ events: meeting.journal.events, protocol: board })).toMatchObject({
      isSame: true,
    });
  });

  it("is told what is wrong by the rules that hold for models, and may try again as often as it takes", async () => {
    const tries = [
      { content: "", pass: false },
      { content: "No reason.", verdict: "YES" },
      { content: "No such option.", verdict: "PERHAPS", reasoning: "Why not?" },
      { content: "Odd.", mood: "grim" },
      { content: "Out.", withdraw: true },
      leaves,
    ];
    const problems: Json[] = [];
    const people = async (_: string, request: { [key: string]: Json }) => {
      if (request.form === "ballot") return yes;
      problems.push(request.problem ?? null);
      return tries.shift() as { [key: string]: Json };
    };
    const meeting = exampleMeeting({}, { scenario: boardOf({ ada: "Ngo" }), people });
    await meeting.run();
    expect(problems).toEqual([
      null,
      "Your message has no content. Say something, or pass.",
      "Give the reasoning for your verdict.",
      '"PERHAPS" is not an option. Choose one of YES, MAYBE, NO, or NONE and say why you have none.',
      expect.stringContaining("mood"),
      expect.stringContaining("You cannot withdraw without a verdict"),
    ]);
    const spoken = eventsOf(meeting.journal.events, "message.spoken").filter(
      ({ speaker }) => speaker === "ada",
    );
    expect(spoken).toHaveLength(1);
    expect(await rerunMeeting({ events: meeting.journal.events, protocol: board })).toMatchObject({
      isSame: true,
    });
  });

  it("passes, or declines with a reason, which is an absence", async () => {
    const said = [{ pass: true }, { absent: "a conflict of interest" }, leaves];
    const people = async (_: string, { form }: { form?: Json }) =>
      (form === "ballot" ? yes : said.shift()!) as { [key: string]: Json };
    const meeting = exampleMeeting({}, { scenario: boardOf({ ada: "Ngo" }), people });
    await meeting.run();
    const own = (event: { speaker: string }) => event.speaker === "ada";
    expect(eventsOf(meeting.journal.events, "turn.passed").filter(own)).toHaveLength(1);
    expect(eventsOf(meeting.journal.events, "turn.absent").filter(own)).toMatchObject([
      { reason: "declined: a conflict of interest" },
    ]);
  });
});

function listTypes(events: readonly MeetingEvent[]): readonly string[] {
  return sortByPath(events).map(({ type }) => type);
}

describe("a person who is not there", () => {
  it("is waited for: the meeting says so, and goes on from the same place when an answer has come", async () => {
    const journal = createMemoryJournal();
    const first = exampleMeeting({}, { scenario: boardOf({ ada: "Ngo" }), journal });
    expect(await first.run()).toEqual({ status: "waiting", reason: "waiting for Ngo" });
    expect(first.state.awaited).toMatchObject([{ person: "Ngo", path: "1/1/1.1" }]);
    const length = journal.events.length;
    const second = goOn(journal);
    expect(await second.run()).toMatchObject({ status: "waiting" });
    expect(journal.events).toHaveLength(length);
    const third = goOn(journal);
    third.answer({ person: "ngo", answer: yes, to: "1/1/1.1" });
    expect(await third.run()).toMatchObject({ status: "waiting" });
    expect(third.state.members.get("ada")!.ballots).toHaveLength(1);
    const last = goOn(journal, {
      people: async (_: string, { form }: { form?: Json }) => (form === "ballot" ? yes : leaves),
    });
    expect(await last.run()).toMatchObject({ status: "closed" });
    expect(await rerunMeeting({ events: journal.events, protocol: board })).toMatchObject({
      isSame: true,
    });
  });

  it("can be stopped after every event and gone on with, without being asked again what was answered", async () => {
    const said = (problem: Json) => (problem === null ? { content: "x", verdict: "YES" } : leaves);
    const asked: string[] = [];
    const people = async (
      _: string,
      { form, problem = null }: { [key: string]: Json },
      ..._more: unknown[]
    ) => {
      asked.push(String(form));
      return form === "ballot" ? yes : said(problem);
    };
    const scenario = boardOf({ ada: "Ngo", cleo: "Mai" });
    const whole = exampleMeeting({}, { scenario, people });
    await whole.run();
    const { events } = whole.journal;
    const lines = events.map((event) => JSON.stringify(event));
    const total = asked.length;
    for (let kept = 2; kept < events.length; kept++) {
      const journal = createMemoryJournal();
      for (const { seq: _, prev: __, ...draft } of events.slice(0, kept))
        journal.append(draft as never);
      asked.length = 0;
      const answeredBefore = eventsOf(journal.events, "human.answered").length;
      const model: typeof createModel = ({ id }) => resumedTalker(id);
      await resumeMeeting({ journal, protocol: board, createModel: model, people }).run();
      // People are asked side by side, so events of one group may come in another order.
      expect(listTypes(journal.events)).toEqual(listTypes(events));
      expect(asked.length).toBe(total - answeredBefore);
    }
    expect(lines.length).toBeGreaterThan(20);
  });

  it("who stays silent beyond the deadline is absent, by a decision that is on record", async () => {
    const scenario = boardOf({ ada: "Ngo" }, { limits: { answerMinutes: 30 } });
    const journal = createMemoryJournal();
    let now = "2026-05-04T08:00:00.000Z";
    const first = exampleMeeting({}, { scenario, journal, now: () => now });
    expect(await first.run()).toMatchObject({ status: "waiting" });
    expect(first.state.awaited[0]!.request).toMatchObject({ deadline: "2026-05-04T08:30:00.000Z" });
    now = "2026-05-04T08:29:59.000Z";
    expect(await goOn(journal, { now: () => now }).run()).toMatchObject({ status: "waiting" });
    now = "2026-05-04T08:30:00.000Z";
    await goOn(journal, { now: () => now }).run();
    expect(eventsOf(journal.events, "turn.absent")[0]).toMatchObject({
      ...{ speaker: "ada", ballot: "opening", reason: "no answer until 2026-05-04T08:30:00.000Z" },
    });
    expect(eventsOf(journal.events, "human.answered")[0]!.answer).toEqual({
      lapsed: "2026-05-04T08:30:00.000Z",
    });
    expect(await rerunMeeting({ events: journal.events, protocol: board })).toMatchObject({
      isSame: true,
    });
  });
});

function resumedTalker(seat: string) {
  const answer = ({ turns, instruction }: ModelRequest) => {
    const own = turns
      .filter(({ role }) => role === "assistant")
      .flatMap(({ parts }) => parts).length;
    const say = talker(seat, "YES", 2) as (request: ModelRequest) => string;
    for (let n = 0; n < own; n++) say({ instruction: "" } as ModelRequest);
    return say({ instruction } as ModelRequest);
  };
  return scriptedModel(Array.from({ length: 40 }, () => answer));
}

describe("several people, each from a terminal of their own", () => {
  it("are asked for their private ballots side by side: nobody waits for another's answer", async () => {
    const asked: string[] = [];
    const people = async (person: string, { form }: { form?: Json }) => {
      asked.push(person);
      if (form !== "ballot") return leaves;
      for (let looks = 0; looks < 1_000 && new Set(asked).size < 3; looks++)
        await Promise.resolve();
      return new Set(asked).size === 3 ? yes : { absent: "was asked alone" };
    };
    const createModel: MeetingSetup["createModel"] = ({ id }) => ({
      ...scriptedModel(Array.from({ length: 60 }, () => talker(id, "YES"))),
      deterministic: true,
    });
    const scenario = boardOf({ ada: "Ngo", ben: "Mai", cleo: "Ira" });
    const meeting = exampleMeeting({}, { scenario, people, createModel });
    expect(await meeting.run()).toMatchObject({ status: "closed" });
    expect(asked.slice(0, 3).sort()).toEqual(["Ira", "Mai", "Ngo"]);
    expect(eventsOf(meeting.journal.events, "turn.absent")).toEqual([]);
    expect(await rerunMeeting({ events: meeting.journal.events, protocol: board })).toMatchObject({
      isSame: true,
    });
  });
});

describe("whoever attends", () => {
  it("brings a document at a message, which everybody sees from then on and can cite", async () => {
    const folder = emptyFolder();
    const journal = createMemoryJournal();
    const letter = {
      name: "a letter!.md",
      title: "A letter",
      text: "The licence was revoked.\r\n",
    };
    writeAct(folder, createDocumentAct("Mai", letter, 4));
    const inbox = openFileInbox({ folder: () => folder, journal });
    const seen = new Map<number, boolean>();
    const meeting = exampleMeeting(
      {
        ada: ({ instruction, turns }) => {
          const shown = turns.some(({ parts }) =>
            parts.some((part) => part.includes("The licence was revoked.")),
          );
          seen.set(seen.size, shown);
          return (
            talker("ada", "YES", instruction.includes('-vote"') || shown ? 1 : 9) as (
              r: object,
            ) => string
          )({ instruction });
        },
      },
      { journal, inbox, scenario: boardOf({}) },
    );
    await meeting.run();
    inbox.close();
    const [added] = eventsOf(journal.events, "document.added").filter(({ by }) => by !== null);
    expect(added).toMatchObject({
      name: "a-letter-.md",
      by: "Mai",
      text: "The licence was revoked.",
    });
    const before = journal.events.slice(0, added!.seq);
    const counted = before.filter(({ type }) =>
      ["message.spoken", "notice.given", "turn.passed"].includes(type),
    );
    expect(counted).toHaveLength(4);
    expect([...seen.values()]).toContain(true);
    expect(seen.get(0)).toBe(false);
    expect(meeting.state.documents.map(({ name }) => name)).toContain(added!.name);
    expect(existsSync(join(folder, INBOX_FILE))).toBe(false);
    expect(await rerunMeeting({ events: journal.events, protocol: board })).toMatchObject({
      isSame: true,
    });
  });

  it("whispers to one member, whom alone it reaches, with a mark in the record", async () => {
    const prompts = new Map<string, string>();
    const keep = (seat: string) => (request: ModelRequest) => {
      prompts.set(seat, JSON.stringify(request.turns));
      return (talker(seat, "YES", 1) as (r: ModelRequest) => string)(request);
    };
    const meeting = exampleMeeting(
      { ada: keep("ada"), ben: keep("ben"), cleo: keep("cleo") },
      { scenario: boardOf({}) },
    );
    meeting.act({ person: "Mai", does: { act: "whisper", to: "ben", text: "Mind the licence." } });
    await meeting.run();
    expect(prompts.get("ben")).toContain("Mind the licence.");
    expect(prompts.get("ada")).not.toContain("Mind the licence.");
    expect(prompts.get("cleo")).not.toContain("Mind the licence.");
    expect(eventsOf(meeting.journal.events, "person.acted")[0]).toMatchObject({
      does: { act: "whisper", to: "ben" },
    });
  });
});
