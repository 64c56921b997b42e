import {
  createPlainView,
  foldTranscript,
  incidents,
  LANGUAGES,
  type MeetingEvent,
  plainPalette,
  readTranscript,
  textTable,
  transcriptMarkdown,
  verdictTable,
  wordsIn,
} from "boardroom";
import type { Draft, EventType } from "boardroom/extend";
import { describe, expect, it } from "vitest";
import { messageParts } from "../../src/telling/message.ts";
import { type ToldAsBlock, tell } from "../../src/telling/tell.ts";
import { ballot, draft, opened, resume, seat, spoken } from "../reports/meeting.ts";

const [en, de] = [wordsIn("en"), wordsIn("de")];

const OUTCOME = {
  status: "decided",
  side: "for",
  option: null,
  rule: "plurality of sides",
  votes: { for: 2, against: 1, neutral: 0, NO_VERDICT: 0 },
  margin: 1,
  reason: "2 of 3 votes for",
} as const;

/** One of each kind; the compiler asks for one of a new kind. */
const EVENTS: Readonly<Record<Exclude<EventType, ToldAsBlock>, Draft>> = {
  "meeting.opened": opened(),
  "meeting.approved": draft("meeting.approved", "0", {
    id: "a",
    by: "ines",
    approved: "2026-03-02T09:00:00.000Z",
    estimate: 1.5,
    binding: { question: "", context: "", price: "" },
  }),
  "document.added": resume(),
  "call.answered": draft("call.answered", "1.1", {
    speaker: "chen",
    purpose: "turn",
    asked: "m",
    answered: "m",
    request: "",
    text: "",
    stop: "end",
    usage: null,
    cost: null,
    latencyMs: 1,
  }),
  "call.failed": draft("call.failed", "1.1", {
    speaker: "chen",
    purpose: "turn",
    asked: "m",
    request: "",
    kind: "timeout",
    message: "silence",
    partial: "",
    retryInMs: 1500,
    latencyMs: 1,
  }),
  "turn.passed": draft("turn.passed", "1", { speaker: "chen", parse: "strict", flags: [] }),
  "turn.absent": draft("turn.absent", "1", { speaker: "chen", reason: "no answer until noon" }),
  "impersonation.attempted": draft("impersonation.attempted", "1", { speaker: "chen", as: "kumar" }),
  "ballot.cast": ballot("1", "chen", "closing", "HIRE"),
  "notice.given": draft("notice.given", "1", {
    agent: "timekeeper",
    kind: "opening",
    text: "Please begin.",
    about: [],
    words: 2,
  }),
  "person.acted": draft("person.acted", "1", { person: "ngo", order: 0, does: { act: "call-ballot" } }),
  "human.asked": draft("human.asked", "1", { person: "ngo", request: {} }),
  "human.answered": draft("human.answered", "1", { person: "ngo", answer: {} }),
  "time.passed": draft("time.passed", "1", { until: "2026-03-02T10:00:00.000Z" }),
  "budget.warned": draft("budget.warned", "1", { limit: "messages", used: 8, of: 10 }),
  "history.summarised": draft("history.summarised", "1", { speaker: "chen", entries: 4, text: "So far." }),
  "meeting.forked": draft("meeting.forked", "1", {
    from: "abc",
    shared: 3,
    meeting: "def",
    simulated: true,
    seed: "8",
    seats: [seat("chen", "Ada", "")],
    hidden: ["m2"],
  }),
  "fact.recorded": draft("fact.recorded", "1", { name: "phase", data: 1 }),
  "meeting.adjourned": draft("meeting.adjourned", "1", { reason: "adjourned by a person" }),
  "meeting.suspended": draft("meeting.suspended", "1", {
    reason: "waiting for ngo",
    kind: "waiting",
    speaker: null,
  }),
  "meeting.closed": draft("meeting.closed", "1", {
    reason: "every member has withdrawn",
    outcome: OUTCOME,
  }),
};

/** Told of nobody: the calls behind what is said, and data that a protocol has no words for. */
const WORDLESS: ReadonlySet<string> = new Set(["call.answered", "fact.recorded", "notice.given"]);

