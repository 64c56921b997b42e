import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Act, memoryJournal } from "boardroom";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { fileInbox, INBOX_FOLDER, writeAct } from "../../src/engine/meeting/people/file-inbox.ts";
import { eventsOf, exampleMeeting } from "../support/meetings.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "boardroom-inbox-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const say = (text: string): Act => ({ person: "chair", does: { act: "interject", text } });
const files = () => readdirSync(join(folder, INBOX_FOLDER)).sort();
const put = (name: string, text: string) => {
  mkdirSync(join(folder, INBOX_FOLDER), { recursive: true });
  writeFileSync(join(folder, INBOX_FOLDER, name), text);
};

async function heldMeeting(onRejected?: (file: string, why: string) => void) {
  const journal = memoryJournal();
  const inbox = fileInbox({ folder: () => folder, journal, onRejected });
  const meeting = exampleMeeting({}, { journal, inbox });
  const result = await meeting.run();
  inbox.close();
  return { meeting, result };
}

describe("an act left for another process", () => {
  it("is a whole file that only its owner can read, in a folder that only its owner can enter", () => {
    writeAct(folder, say("Hello."));
    const [name] = files();
    const file = join(folder, INBOX_FOLDER, name!);
    expect(JSON.parse(readFileSync(file, "utf8"))).toEqual(say("Hello."));
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(join(folder, INBOX_FOLDER)).mode & 0o777).toBe(0o700);
    expect(files()).toHaveLength(1);
  });

  it("is taken in the order it was left in, recorded, and then removed", async () => {
    for (const text of ["one", "two", "three", "four", "five"]) writeAct(folder, say(text));
    const { meeting } = await heldMeeting();
    const acted = eventsOf(meeting.journal.events, "person.acted");
    expect(acted.map(({ does }) => "text" in does && does.text)).toEqual([
      "one",
      "two",
      "three",
      "four",
      "five",
    ]);
    expect(acted.map(({ order }) => order)).toEqual([1, 2, 3, 4, 5]);
    expect(files()).toEqual([]);
  });

  it("is put aside and told where it came too late for a meeting that has closed", async () => {
    const told: string[] = [];
    const journal = memoryJournal();
    const onRejected = (_file: string, why: string) => told.push(why);
    const inbox = fileInbox({ folder: () => folder, journal, onRejected });
    await exampleMeeting({}, { journal, inbox }).run();
    writeAct(folder, say("One more thing."));
    inbox.close();
    expect(told).toEqual(["the meeting had closed"]);
    expect(files().filter((name) => name.endsWith(".rejected"))).toHaveLength(1);
  });

  it("is not taken twice where its file outlived a crash", async () => {
    writeAct(folder, say("once"));
    const [name] = files();
    const text = readFileSync(join(folder, INBOX_FOLDER, name!), "utf8");
    const { meeting } = await heldMeeting();
    put(name!, text);
    const inbox = fileInbox({ folder: () => folder, journal: meeting.journal });
    expect(inbox.drain()).toEqual([]);
    inbox.close();
    expect(files()).toEqual([]);
  });
});

describe("a file that is no act", () => {
  it.each([
    ["not JSON", "{"],
    ["not an act", '{"person":"chair","does":{"act":"shout"}}'],
    ["more than an act", '{"person":"chair","does":{"act":"adjourn"},"at":"now"}'],
    ["nobody's", '{"person":" ","does":{"act":"adjourn"}}'],
    ["for nobody at the table", '{"person":"chair","does":{"act":"give-floor","to":"zoe"}}'],
    ["too large", JSON.stringify(say("x".repeat(70_000)))],
  ])("is put aside and told: %s", async (_, text) => {
    put("2026.json", text);
    const rejected: string[] = [];
    const { meeting } = await heldMeeting((_file, why) => rejected.push(why));
    expect(eventsOf(meeting.journal.events, "person.acted")).toEqual([]);
    expect(rejected).toHaveLength(1);
    expect(files()).toEqual(["2026.json.rejected", "2026.json.why"]);
    expect(readFileSync(join(folder, INBOX_FOLDER, "2026.json.why"), "utf8")).toBe(`${rejected[0]}\n`);
  });

  it("is left alone while it is being written", async () => {
    put(".2026.tmp", "{");
    await heldMeeting();
    expect(files()).toEqual([".2026.tmp"]);
  });
});

describe("an inbox without a folder", () => {
  it("still takes the acts of its own process", () => {
    const inbox = fileInbox({ folder: () => null, journal: memoryJournal() });
    inbox.put(say("mine"));
    expect(inbox.drain()).toEqual([say("mine")]);
    expect(inbox.drain()).toEqual([]);
  });
});
