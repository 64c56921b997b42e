import { renderMessage } from "boardroom/extend";
import { type Message, NO_CONTENT } from "../../src/engine/scaffold/message.ts";
import type { Persona } from "../../src/scenario/schema/persona.ts";
import {
  type Document,
  type Limits,
  limitsSchema,
  type PromptSettings,
  promptSchema,
  type Scenario,
} from "../../src/scenario/schema/scenario.ts";
import { type Script, scriptSchema, WHOLE_CASE } from "../../src/scenario/schema/script.ts";
import { addVoices } from "../../src/scenario/script/script-file.ts";
import { hashSha256 } from "../../src/text/sha256.ts";

/** A person made of a name, for tests: `examplePersona("ada", "Ada Ash")`. */
export function examplePersona(id: string, name: string, changes: Partial<Persona> = {}): Persona {
  return {
    id,
    name,
    title: `Reviewer ${id}`,
    expertise: ["reviewing"],
    personality: "Calm.",
    speakingStyle: "Plain.",
    priorities: {},
    stubbornness: 0.5,
    optimism: 0,
    background: "",
    ...changes,
  };
}

export type ExampleChanges = Partial<Omit<Scenario, "limits" | "prompt" | "documents">> & {
  limits?: Partial<Limits>;
  prompt?: Partial<PromptSettings>;
  /** Text by document name; the first is the subject. */
  documents?: Readonly<Record<string, string>>;
};

const DOCUMENTS = {
  "memo.md": "# Memo\n\nThe pilot cut costs by 12 % in one year.\nTwo customers left in March.",
};

/** `worth`: what a point shows, -1 to 1. */
const POINTS = [
  {
    ...{
      id: "saving",
      ref: "memo.md#L3",
      quote: "The pilot cut costs by 12 % in one year.",
      worth: 0.6,
    },
    short: "the saving",
    lines: ["The pilot cut costs by 12 % in one year.", "Costs went down by 12 % with the pilot."],
    answers: { leavers: "Two customers is a small loss compared with 12 % of the costs." },
    stays: "The saving is still 12 %.",
    won: "A saving of 12 % is more than I expected.",
    change: "If the costs went up again I would think again.",
  },
  {
    ...{ id: "leavers", ref: "memo.md#L4", quote: "Two customers left in March.", worth: -0.6 },
    short: "the two customers who left",
    lines: ["Two customers left in March.", "We lost two customers in one month."],
    answers: {
      saving: "Compare the saving with the two customers who left.",
      "no-more-leavers": "Two in one month is two too many for me.",
    },
    stays: "The two customers are still gone.",
    won: "The two customers worry me now.",
    ask: "Why did the two customers leave?",
    reply: "The memo does not say why they left, so we would have to ask them.",
    change: "If the two customers left for another reason I would change my mind.",
    condition: "We ask the two customers why they left.",
  },
  {
    ...{ id: "one-year", ref: "memo.md#L3", quote: "in one year", worth: -0.3 },
    short: "the one year of figures",
    lines: [
      "The figures are from one year.",
      "It is one year, and the memo has nothing before or after it.",
    ],
    answers: { saving: "That saving is from one year, and the memo says nothing about the next." },
    stays: "It is still only one year.",
    won: "One year is too short for me as well.",
    change: "A second year of figures would change my mind.",
    condition: "The figures are read again after a second year.",
  },
  {
    ...{ id: "no-more-leavers", ref: "memo.md#L4", quote: "left in March", worth: 0.2 },
    short: "the months without a leaver",
    lines: [
      "The memo names no leaver in any other month.",
      "The memo names no leaver after March.",
    ],
    answers: { leavers: "Both left in March, and the memo names no other leaver." },
    stays: "The memo still names no other leaver.",
    won: "It helps that the memo names no other leaver.",
    change: "If more customers left I would think again.",
  },
];

function exampleScript({ criteria = [] }: ExampleChanges, personas: readonly string[]): Script {
  const on = criteria.length > 0 ? criteria.map(({ id }) => id) : [WHOLE_CASE];
  const points = POINTS.map(({ worth, ...point }) => ({
    ...point,
    bears: Object.fromEntries(on.map((id) => [id, worth])),
  }));
  return addVoices(scriptSchema.parse({ points }), personas);
}

/** A small scenario: Ada Ash, Ben Birch and Cleo Cedar decide by YES (for), MAYBE (neutral) or NO (against).
 * Simulated members have a script for its own document; pass `script` for other documents. */
export function exampleScenario(changes: ExampleChanges = {}): Scenario {
  const { limits, prompt, documents = DOCUMENTS, ...rest } = changes;
  const people = [
    examplePersona("ada", "Dr. Ada Ash"),
    examplePersona("ben", "Ben Birch"),
    examplePersona("cleo", "Prof. Cleo Cedar"),
  ];
  return {
    name: "example",
    title: "An example",
    question: "Should we continue the pilot?",
    protocol: "board",
    options: {},
    verdicts: [
      { id: "YES", side: "for" },
      { id: "MAYBE", side: "neutral" },
      { id: "NO", side: "against" },
    ],
    decision: { rule: "plurality-of-sides", by: "side" },
    documents: Object.entries(documents).map(([name, text], index) =>
      documentOf(name, text, index === 0),
    ),
    criteria: [],
    ...(documents === DOCUMENTS && {
      script: exampleScript(
        changes,
        people.map(({ id }) => id),
      ),
    }),
    members: people.map((persona) => ({
      id: persona.id,
      kind: "member",
      persona,
      model: "scripted",
      weight: 1,
    })),
    limits: limitsSchema.parse(limits ?? {}),
    prompt: promptSchema.parse(prompt ?? {}),
    ...rest,
  };
}

function documentOf(name: string, text: string, subject: boolean): Document {
  return { name, title: name, subject, sha256: hashSha256(text), text };
}

/** A reply in scaffold form, with the names as given: `reply({ speaker: "Ada Ash" })`. A verdict without reasoning gets some. */
export function reply(fields: Partial<Message> & { pass?: boolean }): string {
  const reasoning = fields.reasoning ?? (fields.verdict ? "It follows from the memo." : null);
  const message = { id: "", at: "", speaker: "", ...NO_CONTENT, ...fields, reasoning };
  return renderMessage(message, { order: "verdict-first", names: (name) => name });
}
