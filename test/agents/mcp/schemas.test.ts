import { Ajv } from "@modelcontextprotocol/client/validators/ajv";
import { describe, expect, it } from "vitest";
import { agentAt, ioIn } from "./agent.ts";

type Schema = { [keyword: string]: unknown };

async function schemas(): Promise<Readonly<Record<string, Schema>>> {
  const { tools } = await (await agentAt(ioIn(process.cwd()), "transcripts")).client.listTools();
  return Object.fromEntries(tools.map(({ name, inputSchema }) => [name, inputSchema as Schema]));
}

async function schemaOf(tool: string): Promise<Schema> {
  return (await schemas())[tool] ?? {};
}

/** What llama.cpp's grammar and Gemini's function declarations take. */
const PLAIN = [
  "type",
  "description",
  "properties",
  "required",
  "enum",
  "items",
  "default",
  "additionalProperties",
];

/** Everything in a schema that some client does not take, with its place. */
function oddIn(schema: Schema, place: string): readonly string[] {
  const { properties = {}, items, ...keywords } = schema;
  const odd = Object.keys(keywords).filter((keyword) => !PLAIN.includes(keyword));
  const own = odd.map((keyword) => `${place}: ${keyword}`);
  if (typeof keywords.additionalProperties === "object")
    own.push(`${place}: additionalProperties with a schema`);
  if (typeof keywords.type !== "string") own.push(`${place}: no single type`);
  const inner = Object.entries(properties as Record<string, Schema>).map(([name, each]) =>
    oddIn(each, `${place}.${name}`),
  );
  if (items !== undefined) inner.push(oddIn(items as Schema, `${place}[]`));
  return [...own, ...inner.flat()];
}

/** Calls that are right, one or more for each tool. */
const CALLS: Readonly<Record<string, readonly Record<string, unknown>[]>> = {
  list: [{ what: "meetings" }, { what: "personas", from: 2, limit: 5 }],
  start_meeting: [
    {
      scenario: "hiring",
      seed: 7,
      members: { "sarah-chen": "agent:kai" },
      answerMinutes: 0.5,
      dryRun: true,
    },
    {
      question: "Move now?",
      options: [
        { id: "MOVE", side: "for", meaning: "All is ready" },
        { id: "STAY", side: "against" },
      ],
      documents: [{ name: "plan.md", title: "Plan", text: "We move." }],
      propose: true,
    },
  ],
  wait_for_meeting: [
    { meeting: "m" },
    { meeting: "m", from: 3, limit: 9, seconds: 2.5, token: "owner_x" },
  ],
  get_verdicts: [{ meeting: "m" }],
  read_transcript: [{ meeting: "m", turn: 2 }],
  join_meeting: [{ meeting: "m", code: "code_x" }],
  wait_for_turn: [{ meeting: "m", token: "seat_x", from: 4 }],
  speak: [
    { meeting: "m", token: "t", fields: { rank: [1, 2], sheet: { a: null } } },
    { meeting: "m", token: "t", verdict: "YES", cite: [{ ref: "plan.md#L1" }], pass: false },
  ],
  act: [
    { meeting: "m", leave: true, token: "seat_x" },
    { meeting: "m", bring: { name: "a.md", title: "A", text: "Words." } },
  ],
  subscribe: [{ name: "Ada", capabilities: ["search"] }],
  send_message: [
    { token: "room_x", to: "Ben", kind: "query", priority: "low", text: "Hello?", replyTo: "r1" },
  ],
  get_messages: [
    { token: "room_x" },
    { token: "room_x", from: 1, limit: 5, thread: "r1", seconds: 0 },
  ],
};

const TOOLS = Object.keys(CALLS);

describe("the tools' schemas", () => {
  it("are those of twelve tools", async () => {
    expect(Object.keys(await schemas()).toSorted()).toEqual(TOOLS.toSorted());
    expect(TOOLS.length).toBe(12);
  });

  it.each(TOOLS)("of %s has plain keywords only, and an object at its root", async (tool) => {
    const { $schema: _, ...schema } = await schemaOf(tool);
    expect(schema.type).toBe("object");
    expect(oddIn(schema, tool)).toEqual([]);
  });

  it.each(TOOLS)(
    "of %s is taken by a strict client, which then lets right calls through",
    async (tool) => {
      const { $schema: _, ...schema } = await schemaOf(tool);
      // Strict: an unknown keyword, a type that does not fit its keywords or a required name without a property throws.
      const strict = new Ajv({
        strict: true,
        strictTypes: true,
        strictRequired: true,
        allErrors: true,
      });
      const validate = strict.compile(schema);
      for (const call of CALLS[tool] ?? []) {
        validate(call);
        expect(validate.errors ?? []).toEqual([]);
      }
      expect(validate({ ...CALLS[tool]?.[0], notAnArgument: 1 })).toBe(false);
    },
  );

  it.each(TOOLS)("of %s says what each argument is for, unless its name does", async (tool) => {
    const { properties } = await schemaOf(tool);
    for (const [name, { description }] of Object.entries(properties as Record<string, Schema>))
      expect(description !== undefined || ["kind", "priority"].includes(name), name).toBe(true);
  });
});

describe("what the schemas do not say", () => {
  it.each([
    ["send_message", { token: "t", text: "x".repeat(8_001) }, "text", /at most 8000 characters/],
    [
      "send_message",
      { token: "t", text: "x", replyTo: "7" },
      "replyTo",
      /must be the id of a message/,
    ],
    ["start_meeting", { scenario: "../x" }, "scenario", /must be the name of a scenario/],
    ["start_meeting", { scenario: "x", answerMinutes: 0 }, "answerMinutes", /must be more than 0/],
    [
      "start_meeting",
      { question: "Q?", options: [{ id: "A", side: "for" }] },
      "options",
      /at least 2 entries/,
    ],
    [
      "start_meeting",
      { documents: ["One.", "Two."].map((text) => ({ name: "a.md", title: "A", text })) },
      "documents",
      /must each have a different name/,
    ],
    ["act", { meeting: "m", by: "a\nb" }, "by", /on one line/],
    ["subscribe", { name: "a:b" }, "name", /without a colon/],
    ["list", { what: "meetings", limit: 501 }, "limit", /at most 500/],
    ["speak", { meeting: "m", token: "t", confidence: 7 }, "confidence", /at most 1/],
  ])(
    "is checked by the server, which names place and remedy: %s %j",
    async (tool, given, place, message) => {
      const { call } = await agentAt(ioIn(process.cwd()), "transcripts");
      const { error } = await call(tool, given);
      expect(error?.code).toBe("usage");
      expect(error?.problems[0]).toMatchObject({
        place: { file: place },
        message: expect.stringMatching(message),
      });
      expect(error?.problems[0]?.remedy).toBeTruthy();
    },
  );
});
