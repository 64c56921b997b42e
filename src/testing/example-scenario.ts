import { type Message, NOTHING_SAID } from "../scaffold/message.ts";
import { renderMessage } from "../scaffold/render.ts";
import type { Persona } from "../scenario/schema/persona.ts";
import {
  type Document,
  type Limits,
  limitsSchema,
  type PromptSettings,
  promptSchema,
  type Scenario,
} from "../scenario/schema/scenario.ts";
import { sha256 } from "../text/sha256.ts";

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
  readonly limits?: Partial<Limits>;
  readonly prompt?: Partial<PromptSettings>;
  /** Text by document name; the first is the subject. */
  readonly documents?: Readonly<Record<string, string>>;
};

const DOCUMENTS = {
  "memo.md": "# Memo\n\nThe pilot cut costs by 12 % in one year.\nTwo customers left in March.",
};

/** A small complete scenario: Ada Ash, Ben Birch and Cleo Cedar decide by YES (for), MAYBE (neutral) or NO (against). */
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
    question: "Shall we go on with the pilot?",
    protocol: "board",
    options: {},
    verdicts: [
      { id: "YES", side: "for" },
      { id: "MAYBE", side: "neutral" },
      { id: "NO", side: "against" },
    ],
    decision: { rule: "plurality-of-sides", by: "side" },
    documents: Object.entries(documents).map(([name, text], index) => documentOf(name, text, index === 0)),
    criteria: [],
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
  return { name, title: name, subject, sha256: sha256(text), text };
}

/** A reply in scaffold form; a verdict without reasoning gets some. Names stand as given: `reply({ speaker: "Ada Ash" })`. */
export function reply(fields: Partial<Message> & { readonly pass?: boolean }): string {
  const reasoning = fields.reasoning ?? (fields.verdict ? "It follows from the memo." : null);
  const message = { id: "", at: "", speaker: "", ...NOTHING_SAID, ...fields, reasoning };
  return renderMessage(message, { order: "verdict-first", names: (name) => name });
}
