import {
  board,
  chamber,
  findScenario,
  type Json,
  judges,
  jury,
  loadScenario,
  openMeeting,
  type Protocol,
  rounds,
  type Seat,
} from "boardroom";
import { createSimulatedModel } from "boardroom/extend";
import { describe, expect, it } from "vitest";
import type { FormField } from "../../src/engine/meeting/form/form-field.ts";
import type { FieldKind } from "../../src/engine/meeting/form/kind.ts";
import { requestFields } from "../../src/engine/meeting/form/request-fields.ts";
import { eventsOf } from "../support/meetings.ts";

const PROTOCOLS: Readonly<Record<string, Protocol>> = Object.fromEntries(
  [board, chamber, judges, jury, rounds].map((each) => [each.name, each]),
);

type Request = { readonly [key: string]: Json };

/** Fills in whatever is needed, from the form alone; choices are the first there are. */
function filled(fields: readonly FormField[]): { readonly [key: string]: Json } {
  return Object.fromEntries(
    fields.filter(({ required }) => required).map((field) => [field.name, given(field)]),
  );
}

function given(field: FormField): Json {
  if (!("fields" in field)) return plain(field.kind);
  const inner = filled(field.fields);
  if (field.kind.is === "group") return inner;
  if (field.kind.is === "entries") return Array.from({ length: field.kind.least ?? 0 }, () => inner);
  const { key, of } = field.kind;
  return of.map(({ value }) => ({ [key]: value, ...inner }));
}

function plain(kind: FieldKind): Json {
  switch (kind.is) {
    case "choice":
      return kind.of[0]!.value;
    case "number":
      return kind.least ?? 1;
    case "yes-no":
      return true;
    case "list":
      return Array.from({ length: kind.least ?? 0 }, () => plain(kind.item));
    default:
      return "As the documents say, and no more than that.";
  }
}

/** A shipped scenario with a person on one seat, who answers by the form; what cannot be filled in so is declined. */
async function seated(name: string, at = 0) {
  const shipped = await loadScenario(await findScenario(name, { cwd: process.cwd() }));
  const members = shipped.members.map((seat, index) => (index === at ? { ...seat, model: "human:ngo" } : seat));
  const scenario = { ...shipped, members };
  const requests: Request[] = [];
  const meeting = openMeeting({
    scenario,
    protocol: PROTOCOLS[scenario.protocol]!,
    seed: 3,
    createModel: (seat: Seat) => createSimulatedModel({ seat, scenario }),
    people: async (_person, request) => {
      requests.push(request);
      if (request.problem !== undefined) return { absent: "the form was not enough" };
      const answer = filled(requestFields(request)!);
      return request.form === "message" && members.length > 3 ? { ...answer, pass: true } : answer;
    },
  });
  const { status } = await meeting.run();
  return { status, requests, meeting, scenario };
}

describe.each(["hiring", "trial", "memory-curation", "code-review", "niche-decision", "architecture-review"])(
  "a person at the table of %s",
  (name) => {
    it("is asked in words without markup or JSON, with a form that says what may be given", async () => {
      const { requests, status } = await seated(name);
      expect(status).toBe("closed");
      expect(requests.length).toBeGreaterThan(0);
      for (const { text, fields } of requests) {
        expect(text).not.toMatch(/<\/?[A-Z]\w*>|\bJSON\b|&(?:amp|quot|apos|lt|gt);|\{"/);
        expect(String(text).trim()).not.toBe("");
        expect((fields as readonly Json[]).length).toBeGreaterThan(0);
      }
    }, 60_000);
  },
);

describe("the form of a jury with an agenda", () => {
  it("alone is enough to take part from the roll to the sheet: nothing that is filled in by it is refused", async () => {
    const { requests, meeting, scenario } = await seated("memory-curation");
    expect(requests.filter(({ problem }) => problem !== undefined)).toEqual([]);
    expect([...new Set(requests.map(({ occasion }) => occasion))]).toEqual(
      expect.arrayContaining(["roll-call", "statement", "question", "talk", "decision-sheet"]),
    );
    const own = eventsOf(meeting.journal.events, "message.spoken").filter(
      ({ speaker, audience }) => speaker === scenario.members[0]!.id && audience === "all",
    );
    expect(own.length).toBeGreaterThan(3);
    expect(own.every(({ topic }) => topic === "building")).toBe(true);
  });

  it("offers topics by name, says which fields are needed, and no withdrawal where nobody withdraws", async () => {
    const { requests } = await seated("memory-curation");
    const statement = requests.find(({ occasion }) => occasion === "statement")!;
    const fields = requestFields(statement)!;
    expect(fields.find(({ name }) => name === "topic")).toEqual({
      name: "topic",
      label: "topic",
      about: "what your words belong to",
      required: true,
      kind: {
        is: "choice",
        of: [
          { value: "building", label: "Building and deploying" },
          { value: "services", label: "Services, keys and plans" },
          { value: "people", label: "People and names" },
        ],
      },
    });
    const names = fields.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(["ready", "pass", "to"]));
    expect(names).not.toContain("withdraw");
    const question = requests.find(({ occasion }) => occasion === "question")!;
    expect(requestFields(question)!.find(({ name }) => name === "to")).toMatchObject({ required: true });
  });

  it("has a row for each item of the sheet, in its own words", async () => {
    const { requests } = await seated("memory-curation");
    const sheet = requests.find(({ occasion }) => occasion === "decision-sheet")!;
    const [choices] = requestFields(sheet)!;
    expect(choices).toMatchObject({ name: "choices", kind: { is: "rows", key: "item" } });
    const { of } = choices!.kind as Extract<FormField["kind"], { is: "rows" }>;
    expect(of).toHaveLength(12);
    expect(of[0]).toEqual({
      value: "o1",
      label: "The nightly build takes about 40 minutes, most of it the integration suite.",
    });
    expect(String(sheet.text)).not.toContain("o1");
  });
});