describe("what is told of an event", () => {
  it.each(Object.entries(EVENTS))("%s has words of its own in every language", (type, event) => {
    const told = LANGUAGES.map((language) => {
      const voice = { words: wordsIn(language), nameOf: (id: string) => id.toUpperCase() };
      return tell(event as Draft<Exclude<EventType, ToldAsBlock>>, voice)?.text ?? "";
    });
    if (type === "call.answered") return expect(told).toEqual(["", ""]);
    for (const text of told) expect(text).not.toMatch(/^\s*$|undefined|\[object/);
    if (!WORDLESS.has(type)) expect(new Set(told).size).toBe(LANGUAGES.length);
  });

  it.each(LANGUAGES)("a turn begins with who takes it, in %s", (language) => {
    const words = wordsIn(language);
    const told = [words.event.passes("ADA"), words.event.isAbsent("ADA"), words.event.answers("ADA")];
    for (const text of told) expect(text).toMatch(/^ADA /);
  });

  it("does not say a quotation again that stands in the words above", () => {
    const says = 'It says "two years late".';
    const citations = [{ ref: "cv.md#L1", quote: "two years late", found: "exact" }] as const;
    const message = { ...spoken("1", "chen", says), citations } as unknown as Draft<"message.spoken">;
    const facts = { before: undefined, mover: null, isAgent: false };
    const [part] = messageParts(message, facts, en);
    expect(part).toMatchObject({ kind: "exact", text: "cites cv.md#L1", rest: ": found word for word" });
    const [whole] = messageParts({ ...message, content: "It is late." }, facts, en);
    expect(whole?.text).toBe('cites cv.md#L1 "two years late"');
  });
});

describe("the tables of words", () => {
  it("have the same keys, none of them empty", () => {
    const keysOf = (table: object, at = ""): readonly string[] =>
      Object.entries(table).flatMap(([key, value]) => {
        if (typeof value === "object") return keysOf(value, `${at}${key}.`);
        expect(value, at + key).not.toBe("");
        return [at + key];
      });
    const statuses = /^outcome\.statuses\./;
    const shared = (table: object) => keysOf(table).filter((key) => !statuses.test(key));
    expect(shared(de).toSorted()).toEqual(shared(en).toSorted());
  });

  it("share few words, so that no English one stands in the German table unseen", () => {
    const german = wordsOf(de);
    expect([...wordsOf(en)].filter((word) => german.has(word)).sort()).toEqual(SHARED);
  });

  it("quote in German what the engine has no known sentence for", () => {
    expect(de.recorded("5 of 5 votes for")).toBe("5 von 5 Stimmen: dafür");
    expect(de.recorded("majority of seated members, by option")).toBe("Mehrheit der Mitglieder, nach Optionen");
    expect(de.recorded("the cat walked in")).toBe("„the cat walked in“");
  });
});

/** All strings in a value. */
function stringsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}

/** The words of a table, of its functions those between quotation marks. */
function wordsOf(table: object): ReadonlySet<string> {
  const sources = JSON.stringify(table, (_, value) => (typeof value === "function" ? literals(value) : value));
  return new Set(
    (stringsIn(JSON.parse(sources)).join(" ").match(WORD) ?? []).map((word) => word.toLowerCase()),
  );
}

function literals(told: unknown): string {
  const source = String(told).replace(/\$\{[^{}]*\}/g, " ");
  return (source.match(/`[^`]*`|"[^"]*"/g) ?? []).join(" ");
}

const WORD = /\p{L}{3,}/gu;

/** Words that the English table says and the German one does not. */
function englishWords(): ReadonlySet<string> {
  const german = wordsOf(de);
  return new Set([...wordsOf(en)].filter((word) => !german.has(word)));
}

/** Words of both languages, a command that is typed, and what templates call their parts. */
const SHARED =
  "answer because boardroom cached chat dollars form min name near neutral none notices null seconds terminal undefined unread was whose".split(
    " ",
  );

/** A text without whatever the record itself holds: names, options, documents, and what was said. */
function withoutQuoted(text: string, events: readonly MeetingEvent[]): string {
  const own = events.flatMap((event) =>
    event.type === "meeting.closed" || event.type === "speaker.selected" ? [] : stringsIn(event),
  );
  const lines = own.flatMap((each) => each.split("\n")).map((each) => each.replace(/\s+/g, " ").trim());
  const longestFirst = [...new Set(lines)]
    .filter((each) => each.length > 2)
    .sort((a, b) => b.length - a.length);
  return longestFirst.reduce((left, each) => left.replaceAll(each, " "), text);
}

describe("a recorded meeting in German", () => {
  const { events, head } = readTranscript("transcripts/hiring-sample");
  const state = foldTranscript(events);
  const style = { width: 100_000, palette: plainPalette, words: de };
  const table = verdictTable(state, { headHash: head, incidents: incidents(events, de) });
  const view = createPlainView({ ...style, explain: true });

  it.each([
    ["as it is printed", () => [...events.flatMap((event) => view.next(event)), ...view.end()].join("\n")],
    ["as a table", () => textTable(table, style)],
    ["as a file", () => transcriptMarkdown(events, state, table, de).replaceAll("\\", "")],
  ])("has no English words of ours %s", (_, told) => {
    const text = withoutQuoted(told(), events);
    const english = englishWords();
    expect(english.size).toBeGreaterThan(200);
    expect([...new Set(text.match(/\p{L}{3,}/gu))].filter((word) => english.has(word.toLowerCase()))).toEqual(
      [],
    );
  });
});
