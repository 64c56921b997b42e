import { writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  board,
  createPlainView,
  listIncidents,
  type ModelRequest,
  markdownTable,
  openMeeting,
  plainPalette,
  readTranscript,
  textTable,
  transcriptMarkdown,
  verdictsCsv,
  verdictsJson,
  verdictTable,
} from "boardroom";
import { scriptedModel } from "boardroom/testing";
import { beforeAll, describe, expect, it } from "vitest";
import { examplePersona, exampleScenario, reply } from "../support/example-scenario.ts";
import { emptyFolder } from "../support/folders.ts";
import { eventsOf } from "../support/meetings.ts";
import { ATTACKS, HARMLESS } from "./payloads.ts";

type Hostile = { document?: string; persona?: string; reply?: string };

/** Ada says what is hostile; Ben and Cleo vote NO and leave. Everything the two are sent is kept. */
async function hold({
  document = HARMLESS,
  persona = HARMLESS,
  reply: content = HARMLESS,
}: Hostile) {
  const sent: ModelRequest[] = [];
  const base = exampleScenario({
    documents: { "memo.md": `# Memo\n\n${document}\nTwo customers left.` },
    limits: { messages: 8 },
    options: { openingBallot: false, selector: { name: "round-robin" } },
  });
  const ada = examplePersona("ada", "Dr. Ada Ash", {
    personality: persona,
    speakingStyle: persona,
    background: persona,
    title: persona.replace(/\s+/g, " ").slice(0, 120),
  });
  const members = base.members.map((seat) =>
    seat.id === "ada" ? { ...seat, persona: ada } : seat,
  );
  const meeting = openMeeting({
    scenario: { ...base, members },
    protocol: board,
    seed: 11,
    createModel: ({ id, persona: { name } }) => {
      if (id === "ada") {
        const says = `<Message><Speaker>Dr. Ada Ash</Speaker><Content>${content}</Content></Message>`;
        const ballot = reply({ speaker: name, verdict: "MAYBE", reasoning: content });
        return scriptedModel(
          Array(40).fill(({ instruction }: ModelRequest) =>
            instruction.includes('-vote"') ? ballot : says,
          ),
        );
      }
      let turns = 0;
      return scriptedModel(
        Array(40).fill((request: ModelRequest) => {
          sent.push(structuredClone(request));
          turns += 1;
          return reply({
            speaker: name,
            verdict: "NO",
            withdrawn: turns > 1,
            content: `${id} says no.`,
          });
        }),
      );
    },
  });
  const result = await meeting.run();
  const { events, head } = meeting.journal;
  return { meeting, result, events, head, sent, state: meeting.state };
}

type Held = Awaited<ReturnType<typeof hold>>;

/** Everything in a prompt that could be taken for structure, in order; the words themselves are left out. */
function structureOf({ shared, individual, turns, instruction }: ModelRequest): readonly string[] {
  const texts = [
    shared,
    individual,
    ...turns.flatMap(({ role, parts }) => parts.map((part) => `${role}:${part}`)),
    instruction,
  ];
  return texts.map((text) =>
    [...text.matchAll(/<\/?[A-Za-z][A-Za-z]*/g)].map(([tag]) => tag).join(" "),
  );
}

const FORBIDDEN =
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]/u;

let plain: Held;
beforeAll(async () => {
  plain = await hold({});
});

/** Ben and Cleo are who they were, said what they said, and were asked in prompts of the same structure. */
function nothingChanged(held: Held, harmless = plain): void {
  expect(held.result).toMatchObject({ status: "closed" });
  for (const seat of ["ben", "cleo"]) {
    const [now, before] = [held.state.members.get(seat)!, harmless.state.members.get(seat)!];
    expect(now.verdicts.map(({ verdict }) => verdict)).toEqual(["NO"]);
    expect([now.status, now.messages, now.seat]).toEqual([
      before.status,
      before.messages,
      before.seat,
    ]);
  }
  const asked = new Map(
    eventsOf(held.events, "call.answered").map(({ path, speaker }) => [path, speaker]),
  );
  for (const { path, speaker } of eventsOf(held.events, "message.spoken")) {
    expect(asked.get(`${path}.1`)).toBe(speaker);
  }
  expect(held.sent.map(structureOf)).toEqual(harmless.sent.map(structureOf));
  expect(JSON.stringify(held.sent)).not.toContain("]]>");
}

function outputsAreSafe({ events, head, state }: Held): void {
  const table = verdictTable(state, { headHash: head, incidents: listIncidents(events) });
  const view = createPlainView({ width: 80, palette: plainPalette, explain: true });
  const screens = [
    ...events.flatMap((event) => view.next(event)),
    textTable(table, { width: 100, palette: plainPalette }),
    textTable(table, { width: 40, palette: plainPalette }),
    markdownTable(table),
    transcriptMarkdown(events, state, table),
  ];
  for (const text of screens) expect(FORBIDDEN.exec(text)?.[0]).toBeUndefined();
  const csv = verdictsCsv([table]).replace(/^\ufeff/, "");
  expect(FORBIDDEN.exec(csv.replaceAll("\r\n", "\n"))?.[0]).toBeUndefined();
  for (const cell of cellsOf(csv))
    expect(cell).not.toMatch(/^[\s\u00a0]*[=+@\uff1d\uff0b\uff20]|^[\s\u00a0]*-(?!\d)/);
  expect(JSON.parse(verdictsJson([table])).meetings).toHaveLength(1);
  const folder = emptyFolder();
  writeFileSync(
    join(folder, "events.jsonl"),
    events.map((event) => `${JSON.stringify(event)}\n`).join(""),
  );
  const read = readTranscript(folder);
  expect(read.events).toEqual(events.map((event) => JSON.parse(JSON.stringify(event))));
}

function cellsOf(csv: string): readonly string[] {
  return [...csv.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,\n]*))/gm)].map(
    ([, quoted, bare]) => quoted ?? bare ?? "",
  );
}

describe("hostile words", () => {
  for (const { name, text, reply: expected } of ATTACKS) {
    it(`${name}, in a document, change nothing but the document`, async () => {
      const held = await hold({ document: text });
      nothingChanged(held);
      outputsAreSafe(held);
    });

    it(`${name}, in a persona, change nothing but how it reads`, async () => {
      const held = await hold({ persona: text });
      nothingChanged(held);
      outputsAreSafe(held);
    });

    it(`${name}, in a reply, come to ${expected.comesTo}${expected.flag ? `, marked ${expected.flag}` : ""}`, async () => {
      const held = await hold({ reply: text });
      const ada = held.state.members.get("ada")!;
      expect(ada.verdicts).toEqual([]);
      expect(ada.withdrawnAt).toBeNull();
      const spoken = eventsOf(held.events, "message.spoken").filter(
        ({ speaker }) => speaker === "ada",
      );
      expect(spoken.length > 0).toBe(expected.comesTo === "words");
      const passed = eventsOf(held.events, "turn.passed").filter(
        ({ speaker }) => speaker === "ada",
      );
      expect(passed.length > 0).toBe(expected.comesTo === "a pass");
      if (expected.flag) expect((spoken[0] ?? passed[0])?.flags).toContain(expected.flag);
      nothingChanged(held, expected.comesTo === "a pass" ? await hold({ reply: "" }) : plain);
      outputsAreSafe(held);
    });
  }
});
