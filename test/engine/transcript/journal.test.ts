import {
  appendFileSync,
  copyFileSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import {
  board,
  copyJournal,
  createJournal,
  createMemoryJournal,
  type MeetingEvent,
  openMeeting,
  readTranscript,
  reopenJournal,
} from "boardroom";
import type { Draft } from "boardroom/extend";
import { scriptedModel } from "boardroom/testing";
import { describe, expect, it } from "vitest";
import { isVacant } from "../../../src/engine/transcript/journal-file.ts";
import { exampleScenario, reply } from "../../support/example-scenario.ts";
import { emptyFolder } from "../../support/folders.ts";
import { holdSmallMeeting, linesOf, writeLog } from "../../support/transcripts.ts";

const fact = (name: string): Draft => ({
  type: "fact.recorded",
  path: "1",
  at: "2026-01-05T09:00:00.000Z",
  name,
  data: null,
});

/** The first event of a meeting, without which no record is read. */
async function opening(): Promise<Draft> {
  const { seq: _, prev: __, ...opened } = (await holdSmallMeeting()).journal.events[0]!;
  return opened as Draft;
}

describe("a journal on disk", () => {
  it("holds the same lines as one in memory, for its owner alone", async () => {
    const folder = join(emptyFolder(), "new", "meeting");
    const journal = createJournal(folder);
    const meeting = await holdSmallMeeting(journal);
    journal.close();
    const file = join(folder, "events.jsonl");
    expect(readFileSync(file, "utf8")).toBe(linesOf((await holdSmallMeeting()).journal));
    expect(readTranscript(folder)).toMatchObject({ head: meeting.journal.head, torn: false });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(readdirSync(folder)).toEqual(["events.jsonl"]);
  });

  it("never takes the place of one that is there", async () => {
    const folder = emptyFolder();
    const first = createJournal(folder);
    first.append(await opening());
    first.close();
    expect(() => createJournal(folder)).toThrow(/already exists/);
    expect(readdirSync(folder)).toEqual(["events.jsonl"]);
  });

  it("has no name before anything is on disk, and leaves nothing where nothing was written", () => {
    const folder = emptyFolder();
    const journal = createJournal(folder);
    expect(() => readTranscript(folder)).toThrow(
      /no transcript yet: the meeting is being opened, or was stopped.*\n.*boardroom run/,
    );
    expect(isVacant(folder)).toBe(false);
    journal.close();
    expect(readdirSync(folder)).toEqual([]);
    expect(isVacant(folder)).toBe(true);
  });

  it("begins again where one was stopped before it had a name", async () => {
    const folder = emptyFolder();
    writeFileSync(join(folder, "events.jsonl.part"), '{"seq":1,"at":"2026');
    expect(isVacant(folder)).toBe(true);
    const journal = createJournal(folder);
    journal.appendAll([await opening(), fact("two")]);
    journal.close();
    expect(readFileSync(join(folder, "events.jsonl"), "utf8").trimEnd().split("\n")).toHaveLength(
      2,
    );
    expect(isVacant(folder)).toBe(false);
  });

  it("writes what belongs together at once: all of it is read, or nothing", async () => {
    const folder = emptyFolder();
    const sizes = new Set<number>();
    const { journal } = await holdSmallMeeting();
    const own = createJournal(folder);
    const meeting = holdSmallMeeting({
      ...own,
      get events() {
        return own.events;
      },
      get head() {
        return own.head;
      },
      append(draft) {
        sizes.add(readTranscript(folder).events.length);
        return own.append(draft);
      },
    });
    await meeting;
    own.close();
    expect(Math.min(...sizes)).toBe(journal.events.filter(({ path }) => path === "0").length);
  });

  it("begins with the first lines of another, byte for byte", async () => {
    const { journal } = await holdSmallMeeting();
    const from = writeLog(emptyFolder(), linesOf(journal));
    const copy = copyJournal(from, 5, join(emptyFolder(), "copy"));
    expect(linesOf(copy)).toBe(linesOf({ events: journal.events.slice(0, 5) }));
    expect(copy.head).toBe(journal.events[5]!.prev);
    copy.append(fact("after the copy"));
    copy.close();
  });

  it("has no name while it is only a copy: nobody can go on with it as the other meeting", async () => {
    const { journal } = await holdSmallMeeting();
    const from = writeLog(emptyFolder(), linesOf(journal));
    const folder = join(emptyFolder(), "copy");
    const copy = copyJournal(from, 5, folder);
    expect(() => readTranscript(folder)).toThrow(/no transcript yet/);
    copy.append(fact("after the copy"));
    expect(readTranscript(folder).events).toHaveLength(6);
    copy.close();
    expect(readdirSync(folder)).toEqual(["events.jsonl"]);
    expect(() => copyJournal(from, 5, folder)).toThrow(/already exists/);
  });

  it("says that nothing was held where it cannot begin", () => {
    const file = join(emptyFolder(), "file");
    writeFileSync(file, "");
    expect(() => createJournal(join(file, "meeting"))).toThrow(
      /cannot be written: part of the path is a file \(ENOTDIR\)\n {2}No meeting was run and nothing was spent\. Move that file away, or name another folder with --output\./,
    );
  });
});

describe("reopening", () => {
  it("goes on with the chain where it ended", async () => {
    const { journal } = await holdSmallMeeting();
    const folder = writeLog(emptyFolder(), linesOf({ events: journal.events.slice(0, 6) }));
    const again = reopenJournal(folder);
    expect(again.torn).toBe(false);
    for (const { seq: _, prev: __, ...draft } of journal.events.slice(6))
      again.journal.append(draft as Draft);
    again.journal.close();
    expect(readFileSync(join(folder, "events.jsonl"), "utf8")).toBe(linesOf(journal));
  });

  it("cuts off a torn last line before the line that follows, and leaves every whole one", async () => {
    const { journal } = await holdSmallMeeting();
    const whole = linesOf({ events: journal.events.slice(0, 6) });
    const next = Buffer.from(linesOf({ events: [journal.events[6]!] }));
    for (let length = 1; length < next.length; length += 7) {
      const folder = writeLog(
        emptyFolder(),
        Buffer.concat([Buffer.from(whole), next.subarray(0, length)]),
      );
      const again = reopenJournal(folder);
      expect(readFileSync(join(folder, "events.jsonl"), "utf8")).not.toBe(whole);
      again.journal.append(fact("goes on"));
      again.journal.close();
      expect(again.torn, `${length} bytes of line 7`).toBe(true);
      expect(readFileSync(join(folder, "events.jsonl"), "utf8")).toBe(linesOf(again.journal));
    }
  });

  it("overwrites nothing where the damage is of another kind", async () => {
    const bytes = linesOf((await holdSmallMeeting()).journal).replace('"seq":4,', '"seq":4, ');
    const folder = writeLog(emptyFolder(), bytes);
    expect(() => reopenJournal(folder)).toThrow(/events\.jsonl:4: extra spaces, a repeated key/);
    expect(readFileSync(join(folder, "events.jsonl"), "utf8")).toBe(bytes);
    expect(readdirSync(folder)).toEqual(["events.jsonl"]);
  });
});

describe("a memory journal", () => {
  it("writes an event's fields in one order, whoever made them", async () => {
    const outcome = {
      reason: "r",
      margin: 1,
      votes: {},
      rule: "r",
      option: null,
      side: null,
      status: "hung",
    } as const;
    const draft = {
      outcome,
      reason: "r",
      at: "2026-01-05T09:00:00.000Z",
      type: "meeting.closed",
      path: "1",
    } as const;
    const journal = createMemoryJournal();
    journal.append(await opening());
    const event = journal.append(draft);
    expect(Object.keys(event)).toEqual(["seq", "at", "path", "type", "reason", "outcome", "prev"]);
    const read = ["status", "side", "option", "rule", "votes", "margin", "reason"];
    expect(event.type === "meeting.closed" && Object.keys(event.outcome)).toEqual(read);
  });

  it("numbers and chains as one on disk does", async () => {
    const journal = createMemoryJournal();
    const first = journal.append(await opening());
    const second = journal.append(fact("two"));
    expect([first.seq, second.seq]).toEqual([1, 2]);
    expect(second.prev).not.toBe(first.prev);
    expect(journal.head).not.toBe(second.prev);
  });

  it.each([
    ["a count below zero", { output: -1 }],
    ["a fraction", { reasoning: 2.5 }],
    ["a count beyond whole numbers", { uncached: 2 ** 60 }],
    ["no number", { cacheRead: Number.NaN }],
  ])("writes no line that its reader refuses: %s", async (_, odd) => {
    const journal = createMemoryJournal();
    journal.append(await opening());
    const { head } = journal;
    const {
      seq: _seq,
      prev: _prev,
      ...call
    } = (await answeredCall()) as MeetingEvent<"call.answered">;
    const usage = { uncached: 10, cacheRead: 0, cacheWrite: 0, output: 5, reasoning: 0, ...odd };
    expect(() => journal.append({ ...call, usage })).toThrow(
      /the event call.answered was not written.*usage/,
    );
    expect(journal).toMatchObject({ head, events: { length: 1 } });
    expect(journal.append(call as Draft).seq).toBe(2);
  });

  it("writes half of a surrogate pair as a replacement character, and leaves its escape in words alone", async () => {
    const journal = createMemoryJournal();
    journal.append(await opening());
    const event = journal.append(fact("cut \ud83d, whole \u{1f600}, escaped \\ud83d"));
    expect(event).toMatchObject({ name: "cut \ufffd, whole \u{1f600}, escaped \\ud83d" });
    expect(JSON.parse(linesOf(journal).trimEnd().split("\n")[1]!)).toEqual(event);
  });
});

describe("a record that is taken away while the meeting runs", () => {
  const CHANGES: Readonly<Record<string, (folder: string) => void>> = {
    "the folder is removed": (folder) => rmSync(folder, { recursive: true }),
    "the file is removed": (folder) => rmSync(join(folder, "events.jsonl")),
    "an equal copy is put in its place": (folder) => {
      copyFileSync(join(folder, "events.jsonl"), join(folder, "copy"));
      renameSync(join(folder, "copy"), join(folder, "events.jsonl"));
    },
    "another process adds a line": (folder) => appendFileSync(join(folder, "events.jsonl"), "{}\n"),
    "it is cut": (folder) => truncateSync(join(folder, "events.jsonl"), 10),
  };

  it.each(Object.entries(CHANGES))(
    "stops it before the next call that is paid for: %s",
    async (_, change) => {
      const folder = join(emptyFolder(), "meeting");
      let calls = 0;
      const journal = createJournal(folder);
      const answer = () => {
        calls += 1;
        if (calls === 5) change(folder);
        return reply({ verdict: "YES", content: `Words ${calls}.` });
      };
      const meeting = openMeeting({
        scenario: exampleScenario(),
        protocol: board,
        seed: 7,
        journal,
        createModel: () => ({ ...scriptedModel(Array(60).fill(answer)), deterministic: false }),
      });
      await expect(meeting.run()).rejects.toMatchObject({ code: "transcript-unwritable" });
      expect(calls).toBe(5);
    },
  );
});

async function answeredCall() {
  const { events } = (await holdSmallMeeting()).journal;
  return events.find(({ type }) => type === "call.answered")!;
}
