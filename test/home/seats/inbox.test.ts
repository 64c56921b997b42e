import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Act, createMemoryJournal } from "boardroom";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  findRefusal,
  INBOX_FILE,
  isAnswerWaiting,
  isWaiting,
  openFileInbox,
  writeAct,
  writeAnswer,
} from "../../../src/home/seats/inbox.ts";
import { eventsOf, exampleMeeting } from "../../support/meetings.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "boardroom-inbox-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const say = (text: string): Act => ({ person: "chair", does: { act: "interject", text } });
const file = () => join(folder, INBOX_FILE);
const put = (text: string) => appendFileSync(file(), text);

async function heldMeeting(onRefused?: (why: string) => void) {
  const journal = createMemoryJournal();
  const inbox = openFileInbox({ folder: () => folder, journal, onRefused });
  const meeting = exampleMeeting({}, { journal, inbox });
  const result = await meeting.run();
  inbox.close();
  return { meeting, result };
}

describe("an act left for another process", () => {
  it("is a whole line that only its owner can read", () => {
    const id = writeAct(folder, say("Hello."));
    expect(JSON.parse(readFileSync(file(), "utf8"))).toEqual({ id, ...say("Hello.") });
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    expect([isWaiting(folder, id), findRefusal(folder, id)]).toEqual([true, null]);
  });

  it("is taken in the order it was left in, recorded, and then removed", async () => {
    const texts = ["one", "two", "three", "four", "five"];
    const ids = texts.map((text) => writeAct(folder, say(text)));
    const { meeting } = await heldMeeting();
    const acted = eventsOf(meeting.journal.events, "person.acted");
    expect(acted.map(({ does }) => "text" in does && does.text)).toEqual(texts);
    expect(acted.map(({ order }) => order)).toEqual([1, 2, 3, 4, 5]);
    expect(acted.map(({ id }) => id)).toEqual(ids);
    expect(existsSync(file())).toBe(false);
    expect(ids.map((id) => isWaiting(folder, id))).toEqual(ids.map(() => false));
  });

  it("is refused and told where it came too late for a meeting that has closed", async () => {
    const told: string[] = [];
    const journal = createMemoryJournal();
    const inbox = openFileInbox({
      folder: () => folder,
      journal,
      onRefused: (why) => told.push(why),
    });
    await exampleMeeting({}, { journal, inbox }).run();
    const id = writeAct(folder, say("One more thing."));
    inbox.close();
    expect(told).toEqual(["the meeting had closed"]);
    expect([isWaiting(folder, id), findRefusal(folder, id)]).toEqual([
      false,
      "the meeting had closed",
    ]);
    expect(readFileSync(file(), "utf8")).toContain("One more thing.");
  });

  it("is not taken twice where its line outlived a crash", async () => {
    const id = writeAct(folder, say("once"));
    const text = readFileSync(file(), "utf8");
    const { meeting } = await heldMeeting();
    put(text);
    const inbox = openFileInbox({ folder: () => folder, journal: meeting.journal });
    expect(inbox.drain()).toEqual([]);
    expect(isWaiting(folder, id)).toBe(false);
    inbox.close();
    expect(existsSync(file())).toBe(false);
  });

  it("is taken again where the process ended before it was recorded", () => {
    writeAct(folder, say("once"));
    const [first, second] = [1, 2].map(() =>
      openFileInbox({ folder: () => folder, journal: createMemoryJournal() }),
    );
    expect(first?.drain()).toHaveLength(1);
    expect(first?.drain()).toEqual([]);
    expect(second?.drain()).toHaveLength(1);
  });
});

describe("an answer left for another process", () => {
  it("waits for its person and its question, and is given out once", () => {
    const inbox = openFileInbox({ folder: () => folder, journal: createMemoryJournal() });
    const id = writeAnswer(folder, { person: "Ngo", answer: { content: "Yes." }, to: "3" });
    expect([isAnswerWaiting(folder, "ngo", "3"), isAnswerWaiting(folder, "ngo", "4")]).toEqual([
      true,
      false,
    ]);
    expect([inbox.holdsAnswer("mai", "3"), inbox.takeAnswer("ngo", "4")]).toEqual([false, null]);
    expect(inbox.holdsAnswer("ngo", "3")).toBe(true);
    expect(inbox.takeAnswer("ngo", "3")).toMatchObject({ id, answer: { content: "Yes." } });
    expect([inbox.holdsAnswer("ngo", "3"), inbox.takeAnswer("ngo", "3")]).toEqual([false, null]);
  });
});

describe("a line that is no act", () => {
  it.each([
    ["not JSON", "{"],
    ["not an act", '{"id":"1","person":"chair","does":{"act":"shout"}}'],
    ["more than an act", '{"id":"1","person":"chair","does":{"act":"adjourn"},"at":"now"}'],
    ["nobody's", '{"id":"1","person":" ","does":{"act":"adjourn"}}'],
    [
      "for nobody at the table",
      '{"id":"1","person":"chair","does":{"act":"give-floor","to":"zoe"}}',
    ],
    ["too large", JSON.stringify({ id: "1", ...say("x".repeat(70_000)) })],
    [
      "a document that is not there",
      '{"id":"1","person":"chair","does":{"act":"bring-document","name":"a"}}',
    ],
  ])("is told once and skipped: %s", async (_, text) => {
    put(`${text}\n`);
    const id = writeAct(folder, say("A sound one."));
    const refused: string[] = [];
    const { meeting } = await heldMeeting((why) => refused.push(why));
    expect(eventsOf(meeting.journal.events, "person.acted").map((event) => event.id)).toEqual([id]);
    expect(refused).toHaveLength(1);
    expect(refused[0]).toBe(
      findRefusal(folder, "1") ?? `${file()}: line 1 is damaged and was skipped`,
    );
  });

  it("is left alone while it is being written", async () => {
    put('{"id":"1","per');
    const refused: string[] = [];
    await heldMeeting((why) => refused.push(why));
    expect(refused).toEqual([]);
  });
});

describe("an inbox without a folder", () => {
  it("still takes the acts of its own process", () => {
    const inbox = openFileInbox({ folder: () => null, journal: createMemoryJournal() });
    inbox.put(say("mine"));
    expect(inbox.drain()).toEqual([say("mine")]);
    expect(inbox.drain()).toEqual([]);
  });
});
