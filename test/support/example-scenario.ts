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
import { scriptSchema } from "../../src/scenario/schema/script.ts";
import { hashSha256 } from "../../src/text/sha256.ts";
import { type Fact, scriptOf } from "./scripts.ts";

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

const FACTS: readonly Fact[] = [
  {
    id: "saving",
    ref: "memo.md#L3",
    quote: "The pilot cut costs by 12 % in one year.",
    isFor: true,
  },
  { id: "leavers", ref: "memo.md#L4", quote: "Two customers left in March.", isFor: false },
  { id: "one-year", ref: "memo.md#L3", quote: "by 12 % in one year", isFor: false },
  { id: "no-more-leavers", ref: "memo.md#L4", quote: "left in March", isFor: true },
];

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
    ...(documents === DOCUMENTS && { script: scriptSchema.parse(scriptOf(FACTS)) }),
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
